import { beforeEach, describe, expect, it } from "vitest";
import type { DataDone } from "../../../schemas/generated/types.ts";
import { deleteSession, onDeleted, useDeletions } from "./deletions.ts";

const bridge = (answer: () => Promise<DataDone>) => ({ deleteSession: answer });
const done = bridge(async () => ({ ok: true }));

describe("the deletion of a session", () => {
  beforeEach(() => useDeletions.setState({ working: new Set(), last: null }));

  it("is told once, each time it happens, and not to those that come later", async () => {
    const told: string[] = [];
    const stop = onDeleted((id) => told.push(id));
    await deleteSession(done, "a");
    await deleteSession(done, "b");
    await deleteSession(done, "a");
    expect(told).toEqual(["a", "b", "a"]);
    const late: string[] = [];
    const stopLate = onDeleted((id) => late.push(id));
    await deleteSession(bridge(async () => ({ ok: false, reason: "EBUSY" })), "b");
    expect([told.length, late]).toEqual([3, []]);
    stop();
    stopLate();
  });

  it("goes on until it is over, and a failure has a reason", async () => {
    let end = (_: DataDone): void => undefined;
    const going = deleteSession(bridge(() => new Promise((resolve) => (end = resolve))), "a");
    expect([...useDeletions.getState().working]).toEqual(["a"]);
    end({ ok: false });
    expect(await going).toEqual({ ok: false, reason: "failed" });
    expect(useDeletions.getState()).toMatchObject({ working: new Set(), last: null });
    expect(await deleteSession(bridge(() => Promise.reject(new Error("gone"))), "a")).toEqual({ ok: false, reason: "gone" });
  });
});
