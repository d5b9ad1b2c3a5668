/** What every part stands on: the home, the database, the settings, and the small parts that many are given. */
import { hashSeed } from "../domain/appearance.ts";
import { openHome } from "../home/open-home.ts";
import { openSettings } from "../home/settings-file.ts";
import { readOrCreateToken } from "../home/token.ts";
import { foldersOfClient } from "../hooks/hooks-files.ts";
import { recordedProviders } from "../hooks/other-hooks.ts";
import { createNotices } from "../notices.ts";
import { createProjectFinder } from "../projects.ts";
import { createProviders } from "../providers/index.ts";
import { createQuiet } from "../quiet.ts";
import { localeOf, textsFor } from "../shell/texts.ts";
import { electronTimers } from "../shell/timers.ts";
import { openStoreSoon } from "../store/index.ts";
import type { Program } from "./program.ts";

export type Ground = Awaited<ReturnType<typeof layGround>>;

/** @param onOpened the database is there, after the start did not wait for it any longer */
export async function layGround({ paths, userFolder, clock, log, language }: Program, onOpened: () => void) {
  const notices = createNotices(clock);
  await openHome(paths);
  const { after } = electronTimers;
  const database = openStoreSoon({ file: paths.database, clock, log: log.withPrefix("store"), avatarSeed: hashSeed }, notices, { after, onOpened });
  const [token, settings] = await Promise.all([readOrCreateToken(paths.token), openSettings(paths.settings, { clock, notices })]);
  const projects = createProjectFinder(clock);
  const ownHooks = recordedProviders(paths.home);
  const locale = () => localeOf(settings.get().locale, language());
  return {
    notices, database, token, settings, projects, locale,
    texts: () => textsFor(locale()),
    projectOf: (folder: string) => projects.find(folder),
    clientFolders: foldersOfClient(process.env, userFolder, paths.home),
    providers: createProviders({ hasOwnHooks: (provider) => ownHooks.has(provider) }),
    quiet: createQuiet({ settings, clock, after }),
  };
}
