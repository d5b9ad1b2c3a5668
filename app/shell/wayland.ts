/**
 * True where the windows are native Wayland ones: those can neither be placed nor kept on top by the program.
 * Electron runs on X11 (or XWayland) by default up to version 37, on Wayland from 38 on where the session is one.
 */
export function isNativeWayland(env: Readonly<Record<string, string | undefined>>, chosenPlatform: string, electronMajor: number): boolean {
  if (!env.WAYLAND_DISPLAY && env.XDG_SESSION_TYPE !== "wayland") return false;
  const chosen = chosenPlatform || env.ELECTRON_OZONE_PLATFORM_HINT || "";
  if (chosen === "wayland") return true;
  if (chosen === "x11") return false;
  return electronMajor >= 38 || chosen === "auto";
}

/** XWayland is there: the windows can be placed and kept on top after all, in a process that was told so from its first moment. */
export function canUseX11(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env.DISPLAY);
}
