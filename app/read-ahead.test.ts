import { describe, expect, it } from "vitest";
import { fromAhead, fromSpool } from "./collector/spool-file.ts";
import type { ReadAhead, SpoolFile } from "./parts.ts";
import { createProviders } from "./providers/index.ts";
import { prepare } from "./pipeline/prepare.ts";
import { readAhead } from "./read-ahead.worker.ts";
import { BASE, recordedTurn, turnNames } from "./pipeline/test-support.ts";

const providers = createProviders();
const file = (name: string, text: string, more: Partial<SpoolFile> = {}): SpoolFile => ({ name: `${name}.json`, modifiedAt: BASE, text, ...more });
const recorded = turnNames().flatMap((turn) => recordedTurn(turn).map(({ payload }, n) => file(`${turn}-${n}`, `v=1\tprovider=claude\tCLAUDE_PID=7\n${JSON.stringify(payload)}`)));
const odd: [string, SpoolFile][] = [
  ["no JSON", file("bad", "v=1\tprovider=claude\n{not json")],
  ["no header", file("bare", JSON.stringify({ hook_event_name: "Stop", session_id: "s" }))],
  ["a payload that is a list", file("list", "v=1\tprovider=claude\n[1, 2]")],
  ["nothing", file("empty", "")],
  ["a body of which only the ends are left", file("cut", "v=1\tprovider=claude\n", { cut: { head: '{"session_id":"s"', tail: '"}', bytes: 9_000_000 } })],
  ["names that change a prototype, numbers beyond all bounds and halves of characters", file("names", 'v=1\tprovider=claude\n{"hook_event_name":"Stop","session_id":"s","__proto__":{"a":1},"n":1e999,"text":"\\ud800"}')],
];

function ahead(files: SpoolFile[]): SpoolFile[] {
  const made = JSON.parse(readAhead(files, BASE + 5)) as ReadAhead[];
  return files.map((each, n) => ({ ...each, ahead: made[n] }));
}

/** As the log keeps it: what its texts cannot say is not in it. */
const logged = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("a file that its thread reads to the end", () => {
  it.each([["every recorded payload", recorded] as const, ...odd.map(([what, one]) => [what, [one]] as const)])("becomes what the main thread would have made of it: %s", (_, files) => {
    expect(files.length).toBeGreaterThan(0);
    for (const each of ahead([...files])) {
      const plain = fromSpool(each, BASE + 5, providers);
      const read = fromAhead(each, BASE + 5, providers);
      expect(read).toMatchObject({ bad: plain.bad });
      expect(read?.delivery.payload).toEqual(plain.delivery.payload);
      const { prepared, payload: _payload, ...head } = read!.delivery;
      const { payload: _other, ...plainHead } = plain.delivery;
      expect(head).toEqual(logged(plainHead));
      expect(logged(prepared)).toEqual(logged(prepare(plain.delivery, { providers, uniqueId: () => "x" })));
    }
  });

  it("the number of dropped events comes along", () => {
    const gap = file("gap", `${JSON.stringify({ v: 1, gap: { dropped: 7, from: "a", to: "b" } })}\n`);
    expect(fromAhead(ahead([gap])[0]!, BASE, providers)?.dropped).toBe(fromSpool(gap, BASE, providers).dropped);
    expect(fromSpool(gap, BASE, providers).dropped).toBe(7);
  });

  it("secrets do not cross: what it wants written is masked", () => {
    const secret = `ghp_${"a1B2c3D4".repeat(4)}abcd`;
    const made = readAhead([file("secret", `v=1\tprovider=claude\n${JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: "s", prompt: `my token is ${secret}` })}`)], BASE);
    expect(made).toContain("my token is");
    expect(made).not.toContain(secret);
  });
});
