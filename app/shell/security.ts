/** Rules that hold for every page of the app, whatever is shown in it. */
import { app, Menu, type MenuItemConstructorOptions, type Session, type WebContents, type WebPreferences } from "electron";
import type { Log } from "../parts.ts";
import { openLink } from "./links.ts";

/** Of both windows; nothing else may be added. */
export function webPreferences(preload: string): WebPreferences {
  return {
    preload, contextIsolation: true, sandbox: true, nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false, webSecurity: true, webviewTag: false,
    spellcheck: false, navigateOnDragDrop: false, autoplayPolicy: "user-gesture-required",
  };
}

/** Before the app is ready. */
export function hardenApp(log: Log): void {
  // Root in a test machine must say --no-sandbox; forcing the sandbox on then kills every child process. Pages keep `sandbox: true` all the same.
  if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
  app.on("web-contents-created", (_event, contents) => hardenContents(contents, log));
}

function hardenContents(contents: WebContents, log: Log): void {
  // Our pages are loaded by us and never lead anywhere: each of these is somebody else's doing.
  contents.on("will-navigate", (event) => event.preventDefault());
  contents.on("will-redirect", (event) => event.preventDefault());
  contents.on("will-frame-navigate", (event) => event.preventDefault());
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void openLink(url, log);
    return { action: "deny" };
  });
}

/** Once the app is ready: pages get no device, no notification, no clipboard, no download, no network. */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on("will-download", (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !isOwnRequest(details.url) }));
}

/** devtools: is Electron's own page, open in development only. */
function isOwnRequest(url: string): boolean {
  return url.startsWith("app://") || url.startsWith("data:") || url.startsWith("devtools:");
}

/** No menu bar; macOS takes its text editing shortcuts from the menu, so they stay there. */
export function setApplicationMenu(): void {
  const edit: MenuItemConstructorOptions[] = [{ role: "appMenu" }, { role: "editMenu" }, { role: "windowMenu" }];
  Menu.setApplicationMenu(process.platform === "darwin" ? Menu.buildFromTemplate(edit) : null);
}
