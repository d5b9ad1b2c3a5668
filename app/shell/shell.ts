/** The shell: tray, windows and the messages between them and the rest of the app. Main owns all state; windows draw it. */
import { app, clipboard, session } from "electron";
import { clockText } from "../../schemas/clock.ts";
import type { AgentView, Change, Notice, Settings, UiState } from "../../schemas/generated/types.ts";
import { type AgentCards, createCards } from "./agent-cards.ts";
import { agentMenu, type AgentMenuModel } from "./agent-menu.ts";
import { AnsweringFace } from "./answering-face.ts";
import { APP_ORIGIN } from "./app-files.ts";
import { serveAppFiles } from "./app-protocol.ts";
import { CardFace } from "./card-face.ts";
import { crowdMenu } from "./crowd-menu.ts";
import { Dashboard } from "./dashboard-window.ts";
import { Dismissals } from "./dismissals.ts";
import { displayNames } from "./displays.ts";
import type { ShellDependencies } from "./doors.ts";
import { leadsToTour } from "./greeting.ts";
import { askAndInstallHooks, askAndRemoveHooks } from "./hooks-consent.ts";
import { ipcHandlers } from "./ipc-handlers.ts";
import { IpcHost } from "./ipc-host.ts";
import { electronRegistrar } from "./ipc-registrar.ts";
import { saveFigures } from "./save-figures.ts";
import { askWhatToImport, askWhereToSave } from "./save-place.ts";
import { setLoginItem } from "./launch-login.ts";
import { type MascotWindow, openMascotWindow } from "./mascot-window.ts";
import { BubbleWindow } from "./bubble-window.ts";
import { buildMenu, popUpMenu } from "./menu.ts";
import type { MenuEntry, ShellCommand } from "./menu-model.ts";
import { hardenSession } from "./security.ts";
import { NewsFace } from "./news-face.ts";
import { openFolder } from "./open-folder.ts";
import { RecentProjects } from "./recent-projects.ts";
import { onNativeWayland } from "./single-instance.ts";
import { electronTimers } from "./timers.ts";
import { type Locale, localeOf, type Texts, textsFor, worded } from "./texts.ts";
import { openTray, type TrayIcon } from "./tray.ts";
import { trayFace } from "./tray-menu.ts";

export interface Shell {
  /** The person asked to see the app (second start, command line). */
  raise(): void;
  /** Windows, tray and IPC go; nothing of the shell keeps the process alive. */
  close(): void;
}

/** Nearly all news is of what somebody does. */
const isComingOrGoing = ({ kind }: Change): boolean => kind === "mascot://agent-appeared" || kind === "mascot://agent-departed";

/** Once Electron is ready. `prepareElectron` must have run before. */
export function startShell(deps: ShellDependencies): Shell {
  return new RunningShell(deps);
}

class RunningShell implements Shell {
  private readonly ipc: IpcHost;
  private readonly tray: TrayIcon;
  private readonly face: MascotWindow;
  private readonly dashboard: Dashboard;
  private readonly answering: AnsweringFace;
  private readonly cards: AgentCards;
  private readonly card: CardFace;
  private readonly projects: RecentProjects;
  private readonly news: NewsFace;
  private readonly dismissals = new Dismissals();
  private readonly stops: (() => void)[] = [];
  /** MASCOT_HIDDEN and the login item: no window until the person asks for one. */
  private hiddenThisRun: boolean;
  private lastUiState = "";
  private loginItem: boolean;

