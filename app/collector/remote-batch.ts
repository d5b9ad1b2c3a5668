/** From files of another machine's spool to deliveries: by our clock, under that machine's name, and with nothing that would mean something else here. Pure. */
import type { HookMeta, SpoolBatch } from "../../schemas/generated/types.ts";
import type { Delivery } from "../parts.ts";
import { isRecord } from "../domain/unknown.ts";
import { fromSpool, type SpoolDelivery } from "./spool-delivery.ts";

/** What a message needs to come over is no difference of clocks. */
const CLOCKS_AGREE_MS = 2_000;

/**
 * @param host null: the files are of this machine
 * @param now milliseconds
 */
export function deliveriesOf(batch: SpoolBatch, host: string | null, now: number, providers: { known(provider: string): boolean }): SpoolDelivery[] {
  const ahead = batch.sent_at - now;
  const shift = Math.abs(ahead) > CLOCKS_AGREE_MS ? ahead : 0;
  return batch.files.map(({ name, modified_at, text, cut }) => {
    const read = fromSpool({ name, modifiedAt: modified_at, text, ...(cut === undefined ? {} : { cut }) }, now + shift, providers);
    const delivery = { ...read.delivery, receivedAt: now, collectedAt: Math.max(0, Math.min(read.delivery.collectedAt - shift, now)) };
    return { ...read, delivery: host === null ? delivery : onHost(host, delivery) };
  });
}

/** How the Linux side of a Windows computer is called. */
const LINUX_SIDE = "WSL";

/**
 * What came from this computer, by the spool or a port. Where the app runs on Windows, a session in a folder of POSIX is one of WSL, which hands in by the mount of the
 * drive or, with the network mirrored, over the port: either way it is as much another machine as one behind a tunnel.
 */
export function fromThisComputer(delivery: Delivery, platform: NodeJS.Platform): Delivery {
  const { payload, meta } = delivery;
  const folder = isRecord(payload) && typeof payload["cwd"] === "string" ? payload["cwd"] : meta.project_dir;
  return platform === "win32" && folder?.startsWith("/") === true ? onHost(LINUX_SIDE, delivery) : delivery;
}

function onHost(host: string, delivery: Delivery): Delivery {
  return { ...delivery, meta: metaOn(host, delivery.meta) };
}

/** Processes and terminals are numbers of that machine: looked up here they would be somebody else's. */
function metaOn(host: string, { client_pid: _pid, parent_pid: _parent, client_started_at: _started, start_time: _start, tty: _tty, ...meta }: HookMeta): HookMeta {
  return { ...meta, host };
}
