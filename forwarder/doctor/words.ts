/** What the doctor says, English and Korean, for the terminal and the dashboard alike. Pure. */
import type { DoctorState, DoctorStepName } from "../../schemas/generated/types.ts";

const titlesEn: Record<`title_${DoctorStepName}`, string> = {
  title_client: "Claude Code", title_settings: "Settings files", title_switches: "Switches", title_hooks: "Hooks", title_command_line: "Commands as hooks", title_node: "Node",
  title_answer_lane: "Answers", title_forwarder: "Hook command", title_home: "Home folder", title_disk: "Disk", title_app: "App", title_port: "Collector port", title_token: "Token",
  title_proxy: "Proxy", title_event: "Test event", title_spool: "Waiting events", title_database: "Database", title_wal: "Database journal", title_bridges: "Bridges", title_display: "Display", title_tray: "Tray",
};

const titlesKo: typeof titlesEn = {
  title_client: "Claude Code", title_settings: "설정 파일", title_switches: "스위치", title_hooks: "훅", title_command_line: "훅이 된 명령", title_node: "Node",
  title_answer_lane: "응답", title_forwarder: "훅 명령", title_home: "홈 폴더", title_disk: "디스크", title_app: "앱", title_port: "수집기 포트", title_token: "토큰",
  title_proxy: "프록시", title_event: "시험 이벤트", title_spool: "기다리는 이벤트", title_database: "데이터베이스", title_wal: "데이터베이스 기록장", title_bridges: "바깥으로 잇기", title_display: "화면", title_tray: "트레이",
};

const statesEn: Record<`state_${DoctorState}`, string> = { state_ok: "ok", state_warn: "warning", state_fail: "fault", state_skipped: "not looked at" };
const statesKo: typeof statesEn = { state_ok: "정상", state_warn: "주의", state_fail: "문제", state_skipped: "살피지 못함" };

