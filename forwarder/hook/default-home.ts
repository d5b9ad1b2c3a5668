/** Which home is meant when nobody names one. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = ".agent-mascot";

export interface HomeSource {
  env: Readonly<Record<string, string | undefined>>;
  /** `~` */
  userFolder: string;
  /** where WSL shows the people of Windows */
  windowsUsers?: string;
}

/**
 * `~/.agent-mascot`. In WSL, where no app ever ran on the Linux side and exactly one person of Windows has an app: that one's home, through the mount
 * of the drive. Its spool is what events reach it by, also where WSL's network (NAT) does not lead to it.
 */
export function defaultHome({ env, userFolder, windowsUsers = "/mnt/c/Users" }: HomeSource): string {
  const own = join(userFolder, FOLDER);
  if (!env["WSL_DISTRO_NAME"] || hasApp(own)) return own;
  const [only, ...others] = people(windowsUsers).map((name) => join(windowsUsers, name, FOLDER)).filter(hasApp);
  return only !== undefined && others.length === 0 ? only : own;
}

function hasApp(home: string): boolean {
  return existsSync(join(home, "collector.json"));
}

function people(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
