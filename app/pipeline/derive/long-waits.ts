/** The person was asked long ago and does not come: told once for each wait. Pure. */
import type { MascotEvent, SessionView } from "../../../schemas/generated/types.ts";
import type { Derived } from "../../domain/derive/derived.ts";
import { roleOfId } from "../../domain/identity.ts";

/** Long enough that nobody sits there and reads. */
export const LONG_WAIT_MS = 5 * 60_000;

/** @param heartbeat tells the time @param sessions as they are now, with what is open */
export function longWaits(heartbeat: MascotEvent, sessions: readonly SessionView[]): Derived[] {
  const now = Date.parse(heartbeat.ts);
  return sessions.filter(({ trust, attended }) => trust === "verified" && attended !== false).flatMap((session) =>
    session.waits.filter(({ since }) => now - Date.parse(since) >= LONG_WAIT_MS).map((wait) => escalation(heartbeat, session, wait, now)));
}

function escalation(heartbeat: MascotEvent, session: SessionView, wait: SessionView["waits"][number], now: number): Derived {
  const { session_id, workspace_id, provider, client_pid, project_dir } = session;
  const { kind, agent_id, tool_name, target, since } = wait;
  const role = roleOfId(agent_id, session_id);
  const cause: MascotEvent = { ...heartbeat, session_id, agent_id, workspace_id, provider, trust: "verified", terminal_session_id: client_pid === null ? session_id : `pid-${client_pid}` };
  return {
    deliveryId: `derived-waiting-${session_id}-${Date.parse(since)}-${agent_id === session_id ? "lead" : agent_id.slice(session_id.length + 1)}`, event_type: "escalation", severity: "warn", cause,
    payload: {
      reason: "waiting", kind, waited_ms: now - Date.parse(since), ...(role === "lead" ? {} : { role }), ...(tool_name === null ? {} : { tool_name }), ...(target === null ? {} : { target }), ...(project_dir === null ? {} : { project_dir }),
    },
  };
}