const reasonsEn = {
  client_known: "Version {0}, which knows {1} of the events we listen to", client_unknown: "Its version is not known; {0} events that every client has are expected",
  settings_fine: "All can be read. The first wins where they disagree: {0}", settings_broken: "{0} is broken at line {1}, column {2} ({3}); Claude Code skips the whole file", settings_unreadable: "{0} cannot be read ({1})",
  switches_fine: "Nothing switches hooks off", hooks_switched_off: "{0} switches all hooks off (disableAllHooks)", managed_only: "{0} allows only the hooks of your organisation (allowManagedHooksOnly)", url_not_allowed: "{0} does not allow hooks to post to port {1} (allowedHttpHookUrls)",
  hooks_fine: "{0} events are hooked in {1}", hooks_and_plugin: "{0} events are hooked in {1}; the plugin is on too and silent where these speak", hooks_none: "No hooks of ours are installed", hooks_inactive: "Entries are in {0}, but the mark that makes them live is missing",
  hooks_twice: "They are in {0} and in {1}: everything is told twice", hooks_missing_events: "{0} has lost some: {1}", hooks_old: "The entries in {0} are of an older version", hooks_by_hand: "Entries written by hand tell of the same events: {0}",
  hooks_http: "{0} events of {1} are posted by the client itself: they count as unverified, and an error is shown for each while the app is down", http_wrong_port: "The entries post to port {0}, but the app listens on {1}", plugin_alone: "They come with the plugin in {0}", plugin_inactive: "The plugin is on, but this app did not write it: it does nothing",
  command_line_fine: "None", command_line_as_hook: "{0} runs “agent-mascot hook” for {1}: what it prints is not for the client", nothing_to_look_at: "There is nothing to look at",
  node_named: "{0}, as the hooks name it", node_found: "{0}", node_moved: "{0}, which the hooks name, is gone; they take {1} instead", node_none: "Not found: events are still recorded, but hooks cannot start the app",
  answers_by_curl: "Hooks get answers by curl", answers_by_node: "Hooks get answers by node, which is slower than curl", no_answers: "Neither curl nor node: edits cannot be guarded and nothing remembered is handed over",
  forwarder_same: "The installed copy is the one of this app", forwarder_missing: "Missing in the home: {0}", forwarder_changed: "Not what this app installed: {0}. It runs with your rights at every tool call", forwarder_open: "Others may write to: {0}", forwarder_not_compared: "There is nothing to compare it with while the app is not running",
  home_private: "{0} is yours alone", home_missing: "{0} is not there", home_open: "Others may look into {0}", home_foreign: "{0} belongs to somebody else",
  disk_free: "{0} GB are free", disk_low: "Only {0} MB are free", disk_full: "Only {0} MB are free: events may be lost", disk_unknown: "The free space cannot be told",
  app_on_windows: "It runs on Windows; events reach it through {0}", desk_not_yet: "It is on another computer, which nothing has been handed in to yet", desk_up: "It is on another computer, and what happens here is handed in to it", desk_trouble: "{0}", of_the_desk: "That is a matter of the computer with the app",
  event_for_the_desk: "{0} was written down, to be handed in",
  app_runs: "Version {0} is running (pid {1})", app_warns: "Version {0} is running (pid {1}) and warns of something: {2}", app_not_recording: "It is running but does not record", app_silent: "It does not answer ({0})", app_says_nothing: "Not known: the app does not answer", app_never_ran: "It has never run in this home", app_ended: "It is not running; events wait until it is started", app_died: "It ended without a word (pid {0}); what it left behind says that it runs",
  port_ours: "Port {0} is ours", port_other: "Port {0}; {1} belongs to {2}", port_taken: "Port {0}, where the app was, now belongs to {1}", port_none: "No port could be had; hooks use the socket and the spool", port_stolen: "On port {0} somebody else answers: {1}", port_not_looked_at: "The app is not running",
  token_fine: "It is there and yours alone", token_missing: "There is none yet", token_broken: "The file does not hold a token", token_open: "Others may read it", token_refused: "The running app has another one",
  proxy_none: "None is set", proxy_no_matter: "{0} is set; our hooks do not use it", proxy_in_the_way: "{0} is set, and the client sends its HTTP hooks through it",
  event_received: "{0}, sent through the installed hook, came in after {1} ms", event_no_line: "No hook of ours is installed to send it through", event_spooled: "{0} was written down for an app that is not running", event_stuck: "{0} was written down, but the app does not take it", event_lost: "{0} went nowhere ({1})",
  spool_empty: "None", spool_few: "{0}, being read", spool_many: "{0} ({1} MB): reading them takes a while", spool_waits: "{0} ({1} MB) wait for the app",
  database_whole: "Opens and is whole (version {0}, {1} MB)", database_large: "Opens; too large to be checked as a whole now (version {0}, {1} MB)", database_damaged: "It is damaged ({0})", database_not_open: "It cannot be opened ({0})", database_none: "There is none yet", database_closed: "It is there ({0} MB); whether it is whole tells the running app", database_no_database: "The file is no database",
  wal_small: "{0} MB", wal_large: "{0} MB: it has not been tidied up for long",
  bridges_off: "None is on; nothing leaves this computer", bridges_fine: "{0}: all goes its way ({1} on it)", bridge_stopped: "{0} has stopped: {1}; {2} wait", bridge_held_up: "{0}: {1}; {2} wait, the oldest for {3} minutes",
  bridge_behind: "{0} does not keep up: {1} wait", bridge_aside: "{1} could not be carried to {0} and were set aside", bridge_unset: "{0} is on, but sends nothing: {1}",
  display_there: "{0}", display_none: "None: windows cannot be shown",
  tray_there: "The desktop shows tray icons", tray_none: "The desktop shows no tray icons", tray_unknown: "Whether the desktop shows tray icons cannot be told",
};

export type DoctorReason = keyof typeof reasonsEn;

