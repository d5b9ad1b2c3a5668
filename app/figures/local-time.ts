import type { LocalTime } from "../domain/figures/figures.ts";

const two = (number: number) => String(number).padStart(2, "0");

/** By the clock of this computer, with its summer time. */
export const localTime: LocalTime = (ms) => {
  const at = new Date(ms);
  return { day: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`, weekday: at.getDay(), hour: at.getHours() };
};
