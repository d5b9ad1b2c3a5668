/** What `agent-mascot port` says, in English and Korean; part of words.ts. Pure. */

export const PORT_HELP_EN = `  agent-mascot port create <id>     a work item of this project, that edits are tracked against
      --title <text>                what it is about
      --depends <a,b>               other work items to be done first
      --priority low|normal|high
  agent-mascot port start <id>      work on it begins: edits in this project belong to it
      --session <id>                only edits of this session
      --force                       although it waits for others, or another session has it
  agent-mascot port end <id>        it is done (--dropped: given up, --paused: for later)
  agent-mascot port list            work items of this project (--all: ended ones too, --everywhere)
  agent-mascot port show <id>       one of them, with the files it touched
      --json, --project <folder>    for programs; of another project
  agent-mascot port init            write a .agent-mascot.yaml to choose how edits are tracked`;

export const PORT_HELP_KO = `  agent-mascot port create <아이디> 이 프로젝트의 작업 항목을 만듭니다. 편집은 작업 항목별로 기록됩니다
      --title <글>                  무슨 작업인지
      --depends <a,b>               먼저 끝나야 하는 다른 작업 항목
      --priority low|normal|high    우선순위
  agent-mascot port start <아이디>  작업 항목을 시작합니다. 이제 이 프로젝트의 편집은 이 작업에 속합니다
      --session <아이디>            이 세션의 편집만
      --force                       기다리는 작업 항목이 있거나 다른 세션이 쓰고 있어도
  agent-mascot port end <아이디>    작업 항목을 끝냅니다 (--dropped: 그만둠, --paused: 나중에 계속)
  agent-mascot port list            이 프로젝트의 작업 항목 (--all: 끝난 것도, --everywhere: 모든 프로젝트)
  agent-mascot port show <아이디>   작업 항목 하나와 그동안 고친 파일
      --json, --project <폴더>      프로그램용 출력, 다른 프로젝트
  agent-mascot port init            편집 추적 방식을 정하는 .agent-mascot.yaml 을 만듭니다`;

