/** The steps about the client and its settings files. Pure. */
import { fail, type Finding, fixBy, INSTALL, ok, REPAIR, skipped, warn } from "./finding.ts";
import type { DoctorLook, LayerLook } from "./look.ts";

export function hookSteps(look: DoctorLook): Finding[] {
  return [client(look), settings(look), switches(look), hooks(look), commandLine(look)];
}

/** Why a file cannot be read, in words. */
const UNREADABLE: Readonly<Record<string, string>> = { not_a_file: "@cause_no_file", dead_link: "@cause_dead_link", io: "@cause_no_access" };

function client({ client: { version, wanted } }: DoctorLook): Finding {
  return version === null ? warn("client", "client_unknown", [wanted.length]) : ok("client", "client_known", [version, wanted.length]);
}

function settings({ layers }: DoctorLook): Finding {
  for (const { file, status } of layers) {
    if (status.ok) continue;
    if ("line" in status && status.line !== undefined) return fail("settings", "settings_broken", [file, status.line, status.column ?? 1, status.detail], fixBy("mend_file", { values: [file] }));
    return fail("settings", "settings_unreadable", [file, UNREADABLE[status.reason] ?? status.reason], fixBy("mend_file", { values: [file] }));
  }
  return ok("settings", "settings_fine", [layers.map(({ layer }) => layer).join(" > ") || "-"]);
}

/** The first file that says something about it wins. */
function switches({ layers }: DoctorLook): Finding {
  const said = layers.find(({ status }) => status.ok && status.disableAll !== null);
  if (said?.status.ok && said.status.disableAll) return fail("switches", "hooks_switched_off", [said.file], fixBy("switch_on", { values: [said.file] }));
  const managed = layers.find(({ status }) => status.ok && status.managedOnly);
  if (managed?.layer === "managed") return fail("switches", "managed_only", [managed.file], fixBy("ask_administrator"));
  const blocked = layers.find(({ status }) => status.ok && status.allowedUrls !== null);
  const [port] = layers.flatMap(({ httpPorts }) => httpPorts);
  if (blocked?.status.ok && port !== undefined && !isAllowed(`http://127.0.0.1:${port}/hooks/claude`, allUrls(layers))) return fail("switches", "url_not_allowed", [blocked.file, port], fixBy("allow_url", { values: [blocked.file] }));
  return ok("switches", "switches_fine");
}

function allUrls(layers: readonly LayerLook[]): string[] {
  return layers.flatMap(({ status }) => (status.ok ? (status.allowedUrls ?? []) : []));
}

/** As the client's patterns are: `*` for anything. */
function isAllowed(url: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => new RegExp(`^${pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&")).join(".*")}`).test(url));
}

function hooks(look: DoctorLook): Finding {
  const { layers, home, client: { wanted } } = look;
  const ours = layers.filter(({ events }) => events.length > 0);
  const plugin = layers.find(({ status }) => status.ok && status.plugin !== null)?.status;
  const pluginOn = plugin?.ok === true && plugin.plugin === true;
  const [first, second] = ours;
  if (!first) return pluginOn ? byPlugin(look) : fail("hooks", "hooks_none", [], INSTALL);
  if (!home.installed) return fail("hooks", "hooks_inactive", [first.file], REPAIR);
  if (second) return fail("hooks", "hooks_twice", [first.file, second.file], fixBy("remove_one", { command: `agent-mascot hooks uninstall --scope ${first.layer}` }));
  const missing = wanted.filter((event) => !first.events.includes(event) && !(event === "SessionStart" && first.httpPorts.length > 0));
  if (missing.length > 0) return fail("hooks", "hooks_missing_events", [first.file, missing.join(", ")], REPAIR);
  if (first.outdated) return warn("hooks", "hooks_old", [first.file], REPAIR);
  const byHand = layers.flatMap(({ status }) => (status.ok ? status.handWritten : []));
  if (byHand.length > 0) return warn("hooks", "hooks_by_hand", [[...new Set(byHand)].join(", ")], fixBy("remove_by_hand"));
  if (first.httpPorts.length > 0) return httpEntries(look, first);
  return ok("hooks", pluginOn ? "hooks_and_plugin" : "hooks_fine", [first.events.length, first.file]);
}

function byPlugin({ home }: DoctorLook): Finding {
  return home.plugin === null || !home.installed ? fail("hooks", "plugin_inactive", [], fixBy("write_plugin", { command: "agent-mascot hooks plugin" })) : ok("hooks", "plugin_alone", [home.plugin]);
}

function httpEntries({ app }: DoctorLook, { events, file, httpPorts }: LayerLook): Finding {
  const wrong = httpPorts.find((port) => app !== null && app.port !== port);
  if (wrong !== undefined) return fail("hooks", "http_wrong_port", [wrong, app?.port ?? 0], REPAIR);
  return warn("hooks", "hooks_http", [events.length, file], fixBy("without_http", { command: "agent-mascot hooks install" }));
}

function commandLine({ layers }: DoctorLook): Finding {
  const wrong = layers.find(({ status }) => status.ok && status.byCommandLine.length > 0);
  if (!wrong?.status.ok) return layers.length === 0 ? skipped("command_line", "nothing_to_look_at") : ok("command_line", "command_line_fine");
  return fail("command_line", "command_line_as_hook", [wrong.file, wrong.status.byCommandLine.join(", ")], fixBy("remove_command_line", { values: [wrong.file] }));
}
