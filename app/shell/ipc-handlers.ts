/** What the windows may ask, answered by the parts that know. */
import { SLOT_COUNTS, type SearchResult, type SessionsPage } from "../../schemas/generated/types.ts";
import type { AgentView, DashboardOpen, DataDone, ExportOrder, FigureFile, HooksScope, Notice, Sound, UiState } from "../../schemas/generated/types.ts";
import type { AgentCards } from "./agent-cards.ts";
import type { AnsweringFace } from "./answering-face.ts";
import type { CardFace } from "./card-face.ts";
import { generateAppearance } from "../domain/appearance.ts";
import type { ShellDependencies } from "./doors.ts";
import { bridgesHandlers } from "./ipc-bridges.ts";
import { type IpcHandlers, IpcRefusal } from "./ipc-host.ts";
import type { MascotStage } from "./mascot-stage.ts";

export interface HandlerParts {
  deps: ShellDependencies;
  stage(): MascotStage;
  /** Folders of the projects that events came from lately. */
  recentProjects(): string[];
  /** With their texts. */
  notices(): Notice[];
  uiState(): UiState;
  openDashboard(target: DashboardOpen): void;
  play(sound: Sound): void;
  dashboardShows(sessionId: string | null): void;
  setVisible(visible: boolean): void;
  popUpMenu(agent: AgentView | null): void;
  popUpCrowd(agentIds: readonly string[]): void;
  cards: AgentCards;
  /** Where an agent's card is shown. */
  card(): CardFace;
  /** Where requests are shown. */
  answering(): AnsweringFace;
  /** Onto the clipboard. */
  copy(text: string): void;
  /** Asks the person for a file. @returns null when they think better of it */
  whereToSave(order: ExportOrder): Promise<string | null>;
  /** Asks the person for a file and writes it. `ok: false` without a reason when they think better of it. */
  saveFigures(file: FigureFile): Promise<DataDone>;
  /** The same for an export to be taken back. */
  whatToImport(): Promise<string | null>;
}

const OK = { ok: true };

export function ipcHandlers(parts: HandlerParts): IpcHandlers {
  const { deps, stage } = parts;
  const done = (run: () => void) => {
    run();
    return OK;
  };
  return {
    "world:snapshot": () => deps.world.snapshot(),
    "ui:state": () => parts.uiState(),
    "window:shape": (shape) => done(() => stage().report(shape)),
    "window:hover": ({ over }) => done(() => stage().hover(over)),
    "window:drag": ({ step }) => done(() => (step === "start" ? stage().startDrag() : stage().endDrag())),
    "window:lift": (lift) => done(() => (lift.step === "start" ? stage().lift(lift.agent_id, lift.place, lift.corner) : stage().putDown(lift.agent_id, lift.place))),
    "agent:menu": ({ agent_id }) => done(() => parts.popUpMenu(agentById(deps, agent_id))),
    "crowd:menu": ({ agent_ids }) => done(() => parts.popUpCrowd(agent_ids)),
    "dashboard:open": (target) => done(() => parts.openDashboard(target)),
    "mascots:visible": ({ visible }) => done(() => parts.setVisible(visible)),
    ...hooksHandlers(parts),
    "app:status": async () => ({ ...(await deps.status()), notices: parts.notices() }),
    "app:quit": () => done(() => deps.quit()),
    "settings:get": () => deps.settings.get(),
    "sound:try": (sound) => done(() => parts.play(sound)),
    "dashboard:shows": ({ session_id }) => done(() => parts.dashboardShows(session_id)),
    "quiet:set": (order) => deps.quiet.set(order.for),
    "themes:view": () => deps.themes.view(),
    "themes:list": () => deps.themes.list(),
    "settings:set": (change) => deps.settings.apply(change),
    ...conversationHandlers(parts),
    "guard:list": () => deps.guard.list(parts.recentProjects()),
    "guard:change": (order) => deps.guard.change(order, parts.recentProjects()),
    ...portsHandlers(parts),
    "tour:hello": () => deps.hello(),
    ...figuresHandlers(parts),
    ...bridgesHandlers(deps.bridges),
    ...asksHandlers(parts),
    ...cardHandlers(parts),
  };
}

type AsksChannel = Extract<keyof IpcHandlers, `${"asks" | "bubble"}:${string}`>;

function asksHandlers({ deps: { answering: desk }, answering }: HandlerParts): Pick<IpcHandlers, AsksChannel> {
  return {
    "asks:list": () => ({ asks: desk.list() }),
    "asks:seen": (seen, window) => {
      desk.seen(window, seen);
      return OK;
    },
    "asks:answer": (answer, window) => desk.answer(window, answer),
    "asks:anchor": (anchor) => {
      answering().setAnchor(anchor);
      return OK;
    },
    "bubble:size": (size) => {
      answering().setBubbleSize(size);
      return OK;
    },
  };
}

type CardChannel = Extract<keyof IpcHandlers, `card:${string}`>;

