/** The only bridge between the windows and the main process: no generic send or invoke leaves this file. */
import { contextBridge, ipcRenderer } from "electron";
import type { MascotBridge, Unsubscribe } from "../../schemas/bridge.ts";
import type { IpcCalls, IpcPushes } from "../../schemas/generated/types.ts";

function call<K extends keyof IpcCalls>(channel: K, args: IpcCalls[K]["args"]): Promise<IpcCalls[K]["result"]> {
  return ipcRenderer.invoke(channel, args);
}

/** For calls whose answer says nothing. A refusal is in the main process's log; the page could not do anything about it. */
function tell<K extends keyof IpcCalls>(channel: K, args: IpcCalls[K]["args"]): void {
  call(channel, args).catch(() => undefined);
}

/** One Electron listener per channel however often a page subscribes: reloading components must not pile them up. */
function pushes<K extends keyof IpcPushes>(channel: K): (listener: (data: IpcPushes[K]) => void) => Unsubscribe {
  const listeners = new Set<(data: IpcPushes[K]) => void>();
  ipcRenderer.on(channel, (_event, data: IpcPushes[K]) => {
    for (const listener of [...listeners]) listener(data);
  });
  return (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
}

const bridge: MascotBridge = {
  snapshot: () => call("world:snapshot", {}),
  onPatches: pushes("world:patches"),
  uiState: () => call("ui:state", {}),
  onUiState: pushes("ui:changed"),
  openDashboard: (target) => tell("dashboard:open", target),
  setVisible: (visible) => tell("mascots:visible", { visible }),

  reportShape: (shape) => tell("window:shape", shape),
  hover: (over) => tell("window:hover", { over }),
  dragStart: () => tell("window:drag", { step: "start" }),
  dragEnd: () => tell("window:drag", { step: "end" }),
  lift: (lift) => tell("window:lift", lift),
  openAgentMenu: (agentId) => tell("agent:menu", { agent_id: agentId }),
  openCrowdMenu: (agentIds) => tell("crowd:menu", { agent_ids: agentIds }),

  pointCard: (point) => tell("card:point", point),
  renameAgent: (agentId, name) => call("agent:rename", { agent_id: agentId, name }),
  cardOf: (agentId) => call("card:of", { agent_id: agentId }),
  cardNow: () => call("card:now", {}),
  onCard: pushes("card:changed"),
  reportCard: (size) => tell("card:size", size),
  onCardPlaced: pushes("card:placed"),

  hooksStatus: () => call("hooks:status", {}),
  hooksPlaces: () => call("hooks:places", {}),
  onHooksChanged: pushes("hooks:changed"),
  hooksInstall: (scope) => call("hooks:install", scope),
  hooksUninstall: (scope) => call("hooks:uninstall", scope),
  hooksPreview: (change) => call("hooks:preview", change),
  hooksBackups: (scope) => call("hooks:backups", scope),
  hooksRestore: (change) => call("hooks:restore", change),
  hooksRepair: () => call("hooks:repair", {}),
  otherHooks: () => call("other-hooks:list", {}),
  otherHooksPreview: (change) => call("other-hooks:preview", change),
  otherHooksChange: (change) => call("other-hooks:change", change),
  doctor: (project) => call("doctor:run", project === undefined ? {} : { project }),
  copyDoctorReport: () => call("doctor:copy", {}),
  appStatus: () => call("app:status", {}),
  quit: () => tell("app:quit", {}),
  settings: () => call("settings:get", {}),
  onSettingsChanged: pushes("settings:changed"),
  onSound: pushes("sound:play"),
  trySound: (sound) => tell("sound:try", sound),
  showsConversation: (session_id) => tell("dashboard:shows", { session_id }),
  setQuiet: (wish) => call("quiet:set", { for: wish }),
  themeView: () => call("themes:view", {}),
  themes: () => call("themes:list", {}),
  changeSettings: (change) => call("settings:set", change),
  onAgentSelected: pushes("agent:selected"),

  sessionsPage: (query) => call("sessions:list", query),
  conversationPage: (query) => call("conversation:page", query),
  search: (query) => call("conversation:search", query),
  memoryPreview: (query) => call("memory:preview", query),
  projects: () => call("projects:list", {}),
  setProjectRules: (rules) => call("projects:rules", rules),
  dataStatus: () => call("data:status", {}),
  setRetention: (rules) => call("data:retention", rules),
  deleteSession: (session_id) => call("data:delete-session", { session_id }),
  deleteAll: () => call("data:delete-all", {}),
  exportData: (order) => call("data:export", order),
  importData: () => call("data:import", {}),
  onConversationGrew: pushes("conversation:grew"),

  guardProjects: () => call("guard:list", {}),
  changeGuard: (order) => call("guard:change", order),

  portsList: (query) => call("ports:list", query),
  portShow: (ref) => call("ports:show", ref),
  portCreate: (order) => call("ports:create", order),
  portStart: (order) => call("ports:start", order),
  portEnd: (order) => call("ports:end", order),
  bridges: () => call("bridges:state", {}),
  changeBridges: (change) => call("bridges:change", change),
  setBridgeSecret: (secret) => call("bridges:secret", secret),
  bridgeTry: (ref) => call("bridges:try", ref),
  bridgeAside: (ref) => call("bridges:aside", ref),
  bridgeResolve: (order) => call("bridges:resolve", order),
  bridgeRetry: (ref) => call("bridges:retry", ref),
  bridgeHistory: (ref) => call("bridges:history", ref),
  team: () => call("bridges:team", {}),
  onBridgesChanged: pushes("bridges:changed"),
  onPortsChanged: pushes("ports:changed"),

  sayHello: () => call("tour:hello", {}),
  figures: (query) => call("figures:get", query),
  calls: (query) => call("figures:calls", query),
  lane: (query) => call("figures:lane", query),
  saveFigures: (file) => call("figures:save", file),
  asks: () => call("asks:list", {}),
  onAsks: pushes("asks:changed"),
  askSeen: (seen) => tell("asks:seen", seen),
  answerAsk: (answer) => call("asks:answer", answer),
  onAskPointed: pushes("asks:pointed"),
  reportAnchor: (anchor) => tell("asks:anchor", anchor),
  reportBubble: (size) => tell("bubble:size", size),
  onBubblePlaced: pushes("bubble:placed"),
};

contextBridge.exposeInMainWorld("mascot", bridge);