  constructor(private readonly deps: ShellDependencies) {
    this.hiddenThisRun = deps.start.hidden;
    this.loginItem = deps.settings.get().login_item;
    hardenSession(session.defaultSession);
    serveAppFiles(session.defaultSession, deps.files.renderer, (path) => deps.themes.picture(path));
    this.ipc = new IpcHost({ registrar: electronRegistrar, log: deps.log, origin: APP_ORIGIN, checkResults: deps.checkResults });
    this.tray = openTray({ icons: deps.files.trayIcons, log: deps.log, face: () => this.trayFace(), run: (command) => this.run(command) });
    this.dashboard = this.makeDashboard();
    this.face = this.makeFace();
    this.answering = this.makeAnswering();
    this.cards = createCards(deps);
    this.card = this.makeCard();
    this.projects = new RecentProjects(deps.world.sessions());
    this.news = this.makeNews();
    this.serve();
    this.follow();
    this.greet();
  }

  raise(): void {
    this.setVisible(true);
    this.dashboard.open({});
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.news.close();
    this.answering.close();
    this.card.close();
    this.face.close();
    this.dashboard.close();
    this.tray.close();
    this.ipc.close();
  }

  private makeDashboard(): Dashboard {
    const { deps } = this;
    return new Dashboard({
      preload: deps.files.preload, icon: deps.files.windowIcon, ipc: this.ipc, log: deps.log, title: () => this.texts()("dashboard.title"),
      remembered: () => deps.settings.get().dashboard,
      onSeen: () => setImmediate(() => this.answering.look()),
      onBounds: (dashboard) => this.change((settings) => ({ ...settings, dashboard })),
    });
  }

  private makeAnswering(): AnsweringFace {
    const { deps, face } = this;
    return new AnsweringFace({
      door: deps.answering, preload: deps.files.preload, ipc: this.ipc, log: deps.log, mascots: face.browserWindow, mascotsSeen: () => !face.stage.isPaused(), dashboardSeen: () => this.dashboard.isSeen(),
    });
  }

  private makeCard(): CardFace {
    const { deps, face, ipc } = this;
    return new CardFace({
      cards: this.cards, ipc, timers: electronTimers, window: new BubbleWindow({ kind: "card", preload: deps.files.preload, ipc, log: deps.log }), mascots: () => face.browserWindow.getBounds(),
      mayShow: () => !face.stage.isPaused() && deps.answering.list().length === 0,
    });
  }

  private makeNews(): NewsFace {
    return new NewsFace({
      deps: this.deps, shownSession: () => this.dashboard.shownSession(), openConversation: (session_id) => this.dashboard.open(session_id === null ? { page: "now" } : { page: "sessions", session_id }),
      play: (kind, volume) => this.ipc.push("sound:play", { kind, volume }), texts: () => this.texts(),
    });
  }

  private makeFace(): MascotWindow {
    const { deps } = this;
    return openMascotWindow({
      preload: deps.files.preload, ipc: this.ipc, clock: deps.clock, log: deps.log, notices: deps.notices, remembered: deps.settings.get().mascots, visible: this.visible(),
      shaped: process.platform === "linux", makesWay: deps.settings.get().mascots.hide_in_full_screen, findProgram: deps.findProgram,
      onPlace: (display, place) =>
        this.change((settings) => ({ ...settings, mascots: { ...settings.mascots, display, places: { ...settings.mascots.places, [display]: place } } })),
      onApart: (apart) => this.change((settings) => ({ ...settings, mascots: { ...settings.mascots, apart } })),
      // The stage speaks while it is being made, before it is there to be asked.
      onChange: () => setImmediate(() => this.uiChanged()),
    });
  }

  private serve(): void {
    this.ipc.serve(
      ipcHandlers({
        deps: this.deps, recentProjects: () => this.projects.list(), notices: () => this.notices(), stage: () => this.face.stage, uiState: () => this.uiState(), openDashboard: (target) => this.dashboard.open(target),
        answering: () => this.answering, cards: this.cards, card: () => this.card, dashboardShows: (sessionId) => this.dashboard.noteShown(sessionId), play: (sound) => this.ipc.push("sound:play", sound),
        setVisible: (visible) => this.setVisible(visible), popUpMenu: (agent) => this.popUpMenu(agent), popUpCrowd: (ids) => this.popUp(crowdMenu(this.deps.world.agents(), ids, this.texts())), copy: (text) => clipboard.writeText(text),
        whereToSave: (order) => askWhereToSave(order, app.getPath("documents"), this.deps.clock.now(), this.texts()), saveFigures: (file) => saveFigures(file, app.getPath("documents"), this.texts()), whatToImport: () => askWhatToImport(app.getPath("documents"), this.texts()),
      }),
    );
  }

