import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";

/** The rows that are drawn: what is near, and the one with the keyboard, which would be lost if its row were scrolled away. @param active -1: there is none */
export function rangeWith(active: number): (range: Range) => number[] {
  return (range) => [...new Set([...defaultRangeExtractor(range), Math.min(active, range.count - 1)])].filter((index) => index >= 0).sort((a, b) => a - b);
}
