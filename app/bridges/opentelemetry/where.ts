/** Where telemetry goes and with which headers. Pure. */

/** @returns the address that `/v1/traces` is put behind; null for what may not be sent to: a key would go over the network for all to read */
export function parseEndpoint(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere)) return null;
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return null;
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/v1\/(?:traces|metrics)$/, "")}`;
}

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;
/** Ours. */
const TAKEN: ReadonlySet<string> = new Set(["content-type", "content-length", "host", "connection", "transfer-encoding"]);

/** `name=value,name=value`, values may be percent-encoded, as the variable OTEL_EXPORTER_OTLP_HEADERS has it. @returns null for what is no such list */
export function parseHeaders(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const part of text.split(",").map((one) => one.trim()).filter((one) => one !== "")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim().toLowerCase();
    const value = decoded(part.slice(at + 1).trim());
    if (at < 1 || value === null || !NAME.test(name) || !VALUE.test(value) || TAKEN.has(name)) return null;
    headers[name] = value;
  }
  return headers;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
