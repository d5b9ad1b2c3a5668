// Generated from schemas/*.schema.json by build/generate-schemas.mjs. Do not edit.
export type AskKind = "permission" | "question" | "plan";
export type AgentRole = "lead" | "subagent" | "teammate";
export type BridgeName = "discord" | "postgres" | "opentelemetry";
/**
 * metadata: when, who, which tool, how many, nothing that was said. text: prompts and replies too. all: also tool calls with what they were given and gave back. Secrets are masked in each
 */
export type PostgresShare = "metadata" | "text" | "all";
export type BridgeSecretName = "discord_token" | "discord_webhook" | "postgres_password" | "otel_headers";
export type SessionState = "active" | "idle" | "completed" | "stale";
/**
 * verified: came over the Unix socket, the spool, a signed request or with the token. Only verified events feed memory, bridges, guard and answers.
 */
export type Trust = "verified" | "unverified";
/**
 * In the order in which they are numbered
 */
export type DoctorStepName =
  | "client"
  | "settings"
  | "switches"
  | "hooks"
  | "command_line"
  | "node"
  | "answer_lane"
  | "forwarder"
  | "home"
  | "disk"
  | "app"
  | "port"
  | "token"
  | "proxy"
  | "event"
  | "spool"
  | "database"
  | "wal"
  | "bridges"
  | "display"
  | "tray";
/**
 * skipped: could not be looked at, as with an app that does not run
 */
export type DoctorState = "ok" | "warn" | "fail" | "skipped";
/**
 * What a button of the dashboard can do about it
 */
export type DoctorAction = "install" | "repair";
export type Provider = string;
export type EventSource = "hook" | "synthetic";
export type Severity = "debug" | "info" | "warn" | "error";
export type EventType =
  | "agent_started"
  | "agent_stopped"
  | "agent_blocked"
  | "agent_unblocked"
  | "agent_activated"
  | "agent_deactivated"
  | "task_created"
  | "task_started"
  | "task_progress"
  | "task_completed"
  | "task_failed"
  | "tool_started"
  | "tool_succeeded"
  | "tool_failed"
  | "session_started"
  | "session_ended"
  | "user_prompt"
  | "assistant_response"
  | "compact"
  | "checkpoint_created"
  | "port_created"
  | "port_started"
  | "port_ended"
  | "untracked_edit"
  | "edit_blocked"
  | "dependency_resolved"
  | "context_loaded"
  | "context_overflow"
  | "quality_warning"
  | "build_failed"
  | "test_failed"
  | "file_edit"
  | "escalation"
  | "decision"
  | "heartbeat"
  | "notification"
  | "schema_error";
/**
 * strict: an edit without a running port is denied; warn: it is noted; off: nobody looks
 */
export type GuardMode = "strict" | "warn" | "off";
/**
 * Unique in its project
 */
export type PortId = string;
/**
 * Waiting for other ports is no state of its own: see waits_for
 */
export type PortState = "ready" | "running" | "done" | "dropped";
export type PortPriority = "low" | "normal" | "high";
/**
 * The events of the Claude Code client (contract §8).
 */
export type HookEventName =
  | "SessionStart"
  | "Setup"
  | "InstructionsLoaded"
  | "UserPromptSubmit"
  | "UserPromptExpansion"
  | "PreSkillShellCommand"
  | "PreToolUse"
  | "PermissionRequest"
  | "PermissionDenied"
  | "PostToolUse"
  | "PostToolUseFailure"
  | "PostToolBatch"
  | "MessageDisplay"
  | "Notification"
  | "SubagentStart"
  | "SubagentStop"
  | "TaskCreated"
  | "TaskCompleted"
  | "TeammateIdle"
  | "Stop"
  | "StopFailure"
  | "PreCompact"
  | "PostCompact"
  | "PreModelSwitch"
  | "PostModelSwitch"
  | "ConfigChange"
  | "CwdChanged"
  | "DirectoryAdded"
  | "FileChanged"
  | "WorktreeCreate"
  | "WorktreeRemove"
  | "Elicitation"
  | "ElicitationResult"
  | "SessionEnd";
export type SessionIdText = string;
/**
 * What a mascot does until something changes. One-shot gestures are Moments.
 */
export type MascotState =
  | "resting"
  | "thinking"
  | "reading"
  | "editing"
  | "running"
  | "searching"
  | "browsing"
  | "delegating"
  | "planning"
  | "compacting"
  | "asking_permission"
  | "asking_question"
  | "watching"
  | "failed"
  | "blocked"
  | "untracked"
  | "asleep"
  | "stale";
export type MomentKind = "entering" | "stumbled" | "done" | "leaving" | "faded";
export type FailureKind = "rate_limit" | "auth" | "billing" | "server" | "overloaded" | "limit" | "invalid" | "unknown";
export type Phase = "busy" | "interactable" | "waiting_permission" | "waiting_question" | "waiting_background";
/**
 * Name of the theme's folder
 */
export type ThemeId = string;
/**
 * Of the person's own clock
 */
export type ClockTime = string;
/**
 * needs: a permission, a question or a plan waits for the person. finished: a long turn ended well. failed: a turn was stopped by an error.
 */
export type NotifyKind = "needs" | "finished" | "failed";
/**
 * For how long the person wants not to be disturbed; turned_off: until they turn it off; off: not any more
 */
export type QuietFor = "30_minutes" | "1_hour" | "tomorrow" | "turned_off" | "off";
/**
 * How a span of work ends; paused: the port is ready again
 */
export type PortOutcome = "done" | "dropped" | "paused";
export type PortFolder = string;
export type PortSession = string;
export type PortRefusalReason =
  | "bad_id"
  | "secret_id"
  | "no_project"
  | "unknown_port"
  | "ambiguous"
  | "exists"
  | "circle"
  | "too_many"
  | "waits"
  | "other_session"
  | "not_running"
  | "ended"
  | "not_stored"
  | "not_ready";
/**
 * What GitHub Copilot CLI gives a hook: `session_id` and the names of events where hooks are registered in PascalCase, as ours are; `sessionId` where they are registered in camelCase, and then `event` is put in by who passes it on.
 */
export type CopilotHookPayload = {
  [k: string]: unknown;
};
/**
 * As the person calls the host: an alias of ssh, or a container's name. Shown with its sessions
 */
export type RemoteName = string;
export type RemoteId = string;
/**
 * Of one host alone: it may hand in events, and nothing else
 */
export type RemoteToken = string;
export type ThemeColour = string;
/**
 * An SVG file inside the theme's folder: small letters, digits, - and _ only
 */
export type ThemePicture = string;
/**
 * ink: outlines and three tones. paper: cut sheets, each with its shadow
 */
export type ThemeStyle = "ink" | "paper";
export type WaitKind = "permission" | "question" | "plan";
export type Change = AgentAppeared | AgentUpdate | AgentDeparted | SessionUpdate | SessionGone;

export interface AnsweringRules {
  /**
   * For all projects without a rule of their own
   */
  on: boolean;
  /**
   * By project folder, instead of on
   */
  projects: {
    [k: string]: boolean;
  };
}
/**
 * A field of the tool's input, in full
 */
export interface AskDetail {
  name: string;
  text: string;
  /**
   * before, after: the two sides of a replacement
   */
  form: "line" | "block" | "before" | "after";
}
/**
 * What the client itself offers to allow from now on
 */
export interface AskSuggestion {
  /**
   * Place in the request's own list, which is all that an answer may name
   */
  number: number;
  kind: "rules" | "folders" | "edits";
  /**
   * The rules or folders; empty for edits
   */
  what: string;
  lasting: "session" | "local" | "project" | "user";
}
export interface AskOption {
  label: string;
  description: string;
}
export interface AskQuestion {
  question: string;
  header: string;
  multiple: boolean;
  options: AskOption[];
}
/**
 * What is asked, whole and unmasked: it lives in memory while a client waits, and is never stored or logged
 */
export interface AskContent {
  kind: AskKind;
  tool_name: string;
  /**
   * What the call does, as the mascot shows it: running, editing, …
   */
  tool_kind: string;
  /**
   * The command, file, address or tool that it is about
   */
  main: string;
  /**
   * The agent's own words about it
   */
  note: string | null;
  details: AskDetail[];
  suggestions: AskSuggestion[];
  questions: AskQuestion[];
  plan: string | null;
}
export interface Ask {
  /**
   * Of the agent_blocked event
   */
  id: string;
  agent_id: string;
  session_id: string | null;
  name: string;
  appearance: Appearance | null;
  /**
   * Its folder
   */
  project: string;
  cwd: string;
  asked_at: string;
  /**
   * Then the client is left to ask alone
   */
  until: string;
  content: AskContent;
}
/**
 * Slot indexes into the drawing parts; see slots.json for the counts.
 */
export interface Appearance {
  species: number;
  palette: number;
  eyes: number;
  mouth: number;
  marks: number;
  headwear: number;
  carry: number;
  /**
   * Palette index shared by a team's headwear
   */
  team_color: number | null;
  /**
   * Badge shape shared by a team
   */
  badge: number | null;
  scale: AgentRole;
}
/**
 * The oldest first
 */
export interface AskList {
  asks: Ask[];
}
/**
 * A window has drawn them. notice: that there is something to answer; card: with its buttons
 */
export interface AskSeen {
  /**
   * @maxItems 64
   */
  ids: string[];
  as: "notice" | "card";
}
/**
 * To one question: places of the chosen options, or the person's own words
 */
export interface AskReply {
  /**
   * @maxItems 32
   */
  labels: number[];
  words?: string;
}
export interface AskAnswer {
  id: string;
  how: "allow" | "deny" | "reply" | "terminal";
  /**
   * allow: which of the client's suggestions hold from now on
   *
   * @maxItems 32
   */
  always?: number[];
  /**
   * deny: what the agent is told
   */
  reason?: string;
  /**
   * reply: one for each question
   *
   * @maxItems 32
   */
  replies?: AskReply[];
}
export interface AskAnswered {
  ok: boolean;
  /**
   * gone: answered elsewhere or no longer asked
   */
  problem?: "gone" | "too_soon" | "unfit";
}
/**
 * Where the figure stands that the bubble belongs to, in DIP inside the mascots' window; null: it is not on the stage
 */
export interface AskAnchor {
  agent_id: string;
  rect: Rect | null;
  viewport: {
    width: number;
    height: number;
  };
}
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}
/**
 * Whose figure the bubble belongs to
 */
export interface AskPointed {
  agent_id: string | null;
}
/**
 * What the bubble's page needs, in DIP
 */
export interface BubbleSize {
  width: number;
  height: number;
}
/**
 * tail: from the left edge to where it points, in DIP; side: where the figure is, seen from the bubble; room: the height there is
 */
export interface BubblePlace {
  tail: number;
  side: "below" | "above";
  room: number;
}
/**
 * A hook's payload as its client sends it (hook-payloads.schema.json); what is not understood is recorded all the same
 */
export interface AnyHook {
  hook_event_name?: string;
  session_id?: string;
  _meta?: HookMeta;
}
/**
 * What the forwarder adds to a payload: where it came from, never a secret (DESIGN §7).
 */
export interface HookMeta {
  /**
   * The other machine it came from: written by the collector alone, never taken from a payload
   */
  host?: string;
  workspace_id?: string;
  terminal_session_id?: string;
  /**
   * UTC ISO-8601, stamped by the forwarder
   */
  collected_at?: string;
  forwarder_version?: string;
  delivery_id?: string;
  client_pid?: number;
  client_started_at?: string;
  entrypoint?: string;
  attended?: boolean;
  project_dir?: string;
  client_version?: string;
  /**
   * Of the client. This and the next three at a session's start only (specification 2 §1.2)
   */
  tty?: string;
  /**
   * Of the client: its shell, as a rule
   */
  parent_pid?: number;
  /**
   * UTC ISO-8601: of the process parent_pid
   */
  start_time?: string;
  /**
   * Of folder and terminal: another terminal has another one, the same terminal the same
   */
  fingerprint?: string;
  tmux_pane?: string;
  wt_session?: string;
}
/**
 * A hook's output in its client's own form
 */
