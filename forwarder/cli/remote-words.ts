/** Words of `agent-mascot remote`, English and Korean. Pure. */

export const REMOTE_HELP_EN = `  agent-mascot remote <host>        show the agents of another machine here: over ssh, asks first
      --dry-run | --yes             only say what would be done; do not ask
      --container <name>            a container of docker or podman in the place of a host
      --port <n>                    a port of the host in the place of a socket
      --ssh-config <file>           which file of ssh gets our lines (~/.ssh/config)
  agent-mascot remote list          the machines that are let in
  agent-mascot remote remove <host> take everything back`;

export const REMOTE_HELP_KO = `  agent-mascot remote <호스트>      다른 컴퓨터의 에이전트를 여기에 보여 줍니다. ssh를 쓰고 먼저 물어봅니다
      --dry-run | --yes             무엇을 할지만 보여 주기; 묻지 않기
      --container <이름>            호스트 대신 docker나 podman 컨테이너
      --port <번호>                 소켓 대신 호스트의 포트
      --ssh-config <파일>           우리 줄을 넣을 ssh 설정 파일(~/.ssh/config)
  agent-mascot remote list          들여보내는 컴퓨터 목록
  agent-mascot remote remove <호스트>
                                    모두 되돌리기`;

export const remoteWordsEn = {
  noRemoteHome: "{0} is not set up as another machine: agent-mascot remote <host>, on the computer with the app",
  relayDown: "The computer that shows {0} cannot be reached; what happens here waits and is handed in later ({1})",
  relayRefused: "The computer that shows {0} refuses what this machine hands in: {1}",
  relayUp: "Events go to the computer that shows {0}",
  relayIdle: "Nothing has been handed in yet; hooks do so at the next session's start",
  remoteUsage: "remote takes a host, list, or remove <host>",
  remoteBadName: "{0} cannot be a host's name: letters, digits, dots, hyphens and underscores, after user@ at most",
  remoteBadPort: "--port must be a number from 1024 to 65535",
  remoteNoProgram: "{0} was not found. It is what reaches the other machine",
  remoteLooking: "Looking at {0} …",
  remoteUnreachable: "{0} could not be reached: {1}",
  remoteNoAnswer: "no usable answer came",
  remoteNoNode: "{0} has no Node.js 18 or newer, which carries the events from there. Install it (or name its folder in PATH) and run this again",
  remoteHasApp: "{0} has an Agent Mascot of its own ({1}): its agents are shown there. Nothing was changed",
  remoteOtherDesk: "{0} hands in to another computer already. Take it back there first, or remove {1} on {0}",
  remoteWindowsHere: "From Windows only a port can be forwarded: --port <n>",
  remoteNoPort: "sshd on {0} forwards no port {1}: it is taken, or forwarding is not allowed there (AllowTcpForwarding). --port names another. Nothing was changed",
  remotePlan: "What will be done for {0}:",
  planFiles: "  · on {0}: our command line and hook command into {1}, with a token for this host alone (mode 600); it may hand in events and nothing else",
  planHooks: "  · on {0}: our hooks into {1}; a copy of the file as it is now stays beside it",
  planHere: "  · here: the host and its token into {0}",
  planSsh: "  · here: these lines at the end of {0}:",
  planSshThere: "  · here: nothing in {0}; our lines are there already",
  planMount: "  · {0} has to see this folder, read and write, at {2}: {1}\n    devcontainer.json:  \"mounts\": [\"source={1},target={2},type=bind\"]\n    docker run:         -v {1}:{2}",
  mountMissing: "  · note: {0} does not see {1} yet; until it does, events wait there",
  socketKept: "  (sshd on {0} clears old sockets away, so a socket is used)",
  socketLeft: "  (sshd on {0} leaves old sockets behind, so port {1} of its loopback is used; every request is signed)",
  askRemote: "Do this?",
  remoteFailed: "{0}: {1}. Nothing was left half done here",
  remoteFailedThere: "The hooks could not be put in on {0}: {1}",
  remoteDone: "{0} is set up. Connect to it with ssh {0}; its agents appear as soon as a session starts there",
  remoteDoneContainer: "{0} is set up. Its agents appear as soon as a session starts there",
  remoteNone: "No other machine is let in",
  remoteRow: "{0}  {1}  since {2}",
  remoteUnknown: "{0} is not among the machines that are let in: agent-mascot remote list",
  remoteAskRemove: "Take back the token of {0}, our lines in {1} and our files and hooks there?",
  remoteWaiting: "{0} events still wait on {1}; they would go with our folder there. Connect once with ssh, with the app running, to have them handed in first",
  remoteNothingSsh: "the ssh configuration (nothing)",
  remoteSshTaken: "{0} is as it was before",
  remoteSshChanged: "{0}: our lines were changed since; they stay. Please take them out by hand",
  remoteTokenTaken: "The token of {0} opens nothing any more",
  remoteThereTaken: "On {0}: our hooks and files are out",
  remoteThereLeft: "{0} could not be reached ({1}). Its token opens nothing any more; there, later: node ~/.agent-mascot/bin/agent-mascot.mjs hooks uninstall, then remove ~/.agent-mascot",
  remoteBadFile: "{0} cannot be read as the list of machines: {1}",
};

