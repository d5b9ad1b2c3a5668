/** What the command line says, in English and Korean. Pure. */
import { doctorWordsEn, doctorWordsKo } from "../doctor/words.ts";
import { installWordsEn, installWordsKo } from "./install-words.ts";
import { providerWordsEn, providerWordsKo } from "./provider-words.ts";
import { REMOTE_HELP_EN, REMOTE_HELP_KO, remoteWordsEn, remoteWordsKo } from "./remote-words.ts";
import { PORT_HELP_EN, PORT_HELP_KO, portWordsEn, portWordsKo } from "./port-words.ts";

export type Language = "en" | "ko";

/** LC_ALL before LC_MESSAGES before LANG, as everywhere. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  return (env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "").toLowerCase().startsWith("ko") ? "ko" : "en";
}

const en = {
  ...portWordsEn,
  ...remoteWordsEn,
  ...installWordsEn,
  ...providerWordsEn,
  ...doctorWordsEn,
  help: `agent-mascot: a desktop companion for coding agents

  agent-mascot                      start the app, or bring it to the front
  agent-mascot status               is it running, and what does it see
      --json                        as JSON
  agent-mascot tail                 show events as they come
      --lines <n> | --since <when>  begin with the last n (10); with those since 10m, 2h or 2026-01-31T12:00
      --session <id> --type <types> --severity <kinds> --project <folder> --port <id>
                                    only these
      --no-follow                   end after what is there
      --json                        one JSON object per line
  agent-mascot hooks status         where hooks are installed
  agent-mascot hooks install        add our hooks to Claude Code's settings
  agent-mascot hooks uninstall      take them out again
  agent-mascot hooks repair         put back what was lost, renew what is old
  agent-mascot hooks restore [n]    list the copies of the settings file, or give one back
      --scope user|project|local    which settings file (user; repair: all)
      --provider <name>             install, uninstall: codex, gemini, cursor, copilot, opencode
      --yes                         do not ask
      --http                        install: the client posts to the app itself
      --client-version <x.y.z>      the client's version, if it cannot be asked
      --accept-shrunk               install although the file lost more than half of its content
  agent-mascot hooks plugin [folder]
                                    write the hooks as a plugin for Claude Code
      --remove                      take it away again
  agent-mascot bridges              how what carries sessions out stands
  agent-mascot bridges now|again    try what waits now; send again what was set aside
  agent-mascot doctor               look at everything between a hook and a mascot
      --json | --report             as JSON; as a text to hand on, without names and paths
  agent-mascot guard                which rule holds for edits in this project
  agent-mascot guard strict|warn|off|default
                                    deny edits without a running port, note them, or neither
      --all                         for all projects
  agent-mascot guard accept         let this project's .agent-mascot.yaml loosen the rule
  agent-mascot recall <words>       what earlier sessions of this project said, for you and your agents
  agent-mascot recall <session>     the whole record of a session
      --all                         of all projects
  agent-mascot export [session]     write everything (JSON lines) or one session to a file
      --format markdown|json|jsonl  of a session (markdown)
      --out <file>                  which file
  agent-mascot import <file>        take an export of everything back
${PORT_HELP_EN}
${REMOTE_HELP_EN}
  agent-mascot hook <word>          for clients that take plain text, payload on stdin:
                                    context, user-message, session-init, observation, summarize
  agent-mascot hook [name]          any hook's payload on stdin: recorded, and answered as JSON with
                                    the session, its port, documents and context (not to be installed)
  agent-mascot sync                 how things stand here, as JSON; nothing is recorded
  agent-mascot event <words>        write down that something happened
  agent-mascot quit                 end the app
  agent-mascot --version | --help
  agent-mascot <command> --help     what belongs to that command alone

MASCOT_HOME names another home than ~/.agent-mascot. CLAUDE_CONFIG_DIR names Claude Code's folder.`,
  helpOfAll: "All commands: agent-mascot --help",
  unknownCommand: "unknown command: {0}. See agent-mascot --help",
  badUse: "\"agent-mascot {0}\" lacks something, or has too much. See agent-mascot {1} --help",
  hookNeedsInput: "A hook's payload is expected on stdin, as a JSON object",
  hookUnreadable: "stdin is no JSON that can be read: {0}",
  hookAwayTitle: "No answer",
  hookAway: "{0}. Nothing was recorded, and what is known of the session cannot be told",
  badOption: "{0}. See agent-mascot --help",
  strayOption: "{0} takes no {1}. See {0} --help",
  badGuard: "guard takes status, strict, warn, off, default or accept; the last two are for one project",
  nothingToAccept: "This project has no .agent-mascot.yaml that would loosen the rule",
  guardEverywhere: "All projects: {0}",
  guardProject: "{0}: {1}",
  guardNoRule: "The project has no rule of its own",
  bridgeOff: "{0}: off", bridgeLine: "{0}: {1} · waiting {2} · set aside {3}", bridge_unset: "on, but nothing is sent", bridge_idle: "everything is carried", bridge_working: "carrying", bridge_waiting: "waiting", bridge_stopped: "stopped, see the page Bridges",
  guardFile_syntax: "Its .agent-mascot.yaml cannot be read at line {0}, column {1}: {2}. What held before goes on",
  guardFile_not_allowed: "Its .agent-mascot.yaml, line {0}, column {1}: {2}. What held before goes on",
  guardFile_not_regular: "Its .agent-mascot.yaml is no ordinary file ({2}) and is not read. What held before goes on",
  guardFile_too_large: "Its .agent-mascot.yaml is larger than 64 KB and is not read. What held before goes on",
  guardFile_unreadable: "Its .agent-mascot.yaml cannot be opened ({2}). What held before goes on",
  guardWaiting: "Its .agent-mascot.yaml asks for: {0}. agent-mascot guard accept allows it",
  guard_strict: "strict (edits without a running port are denied)",
  guard_warn: "warn (edits without a running port are noted)",
  guard_off: "off (edits are not looked at)",
  badScope: "--scope must be user, project or local",
  badVersion: "--client-version must look like 2.1.332",
  badLines: "--lines must be a number from 0 to 1000",
  badSince: "--since takes a time back, as 30s, 10m, 2h or 3d, or a moment, as 2026-01-31T12:00",
  tailWaits: "The app has ended. Waiting for it to run again; Ctrl-C ends this",
  tailAgain: "The app runs again",
  tailNotKept: "Some of what was recorded in the meantime is not kept any more",
  tailBeyond: "The log began anew in the meantime: this goes on with what comes next",
  badFormat: "--format must be markdown, json or jsonl; everything is exported as jsonl",
  exported: "Written: {0} ({1} records)",
  imported: "Taken back from {0}: {1} interactions",
  unknownSession: "No session {0} is known",
  fileExists: "{0} is there already; --out names another file",
  noExport: "{0} is no export of Agent Mascot",
  fileNotThere: "{0} is not there",
  notAllowed: "{0}: the system does not allow it",
  diskFull: "{0}: the disk is full",
  notRunning: "Agent Mascot is not running",
  notAnswering: "Agent Mascot does not answer: {0}",
  running: "Agent Mascot {0} is running (pid {1}, {2})",
  counts: "agents {0} · sessions {1} · events {2}",
  notRecording: "Events are NOT being recorded",
  notice: "{0}: {1}",
  spooled: "{0} events wait to be taken up by the app",
  started: "Agent Mascot is starting",
  raised: "Agent Mascot is running already and comes to the front",
  appNotFound: "The app was not found. Start it once by hand, so that its place is known",
  cannotStart: "The app cannot be started: {0}",
  noDisplay: "The app cannot be started: there is no screen here (DISPLAY and WAYLAND_DISPLAY are not set)\nStart it in a desktop session, or on a virtual screen: xvfb-run agent-mascot",
  remote: "The app cannot be started: this is a cloud session",
  onWindows: "The app of this home runs on Windows and is not reachable from here; events reach it through {0}",
  not_absolute: "The app cannot be started: {0} is not an absolute path",
  foreign_owner: "The app cannot be started: {0} belongs to somebody else",
  writable_by_others: "The app cannot be started: others may write to {0} or its folder",
  inside_project: "The app cannot be started: {0} lies in the current project",
  quit: "Agent Mascot is ending",
  refused: "Agent Mascot refused: {0}",
  hooksNone: "{0}: no hooks of ours ({1})",
  hooksSome: "{0}: {1} events hooked ({2})",
  hooksOfOtherHome: "   {0} entries serve another home of Agent Mascot; nothing of them comes here",
  hooksOutdated: "   outdated: run {0}",
  hooksHandWritten: "   also called by hand-written entries: {0}. Events would arrive twice",
  hooksDisabled: "   all hooks are switched off in this file (disableAllHooks)",
  hooksInactive: "   entries are there, but {0} is missing: they do nothing. Run {1}",
  fullCommand: "The commands differ in the event's name only. One of them in full:",
  askInstall: "Write this to {0}?",
  askUninstall: "Take our hooks out of {0}?",
  yesNo: "[y/N] ",
  cancelled: "Nothing was changed",
  needYes: "Not asked, because this is no terminal. Add --yes to agree",
  installed: "Hooks installed in {0}: {1} events. Running sessions notice within seconds",
  unchanged: "{0} is as it should be already",
  backup: "Before that, a copy was made: {0}",
  uninstalled: "Hooks taken out of {0}",
  restored: "{0} is byte for byte what it was before",
  nothingToRemove: "No hooks of ours in {0}",
  otherScope: "Our hooks are in {0} already, and hooks of all files add up: events would arrive twice. First: agent-mascot hooks uninstall --scope {1}",
  assumedVersion: "The version of Claude Code is not known; only events that every client since {0} has are registered (--client-version tells it)",
  noFolder: "{0} is not there. Is Claude Code installed? Nothing was created",
  readOnly: "{0} is read-only. Nothing was changed",
  notAFile: "{0} is not a file",
  deadLink: "{0} is a link that leads to no file. Mend or remove it; nothing was changed",
  changedMeanwhile: "{0} was changed by somebody else at the same time. Please try again",
  io: "{0}: {1}",
  shrunk: "{0} has lost more than half of its content since the hooks were installed ({1}). Please check it first; --accept-shrunk installs anyway",
  not_utf8: "{0} is not UTF-8 text. Nothing was changed",
  not_json: "{0} is not valid JSON at line {1}, column {2} ({3}). Nothing was changed",
  not_an_object: "{0}: expected an object at line {1}, column {2} ({3}). Nothing was changed",
  hooks_not_an_object: '{0}: "hooks" should be an object, at line {1}, column {2}. Nothing was changed',
  event_not_a_list: "{0}: a list was expected at line {1}, column {2} ({3}). Nothing was changed",
  duplicate_key: "{0}: a key is there twice, at line {1}, column {2} ({3}). Nothing was changed",
  would_lose_content: "{0}: the edit would have changed entries of others; it was not made ({3})",
  client_too_old_for_windows: "On Windows this needs Claude Code 2.1.139 or newer; tell its version with --client-version",
  no_node: "Node was not found",
  line_break_in_home: "The home's path has a line break in it, which no hook command can carry. Please choose another with MASCOT_HOME",
  home_not_shared: "Everybody has a project's shared hooks, so they name no home of one person and lead to ~/.agent-mascot alone. The home here is another: use --scope local or user",
  windowsPath: "{0} is a Windows path; inside WSL give the path as Linux sees it, such as /mnt/c/...",
  homeProblem: "The home {0} cannot be used: {1}",
};

export type Word = keyof typeof en;

const ko: Record<Word, string> = {
  ...portWordsKo,
  ...remoteWordsKo,
  ...installWordsKo,
  ...providerWordsKo,
  ...doctorWordsKo,
  help: `agent-mascot: 코딩 에이전트를 위한 데스크톱 동반자

  agent-mascot                      앱을 시작하거나 앞으로 가져옵니다
  agent-mascot status               실행 중인지, 무엇이 보이는지
      --json                        JSON으로
  agent-mascot tail                 들어오는 이벤트를 보여 줍니다
      --lines <n> | --since <때>    마지막 n개부터 (10), 또는 10m, 2h, 2026-01-31T12:00 이후부터 시작
      --session <id> --type <종류> --severity <정도> --project <폴더> --port <id>
                                    이것만
      --no-follow                   있는 것만 보여 주고 끝냅니다
      --json                        한 줄에 JSON 하나
  agent-mascot hooks status         훅이 어디에 설치되어 있는지
  agent-mascot hooks install        Claude Code 설정에 훅을 추가합니다
  agent-mascot hooks uninstall      다시 뺍니다
  agent-mascot hooks repair         사라진 훅을 되돌리고 오래된 훅을 새로 씁니다
  agent-mascot hooks restore [번호] 설정 파일의 사본을 보거나 하나를 되돌립니다
      --scope user|project|local    어느 설정 파일 (user, repair는 전부)
      --provider <name>             install, uninstall: codex, gemini, cursor, copilot, opencode
      --yes                         묻지 않습니다
      --http                        install: 클라이언트가 앱에 직접 보냅니다
      --client-version <x.y.z>      클라이언트 버전을 알 수 없을 때
      --accept-shrunk               파일 내용이 절반 넘게 사라졌어도 설치합니다
  agent-mascot hooks plugin [폴더]  훅을 Claude Code 플러그인으로 씁니다
      --remove                      다시 없앱니다
  agent-mascot bridges              세션을 바깥으로 전하는 일이 어떤지 봅니다
  agent-mascot bridges now|again    기다리는 것을 지금 시도하거나, 따로 둔 것을 다시 보냅니다
  agent-mascot doctor               훅에서 마스코트까지 모두 살펴봅니다
      --json | --report             JSON으로, 또는 이름과 경로를 가린 글로
  agent-mascot guard                이 프로젝트의 수정에 어떤 규칙이 적용되는지 봅니다
  agent-mascot guard strict|warn|off|default
                                    실행 중인 포트가 없는 수정을 막거나, 기록만 하거나, 보지 않습니다
      --all                         모든 프로젝트에 적용합니다
  agent-mascot guard accept         이 프로젝트의 .agent-mascot.yaml이 규칙을 늦추도록 허락합니다
  agent-mascot recall <낱말>        이 프로젝트의 지난 세션에서 오간 말을 찾습니다 (에이전트도 씁니다)
  agent-mascot recall <세션>        한 세션의 기록 전체
      --all                         모든 프로젝트에서
  agent-mascot export [세션]        전체(JSON 줄) 또는 한 세션을 파일로 씁니다
      --format markdown|json|jsonl  세션의 형식 (markdown)
      --out <파일>                  어느 파일에
  agent-mascot import <파일>        전체 내보내기를 다시 들입니다
${PORT_HELP_KO}
${REMOTE_HELP_KO}
  agent-mascot hook <낱말>          일반 텍스트를 받는 클라이언트용, 페이로드는 표준 입력:
                                    context, user-message, session-init, observation, summarize
  agent-mascot hook [이름]          표준 입력으로 받은 훅 내용을 기록하고, 세션·작업 항목·문서·컨텍스트를
                                    JSON으로 답합니다(클라이언트에 설치하는 용도가 아님)
  agent-mascot sync                 지금 상태를 JSON으로 보여 줍니다. 기록하지 않습니다
  agent-mascot event <내용>         있었던 일을 적어 둡니다
  agent-mascot quit                 앱을 끝냅니다
  agent-mascot --version | --help
  agent-mascot <명령> --help        그 명령에 대한 것만

MASCOT_HOME은 ~/.agent-mascot 대신 쓸 홈을, CLAUDE_CONFIG_DIR은 Claude Code의 폴더를 가리킵니다.`,
  helpOfAll: "모든 명령: agent-mascot --help",
  unknownCommand: "알 수 없는 명령: {0}. agent-mascot --help 를 보세요",
  badUse: "\"agent-mascot {0}\" 에 빠진 것이 있거나 남는 것이 있습니다. agent-mascot {1} --help 를 보세요",
  hookNeedsInput: "훅 내용을 JSON 객체로 표준 입력에 넣어 주세요",
  hookUnreadable: "표준 입력이 읽을 수 있는 JSON이 아닙니다: {0}",
  hookAwayTitle: "답을 얻지 못함",
  hookAway: "{0}. 기록하지 못했고, 세션에 대해 알려 드릴 수 없습니다",
  badOption: "{0}. agent-mascot --help 를 보세요",
  strayOption: "{0} 에는 {1} 이(가) 없습니다. {0} --help 를 보세요",
  badGuard: "guard 뒤에는 status, strict, warn, off, default, accept 중 하나가 옵니다. 뒤의 둘은 프로젝트 하나에만 씁니다",
  nothingToAccept: "이 프로젝트에는 규칙을 늦추는 .agent-mascot.yaml이 없습니다",
  guardEverywhere: "모든 프로젝트: {0}",
  guardProject: "{0}: {1}",
  guardNoRule: "이 프로젝트만의 규칙은 없습니다",
  bridgeOff: "{0}: 꺼짐", bridgeLine: "{0}: {1} · 기다리는 것 {2} · 따로 둔 것 {3}", bridge_unset: "켜져 있지만 보내는 것이 없습니다", bridge_idle: "모두 전했습니다", bridge_working: "전하는 중", bridge_waiting: "기다리는 중", bridge_stopped: "멈춤. ‘바깥으로 잇기’ 페이지를 보세요",
  guardFile_syntax: "이 프로젝트의 .agent-mascot.yaml {0}행 {1}열을 읽을 수 없습니다: {2}. 그전까지의 규칙이 그대로 유지됩니다",
  guardFile_not_allowed: "이 프로젝트의 .agent-mascot.yaml {0}행 {1}열: {2}. 그전까지의 규칙이 그대로 유지됩니다",
  guardFile_not_regular: "이 프로젝트의 .agent-mascot.yaml이 보통 파일이 아니라서({2}) 읽지 않습니다. 그전까지의 규칙이 그대로 유지됩니다",
  guardFile_too_large: "이 프로젝트의 .agent-mascot.yaml이 64 KB보다 커서 읽지 않습니다. 그전까지의 규칙이 그대로 유지됩니다",
  guardFile_unreadable: "이 프로젝트의 .agent-mascot.yaml을 열 수 없습니다({2}). 그전까지의 규칙이 그대로 유지됩니다",
  guardWaiting: "이 프로젝트의 .agent-mascot.yaml이 바라는 규칙: {0}. agent-mascot guard accept로 허락합니다",
  guard_strict: "strict (실행 중인 포트가 없는 수정을 막습니다)",
  guard_warn: "warn (실행 중인 포트가 없는 수정을 기록합니다)",
  guard_off: "off (수정을 살피지 않습니다)",
  badScope: "--scope 는 user, project, local 중 하나여야 합니다",
  badVersion: "--client-version 은 2.1.332 같은 모양이어야 합니다",
  badLines: "--lines 는 0에서 1000 사이의 수여야 합니다",
  badSince: "--since 에는 30s, 10m, 2h, 3d처럼 거슬러 올라갈 시간이나 2026-01-31T12:00 같은 시각을 적으세요",
  tailWaits: "앱이 종료되었습니다. 다시 실행되기를 기다립니다. 끝내려면 Ctrl-C를 누르세요",
  tailAgain: "앱이 다시 실행되었습니다",
  tailNotKept: "그사이에 기록된 이벤트 일부는 더 이상 보관되어 있지 않습니다",
  tailBeyond: "그사이에 기록이 새로 시작되었습니다. 지금부터 들어오는 이벤트를 보여 줍니다",
  badFormat: "--format 은 markdown, json, jsonl 중 하나여야 합니다. 전체는 jsonl로 내보냅니다",
  exported: "썼습니다: {0} (기록 {1}개)",
  imported: "{0} 에서 다시 들였습니다: 대화 {1}개",
  unknownSession: "세션 {0} 을(를) 알지 못합니다",
  fileExists: "{0} 이(가) 이미 있습니다. --out 으로 다른 파일을 지정하세요",
  noExport: "{0}은(는) Agent Mascot에서 내보낸 파일이 아닙니다",
  fileNotThere: "{0} 이(가) 없습니다",
  notAllowed: "{0}: 시스템이 허락하지 않습니다",
  diskFull: "{0}: 디스크가 가득 찼습니다",
  notRunning: "Agent Mascot이 실행 중이 아닙니다",
  notAnswering: "Agent Mascot이 응답하지 않습니다: {0}",
  running: "Agent Mascot {0} 실행 중 (pid {1}, {2})",
  counts: "에이전트 {0} · 세션 {1} · 이벤트 {2}",
  notRecording: "이벤트가 기록되지 않고 있습니다",
  notice: "{0}: {1}",
  spooled: "이벤트 {0}개가 앱을 기다리고 있습니다",
  started: "Agent Mascot을 시작합니다",
  raised: "Agent Mascot이 이미 실행 중이라 앞으로 가져옵니다",
  appNotFound: "앱을 찾지 못했습니다. 위치를 알 수 있도록 한 번 직접 실행해 주세요",
  cannotStart: "앱을 시작할 수 없습니다: {0}",
  noDisplay: "화면이 없어 앱을 시작할 수 없습니다 (DISPLAY와 WAYLAND_DISPLAY가 설정되지 않음)\n데스크톱 세션에서 시작하거나 가상 화면을 쓰세요: xvfb-run agent-mascot",
  remote: "클라우드 세션이라 앱을 시작할 수 없습니다",
  onWindows: "이 홈의 앱은 Windows에서 실행되며 여기서는 닿지 않습니다. 이벤트는 {0} 을(를) 통해 전달됩니다",
  not_absolute: "앱을 시작할 수 없습니다: {0} 은(는) 절대 경로가 아닙니다",
  foreign_owner: "앱을 시작할 수 없습니다: {0} 은(는) 다른 사용자의 것입니다",
  writable_by_others: "앱을 시작할 수 없습니다: 다른 사용자가 {0} 또는 그 폴더에 쓸 수 있습니다",
  inside_project: "앱을 시작할 수 없습니다: {0} 이(가) 현재 프로젝트 안에 있습니다",
  quit: "Agent Mascot을 끝냅니다",
  refused: "Agent Mascot이 거절했습니다: {0}",
  hooksNone: "{0}: 우리 훅이 없습니다 ({1})",
  hooksSome: "{0}: 이벤트 {1}개에 훅이 있습니다 ({2})",
  hooksOfOtherHome: "   항목 {0}개는 Agent Mascot의 다른 홈을 위한 것이라 여기로는 오지 않습니다",
  hooksOutdated: "   이전 버전의 훅입니다. 다음을 실행하세요: {0}",
  hooksHandWritten: "   손으로 쓴 항목도 있습니다: {0}. 이벤트가 두 번 도착합니다",
  hooksDisabled: "   이 파일에서 모든 훅이 꺼져 있습니다 (disableAllHooks)",
  hooksInactive: "   항목은 있지만 {0} 이(가) 없어 아무 일도 하지 않습니다. 다음을 실행하세요: {1}",
  fullCommand: "명령은 이벤트 이름만 다릅니다. 그중 하나의 전체:",
  askInstall: "{0} 에 이렇게 쓸까요?",
  askUninstall: "{0} 에서 우리 훅을 뺄까요?",
  yesNo: "[y/N] ",
  cancelled: "아무것도 바꾸지 않았습니다",
  needYes: "터미널이 아니라 묻지 못했습니다. 동의하려면 --yes 를 붙이세요",
  installed: "{0} 에 훅을 설치했습니다: 이벤트 {1}개. 실행 중인 세션은 몇 초 안에 알아챕니다",
  unchanged: "{0} 은(는) 이미 올바른 상태입니다",
  backup: "그 전에 사본을 만들었습니다: {0}",
  uninstalled: "{0} 에서 훅을 뺐습니다",
  restored: "{0} 은(는) 이전과 한 바이트도 다르지 않습니다",
  nothingToRemove: "{0} 에 우리 훅이 없습니다",
  otherScope: "우리 훅이 이미 {0} 에 있고 모든 파일의 훅이 함께 실행되므로 이벤트가 두 번 도착합니다. 먼저: agent-mascot hooks uninstall --scope {1}",
  assumedVersion: "Claude Code 버전을 알 수 없어 {0} 이후 모든 클라이언트에 있는 이벤트만 등록합니다 (--client-version 으로 알려 주세요)",
  noFolder: "{0} 이(가) 없습니다. Claude Code가 설치되어 있나요? 아무것도 만들지 않았습니다",
  readOnly: "{0} 은(는) 읽기 전용입니다. 아무것도 바꾸지 않았습니다",
  notAFile: "{0} 은(는) 파일이 아닙니다",
  deadLink: "{0} 은(는) 가리키는 파일이 없는 링크입니다. 링크를 고치거나 지워 주세요. 아무것도 바꾸지 않았습니다",
  changedMeanwhile: "그 사이 다른 프로그램이 {0} 을(를) 바꿨습니다. 다시 시도해 주세요",
  io: "{0}: {1}",
  shrunk: "훅을 설치한 뒤로 {0} 의 내용이 절반 넘게 사라졌습니다 ({1}). 먼저 확인해 주세요. 그래도 설치하려면 --accept-shrunk",
  not_utf8: "{0} 은(는) UTF-8 텍스트가 아닙니다. 아무것도 바꾸지 않았습니다",
  not_json: "{0} 은(는) 올바른 JSON이 아닙니다: {1}행 {2}열 ({3}). 아무것도 바꾸지 않았습니다",
  not_an_object: "{0}: {1}행 {2}열에 객체가 있어야 합니다 ({3}). 아무것도 바꾸지 않았습니다",
  hooks_not_an_object: '{0}: {1}행 {2}열의 "hooks" 는 객체여야 합니다. 아무것도 바꾸지 않았습니다',
  event_not_a_list: "{0}: {1}행 {2}열에 목록이 있어야 합니다 ({3}). 아무것도 바꾸지 않았습니다",
  duplicate_key: "{0}: {1}행 {2}열에 같은 키가 두 번 있습니다 ({3}). 아무것도 바꾸지 않았습니다",
  would_lose_content: "{0}: 다른 항목이 바뀔 수 있어 쓰지 않았습니다 ({3})",
  client_too_old_for_windows: "Windows에서는 Claude Code 2.1.139 이상이 필요합니다. --client-version 으로 버전을 알려 주세요",
  no_node: "Node를 찾지 못했습니다",
  line_break_in_home: "홈 경로에 줄바꿈이 있어 훅 명령에 쓸 수 없습니다. MASCOT_HOME으로 다른 경로를 골라 주세요",
  home_not_shared: "프로젝트의 훅은 모두가 함께 쓰므로 한 사람의 홈을 적지 않고 ~/.agent-mascot 으로만 보냅니다. 지금 홈은 다른 곳이니 --scope local 이나 user 를 쓰세요",
  windowsPath: "{0} 은(는) Windows 경로입니다. WSL 안에서는 /mnt/c/... 처럼 Linux 경로를 쓰세요",
  homeProblem: "홈 {0} 을(를) 쓸 수 없습니다: {1}",
};

export const words: Record<Language, Record<Word, string>> = { en, ko };

/** Fills `{0}`, `{1}`, … */
export function wordsIn(language: Language): (word: Word, ...values: (string | number)[]) => string {
  return (word, ...values) => words[language][word].replace(/\{(\d)\}/g, (_, n: string) => String(values[Number(n)] ?? ""));
}

export type Say = ReturnType<typeof wordsIn>;