export interface AnyOutput {
  [k: string]: unknown;
}
export interface ToldAnswer {
  ok: true;
  session_id: string;
  event_ids: string[];
}
export interface ApiField {
  name: string;
  /**
   * As a person reads it: `string`, `a | b`, `PortSummary[]`
   */
  type: string;
  required: boolean;
  description: string;
}
export interface ApiShape {
  name: string;
  description: string;
  fields: ApiField[];
}
export interface ApiError {
  status: number;
  /**
   * Values of `error`
   */
  errors: string[];
}
export interface ApiOperation {
  method: "GET" | "POST";
  path: string;
  summary: string;
  description: string;
  /**
   * Also without the token
   */
  open: boolean;
  headers: ApiField[];
  params: ApiField[];
  query: ApiField[];
  body: ApiShape | null;
  status: number;
  answer: ApiShape;
  errors: ApiError[];
  /**
   * Ready to run in a shell
   */
  curl: string;
}
export interface ApiGroup {
  id: string;
  title: string;
  description: string;
  operations: ApiOperation[];
}
/**
 * A project is carried only when it is listed: that is the person's consent
 */
export interface DiscordProject {
  /**
   * Discord's number of the channel; null: the usual one
   */
  channel: string | null;
}
export interface DiscordRules {
  enabled: boolean;
  by: "bot" | "webhook";
  /**
   * Where threads are opened for projects without a channel of their own
   */
  channel: string | null;
  projects: {
    [k: string]: DiscordProject;
  };
  /**
   * cut: at 1,900 characters (specification 5)
   */
  replies: "whole" | "cut";
  /**
   * Tell of changes of phase
   */
  phases: boolean;
}
export interface PostgresRules {
  enabled: boolean;
  /**
   * A name, an address, or the absolute folder of a Unix socket
   */
  host: string;
  port: number;
  database: string;
  user: string;
  /**
   * Certificates (PEM) that may have signed the server's; null: those that the system trusts
   */
  ca_file: string | null;
  /**
   * How the person is called in the team's view; '': the name of the account on this computer
   */
  member: string;
  projects: {
    [k: string]: PostgresShare;
  };
}
export interface OpenTelemetryRules {
  enabled: boolean;
  /**
   * Of an OTLP receiver over HTTP, without /v1/traces; https, or http on this computer itself
   */
  endpoint: string;
  traces: boolean;
  /**
   * Not every receiver of traces takes figures
   */
  metrics: boolean;
  /**
   * How the person is called there; '': the name of the account on this computer
   */
  member: string;
  projects: {
    [k: string]: PostgresShare;
  };
}
export interface BridgesRules {
  discord: DiscordRules;
  postgres: PostgresRules;
  opentelemetry: OpenTelemetryRules;
}
export interface BridgesChange {
  discord?: DiscordRules;
  postgres?: PostgresRules;
  opentelemetry?: OpenTelemetryRules;
}
export interface BridgeSecret {
  name: BridgeSecretName;
  /**
   * null: forget it
   */
  value: string | null;
}
export interface BridgeRef {
  bridge: BridgeName;
}
export interface BridgeResolve {
  bridge: BridgeName;
  how: "again" | "drop";
}
export interface BridgeStatus {
  bridge: BridgeName;
  /**
   * unset: it is on, and by its settings nothing is sent: no project is chosen, or something is missing. waiting: the other side is away or asked for patience. stopped: a person has to mend something first, and rows wait for it
   */
  state: "off" | "unset" | "idle" | "working" | "waiting" | "stopped";
  /**
   * Key of the words for what is wrong, e.g. wrong_password
   */
  reason: string | null;
  since: number | null;
  next_try_at: number | null;
  pending: number;
  oldest_at: number | null;
  aside: number;
  /**
   * Rows that arrived since the app began or the bridge was set otherwise
   */
  carried: number;
  last_carried_at: number | null;
  history: {
    done: number;
    until: number;
  } | null;
}
export interface BridgeStatusList {
  items: BridgeStatus[];
}
export interface BridgeOrder {
  bridge: BridgeName;
  /**
   * now: try what waits at once, also when it had stopped. again: what was set aside goes back to its place
   */
  how: "now" | "again";
}
export interface ThreadMessage {
  provider: string;
  session_id: string;
  message: string;
}
export interface ThreadMessageSent {
  /**
   * false: there is no such thread, or Discord does not take it
   */
  sent: boolean;
}
export interface BridgesState {
  rules: BridgesRules;
  /**
   * Which are set; never what they are
   */
  secrets: BridgeSecretName[];
  /**
   * The system's own store protects them
   */
  protected: boolean;
  bridges: BridgeStatus[];
  /**
   * Name of the account on this computer
   */
  account: string;
}
export interface BridgeTried {
  ok: boolean;
  reason: string | null;
  /**
   * What answered, e.g. the bot's name or the server's version
   */
  detail: string;
}
export interface BridgeAside {
  id: number;
  kind: "event" | "interaction" | "session";
  session_id: string | null;
  at: number;
  reason: string;
}
export interface BridgeAsideList {
  items: BridgeAside[];
}
export interface TeamSession {
  member: string;
  machine: string;
  project: string;
  state: string;
  last_at: number;
  title: string | null;
}
export interface TeamMember {
  member: string;
  sessions: number;
  prompts: number;
  replies: number;
  tool_calls: number;
  failures: number;
  tokens: number;
}
export interface TeamView {
  /**
   * Why there is nothing to show
   */
  reason: string | null;
  now: TeamSession[];
  today: TeamMember[];
}
/**
 * One session of a client, as the log knows it. Its present phase is in the world's SessionView.
 */
export interface SessionRow {
  session_id: string;
  provider: string;
  /**
   * Git top-level of the session's folder, worktrees apart; else the folder itself; '' when unknown
   */
  project: string;
  cwd: string;
  model: string | null;
  /**
   * startup, resume, clear, compact, fork
   */
  source: string | null;
  title: string | null;
  state: SessionState;
  started_at: number;
  last_at: number;
  ended_at: number | null;
  end_reason: string | null;
  trust: Trust;
  /**
   * The terminal; null as the next three when the session's start told nothing of it (it was drained late, no forwarder ran)
   */
  tty: string | null;
  /**
   * Of the client: its shell, as a rule
   */
  parent_pid: number | null;
  /**
   * UTC ISO-8601: of the process parent_pid
   */
  start_time: string | null;
  /**
   * Of folder and terminal (specification 2 §1.2): another terminal has another one, the same terminal the same
   */
  fingerprint: string | null;
  appearance?: Appearance1;
  stats: SessionStats;
  summary: SessionSummary | null;
  /**
   * Beginning of the first prompt of a person, at most 200 characters
   */
  first_prompt: string | null;
}
/**
 * Slot indexes into the drawing parts; see slots.json for the counts.
 */
export interface Appearance1 {
  species: number;
  palette: number;
  eyes: number;
  mouth: number;
  marks: number;
  headwear: number;
  carry: number;
  /**
   * Palette index shared by a team's headwear
   */
  team_color: number | null;
  /**
   * Badge shape shared by a team
   */
  badge: number | null;
  scale: AgentRole;
}
export interface SessionStats {
  prompts: number;
  replies: number;
  tool_calls: number;
  failures: number;
  /**
   * Calls by tool
   */
  tools: {
    [k: string]: number;
  };
  /**
   * Files written, in the order they were first touched
   *
   * @maxItems 500
   */
  files: string[];
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
}
/**
 * Made from the record alone, the same every time (specification 4, summarize)
 */
export interface SessionSummary {
  /**
   * Prompts of the person, shortened
   */
  asked: string[];
  /**
   * What the agent did, one line each: files written, commands run, tasks completed
   */
  done: string[];
  files: string[];
  tools: {
    [k: string]: number;
  };
  failures: string[];
  /**
   * What was asked and not finished: open tasks, a turn without an end, the last failure
   */
  open: string[];
  last_reply: string | null;
  made_at: number;
}
/**
 * Specification 3 §4: one prompt, reply or tool call
 */
export interface Interaction {
  seq: number;
  id: string;
  user_id: string;
  session_id: string;
  agent_id: string;
  role: "user" | "assistant";
  content: string;
  /**
   * user_prompt, claude_response, or the tool's name
   */
  skill_name: string;
  /**
   * A tool's input
   */
  skill_args: {
    [k: string]: unknown;
  } | null;
  metadata: InteractionMetadata;
  turn_id: string | null;
  project: string;
  ts: number;
}
export interface InteractionMetadata {
  /**
   * The provider's id of the reply, from the transcript
   */
  message_id?: string;
  tool_use_id?: string;
  /**
   * Of a tool call: null while it runs
   */
  ok?: boolean | null;
  /**
   * Cut at 10,000 characters (DESIGN §13, S4)
   */
  result?: string;
  error?: string;
  /**
   * Of a tool call that the guard denied, so that it did not run: why
   */
  denied?: "no_port" | "rules_file";
  thinking?: string;
  model?: string;
  /**
   * A prompt that no person wrote
   */
  injected?: boolean;
  duration_ms?: number;
  told_by?: "hook" | "transcript" | "api";
  /**
   * Nobody proved who told it: shown, and never part of summaries or memory. Absent: verified
   */
  trust?: "unverified";
}
export interface SessionsQuery {
  session_id?: string;
  project?: string;
  /**
   * Sessions of one terminal and folder
   */
  fingerprint?: string;
  state?: SessionState;
  /**
   * `next` of the page before
   */
  before?: string;
  limit?: number;
}
export interface SessionsPage {
  items: SessionRow[];
  next?: string;
}
/**
 * A session's conversation in the order it happened, from its beginning. With `before` the newest before it, oldest first in the page. A cursor is `<ts>.<seq>` of the neighbour that is left out, so that a place named by a search can be opened; `before: end` gives the newest page.
 */
export interface InteractionsQuery {
  session_id: string;
  after?: string;
  before?: string;
  limit?: number;
}
export interface InteractionsPage {
  items: Interaction[];
  total: number;
  /**
   * `before` of the page in front
   */
  older?: string;
  /**
   * `after` of the page behind
   */
  newer?: string;
}
export interface SearchQuery {
  text: string;
  project?: string;
  session_id?: string;
  role?: "user" | "assistant";
  tool?: string;
  from?: number;
  to?: number;
  limit?: number;
}
export interface SearchHit {
  interaction_id: string;
  seq: number;
  session_id: string;
  project: string;
  role: "user" | "assistant";
  skill_name: string;
  ts: number;
  appearance?: Appearance2;
  /**
   * Plain and found pieces in turn
   */
  snippet: {
    text: string;
    hit: boolean;
  }[];
}
/**
 * Slot indexes into the drawing parts; see slots.json for the counts.
 */
export interface Appearance2 {
  species: number;
  palette: number;
  eyes: number;
  mouth: number;
  marks: number;
  headwear: number;
  carry: number;
  /**
   * Palette index shared by a team's headwear
   */
  team_color: number | null;
  /**
   * Badge shape shared by a team
   */
  badge: number | null;
  scale: AgentRole;
}
export interface SearchResult {
  items: SearchHit[];
  more: boolean;
}
export interface MemoryQuery {
  project?: string;
  source?: string;
}
/**
 * Exactly what the next session of the project is given
 */