export const remoteWordsKo: Record<keyof typeof remoteWordsEn, string> = {
  noRemoteHome: "{0} 은(는) 다른 컴퓨터로 설정되어 있지 않습니다. 앱이 있는 컴퓨터에서 실행하세요: agent-mascot remote <호스트>",
  relayDown: "{0} 을(를) 보여 주는 컴퓨터에 닿지 않습니다. 여기 일은 보관했다가 나중에 전합니다 ({1})",
  relayRefused: "{0} 을(를) 보여 주는 컴퓨터가 이 컴퓨터의 소식을 받지 않습니다: {1}",
  relayUp: "이벤트는 {0} 을(를) 보여 주는 컴퓨터로 갑니다",
  relayIdle: "아직 전한 것이 없습니다. 다음 세션이 시작될 때 훅이 전합니다",
  remoteUsage: "remote 다음에는 호스트, list, 또는 remove <호스트> 를 적어 주세요",
  remoteBadName: "{0} 은(는) 호스트 이름이 될 수 없습니다. 글자, 숫자, 점, 하이픈, 밑줄만 쓸 수 있고 앞에 user@ 를 붙일 수 있습니다",
  remoteBadPort: "--port 는 1024부터 65535까지의 숫자여야 합니다",
  remoteNoProgram: "{0} 을(를) 찾을 수 없습니다. 다른 컴퓨터에 닿으려면 필요합니다",
  remoteLooking: "{0} 을(를) 살펴보는 중 …",
  remoteUnreachable: "{0} 에 닿을 수 없습니다: {1}",
  remoteNoAnswer: "알아볼 수 있는 대답이 없습니다",
  remoteNoNode: "{0} 에 Node.js 18 이상이 없습니다. 그곳의 이벤트를 나르는 데 필요합니다. 설치하거나 PATH에 폴더를 넣고 다시 실행하세요",
  remoteHasApp: "{0} 에는 이미 Agent Mascot이 있습니다({1}). 그곳의 에이전트는 그곳에 보입니다. 아무것도 바꾸지 않았습니다",
  remoteOtherDesk: "{0} 은(는) 이미 다른 컴퓨터로 전하고 있습니다. 먼저 그쪽에서 되돌리거나 {0} 에서 {1} 을(를) 지워 주세요",
  remoteWindowsHere: "Windows에서는 포트만 이어 줄 수 있습니다: --port <번호>",
  remoteNoPort: "{0} 의 sshd가 포트 {1} 을(를) 이어 주지 않습니다. 이미 쓰이고 있거나 그곳에서 허용하지 않습니다(AllowTcpForwarding). --port 로 다른 번호를 정할 수 있습니다. 아무것도 바꾸지 않았습니다",
  remotePlan: "{0} 에 할 일:",
  planFiles: "  · {0}: 명령줄 도구와 훅 명령을 {1} 에 두고, 이 호스트만의 토큰을 함께 둡니다(권한 600). 이 토큰으로는 이벤트를 전하는 것만 할 수 있습니다",
  planHooks: "  · {0}: {1} 에 훅을 넣습니다. 지금 파일의 사본을 옆에 남깁니다",
  planHere: "  · 여기: {0} 에 호스트와 토큰을 적습니다",
  planSsh: "  · 여기: {0} 끝에 이 줄을 넣습니다:",
  planSshThere: "  · 여기: {0} 은(는) 바꾸지 않습니다. 우리 줄이 이미 있습니다",
  planMount: "  · {0} 이(가) 이 폴더를 {2} 에서 읽고 쓸 수 있어야 합니다: {1}\n    devcontainer.json:  \"mounts\": [\"source={1},target={2},type=bind\"]\n    docker run:         -v {1}:{2}",
  mountMissing: "  · 참고: {0} 에서 아직 {1} 이(가) 보이지 않습니다. 그때까지 이벤트는 그곳에 보관됩니다",
  socketKept: "  ({0} 의 sshd가 오래된 소켓을 치우므로 소켓을 씁니다)",
  socketLeft: "  ({0} 의 sshd가 오래된 소켓을 남기므로 루프백 포트 {1} 을(를) 씁니다. 모든 요청에 서명합니다)",
  askRemote: "이렇게 할까요?",
  remoteFailed: "{0}: {1}. 여기에는 하다 만 것이 남지 않았습니다",
  remoteFailedThere: "{0} 에 훅을 넣지 못했습니다: {1}",
  remoteDone: "{0} 설정이 끝났습니다. ssh {0} 로 접속하면, 그곳에서 세션이 시작되는 대로 에이전트가 나타납니다",
  remoteDoneContainer: "{0} 설정이 끝났습니다. 그곳에서 세션이 시작되는 대로 에이전트가 나타납니다",
  remoteNone: "들여보내는 다른 컴퓨터가 없습니다",
  remoteRow: "{0}  {1}  {2} 부터",
  remoteUnknown: "{0} 은(는) 들여보내는 컴퓨터가 아닙니다: agent-mascot remote list",
  remoteAskRemove: "{0} 의 토큰, {1} 에 넣은 줄, 그곳의 파일과 훅을 모두 되돌릴까요?",
  remoteWaiting: "{1} 에 아직 전하지 못한 이벤트가 {0}개 있습니다. 그곳의 우리 폴더와 함께 사라집니다. 먼저 앱을 켠 채 ssh로 한 번 접속하면 전해집니다",
  remoteNothingSsh: "ssh 설정(없음)",
  remoteSshTaken: "{0} 을(를) 이전 그대로 되돌렸습니다",
  remoteSshChanged: "{0}: 우리 줄이 그 사이 바뀌어서 그대로 두었습니다. 직접 빼 주세요",
  remoteTokenTaken: "{0} 의 토큰은 이제 아무것도 열지 못합니다",
  remoteThereTaken: "{0}: 훅과 파일을 뺐습니다",
  remoteThereLeft: "{0} 에 닿지 않습니다({1}). 토큰은 이제 아무것도 열지 못합니다. 나중에 그곳에서: node ~/.agent-mascot/bin/agent-mascot.mjs hooks uninstall, 그다음 ~/.agent-mascot 삭제",
  remoteBadFile: "{0} 을(를) 컴퓨터 목록으로 읽을 수 없습니다: {1}",
};
