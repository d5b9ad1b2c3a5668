/**
 * What the preload gives to a window as `window.mascot`: named functions over the channels of ipc.schema.json and nothing else
 * (no generic send, callbacks get data, never Electron's event object).
 */
import type { AskAnchor, AskAnswer, AskAnswered, AskList, AskPointed, AskSeen, BubblePlace, BubbleSize, CardAnswer, CardPoint, CardSize, StageLift } from "./generated/types.ts";
import type {
  BridgeAsideList, BridgeRef, BridgeResolve, BridgesChange, BridgeSecret, BridgesState, BridgeTried, TeamView,
  AppStatus, CallLane, CallsPage, CallsQuery, ConversationGrew, DashboardOpen, DataDone, DataStatus, DoctorReport, ExportOrder, FigureFile, Figures, FiguresQuery, GuardOrder, GuardProjects, HooksBackups, HooksChange, HooksPlaces, HooksPreview, HooksScope, HooksStatus, OtherHooksChange, OtherHooksList, InteractionsPage, InteractionsQuery, LaneQuery, MemoryPreview, MemoryQuery, PatchBatch,
  PortCreate, PortEnd, PortList, PortRef, PortResult, PortShown, PortsQuery, PortStart,
  ProjectList, ProjectRules, QuietFor, QuietState, RetentionRules, SearchQuery, SearchResult, SessionsPage, SessionsQuery, Settings, SettingsChange, Snapshot, Sound, ThemeList, ThemeView, UiState, WindowShape,
} from "./generated/types.ts";

/** Takes a listener away again. */
export type Unsubscribe = () => void;