const reasonsKo: Record<DoctorReason, string> = {
  client_known: "버전 {0}, 우리가 듣는 이벤트 {1}개를 압니다", client_unknown: "버전을 알 수 없어 모든 클라이언트에 있는 이벤트 {0}개만 봅니다",
  settings_fine: "모두 읽을 수 있습니다. 서로 다르면 앞의 것이 이깁니다: {0}", settings_broken: "{0} {1}행 {2}열이 잘못되었습니다({3}). Claude Code는 이 파일을 통째로 건너뜁니다", settings_unreadable: "{0} 을(를) 읽을 수 없습니다({1})",
  switches_fine: "훅을 끄는 설정이 없습니다", hooks_switched_off: "{0} 에서 모든 훅이 꺼져 있습니다(disableAllHooks)", managed_only: "{0} 에서 조직의 훅만 허용합니다(allowManagedHooksOnly)", url_not_allowed: "{0} 에서 훅이 포트 {1}(으)로 보내는 것을 허용하지 않습니다(allowedHttpHookUrls)",
  hooks_fine: "이벤트 {0}개의 훅이 {1} 에 있습니다", hooks_and_plugin: "이벤트 {0}개의 훅이 {1} 에 있습니다. 플러그인도 켜져 있지만 이 훅이 알리는 곳에서는 조용히 있습니다", hooks_none: "우리 훅이 설치되어 있지 않습니다", hooks_inactive: "{0} 에 항목은 있지만 훅을 켜는 표시가 없습니다",
  hooks_twice: "{0} 과(와) {1} 에 모두 있어 모든 일이 두 번 전해집니다", hooks_missing_events: "{0} 에서 사라진 훅: {1}", hooks_old: "{0} 의 항목이 이전 버전입니다", hooks_by_hand: "손으로 쓴 항목도 같은 이벤트를 전합니다: {0}",
  hooks_http: "{1} 의 이벤트 {0}개를 클라이언트가 직접 보냅니다. 확인되지 않은 이벤트로 다뤄지고, 앱이 꺼져 있으면 이벤트마다 오류가 보입니다", http_wrong_port: "항목은 포트 {0}(으)로 보내지만 앱은 {1} 에서 듣습니다", plugin_alone: "{0} 의 플러그인에 들어 있습니다", plugin_inactive: "플러그인이 켜져 있지만 이 앱이 만든 것이 아니라 아무 일도 하지 않습니다",
  command_line_fine: "없습니다", command_line_as_hook: "{0} 에서 {1} 에 “agent-mascot hook”을 실행합니다. 그 출력은 클라이언트용이 아닙니다", nothing_to_look_at: "살펴볼 것이 없습니다",
  node_named: "{0} (훅이 가리키는 것)", node_found: "{0}", node_moved: "훅이 가리키는 {0} 이(가) 없어 {1} 을(를) 씁니다", node_none: "찾지 못했습니다. 이벤트는 기록되지만 훅이 앱을 시작하지 못합니다",
  answers_by_curl: "훅이 curl로 응답을 받습니다", answers_by_node: "훅이 node로 응답을 받습니다. curl보다 느립니다", no_answers: "curl도 node도 없어 수정을 막을 수 없고 기억을 건네지 못합니다",
  forwarder_same: "설치된 사본이 이 앱의 것과 같습니다", forwarder_missing: "홈에 없습니다: {0}", forwarder_changed: "이 앱이 설치한 것이 아닙니다: {0}. 도구를 쓸 때마다 내 권한으로 실행됩니다", forwarder_open: "다른 사람이 쓸 수 있습니다: {0}", forwarder_not_compared: "앱이 꺼져 있어 견줄 것이 없습니다",
  home_private: "{0} 은(는) 나만 쓸 수 있습니다", home_missing: "{0} 이(가) 없습니다", home_open: "다른 사람이 {0} 을(를) 들여다볼 수 있습니다", home_foreign: "{0} 은(는) 다른 사람의 것입니다",
  disk_free: "{0} GB 남아 있습니다", disk_low: "{0} MB밖에 남지 않았습니다", disk_full: "{0} MB밖에 남지 않아 이벤트를 잃을 수 있습니다", disk_unknown: "남은 공간을 알 수 없습니다",
  app_on_windows: "Windows에서 실행됩니다. 이벤트는 {0} 을(를) 거쳐 전해집니다", desk_not_yet: "다른 컴퓨터에 있고, 아직 넘긴 것이 없습니다", desk_up: "다른 컴퓨터에 있고, 여기서 일어난 일은 그리로 넘겨집니다", desk_trouble: "{0}", of_the_desk: "앱이 있는 컴퓨터의 일입니다",
  event_for_the_desk: "{0} 을(를) 넘기려고 적어 두었습니다",
  app_runs: "버전 {0} 실행 중입니다(pid {1})", app_warns: "버전 {0} 실행 중이며(pid {1}) 경고가 있습니다: {2}", app_not_recording: "실행 중이지만 기록하지 못하고 있습니다", app_silent: "응답하지 않습니다({0})", app_says_nothing: "앱이 응답하지 않아 알 수 없습니다", app_never_ran: "이 홈에서 실행된 적이 없습니다", app_ended: "꺼져 있습니다. 이벤트는 다시 시작할 때까지 기다립니다", app_died: "말없이 끝났습니다(pid {0}). 남은 파일에는 실행 중이라고 적혀 있습니다",
  port_ours: "포트 {0} 은(는) 우리 것입니다", port_other: "포트 {0}. {1} 은(는) {2} 이(가) 씁니다", port_taken: "앱이 쓰던 포트 {0} 을(를) 지금은 {1} 이(가) 씁니다", port_none: "쓸 수 있는 포트가 없습니다. 훅은 소켓과 대기함을 씁니다", port_stolen: "포트 {0} 에서 다른 프로그램이 응답합니다: {1}", port_not_looked_at: "앱이 꺼져 있습니다",
  token_fine: "있고, 나만 읽을 수 있습니다", token_missing: "아직 없습니다", token_broken: "파일에 토큰이 없습니다", token_open: "다른 사람이 읽을 수 있습니다", token_refused: "실행 중인 앱의 토큰과 다릅니다",
  proxy_none: "설정되어 있지 않습니다", proxy_no_matter: "{0} 이(가) 설정되어 있지만 우리 훅은 쓰지 않습니다", proxy_in_the_way: "{0} 이(가) 설정되어 있어 클라이언트가 HTTP 훅을 그리로 보냅니다",
  event_received: "설치된 훅으로 보낸 {0} 이(가) {1} ms 뒤에 도착했습니다", event_no_line: "보내 볼 우리 훅이 없습니다", event_spooled: "{0} 을(를) 꺼져 있는 앱을 위해 적어 두었습니다", event_stuck: "{0} 을(를) 적어 두었지만 앱이 가져가지 않습니다", event_lost: "{0} 이(가) 어디에도 닿지 않았습니다({1})",
  spool_empty: "없습니다", spool_few: "{0}개, 읽는 중입니다", spool_many: "{0}개({1} MB), 읽는 데 시간이 걸립니다", spool_waits: "{0}개({1} MB)가 앱을 기다립니다",
  database_whole: "열리고 온전합니다(버전 {0}, {1} MB)", database_large: "열립니다. 너무 커서 지금 전부 살피지는 못했습니다(버전 {0}, {1} MB)", database_damaged: "손상되었습니다({0})", database_not_open: "열 수 없습니다({0})", database_none: "아직 없습니다", database_closed: "있습니다({0} MB). 온전한지는 앱이 실행 중일 때 알 수 있습니다", database_no_database: "데이터베이스 파일이 아닙니다",
  wal_small: "{0} MB", wal_large: "{0} MB, 오래 정리되지 않았습니다",
  bridges_off: "켜진 것이 없어 이 컴퓨터 밖으로 나가는 것이 없습니다", bridges_fine: "{0}: 잘 전해지고 있습니다(가는 중 {1}개)", bridge_stopped: "{0} 전송이 멈췄습니다: {1}. {2}개가 기다립니다", bridge_held_up: "{0}: {1}. {2}개가 기다리고, 가장 오래된 것은 {3}분째입니다",
  bridge_behind: "{0} 전송이 밀리고 있습니다. {1}개가 기다립니다", bridge_aside: "{0} 쪽에 전하지 못한 {1}개를 따로 두었습니다", bridge_unset: "{0}: 켜져 있지만 보내는 것이 없습니다. {1}",
  display_there: "{0}", display_none: "없어서 창을 보일 수 없습니다",
  tray_there: "바탕화면에 트레이 아이콘이 보입니다", tray_none: "바탕화면에 트레이 아이콘이 보이지 않습니다", tray_unknown: "트레이 아이콘이 보이는지 알 수 없습니다",
};

