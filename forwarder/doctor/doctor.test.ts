/** What the doctor makes of what it sees, and what its report keeps to itself. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BridgeStatus, DoctorAppSide, DoctorStepName } from "../../schemas/generated/types.ts";
import { inspectHooks } from "../settings/edit.ts";
import { HOOK_EVENTS } from "../settings/events.ts";
import { planHttpHooks } from "../settings/plan.ts";
import { causeOf } from "./bridge-step.ts";
import { judged } from "./doctor.ts";
import type { DoctorLook, LayerLook } from "./look.ts";
import { nodeNamedIn } from "./probe-layers.ts";
import { listenersIn } from "./probe-port.ts";
import { doctorWordsIn, makeReport, type Private, redacted, stepsIn } from "./report.ts";
import { doctorWordsEn, doctorWordsKo } from "./words.ts";

const ALL = HOOK_EVENTS.map(({ name }) => name);

function layer(name: LayerLook["layer"], settings: unknown, more: Partial<LayerLook> = {}): LayerLook {
  return { layer: name, file: `/home/kim/${name}.json`, status: inspectHooks(Buffer.from(typeof settings === "string" ? settings : JSON.stringify(settings))), events: [], outdated: false, httpPorts: [], ...more };
}

const APP: DoctorAppSide = { version: "1.0.0", pid: 7, port: 4820, recording: true, bridges: [], display: ":0", forwarder: {}, database: { state: "whole", version: 3, bytes: 1e6, wal_bytes: 0, detail: "" } };

/** A home where all is well. */
function healthy(): DoctorLook {
  return {
    elsewhere: null, platform: "linux", now: Date.UTC(2026, 10, 28), home: { path: "/home/kim/.agent-mascot", there: true, open: false, foreign: false, installed: true, plugin: null }, client: { version: "2.1.332", wanted: ALL },
    layers: [layer("user", {}, { events: ALL })], node: { named: "/usr/bin/node", namedIsThere: true, found: "/usr/bin/node" }, curl: true,
    forwarder: { missing: [], changed: [], openToOthers: [], compared: true }, disk: { freeBytes: 5e10 }, discovery: { there: true, pid: 7, alive: true, port: 4820, stopped: false }, app: APP, appTrouble: null,
    port: { port: 4820, proved: true, owner: { pid: 7, name: "agent-mascot" }, usualOwner: { pid: 7, name: "agent-mascot" } }, token: "ok", proxy: null, event: { kind: "received", ms: 12, event: "Notification" },
    spool: { files: 0, bytes: 0 }, database: { there: true, isDatabase: true, bytes: 1e6, walBytes: 0 }, display: ":0", tray: true,
  };
}

const DOWN: Partial<DoctorLook> = { app: null, discovery: { there: true, pid: 7, alive: false, port: 4820, stopped: true }, port: { port: 4820, proved: null, owner: null, usualOwner: null } };

function step(name: DoctorStepName, change: Partial<DoctorLook>) {
  return judged({ ...healthy(), ...change }).find((finding) => finding.step === name);
}

