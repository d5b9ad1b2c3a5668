/** Which file of the bundle an `app://` address names. Pure; the protocol handler reads what this allows and nothing else. */
import path from "node:path";

export const APP_SCHEME = "app";
export const APP_ORIGIN = "app://mascot";
/** Where pictures of themes are; a host of its own, so that nothing there is of the pages' origin. */
export const THEME_ORIGIN = "app://theme";

/**
 * Everything from our own bundle, nothing from anywhere else, no inline code or style.
 * `connect-src 'none'`: the windows talk over IPC only.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'", "script-src 'self'", "style-src 'self'", `img-src 'self' data: ${THEME_ORIGIN}`, "font-src 'self'", "media-src 'self'", "connect-src 'none'",
  "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "object-src 'none'",
].join("; ");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
  ".json": "application/json; charset=utf-8", ".woff2": "font/woff2", ".wav": "audio/wav",
};

export interface AppFile {
  path: string;
  type: string;
}

/**
 * @param url as the page asked for it
 * @param root absolute path of the folder that is served
 * @returns null for what is not ours: another host, a type that we do not ship, a path that leaves the folder after decoding
 */
export function appFile(url: string, root: string): AppFile | null {
  const inner = innerPath(url);
  if (inner === null) return null;
  const file = path.resolve(root, inner);
  const type = TYPES[path.extname(file).toLowerCase()];
  return type !== undefined && file.startsWith(root + path.sep) ? { path: file, type } : null;
}

/** What pictures of themes are served with: should one ever be opened as a page, nothing in it runs, loads or is of our origin. */
export const THEME_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The path of a theme's picture; null for any other address. Served from what was read and checked, never from a disk. */
export function themePath(url: string): string | null {
  try {
    const { protocol, host, pathname, search } = new URL(url);
    return `${protocol}//${host}` === THEME_ORIGIN && search === "" ? decodeURIComponent(pathname) : null;
  } catch {
    return null;
  }
}

function innerPath(url: string): string | null {
  try {
    const { protocol, host, pathname } = new URL(url);
    if (`${protocol}//${host}` !== APP_ORIGIN) return null;
    const decoded = decodeURIComponent(pathname);
    // A backslash is a separator on Windows, a colon a drive or a stream, a NUL the end of a C string.
    return /[\\:\0]/.test(decoded) ? null : `.${decoded}`;
  } catch {
    return null;
  }
}
