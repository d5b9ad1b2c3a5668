/**
 * The one shell line that is installed per event (DESIGN §7). Pure: builds text.
 *
 * POSIX sh only (dash, bash, zsh as sh, busybox, mksh). Never prints and ends with 0, also when the app, its home or node are gone; the one exception is below, under Bounds.
 * The whole logic is in the line and not in a script beside it: a script that is missing, half written or damaged would end the shell
 * with 2, which blocks the person's tool; a line in the settings file is there or is not.
 *
 * Lanes, chosen at run time so that the settings need no rewriting:
 *   fast    header and stdin into the spool by `cat`: the shell becomes it, a second process would double what a hook costs. Where the shell has something
 *           to do afterwards it waits for it instead
 *   answer  curl over the Unix socket of an app that runs: a third of what starting node costs the person. Node and the forwarder for whatever needs more: an app
 *           that is gone while somebody may answer or a session starts, a machine without curl. Where there is no node, curl for these too
 *   launch  the fast lane, and then the forwarder, to start an app that died: what the client said is kept before node has even begun
 * A failing node (gone, too old) has not read stdin: the fast lane then takes the event.
 *
 * Bounds. The forwarder ends itself. The fast lane ends with its stdin, which the client closes at once (contract §4); should it ever stay
 * open, the client's own hook timeout ends the line (`timeout` in the settings: SIGTERM, then SIGKILL, to the whole process group).
 * A deadline in the line itself would cost every event a second process. What is left then is a file that does not end, which is taken as it is.
 * A shell that became `cat` ends as `cat` does: with 1 when it cannot write to the end. So it becomes it only while the app lives and says that the disk has room (app/home/room.ts). A quota
 * that leaves less than the disk has is the exception: the client then tells of a hook that failed, which blocks nothing (contract §6), and what was written is kept.
 * Without an app the spool stays within bounds by the forwarder, or where there is no node by `prune`, both at a session's start.
 */

import { INSIDE_VARIABLE } from "./inside.ts";
import { DEFAULT_PROVIDER } from "../providers/default.ts";
import { END_MARK, IN_PLACE, UNMARKED } from "../hook/spool-end.ts";

/** Ends every command of ours, so that it is found again in any settings file. */
export const MARKER = "# agent-mascot";

/** In the home: the projects that lines in settings files tell of, one a line; `*` for all. */
export const COVERED_FILE = "in-settings";

/** In the home while the app runs and the disk has room. */
export const ROOM_FILE = "room";

/** Allow-list of the environment that goes along; everything else may be a secret. */
export const HEADER_VARIABLES = [
  "CLAUDE_PID", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ATTENDED", "CLAUDE_PROJECT_DIR", "AI_AGENT", "TERM_SESSION_ID", "TMUX_PANE", "WT_SESSION",
] as const;

/** With a session's start: a terminal that the system does not tell of, on the other end of a connection. */
export const TERMINAL_VARIABLES = ["SSH_TTY", "GPG_TTY"] as const;

export interface LineOptions {
  event: string;
  /** absolute path; null: `$HOME/.agent-mascot`, for files that are shared with others (no absolute path of one person) */
  home: string | null;
  /** node at the time of installing, tried before the PATH's; null: the PATH's only */
  node: string | null;
  provider?: string;
  /** of the plugin's copy of the hooks */
  plugin?: boolean;
  /** what the spool may take of the disk where neither node nor an app keeps it small */
  spoolKilobytes?: number;
}

/** As the forwarder's bound (DESIGN §7). */
const SPOOL_KILOBYTES = 512 * 1024;

/** Longer values are no names but content. */
const VALUE_MAX = 4096;

export function installedLine(options: LineOptions): string {
  const home = options.home === null ? '"$HOME/.agent-mascot"' : shellQuote(options.home);
  const provider = options.provider ?? DEFAULT_PROVIDER;
  return [
    `h=${home};e=${shellWord(options.event)};p=${shellWord(provider)};[ -f "$h/installed" ]||exit 0`,
    `{ ${body(options)}; } 2>/dev/null;exit 0 ${MARKER}`,
  ].join(";");
}

/** The client runs a plugin's hooks beside those of the settings: where the settings' lines tell of this project, the plugin's are silent. No process is started. */
function standsBack(): string {
  return `[ ! -f "$h/${COVERED_FILE}" ]||while read -r q;do case $q in "*"|"$CLAUDE_PROJECT_DIR")exit 0;;esac;done <"$h/${COVERED_FILE}"`;
}