  private follow(): void {
    const { world, notices, settings, hooks, conversation, ports } = this.deps;
    this.stops.push(
      conversation.onGrew((grew) => this.ipc.push("conversation:grew", grew)),
      ports.onChange(() => this.ipc.push("ports:changed", {})),
      this.deps.bridges.onChange(() => this.ipc.push("bridges:changed", {})),
      world.onPatch((batch) => {
        this.ipc.push("world:patches", batch, this.face.stage.isPaused() ? "mascots" : undefined);
        this.projects.follow(batch);
        this.card.follow(batch);
        const othersAway = this.dismissals.note(batch.changes);
        if (othersAway) this.uiChanged();
        if (othersAway || batch.changes.some(isComingOrGoing)) this.populationChanged();
        else this.tray.changed();
      }),
      notices.onChange(() => this.uiChanged()),
      this.deps.themes.onChange(() => this.uiChanged()),
      this.deps.quiet.onChange(() => this.uiChanged()),
      settings.onChange((now) => this.settingsChanged(now)),
      settings.onDone((now) => this.ipc.push("settings:changed", now)),
      hooks.onChange(() => {
        this.ipc.push("hooks:changed", {});
        this.tray.changed();
      }),
    );
    this.populationChanged();
    void hooks.status();
  }

  /** The first run leads to the tour. Any other start is quiet. */
  private greet(): void {
    const { deps } = this;
    if (onNativeWayland()) deps.notices.raise({ id: "wayland", level: "info" });
    if (!deps.start.byPerson) return;
    const hasSeenSomebody = deps.world.sessions().length > 0;
    void deps.hooks.status().then(({ state }) => {
      if (leadsToTour({ hooks: state, others: deps.otherHooks.list().used, hasSeenSomebody })) this.dashboard.open({ page: "tour" });
    });
  }

  private populationChanged(): void {
    this.face.stage.setPopulation(new Set(this.deps.world.agents().filter((agent) => !this.dismissals.hides(agent)).map(({ agent_id }) => agent_id)));
    this.tray.changed();
  }

  private settingsChanged(settings: Settings): void {
    this.face.stage.setVisible(this.visible());
    this.face.makeWay(settings.mascots.hide_in_full_screen);
    this.uiChanged();
    if (settings.login_item === this.loginItem) return;
    this.loginItem = settings.login_item;
    setLoginItem(settings.login_item).catch((error: Error) => this.deps.log.error("the login item could not be set", { error: error.message }));
  }

  private uiChanged(): void {
    this.tray.changed();
    this.answering.look();
    this.card.look();
    const state = this.uiState();
    const text = JSON.stringify(state);
    if (text === this.lastUiState) return;
    this.lastUiState = text;
    this.ipc.push("ui:changed", state);
  }

  private uiState(): UiState {
    const settings = this.deps.settings.get();
    const stand = this.face.stage.stand();
    return {
      ...(stand === null ? {} : { stand }),
      locale: this.locale(), theme: this.deps.themes.version(), visible: this.visible(), paused: this.face.stage.isPaused(), size: settings.mascots.size, room: this.face.stage.room(),
      do_not_disturb: this.deps.quiet.now().by === "person", quiet: this.deps.quiet.state(), full_screen: this.fullScreen(settings),
      platform: process.platform as UiState["platform"], shaped: process.platform === "linux", notices: this.notices(), dismissed: this.dismissals.ids(),
    };
  }

