import { readFile } from "node:fs/promises";
import { protocol, type Session } from "electron";
import { APP_SCHEME, appFile, CONTENT_SECURITY_POLICY, THEME_SECURITY_POLICY, themePath } from "./app-files.ts";
import { rangeOf } from "./byte-range.ts";

/** Must run before the app is ready: the scheme's privileges are fixed then. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: false, corsEnabled: false } }]);
}

/**
 * Serves the windows' pages from one folder, inside the asar or out of it, and the pictures of the theme that is shown.
 * @param picture the theme's file by its path, from memory
 */
export function serveAppFiles(session: Session, root: string, picture: (path: string) => Buffer | null): void {
  session.protocol.handle(APP_SCHEME, async (request) => {
    const inTheme = themePath(request.url);
    if (inTheme !== null) return themePicture(request.method === "GET" ? picture(inTheme) : null);
    const file = request.method === "GET" ? appFile(request.url, root) : null;
    const body = file && (await readFile(file.path).catch(() => null));
    if (!file || !body) return new Response(null, { status: 404, headers: { "X-Content-Type-Options": "nosniff" } });
    return partOf(body, request.headers.get("range"), headersOf(file.type));
  });
}

/** A player of sounds asks for a range, and takes an answer without ranges or length for something it cannot play. */
function partOf(body: Buffer, wanted: string | null, headers: Record<string, string>): Response {
  const range = rangeOf(wanted, body.length);
  if (range === "none") return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${body.length}` } });
  const part = new Uint8Array(range === null ? body : body.subarray(range.first, range.last + 1));
  const sized = { ...headers, "Accept-Ranges": "bytes", "Content-Length": String(part.length) };
  if (range === null) return new Response(part, { headers: sized });
  return new Response(part, { status: 206, headers: { ...sized, "Content-Range": `bytes ${range.first}-${range.last}/${body.length}` } });
}

function themePicture(body: Buffer | null): Response {
  if (!body) return new Response(null, { status: 404, headers: { "X-Content-Type-Options": "nosniff" } });
  const headers = { ...headersOf("image/svg+xml"), "Content-Security-Policy": THEME_SECURITY_POLICY, "Cross-Origin-Resource-Policy": "cross-origin" };
  return new Response(new Uint8Array(body), { headers });
}

function headersOf(type: string): Record<string, string> {
  return {
    "Content-Type": type,
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
  };
}