export const portWordsEn = {
  portUsage: "usage: agent-mascot port create|start|end|show <id>, port list, port init. See agent-mascot --help",
  portBadPriority: "--priority must be low, normal or high",
  portOneOutcome: "--dropped and --paused exclude each other",
  portAppDown: "Agent Mascot is not running, so work items cannot be read or changed. Start it with: agent-mascot",
  portCreated: "Created {0}: {1}\nBegin with: agent-mascot port start {0}",
  portUnknownDependencies: "Not created yet: {0}. {1} waits until they are",
  portStarted: "{0} is running; edits in {1} belong to it",
  portStartedFor: "{0} is running; edits of session {2} in {1} belong to it",
  portRunsAlready: "{0} is running already",
  portStartedEarly: "It was to wait for {0}",
  portEnded_done: "{0} is done, after {1}; files edited: {2}",
  portEnded_dropped: "{0} is given up, after {1}; files edited: {2}",
  portEnded_ready: "{0} is paused, after {1}; files edited: {2}",
  portEndedAlready: "{0} has ended already",
  portFreed: "Nothing holds these up any more: {0}",
  portNone: "No work items in {0}. Make one with: agent-mascot port create <id> --title \"...\"",
  portNoneOpen: "No open work items in {0}. Ended ones: agent-mascot port list --all",
  portState_ready: "ready",
  portState_waiting: "waiting",
  portState_running: "running",
  portState_done: "done",
  portState_dropped: "given up",
  portWaitsFor: "waits for {0}",
  portFiles: "{0} files",
  portHours: "{0} h {1} min",
  portMinutes: "{0} min",
  portSeconds: "{0} s",
  portLine: "{0}: {1}",
  portLabelTitle: "title",
  portLabelState: "state",
  portLabelProject: "project",
  portLabelSession: "session",
  portLabelPriority: "priority",
  portLabelDepends: "depends on",
  portLabelWaits: "waits for",
  portLabelTime: "time",
  portLabelCreated: "created",
  portLabelStarted: "started",
  portLabelEnded: "ended",
  portLabelFiles: "files",
  portPriority_low: "low",
  portPriority_normal: "normal",
  portPriority_high: "high",
  port_bad_id: "{0} cannot be an id: lower-case letters, digits, . _ and -, 64 at most",
  port_bad_id_try: "{0} cannot be an id: lower-case letters, digits, . _ and -, 64 at most. Perhaps: {1}",
  port_secret_id: "{0} looks like a key or a password. Please choose another id",
  port_no_project: "Which project? Name its folder with --project",
  port_unknown_port: "There is no work item {0} here. agent-mascot port list --all shows them",
  port_ambiguous: "Several projects have a work item {0}. Name the folder with --project",
  port_exists: "There is a work item {0} already ({1}). Begin it with: agent-mascot port start {0}",
  port_circle: "These would wait for each other: {0}",
  port_too_many: "Too many work items of this project are open. End some first",
  port_waits: "{0} waits for {1}. End those first, or begin all the same with --force",
  port_other_session: "{0} is running for session {1}. Take it over with --force",
  port_not_running: "{0} is not running ({1})",
  port_ended: "{0} has ended already ({1}). To work on it again: agent-mascot port start {0}",
  port_not_stored: "It could not be written down; nothing was changed. agent-mascot status tells more",
  port_not_ready: "The app has not read its work items yet. Please try again",
  portInitDone: "Written: {0}. Choose a mode in it",
  portInitExists: "{0} is there already; nothing was changed",
  portTemplate: `# Agent Mascot: how edits of coding agents are tracked in this project.
tracking:
  # Work items are made with: agent-mascot port create <id> --title "..."
  # and begun with:           agent-mascot port start <id>
  #
  # strict  edits without a running work item are refused
  # warn    they are made, and noted as untracked
  # off     nothing is tracked
  mode: warn

  # Offer a ready command that makes a work item for the edit.
  auto_create: true
`,
};