function body(options: LineOptions): string {
  return [
    // An exported SHELLOPTS could end the shell at the first test that is false.
    // System folders first: a repository can set PATH, NODE_OPTIONS and the rest for hooks (contract §16a). Extra certificates cost node 30 ms,
    // OpenSSL's own configuration one more, and it can name libraries to load.
    // One file is read at a time: one thread for it, not four.
    "set +eu;umask 077;PATH=/usr/bin:/bin:$PATH;unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_V8_COVERAGE NODE_DEBUG;export UV_THREADPOOL_SIZE=1 OPENSSL_CONF=/dev/null",
    `[ -z "$${INSIDE_VARIABLE}" ]||exit 0`,
    ...(options.plugin ? [standsBack()] : []),
    uniqueName(),
    header(options),
    lane(options),
    forwarder(options),
    `if [ "$r" = 1 ];then ${answerLane(options)};fi`,
    fastLane(options),
    ...(mayLaunch(options) ? [LAUNCH_LANE] : []),
  ].join(";");
}

/** The kernel's generator where there is one: pids repeat in containers that share a home. Elsewhere time and pids, and exclusive creation guards the rest. */
function uniqueName(): string {
  return "u=;read -r u </proc/sys/kernel/random/uuid||u=$(date +%s)-$PPID;n=0-$$-$u";
}

/** `K=V` pairs behind tabs; a value with control characters could forge a pair, or a header of the curl request. */
function header({ event }: LineOptions): string {
  const names = event === "SessionStart" ? [...HEADER_VARIABLES, ...TERMINAL_VARIABLES] : HEADER_VARIABLES;
  const pairs = names.map((name) => `k ${name} "$${name}"`).join(";");
  return `k(){ case $2 in ''|*[[:cntrl:]]*);;*)[ \${#2} -gt ${VALUE_MAX} ]||m="$m\t$1=$2";;esac;};m="v=1\tprovider=$p\tPPID=$PPID";${pairs};${workspace()}`;
}

/** Where no project is named, the workspace is the folder we run in (specification 1 §3.5), by its real name as the forwarder sees it. `cd` starts no process. */
function workspace(): string {
  return `d=;case $CLAUDE_PROJECT_DIR in *[!/]*);;*)cd -P .&&d=\${PWD##*/};[ "$d" ]||d=root;k workspace_id "$d";;esac`;
}

/**
 * `r` becomes 1 when the forwarder must run: somebody may answer, or the project has rules. It becomes 2 when the app died without being told to.
 * Where nobody sits the app is not started in mid-session, so its death is no reason to pay for the forwarder at every event.
 */
function lane(options: LineOptions): string {
  if (options.event === "SessionStart") return "r=1";
  const asked = 'r=;if [ -e "$h/answers/$e" ]||[ -e "$CLAUDE_PROJECT_DIR/.agent-mascot.yaml" ];then r=1';
  return `${asked};${mayLaunch(options) ? 'elif [ "$CLAUDE_CODE_SESSION_ATTENDED" != 0 ]&&read -r a <"$h/app.pid";then kill -0 "$a"||r=2;' : ""}fi`;
}

/** A session's start launches by itself. */
function mayLaunch({ event, home }: LineOptions): boolean {
  return event !== "SessionStart" && !isOfWindows(home);
}

/** Seen from WSL, which shows the drives of Windows below /mnt: its app's pid means nothing here, and it is not started from here. */
function isOfWindows(home: string | null): boolean {
  return home !== null && /^\/mnt\/[a-z]\//.test(home);
}

const FIND_NODE = "j=$(command -v node)";
/** The part of a line that names the node of the time of installing. */
export const NODE_IN_LINE = /j='(?:[^']|'\\'')*';\[ -x "\$j" \]\|\|(?=j=\$\(command -v node\))/;

/** Shell functions. `N` sets `f` and `j` to the forwarder and a node for it, and is false where one of them is missing; `F` runs it. */
function forwarder({ node }: LineOptions): string {
  const find = node === null ? FIND_NODE : `j=${shellQuote(node)};[ -x "$j" ]||${FIND_NODE}`;
  return `N(){ f=$h/bin/forward-to-mascot.cjs;${find};[ -f "$f" ]&&[ -x "$j" ];};F(){ "$j" --preserve-symlinks-main "$f" --home "$h" --event "$e" --provider "$p" --parent "$PPID" "$@";}`;
}

/** What the spool has of this event is given to the forwarder, for the folders in it; an app that runs by now may have taken it. */
const LAUNCH_LANE = '[ "$r" != 2 ]||if N;then F --launch <"$s/$n.json";fi';

/** Asked of the system alone: no process is started. */
const APP_LIVES = 'read -r a <"$h/app.pid"&&kill -0 "$a"';

function answerLane(options: LineOptions): string {
  const { event, home } = options;
  const tidy = event === "SessionStart" ? prune(options.spoolKilobytes ?? SPOOL_KILOBYTES) : ":";
  // 0: done. Above 128: ended by a signal, stdin was read. Anything else: node itself failed before reading.
  const run = `F;c=$?;if [ $c -eq 0 ]||[ $c -gt 128 ];then exit 0;fi`;
  const byCurl = `[ -S "$h/mascot.sock" ]&&command -v curl >/dev/null`;
  // A socket that is not ours is left to the forwarder, which says no to it.
  const appRuns = `${APP_LIVES}&&[ -O "$h/mascot.sock" ]`;
  // Which terminal a session is in the app reads from the same place as the forwarder would, where there is one.
  const seen = event === "SessionStart" ? `[ -r "/proc/\${CLAUDE_PID:-$PPID}/stat" ]&&` : "";
  const atOnce = isOfWindows(home) ? "" : `${seen}${appRuns}&&${byCurl};then w=1;elif `;
  return `w=;if ${atOnce}N;then ${run};elif ${byCurl};then w=1;else ${tidy};fi;[ -z "$w" ]||{ ${curlLane(event, tidy)}; }`;
}

