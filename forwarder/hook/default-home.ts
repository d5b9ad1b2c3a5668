/** Which home is meant when nobody names one. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = ".agent-mascot";

export interface HomeSource {
  env: Readonly<Record<string, string | undefined>>;
  /** `~` */
  userFolder: string;
  /** where WSL shows the people of Windows */
  windowsUsers?: string;
  /** what the kernel says of itself */
  kernelFile?: string;
}

/**
 * `~/.agent-mascot`. In WSL, where no app ever ran on the Linux side and exactly one person of Windows has an app: that one's home, through the mount
 * of the drive. Its spool is what events reach it by, also where WSL's network (NAT) does not lead to it.
 */
export function defaultHome({ env, userFolder, windowsUsers = "/mnt/c/Users", kernelFile = "/proc/version" }: HomeSource): string {
  const own = join(userFolder, FOLDER);
  if (hasApp(own) || !(env["WSL_DISTRO_NAME"] || isKernelOfWsl(kernelFile))) return own;
  const [only, ...others] = people(windowsUsers).map((name) => join(windowsUsers, name, FOLDER)).filter(hasApp);
  return only !== undefined && others.length === 0 ? only : own;
}

function hasApp(home: string): boolean {
  return existsSync(join(home, "collector.json"));
}

/** The variable is not there for all: not for services, nor behind sudo or ssh. */
function isKernelOfWsl(file: string): boolean {
  try {
    return /microsoft/i.test(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
}

function people(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