export interface MemoryPreview {
  project: string;
  enabled: boolean;
  text: string;
  /**
   * Estimated
   */
  tokens: number;
  session_ids: string[];
  /**
   * Finished sessions that found no room
   */
  left_out: number;
}
export interface ProjectRules {
  project: string;
  /**
   * false: nothing said in this project is kept
   */
  record: boolean;
  /**
   * false: sessions of this project are given no memory
   */
  memory: boolean;
}
export interface ProjectList {
  items: {
    project: string;
    sessions: number;
    last_at: number;
    record: boolean;
    memory: boolean;
  }[];
}
export interface RetentionRules {
  days: number | null;
  megabytes: number | null;
}
export interface DataStatus {
  bytes: number;
  events: number;
  sessions: number;
  interactions: number;
  oldest_at: number | null;
  retention: RetentionRules;
}
export interface SessionRef {
  session_id: string;
}
export interface ExportOrder {
  what: "session" | "all";
  session_id?: string;
  format: "markdown" | "json" | "jsonl";
}
export interface DataDone {
  ok: boolean;
  count?: number;
  file?: string;
  reason?: string;
}
export interface ConversationGrew {
  /**
   * @maxItems 200
   */
  session_ids: string[];
}
export interface DoctorFix {
  text: string;
  command: string | null;
  action: DoctorAction | null;
}
export interface DoctorStep {
  number: number;
  step: DoctorStepName;
  state: DoctorState;
  title: string;
  /**
   * One sentence in the person's language
   */
  text: string;
  fix: DoctorFix | null;
}
export interface DoctorReport {
  at: string;
  version: string;
  steps: DoctorStep[];
  /**
   * The same as a text to hand on: without the names of folders, projects, the person and the computer
   */
  report: string;
}
export interface DoctorCheck {
  /**
   * unfinished: too large to be read in the time
   */
  state: "whole" | "damaged" | "unfinished" | "not_open";
  /**
   * of its tables
   */
  version: number | null;
  bytes: number;
  wal_bytes: number;
  detail: string;
}
/**
 * GET /api/doctor: what only the running app knows
 */
export interface DoctorAppSide {
  version: string;
  pid: number;
  /**
   * 0: none could be had
   */
  port: number;
  recording: boolean;
  /**
   * Ids of the warnings and errors that stand in the dashboard
   */
  notices?: string[];
  database: DoctorCheck;
  bridges?: BridgeStatus[];
  display: string | null;
  /**
   * SHA-256 of the forwarder's files that this app brings, by name
   */
  forwarder: {
    [k: string]: string;
  };
}
/**
 * GET /api/doctor/events/:id: whether a test event came in
 */
export interface DoctorEventSeen {
  received: boolean;
}
export interface HooksRules {
  /**
   * Put back hooks that somebody took out of the settings, three times at most
   */
  auto_repair: boolean;
}
export interface HooksBackup {
  name: string;
  at: string;
  bytes: number;
}
export interface HooksBackups {
  items: HooksBackup[];
}
/**
 * A change of one settings file, to be shown before it is made
 */
export interface HooksChange {
  scope: "user" | "project" | "local";
  project?: string;
  change: "install" | "remove" | "restore";
  /**
   * For restore: the name of a copy
   */
  backup?: string;
}
export interface HooksPreview {
  file: string;
  /**
   * Lines that begin with + - or a blank; long ones are cut
   */
  difference: string;
  changed: boolean;
  problem: string | null;
}
export interface MascotEvent {
  id: string;
  version: "1.1";
  /**
   * UTC, ISO-8601
   */
  ts: string;
  event_type: EventType;
  source: EventSource;
  provider?: Provider;
  workspace_id: string;
  terminal_session_id: string;
  run_id?: string | null;
  session_id?: string | null;
  agent_id: string;
  target_agent_id?: string | null;
  task_id?: string | null;
  turn_id?: string | null;
  severity?: Severity;
  trust?: Trust;
  payload?: {
    [k: string]: unknown;
  };
  thinking_text?: string | null;
  raw?: unknown;
  /**
   * Order of arrival; given by the event log
   */
  seq?: number;
}
export interface FiguresQuery {
  /**
   * The first moment that counts; 30 days before `to` when it is missing
   */
  from?: number;
  /**
   * The first moment that counts no more; now when it is missing
   */
  to?: number;
  /**
   * This folder alone
   */
  project?: string;
}
export interface Figures {
  from: number;
  to: number;
  totals: FigureTotals;
  /**
   * Prompts, replies and calls by day of the week and hour; hours with nothing are left out
   */
  activity: HourFigure[];
  /**
   * By day; days with nothing are left out
   */
  days: DayFigure[];
  /**
   * The most used first
   */
  tools: ToolFigure[];
  /**
   * By day and project
   */
  tokens: TokenFigure[];
  /**
   * Sessions that had a sign of life in this time, by project
   */
  projects: ProjectFigure[];
}
export interface FigureTotals {
  /**
   * Of those that /api/sessions lists, the ones with something in this time; what could not be read is in the log and belongs to none
   */
  sessions: number;
  /**
   * Those that somebody wrote; not what a client adds by itself
   */
  prompts: number;
  calls: number;
  failures: number;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
}
export interface HourFigure {
  /**
   * 0 is Sunday
   */
  weekday: number;
  hour: number;
  count: number;
}
export interface DayFigure {
  /**
   * YYYY-MM-DD
   */
  day: string;
  count: number;
  prompts: number;
  failures: number;
}
export interface ToolFigure {
  tool: string;
  calls: number;
  failures: number;
  /**
   * Calls of which the duration is known
   */
  timed: number;
  /**
   * Half of the calls took no longer, to two digits; null where no duration is known
   */
  p50_ms: number | null;
  p95_ms: number | null;
}
export interface TokenFigure {
  /**
   * YYYY-MM-DD
   */
  day: string;
  project: string;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
}
export interface ProjectFigure {
  project: string;
  sessions: number;
}
/**
 * What a page drew or listed, for a file that the person names
 */
export interface FigureFile {
  format: "csv" | "png";
  name: string;
  /**
   * csv: the text; png: base64
   */
  content: string;
}
export interface CallsQuery {
  from: number;
  to: number;
  project?: string;
  session_id?: string;
  /**
   * `next` of the page before: the calls that began before it
   */
  before?: string;
  limit?: number;
}
/**
 * Tool calls, those that began last first, in columns of one length: `lanes` and `tools` are places in `lane_ids` and `tool_names`
 */
export interface CallsPage {
  seqs: number[];
  lanes: number[];
  tools: number[];
  from: number[];
  /**
   * ms; -1 where it is not known
   */
  took: number[];
  /**
   * 1 done, 0 failed, -1 no outcome yet
   */
  ok: number[];
  lane_ids: CallLane[];
  tool_names: string[];
  next?: string;
}
export interface CallLane {
  agent_id: string;
  session_id: string;
  project: string;
  /**
   * As it was last shown, or as the person calls it
   */
  name: string | null;
  appearance?: Appearance;
}
export interface LaneQuery {
  agent_id: string;
  session_id: string;
}
/**
 * The person's own rules; a project's file may be stricter
 */
export interface Tracking {
  /**
   * strict: an edit without a running port is denied; warn: it is noted; off: nobody looks
   */
  mode: "strict" | "warn" | "off";
  /**
   * Suggest a port made of the edit
   */
  auto_create: boolean;
  /**
   * By project folder, instead of mode
   */
  projects: {
    [k: string]: GuardMode;
  };
  /**
   * By project folder: the file that the person let loosen their rules (SHA-256)
   */
  accepted: {
    [k: string]: string;
  };
}
/**
 * GET /api/guard
 */
export interface GuardQuery {
  /**
   * Any folder of the project; without it the rule for all
   */
  cwd?: string;
}
/**
 * POST /api/guard: the person's rule, for one project or for all; or their word for what a project's file loosens
 */
export interface GuardChange {
  cwd?: string;
  /**
   * null: for this project as everywhere
   */
  mode?: GuardMode | null;
  /**
   * The project's file as it is now may loosen the rules
   */
  accept?: true;
  /**
   * With accept: the file that the person saw (SHA-256); another one is not accepted
   */
  hash?: string;
}
export interface GuardState {
  project: string | null;
  /**
   * strict: an edit without a running port is denied; warn: it is noted; off: nobody looks
   */
  mode: "strict" | "warn" | "off";
  auto_create: boolean;
  /**
   * The person's rule for this project; null: none of its own
   */
  rule: GuardMode | null;
  /**
   * strict: an edit without a running port is denied; warn: it is noted; off: nobody looks
   */
  everywhere: "strict" | "warn" | "off";
  /**
   * What the project's file would loosen it to, once accepted
   */
  waiting: GuardMode | null;
  /**
   * Why the project's file cannot be understood; what held before goes on
   */
  problem: GuardFileProblem | null;
}
export interface GuardFileProblem {
  problem: "not_regular" | "too_large" | "unreadable" | "syntax" | "not_allowed";
  line: number;
  column: number;
  detail: string;
}
/**
 * A project's .agent-mascot.yaml as it is now
 */
export interface GuardFile {
  /**
   * What it asks for; null: nothing, or it cannot be read
   */
  mode: GuardMode | null;
  /**
   * SHA-256; null: it cannot be read
   */
  hash: string | null;
  /**
   * The person let it loosen their rules as it is now
   */
  accepted: boolean;
  problem: GuardFileProblem | null;
}
/**
 * The guard of one project, for the dashboard
 */
export interface GuardProject {
  project: string;
  /**
   * strict: an edit without a running port is denied; warn: it is noted; off: nobody looks
   */
  mode: "strict" | "warn" | "off";
  /**
   * The person's own rule for it
   */
  rule: GuardMode | null;
  /**
   * What its file would loosen it to, once accepted
   */
  waiting: GuardMode | null;
  file: GuardFile | null;
}
export interface GuardProjects {
  everywhere: GuardMode;
  items: GuardProject[];
}
/**
 * The dashboard's change: a rule of the person, or their word for the file that they saw
 */
export interface GuardOrder {
  project: string;
  /**
   * null: as everywhere
   */
  mode?: GuardMode | null;
  /**
   * SHA-256 of the file
   */
  accept?: string;
}
/**
 * .agent-mascot.yaml at the top of a project. It names no channels, addresses or paths: an agent may write to it.
 */
export interface ProjectFile {
  tracking?: {
    mode?: GuardMode;
    auto_create?: boolean;
  };
}
/**
 * How much of its context a session may fill before it is told (context_overflow)
 */
export interface ContextRules {
  /**
   * Tokens; null: what the session's model holds
   */
  token_budget: number | null;
  /**
   * Share of the budget
   */
  warn_at: number;
}
/**
 * A document in the session's context
 */
export interface DocRef {
  /**
   * '' for what has no file: the record of earlier sessions, a checkpoint
   */
  path: string;
  /**
   * The client's (Project, User, Local, file, …); ours: earlier_sessions, checkpoint
   */
  kind: string;
  /**
   * Estimated; absent where not known
   */
  tokens?: number;
}
/**
 * active_port is absent where none runs for this session
 */
export interface HookContext {
  active_port?: PortSummary;
  loaded_docs: DocRef[];
  /**
   * active, idle, completed, stale; unknown for a session that nobody told of, or while the app is away
   */
  session_state: string;
  /**
   * How full the context was at the last reply; 0 where no transcript tells
   */
  tokens_used: number;
  /**
   * From the settings, else what the model holds; 0 while the app is away
   */
  token_budget: number;
}
export interface PortSummary {
  id: PortId;
  title: string;
  state: PortState;
  /**
   * Git top-level, worktrees apart; else the folder itself
   */
  project: string;
  /**
   * Of a running port: the only session it counts for; null: every session of the project
   */
  session_id: string | null;
  priority: PortPriority;
  depends_on: PortId[];
  /**
   * Of depends_on those that are not done or dropped yet
   */
  waits_for: PortId[];
  /**
   * How many files were edited while it ran
   */
  files: number;
  /**
   * Time it ran, in all, up to this answer
   */
  spent_ms: number;
  running_since: number | null;
  created_at: number;
  /**
   * For the first time
   */
  started_at: number | null;
  ended_at: number | null;
}
export interface HookNotice {
  level: "info" | "warn" | "error";
  title: string;
  message: string;
  /**
   * A command that would help
   */
  action?: string;
}
export interface HookAnswer {
  decision: "approve" | "block";
  reason?: string;
  context: HookContext;
  notifications: HookNotice[];
  /**
   * Commands, ready to run
   */
  suggestions: string[];
  metadata: {
    hook_event_name?: string | null;
    session_id?: string | null;
    project?: string | null;
    recorded?: boolean;
    event_ids?: string[];
    tracking_mode?: string;
    /**
     * What the client itself would have been told
     */
    client_output?: {
      [k: string]: unknown;
    };
    app_version?: string;
  };
}
export interface BackgroundTask {
  id?: string;
  type?: string;
  status?: string;
  description?: string;
  command?: string;
  agent_type?: string;
  name?: string;
}
/**
 * Fields that any payload may have (contract §7).
 */
