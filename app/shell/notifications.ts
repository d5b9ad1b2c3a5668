/** Notifications of the desktop. */
import { Notification } from "electron";
import type { Log, Notices } from "../parts.ts";
import { type NotificationText, withoutMarkup } from "./notify-text.ts";

export interface Notifications {
  /** A new one of the same id takes the place of the old one. */
  show(id: string, text: NotificationText, options: { urgent: boolean; onClick(): void }): void;
  close(id: string): void;
  closeAll(): void;
}

/** More are not kept in hand: the oldest stays with the desktop. */
const MOST_KEPT = 50;

/** @param icon absolute path of the app's picture */
export function openNotifications(icon: string, notices: Pick<Notices, "raise">, log: Log): Notifications {
  // Held for as long as they can be clicked: a notification that nobody holds loses its click.
  const shown = new Map<string, Notification>();
  const close = (id: string) => {
    const notification = shown.get(id);
    shown.delete(id);
    notification?.close();
  };
  return {
    show(id, { title, body }, { urgent, onClick }) {
      // On Linux a library does it that the system may lack. Who is never told would think that nobody needs them.
      if (!Notification.isSupported()) return notices.raise({ id: "notifications_missing", level: "warn" });
      close(id);
      // Sounds are ours, and off until the person wants them.
      const notification = new Notification({ title, body: process.platform === "linux" ? withoutMarkup(body) : body, icon, silent: true, urgency: urgent ? "normal" : "low" });
      notification.on("click", onClick);
      notification.on("failed", (_event, error) => log.warn("a notification could not be shown", { reason: error || "the desktop gave none" }));
      shown.set(id, notification);
      const [oldest] = shown.keys();
      if (shown.size > MOST_KEPT && oldest !== undefined) shown.delete(oldest);
      notification.show();
    },
    close,
    closeAll() {
      for (const id of [...shown.keys()]) close(id);
    },
  };
}
