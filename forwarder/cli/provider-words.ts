/** Words of `agent-mascot hooks … --provider`, English and Korean. Pure. */

export const providerWordsEn = {
  unknownProvider: "Hooks cannot be installed for {0}. Known: {1}",
  providerNotHere: "{0} is not used here: there is no {1}",
  providerOneScope: "--scope and --http are for Claude Code alone",
  providerInstalled: "{0}: hooks are in {1}",
  providerUnchanged: "{0}: hooks are in {1} already",
  providerTrust: "{0} asks you to review new hooks at its next start. They run only after you accept them",
  providerRemoved: "{0}: our hooks are out of {1}",
  providerNothing: "{0}: no hooks of ours in {1}",
  providerStatus: "{0}: {1} events hooked ({2})",
  providerOutdated: "   outdated: run agent-mascot hooks install --provider {0}",
  providerTwoPlaces: "{0} warns at every start that {1} holds hooks, too. All of them run; moved into one file they end the warning",
  not_on_windows: "Hooks of this product cannot be installed on Windows yet. Nothing was written",
};

export const providerWordsKo: Record<keyof typeof providerWordsEn, string> = {
  unknownProvider: "{0} 의 훅은 설치할 수 없습니다. 가능한 이름: {1}",
  providerNotHere: "여기서는 {0} 을(를) 쓰지 않습니다. {1} 이(가) 없습니다",
  providerOneScope: "--scope 와 --http 는 Claude Code에만 쓸 수 있습니다",
  providerInstalled: "{0}: {1} 에 훅을 넣었습니다",
  providerUnchanged: "{0}: {1} 에 이미 훅이 있습니다",
  providerTrust: "다음에 {0} 을(를) 시작하면 새 훅을 확인해 달라고 합니다. 승인한 뒤에만 동작합니다",
  providerRemoved: "{0}: {1} 에서 우리 훅을 뺐습니다",
  providerNothing: "{0}: {1} 에 우리 훅이 없습니다",
  providerStatus: "{0}: 이벤트 {1}개 ({2})",
  providerOutdated: "   오래된 버전입니다: agent-mascot hooks install --provider {0}",
  providerTwoPlaces: "{0} 은(는) {1} 에도 훅이 있다고 시작할 때마다 알립니다. 모두 실행되며, 한 파일로 모으면 알림이 사라집니다",
  not_on_windows: "이 제품의 훅은 아직 Windows에 설치할 수 없습니다. 아무것도 쓰지 않았습니다",
};
