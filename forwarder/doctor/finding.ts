/** One judgement of the doctor, without words: the report has them. Pure. */
import type { DoctorAction, DoctorState, DoctorStepName } from "../../schemas/generated/types.ts";
import type { DoctorCause, DoctorFixWord, DoctorReason } from "./words.ts";

export interface Fix {
  word: DoctorFixWord;
  values: readonly (string | number)[];
  command: string | null;
  action: DoctorAction | null;
}

export interface Finding {
  step: DoctorStepName;
  state: DoctorState;
  reason: DoctorReason;
  values: readonly (string | number)[];
  fix: Fix | null;
}

/** A value that is a word itself: the report says it in the person's language. */
export const inWords = (word: DoctorCause): string => `@${word}`;

type Judge = (step: DoctorStepName, reason: DoctorReason, values?: readonly (string | number)[], fix?: Fix | null) => Finding;

const judge = (state: DoctorState): Judge => (step, reason, values = [], fix = null) => ({ step, state, reason, values, fix });

export const ok = judge("ok");
export const warn = judge("warn");
export const fail = judge("fail");
export const skipped = judge("skipped");

export function fixBy(word: DoctorFixWord, more: { values?: readonly (string | number)[]; command?: string; action?: DoctorAction } = {}): Fix {
  return { word, values: more.values ?? [], command: more.command ?? null, action: more.action ?? null };
}

export const INSTALL = fixBy("install", { command: "agent-mascot hooks install", action: "install" });
export const REPAIR = fixBy("repair", { command: "agent-mascot hooks repair", action: "repair" });
export const START = fixBy("start", { command: "agent-mascot" });
