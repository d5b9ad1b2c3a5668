/** What the app has to tell the person about itself, in one list that windows, tray and API show. */
import type { Clock, Notice, Notices } from "./parts.ts";

export function createNotices(clock: Clock): Notices {
  const current = new Map<string, Notice>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    raise(notice) {
      const known = current.get(notice.id);
      // The same news again keeps its time: since when something holds is part of the news.
      if (known && known.level === notice.level && JSON.stringify(known.values) === JSON.stringify(notice.values)) return;
      current.set(notice.id, { ...notice, at: new Date(clock.now()).toISOString() });
      changed();
    },
    clear(id) {
      if (current.delete(id)) changed();
    },
    list: () => [...current.values()],
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
