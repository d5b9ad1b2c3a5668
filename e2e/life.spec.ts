/** Mascots live: what they held goes, a story is told now and then, and nothing moves when motion is not wanted. */
import { type Page, expect, test } from "@playwright/test";
import { RunningApp, configFolder, newHome, removeHome } from "./support/app.ts";
import { pixel } from "./support/desktop.ts";
import { type InstalledHooks, installedHooks, recordedTurn } from "./support/hooks.ts";
import { tell } from "./support/scene.ts";

test.describe("life on the stage", () => {
  let home: string;
  let app: RunningApp;
  let hooks: InstalledHooks;
  let stage: Page;

  test.beforeEach(async () => {
    home = newHome();
    hooks = await installedHooks(home, configFolder(home));
    app = await RunningApp.start(home);
    stage = await app.mascots();
  });
  test.afterEach(async () => {
    await app?.quit();
    removeHome(home);
  });

  const turn = () => recordedTurn("i-basic");
  const upTo = (event: string) => turn().slice(0, turn().findIndex(({ payload }) => payload.hook_event_name === event) + 1);

  test("what was held is put away behind the figure and is gone soon after, the body swings over", async () => {
    await hooks.replay(upTo("UserPromptSubmit"));
    const mascot = stage.locator(".figure-body .mascot");
    await expect(mascot).toHaveAttribute("data-state", "thinking");
    await stage.evaluate(() => {
      const seen = { going: 0, from: [] as string[] };
      Object.assign(window, { seen });
      new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element && node.classList.contains("m-going")) seen.going += 1;
        seen.from.push(document.querySelector<SVGElement>(".figure-body .mascot")?.style.getPropertyValue("--from-x") ?? "");
      }).observe(document.body, { childList: true, subtree: true });
    });
    const rest = turn().slice(upTo("UserPromptSubmit").length);
    await hooks.replay(rest.slice(0, rest.findIndex(({ payload }) => payload.hook_event_name === "PreToolUse") + 1));
    const seen = () => stage.evaluate(() => (window as unknown as { seen: { going: number; from: string[] } }).seen);
    await expect.poll(async () => (await seen()).going).toBeGreaterThan(0);
    await expect(stage.locator(".m-going")).toHaveCount(0);
    expect((await seen()).from.some((x) => /^-?[\d.]+px$/.test(x))).toBe(true);
    const ofBefore = () => stage.evaluate(() => document.getAnimations().flatMap((moving) => {
      const target = (moving.effect as KeyframeEffect).target as Element;
      return moving instanceof CSSAnimation && !getComputedStyle(target).animationName.includes(moving.animationName) ? [moving.animationName] : [];
    }));
    await expect(mascot).toHaveAttribute("data-motion", "running");
    expect(await ofBefore(), "no movement goes on that belongs to another posture").toEqual([]);
  });

  test("what follows hard upon another thing is there at once and holds still, until it is calm again", async () => {
    const mascot = stage.locator(".figure-body .mascot");
    await hooks.replay(upTo("SessionStart"));
    await expect(mascot).toHaveAttribute("data-motion", "resting");
    await stage.clock.install();
    // The page's clock begins anew: long after whatever it has seen.
    await stage.clock.pauseAt(Date.now() + 60_000);
    await tell(home, ...upTo("UserPromptSubmit").slice(-1));
    await stage.clock.runFor(50);
    await expect(mascot).toHaveAttribute("data-motion", "thinking");
    await tell(home, ...turn().filter(({ payload }) => payload.hook_event_name === "PreToolUse").slice(0, 1));
    await stage.clock.runFor(250);
    await expect(mascot).toHaveAttribute("data-state", "running");
    await expect(mascot).toHaveAttribute("data-beat", "cut");
    await expect(mascot).not.toHaveAttribute("data-motion", /./);
    await stage.clock.runFor(500);
    await expect(mascot).toHaveAttribute("data-motion", "running");
  });

  test("an animation that begins or ends makes no picture of its own: nothing on the page listens to any", async () => {
    const inspector = await stage.context().newCDPSession(stage);
    const heard = async (expression: string) => {
      const { result } = await inspector.send("Runtime.evaluate", { expression });
      const { listeners } = await inspector.send("DOMDebugger.getEventListeners", { objectId: result.objectId as string, depth: -1 });
      return new Set(listeners.map(({ type }) => type));
    };
    const [page, frame] = [await heard("document"), await heard("window")];
    expect(page).toContain("transitionend");
    expect([...page, ...frame].filter((type) => type.startsWith("animation"))).toEqual([]);
  });

  test("somebody at rest tells a story now and then, and is still between them", async () => {
    await stage.clock.install();
    await hooks.replay(upTo("SessionStart"));
    await expect(stage.locator(".figure-body .mascot")).toHaveAttribute("data-state", "resting");
    await stage.evaluate(() => {
      const pictures: number[] = [];
      Object.assign(window, { pictures });
      // The same chances each time: in five minutes there may be few.
      let seed = 7;
      Math.random = () => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed / 2_147_483_647;
      };
      const body = document.querySelector(".figure-body") as Element;
      // A story draws other arms; a blink or a habit draws nothing anew.
      new MutationObserver(() => pictures.push(Date.now())).observe(body, { subtree: true, attributes: true, attributeFilter: ["d"] });
    });
    // Step by step: the page draws between two of them.
    for (let second = 0; second < 300; second += 1) await stage.clock.runFor(1000);
    const pictures = await stage.evaluate(() => (window as unknown as { pictures: number[] }).pictures);
    expect(pictures.length).toBeGreaterThan(3);
    const stories = pictures.filter((at, i) => i === 0 || at - (pictures[i - 1] as number) > 5000);
    expect(stories.length).toBeGreaterThanOrEqual(2);
    expect(stories.length).toBeLessThanOrEqual(14);
  });

  test("whoever wants no motion sees calm poses: no clip, no story", async () => {
    await stage.emulateMedia({ reducedMotion: "reduce" });
    await hooks.replay(upTo("UserPromptSubmit"));
    const mascot = stage.locator(".figure-body .mascot");
    await expect(mascot).toHaveClass(/is-reduced/);
    await expect(mascot).not.toHaveAttribute("data-motion", /./);
    await expect.poll(() => stage.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  test("a bubble that comes while another look is held is on screen whole", async () => {
    const recorded = recordedTurn("cap-auto");
    const until = recorded.findIndex(({ payload }) => payload.hook_event_name === "PreToolUse" && payload.tool_name === "Bash");
    await hooks.replay(recorded.slice(0, until + 1));
    await expect(stage.locator(".figure-body .mascot")).toHaveAttribute("data-motion", "running");
    const bubble = stage.locator(".figure-bubble > *").first();
    const top = async () => {
      const window = await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().find((candidate) => candidate.webContents.getURL().includes("mascots.html"))?.getBounds());
      const box = await bubble.boundingBox();
      if (!window || !box) return "";
      return pixel(Math.round(window.x + box.x + box.width / 2), Math.round(window.y + box.y + 4));
    };
    // Paper-light, whatever lies behind the window.
    await expect.poll(top).toMatch(/^2[345]\d,2[345]\d,2[345]\d$/);
  });
});
