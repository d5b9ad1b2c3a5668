import type { Words } from "../shared/words.ts";
import { Icon } from "./design/icons.tsx";

/** The other machine that something runs on, or ran; nothing for this one. */
export function HostChip({ host, words }: { host: string | null | undefined; words: Words }) {
  if (!host) return null;
  const text = words("now.host", { host });
  return <span className="chip host" title={text}><Icon name="host" /><span className="host-name" aria-hidden dir="auto">{host}</span><span className="unseen">{text}</span></span>;
}
