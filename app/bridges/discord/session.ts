/** One session's rows, carried into its thread. */
import type { DiscordThread } from "../../bridges-parts.ts";
import { cutMessage, splitMessage } from "../../domain/bridges/split-message.ts";
import { threadName } from "../../domain/bridges/thread-name.ts";
import { type Deed, type StoryState, tellStory } from "../../domain/bridges/thread-story.ts";
import type { DiscordCarrierParts, SessionOutcome, SessionRows } from "./session-work.ts";
import { UnsureThread } from "./threads.ts";
import { DiscordTrouble, REASON } from "./trouble.ts";

/** Discord takes 2,000 characters (specification 5: 1,900 and room to spare). */
export const MESSAGE_LENGTH = 1_900;
/** Discord's number for a channel that is not there: a thread somebody took away. */
const UNKNOWN_CHANNEL = 10_003;

type Step = { ids: number[] } & ({ do: "post"; content: string; key: string } | Exclude<Deed, { do: "say" | "reply" }>);

/** Never throws for what Discord did. */
export async function carrySession(session: SessionRows, parts: DiscordCarrierParts): Promise<SessionOutcome> {
  const before = stateOf(session.thread);
  const { deeds } = tellStory(session.rows, before, parts.rules().phases);
  const walk = new Walk(session, parts);
  const failedAt = await walk.run(stepsOf(deeds, parts));
  // What is done is what lies before the first row that is not: the story is told again from there.
  const done = session.rows.filter(({ id }) => id < failedAt);
  const { after } = tellStory(done, before, parts.rules().phases);
  const thread: DiscordThread = { ...walk.thread, named: after.named, phase: after.phase, owed: after.owed };
  if (walk.thread.state === "open" && after.thread === "archived") thread.state = "archived";
  // Of one that is not there yet, opening it has written down how far it came.
  if (isThere(thread)) await parts.store.saveThread(thread);
  const asides = new Set(walk.aside.map(({ id }) => id));
  const over = done.map(({ id }) => id).filter((id) => !asides.has(id));
  return {
    channel: session.thread.channel, settled: over.filter((id) => walk.arrived.has(id)), passed: over.filter((id) => !walk.arrived.has(id)), aside: walk.aside, left: session.rows.map(({ id }) => id).filter((id) => id >= failedAt && !asides.has(id)), trouble: walk.trouble,
    sent: walk.arrived.size > 0,
  };
}

const isThere = ({ state }: DiscordThread): boolean => state !== "new" && state !== "opening";

function stateOf(thread: DiscordThread): StoryState {
  const { state, named, phase, owed } = thread;
  return { thread: state === "new" || state === "opening" ? null : state, named, phase, owed };
}

class Walk {
  thread: DiscordThread;
  trouble: DiscordTrouble | null = null;
  /** Rows of which something is there. */
  readonly arrived = new Set<number>();
  readonly aside: { id: number; reason: string }[] = [];

  constructor(session: SessionRows, private readonly parts: DiscordCarrierParts) {
    this.thread = session.thread;
  }

  /** @returns the first row that is not done; infinity when all are */
  async run(steps: readonly Step[]): Promise<number> {
    for (const step of steps) {
      if (this.thread.state === "gone") return Number.POSITIVE_INFINITY;
      try {
        await this.take(step);
        for (const id of step.ids) this.arrived.add(id);
      } catch (error) {
        if (!this.goesOn(error, step)) return step.ids[0] as number;
      }
    }
    return Number.POSITIVE_INFINITY;
  }

  private async take(step: Step): Promise<void> {
    const { threads } = this.parts;
    switch (step.do) {
      case "open": {
        this.thread = await threads.open(this.thread, { name: threadName(this.thread.project, null), first: (mark) => this.firstWords(mark) });
        return this.parts.store.saveThread(this.thread);
      }
      case "post": {
        await threads.post(this.thread, step.content, step.key);
        if (this.thread.state === "archived") this.thread = { ...this.thread, state: "open" };
        return;
      }
      case "name": return threads.rename(this.thread, threadName(this.thread.project, this.parts.mask(step.prompt)));
      case "archive": return threads.archive(this.thread);
    }
  }

  /** What is known of the failure; false: the rest waits. */
  private goesOn(error: unknown, step: Step): boolean {
    if (error instanceof UnsureThread) {
      this.aside.push(...step.ids.map((id) => ({ id, reason: "discord_unsure" })));
      return false;
    }
    if (!(error instanceof DiscordTrouble)) throw error;
    if (error.kind === "missing" && error.code === UNKNOWN_CHANNEL && this.thread.thread_id !== null) {
      this.thread = { ...this.thread, state: "gone" };
      return true;
    }
    // A name that Discord does not take, or no right to change it, is not worth losing what was said.
    if ((step.do === "name" || step.do === "archive") && (error.kind === "refused" || error.kind === "forbidden")) return true;
    if (error.kind === "refused" && step.do === "post") {
      this.aside.push(...step.ids.map((id) => ({ id, reason: REASON.refused })));
      return true;
    }
    this.trouble = error;
    return false;
  }

  private firstWords(mark: string): string {
    return cutMessage(this.parts.mask(this.parts.say("first", { project: threadName(this.thread.project, null), mark })), MESSAGE_LENGTH);
  }
}

/** Sentences and short replies that follow one another are one message; a reply of several parts stands alone, so that a part sent again is the same. */
function stepsOf(deeds: readonly Deed[], parts: DiscordCarrierParts): Step[] {
  const steps: (Step & { alone?: boolean })[] = [];
  for (const deed of deeds) {
    if (deed.do !== "say" && deed.do !== "reply") steps.push(deed);
    else for (const step of postsOf(deed, parts)) addPost(steps, step);
  }
  return steps;
}

type Post = { do: "post"; content: string; key: string; ids: number[]; alone: boolean };

function addPost(steps: (Step & { alone?: boolean })[], post: Post): void {
  const last = steps.at(-1);
  if (last === undefined || last.do !== "post" || last.alone || post.alone || last.content.length + 1 + post.content.length > MESSAGE_LENGTH) steps.push(post);
  else steps[steps.length - 1] = { ...last, content: `${last.content}\n${post.content}`, ids: [...last.ids, ...post.ids] };
}

function postsOf(deed: Extract<Deed, { do: "say" | "reply" }>, { rules, mask, say }: DiscordCarrierParts): Post[] {
  const text = mask(deed.do === "say" ? say(deed.key, deed.values) : deed.text);
  const contents = deed.do === "reply" && rules().replies === "cut" ? [cutMessage(text, MESSAGE_LENGTH)] : splitMessage(text, MESSAGE_LENGTH);
  return contents.map((content, part) => ({ do: "post", content, key: `${deed.ids[0]}:${part}`, ids: deed.ids, alone: contents.length > 1 }));
}
