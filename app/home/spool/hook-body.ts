/** The payload that a hook's shell kept for itself while it asked the collector (forwarder/settings/installed-line.ts): once it is recorded, the app takes it away and the hook is spared a process. */
import { unlink } from "node:fs/promises";
import { join } from "node:path";

const DELIVERY = /^[A-Za-z0-9_-]{1,200}$/;

/** @returns what to call with a delivery's id; quiet when there is nothing, for others post with ids, too */
export function hookBodies(spool: string): (deliveryId: string) => Promise<void> {
  return async (deliveryId) => {
    if (DELIVERY.test(deliveryId)) await unlink(join(spool, `.${deliveryId}.body.tmp`)).catch(() => {});
  };
}
