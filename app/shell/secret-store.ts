/** Secrets of bridges in the system's own store (Keychain, DPAPI, the desktop's keyring): a file that only it can read. They never leave the main process. */
import { readFile } from "node:fs/promises";
import { safeStorage } from "electron";
import type { BridgeSecret } from "../../schemas/generated/types.ts";
import type { SecretStore } from "../bridges-parts.ts";

type Kept = Partial<Record<BridgeSecret["name"], { sealed: boolean; value: string }>>;

/** @param write puts a file in its place whole, for the person alone */
export function createSecretStore(file: string, write: (file: string, text: string) => Promise<void>): SecretStore {
  let kept: Promise<Kept> | null = null;
  let saving: Promise<unknown> = Promise.resolve();
  const read = () => {
    kept ??= readKept(file);
    return kept;
  };
  return {
    async get(name) {
      const entry = (await read())[name];
      return entry === undefined ? null : opened(entry);
    },
    set(name, value) {
      const done = saving.then(async () => {
        const { [name]: _before, ...others } = await read();
        const next: Kept = value === null ? others : { ...others, [name]: sealed(value) };
        await write(file, `${JSON.stringify(next)}\n`);
        kept = Promise.resolve(next);
      });
      saving = done.catch(() => undefined);
      return done;
    },
    isProtected,
  };
}

/** Linux without a keyring has a key that everybody knows: hidden, not protected. */
function isProtected(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  // The oldest Electron does not tell, and says that nothing is available without a keyring.
  const store = safeStorage as typeof safeStorage & { getSelectedStorageBackend?(): string };
  return process.platform !== "linux" || store.getSelectedStorageBackend?.() !== "basic_text";
}

function sealed(value: string): { sealed: boolean; value: string } {
  return safeStorage.isEncryptionAvailable() ? { sealed: true, value: safeStorage.encryptString(value).toString("base64") } : { sealed: false, value: Buffer.from(value, "utf8").toString("base64") };
}

/** @returns null for what another account or computer sealed */
function opened({ sealed: isSealed, value }: { sealed: boolean; value: string }): string | null {
  const bytes = Buffer.from(value, "base64");
  if (!isSealed) return bytes.toString("utf8");
  try {
    return safeStorage.decryptString(bytes);
  } catch {
    return null;
  }
}

async function readKept(file: string): Promise<Kept> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Kept;
  } catch {
    return {};
  }
}
