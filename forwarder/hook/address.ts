/** The host of a collector's URL. */
import { isIP } from "node:net";

export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** True where nobody but this computer is meant. */
export function isLocal(url: URL): boolean {
  const host = hostOf(url);
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
