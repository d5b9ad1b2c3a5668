/** Refusals and problems in the person's words. Pure. */
import type { Refusal } from "../settings/hooks-text.ts";
import type { FileProblem } from "../settings/files.ts";
import type { Shrunk } from "../settings/install.ts";
import type { Say } from "./words.ts";

export type Failure = Refusal | FileProblem | Shrunk;

export function explain(say: Say, file: string, failure: Failure): string {
  switch (failure.reason) {
    case "no_folder":
      return say("noFolder", failure.path);
    case "read_only":
      return say("readOnly", failure.path);
    case "not_a_file":
      return say("notAFile", failure.path);
    case "dead_link":
      return say("deadLink", failure.path);
    case "changed_meanwhile":
      return say("changedMeanwhile", failure.path);
    case "io":
      return say("io", failure.path, failure.detail);
    case "shrunk":
      return say("shrunk", failure.path, failure.detail);
    default:
      return say(failure.reason, file, failure.line ?? "?", failure.column ?? "?", failure.detail);
  }
}
