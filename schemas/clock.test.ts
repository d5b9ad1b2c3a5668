import { describe, expect, it } from "vitest";
import { clockText, clockToTheSecond, weekdayClock } from "./clock.ts";

const at = (hour: number, minute: number, second = 0) => new Date(2026, 10, 28, hour, minute, second).getTime();
/** Which blank stands before AM is the browser's to choose. */
const plain = (text: string) => text.replace(/\s/g, " ");

describe("a time of day", () => {
  it.each([
    [at(9, 31), "9:31 AM", "오전 9:31"], [at(21, 5), "9:05 PM", "오후 9:05"], [at(0, 0), "12:00 AM", "오전 12:00"], [at(12, 0), "12:00 PM", "오후 12:00"], [at(10, 10), "10:10 AM", "오전 10:10"],
  ])("%i is said as people say it", (ms, english, korean) => expect([plain(clockText(ms, "en")), plain(clockText(ms, "ko"))]).toEqual([english, korean]));

  it("to the second or with its weekday it is said no other way", () => {
    const ms = at(9, 5, 7);
    expect([clockToTheSecond(ms, "en"), weekdayClock(ms, "en"), clockToTheSecond(ms, "ko"), weekdayClock(ms, "ko")].map(plain)).toEqual(["9:05:07 AM", "Sat 9:05 AM", "오전 9:05:07", "(토) 오전 9:05"]);
  });
});
