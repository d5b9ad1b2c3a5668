/** What PostgreSQL, TLS and the network say, as what to do about it. Pure. */
import type { Carried } from "../../bridges-parts.ts";

type Trouble = NonNullable<Carried["trouble"]>;

export class SchemaTrouble extends Error {
  constructor(readonly reason: "postgres_newer" | "postgres_no_schema" | "postgres_incomplete") {
    super(reason);
  }
}

/** Only a person can mend these; asking again and again could even lock the account. */
const STOPS: Record<string, string> = {
  "28P01": "postgres_wrong_password", "28000": "postgres_wrong_password", "3D000": "postgres_no_database", "42501": "postgres_no_rights",
  DEPTH_ZERO_SELF_SIGNED_CERT: "postgres_certificate", SELF_SIGNED_CERT_IN_CHAIN: "postgres_certificate", UNABLE_TO_VERIFY_LEAF_SIGNATURE: "postgres_certificate", UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "postgres_certificate",
  ERR_TLS_CERT_ALTNAME_INVALID: "postgres_certificate", CA_FILE: "postgres_ca_file",
};
const WAITS: Record<string, string> = {
  "53100": "postgres_disk_full", "53200": "postgres_busy", "53300": "postgres_busy", "57P03": "postgres_busy", "25006": "postgres_read_only", CERT_HAS_EXPIRED: "postgres_certificate_expired", CERT_NOT_YET_VALID: "postgres_certificate_expired",
};
/** A full disk and a certificate are not mended in seconds. */
const SLOW_MS: Record<string, number> = { postgres_disk_full: 60_000, postgres_certificate_expired: 300_000 };

export function troubleOf(error: unknown): Trouble {
  if (error instanceof SchemaTrouble) return { next: "stop", reason: error.reason };
  const { code = "", message = "" } = error as { code?: string; message?: string };
  const stop = STOPS[code] ?? (message.includes("does not support SSL") ? "postgres_no_tls" : undefined);
  if (stop !== undefined) return { next: "stop", reason: stop };
  const reason = WAITS[code] ?? "postgres_away";
  const afterMs = SLOW_MS[reason];
  return { next: "wait", reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** It is about the row itself: data exceptions, broken rules, a row too large. */
export function isOfRow(error: unknown): boolean {
  const { code = "" } = error as { code?: string };
  return /^(?:21|22|23)[0-9A-Z]{3}$/.test(code) || code === "54000";
}
