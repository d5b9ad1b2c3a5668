import { discordApi } from "../bridges/discord-api.ts";
import { createBridges } from "../bridges/index.ts";
import { maskText } from "../domain/masking.ts";
import { writeFileAtomic } from "../home/atomic-file.ts";
import { createSecretStore } from "../shell/secret-store.ts";
import type { TextKey } from "../shell/texts.ts";
import { electronTimers } from "../shell/timers.ts";
import type { Ground } from "./ground.ts";
import type { Program } from "./program.ts";

/** Made before anything comes in: what bridges are to carry is written with it. */
export function openBridges({ paths, version, clock, log }: Program, { database, settings, projectOf, texts }: Ground) {
  const bridges = createBridges({
    store: database.outbox, settings, secrets: createSecretStore(`${paths.home}/secrets.json`, writeFileAtomic), machineId: () => database.outbox.machineId(), projectOf, mask: maskText,
    say: (key, values) => texts()(`bridge.discord.${key}` as TextKey, values), discordApi: discordApi(process.env), version, clock, log: log.withPrefix("bridges"), after: electronTimers.after,
  });
  void bridges.route().catch((error: Error) => log.error("the outbox could not be set up", { error }));
  return bridges;
}
