import { describe, expect, it } from "vitest";
import { argumentsOfNext, asksToBeSeen, handOver, startMode } from "./start-mode.ts";
import { canUseX11, isNativeWayland } from "./wayland.ts";

describe("how a run began", () => {
  it.each([
    ["by hand", {}, [], { hidden: false, byPerson: true, owesRaise: false }],
    ["by hand, to the tray", { MASCOT_HIDDEN: "1" }, [], { hidden: true, byPerson: false, owesRaise: false }],
    ["at login", {}, ["agent-mascot", "--hidden"], { hidden: true, byPerson: false, owesRaise: false }],
    ["after somebody asked for one that was ending", {}, ["agent-mascot", "--raise"], { hidden: false, byPerson: true, owesRaise: true }],
    ["by a hook", { MASCOT_LAUNCHED_BY: "hook" }, [], { hidden: false, byPerson: false, owesRaise: false }],
  ] as const)("%s", (_how, env, argv, mode) => {
    expect(startMode(env, argv)).toEqual(mode);
  });

  it("L7: a person's second start has the first one shown; a hook's or a login's opens nothing", () => {
    expect(asksToBeSeen(handOver({ hidden: false, byPerson: true, owesRaise: false }))).toBe(true);
    expect(asksToBeSeen(handOver({ hidden: false, byPerson: false, owesRaise: false }))).toBe(false);
  });

  it.each([
    [["."], [".", "--raise"]],
    [[".", "--hidden"], [".", "--raise"]],
    [[".", "--raise", "--ozone-platform=x11"], [".", "--ozone-platform=x11", "--raise"]],
  ])("who asks for an app that is ending sees the next one: %j", (own, next) => {
    expect(argumentsOfNext(own)).toEqual(next);
  });

  it.each([undefined, null, "raise", 3, [], {}, { kind: "quit" }, { kind: ["raise"] }])("a second start that says %j is not obeyed", (message) => {
    expect(asksToBeSeen(message)).toBe(false);
  });
});

describe("W9: windows are native Wayland ones", () => {
  const session = { WAYLAND_DISPLAY: "wayland-0", XDG_SESSION_TYPE: "wayland" };
  it.each([
    ["in an X11 session", {}, "", 45, false],
    ["with an Electron that prefers XWayland", session, "", 25, false],
    ["with a newer Electron", session, "", 45, true],
    ["with a newer Electron told to use X11", session, "x11", 45, false],
    ["with an older Electron told to use Wayland", session, "wayland", 25, true],
    ["when the environment says so", { ...session, ELECTRON_OZONE_PLATFORM_HINT: "auto" }, "", 30, true],
  ] as const)("%s", (_when, env, chosen, major, native) => {
    expect(isNativeWayland(env, chosen, major)).toBe(native);
  });
});

it("W9: where XWayland is there, the app can start again on it; where not, it says what does not work", () => {
  expect(canUseX11({ WAYLAND_DISPLAY: "wayland-0", DISPLAY: ":0" })).toBe(true);
  expect(canUseX11({ WAYLAND_DISPLAY: "wayland-0" })).toBe(false);
});