function cardHandlers({ cards, card, deps }: HandlerParts): Pick<IpcHandlers, CardChannel | "agent:rename"> {
  return {
    "agent:rename": async ({ agent_id, name }) => {
      await deps.rename(agent_id, name);
      return OK;
    },
    "card:point": (point) => {
      card().point(point);
      return OK;
    },
    "card:of": async ({ agent_id }) => ({ card: await cards.of(agent_id) }),
    "card:now": () => ({ card: card().shown() }),
    "card:size": (size) => {
      card().setSize(size);
      return OK;
    },
  };
}

type HooksChannel = Extract<keyof IpcHandlers, `${"hooks" | "other-hooks" | "doctor"}:${string}`>;

function hooksHandlers(parts: HandlerParts): Pick<IpcHandlers, HooksChannel> {
  const { hooks, otherHooks, doctor } = parts.deps;
  const places = async () => ({ places: await hooks.places(parts.recentProjects()) });
  let report = "";
  return {
    "hooks:status": () => hooks.status(),
    "hooks:places": places,
    "hooks:install": (at) => hooks.install(at.scope, projectOf(at, parts)),
    "hooks:uninstall": (at) => hooks.uninstall(at.scope, projectOf(at, parts)),
    "hooks:preview": (change) => hooks.preview({ ...change, project: projectOf(change, parts) }),
    "hooks:backups": (at) => hooks.backups(at.scope, projectOf(at, parts)),
    "hooks:restore": (change) => hooks.restore(change.scope, projectOf(change, parts), change.backup ?? ""),
    "hooks:repair": async () => {
      await hooks.repair();
      return places();
    },
    "other-hooks:list": () => otherHooks.list(),
    "other-hooks:preview": (change) => otherHooks.preview(change),
    "other-hooks:change": (change) => otherHooks.change(change),
    "doctor:run": async ({ project }) => {
      const recent = parts.recentProjects();
      if (project !== undefined && !recent.includes(project)) throw new IpcRefusal("refused");
      const made = await doctor.run(project ?? recent[0] ?? null);
      report = made.report;
      return made;
    },
    "doctor:copy": () => {
      parts.copy(report);
      return OK;
    },
  };
}

type ConversationChannel = Extract<keyof IpcHandlers, `${"sessions" | "conversation" | "memory" | "projects" | "data"}:${string}`>;

function conversationHandlers({ deps: { conversation }, whereToSave, whatToImport }: HandlerParts): Pick<IpcHandlers, ConversationChannel> {
  return {
    "sessions:list": async (query) => withFaces(await conversation.sessions(query)),
    "conversation:page": (query) => conversation.page(query),
    "conversation:search": async (query) => withFaces(await conversation.search(query)),
    "memory:preview": (query) => conversation.preview(query),
    "projects:list": () => conversation.projects(),
    "projects:rules": (rules) => conversation.setRules(rules),
    "data:status": () => conversation.dataStatus(),
    "data:retention": (rules) => conversation.setRetention(rules),
    "data:delete-session": ({ session_id }) => conversation.deleteSession(session_id),
    "data:delete-all": () => conversation.deleteAll(),
    "data:export": async (order) => {
      const file = await whereToSave(order);
      return file === null ? { ok: false } : conversation.exportTo(order, file);
    },
    "data:import": async () => {
      const file = await whatToImport();
      return file === null ? { ok: false } : conversation.importFrom(file);
    },
  };
}

type PortsChannel = Extract<keyof IpcHandlers, `ports:${string}`>;

function portsHandlers({ deps: { ports } }: HandlerParts): Pick<IpcHandlers, PortsChannel> {
  return {
    "ports:list": (query) => ports.list(query),
    "ports:show": async (ref) => {
      const shown = await ports.show(ref);
      return "done" in shown ? { detail: shown.done } : shown;
    },
    "ports:create": (order) => ports.create(order),
    "ports:start": (order) => ports.start(order),
    "ports:end": (order) => ports.end(order),
  };
}

type FiguresChannel = Extract<keyof IpcHandlers, `figures:${string}`>;

function figuresHandlers({ deps: { figures }, saveFigures }: HandlerParts): Pick<IpcHandlers, FiguresChannel> {
  return { "figures:get": (query) => figures.figures(query), "figures:calls": (query) => figures.calls(query), "figures:lane": (query) => figures.lane(query), "figures:save": (file) => saveFigures(file) };
}

/** The face of a lead is its id's: a session that is long over is still met by it. */
function withFaces<Page extends SessionsPage | SearchResult>(page: Page): Page {
  return { ...page, items: page.items.map((row) => ({ ...row, appearance: generateAppearance(row.session_id, SLOT_COUNTS) })) };
}

/** A window names no folder of its own: only those that it was told of are written to. */
function projectOf({ scope, project }: Pick<HooksScope, "scope" | "project">, parts: HandlerParts): string | undefined {
  if (scope === "user") return undefined;
  if (project === undefined || !parts.recentProjects().includes(project)) throw new IpcRefusal("refused");
  return project;
}

function agentById(deps: ShellDependencies, id: string | null): AgentView | null {
  return deps.world.agents().find((agent) => agent.agent_id === id) ?? null;
}
