/** What a report comes to. Pure. */
import type { DoctorStep } from "../../../schemas/generated/types.ts";

export function countsOf(steps: readonly DoctorStep[]): { faults: number; warnings: number } {
  const count = (wanted: DoctorStep["state"]) => steps.filter(({ state }) => state === wanted).length;
  return { faults: count("fail"), warnings: count("warn") };
}