  private fullScreen({ mascots }: Settings): UiState["full_screen"] {
    if (!this.face.knowsFullScreen) return "unknown";
    return mascots.hide_in_full_screen ? "hides" : "stays";
  }

  private notices(): Notice[] {
    return worded(this.deps.notices.list(), this.texts());
  }

  private trayFace() {
    const { world, notices, hooks, quiet } = this.deps;
    return trayFace({ agents: world.agents(), notices: notices.list(), hooks: hooks.known(), visible: this.visible(), quiet: quiet.state(), answering: this.deps.settings.get().answering?.on ?? false, dismissed: this.dismissals.ids().length, clockTime: this.clockTime }, this.texts());
  }

  private run(command: ShellCommand): void {
    const { hooks, log, quit } = this.deps;
    const failed = (error: Error) => log.error("a menu command failed", { command: command.do, error: error.message });
    switch (command.do) {
      case "dashboard": return this.dashboard.open(command.target);
      case "show_mascots": return this.setVisible(command.visible);
      case "copy": return void clipboard.writeText(command.text);
      case "open_folder": return void openFolder(command.folder, log);
      case "notify": return void this.deps.settings.apply({ notify: command.change }).catch(failed);
      case "answering": return void this.deps.settings.apply({ answering: command.on }).catch(failed);
      case "display": return this.face.stage.moveToDisplay(command.key);
      case "dismiss": return this.dismiss(command.agent_id);
      case "gather": return this.face.stage.gather();
      case "call_back": return this.callBack();
      case "quiet": return void this.deps.quiet.set(command.for).catch(failed);
      case "size": return this.change((settings) => ({ ...settings, mascots: { ...settings.mascots, size: command.size } }));
      case "install_hooks": return void askAndInstallHooks(hooks, this.texts()).catch(failed);
      case "remove_hooks": return void askAndRemoveHooks(hooks, this.texts()).catch(failed);
      case "quit": return quit();
    }
  }

  private dismiss(agentId: string): void {
    const agent = this.deps.world.agents().find((one) => one.agent_id === agentId);
    if (agent) this.dismissals.dismiss(agent);
    this.populationChanged();
    this.uiChanged();
  }

  private callBack(): void {
    this.dismissals.showAll();
    this.populationChanged();
    this.uiChanged();
  }

  private popUpMenu(agent: AgentView | null): void {
    this.popUp(agentMenu(this.agentMenuModel(agent), this.texts()));
  }

  private popUp(entries: MenuEntry[]): void {
    this.card.hide();
    popUpMenu(buildMenu(entries, (command) => this.run(command)), this.face.browserWindow);
  }

  private agentMenuModel(agent: AgentView | null): AgentMenuModel {
    const { world, settings, quiet } = this.deps;
    return {
      agent, session: world.sessions().find(({ session_id }) => session_id === agent?.session_id) ?? null, settings: settings.get(), quiet: quiet.state(), dismissed: this.dismissals.ids().length, apart: this.face.stage.stand()?.apart.length ?? 0, mascots: world.agents().length,
      displays: onNativeWayland() ? [] : displayNames(this.face.stage.displayKey(), (number) => this.texts()("agent.menu.display_number", { number })), clockTime: this.clockTime,
    };
  }

  private setVisible(visible: boolean): void {
    this.hiddenThisRun = false;
    this.change((settings) => ({ ...settings, mascots: { ...settings.mascots, visible } }));
  }

  private change(change: (settings: Settings) => Settings): void {
    this.deps.settings.update(change).catch((error: Error) => this.deps.log.error("a setting could not be changed", { error: error.message }));
  }

  private visible(): boolean {
    return this.deps.settings.get().mascots.visible && !this.hiddenThisRun;
  }

  private readonly clockTime = (iso: string): string => clockText(Date.parse(iso), this.locale());

  private locale(): Locale {
    return localeOf(this.deps.settings.get().locale, app.getLocale());
  }

  private texts(): Texts {
    return textsFor(this.locale());
  }
}