export const portWordsKo: Record<keyof typeof portWordsEn, string> = {
  portUsage: "사용법: agent-mascot port create|start|end|show <아이디>, port list, port init. agent-mascot --help 를 보세요",
  portBadPriority: "--priority 는 low, normal, high 중 하나여야 합니다",
  portOneOutcome: "--dropped 와 --paused 는 함께 쓸 수 없습니다",
  portAppDown: "Agent Mascot이 실행 중이 아니라 작업 항목을 읽거나 바꿀 수 없습니다. 시작하려면: agent-mascot",
  portCreated: "{0} 을(를) 만들었습니다: {1}\n시작하려면: agent-mascot port start {0}",
  portUnknownDependencies: "아직 없는 작업 항목: {0}. {1} 은(는) 이 작업들이 끝날 때까지 기다립니다",
  portStarted: "{0} 진행 중입니다. {1} 의 편집은 이 작업에 속합니다",
  portStartedFor: "{0} 진행 중입니다. {1} 에서 세션 {2} 의 편집은 이 작업에 속합니다",
  portRunsAlready: "{0} 은(는) 이미 진행 중입니다",
  portStartedEarly: "원래는 {0} 을(를) 기다려야 했습니다",
  portEnded_done: "{0} 을(를) 끝냈습니다. 걸린 시간 {1}, 고친 파일 {2}개",
  portEnded_dropped: "{0} 을(를) 그만두었습니다. 걸린 시간 {1}, 고친 파일 {2}개",
  portEnded_ready: "{0} 을(를) 잠시 멈췄습니다. 걸린 시간 {1}, 고친 파일 {2}개",
  portEndedAlready: "{0} 은(는) 이미 끝났습니다",
  portFreed: "이제 시작할 수 있는 작업 항목: {0}",
  portNone: "{0} 에 작업 항목이 없습니다. 만들려면: agent-mascot port create <아이디> --title \"...\"",
  portNoneOpen: "{0} 에 열린 작업 항목이 없습니다. 끝난 작업 항목: agent-mascot port list --all",
  portState_ready: "준비됨",
  portState_waiting: "대기",
  portState_running: "진행 중",
  portState_done: "완료",
  portState_dropped: "그만둠",
  portWaitsFor: "{0} 을(를) 기다림",
  portFiles: "파일 {0}개",
  portHours: "{0}시간 {1}분",
  portMinutes: "{0}분",
  portSeconds: "{0}초",
  portLine: "{0}: {1}",
  portLabelTitle: "제목",
  portLabelState: "상태",
  portLabelProject: "프로젝트",
  portLabelSession: "세션",
  portLabelPriority: "우선순위",
  portLabelDepends: "먼저 할 작업 항목",
  portLabelWaits: "기다리는 작업 항목",
  portLabelTime: "걸린 시간",
  portLabelCreated: "만든 때",
  portLabelStarted: "시작한 때",
  portLabelEnded: "끝난 때",
  portLabelFiles: "파일",
  portPriority_low: "낮음",
  portPriority_normal: "보통",
  portPriority_high: "높음",
  port_bad_id: "{0} 은(는) 아이디로 쓸 수 없습니다. 영문 소문자, 숫자, . _ - 만 64자까지 됩니다",
  port_bad_id_try: "{0} 은(는) 아이디로 쓸 수 없습니다. 영문 소문자, 숫자, . _ - 만 64자까지 됩니다. 이건 어떨까요: {1}",
  port_secret_id: "{0} 은(는) 키나 비밀번호처럼 보입니다. 다른 아이디를 골라 주세요",
  port_no_project: "어느 프로젝트인가요? --project 로 폴더를 알려 주세요",
  port_unknown_port: "여기에는 작업 항목 {0} 이(가) 없습니다. agent-mascot port list --all 로 확인하세요",
  port_ambiguous: "여러 프로젝트에 작업 항목 {0} 이(가) 있습니다. --project 로 폴더를 알려 주세요",
  port_exists: "작업 항목 {0} 이(가) 이미 있습니다 ({1}). 시작하려면: agent-mascot port start {0}",
  port_circle: "서로를 기다리게 됩니다: {0}",
  port_too_many: "이 프로젝트에 열린 작업 항목이 너무 많습니다. 먼저 몇 개를 끝내 주세요",
  port_waits: "{0} 은(는) {1} 을(를) 기다립니다. 먼저 끝내거나 --force 로 그냥 시작하세요",
  port_other_session: "{0} 은(는) 세션 {1} 에서 진행 중입니다. 넘겨받으려면 --force",
  port_not_running: "{0} 은(는) 진행 중이 아닙니다 ({1})",
  port_ended: "{0} 은(는) 이미 끝났습니다 ({1}). 다시 하려면: agent-mascot port start {0}",
  port_not_stored: "기록하지 못해 아무것도 바꾸지 않았습니다. agent-mascot status 를 확인하세요",
  port_not_ready: "앱이 아직 작업 항목 목록을 읽지 못했습니다. 다시 시도해 주세요",
  portInitDone: "{0} 을(를) 썼습니다. 파일에서 방식을 골라 주세요",
  portInitExists: "{0} 이(가) 이미 있어 아무것도 바꾸지 않았습니다",
  portTemplate: `# Agent Mascot: 이 프로젝트에서 코딩 에이전트의 편집을 추적하는 방식
tracking:
  # 작업 항목 만들기:  agent-mascot port create <아이디> --title "..."
  # 작업 항목 시작:    agent-mascot port start <아이디>
  #
  # strict  진행 중인 작업 항목이 없으면 편집을 거절합니다
  # warn    편집은 되고, 추적되지 않은 편집으로 남습니다
  # off     추적하지 않습니다
  mode: warn

  # 편집에 맞는 작업 항목을 만드는 명령을 바로 제안합니다.
  auto_create: true
`,
};
