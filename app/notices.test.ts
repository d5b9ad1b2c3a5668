import { describe, expect, it } from "vitest";
import { createNotices } from "./notices.ts";

describe("notices", () => {
  it("keep the time of the first saying and tell nobody twice", () => {
    let now = 1_000;
    let told = 0;
    const notices = createNotices({ now: () => now });
    notices.onChange(() => told++);
    notices.raise({ id: "disk_full", level: "error", values: { reason: "full" } });
    now = 2_000;
    notices.raise({ id: "disk_full", level: "error", values: { reason: "full" } });
    expect(told).toBe(1);
    expect(notices.list()).toEqual([{ id: "disk_full", level: "error", values: { reason: "full" }, at: "1970-01-01T00:00:01.000Z" }]);
  });

  it("are news again when they change, and are taken back once", () => {
    let told = 0;
    const notices = createNotices({ now: () => 0 });
    const stop = notices.onChange(() => told++);
    notices.raise({ id: "port_taken", level: "warn", values: { port: 4820 } });
    notices.raise({ id: "port_taken", level: "warn", values: { port: 4821 } });
    notices.clear("port_taken");
    notices.clear("port_taken");
    expect(told).toBe(3);
    stop();
    notices.raise({ id: "port_taken", level: "warn" });
    expect(told).toBe(3);
  });
});
