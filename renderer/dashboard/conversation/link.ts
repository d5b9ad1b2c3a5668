/** Main opens https addresses in the person's browser and refuses all others (app/shell/safe-link.ts); what would be refused is no link here. Pure. */
export function leadsOut(address: string): boolean {
  if (address.length > 2_000) return false;
  try {
    const { protocol, hostname, username, password } = new URL(address);
    return protocol === "https:" && hostname !== "" && username === "" && password === "";
  } catch {
    return false;
  }
}
