import { expect, it } from "vitest";
import { unseen } from "./leavers.ts";

it("who leaves while nobody sees them is gone at once; who is drawn leaves in their own time", () => {
  const leaving = new Map([["drawn", {}], ["in the number", {}], ["sent away", {}]]);
  expect(unseen(leaving, [{ agentId: "drawn" }, { agentId: "stays" }])).toEqual(["in the number", "sent away"]);
  expect(unseen(new Map(), [{ agentId: "stays" }])).toEqual([]);
});
