import { readFile } from "node:fs/promises";
import { protocol, type Session } from "electron";
import { APP_SCHEME, appFile, CONTENT_SECURITY_POLICY } from "./app-files.ts";

/** Must run before the app is ready: the scheme's privileges are fixed then. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: false, corsEnabled: false } }]);
}

/** Serves the windows' pages from one folder, inside the asar or out of it. */
export function serveAppFiles(session: Session, root: string): void {
  session.protocol.handle(APP_SCHEME, async (request) => {
    const file = request.method === "GET" ? appFile(request.url, root) : null;
    const body = file && (await readFile(file.path).catch(() => null));
    if (!file || !body) return new Response(null, { status: 404, headers: { "X-Content-Type-Options": "nosniff" } });
    return new Response(body, { headers: headersOf(file.type) });
  });
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