const fixesEn = {
  fix_install: "Install the hooks", fix_repair: "Repair the hooks", fix_start: "Start the app", fix_restart: "Quit the app and start it again", fix_end_process: "End its process ({0}) and start the app again", fix_see_notices: "The notices in the dashboard say why",
  fix_mend_file: "Mend {0} at that place, or give a copy back with agent-mascot hooks restore", fix_switch_on: "Take disableAllHooks out of {0}", fix_ask_administrator: "Ask who manages this computer", fix_allow_url: "Add http://127.0.0.1:* to allowedHttpHookUrls in {0}",
  fix_remove_one: "Take one of them out", fix_remove_by_hand: "Take the entries written by hand out", fix_write_plugin: "Write the plugin with this app", fix_without_http: "Install the hooks without --http", fix_remove_command_line: "Take that entry out of {0}",
  fix_install_node: "Install Node 18 or newer", fix_install_curl: "Install curl", fix_own_home: "Choose another home with MASCOT_HOME, or give {0} to yourself", fix_make_room: "Make room, or let old sessions go on the page Data",
  fix_port_is_no_matter: "Hooks do not need it; a free one is taken at the next start", fix_new_token: "Remove {0}/token and start the app again", fix_close_token: "Take the others' rights away", fix_wait: "Wait a moment",
  fix_start_mends: "Start the app: it puts the file aside and begins a new one", fix_find_display: "Start it in a desktop session", fix_find_tray: "Add a tray to the panel; everything is in the dashboard too",
  fix_see_bridges: "See the page Bridges", fix_bridges_now: "Try it now, or see the page Bridges", fix_bridges_again: "See them on the page Bridges, or send them again",
};

