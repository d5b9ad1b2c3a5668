/** The host of a collector's URL. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** A URL writes an IPv4 number always in full. Not by node:net: loading that takes a hook milliseconds, and most have no use for it. */
const LOOPBACK = /^127(\.\d+){3}$/;

/** True where nobody but this computer is meant. */
export function isLocal(url: URL): boolean {
  const host = hostOf(url);
  return host === "localhost" || host === "::1" || (/^https?:$/.test(url.protocol) && LOOPBACK.test(host));
}
