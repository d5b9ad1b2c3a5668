/**
 * One clock for everybody's signs of life. Each picture costs the whole road from style to screen, however small the change, so
 * those whose time is near move in the same picture, and a look aside begins and ends behind a blink. Between two moves nothing runs.
 */

/** What classes are switched on. */
interface Part {
  readonly classList: Pick<DOMTokenList, "add" | "remove">;
}

/** What is moved: an SVG element, or a stand-in in tests. */
export interface Drawing extends Part {
  querySelector(selector: string): Part | null;
}

export interface Timers {
  /** Milliseconds from any fixed moment. */
  now(): number;
  /** In [0, 1). */
  chance(): number;
  /** Gives what takes it back. */
  after(ms: number, run: () => void): () => void;
}

export interface Rhythm {
  /** Shortest and longest pause between two signs of one member, in ms. */
  readonly least: number;
  readonly most: number;
  /** Selector of the part that gets the classes; null: the drawing itself. */
  readonly part: string | null;
  /** Classes shown one after the other, and for how long each, in ms. */
  readonly poses: readonly { readonly name: string; readonly ms: number }[];
}

export interface Ways {
  /** Looks aside between two blinks, now and then. */
  readonly looksAbout: boolean;
  /** Plays its habit (`is-fidgeting`), now and then. */
  readonly hasHabit: boolean;
  /** Tells a story in its habit's place, when it likes to. */
  readonly stories?: Stories;
}

export interface Stories {
  /** @returns how long the story takes in ms; 0: none this time, the habit is played */
  begin(): number;
  /** Over, or broken off. */
  end(): void;
}

interface Member extends Ways {
  readonly drawing: Drawing;
  /** When its last sign ended, and when the next one is wanted. */
  rested: number;
  due: number;
}

/** At most so many move in one picture, and never more than half of a group: a company is no choir. */
const TOGETHER = 3;
/** How often somebody looks aside after a blink. */
const LOOKS_ASIDE = 0.24;
const ASIDE = ["is-aside-left", "is-aside-right"] as const;
/** Pause between two habits in the whole company, and the longest habit's length (`mascot.css`); in ms. */
const HABIT_PAUSE = { least: 24_000, most: 48_000 };
const HABIT_MS = 1200;

export class Company {
  private readonly members = new Set<Member>();
  private moving: readonly Member[] = [];
  private shown: string | null = null;
  private fidgeting: Member | null = null;
  private habitDue: number | null = null;
  private stopClock = () => {};
  private stopHabit = () => {};

  constructor(private readonly rhythm: Rhythm, private readonly timers: Timers) {}

  /** Gives what takes the member out again, in its plain pose. */
  join(drawing: Drawing, ways: Ways): () => void {
    const member: Member = { drawing, ...ways, rested: this.timers.now(), due: 0 };
    this.plan(member);
    this.members.add(member);
    if (this.moving.length === 0) this.wait();
    return () => this.leave(member);
  }

  private leave(member: Member): void {
    this.members.delete(member);
    this.partOf(member)?.classList.remove(...this.rhythm.poses.map(({ name }) => name), ...ASIDE);
    if (this.fidgeting === member) this.endHabit();
    this.moving = this.moving.filter((other) => other !== member);
    if (this.moving.length === 0) this.wait();
  }

  /** The next sign comes when the first one wants it. */
  private wait(): void {
    this.stopClock();
    this.shown = null;
    const next = this.next();
    this.stopClock = next ? this.timers.after(Math.max(0, next.due - this.timers.now()), () => this.begin(next)) : () => {};
  }

  private next(): Member | undefined {
    return byDue(this.members)[0];
  }

  private begin(first: Member): void {
    this.moving = this.together(first);
    this.showPose(0);
  }

  /** The first one and others who have waited long enough. */
  private together(first: Member): Member[] {
    const ready = this.timers.now() - this.rhythm.least;
    const others = byDue(this.members).filter((member) => member !== first && member.rested <= ready);
    const most = Math.min(TOGETHER, Math.ceil(this.members.size / 2));
    return [first, ...others].slice(0, most);
  }

  private showPose(index: number): void {
    const pose = this.rhythm.poses[index];
    for (const member of this.moving) this.change(member, pose?.name ?? null);
    this.shown = pose?.name ?? null;
    if (pose) this.stopClock = this.timers.after(pose.ms, () => this.showPose(index + 1));
    else this.end();
  }

  private change(member: Member, name: string | null): void {
    const classes = this.partOf(member)?.classList;
    if (this.shown) classes?.remove(this.shown);
    if (name) classes?.add(name);
    else if (member.looksAbout) this.look(classes);
  }

  /** Whoever looked aside looks ahead again after its next blink. */
  private look(classes: Part["classList"] | undefined): void {
    classes?.remove(...ASIDE);
    if (this.timers.chance() < LOOKS_ASIDE) classes?.add(ASIDE[this.timers.chance() < 0.5 ? 0 : 1]);
  }

  private end(): void {
    for (const member of this.moving) {
      member.rested = this.timers.now();
      this.plan(member);
    }
    this.maybeFidget(this.moving);
    this.moving = [];
    this.wait();
  }

  /** In the later half of its span: before that it is free to join others. */
  private plan(member: Member): void {
    const { least, most } = this.rhythm;
    member.due = member.rested + this.between({ least: (least + most) / 2, most });
  }

  /** One habit at a time in the whole company, and a long pause after it. */
  private maybeFidget(candidates: readonly Member[]): void {
    const now = this.timers.now();
    this.habitDue ??= now + this.between(HABIT_PAUSE);
    const member = candidates.find((candidate) => candidate.hasHabit);
    if (!member || now < this.habitDue) return;
    this.endHabit();
    this.habitDue = now + this.between(HABIT_PAUSE);
    this.fidgeting = member;
    const story = member.stories?.begin() ?? 0;
    if (story === 0) member.drawing.classList.add("is-fidgeting");
    this.stopHabit = this.timers.after(story || HABIT_MS, () => this.endHabit());
  }

  private endHabit(): void {
    this.stopHabit();
    this.fidgeting?.drawing.classList.remove("is-fidgeting");
    this.fidgeting?.stories?.end();
    this.fidgeting = null;
  }

  private between({ least, most }: { readonly least: number; readonly most: number }): number {
    return least + this.timers.chance() * (most - least);
  }

  private partOf({ drawing }: Member): Part | null {
    return this.rhythm.part === null ? drawing : drawing.querySelector(this.rhythm.part);
  }
}

const byDue = (members: Iterable<Member>): Member[] => [...members].sort((a, b) => a.due - b.due);