export interface MascotBridge {
  snapshot(): Promise<Snapshot>;
  onPatches(listener: (batch: PatchBatch) => void): Unsubscribe;
  uiState(): Promise<UiState>;
  onUiState(listener: (state: UiState) => void): Unsubscribe;
  reportShape(shape: WindowShape): void;
  hover(over: boolean): void;
  dragStart(): void;
  dragEnd(): void;
  /** One mascot, or the group, is taken up or put down within the window. */
  lift(lift: StageLift): void;
  openAgentMenu(agentId: string | null): void;
  /** A menu of the agents that find no room on the stage. */
  openCrowdMenu(agentIds: string[]): void;
  /** The pointer rests on a figure, or no longer does (`agent_id` null). */
  pointCard(point: CardPoint): void;
  /** @param name null: what the client calls it */
  renameAgent(agentId: string, name: string | null): Promise<{ ok: boolean }>;
  cardOf(agentId: string): Promise<CardAnswer>;
  /** The card that is to be seen. */
  cardNow(): Promise<CardAnswer>;
  onCard(listener: (answer: CardAnswer) => void): Unsubscribe;
  reportCard(size: CardSize): void;
  onCardPlaced(listener: (place: BubblePlace) => void): Unsubscribe;
  openDashboard(where: DashboardOpen): void;
  setVisible(visible: boolean): void;
  hooksStatus(): Promise<HooksStatus>;
  hooksPlaces(): Promise<HooksPlaces>;
  /** Hooks came, went or changed in the settings that main watches. */
  onHooksChanged(listener: () => void): Unsubscribe;
  hooksInstall(scope: HooksScope): Promise<HooksStatus>;
  hooksUninstall(scope: HooksScope): Promise<HooksStatus>;
  /** What a change would do to the file; nothing is written. */
  hooksPreview(change: HooksChange): Promise<HooksPreview>;
  hooksBackups(scope: HooksScope): Promise<HooksBackups>;
  hooksRestore(change: HooksChange): Promise<HooksStatus>;
  /** The hook command's copies and the entries of every file that hooks were installed into. */
  hooksRepair(): Promise<HooksPlaces>;
  /** Hooks of other products than Claude Code. */
  otherHooks(): Promise<OtherHooksList>;
  otherHooksPreview(change: OtherHooksChange): Promise<HooksPreview>;
  otherHooksChange(change: OtherHooksChange): Promise<OtherHooksList>;
  /** @param project whose settings files are looked at, too; without it the latest */
  doctor(project?: string): Promise<DoctorReport>;
  /** Puts the last report, without names, onto the clipboard. */
  copyDoctorReport(): Promise<{ ok: boolean }>;
  appStatus(): Promise<AppStatus>;
  quit(): void;
  settings(): Promise<Settings>;
  /** Somebody changed them, and they hold; told once they were asked for. */
  onSettingsChanged(listener: (settings: Settings) => void): Unsubscribe;
  onSound(listener: (sound: Sound) => void): Unsubscribe;
  /** The mascots' window plays it, as it would in earnest. */
  trySound(sound: Sound): void;
  /** Whose conversation the page shows, so that nobody is told of what is before their eyes. */
  showsConversation(sessionId: string | null): void;
  /** Do not disturb, for a while or until it is turned off. */
  setQuiet(wish: QuietFor): Promise<QuietState>;
  /** The theme that is shown. */
  themeView(): Promise<ThemeView>;
  /** Reads the folders of themes anew. */
  themes(): Promise<ThemeList>;
  changeSettings(change: SettingsChange): Promise<Settings>;
  onAgentSelected(listener: (where: DashboardOpen) => void): Unsubscribe;
  sessionsPage(query: SessionsQuery): Promise<SessionsPage>;
  conversationPage(query: InteractionsQuery): Promise<InteractionsPage>;
  search(query: SearchQuery): Promise<SearchResult>;
  memoryPreview(query: MemoryQuery): Promise<MemoryPreview>;
  projects(): Promise<ProjectList>;
  setProjectRules(rules: ProjectRules): Promise<ProjectRules>;
  dataStatus(): Promise<DataStatus>;
  setRetention(rules: RetentionRules): Promise<DataStatus>;
  deleteSession(sessionId: string): Promise<DataDone>;
  deleteAll(): Promise<DataDone>;
  /** Main asks the person where; `ok: false` without a reason when they think better of it. */
  exportData(order: ExportOrder): Promise<DataDone>;
  /** Main asks the person for the file; `count` interactions came back. `ok: false` without a reason when they think better of it. */
  importData(): Promise<DataDone>;
  /** Told in bunches, at most every 50 ms; which rows they are says the next page. */
  onConversationGrew(listener: (grew: ConversationGrew) => void): Unsubscribe;
  /** The rules for edits, by project. */
  guardProjects(): Promise<GuardProjects>;
  changeGuard(order: GuardOrder): Promise<GuardProjects>;
  /** Which secrets are set, never what they are. */
  bridges(): Promise<BridgesState>;
  changeBridges(change: BridgesChange): Promise<BridgesState>;
  setBridgeSecret(secret: BridgeSecret): Promise<BridgesState>;
  /** Asks the other side; nothing of a session is sent. */
  bridgeTry(ref: BridgeRef): Promise<BridgeTried>;
  bridgeAside(ref: BridgeRef): Promise<BridgeAsideList>;
  bridgeResolve(order: BridgeResolve): Promise<BridgesState>;
  bridgeRetry(ref: BridgeRef): Promise<BridgesState>;
  /** What was recorded before is sent too. */
  bridgeHistory(ref: BridgeRef): Promise<BridgesState>;
  team(): Promise<TeamView>;
  /** A bridge stands otherwise than before, or carried something. */
  onBridgesChanged(listener: () => void): Unsubscribe;
  portsList(query: PortsQuery): Promise<PortList>;
  portShow(ref: PortRef): Promise<PortShown>;
  portCreate(order: PortCreate): Promise<PortResult>;
  portStart(order: PortStart): Promise<PortResult>;
  portEnd(order: PortEnd): Promise<PortResult>;
  /** Some work item changed, or its time or files did; which one says the next list. */
  onPortsChanged(listener: () => void): Unsubscribe;
  /** A mascot walks in, waves and leaves; nothing of it is kept. */
  sayHello(): Promise<{ ok: boolean }>;
  figures(query: FiguresQuery): Promise<Figures>;
  calls(query: CallsQuery): Promise<CallsPage>;
  /** Name and face of somebody who may be gone. */
  lane(query: LaneQuery): Promise<CallLane>;
  /** Main asks the person where; `ok: false` without a reason when they think better of it. */
  saveFigures(file: FigureFile): Promise<DataDone>;
  /** Requests of clients that can be answered here, the oldest first. */
  asks(): Promise<AskList>;
  onAsks(listener: (list: AskList) => void): Unsubscribe;
  askSeen(seen: AskSeen): void;
  answerAsk(answer: AskAnswer): Promise<AskAnswered>;
  /** Whose figure the bubble belongs to. */
  onAskPointed(listener: (pointed: AskPointed) => void): Unsubscribe;
  reportAnchor(anchor: AskAnchor): void;
  reportBubble(size: BubbleSize): void;
  /** It stands there now, and can be seen. */
  onBubblePlaced(listener: (place: BubblePlace) => void): Unsubscribe;
}

declare global {
  interface Window {
    readonly mascot: MascotBridge;
  }
}