/**
 * Neither node nor an app: nobody else would ever take anything out of the spool. What is older than thirty days goes; of a spool beyond its bound on the
 * disk (a small file counts as its block, so that this bounds their number too) the older half, and one gap event says how many.
 */
function prune(kilobytes: number): string {
  const big = `x=$(du -sk "$s");[ "\${x%%[!0-9]*}" -gt ${kilobytes} ]`;
  const half = 'x=$(ls "$s"|wc -l);ls -t "$s"|tail -n +$((x/2+2))|while read -r y;do rm -f "$s/$y";done';
  const gap = 'printf \'{"delivery_id":"%s-gap","provider":"%s","gap":{"dropped":%d}}\\n{}\' "$n" "$p" $((x/2))>"$s/$n-gap.json"';
  return `s=$h/spool;if [ -d "$s" ]&&[ ! -h "$s" ];then find "$s" -type f -mtime +30 -exec rm -f {} +;if ${big};then ${half};${gap};fi;fi`;
}

/** curl's word for a socket that nobody listens at. */
const NOBODY = 7;

/**
 * The collector's hook route answers with the hook output itself. The header line of a spool file goes along as a header of the request.
 * An app that went without a word left its socket behind, and its number may be another program's by now: the forwarder is told of it then, which starts the app anew.
 */
function curlLane(event: string, tidy: string): string {
  const time = 't=2;[ "$e$CLAUDE_CODE_SESSION_ATTENDED" = PermissionRequest1 ]&&t=590';
  const send = 'o=$(LC_ALL=C curl -q -sf --noproxy "*" --unix-socket "$h/mascot.sock" --connect-timeout 1 -m $t -H "Content-Type: application/json" -H "X-Mascot-Fields: $m" -H "X-Mascot-Delivery: $n" --data-binary "@$b" "http://localhost/hooks/$p")';
  const handedOn = event === "SessionStart" ? `[ $? -eq ${NOBODY} ]&&N&&F <"$b"||{ ` : "{ ";
  // Of what it has recorded the app takes the body away itself: a process less to wait for.
  return `b=$h/spool/.$n.body.tmp;set -C;${CAT} >"$b"||exit 0;${time};if ${send};then [ -z "$o" ]||printf "%s\\n" "$o";else ${handedOn}${inPlace(`${CAT} "$b"`, "$h/spool")};};${tidy};rm -f "$b";fi;exit 0`;
}

/** Loading the person's locale is half a millisecond of a program that only passes bytes on. For these alone: the app, should it be started here, speaks the person's language. */
const CAT = "LC_ALL=C cat";

/** Whoever is to start the app has to come back, and does: it becomes `cat` only for an app that lives. */
function fastLane({ home }: LineOptions): string {
  const alone = `export LC_ALL=C;${written(UNMARKED, "exec cat", "$s")};exit 0`;
  // A shell whose program is not found ends at once, and not with 0.
  const mayBecomeCat = `[ -e "$h/${ROOM_FILE}" ]&&${APP_LIVES}&&command -v cat >/dev/null`;
  return `s=$h/spool;[ -h "$s" ]&&exit 0;[ -d "$s" ]||mkdir "$s";set -C;${isOfWindows(home) ? "" : `if ${mayBecomeCat};then ${alone};fi;`}${inPlace(CAT, "$s")}`;
}

/** @param content the command that prints the payload */
function inPlace(content: string, folder: string): string {
  return written(IN_PLACE, `${content}&&printf "\\n${END_MARK}\\n"`, folder);
}

/**
 * In place (spool-end.ts), created exclusively: over nothing that is there, through no link. What the shell sees not written to its end goes, and nothing else.
 * @param form the first field of the label
 * @param content the commands behind the label
 * @param folder as the shell names the spool
 */
function written(form: string, content: string, folder: string): string {
  return `o=;{ o=1;printf "%s\\n" "${form}\${m#v=1}"&&${content}; } >"${folder}/$n.json"||{ [ -z "$o" ]||rm -f "${folder}/$n.json"; }`;
}

/** Quotes any text for sh: nothing is special between single quotes but the single quote. */
export function shellQuote(text: string): string {
  if (/[\0\r\n]/.test(text)) throw new Error("a path with a line break cannot be installed");
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** For names of ours, which need no quotes. */
function shellWord(text: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new Error(`not a name: ${text}`);
  return text;
}