export type DoctorFixWord = keyof typeof fixesEn extends `fix_${infer Word}` ? Word : never;

const fixesKo: Record<keyof typeof fixesEn, string> = {
  fix_install: "훅을 설치하세요", fix_repair: "훅을 복구하세요", fix_start: "앱을 시작하세요", fix_restart: "앱을 끝내고 다시 시작하세요", fix_end_process: "앱의 프로세스({0})를 끝내고 앱을 다시 시작하세요", fix_see_notices: "대시보드의 알림에 까닭이 있습니다",
  fix_mend_file: "{0} 의 그 자리를 고치거나 agent-mascot hooks restore 로 사본을 되돌리세요", fix_switch_on: "{0} 에서 disableAllHooks를 빼세요", fix_ask_administrator: "이 컴퓨터를 관리하는 사람에게 물어보세요", fix_allow_url: "{0} 의 allowedHttpHookUrls에 http://127.0.0.1:* 를 더하세요",
  fix_remove_one: "둘 중 하나를 빼세요", fix_remove_by_hand: "손으로 쓴 항목을 빼세요", fix_write_plugin: "이 앱으로 플러그인을 만드세요", fix_without_http: "--http 없이 훅을 설치하세요", fix_remove_command_line: "{0} 에서 그 항목을 빼세요",
  fix_install_node: "Node 18 이상을 설치하세요", fix_install_curl: "curl을 설치하세요", fix_own_home: "MASCOT_HOME으로 다른 홈을 고르거나 {0} 의 소유자를 지금 사용자로 바꾸세요", fix_make_room: "자리를 비우거나 데이터 페이지에서 오래된 세션을 지우세요",
  fix_port_is_no_matter: "훅에는 필요하지 않습니다. 다음에 시작할 때 빈 포트를 씁니다", fix_new_token: "{0}/token 을 지우고 앱을 다시 시작하세요", fix_close_token: "다른 사람의 권한을 없애세요", fix_wait: "잠시 기다리세요",
  fix_start_mends: "앱을 시작하면 파일을 옆으로 옮기고 새로 시작합니다", fix_find_display: "데스크톱 세션에서 시작하세요", fix_find_tray: "패널에 트레이를 더하세요. 대시보드에서도 모두 할 수 있습니다",
  fix_see_bridges: "‘바깥으로 잇기’ 페이지를 보세요", fix_bridges_now: "지금 다시 시도하거나 ‘바깥으로 잇기’ 페이지를 보세요", fix_bridges_again: "‘바깥으로 잇기’ 페이지에서 살펴보거나 다시 보내세요",
};