export interface HookCommon {
  /**
   * Conversation id; absent only in payloads sent by hand (specification 2 allows it).
   */
  session_id?: string;
  transcript_path?: string;
  cwd?: string;
  prompt_id?: string;
  permission_mode?: string;
  effort?: {
    level?: string;
  };
  /**
   * Only inside a sub-agent or teammate (contract §7).
   */
  agent_id?: string;
  /**
   * Type of the sub-agent, name of the teammate, or the --agent of the main thread.
   */
  agent_type?: string;
  agent_name?: string;
  team_name?: string;
  teammate_name?: string;
  parent_session_id?: string;
  thinking?: string;
  extended_thinking?: string;
  _meta?: HookMeta;
}
export interface SessionStartPayload extends HookCommon {
  hook_event_name: "SessionStart";
  source?: string;
  model?: string;
  session_title?: string;
  seconds_since_last_response?: number;
  context_tokens?: number;
  prompt_cache_likely_expired?: boolean;
  estimated_cache_write_usd?: number;
}
export interface SetupPayload extends HookCommon {
  hook_event_name: "Setup";
  trigger?: string;
}
export interface InstructionsLoadedPayload extends HookCommon {
  hook_event_name: "InstructionsLoaded";
  file_path?: string;
  memory_type?: string;
  load_reason?: string;
  globs?: unknown;
  trigger_file_path?: string;
  parent_file_path?: string;
}
export interface UserPromptSubmitPayload extends HookCommon {
  hook_event_name: "UserPromptSubmit";
  prompt: string;
  session_title?: string;
  source?: string;
}
export interface UserPromptExpansionPayload extends HookCommon {
  hook_event_name: "UserPromptExpansion";
  expansion_type?: string;
  command_name?: string;
  command_args?: string;
  command_source?: string;
  prompt?: string;
}
export interface PreSkillShellCommandPayload extends HookCommon {
  hook_event_name: "PreSkillShellCommand";
  tool_name?: string;
  tool_input?: unknown;
  tool_use_id?: string;
  command_name?: string;
  command_source?: string;
  invoked_by?: string;
}
export interface PreToolUsePayload extends HookCommon {
  hook_event_name: "PreToolUse";
  tool_name: string;
  tool_input?: unknown;
  tool_use_id?: string;
}
export interface PermissionRequestPayload extends HookCommon {
  hook_event_name: "PermissionRequest";
  tool_name: string;
  tool_input?: unknown;
  tool_use_id?: string;
  permission_suggestions?: unknown[];
}
export interface PermissionDeniedPayload extends HookCommon {
  hook_event_name: "PermissionDenied";
  tool_name: string;
  tool_input?: unknown;
  tool_use_id?: string;
  reason?: string;
}
export interface PostToolUsePayload extends HookCommon {
  hook_event_name: "PostToolUse";
  tool_name: string;
  tool_input?: unknown;
  tool_use_id?: string;
  tool_response?: unknown;
  duration_ms?: number;
  error?: unknown;
  exit_code?: number | null;
}
export interface PostToolUseFailurePayload extends HookCommon {
  hook_event_name: "PostToolUseFailure";
  tool_name: string;
  tool_input?: unknown;
  tool_use_id?: string;
  error?: unknown;
  is_interrupt?: boolean;
  duration_ms?: number;
}
export interface PostToolBatchPayload extends HookCommon {
  hook_event_name: "PostToolBatch";
  tool_calls?: unknown[];
}
export interface MessageDisplayPayload extends HookCommon {
  hook_event_name: "MessageDisplay";
  /**
   * The whole reply at once (other providers).
   */
  complete?: boolean;
  turn_id?: string;
  message_id?: string;
  index?: number;
  final?: boolean;
  delta?: string;
}
export interface NotificationPayload extends HookCommon {
  hook_event_name: "Notification";
  message?: string;
  title?: string;
  notification_type?: string;
  level?: string;
}
export interface SubagentStartPayload extends HookCommon {
  hook_event_name: "SubagentStart";
  prompt?: string;
}
export interface SubagentStopPayload extends HookCommon {
  hook_event_name: "SubagentStop";
  agent_transcript_path?: string;
  last_assistant_message?: string | null;
  stop_hook_active?: boolean;
  result?: unknown;
  background_tasks?: BackgroundTask[];
  session_crons?: unknown[];
}
export interface TaskCreatedPayload extends HookCommon {
  hook_event_name: "TaskCreated";
  task_id: string;
  task_subject?: string;
  task_description?: string;
}
export interface TaskCompletedPayload extends HookCommon {
  hook_event_name: "TaskCompleted";
  task_id: string;
  task_subject?: string;
  task_description?: string;
}
export interface TeammateIdlePayload extends HookCommon {
  hook_event_name: "TeammateIdle";
}
export interface StopPayload extends HookCommon {
  hook_event_name: "Stop";
  stop_hook_active?: boolean;
  last_assistant_message?: string | null;
  reason?: string;
  summary?: string;
  background_tasks?: BackgroundTask[];
  session_crons?: unknown[];
}
export interface StopFailurePayload extends HookCommon {
  hook_event_name: "StopFailure";
  error?: string;
  error_details?: unknown;
  last_assistant_message?: string | null;
}
export interface PreCompactPayload extends HookCommon {
  hook_event_name: "PreCompact";
  trigger?: string;
  custom_instructions?: string | null;
}
export interface PostCompactPayload extends HookCommon {
  hook_event_name: "PostCompact";
  trigger?: string;
  compact_summary?: string;
}
export interface PreModelSwitchPayload extends HookCommon {
  hook_event_name: "PreModelSwitch";
  from_model?: string;
  to_model?: string;
  requested_model?: string | null;
  source?: string;
  context_tokens?: number;
  prompt_cache_warm?: boolean;
  cache_ttl?: unknown;
  estimated_cache_write_usd?: number;
  pricing?: unknown;
}
export interface PostModelSwitchPayload extends HookCommon {
  hook_event_name: "PostModelSwitch";
  from_model?: string;
  to_model?: string;
  requested_model?: string | null;
  source?: string;
  context_tokens?: number;
  prompt_cache_warm?: boolean;
  cache_ttl?: unknown;
  estimated_cache_write_usd?: number;
  pricing?: unknown;
}
export interface ConfigChangePayload extends HookCommon {
  hook_event_name: "ConfigChange";
  source?: string;
  file_path?: string;
}
export interface CwdChangedPayload extends HookCommon {
  hook_event_name: "CwdChanged";
  old_cwd?: string;
  new_cwd?: string;
}
export interface DirectoryAddedPayload extends HookCommon {
  hook_event_name: "DirectoryAdded";
  directory?: string;
  source?: string;
}
export interface FileChangedPayload extends HookCommon {
  hook_event_name: "FileChanged";
  file_path?: string;
  event?: string;
}
export interface WorktreeCreatePayload extends HookCommon {
  hook_event_name: "WorktreeCreate";
  name?: string;
}
export interface WorktreeRemovePayload extends HookCommon {
  hook_event_name: "WorktreeRemove";
  worktree_path?: string;
}
export interface ElicitationPayload extends HookCommon {
  hook_event_name: "Elicitation";
  mcp_server_name?: string;
  message?: string;
  mode?: string;
  requested_schema?: unknown;
  url?: string;
  elicitation_id?: string;
}
export interface ElicitationResultPayload extends HookCommon {
  hook_event_name: "ElicitationResult";
  mcp_server_name?: string;
  elicitation_id?: string;
  action?: string;
  content?: unknown;
  mode?: string;
}
export interface SessionEndPayload extends HookCommon {
  hook_event_name: "SessionEnd";
  reason?: string;
}
export interface IngestAnswer {
  status: "stored" | "duplicate" | "schema_error";
  event_ids: string[];
  /**
   * What the forwarder prints; only fields the client's own schema has
   */
  hook_output?: {
    [k: string]: unknown;
  };
}
export interface HookOkAnswer {
  ok: true;
}
export interface ErrorAnswer {
  error: string;
  /**
   * What to do about it, in plain words
   */
  message?: string;
}
export interface EventsQuery {
  /**
   * seq; older first
   */
  after?: number;
  /**
   * seq; newest first
   */
  before?: number;
  limit?: number;
  session_id?: string;
  agent_id?: string;
  event_type?: EventType;
}
export interface EventList {
  items: MascotEvent[];
  next?: string;
}
/**
 * POST /api/sessions/start (specification 4)
 */
export interface SessionStartBody {
  session_id: SessionIdText;
  provider?: Provider;
  cwd?: string;
  source?: string;
  model?: string;
}
/**
 * POST /api/sessions/stop, /api/sessions/summarize
 */
export interface SessionBody {
  session_id: SessionIdText;
  provider?: Provider;
  cwd?: string;
  transcript_path?: string;
}
/**
 * POST /api/prompts, /api/responses
 */
export interface SaidBody {
  session_id: SessionIdText;
  provider?: Provider;
  cwd?: string;
  content: string;
  transcript_path?: string;
}
/**
 * POST /api/observations; the response is kept up to 10,000 characters
 */
export interface ObservationBody {
  session_id: SessionIdText;
  provider?: Provider;
  cwd?: string;
  tool_name: string;
  tool_input?: unknown;
  tool_response?: unknown;
}
/**
 * GET /api/context; with neither folder nor session the context is empty
 */
export interface ContextQuery {
  cwd?: string;
  session_id?: SessionIdText;
  source?: string;
  limit?: number;
}
export interface ContextAnswer {
  context: string;
  project: string;
  /**
   * Estimated
   */
  tokens: number;
  session_ids: string[];
}
export interface SummaryAnswer {
  ok: true;
  summary: SessionSummary;
}
/**
 * GET /api/recall: a session's id, or words to search for. With `cwd` only within that folder's project, unless `all`
 */
export interface RecallQuery {
  query: string;
  cwd?: string;
  all?: boolean;
  /**
   * Where the record of a session goes on, as the one before says
   */
  after?: string;
}
export interface RecallAnswer {
  found: number;
  text: string;
}
/**
 * POST /api/export: the app writes the file, which must not be there yet
 */
export interface ExportBody {
  what: "session" | "all";
  session_id?: SessionIdText;
  format: "markdown" | "json" | "jsonl";
  /**
   * Absolute path
   */
  file: string;
}
/**
 * POST /api/import: a JSONL export, taken back; what is there already stays as it is
 */
export interface ImportBody {
  /**
   * Absolute path
   */
  file: string;
}
export interface AgentList {
  items: AgentView[];
  next?: string;
}
export interface AgentView {
  agent_id: string;
  session_id: string | null;
  provider: Provider;
  role: AgentRole;
  parent_agent_id: string | null;
  team_name: string | null;
  display_name: string;
  workspace_id: string;
  /**
   * The other machine it runs on, as the person calls it; null or absent: this one
   */
  host?: string | null;
  employment_type: "contractor" | "employee";
  source: "runtime_agent" | "person";
  avatar_seed: number;
  appearance: Appearance;
  state: MascotState;
  state_since: string;
  moment: Moment | null;
  failure: FailureKind | null;
  /**
   * Why the state holds when it is not the plain one, e.g. idle
   */
  cause: string | null;
  phase: Phase | null;
  session_state: SessionState;
  bubble: Bubble | null;
  aliases: string[];
  started_at: string;
  last_event_at: string;
}
/**
 * A gesture played once before the state's loop. A new seq means: play it.
 */
