import { afterEach, describe, expect, it, vi } from "vitest";
import { clockText, clockToTheSecond, momentText, weekdayClock } from "./clock.ts";

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

  it("a moment is told by the clock today, by the day before, by the year in another one", () => {
    const on = (month: number, day: number, year = 2026) => new Date(year, month - 1, day, 14, 2).getTime();
    const now = on(11, 28);
    const texts = [now, on(11, 27), on(11, 28, 2025)].map((ms) => plain(momentText(ms, now, "en")));
    expect(texts).toEqual(["2:02 PM", "Nov 27, 2:02 PM", "Nov 28, 2025"]);
    expect(plain(momentText(now, now, "en", clockToTheSecond))).toBe("2:02:00 PM");
    expect(momentText(on(11, 27), now, "ko")).toBe("11월 27일 오후 2:02");
  });

  describe("in another time zone", () => {
    afterEach(() => vi.unstubAllEnvs());

    it.each(["en", "ko"] as const)("is told by that one's clock, as soon as the computer is there (%s)", (locale) => {
      const ms = Date.UTC(2026, 10, 30, 22, 29);
      const told = (zone: string) => {
        vi.stubEnv("TZ", zone);
        return [clockText(ms, locale), momentText(ms, ms, locale), momentText(ms, ms + 86_400_000, locale)].map(plain);
      };
      const expected = locale === "en"
        ? { london: ["10:29 PM", "10:29 PM", "Nov 30, 10:29 PM"], seoul: ["7:29 AM", "7:29 AM", "Dec 1, 7:29 AM"] }
        : { london: ["오후 10:29", "오후 10:29", "11월 30일 오후 10:29"], seoul: ["오전 7:29", "오전 7:29", "12월 1일 오전 7:29"] };
      expect([told("Europe/London"), told("Asia/Seoul"), told("Europe/London")]).toEqual([expected.london, expected.seoul, expected.london]);
    });

    it("is told by the right one of two that are alike for half of the year", () => {
      const summer = Date.UTC(2026, 6, 1, 12);
      const winter = Date.UTC(2026, 0, 15, 12);
      const told = (zone: string) => {
        vi.stubEnv("TZ", zone);
        return [summer, winter].map((ms) => plain(clockText(ms, "en")));
      };
      expect([told("America/New_York"), told("America/Puerto_Rico")]).toEqual([["8:00 AM", "7:00 AM"], ["8:00 AM", "8:00 AM"]]);
    });
  });
});