const causesEn = {
  cause_certificate: "its certificate cannot be trusted", cause_incomplete: "something is missing in its settings", cause_refused: "it does not let us in", cause_missing: "what we send to is not there", cause_busy: "it asks for patience", cause_disk: "its disk is full",
  cause_newer: "its tables are of a newer version", cause_away: "it does not answer", cause_no_project: "no project is chosen", cause_no_channel: "no channel is set", cause_nothing_chosen: "neither traces nor figures are chosen", cause_other: "it did not work",
  cause_no_file: "it is no file", cause_dead_link: "a link that leads to no file", cause_no_access: "the system refuses",
};
export type DoctorCause = keyof typeof causesEn;
const causesKo: Record<DoctorCause, string> = {
  cause_certificate: "인증서를 믿을 수 없습니다", cause_incomplete: "설정에 빠진 것이 있습니다", cause_refused: "들여보내 주지 않습니다", cause_missing: "보낼 곳이 없습니다", cause_busy: "잠시 기다려 달라고 합니다", cause_disk: "그쪽 디스크가 가득 찼습니다",
  cause_newer: "테이블이 더 새로운 버전의 것입니다", cause_away: "응답하지 않습니다", cause_no_project: "고른 프로젝트가 없습니다", cause_no_channel: "정해진 채널이 없습니다", cause_nothing_chosen: "트레이스도 수치도 고르지 않았습니다", cause_other: "잘 되지 않았습니다",
  cause_no_file: "파일이 아닙니다", cause_dead_link: "가리키는 파일이 없는 링크입니다", cause_no_access: "시스템이 거절합니다",
};

const frameEn = { doctorAllWell: "All is well", doctorCounted: "Faults: {0}, warnings: {1}", doctorFix: "→ {0}", doctorLooking: "Looking at everything between a hook and a mascot …" };
const frameKo: typeof frameEn = { doctorAllWell: "모두 정상입니다", doctorCounted: "문제 {0}개, 주의 {1}개", doctorFix: "→ {0}", doctorLooking: "훅에서 마스코트까지 모두 살펴보는 중 …" };

export const doctorWordsEn = { ...titlesEn, ...statesEn, ...reasonsEn, ...fixesEn, ...causesEn, ...frameEn };
export const doctorWordsKo: Record<keyof typeof doctorWordsEn, string> = { ...titlesKo, ...statesKo, ...reasonsKo, ...fixesKo, ...causesKo, ...frameKo };