export interface Moment {
  kind: MomentKind;
  at: string;
  seq: number;
}
/**
 * What the bubble says, in parts; the face words it in the person's language.
 */
export interface Bubble {
  kind:
    | "tool"
    | "thinking"
    | "question"
    | "permission"
    | "plan"
    | "failure"
    | "compacting"
    | "watching"
    | "untracked"
    | "blocked"
    | "test_failed"
    | "build_failed"
    | "warning";
  tool_name?: string;
  /**
   * File name, command, pattern or host: short, masked, never JSON
   */
  target?: string;
  text?: string;
  count?: number;
}
export interface AppStatus {
  version: string;
  pid: number;
  started_at: string;
  url: string;
  agents: number;
  sessions: number;
  events: number;
  /**
   * false while events cannot be written, e.g. disk full
   */
  recording: boolean;
  notices: Notice[];
}
/**
 * Something the person should know about the app itself
 */
export interface Notice {
  /**
   * Key of the text in the person's language
   */
  id: string;
  level: "info" | "warn" | "error";
  at: string;
  values?: {
    [k: string]: string | number;
  };
  /**
   * In the person's language; filled in for windows and menus
   */
  text?: string;
}
/**
 * <home>/collector.json: where the app is or was (DESIGN §12). Kept after quitting.
 */
export interface CollectorFile {
  url: string;
  socket?: string | null;
  port: number;
  pid: number;
  appPath: string;
  appArgs?: string[];
  version: string;
  startedAt: string;
  stoppedAt?: string;
  quitByPerson?: boolean;
}
/**
 * First line of a spool file when it is JSON (written by the forwarder)
 */
export interface SpoolHeader {
  delivery_id?: string;
  provider?: Provider;
  collected_at?: string;
  meta?: HookMeta;
  truncated?: boolean;
  gap?: {
    dropped?: number;
    from?: string;
    to?: string;
  };
}
export interface NoArgs {}
export interface Ok {
  ok: boolean;
}
/**
 * rects: what can be clicked, in DIP inside the window. content: the size that the drawing needs, in DIP.
 */
export interface WindowShape {
  /**
   * @maxItems 400
   */
  rects: Rect[];
  content: {
    width: number;
    height: number;
  };
  /**
   * The page's size when it measured the rects; they are taken relative to its bottom right corner, so that a resize on its way to the page moves nothing
   */
  viewport?: {
    width: number;
    height: number;
  };
}
export interface WindowHover {
  over: boolean;
}
/**
 * Main reads the pointer itself; the window only says when
 */
export interface WindowDrag {
  step: "start" | "end";
}
export interface AgentMenu {
  agent_id: string | null;
}
export interface DashboardOpen {
  /**
   * With agent_id: its name is to be written anew
   */
  rename?: true;
  agent_id?: string;
  session_id?: string;
  page?:
    | "now"
    | "needs"
    | "ports"
    | "sessions"
    | "search"
    | "memory"
    | "data"
    | "hooks"
    | "bridges"
    | "timeline"
    | "statistics"
    | "tour"
    | "api"
    | "settings"
    | "events";
}
/**
 * Whose conversation is on the page; null: nobody's
 */
export interface DashboardShows {
  session_id: string | null;
}
export interface MascotsVisible {
  visible: boolean;
}
export interface UiState {
  locale: "en" | "ko";
  /**
   * Which theme is shown, and in which reading of its files; a change asks for themes:view
   */
  theme?: string;
  visible: boolean;
  /**
   * Nothing may animate: hidden, locked, asleep or covered
   */
  paused: boolean;
  size: "S" | "M" | "L";
  room: StageRoom;
  stand?: StageStand;
  /**
   * The person wants it now; quiet hours are no such wish
   */
  do_not_disturb: boolean;
  quiet?: QuietState;
  /**
   * Whether the mascots make way for full-screen windows; unknown: this system does not tell
   */
  full_screen: "hides" | "stays" | "unknown";
  /**
   * Agents that the person sent off the desktop; their helpers are off it as well
   */
  dismissed?: string[];
  platform: "linux" | "darwin" | "win32";
  /**
   * The window is cut to the rects it reports (Linux, X11)
   */
  shaped: boolean;
  notices: Notice[];
}
/**
 * The mascots' display without its bars, in DIP
 */
export interface StageRoom {
  width: number;
  height: number;
}
/**
 * Absent: all stand together, and the window hangs on the group's corner
 */
export interface StageStand {
  group: Place;
  apart: StagePlaced[];
}
/**
 * Where the group stands on one display: DIP, relative to the work area's bottom right corner so that resolution changes keep it near its edge
 */
export interface Place {
  x: number;
  y: number;
}
export interface StagePlaced {
  agent_id: string;
  place: Place;
}
export interface QuietState {
  /**
   * Who wants quiet now: the person (do not disturb), their quiet hours, or nobody
   */
  by: "person" | "hours" | null;
  /**
   * UTC ISO-8601: when it ends by itself
   */
  until: string | null;
}
export interface HooksScope {
  scope: "user" | "project" | "local";
  /**
   * For project and local: a folder that hooks:places named
   */
  project?: string;
}
export interface DoctorOrder {
  /**
   * Whose settings files are looked at, too: a folder that hooks:places named; without it the latest
   */
  project?: string;
}
export interface HooksPlace {
  scope: "user" | "project" | "local";
  project: string | null;
  status: HooksStatus;
}
export interface HooksStatus {
  state: "installed" | "partly" | "outdated" | "absent" | "no_client" | "unreadable";
  file: string;
  installed_events: string[];
  missing_events: string[];
  problem: string | null;
}
/**
 * The person's own settings, then those of projects that events came from lately, the newest first
 */
export interface HooksPlaces {
  places: HooksPlace[];
}
export interface SettingsChange {
  locale?: "system" | "en" | "ko";
  size?: "S" | "M" | "L";
  theme?: ThemeId;
  do_not_disturb?: boolean;
  login_item?: boolean;
  hide_in_full_screen?: boolean;
  launch_by_hooks?: boolean;
  launch_unattended?: boolean;
  launch_after_quit?: "next_attended_session" | "never";
  tracking_mode?: GuardMode;
  tracking_auto_create?: boolean;
  /**
   * The person's rule for one project; null: as everywhere
   */
  tracking_project?: {
    project: string;
    mode: GuardMode | null;
  };
  hooks_auto_repair?: boolean;
  context?: ContextRules;
  notify?: NotifyChange;
  answering?: boolean;
  /**
   * The person's rule for one project; null: as everywhere
   */
  answering_project?: {
    project: string;
    on: boolean | null;
  };
  memory?: boolean;
  memory_sessions?: number;
}
export interface NotifyChange {
  needs?: boolean;
  finished?: boolean;
  failed?: boolean;
  long_turn_minutes?: number;
  show_text?: boolean;
  quiet_hours?: QuietHoursChange;
  sounds?: SoundChange;
  project?: {
    project: string;
    muted: boolean;
  };
  session?: {
    session_id: string;
    muted: boolean;
  };
}
/**
 * What is absent stays
 */
export interface QuietHoursChange {
  on?: boolean;
  from?: ClockTime;
  to?: ClockTime;
}
/**
 * What is absent stays
 */
export interface SoundChange {
  on?: boolean;
  volume?: number;
  needs?: boolean;
  finished?: boolean;
  failed?: boolean;
}
/**
 * Every day from one time to another, over midnight where the second is the earlier one
 */
export interface QuietHours {
  on: boolean;
  from: ClockTime;
  to: ClockTime;
}
export interface SoundRules {
  on: boolean;
  volume: number;
  needs: boolean;
  finished: boolean;
  failed: boolean;
}
/**
 * What is absent is as usual (app/domain/notify/rules.ts)
 */
export interface NotifyRules {
  needs?: boolean;
  finished?: boolean;
  failed?: boolean;
  /**
   * A turn that took at least so long is worth a notification when it ends
   */
  long_turn_minutes?: number;
  /**
   * Whether a notification says what is asked, or only who asks
   */
  show_text?: boolean;
  quiet_hours?: QuietHours;
  sounds?: SoundRules;
  /**
   * Folders; the name of the workspace where no folder is known
   *
   * @maxItems 500
   */
  muted_projects?: string[];
  /**
   * The newest last
   *
   * @maxItems 100
   */
  muted_sessions?: string[];
  /**
   * UTC ISO-8601: when do_not_disturb ends by itself; null: when the person turns it off
   */
  do_not_disturb_until?: string | null;
}
export interface Sound {
  kind: NotifyKind;
  volume: number;
}
export interface QuietOrder {
  for: QuietFor;
}
export interface OtherHooks {
  id: string;
  title: string;
  file: string;
  state: "absent" | "installed" | "outdated" | "unreadable";
  /**
   * The product's own names
   */
  events: string[];
  /**
   * The product runs new hooks only after the person accepted them there
   */
  asks_for_trust: boolean;
  /**
   * Another file of the product that holds hooks: of two it warns at every start
   */
  also_in: string | null;
  /**
   * In the person's language
   */
  problem: string | null;
}
export interface OtherHooksList {
  /**
   * Products that have a folder of their own here
   */
  used: OtherHooks[];
  /**
   * Titles of the rest
   */
  unused: string[];
}
export interface OtherHooksChange {
  id: string;
  change: "install" | "remove";
}
export interface PortFile {
  /**
   * Within the project
   */
  path: string;
  edits: number;
  last_at: number;
}
export interface PortDetail {
  port: PortSummary;
  /**
   * Newest first, 500 at most
   */
  files: PortFile[];
}
/**
 * GET /api/ports. Without a folder: of all projects
 */
export interface PortsQuery {
  project?: PortFolder;
  cwd?: PortFolder;
  session_id?: PortSession;
  state?: PortState;
  /**
   * With those that ended
   */
  all?: boolean;
  limit?: number;
}
export interface PortList {
  /**
   * Running ones first, then the ready by priority, then what ended, newest first
   */
  items: PortSummary[];
}
/**
 * GET /api/ports/:id. Without a folder: the only one of this name
 */
export interface PortRef {
  id: string;
  project?: PortFolder;
  cwd?: PortFolder;
}
/**
 * POST /api/ports. What is no id is answered with one that would be
 */
export interface PortCreate {
  id: string;
  title?: string;
  project?: PortFolder;
  cwd?: PortFolder;
  /**
   * @maxItems 32
   */
  depends_on?: string[];
  priority?: PortPriority;
  /**
   * Who creates it; no scope
   */
  session_id?: string;
}
/**
 * POST /api/ports/:id/start
 */
export interface PortStart {
  id: string;
  project?: PortFolder;
  cwd?: PortFolder;
  /**
   * The port counts for this session only
   */
  session_id?: string;
  /**
   * Although it waits for others, or runs with another session, from which it is taken over
   */
  force?: boolean;
}
/**
 * POST /api/ports/:id/end
 */
export interface PortEnd {
  id: string;
  project?: PortFolder;
  cwd?: PortFolder;
  outcome?: PortOutcome;
}
export interface PortRefusal {
  error: PortRefusalReason;
  /**
   * In English, for programs and logs
   */
  message: string;
  /**
   * The circle in its order, or the ports it waits for
   */
  ids?: string[];
  /**
   * An id that would be taken
   */
  proposal?: string;
  /**
   * With whom it runs
   */
  session_id?: string;
  state?: PortState;
}
export interface PortAnswer {
  ok: true;
  /**
   * false: it was so already
   */
  changed: boolean;
  port: PortSummary;
  event_ids: string[];
  /**
   * Dependencies that are not created yet
   */
  unknown: PortId[];
  /**
   * Ports that waited for this one last
   */
  freed: PortId[];
}
/**
 * To a window: one of the two
 */
