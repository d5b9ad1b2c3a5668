import type { PortRefusal } from "../../../schemas/generated/types.ts";
import type { Words } from "../../shared/words.ts";

/** Why something could not be done, in the person's language. */
export function refusalText({ error, ids = [], session_id = "", proposal }: PortRefusal, id: string, words: Words): string {
  const key = error === "bad_id" && proposal === undefined ? "bad_id_only" : error;
  return words(`ports.refused_${key}`, { id, ids: ids.join(error === "circle" ? " → " : ", "), session: session_id.slice(0, 8), proposal });
}
