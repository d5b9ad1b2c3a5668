/** Names and titles of ports. Pure. */

/** As PortId in schemas/ports.schema.json says. The first sign is none that a command line or a path would take for something else. */
const PORT_ID = /^[a-z0-9_][a-z0-9._-]{0,63}$/;
const LONGEST_ID = 64;
const LONGEST_TITLE = 200;
/** Far beyond what an id can be made of. */
const INSPECTED = 400;

export function isPortId(text: string): boolean {
  return PORT_ID.test(text);
}

/** The nearest id to what somebody wrote: `Fix Login!` → `fix-login`. @returns null when nothing of it can stay */
export function proposedId(text: string): string | null {
  const id = text
    .slice(0, INSPECTED)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, "-")
    .replace(/^[-.]+/, "")
    .slice(0, LONGEST_ID)
    .replace(/[-.]+$/, "");
  return isPortId(id) ? id : null;
}

/** Line breaks and other controls, and marks that turn the direction of what follows. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\s\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;

/** One line of at most 200 letters. @returns the id where nothing is left */
export function portTitle(text: string | undefined, id: string): string {
  const line = (text ?? "").slice(0, LONGEST_TITLE * 8).replace(CONTROLS, " ").trim();
  return [...line].slice(0, LONGEST_TITLE).join("").trim() || id;
}