export interface PortResult {
  done?: PortAnswer;
  refused?: PortRefusal;
}
export interface PortShown {
  detail?: PortDetail;
  refused?: PortRefusal;
}
/**
 * What Codex CLI gives a hook. Ids decide about a payload; whatever else has another type is left out.
 */
export interface CodexHookPayload {
  hook_event_name: string;
  session_id: string;
  turn_id?: string | null;
  transcript_path?: unknown;
  cwd?: unknown;
  model?: unknown;
  permission_mode?: unknown;
  agent_id?: unknown;
  agent_type?: unknown;
  source?: unknown;
  reason?: unknown;
  prompt?: unknown;
  tool_name?: unknown;
  tool_input?: unknown;
  tool_response?: unknown;
  tool_use_id?: unknown;
  last_assistant_message?: unknown;
  trigger?: unknown;
}
/**
 * What Cursor (editor and cursor-agent) gives a hook. `user_email` is not kept.
 */
export interface CursorHookPayload {
  hook_event_name: string;
  conversation_id: string;
  generation_id?: unknown;
  model?: unknown;
  cursor_version?: unknown;
  workspace_roots?: unknown;
  transcript_path?: unknown;
  cwd?: unknown;
  tool_name?: unknown;
  tool_input?: unknown;
  tool_output?: unknown;
  tool_use_id?: unknown;
  error_message?: unknown;
  duration?: unknown;
  prompt?: unknown;
  status?: unknown;
  text?: unknown;
  subagent_id?: unknown;
  subagent_type?: unknown;
  task?: unknown;
  reason?: unknown;
  trigger?: unknown;
}
/**
 * What Gemini CLI gives a hook.
 */
export interface GeminiHookPayload {
  hook_event_name: string;
  session_id: string;
  transcript_path?: unknown;
  cwd?: unknown;
  timestamp?: unknown;
  source?: unknown;
  reason?: unknown;
  prompt?: unknown;
  prompt_response?: unknown;
  tool_name?: unknown;
  tool_input?: unknown;
  tool_response?: unknown;
  mcp_context?: unknown;
  notification_type?: unknown;
  message?: unknown;
  details?: unknown;
  trigger?: unknown;
}
/**
 * State of any other agent, told by a script of the person's own (`docs/adding-a-provider.md`).
 */
export interface GenericAgentState {
  provider?: "generic";
  /**
   * Its name, as it is shown. The same name is the same mascot.
   */
  agent: string;
  /**
   * What it does now.
   */
  state: "started" | "thinking" | "working" | "waiting_permission" | "waiting_question" | "done" | "failed" | "ended";
  /**
   * What it works at, asks or says, in a few words.
   */
  text?: string;
  /**
   * Where one agent has several runs at once; the agent's name where it is missing.
   */
  session?: string;
  /**
   * The folder it works in, absolute.
   */
  cwd?: string;
}
/**
 * What our plugin inside OpenCode passes on: the name of an OpenCode event or plugin hook and what came with it.
 */
export interface OpenCodePluginPayload {
  type: string;
  sessionID: string;
  parentID?: string | null;
  directory?: unknown;
  version?: unknown;
  properties?: {};
  text?: unknown;
}
export interface SshBlock {
  file: string;
  /**
   * The very characters that were added
   */
  text: string;
  /**
   * The file was not there before
   */
  created: boolean;
}
export interface RemoteHost {
  id: RemoteId;
  name: RemoteName;
  kind: "ssh" | "docker" | "podman";
  token: RemoteToken;
  /**
   * Our folder there
   */
  home: string;
  added_at: string;
  /**
   * What was added to the configuration of ssh here; null: nothing
   */
  ssh: SshBlock | null;
}
/**
 * remotes.json in the home of the app
 */
export interface RemotesFile {
  version: 1;
  /**
   * @maxItems 200
   */
  hosts: RemoteHost[];
}
/**
 * remote.json in our folder on the other machine: the collector is not here, and this leads to it
 */
export interface RemoteHome {
  id: RemoteId;
  name: RemoteName;
  at:
    | {
        socket: string;
      }
    | {
        port: number;
      };
}
/**
 * One file of a spool
 */
export interface SpoolParcel {
  name: string;
  /**
   * Milliseconds, by the clock of its machine
   */
  modified_at: number;
  /**
   * Of a file that is too large its first line alone
   */
  text: string;
  cut?: {
    head: string;
    tail: string;
    bytes: number;
  };
}
export interface SpoolBatch {
  /**
   * Milliseconds, by the clock of its machine: times in the files are set right by it
   */
  sent_at: number;
  /**
   * @maxItems 500
   */
  files: SpoolParcel[];
}
/**
 * Names. done: committed, may go. bad: committed as not understood. keep: not committed, to be sent again
 */
export interface SpoolAnswer {
  done: string[];
  bad: string[];
  keep: string[];
}
export interface Settings {
  version: 1;
  locale: "system" | "en" | "ko";
  mascots: {
    visible: boolean;
    size: "S" | "M" | "L";
    /**
     * Name of the theme's folder
     */
    theme?: string;
    /**
     * Make way while another window is full-screen on their display
     */
    hide_in_full_screen: boolean;
    /**
     * By display key
     */
    places: {
      [k: string]: Place;
    };
    /**
     * By display key and agent id: mascots that the person put somewhere else than the group
     */
    apart?: {
      [k: string]: {
        [k: string]: Place;
      };
    };
    /**
     * By agent id: names that the person gave
     */
    names?: {
      [k: string]: string;
    };
    /**
     * Key of the display the person put the mascots on
     */
    display: string | null;
  };
  launch: {
    by_hooks: boolean;
    unattended: boolean;
    after_quit: "next_attended_session" | "never";
  };
  do_not_disturb: boolean;
  notify?: NotifyRules;
  login_item: boolean;
  /**
   * What a new session of a project is told of the last ones; projects can be left out (ProjectRules)
   */
  memory: {
    enabled: boolean;
    /**
     * At most so many finished sessions are told of
     */
    sessions: number;
  };
  tracking: Tracking;
  answering?: AnsweringRules;
  hooks?: HooksRules;
  context?: ContextRules;
  bridges?: BridgesRules;
  retention: RetentionRules1;
  /**
   * Where the dashboard's window stood, in DIP
   */
  dashboard?: {
    x: number;
    y: number;
    width: number;
    height: number;
    maximized?: boolean;
  };
}
/**
 * How long and how much is kept
 */
export interface RetentionRules1 {
  days: number | null;
  megabytes: number | null;
}
/**
 * While somebody stands away from the group: then the window hangs on the work area's bottom right corner, and everybody has a place relative to it
 */
export interface StageStand1 {
  group: Place;
  apart: StagePlaced[];
}
/**
 * One mascot (null: the group) is taken up, or put down again. place: in DIP, relative to the bottom right corner of what the page drew from; of the group it counts at the end only. corner: the group's while all stand together, else the display's without its bars
 */
export interface StageLift {
  step: "start" | "end";
  agent_id: string | null;
  place: Place;
  corner: "group" | "display";
}
/**
 * null: what the client calls it
 */
export interface AgentName {
  agent_id: string;
  name: string | null;
}
/**
 * Whose card the person wants to see, and where its figure is, in DIP inside the mascots' window; null: nobody's
 */
export interface CardPoint {
  agent_id: string | null;
  rect: Rect;
  viewport: {
    width: number;
    height: number;
  };
}
export interface CardOf {
  agent_id: string;
}
/**
 * What the card of this agent needs, in DIP
 */
export interface CardSize {
  agent_id: string;
  width: number;
  height: number;
}
export interface CardAnswer {
  card: AgentCard | null;
}
/**
 * What there is to know of an agent at a glance; of the record, so masked; long texts are cut
 */
export interface AgentCard {
  agent: AgentView;
  /**
   * The last prompt; of a helper null
   */
  task: string | null;
  /**
   * Its last reply
   */
  last_words: string | null;
  /**
   * Title of the work item that runs for it
   */
  port: string | null;
  /**
   * How full its session's context is, in tokens; null where no transcript tells
   */
  context: {
    tokens: number;
    holds: number;
  } | null;
  model: string | null;
}
/**
 * Agents that find no room on the stage; asks for a menu of them
 */
export interface StageCrowd {
  /**
   * @maxItems 2000
   */
  agent_ids: string[];
}
/**
 * `data` of `event: session.event`. The message's id is the event's number in the log (`seq`).
 */
export interface SessionEvent {
  id: string;
  /**
   * '' for what belongs to no session
   */
  session_id: string;
  port_id?: string;
  event_type: EventType;
  /**
   * One line in plain English
   */
  summary: string;
  /**
   * The event's payload, and who, where and in which turn: agent_id, workspace_id, provider, source, trust, turn_id, task_id, target_agent_id
   */
  details?: {
    [k: string]: unknown;
  };
  /**
   * debug counts as info
   */
  severity: "info" | "warn" | "error";
  /**
   * UTC ISO-8601
   */
  created_at: string;
}
/**
 * Where to begin (the first of these that is given; else with what comes next), and what of it.
 */
export interface StreamQuery {
  /**
   * As the header Last-Event-ID, which wins: what was recorded after this number. 0: from the beginning
   */
  last_event_id?: string;
  /**
   * UTC ISO-8601: what was recorded since
   */
  since?: string;
  /**
   * The last so many that pass the filters, among the last 10,000 of the log
   */
  last?: number;
  /**
   * false: ends when all that is recorded was told
   */
  follow?: boolean;
  session_id?: string;
  /**
   * One or several, by commas; `user_request` is `user_prompt`
   */
  event_type?: string;
  /**
   * info, warn, error: one or several, by commas
   */
  severity?: string;
  /**
   * A folder: what happened in it or below; without a slash a workspace's name
   */
  project?: string;
  port_id?: string;
}
/**
 * `data` of `event: stream.notice` (beyond_the_log, not_kept: the stream goes on) and of `event: stream.end` (slow, quit, failed: it ends; connect again with the last id)
 */
export interface StreamNotice {
  reason: "beyond_the_log" | "not_kept" | "slow" | "quit" | "failed";
  message: string;
}
/**
 * Colours of one body: three tones, outline, eyes and mouth, what it wears, cheeks
 */
export interface ThemePalette {
  base: ThemeColour;
  shade: ThemeColour;
  light: ThemeColour;
  line: ThemeColour;
  ink: ThemeColour;
  accent: ThemeColour;
  blush: ThemeColour;
}
/**
 * What is shown for a state or a gesture. What is missing falls back: kinds of work to `working`, everything to `resting`
 */
export interface ThemePictures {
  resting: ThemePicture;
  working?: ThemePicture;
  thinking?: ThemePicture;
  reading?: ThemePicture;
  editing?: ThemePicture;
  running?: ThemePicture;
  searching?: ThemePicture;
  browsing?: ThemePicture;
  delegating?: ThemePicture;
  planning?: ThemePicture;
  compacting?: ThemePicture;
  asking_permission?: ThemePicture;
  asking_question?: ThemePicture;
  watching?: ThemePicture;
  failed?: ThemePicture;
  blocked?: ThemePicture;
  untracked?: ThemePicture;
  asleep?: ThemePicture;
  stale?: ThemePicture;
  entering?: ThemePicture;
  stumbled?: ThemePicture;
  done?: ThemePicture;
  leaving?: ThemePicture;
  faded?: ThemePicture;
}
export interface ThemeCharacter {
  name: string;
  pictures: ThemePictures;
}
/**
 * theme.json. Our own figures in another style or other colours, or pictures in their place
 */
