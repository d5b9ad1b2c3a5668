import { type RefObject, useEffect } from "react";
import { Company, type Drawing, type Stories } from "./company.ts";

/**
 * How lively somebody is: `busy` ones only blink, `attentive` ones too since they look at something already, `idle` ones look about
 * and have their habit, `steady` ones go on with what they do every now and then, `sleeping` ones breathe.
 */
export type Liveliness = "busy" | "attentive" | "idle" | "steady" | "sleeping";

/** Everybody on this page lives by one of two clocks: a picture drawn for one is drawn for all who move at that moment. */
const timers = {
  now: () => performance.now(),
  chance: () => Math.random(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Blinks take 140 ms, every 3 to 7 s; a breath is three drawn poses. */
const awake = new Company({ least: 3000, most: 7000, part: ".m-eyes", poses: [{ name: "is-shut", ms: 140 }] }, timers);
const asleep = new Company(
  {
    least: 7000,
    most: 13_000,
    part: null,
    poses: [
      { name: "is-inhaling", ms: 280 },
      { name: "is-full", ms: 1300 },
      { name: "is-inhaling", ms: 280 },
    ],
  },
  timers,
);

/** Blinks, looks aside, habits and breaths as classes on the drawing: nothing is rendered anew. Null stops it. */
export function useSignsOfLife(drawing: RefObject<Drawing | null>, how: Liveliness | null, stories: Stories): void {
  useEffect(() => {
    const figure = drawing.current;
    if (!figure || !how) return;
    const company = how === "sleeping" ? asleep : awake;
    const atEase = how === "idle" || how === "steady";
    return company.join(figure, { looksAbout: atEase, hasHabit: atEase, ...(how === "idle" && { stories }) });
  }, [drawing, how, stories]);
}
