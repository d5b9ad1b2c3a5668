/** What is run on the other machine, and how its answers are read. Texts of POSIX sh; lines that begin with `@mascot` are ours, whatever else a login says. Pure. */
import { shellQuote } from "../settings/installed-line.ts";

export interface HostLook {
  /** Our folder there, absolute. */
  home: string;
  /** The client's settings file there. */
  settings: string;
  /** null: none that is new enough */
  node: string | null;
  /** The app that this machine has itself: when it last ran; null: none */
  app: string | null;
  /** id of the desk that it hands in to already; null: none */
  handsInTo: string | null;
  /** files of the spool that nobody has taken yet */
  waiting: number;
  /** the folder of the door can be seen there (containers) */
  mounted: boolean;
}

const TITLE = "@mascot";
const NODES = '"$HOME"/.local/bin/node /usr/local/bin/node /usr/bin/node /opt/homebrew/bin/node "$HOME"/.volta/bin/node "$HOME"/.nvm/versions/node/*/bin/node "$HOME"/.vscode-server/bin/*/node "$HOME"/.vscode-server/cli/servers/*/server/node "$HOME"/.cursor-server/bin/*/node';

/** Changes nothing. @param mount the door's folder as a container should see it; "" for hosts */
export function lookScript(mount: string): string {
  return `h=$HOME/.agent-mascot
say() { printf '${TITLE} %s %s\\n' "$1" "$2"; }
say home "$h"
say settings "\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/settings.json"
ok() { v=$("$1" -e 'process.stdout.write(process.versions.node)' </dev/null 2>/dev/null); [ "\${v%%.*}" -ge 18 ] 2>/dev/null; }
for j in "$(command -v node)" ${NODES}; do [ -n "$j" ] && [ -x "$j" ] && ok "$j" && { say node "$j"; break; }; done
[ -f "$h/collector.json" ] && say app "$h"
[ -f "$h/remote.json" ] && say remote "$(tr -d '\\n' <"$h/remote.json")"
n=0; for f in "$h"/spool/*.json; do [ -f "$f" ] && n=$((n+1)); done; say waiting "$n"
m=${mount === "" ? "''" : shellQuote(mount)}; [ -n "$m" ] && [ -S "$m/door.sock" ] && say mounted 1
exit 0
`;
}

/** null: no answer of ours is in it */
export function readLook(text: string): HostLook | null {
  const said = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [title, key, ...rest] = line.replace(/\r$/, "").split(" ");
    if (title === TITLE && key !== undefined) said.set(key, rest.join(" "));
  }
  const home = said.get("home");
  const settings = said.get("settings");
  if (home === undefined || !home.startsWith("/") || settings === undefined) return null;
  return {
    home, settings, node: said.get("node") ?? null, app: said.get("app") ?? null, handsInTo: idIn(said.get("remote")), waiting: Number(said.get("waiting")) || 0, mounted: said.get("mounted") === "1",
  };
}

function idIn(text: string | undefined): string | null {
  return /"id"\s*:\s*"([0-9a-f]{16})"/.exec(text ?? "")?.[1] ?? null;
}

export interface HostFile {
  /** below our folder there */
  path: string;
  bytes: Buffer;
}

/** Each file is whole or not there; folders and files are the person's alone. */
const UNPACK = `const f=require("node:fs"),p=require("node:path");const o=JSON.parse(f.readFileSync(0,"utf8"));for(const d of ["","bin","spool","answers","locks"]){const x=p.join(o.home,d);f.mkdirSync(x,{recursive:true,mode:448});f.chmodSync(x,448)}for(const{path,data}of o.files){const x=p.join(o.home,path),t=x+"."+process.pid+".tmp";f.writeFileSync(t,Buffer.from(data,"base64"),{mode:384,flag:"wx"});f.renameSync(t,x)}`;

/** What fails on the way leaves the other machine as it was: without our folder, or with the token by which it handed in before. */
const OR_BACK = `was=
if [ -f "$h/remote.json" ]; then was=remote; for f in token remote.json; do cp -p "$h/$f" "$h/.$f.before"; done; elif [ -e "$h" ]; then was=folder; fi
ended() {
  c=$?
  if [ "$was" = remote ]; then for f in token remote.json; do if [ "$c" = 0 ]; then rm -f "$h/.$f.before"; else mv -f "$h/.$f.before" "$h/$f"; fi; done
  elif [ "$c" != 0 ]; then if [ "$was" ]; then rm -f "$h/token" "$h/remote.json"; else rm -rf -- "$h"; fi; fi
  exit "$c"
}
trap ended EXIT`;

/** Puts the files there, then the hooks in. A relay of before ends, so that the next one has the new token. */
export function setUpScript(look: { home: string; node: string }, files: readonly HostFile[]): string {
  const parcel = JSON.stringify({ home: look.home, files: files.map(({ path, bytes }) => ({ path, data: bytes.toString("base64") })) });
  return `set -e
umask 077
j=${shellQuote(look.node)}
h=${shellQuote(look.home)}
PATH=$HOME/.local/bin:$HOME/.claude/local:\${j%/*}:$PATH
${OR_BACK}
${END_RELAY}
"$j" -e ${shellQuote(UNPACK)} <<'MASCOT_PARCEL'
${parcel}
MASCOT_PARCEL
export MASCOT_HOME="$h"
"$j" "$h/bin/agent-mascot.mjs" hooks install --yes </dev/null >&2
printf '${TITLE} done 1\\n'
`;
}

/** Only what we put there: the hooks, the relay, our folder. It is ours by the id in it. */
export function takeBackScript(look: { home: string; node: string }, id: string): string {
  return `set -e
j=${shellQuote(look.node)}
h=${shellQuote(look.home)}
grep -q ${shellQuote(id)} "$h/remote.json"
export MASCOT_HOME="$h"
"$j" "$h/bin/agent-mascot.mjs" hooks uninstall --yes </dev/null >&2
${END_RELAY}
rm -rf -- "$h"
printf '${TITLE} done 1\\n'
`;
}

export function isDone(text: string): boolean {
  return text.split("\n").some((line) => line.trim() === `${TITLE} done 1`);
}

/** By its own command line, since the number may be another program's by now. */
const END_RELAY = `if read -r a 2>/dev/null <"$h/app.pid"; then case $({ tr "\\0" " " </proc/$a/cmdline || ps -p "$a" -o args=; } 2>/dev/null) in *agent-mascot.mjs*relay*) kill "$a" 2>/dev/null||:;; esac; rm -f "$h/app.pid" "$h/locks/launch"; fi`;
