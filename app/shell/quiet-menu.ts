/** Do not disturb as a menu. Pure. */
import type { QuietState } from "../../schemas/generated/types.ts";
import type { MenuEntry } from "./menu-model.ts";
import type { Texts } from "./texts.ts";

/** @param clockTime an ISO time as a person's clock shows it */
export function quietMenu(quiet: QuietState, clockTime: (iso: string) => string, texts: Texts): MenuEntry {
  const choices = (["30_minutes", "1_hour", "tomorrow"] as const).map((wish): MenuEntry => ({ kind: "item", label: texts(`tray.dnd.${wish}`), command: { do: "quiet", for: wish } }));
  const isOpenEnded = quiet.by === "person" && quiet.until === null;
  const off: MenuEntry[] = quiet.by === "person" ? [{ kind: "item", label: texts("tray.dnd.off"), command: { do: "quiet", for: "off" } }, { kind: "separator" }] : [];
  return {
    kind: "submenu", label: quietLabel(quiet, clockTime, texts),
    entries: [...off, ...choices, { kind: "check", label: texts("tray.dnd.turned_off"), checked: isOpenEnded, command: { do: "quiet", for: isOpenEnded ? "off" : "turned_off" } }],
  };
}

export function quietLabel({ by, until }: QuietState, clockTime: (iso: string) => string, texts: Texts): string {
  const time = until === null ? "" : clockTime(until);
  if (by === "hours") return texts("tray.dnd_hours", { time });
  if (by === "person") return until === null ? texts("tray.dnd_on") : texts("tray.dnd_until", { time });
  return texts("tray.dnd");
}
