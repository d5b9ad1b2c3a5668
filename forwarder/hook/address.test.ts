import { expect, it } from "vitest";
import { hostOf, isLocal } from "./address.ts";

it.each([
  ["http://localhost:4820", true],
  ["http://127.0.0.1:4820", true],
  ["http://127.8.9.1", true],
  ["http://2130706433", true],
  ["http://127.1", true],
  ["http://[::1]:4820", true],
  ["http://127.0.0.1.example.com", false],
  ["http://127.example.com", false],
  ["http://10.0.0.1", false],
  ["http://0.0.0.0", false],
  ["http://[::ffff:127.0.0.1]", false],
  ["http://localhost.example.com", false],
  ["other://127.999.1.1", false],
])("%s is this computer: %s", (url, local) => {
  expect(isLocal(new URL(url))).toBe(local);
});

it("an IPv6 host is given without its brackets", () => {
  expect(hostOf(new URL("http://[::1]:4820"))).toBe("::1");
});