export interface ThemeManifest {
  format: 1;
  name: string;
  author?: string;
  license?: string;
  style?: ThemeStyle;
  /**
   * @minItems 1
   * @maxItems 12
   */
  palettes?:
    | [ThemePalette]
    | [ThemePalette, ThemePalette]
    | [ThemePalette, ThemePalette, ThemePalette]
    | [ThemePalette, ThemePalette, ThemePalette, ThemePalette]
    | [ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette]
    | [ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette]
    | [ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette]
    | [ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette]
    | [ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette, ThemePalette]
    | [
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette
      ]
    | [
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette
      ]
    | [
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette,
        ThemePalette
      ];
  /**
   * @minItems 1
   * @maxItems 24
   */
  characters?: [ThemeCharacter, ...ThemeCharacter[]];
}
/**
 * Why a theme cannot be used. key is worded as themes.problem_<key>; where: the file, or the place in theme.json
 */
export interface ThemeProblem {
  key: "missing" | "name" | "link" | "unreadable" | "not_json" | "manifest" | "too_large" | "too_many" | "contrast" | "not_svg" | "active";
  where: string;
}
/**
 * The theme that is shown, as windows draw it. Pictures are addresses on app://theme
 */
export interface ThemeView {
  id: string;
  style: ThemeStyle;
  palettes: ThemePalette[] | null;
  characters:
    | {
        [k: string]: string;
      }[]
    | null;
}
export interface ThemeItem {
  id: string;
  name: string;
  author: string | null;
  /**
   * From the person's folder
   */
  own: boolean;
  problem: ThemeProblem | null;
}
export interface ThemeList {
  /**
   * What the settings say
   */
  chosen: string;
  /**
   * What is drawn: the usual one when the chosen one is broken
   */
  shown: string;
  /**
   * Where the person's own themes go
   */
  folder: string;
  items: ThemeItem[];
}
export interface SlotCounts {
  species: number;
  palette: number;
  eyes: number;
  mouth: number;
  marks: number;
  headwear: number;
  carry: number;
  badge: number;
}
export interface WaitView {
  kind: WaitKind;
  agent_id: string;
  tool_name: string | null;
  target: string | null;
  since: string;
}
export interface SessionView {
  session_id: string;
  provider: Provider;
  workspace_id: string;
  /**
   * The other machine it runs on, as the person calls it; null or absent: this one
   */
  host?: string | null;
  project_dir: string | null;
  state: SessionState;
  phase: Phase | null;
  cause: string | null;
  failure: FailureKind | null;
  model: string | null;
  client_pid: number | null;
  /**
   * The terminal; null as the next three when the session's start told nothing of it (it was drained late, no forwarder ran)
   */
  tty: string | null;
  /**
   * Of the client: its shell, as a rule
   */
  parent_pid: number | null;
  /**
   * UTC ISO-8601: of the process parent_pid
   */
  start_time: string | null;
  /**
   * Of folder and terminal (specification 2 §1.2): another terminal has another one, the same terminal the same
   */
  fingerprint: string | null;
  attended: boolean | null;
  entrypoint: string | null;
  title: string | null;
  started_at: string;
  last_event_at: string;
  ended_at: string | null;
  end_reason: string | null;
  waits: WaitView[];
  background_count: number;
  trust: Trust;
}
export interface Snapshot {
  /**
   * Number of the last patch contained
   */
  n: number;
  agents: AgentView[];
  sessions: SessionView[];
}
export interface AgentAppeared {
  kind: "mascot://agent-appeared";
  agent: AgentView;
}
export interface AgentUpdate {
  kind: "mascot://agent-update";
  agent: AgentView;
}
export interface AgentDeparted {
  kind: "mascot://agent-departed";
  agent_id: string;
  how: "left" | "faded";
}
export interface SessionUpdate {
  kind: "session-update";
  session: SessionView;
}
export interface SessionGone {
  kind: "session-gone";
  session_id: string;
}
/**
 * Numbered changes; n is one more than the batch before. A gap asks for a new snapshot.
 */
export interface PatchBatch {
  n: number;
  changes: Change[];
  /**
   * So much happens that nobody can follow it: poses are held until it is over.
   */
  rush?: true;
}

