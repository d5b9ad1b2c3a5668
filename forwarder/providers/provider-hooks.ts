/** Where a product's hooks go, and what is written there. One folder a product (docs/adding-a-provider.md). Pure. */
import type { EditResult, Refusal } from "../settings/hooks-text.ts";
import { installedLine, MARKER, shellQuote } from "../settings/installed-line.ts";

export interface ProviderFolders {
  /** `~` */
  userFolder: string;
  env: Readonly<Record<string, string | undefined>>;
}

export interface HooksFound {
  ok: true;
  /** the product's names of the events that we hear */
  events: string[];
  /** exactly what this version would write */
  current: boolean;
}

/** What a file becomes; null: it goes. */
export type Removal = { ok: true; bytes: Buffer | null; changed: boolean } | Refusal;

/** How our part stands in a file. Bytes are null for a file that is not there. */
export interface HooksFormat {
  add(bytes: Buffer | null): EditResult;
  remove(bytes: Buffer | null): Removal;
  inspect(bytes: Buffer | null): HooksFound | Refusal;
}

/** A shell command for one event of the union, as the product's configuration takes it. */
export type LineOf = (event: string) => string;

export interface ProviderHooks {
  /** As the folder's name. */
  readonly id: string;
  /** The product's name for people. */
  readonly title: string;
  /** What must be there: nothing is made for a product that is not used here. */
  folder(folders: ProviderFolders): string;
  file(folders: ProviderFolders): string;
  format(lineOf: LineOf, home: string): HooksFormat;
  /** The product asks the person before it runs new hooks. */
  readonly asksForTrust?: boolean;
  /** Another file of the product that may hold hooks: where both do, it warns at every start. */
  readonly beside?: { file(folders: ProviderFolders): string; holdsHooks(text: string): boolean };
}

/**
 * The installed line for products that run commands in whatever shell the person has (fish, a login shell): it replaces that shell by sh, so that the client is
 * still its parent.
 * @param home absolute path
 */
export function lineFor(provider: string, home: string, node: string | null): LineOf {
  return (event) => `exec /bin/sh -c ${shellQuote(installedLine({ event, home, node, provider }))} ${MARKER}`;
}
