import { describe, expect, it } from "vitest";
import { folderOn } from "./host.ts";
import { restore, serialise } from "./checkpoint.ts";
import { begun, heartbeat, Story, SUB, worldOf } from "./test-support.ts";
import { sessionsOf } from "./changes.ts";

const on = (story: Story, host: string) => story.tell("session_started", { source: "startup", attended: true, host }).tell("user_prompt", { text: "go", injected: false, host }, { turn_id: "p1" });
const HOURS = 3600;

describe("folders of other machines", () => {
  it.each([
    ["box", "/home/me/garden", "host://box/home/me/garden"], ["me@box", "C:\\garden", "host://me@box/C:\\garden"], [null, "/home/me/garden", "/home/me/garden"], ["box", "", undefined], ["box", undefined, undefined],
  ] as const)("%s %s", (host, folder, told) => {
    expect(folderOn(host, folder)).toBe(told);
  });
});

describe("sessions of other machines", () => {
  it("carry its name, and their agents too", () => {
    const story = on(new Story(), "box").tell("agent_started", { host: "box" }, { sub: SUB });
    expect(story.sessionView()).toMatchObject({ host: "box", client_pid: null });
    expect([story.lead()?.host, story.member(SUB)?.host]).toEqual(["box", "box"]);
    expect(begun().sessionView()).toMatchObject({ host: null, client_pid: 100 });
  });

  it("that go on here are of this one from then on, and the other way round", () => {
    const here = on(new Story(), "box").start("resume");
    expect(here.sessionView()).toMatchObject({ host: null, client_pid: 100 });
    const there = on(begun(), "box");
    expect([there.sessionView()?.host, there.sessionView()?.client_pid, there.lead()?.host]).toEqual(["box", null, "box"]);
  });

  it("what the app itself tells of them does not bring them here", () => {
    const story = on(new Story(), "box");
    const own = { ...story.events[1]!, id: "evt_20261128_own", source: "synthetic" as const, event_type: "notification" as const, payload: { notification_type: "client_status" } };
    expect(sessionsOf(worldOf([...story.events, own]))[0]).toMatchObject({ host: "box" });
  });

  it("are gone after twelve hours of silence, having no process here; one of this machine is not", () => {
    const silentFor = (story: Story, seconds: number) => sessionsOf(worldOf([...story.events, heartbeat(seconds)]))[0];
    expect(silentFor(on(new Story(), "box"), 11 * HOURS)?.session_id).toBeDefined();
    expect(silentFor(on(new Story(), "box"), 13 * HOURS)).toBeUndefined();
    expect(silentFor(begun(), 13 * HOURS)).toMatchObject({ client_pid: 100 });
  });

  it("are the same after a checkpoint, and a checkpoint of before knows of none", () => {
    const world = on(new Story(), "box").world();
    expect(sessionsOf(restore(serialise(world))!)[0]).toMatchObject({ host: "box" });
    const older = serialise(begun().world()).replaceAll(/"host":(?:null|\{[^}]*\}),/g, "");
    expect(older).not.toContain('"host"');
    expect(sessionsOf(restore(older)!)[0]).toMatchObject({ host: null, client_pid: 100 });
  });
});
