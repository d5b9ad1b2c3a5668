import { describe, expect, it } from "vitest";
import type { News, Telling } from "../domain/notify/watch.ts";
import { notificationText, withoutMarkup } from "./notify-text.ts";
import { textsFor } from "./texts.ts";

const ABOUT = { sessionId: "s1", agentId: "s1", name: "shop", project: "shop" };
const telling = (news: News): Telling => ({ id: "x", news });
const [en, ko] = [textsFor("en"), textsFor("ko")];

describe("a notification", () => {
  it.each<[string, News, string, string]>([
    ["a permission", { ...ABOUT, kind: "needs", wait: "permission", tool: "Bash", target: "npm test", count: 1 }, "shop needs you", "Asks for permission: npm test"],
    ["a question", { ...ABOUT, kind: "needs", wait: "question", tool: null, target: null, count: 1 }, "shop needs you", "Has a question for you"],
    ["a plan", { ...ABOUT, kind: "needs", wait: "plan", tool: null, target: "x", count: 1 }, "shop needs you", "Has a plan for you to look at"],
    ["a long turn", { ...ABOUT, kind: "finished", ms: 4 * 60_000 }, "shop is done", "shop, after 4 minutes"],
    ["a very long turn", { ...ABOUT, kind: "finished", ms: 125 * 60_000 }, "shop is done", "shop, after 2 h 5 min"],
    ["a failure", { ...ABOUT, kind: "failed", failure: "rate_limit" }, "shop was stopped", "Too many requests for now"],
  ])("of %s says who and what", (_what, news, title, body) => {
    expect(notificationText(telling(news), true, en)).toEqual({ title, body });
    expect(notificationText(telling(news), true, ko).title).toContain("shop");
    expect(notificationText(telling(news), true, ko).body).not.toBe(body);
  });

  it("says only who and where when the person does not want its text on the screen", () => {
    expect(notificationText(telling({ ...ABOUT, kind: "needs", wait: "permission", tool: "Bash", target: "cat notes", count: 1 }), false, en).body).toBe("shop");
  });

  it("of many counts them", () => {
    const news: News = { ...ABOUT, kind: "finished", ms: 1 };
    expect(notificationText({ id: "many", many: { needs: 3, failed: 1 }, first: news }, true, en)).toEqual({ title: "Agent Mascot", body: "3 agents need you, 1 stopped by an error" });
  });

  it("is shown as it stands where desktops take it for markup", () => {
    expect(withoutMarkup('sed -i "s/<b>x/y/" a.html 2>&1 && cat <<EOF')).toBe('sed -i "s/&lt;b&gt;x/y/" a.html 2&gt;&amp;1 &amp;&amp; cat &lt;&lt;EOF');
    expect(withoutMarkup("npm test")).toBe("npm test");
  });

  it("E7: is one short line each, with Hangul whole", () => {
    const { title, body } = notificationText(telling({ ...ABOUT, name: "가".repeat(200), kind: "needs", wait: "permission", tool: "Bash", target: "a\n".repeat(200), count: 1 }), true, ko);
    expect([...title]).toHaveLength(60);
    expect([...body].length).toBeLessThanOrEqual(140);
    expect(title + body).not.toMatch(/[\n\ufffd]/);
  });
});