test("a healthy home: twenty-one numbered steps, all of them well", () => {
  const steps = stepsIn(doctorWordsIn("en"), judged(healthy()));
  expect(steps.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
  expect(new Set(steps.map(({ step: name }) => name)).size).toBe(21);
  expect(steps.filter(({ state }) => state !== "ok")).toEqual([]);
  expect(steps.filter(({ fix }) => fix !== null)).toEqual([]);
});

describe("R1: the app of this home is on another system", () => {
  const away: Partial<DoctorLook> = { ...DOWN, port: { port: 4820, proved: null, owner: { pid: 3, name: "somebody" }, usualOwner: null }, display: null, tray: null, event: { kind: "spooled", event: "Notification" }, spool: { files: 3, bytes: 900 }, database: { there: false, isDatabase: false, bytes: 0, walBytes: 0 } };
  const looks: Partial<DoctorLook> = { ...away, home: { ...healthy().home, open: true }, forwarder: { ...healthy().forwarder, openToOthers: ["/mnt/c/x"] }, token: "open" };

  test.each<[string, Partial<DoctorLook>]>([
    ["on Windows, by a mount where every file is everybody's", { ...looks, elsewhere: { kind: "windows" } }],
    ["on the desk, which nothing was handed in to yet", { ...away, elsewhere: { kind: "desk", link: null } }],
    ["on the desk, reached", { ...away, elsewhere: { kind: "desk", link: { state: "up", since: 0, text: "", said: false } } }],
  ])("%s: nothing is at fault, and no start of an app is asked for", (_where, change) => {
    const findings = judged({ ...healthy(), ...change });
    expect(findings.filter(({ state }) => state === "fail" || state === "warn")).toEqual([]);
    expect(findings.filter(({ fix }) => fix !== null)).toEqual([]);
  });

  test.each([["down", "warn"], ["refused", "fail"]] as const)("a desk that is %s is told in the relay's words", (state, judgement) => {
    expect(step("app", { ...away, elsewhere: { kind: "desk", link: { state, since: 0, text: "what is wrong", said: true } } })).toMatchObject({ state: judgement, values: ["what is wrong"] });
  });

  test("what is truly amiss there is still said: a changed hook command, a spool that grows", () => {
    const change: Partial<DoctorLook> = { ...looks, elsewhere: { kind: "windows" }, forwarder: { ...healthy().forwarder, changed: ["forward-to-mascot.cjs"] }, spool: { files: 5_000, bytes: 9e6 } };
    expect([step("forwarder", change)?.state, step("spool", change)?.state]).toEqual(["fail", "warn"]);
  });
});

describe("settings files and hooks", () => {
  test.each<[string, DoctorStepName, Partial<DoctorLook>, string, string]>([
    ["a broken file, with its line", "settings", { layers: [layer("local", '{"a":1,}'), layer("user", {}, { events: ALL })] }, "fail", "settings_broken"],
    ["all hooks switched off", "switches", { layers: [layer("user", { disableAllHooks: true }, { events: ALL })] }, "fail", "hooks_switched_off"],
    ["switched off for the person, on for the project: the project's file wins", "switches", { layers: [layer("local", { disableAllHooks: false }), layer("user", { disableAllHooks: true }, { events: ALL })] }, "ok", "switches_fine"],
    ["only an organisation's hooks", "switches", { layers: [layer("managed", { allowManagedHooksOnly: true }), layer("user", {}, { events: ALL })] }, "fail", "managed_only"],
    ["a person's file that says so says nothing", "switches", { layers: [layer("user", { allowManagedHooksOnly: true }, { events: ALL })] }, "ok", "switches_fine"],
    ["posts that are not allowed", "switches", { layers: [layer("user", { allowedHttpHookUrls: ["https://*"] }, { events: ALL, httpPorts: [4820] })] }, "fail", "url_not_allowed"],
    ["posts that are allowed", "switches", { layers: [layer("user", { allowedHttpHookUrls: ["http://127.0.0.1:*"] }, { events: ALL, httpPorts: [4820] })] }, "ok", "switches_fine"],
    ["none", "hooks", { layers: [layer("user", {})] }, "fail", "hooks_none"],
    ["lines without the mark that makes them live", "hooks", { home: { ...healthy().home, installed: false } }, "fail", "hooks_inactive"],
    ["two files", "hooks", { layers: [layer("local", {}, { events: ALL }), layer("user", {}, { events: ALL })] }, "fail", "hooks_twice"],
    ["lost events", "hooks", { layers: [layer("user", {}, { events: ALL.slice(2) })] }, "fail", "hooks_missing_events"],
    ["old lines", "hooks", { layers: [layer("user", {}, { events: ALL, outdated: true })] }, "warn", "hooks_old"],
    ["a hand-written entry beside them", "hooks", { layers: [layer("user", { hooks: { Stop: [{ hooks: [{ type: "command", command: "node forward-to-mascot.mjs" }] }] } }, { events: ALL })] }, "warn", "hooks_by_hand"],
    ["the plugin alone", "hooks", { layers: [layer("user", { enabledPlugins: { "agent-mascot@agent-mascot": true } })], home: { ...healthy().home, plugin: "/p" } }, "ok", "plugin_alone"],
    ["a plugin that does nothing", "hooks", { layers: [layer("user", { enabledPlugins: { "agent-mascot@agent-mascot": true } })] }, "fail", "plugin_inactive"],
    ["the plugin beside the settings", "hooks", { layers: [layer("user", { enabledPlugins: { "agent-mascot@agent-mascot": true } }, { events: ALL })] }, "ok", "hooks_and_plugin"],
    ["posted by the client", "hooks", { layers: [layer("user", {}, { events: ALL.slice(1), httpPorts: [4820] })] }, "warn", "hooks_http"],
    ["posted to another port", "hooks", { layers: [layer("user", {}, { events: ALL.slice(1), httpPorts: [4825] })] }, "fail", "http_wrong_port"],
    ["the command line as a hook", "command_line", { layers: [layer("user", { hooks: { Stop: [{ hooks: [{ type: "command", command: "agent-mascot hook context" }] }] } }, { events: ALL })] }, "fail", "command_line_as_hook"],
    ["an unknown client", "client", { client: { version: null, wanted: [] } }, "warn", "client_unknown"],
  ])("%s", (_, name, change, state, reason) => {
    expect(step(name, change)).toMatchObject({ state, reason });
  });

  test("free space is told in the unit that a person counts in", () => {
    expect(step("disk", { disk: { freeBytes: 81_190_000_000 } })).toMatchObject({ state: "ok", values: ["75.6"] });
    expect(step("disk", { disk: { freeBytes: 900_000_000 } })).toMatchObject({ state: "warn", values: [858] });
  });

  test("every fault and every warning has a fix", () => {
    const changes: Partial<DoctorLook>[] = [
      DOWN, { layers: [layer("user", {})] }, { node: { named: null, namedIsThere: false, found: null }, curl: false }, { token: "open" }, { token: "broken" }, { token: "refused" }, { proxy: "http://p", layers: [layer("user", {}, { events: ALL, httpPorts: [4820] })] },
      { event: { kind: "lost", event: "Stop", detail: "exit 2" } }, { event: { kind: "spooled", event: "Stop" } }, { disk: { freeBytes: 1 } }, { tray: false }, { app: { ...APP, display: null, recording: false, port: 0 } },
      { home: { ...healthy().home, open: true } }, { home: { ...healthy().home, there: false } }, { spool: { files: 5000, bytes: 1 } },
    ];
    for (const change of changes) for (const { state, reason, fix } of judged({ ...healthy(), ...change })) if (state === "fail" || (state === "warn" && reason !== "client_unknown")) expect(fix, reason).not.toBeNull();
  });
});

describe("this computer and the app", () => {
  test.each<[string, DoctorStepName, Partial<DoctorLook>, string, string]>([
    ["S23: the node that the lines name is gone", "node", { node: { named: "/opt/node/20.1/bin/node", namedIsThere: false, found: "/usr/bin/node" } }, "warn", "node_moved"],
    ["no node", "node", { node: { named: null, namedIsThere: false, found: null } }, "warn", "node_none"],
    ["neither curl nor node", "answer_lane", { node: { named: null, namedIsThere: false, found: null }, curl: false }, "fail", "no_answers"],
    ["no curl", "answer_lane", { curl: false }, "warn", "answers_by_node"],
    ["S21: the hook command is gone", "forwarder", { forwarder: { missing: ["forward-to-mascot.cjs"], changed: [], openToOthers: [], compared: true } }, "fail", "forwarder_missing"],
    ["D5: a changed hook command", "forwarder", { forwarder: { missing: [], changed: ["forward-to-mascot.cjs"], openToOthers: [], compared: true } }, "fail", "forwarder_changed"],
    ["a home that others may look into", "home", { home: { ...healthy().home, open: true } }, "fail", "home_open"],
    ["a full disk", "disk", { disk: { freeBytes: 1e6 } }, "fail", "disk_full"],
    ["an app that was quit", "app", { ...DOWN, discovery: { there: true, pid: 7, alive: false, port: 4820, stopped: true } }, "warn", "app_ended"],
    ["a discovery file that lies", "app", { ...DOWN, discovery: { there: true, pid: 7, alive: false, port: 4820, stopped: false } }, "warn", "app_died"],
    ["an app that warns of its settings", "app", { app: { ...APP, notices: ["settings_partly_read"] } }, "warn", "app_warns"],
    ["an app that does not record", "app", { app: { ...APP, recording: false, notices: ["database_unavailable"] } }, "fail", "app_not_recording"],
    ["an app that hangs", "app", { ...DOWN, appTrouble: "no answer in time" }, "fail", "app_silent"],
    ["a port that somebody else took over", "port", { ...DOWN, port: { port: 4820, proved: null, owner: { pid: 9, name: "python3" }, usualOwner: null } }, "warn", "port_taken"],
    ["a stranger who answers on the app's port", "port", { port: { port: 4820, proved: false, owner: { pid: 9, name: "x" }, usualOwner: null } }, "fail", "port_stolen"],
    ["the usual port is taken, and another one ours", "port", { app: { ...APP, port: 4821 }, port: { port: 4821, proved: true, owner: null, usualOwner: { pid: 9, name: "x" } } }, "ok", "port_other"],
    ["a token of another app", "token", { token: "refused" }, "fail", "token_refused"],
    ["a proxy, with lines of ours", "proxy", { proxy: "http://proxy:3128" }, "ok", "proxy_no_matter"],
    ["a proxy, with posts by the client", "proxy", { proxy: "http://proxy:3128", layers: [layer("user", {}, { events: ALL, httpPorts: [4820] })] }, "fail", "proxy_in_the_way"],
    ["an event that the running app does not take", "event", { event: { kind: "spooled", event: "Stop" } }, "fail", "event_stuck"],
    ["an event without an app", "event", { ...DOWN, event: { kind: "spooled", event: "Stop" } }, "warn", "event_spooled"],
    ["a damaged database", "database", { app: { ...APP, database: { ...APP.database, state: "damaged", detail: "x" } } }, "fail", "database_damaged"],
    ["a database whose file is none, without the app", "database", { ...DOWN, database: { there: true, isDatabase: false, bytes: 9, walBytes: 0 } }, "fail", "database_no_database"],
    ["a large journal", "wal", { app: { ...APP, database: { ...APP.database, wal_bytes: 2e8 } } }, "warn", "wal_large"],
    ["no tray", "tray", { tray: false }, "warn", "tray_none"],
    ["no display", "display", { app: { ...APP, display: null } }, "fail", "display_none"],
  ])("%s", (_, name, change, state, reason) => {
    expect(step(name, change)).toMatchObject({ state, reason });
  });

  test("without the app each step is still there, and says what it could not look at", () => {
    const findings = judged({ ...healthy(), ...DOWN });
    expect(findings).toHaveLength(21);
    expect(findings.filter(({ state }) => state === "fail")).toEqual([]);
  });

  test("an app that hangs is nowhere taken for one that is not running: its port is its own, and what mends it is to end its process", () => {
    const hung: Partial<DoctorLook> = {
      app: null, appTrouble: "no answer in time", discovery: { there: true, pid: 7, alive: true, port: 4820, stopped: false }, port: { ...healthy().port, proved: null },
      event: { kind: "spooled", event: "Stop" }, spool: { files: 3, bytes: 900 }, display: null,
    };
    const findings = judged({ ...healthy(), ...hung });
    const told = Object.fromEntries(findings.filter(({ state }) => state !== "ok").map(({ step: name, state, reason, fix }) => [name, [state, reason, fix?.word ?? null]]));
    expect(told).toEqual({
      app: ["fail", "app_silent", "end_process"], port: ["skipped", "app_says_nothing", null], event: ["fail", "event_stuck", "end_process"], spool: ["warn", "spool_waits", "end_process"],
      bridges: ["skipped", "nothing_to_look_at", null], display: ["skipped", "app_says_nothing", null],
    });
    expect(findings.flatMap(({ fix }) => (fix?.word === "end_process" ? [fix.values] : []))).toEqual([[7], [7], [7]]);
    expect(step("port", { ...hung, port: { ...healthy().port, proved: null, owner: { pid: 9, name: "python3" } } })).toMatchObject({ reason: "port_taken" });
    expect(step("app", { ...hung, port: { ...healthy().port, proved: null, owner: null } })).toMatchObject({ reason: "app_silent", fix: { word: "restart" } });
  });

  test("an app whose number is another program's by now is not running: nobody is told to end that one", () => {
    const reused: Partial<DoctorLook> = { ...DOWN, discovery: { there: true, pid: 7, alive: true, port: 4820, stopped: false }, event: { kind: "spooled", event: "Stop" }, spool: { files: 3, bytes: 900 } };
    expect(step("app", reused)).toMatchObject({ state: "warn", reason: "app_died", fix: { word: "start" } });
    expect(judged({ ...healthy(), ...reused }).filter(({ fix }) => fix?.word === "end_process" || fix?.word === "restart")).toEqual([]);
  });

  test("the node of a line, whatever its path", () => {
    const plain = { type: "command", timeout: 5 } as const;
    expect(nodeNamedIn({ ...plain, command: `x;j='/opt/it'\\''s here/node';[ -x "$j" ]||j=$(command -v node);y # agent-mascot` })).toBe("/opt/it's here/node");
    expect(nodeNamedIn({ ...plain, command: "x # agent-mascot" })).toBeNull();
    expect(nodeNamedIn({ ...plain, command: "C:\\node.exe", args: ["a"] })).toBe("C:\\node.exe");
    const http = planHttpHooks({ port: 1, clientVersion: "2.1.332" });
    expect(http.ok && nodeNamedIn(http.hooks[0]?.handler)).toBeNull();
  });

  test("who listens, in the kernel's table", () => {
    const table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n   0: 0100007F:12D4 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0\n   1: 0100007F:12D4 0100007F:9999 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0\n";
    expect(listenersIn(table, 4820)).toEqual(["socket:[4711]"]);
    expect(listenersIn(table, 4821)).toEqual([]);
  });
});

describe("the report to hand on", () => {
  const hidden: Private = {
    folders: [{ path: "/home/kim/.agent-mascot", as: "<home>" }, { path: "/home/kim", as: "~" }, { path: "/home/kim/work/secret-shop", as: "<project>" }],
    names: [{ name: "kim", as: "<user>" }, { name: "kims-laptop", as: "<computer>" }, { name: "secret-shop", as: "<project>" }],
    secrets: ["ab".repeat(32)],
  };

  test("names no person, computer, project, folder or secret", () => {
    const text = redacted(`/home/kim/.agent-mascot/token ${"ab".repeat(32)} in /home/kim/work/secret-shop/.claude on kims-laptop by kim; ${"c0ffee".repeat(8)} http://kim:pass@proxy:1 sk-abcdefghijklmnop kimchi`, hidden);
    expect(text).toBe("<home>/token <secret> in <project>/.claude on <computer> by <user>; <secret> http://<secret>@proxy:1 <secret> kimchi");
  });

  test("whatever the names are, none of them is in it", () => {
    const name = fc.stringMatching(/^[a-z가-힣][a-z0-9가-힣_.-]{2,12}$/).map((word) => `q${word}z`);
    fc.assert(
      fc.property(name, name, name, (user, project, computer) => {
        fc.pre(new Set([user, project, computer]).size === 3);
        const folder = `/home/${user}`;
        const look: DoctorLook = {
          ...healthy(), layers: [layer("project", "{", { file: `${folder}/work/${project}/.claude/settings.json` }), layer("user", {}, { file: `${folder}/.claude/settings.json`, events: ALL })],
          home: { ...healthy().home, path: `${folder}/.agent-mascot`, open: true }, port: { ...healthy().port, proved: false, owner: { pid: 1, name: computer } },
        };
        const { report } = makeReport({
          words: doctorWordsIn("en"), findings: judged(look), at: "2026-01-01T00:00:00Z", version: "1.0.0", system: "linux",
          hidden: { folders: [{ path: folder, as: "~" }, { path: `${folder}/work/${project}`, as: "<project>" }], names: [{ name: user, as: "<user>" }, { name: project, as: "<project>" }, { name: computer, as: "<computer>" }], secrets: [] },
        });
        for (const word of [user, project, computer]) expect(report).not.toContain(word);
        expect(report).toContain("~");
      }),
    );
  });
});

test("everything is said in both languages, with the same values", () => {
  const places = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort();
  for (const [word, english] of Object.entries(doctorWordsEn)) expect(places(doctorWordsKo[word as keyof typeof doctorWordsEn]), word).toEqual(places(english));
  for (const text of Object.values(doctorWordsKo)) expect(text).not.toBe("");
});

describe("bridges", () => {
  const NOW = Date.UTC(2026, 10, 28);
  const status = (bridge: BridgeStatus["bridge"], changes: Partial<BridgeStatus> = {}): BridgeStatus => ({ bridge, state: "idle", reason: null, since: null, next_try_at: null, pending: 0, oldest_at: null, aside: 0, carried: 0, last_carried_at: null, history: null, ...changes });
  const judgedWith = (...bridges: BridgeStatus[]) => step("bridges", { app: { ...APP, bridges } });

  test.each<[string, BridgeStatus[], string, string]>([
    ["all off", [status("discord", { state: "off" })], "ok", "bridges_off"],
    ["all well", [status("discord"), status("postgres", { state: "working", pending: 300 })], "ok", "bridges_fine"],
    ["away for a moment", [status("postgres", { state: "waiting", reason: "postgres_away", pending: 9, oldest_at: NOW - 60_000 })], "ok", "bridges_fine"],
    ["away for long", [status("postgres", { state: "waiting", reason: "postgres_away", pending: 9, oldest_at: NOW - 3_600_000 })], "warn", "bridge_held_up"],
    ["slower than what comes", [status("postgres", { state: "working", pending: 60_000, oldest_at: NOW })], "warn", "bridge_behind"],
    ["rows set aside", [status("discord", { aside: 2 })], "warn", "bridge_aside"],
    ["on, with no project chosen", [status("discord", { state: "unset", reason: "no_project" })], "warn", "bridge_unset"],
    ["stopped, which goes before a warning of another", [status("discord", { aside: 2 }), status("opentelemetry", { state: "stopped", reason: "otel_unauthorised", pending: 4 })], "fail", "bridge_stopped"],
  ])("%s", (_, bridges, state, reason) => {
    const finding = judgedWith(...bridges);
    expect([finding?.state, finding?.reason]).toEqual([state, reason]);
    expect(finding?.fix === null).toBe(state === "ok");
  });

  test("what is wrong is said in the person's language", () => {
    const finding = judgedWith(status("postgres", { state: "stopped", reason: "postgres_wrong_password", pending: 4 }));
    const said = (language: "en" | "ko") => stepsIn(doctorWordsIn(language), finding === undefined ? [] : [finding])[0]?.text;
    expect(said("en")).toBe("PostgreSQL has stopped: it does not let us in; 4 wait");
    expect(said("ko")).toContain("들여보내 주지 않습니다");
  });

  test("every reason that the page Bridges has words for has a cause of its own here", () => {
    const { bridges } = JSON.parse(readFileSync(new URL("../../renderer/texts/en.json", import.meta.url), "utf8")) as { bridges: { reason: Record<string, string> } };
    const without = Object.keys(bridges.reason).filter((reason) => causeOf(reason) === "cause_other");
    expect(without.sort()).toEqual(["discord_refused", "discord_unsure", "nothing_carried", "otel_refused", "outbox_unreadable", "postgres_off", "postgres_refused"]);
  });
});
