import { expect, it } from "vitest";
import { wayInto } from "./inside.ts";

it.each([
  ["/p", "/p/src/a.ts", "src/a.ts"],
  ["/p", "/p", ""],
  ["/p", "/p/..a", "..a"],
  ["/p", "/pq/a", null],
  ["/p", "/", null],
  ["/p", "/q/p", null],
])("from %s to %s: %s", (folder, path, way) => expect(wayInto(folder, path)).toBe(way));
