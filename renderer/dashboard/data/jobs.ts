import { create } from "zustand";
import type { DataDone } from "../../../schemas/generated/types.ts";

export type JobKind = "export_all" | "import_all" | "export_session" | "delete_session" | "delete_all";

export interface Job {
  id: number;
  kind: JobKind;
  /** The session's name, as the person knows it. */
  name: string;
  session_id: string | null;
  state: "running" | "done" | "failed";
  /** Of what is removed piece by piece; null where nobody tells. */
  progress: { left: number; of: number } | null;
  result: DataDone | null;
}

interface JobsState {
  jobs: Job[];
  dismiss(id: number): void;
}

/** What takes long goes on while other pages are shown, and is told of when the person comes back. */
export const useJobs = create<JobsState>((set) => ({ jobs: [], dismiss: (id) => set(({ jobs }) => ({ jobs: jobs.filter((job) => job.id !== id) })) }));

let lastId = 0;

export interface Order {
  kind: JobKind;
  name?: string;
  session_id?: string;
}

/**
 * Does one thing and says how it goes. An answer without a reason means that the person thought better of it: nothing is said then.
 * @param work `report` tells how much is left
 */
export async function runJob({ kind, name = "", session_id }: Order, work: (report: (left: number) => void) => Promise<DataDone>): Promise<DataDone> {
  const id = ++lastId;
  const patch = (change: Partial<Job>) => useJobs.setState(({ jobs }) => ({ jobs: jobs.map((job) => (job.id === id ? { ...job, ...change } : job)) }));
  const report = (left: number) => {
    const known = useJobs.getState().jobs.find((job) => job.id === id)?.progress;
    patch({ progress: { left, of: Math.max(left, known?.of ?? 0) } });
  };
  useJobs.setState(({ jobs }) => ({ jobs: withNew(jobs, { id, kind, name, session_id: session_id ?? null, state: "running", progress: null, result: null }) }));
  const result = await work(report).catch((): DataDone => ({ ok: false, reason: "failed" }));
  if (!result.ok && result.reason === undefined) useJobs.getState().dismiss(id);
  else patch({ state: result.ok ? "done" : "failed", result, progress: null });
  return result;
}

/** Ended ones that stay to be read; the person does not have to clear away each of them. */
const ENDED_KEPT = 2;

/** The newest first. Pure. */
export function withNew(jobs: readonly Job[], job: Job): Job[] {
  const ended = jobs.filter(({ state }) => state !== "running").slice(0, ENDED_KEPT);
  return [job, ...jobs.filter((one) => one.state === "running" || ended.includes(one))];
}

/** Words for what went wrong are known of these. */
const REASONS: Readonly<Record<string, string>> = { ENOSPC: "full", EDQUOT: "full", EACCES: "not_allowed", EPERM: "not_allowed", EROFS: "not_allowed", ENOENT: "no_folder", ENOTDIR: "no_folder", EBUSY: "busy", unknown_session: "unknown_session", not_an_export: "not_an_export" };

/** Key of the words for a reason. */
export function reasonKey(reason: string | undefined): string {
  return reason !== undefined && Object.hasOwn(REASONS, reason) ? (REASONS[reason] as string) : "other";
}
