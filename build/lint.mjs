// `npm run lint`: everything that can be said about the sources without running the app.
import { printOutcome, staticChecks } from "./checks.mjs";
import { runScript } from "./lib/say.mjs";
import { setUp } from "./setup.mjs";

await runScript(async () => {
  await setUp({ typings: true });
  let failed = 0;
  for await (const outcome of staticChecks()) {
    printOutcome(outcome);
    failed += outcome.failed;
  }
  return failed > 0 ? 1 : 0;
});
