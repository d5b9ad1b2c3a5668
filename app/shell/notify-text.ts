/** What a notification says: short, one line each, in the person's language. Names and targets were masked before they came here. Pure. */
import type { NotifyKind } from "../../schemas/generated/types.ts";
import type { News, Telling } from "../domain/notify/watch.ts";
import type { Texts } from "./texts.ts";

export interface NotificationText {
  title: string;
  body: string;
}

const LONGEST_TITLE = 60;
const LONGEST_BODY = 140;
const MINUTE = 60_000;
const MINUTES_OF_HOUR = 60;

/** @param showText whether it says what is asked, or only who asks */
export function notificationText(telling: Telling, showText: boolean, texts: Texts): NotificationText {
  if ("many" in telling) return line(texts("app.name"), (["needs", "failed", "finished"] as const).flatMap((kind) => counted(kind, telling.many[kind], texts)).join(", "));
  const { news } = telling;
  return line(texts(`notify.${news.kind}.title`, { name: news.name }), showText ? detail(news, texts) : news.project);
}

function counted(kind: NotifyKind, count: number | undefined, texts: Texts): string[] {
  return count === undefined ? [] : [texts(`notify.many.${kind}`, { count })];
}

function detail(news: News, texts: Texts): string {
  switch (news.kind) {
    case "needs": return news.wait === "permission" && news.target !== null ? texts("notify.needs.permission", { target: news.target }) : texts(`notify.needs.${news.wait}_bare`);
    case "finished": return texts("notify.finished.after", { time: span(news.ms, texts), project: news.project });
    case "failed": return texts(`notify.failure.${news.failure}`);
  }
}

function span(ms: number, texts: Texts): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE));
  return minutes < MINUTES_OF_HOUR ? texts("notify.minutes", { count: minutes }) : texts("notify.hours", { hours: Math.floor(minutes / MINUTES_OF_HOUR), minutes: minutes % MINUTES_OF_HOUR });
}

function line(title: string, body: string): NotificationText {
  return { title: cut(title, LONGEST_TITLE), body: cut(body, LONGEST_BODY) };
}

function cut(text: string, length: number): string {
  const letters = [...text.replace(/\s+/g, " ").trim()];
  return letters.length > length ? `${letters.slice(0, length - 1).join("")}…` : letters.join("");
}

const MARKUP: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** What desktops that follow the specification of freedesktop.org (Linux) show as it stands: they take a body for markup, and what looks like a tag in a command would be followed, or left out. */
export function withoutMarkup(body: string): string {
  return body.replace(/[&<>]/g, (letter) => MARKUP[letter] ?? letter);
}
