/** The step about bridges: whether what leaves this computer, by the person's wish, gets there. Pure. */
import type { BridgeStatus } from "../../schemas/generated/types.ts";
import { fail, type Finding, type Fix, fixBy, inWords, ok, skipped, warn } from "./finding.ts";
import type { DoctorLook } from "./look.ts";
import type { DoctorCause, DoctorReason } from "./words.ts";

/** Above it the other side is slower than what is recorded, or away for long. */
const MANY = 50_000;
const HELD_UP_MS = 15 * 60_000;
type Judged = { state: "fail" | "warn"; reason: DoctorReason; values: (string | number)[]; fix: Fix };

const NAMES: Record<BridgeStatus["bridge"], string> = { discord: "Discord", postgres: "PostgreSQL", opentelemetry: "OpenTelemetry" };
export const nameOf = (bridge: BridgeStatus["bridge"]): string => NAMES[bridge];

const PAGE = fixBy("see_bridges", { command: "agent-mascot bridges" });
const NOW = fixBy("bridges_now", { command: "agent-mascot bridges now" });
const AGAIN = fixBy("bridges_again", { command: "agent-mascot bridges again" });

export function bridges({ app, now }: Pick<DoctorLook, "app" | "now">): Finding {
  if (app === null || app.bridges === undefined) return skipped("bridges", "nothing_to_look_at");
  const on = app.bridges.filter(({ state }) => state !== "off");
  if (on.length === 0) return ok("bridges", "bridges_off");
  const judged = on.flatMap((status) => judge(status, now));
  const worst = judged.find(({ state }) => state === "fail") ?? judged[0];
  if (worst === undefined) return ok("bridges", "bridges_fine", [on.map(({ bridge }) => nameOf(bridge)).join(", "), on.reduce((sum, { pending }) => sum + pending, 0)]);
  return worst.state === "fail" ? fail("bridges", worst.reason, worst.values, worst.fix) : warn("bridges", worst.reason, worst.values, worst.fix);
}

function judge({ bridge, state, reason, pending, oldest_at, aside }: BridgeStatus, now: number): Judged[] {
  const name = nameOf(bridge);
  const cause = inWords(causeOf(reason ?? ""));
  if (state === "stopped") return [{ state: "fail", reason: "bridge_stopped", values: [name, cause, pending], fix: PAGE }];
  if (state === "unset") return [{ state: "warn", reason: "bridge_unset", values: [name, cause], fix: PAGE }];
  const heldUpMs = oldest_at === null ? 0 : now - oldest_at;
  if (state === "waiting" && heldUpMs > HELD_UP_MS) return [{ state: "warn", reason: "bridge_held_up", values: [name, cause, pending, Math.round(heldUpMs / 60_000)], fix: NOW }];
  if (pending > MANY) return [{ state: "warn", reason: "bridge_behind", values: [name, pending], fix: PAGE }];
  return aside > 0 ? [{ state: "warn", reason: "bridge_aside", values: [name, aside], fix: AGAIN }] : [];
}

const CAUSES: readonly [RegExp, DoctorCause][] = [
  [/certificate|no_tls|ca_file/, "cause_certificate"], [/no_secret|no_webhook|no_endpoint|headers|incomplete/, "cause_incomplete"], [/unauthorised|password|forbidden|no_rights|read_only|no_schema/, "cause_refused"], [/missing|no_database|not_found/, "cause_missing"],
  [/limited|busy/, "cause_busy"], [/disk_full/, "cause_disk"], [/newer/, "cause_newer"], [/away/, "cause_away"], [/no_project/, "cause_no_project"], [/no_channel/, "cause_no_channel"], [/otel_nothing/, "cause_nothing_chosen"],
];

/** What is wrong, in a few words; the dashboard's page has more of them. */
export function causeOf(reason: string): DoctorCause {
  return CAUSES.find(([pattern]) => pattern.test(reason))?.[1] ?? "cause_other";
}
