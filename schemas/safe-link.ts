/** What main opens in the person's browser, and so what a window draws as a link: https with a host name and without a user part: `file:`, `smb:`, `ms-…:`, `javascript:` start programs. */
export function isSafeLink(url: string): boolean {
  if (url.length > 2000) return false;
  try {
    const { protocol, hostname, username, password } = new URL(url);
    return protocol === "https:" && hostname !== "" && username === "" && password === "";
  } catch {
    return false;
  }
}
