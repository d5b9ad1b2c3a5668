/** Where the built parts lie: in a package, and in a checkout. Pure but for what is passed in. */
import { join } from "node:path";

export interface Surroundings {
  packaged: boolean;
  /** Folder with package.json and dist/: the asar in a package. */
  appFolder: string;
  resourcesFolder: string;
  executable: string;
  /** The AppImage that mounted us, if one did: the mount goes with the process, the file stays. */
  appImage: string | undefined;
  /** argv of this process, for the switches that must be given again. */
  arguments: readonly string[];
}

export interface BuiltPlaces {
  preload: string;
  renderer: string;
  spoolWorker: string;
  transcriptsWorker: string;
  trayIcons: string;
  windowIcon: string;
  forwarder: string;
  /** What a hook starts when the app is down. */
  launch: { appPath: string; appArgs: string[] };
}

export function builtPlaces(around: Surroundings): BuiltPlaces {
  const dist = join(around.appFolder, "dist");
  return {
    preload: join(dist, "app", "preload.cjs"),
    renderer: join(dist, "renderer"),
    // A thread's file must be a real one, also for those who read asar files only through Electron's patched fs.
    spoolWorker: join(dist, "app", "spool.worker.cjs"),
    transcriptsWorker: join(dist, "app", "transcripts.worker.cjs"),
    trayIcons: join(dist, "icons", "tray"),
    windowIcon: join(dist, "icons", "256x256.png"),
    forwarder: around.packaged ? join(around.resourcesFolder, "forwarder") : join(dist, "forwarder"),
    launch: around.packaged
      ? { appPath: around.appImage ?? around.executable, appArgs: [] }
      : { appPath: around.executable, appArgs: [...around.arguments.filter((argument) => argument === "--no-sandbox"), around.appFolder] },
  };
}
