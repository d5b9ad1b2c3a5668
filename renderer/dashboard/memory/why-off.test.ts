import { expect, it } from "vitest";
import { silencedBy, whyOff } from "./why-off.ts";

const on = { memory: true, record: true };
const told = { enabled: true, text: "a block" };

it.each([
  [true, on, told, null],
  [false, on, { ...told, enabled: false }, "setting"],
  [false, { memory: false, record: false }, { ...told, enabled: false }, "setting"],
  [true, { memory: false, record: true }, { ...told, enabled: false }, "project"],
  [true, { memory: true, record: false }, { ...told, enabled: false }, "record"],
  [true, { memory: false, record: false }, { ...told, enabled: false }, "record"],
  [true, on, { ...told, enabled: false }, "within"],
  [true, on, { enabled: true, text: "" }, "nothing"],
] as const)("with memory %s, rules %j and the preview %j nothing is told because of: %s", (enabled, rules, preview, why) => expect(whyOff(enabled, rules, preview)).toBe(why));

it.each([
  ["/work/garden", "/work", "/work"],
  ["/work/garden", "/work/", "/work/"],
  ["/work/garden", "/work/gar", null],
  ["/work/garden", "/work/garden", null],
  ["C:\\work\\garden", "C:\\work", "C:\\work"],
  ["/work/garden", "", null],
  ["", "/work", null],
])("%j is silenced by the unrecorded %j: %j", (project, other, expected) => {
  const row = (name: string, record: boolean) => ({ project: name, sessions: 1, last_at: 0, memory: true, record });
  expect(silencedBy(project, [row(project, true), row(other, false)].filter((one, i) => i === 1 || one.project !== other))).toBe(expected);
  expect(silencedBy(project, [row(project, true), row(other, true)])).toBe(null);
});