export const SLOT_COUNTS: SlotCounts = {"species":6,"palette":12,"eyes":8,"mouth":6,"marks":6,"headwear":8,"carry":6,"badge":6};
export const HOOK_EVENT_NAMES = ["SessionStart","Setup","InstructionsLoaded","UserPromptSubmit","UserPromptExpansion","PreSkillShellCommand","PreToolUse","PermissionRequest","PermissionDenied","PostToolUse","PostToolUseFailure","PostToolBatch","MessageDisplay","Notification","SubagentStart","SubagentStop","TaskCreated","TaskCompleted","TeammateIdle","Stop","StopFailure","PreCompact","PostCompact","PreModelSwitch","PostModelSwitch","ConfigChange","CwdChanged","DirectoryAdded","FileChanged","WorktreeCreate","WorktreeRemove","Elicitation","ElicitationResult","SessionEnd"] as const;
export const EVENT_TYPES = ["agent_started","agent_stopped","agent_blocked","agent_unblocked","agent_activated","agent_deactivated","task_created","task_started","task_progress","task_completed","task_failed","tool_started","tool_succeeded","tool_failed","session_started","session_ended","user_prompt","assistant_response","compact","checkpoint_created","port_created","port_started","port_ended","untracked_edit","edit_blocked","dependency_resolved","context_loaded","context_overflow","quality_warning","build_failed","test_failed","file_edit","escalation","decision","heartbeat","notification","schema_error"] as const;
export const MASCOT_STATES = ["resting","thinking","reading","editing","running","searching","browsing","delegating","planning","compacting","asking_permission","asking_question","watching","failed","blocked","untracked","asleep","stale"] as const;
export const MOMENT_KINDS = ["entering","stumbled","done","leaving","faded"] as const;
export interface HookPayloads {
  SessionStart: SessionStartPayload;
  Setup: SetupPayload;
  InstructionsLoaded: InstructionsLoadedPayload;
  UserPromptSubmit: UserPromptSubmitPayload;
  UserPromptExpansion: UserPromptExpansionPayload;
  PreSkillShellCommand: PreSkillShellCommandPayload;
  PreToolUse: PreToolUsePayload;
  PermissionRequest: PermissionRequestPayload;
  PermissionDenied: PermissionDeniedPayload;
  PostToolUse: PostToolUsePayload;
  PostToolUseFailure: PostToolUseFailurePayload;
  PostToolBatch: PostToolBatchPayload;
  MessageDisplay: MessageDisplayPayload;
  Notification: NotificationPayload;
  SubagentStart: SubagentStartPayload;
  SubagentStop: SubagentStopPayload;
  TaskCreated: TaskCreatedPayload;
  TaskCompleted: TaskCompletedPayload;
  TeammateIdle: TeammateIdlePayload;
  Stop: StopPayload;
  StopFailure: StopFailurePayload;
  PreCompact: PreCompactPayload;
  PostCompact: PostCompactPayload;
  PreModelSwitch: PreModelSwitchPayload;
  PostModelSwitch: PostModelSwitchPayload;
  ConfigChange: ConfigChangePayload;
  CwdChanged: CwdChangedPayload;
  DirectoryAdded: DirectoryAddedPayload;
  FileChanged: FileChangedPayload;
  WorktreeCreate: WorktreeCreatePayload;
  WorktreeRemove: WorktreeRemovePayload;
  Elicitation: ElicitationPayload;
  ElicitationResult: ElicitationResultPayload;
  SessionEnd: SessionEndPayload;
}
/** Every payload of the client, told apart by `hook_event_name`. */
export type HookPayload = HookPayloads[HookEventName];
export type WindowName = "mascots" | "bubble" | "card" | "dashboard";
/** Window asks, main answers. */
export interface IpcCalls {
  "world:snapshot": { args: NoArgs; result: Snapshot };
  "ui:state": { args: NoArgs; result: UiState };
  "window:shape": { args: WindowShape; result: Ok };
  "window:hover": { args: WindowHover; result: Ok };
  "window:drag": { args: WindowDrag; result: Ok };
  "window:lift": { args: StageLift; result: Ok };
  "agent:menu": { args: AgentMenu; result: Ok };
  "agent:rename": { args: AgentName; result: Ok };
  "card:point": { args: CardPoint; result: Ok };
  "card:of": { args: CardOf; result: CardAnswer };
  "card:now": { args: NoArgs; result: CardAnswer };
  "card:size": { args: CardSize; result: Ok };
  "crowd:menu": { args: StageCrowd; result: Ok };
  "dashboard:open": { args: DashboardOpen; result: Ok };
  "mascots:visible": { args: MascotsVisible; result: Ok };
  "hooks:status": { args: NoArgs; result: HooksStatus };
  "hooks:places": { args: NoArgs; result: HooksPlaces };
  "hooks:install": { args: HooksScope; result: HooksStatus };
  "hooks:uninstall": { args: HooksScope; result: HooksStatus };
  "hooks:preview": { args: HooksChange; result: HooksPreview };
  "hooks:backups": { args: HooksScope; result: HooksBackups };
  "hooks:restore": { args: HooksChange; result: HooksStatus };
  "hooks:repair": { args: NoArgs; result: HooksPlaces };
  "other-hooks:list": { args: NoArgs; result: OtherHooksList };
  "other-hooks:preview": { args: OtherHooksChange; result: HooksPreview };
  "other-hooks:change": { args: OtherHooksChange; result: OtherHooksList };
  "doctor:run": { args: DoctorOrder; result: DoctorReport };
  "doctor:copy": { args: NoArgs; result: Ok };
  "app:status": { args: NoArgs; result: AppStatus };
  "app:quit": { args: NoArgs; result: Ok };
  "settings:get": { args: NoArgs; result: Settings };
  "sound:try": { args: Sound; result: Ok };
  "dashboard:shows": { args: DashboardShows; result: Ok };
  "quiet:set": { args: QuietOrder; result: QuietState };
  "themes:view": { args: NoArgs; result: ThemeView };
  "themes:list": { args: NoArgs; result: ThemeList };
  "settings:set": { args: SettingsChange; result: Settings };
  "sessions:list": { args: SessionsQuery; result: SessionsPage };
  "conversation:page": { args: InteractionsQuery; result: InteractionsPage };
  "conversation:search": { args: SearchQuery; result: SearchResult };
  "memory:preview": { args: MemoryQuery; result: MemoryPreview };
  "projects:list": { args: NoArgs; result: ProjectList };
  "projects:rules": { args: ProjectRules; result: ProjectRules };
  "data:status": { args: NoArgs; result: DataStatus };
  "data:retention": { args: RetentionRules; result: DataStatus };
  "data:delete-session": { args: SessionRef; result: DataDone };
  "data:delete-all": { args: NoArgs; result: DataDone };
  "data:export": { args: ExportOrder; result: DataDone };
  "data:import": { args: NoArgs; result: DataDone };
  "tour:hello": { args: NoArgs; result: Ok };
  "figures:get": { args: FiguresQuery; result: Figures };
  "figures:calls": { args: CallsQuery; result: CallsPage };
  "figures:lane": { args: LaneQuery; result: CallLane };
  "figures:save": { args: FigureFile; result: DataDone };
  "guard:list": { args: NoArgs; result: GuardProjects };
  "guard:change": { args: GuardOrder; result: GuardProjects };
  "bridges:state": { args: NoArgs; result: BridgesState };
  "bridges:change": { args: BridgesChange; result: BridgesState };
  "bridges:secret": { args: BridgeSecret; result: BridgesState };
  "bridges:try": { args: BridgeRef; result: BridgeTried };
  "bridges:aside": { args: BridgeRef; result: BridgeAsideList };
  "bridges:resolve": { args: BridgeResolve; result: BridgesState };
  "bridges:retry": { args: BridgeRef; result: BridgesState };
  "bridges:history": { args: BridgeRef; result: BridgesState };
  "bridges:team": { args: NoArgs; result: TeamView };
  "ports:list": { args: PortsQuery; result: PortList };
  "ports:show": { args: PortRef; result: PortShown };
  "ports:create": { args: PortCreate; result: PortResult };
  "ports:start": { args: PortStart; result: PortResult };
  "ports:end": { args: PortEnd; result: PortResult };
  "asks:list": { args: NoArgs; result: AskList };
  "asks:seen": { args: AskSeen; result: Ok };
  "asks:answer": { args: AskAnswer; result: AskAnswered };
  "asks:anchor": { args: AskAnchor; result: Ok };
  "bubble:size": { args: BubbleSize; result: Ok };
}
/** Main tells a window. */
export interface IpcPushes {
  "world:patches": PatchBatch;
  "sound:play": Sound;
  "ui:changed": UiState;
  "agent:selected": DashboardOpen;
  "hooks:changed": NoArgs;
  "conversation:grew": ConversationGrew;
  "settings:changed": Settings;
  "bridges:changed": NoArgs;
  "ports:changed": NoArgs;
  "card:changed": CardAnswer;
  "card:placed": BubblePlace;
  "asks:changed": AskList;
  "asks:pointed": AskPointed;
  "bubble:placed": BubblePlace;
}
export const IPC_CALLS: { readonly [K in keyof IpcCalls]: { windows: readonly WindowName[]; args: IpcDefinition; result: IpcDefinition } } = {"world:snapshot":{"windows":["mascots","dashboard"],"args":"NoArgs","result":"Snapshot"},"ui:state":{"windows":["mascots","bubble","card","dashboard"],"args":"NoArgs","result":"UiState"},"window:shape":{"windows":["mascots"],"args":"WindowShape","result":"Ok"},"window:hover":{"windows":["mascots"],"args":"WindowHover","result":"Ok"},"window:drag":{"windows":["mascots"],"args":"WindowDrag","result":"Ok"},"window:lift":{"windows":["mascots"],"args":"StageLift","result":"Ok"},"agent:menu":{"windows":["mascots"],"args":"AgentMenu","result":"Ok"},"agent:rename":{"windows":["dashboard"],"args":"AgentName","result":"Ok"},"card:point":{"windows":["mascots"],"args":"CardPoint","result":"Ok"},"card:of":{"windows":["dashboard"],"args":"CardOf","result":"CardAnswer"},"card:now":{"windows":["card"],"args":"NoArgs","result":"CardAnswer"},"card:size":{"windows":["card"],"args":"CardSize","result":"Ok"},"crowd:menu":{"windows":["mascots"],"args":"StageCrowd","result":"Ok"},"dashboard:open":{"windows":["mascots","bubble","dashboard"],"args":"DashboardOpen","result":"Ok"},"mascots:visible":{"windows":["mascots","dashboard"],"args":"MascotsVisible","result":"Ok"},"hooks:status":{"windows":["dashboard"],"args":"NoArgs","result":"HooksStatus"},"hooks:places":{"windows":["dashboard"],"args":"NoArgs","result":"HooksPlaces"},"hooks:install":{"windows":["dashboard"],"args":"HooksScope","result":"HooksStatus"},"hooks:uninstall":{"windows":["dashboard"],"args":"HooksScope","result":"HooksStatus"},"hooks:preview":{"windows":["dashboard"],"args":"HooksChange","result":"HooksPreview"},"hooks:backups":{"windows":["dashboard"],"args":"HooksScope","result":"HooksBackups"},"hooks:restore":{"windows":["dashboard"],"args":"HooksChange","result":"HooksStatus"},"hooks:repair":{"windows":["dashboard"],"args":"NoArgs","result":"HooksPlaces"},"other-hooks:list":{"windows":["dashboard"],"args":"NoArgs","result":"OtherHooksList"},"other-hooks:preview":{"windows":["dashboard"],"args":"OtherHooksChange","result":"HooksPreview"},"other-hooks:change":{"windows":["dashboard"],"args":"OtherHooksChange","result":"OtherHooksList"},"doctor:run":{"windows":["dashboard"],"args":"DoctorOrder","result":"DoctorReport"},"doctor:copy":{"windows":["dashboard"],"args":"NoArgs","result":"Ok"},"app:status":{"windows":["dashboard"],"args":"NoArgs","result":"AppStatus"},"app:quit":{"windows":["dashboard"],"args":"NoArgs","result":"Ok"},"settings:get":{"windows":["dashboard"],"args":"NoArgs","result":"Settings"},"sound:try":{"windows":["dashboard"],"args":"Sound","result":"Ok"},"dashboard:shows":{"windows":["dashboard"],"args":"DashboardShows","result":"Ok"},"quiet:set":{"windows":["dashboard"],"args":"QuietOrder","result":"QuietState"},"themes:view":{"windows":["mascots","bubble","card","dashboard"],"args":"NoArgs","result":"ThemeView"},"themes:list":{"windows":["dashboard"],"args":"NoArgs","result":"ThemeList"},"settings:set":{"windows":["dashboard"],"args":"SettingsChange","result":"Settings"},"sessions:list":{"windows":["dashboard"],"args":"SessionsQuery","result":"SessionsPage"},"conversation:page":{"windows":["dashboard"],"args":"InteractionsQuery","result":"InteractionsPage"},"conversation:search":{"windows":["dashboard"],"args":"SearchQuery","result":"SearchResult"},"memory:preview":{"windows":["dashboard"],"args":"MemoryQuery","result":"MemoryPreview"},"projects:list":{"windows":["dashboard"],"args":"NoArgs","result":"ProjectList"},"projects:rules":{"windows":["dashboard"],"args":"ProjectRules","result":"ProjectRules"},"data:status":{"windows":["dashboard"],"args":"NoArgs","result":"DataStatus"},"data:retention":{"windows":["dashboard"],"args":"RetentionRules","result":"DataStatus"},"data:delete-session":{"windows":["dashboard"],"args":"SessionRef","result":"DataDone"},"data:delete-all":{"windows":["dashboard"],"args":"NoArgs","result":"DataDone"},"data:export":{"windows":["dashboard"],"args":"ExportOrder","result":"DataDone"},"data:import":{"windows":["dashboard"],"args":"NoArgs","result":"DataDone"},"tour:hello":{"windows":["dashboard"],"args":"NoArgs","result":"Ok"},"figures:get":{"windows":["dashboard"],"args":"FiguresQuery","result":"Figures"},"figures:calls":{"windows":["dashboard"],"args":"CallsQuery","result":"CallsPage"},"figures:lane":{"windows":["dashboard"],"args":"LaneQuery","result":"CallLane"},"figures:save":{"windows":["dashboard"],"args":"FigureFile","result":"DataDone"},"guard:list":{"windows":["dashboard"],"args":"NoArgs","result":"GuardProjects"},"guard:change":{"windows":["dashboard"],"args":"GuardOrder","result":"GuardProjects"},"bridges:state":{"windows":["dashboard"],"args":"NoArgs","result":"BridgesState"},"bridges:change":{"windows":["dashboard"],"args":"BridgesChange","result":"BridgesState"},"bridges:secret":{"windows":["dashboard"],"args":"BridgeSecret","result":"BridgesState"},"bridges:try":{"windows":["dashboard"],"args":"BridgeRef","result":"BridgeTried"},"bridges:aside":{"windows":["dashboard"],"args":"BridgeRef","result":"BridgeAsideList"},"bridges:resolve":{"windows":["dashboard"],"args":"BridgeResolve","result":"BridgesState"},"bridges:retry":{"windows":["dashboard"],"args":"BridgeRef","result":"BridgesState"},"bridges:history":{"windows":["dashboard"],"args":"BridgeRef","result":"BridgesState"},"bridges:team":{"windows":["dashboard"],"args":"NoArgs","result":"TeamView"},"ports:list":{"windows":["dashboard"],"args":"PortsQuery","result":"PortList"},"ports:show":{"windows":["dashboard"],"args":"PortRef","result":"PortShown"},"ports:create":{"windows":["dashboard"],"args":"PortCreate","result":"PortResult"},"ports:start":{"windows":["dashboard"],"args":"PortStart","result":"PortResult"},"ports:end":{"windows":["dashboard"],"args":"PortEnd","result":"PortResult"},"asks:list":{"windows":["bubble","dashboard"],"args":"NoArgs","result":"AskList"},"asks:seen":{"windows":["bubble","dashboard"],"args":"AskSeen","result":"Ok"},"asks:answer":{"windows":["bubble","dashboard"],"args":"AskAnswer","result":"AskAnswered"},"asks:anchor":{"windows":["mascots"],"args":"AskAnchor","result":"Ok"},"bubble:size":{"windows":["bubble"],"args":"BubbleSize","result":"Ok"}};
export const IPC_PUSHES: { readonly [K in keyof IpcPushes]: { windows: readonly WindowName[]; args: IpcDefinition } } = {"world:patches":{"windows":["mascots","dashboard"],"args":"PatchBatch"},"sound:play":{"windows":["mascots"],"args":"Sound"},"ui:changed":{"windows":["mascots","bubble","card","dashboard"],"args":"UiState"},"agent:selected":{"windows":["dashboard"],"args":"DashboardOpen"},"hooks:changed":{"windows":["dashboard"],"args":"NoArgs"},"conversation:grew":{"windows":["dashboard"],"args":"ConversationGrew"},"settings:changed":{"windows":["dashboard"],"args":"Settings"},"bridges:changed":{"windows":["dashboard"],"args":"NoArgs"},"ports:changed":{"windows":["dashboard"],"args":"NoArgs"},"card:changed":{"windows":["card"],"args":"CardAnswer"},"card:placed":{"windows":["card"],"args":"BubblePlace"},"asks:changed":{"windows":["bubble","dashboard"],"args":"AskList"},"asks:pointed":{"windows":["mascots"],"args":"AskPointed"},"bubble:placed":{"windows":["bubble"],"args":"BubblePlace"}};
export type IpcDefinition = "AgentMenu" | "AgentName" | "AppStatus" | "AskAnchor" | "AskAnswer" | "AskAnswered" | "AskList" | "AskPointed" | "AskSeen" | "BridgeAsideList" | "BridgeRef" | "BridgeResolve" | "BridgeSecret" | "BridgeTried" | "BridgesChange" | "BridgesState" | "BubblePlace" | "BubbleSize" | "CallLane" | "CallsPage" | "CallsQuery" | "CardAnswer" | "CardOf" | "CardPoint" | "CardSize" | "ConversationGrew" | "DashboardOpen" | "DashboardShows" | "DataDone" | "DataStatus" | "DoctorOrder" | "DoctorReport" | "ExportOrder" | "FigureFile" | "Figures" | "FiguresQuery" | "GuardOrder" | "GuardProjects" | "HooksBackups" | "HooksChange" | "HooksPlaces" | "HooksPreview" | "HooksScope" | "HooksStatus" | "InteractionsPage" | "InteractionsQuery" | "LaneQuery" | "MascotsVisible" | "MemoryPreview" | "MemoryQuery" | "NoArgs" | "Ok" | "OtherHooksChange" | "OtherHooksList" | "PatchBatch" | "PortCreate" | "PortEnd" | "PortList" | "PortRef" | "PortResult" | "PortShown" | "PortStart" | "PortsQuery" | "ProjectList" | "ProjectRules" | "QuietOrder" | "QuietState" | "RetentionRules" | "SearchQuery" | "SearchResult" | "SessionRef" | "SessionsPage" | "SessionsQuery" | "Settings" | "SettingsChange" | "Snapshot" | "Sound" | "StageCrowd" | "StageLift" | "TeamView" | "ThemeList" | "ThemeView" | "UiState" | "WindowDrag" | "WindowHover" | "WindowShape";
