/** Where the app may be installed (specification 1 §3.4, and the places electron-builder uses). Pure. */

export interface Place {
  platform: string;
  /** The user's own folder from the password file, not from the environment, which a repository can set. */
  userFolder: string;
  /** by hand: the environment's; installed: only what the system sets */
  localAppData?: string | undefined;
  programFiles?: string | undefined;
}

export function appCandidates(place: Place): string[] {
  if (place.platform === "win32") return windowsCandidates(place);
  if (place.platform === "darwin") {
    return [
      "/Applications/Agent Mascot.app/Contents/MacOS/agent-mascot",
      `${place.userFolder}/Applications/Agent Mascot.app/Contents/MacOS/agent-mascot`,
      "/Applications/Agent Mascot.app/Contents/MacOS/Agent Mascot",
      `${place.userFolder}/Applications/Agent Mascot.app/Contents/MacOS/Agent Mascot`,
    ];
  }
  return [
    "/usr/bin/agent-mascot",
    `${place.userFolder}/.local/bin/agent-mascot`,
    "/usr/local/bin/agent-mascot",
    "/opt/Agent Mascot/agent-mascot",
    "/usr/lib/agent-mascot/agent-mascot",
  ];
}

function windowsCandidates(place: Place): string[] {
  const local = place.localAppData ?? `${place.userFolder}\\AppData\\Local`;
  const program = place.programFiles ?? "C:\\Program Files";
  return [
    `${local}\\Agent Mascot\\agent-mascot.exe`,
    `${program}\\Agent Mascot\\agent-mascot.exe`,
    `${local}\\Programs\\agent-mascot\\agent-mascot.exe`,
    `${local}\\Programs\\Agent Mascot\\agent-mascot.exe`,
  ];
}
