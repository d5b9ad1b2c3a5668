import { expect, it } from "vitest";
import { createProviders } from "./index.ts";

it("knows claude and nobody else yet", () => {
  const providers = createProviders();
  expect(providers.known("claude")).toBe(true);
  for (const name of ["codex", "", "__proto__", "constructor"]) expect(providers.known(name)).toBe(false);
});

it("a payload for a provider without an adapter is unrecognised under its name", () => {
  expect(createProviders().adapt("codex", { hook_event_name: "Stop" })).toMatchObject({ kind: "unrecognised", provider: "codex" });
});
