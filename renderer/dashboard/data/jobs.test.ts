import { beforeEach, describe, expect, it } from "vitest";
import { type Job, reasonKey, runJob, useJobs, withNew } from "./jobs.ts";

const jobs = () => useJobs.getState().jobs;

describe("what takes long", () => {
  beforeEach(() => useJobs.setState({ jobs: [] }));

  it("is told of while it goes on, with how much is left of the most there was", async () => {
    const done = runJob({ kind: "delete_session", name: "beans", session_id: "s" }, async (report) => {
      expect(jobs()).toMatchObject([{ state: "running", progress: null }]);
      report(80);
      report(100);
      report(25);
      expect(jobs()).toMatchObject([{ progress: { left: 25, of: 100 } }]);
      return { ok: true, count: 100 };
    });
    expect(await done).toEqual({ ok: true, count: 100 });
    expect(jobs()).toMatchObject([{ kind: "delete_session", name: "beans", session_id: "s", state: "done", progress: null, result: { count: 100 } }]);
  });

  it("that failed says why, also when main could not answer at all", async () => {
    await runJob({ kind: "export_all" }, async () => ({ ok: false, reason: "ENOSPC" }));
    await runJob({ kind: "delete_all" }, () => Promise.reject(new Error("refused")));
    expect(jobs().map(({ kind, state, result }) => [kind, state, result?.reason])).toEqual([["delete_all", "failed", "failed"], ["export_all", "failed", "ENOSPC"]]);
  });

  it("of which the person thought better leaves no word, and others stay", async () => {
    await runJob({ kind: "export_all" }, async () => ({ ok: true }));
    await runJob({ kind: "export_session" }, async () => ({ ok: false }));
    expect(jobs().map(({ kind }) => kind)).toEqual(["export_all"]);
    useJobs.getState().dismiss(jobs()[0]?.id as number);
    expect(jobs()).toEqual([]);
  });

  it("is told of until it ends, and of what ended the newest two stay", () => {
    const job = (id: number, state: Job["state"]): Job => ({ id, kind: "export_all", name: "", session_id: null, state, progress: null, result: null });
    const jobs = [job(4, "done"), job(3, "running"), job(2, "failed"), job(1, "done"), job(0, "running")];
    expect(withNew(jobs, job(5, "running")).map(({ id }) => id)).toEqual([5, 4, 3, 2, 0]);
  });

  it.each([["ENOSPC", "full"], ["EACCES", "not_allowed"], ["ENOENT", "no_folder"], ["SQLITE_IOERR", "other"], ["constructor", "other"], [undefined, "other"]])("the reason %s has the words %s", (reason, key) => expect(reasonKey(reason)).toBe(key));
});
