import { afterEach, expect, it } from "vitest";
import { migrateFromPrevious } from "../testing/previous-file.ts";
import { cleanUp } from "../testing/store-fixture.ts";

afterEach(cleanUp);

it("step 70 adds an index that keeps words as they are given, signs and other scripts included, and none of the text", async () => {
  const connection = await migrateFromPrevious(70, async (previous) => {
    await previous.run(
      "INSERT INTO interactions (id, user_id, session_id, agent_id, role, skill_name, project, ts, content, metadata) VALUES ('a', 'local', 's', 's', 'user', 'user_prompt', '', 1, 'text', '{}')",
    );
  });
  expect(await connection.all("SELECT id FROM interactions")).toEqual([{ id: "a" }]);
  const words = ["pol-358", "main.ts", "don't", "20.04", "a_b", "a/b", "a\\b", "a@b", "a:b", "a#b", "a+b", "a&b", "a=b", "버그", "\uE000s1"];
  await connection.run("INSERT INTO search (rowid, tokens) VALUES (7, ?)", [words.join(" ")]);
  for (const word of words) {
    expect(await connection.all("SELECT rowid FROM search WHERE search MATCH ?", [`"${word}"`]), word).toEqual([{ rowid: 7 }]);
  }
  expect(await connection.all("SELECT tokens FROM search WHERE search MATCH '\"a_b\"'")).toEqual([{ tokens: null }]);
  await connection.close();
});
