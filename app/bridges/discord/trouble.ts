/** What went wrong with Discord, in the few kinds that make a difference. */

export type TroubleKind =
  /** The token or webhook is not accepted any more. */
  | "unauthorised"
  /** The bot may not do this there. */
  | "forbidden"
  /** Channel, thread, message or webhook is not there. */
  | "missing"
  /** This message can never be taken as it is. */
  | "refused"
  | "limited"
  /** It does not answer, or not sensibly. */
  | "away";

export class DiscordTrouble extends Error {
  /**
   * @param code Discord's own number, 0 when it told none
   * @param unsure the request may have been carried out although its answer did not come
   */
  constructor(readonly kind: TroubleKind, readonly code: number, readonly afterMs?: number, readonly unsure = false) {
    super(`discord: ${kind} ${code}`);
  }
}

/** Why a bridge stands still, in the keys of words for people. */
export const REASON: Record<TroubleKind, string> = {
  unauthorised: "discord_unauthorised", forbidden: "discord_forbidden", missing: "discord_missing", refused: "discord_refused", limited: "discord_limited", away: "discord_away",
};
