/** `agent-mascot doctor`: everything between a hook and a mascot, step by step. Works without the app, too, and says what it could not look at. */
import { runDoctor } from "../doctor/doctor.ts";
import { doctorWordsIn, reportText } from "../doctor/report.ts";
import { complain, print } from "../output.ts";
import { foldersOfClient } from "../settings/client-folders.ts";
import { remoteProblem } from "./app.ts";
import { type Context, DONE, FAILED } from "./context.ts";
import { languageOf } from "./words.ts";

/** @returns FAILED when a step failed; warnings are no failure */
export async function doctorCommand(context: Context, form: "text" | "json" | "report"): Promise<number> {
  const { home, userFolder, env, cwd, forwarderFolder, say } = context;
  const language = languageOf(env);
  if (form === "text") complain(say("doctorLooking"));
  // Steps about an app are of no use where none is to be.
  const remote = form === "text" ? remoteProblem(context) : null;
  if (remote !== null) complain(remote);
  const report = await runDoctor({
    home, userFolder, configFolder: foldersOfClient(env, userFolder, home).configFolder, project: env["CLAUDE_PROJECT_DIR"] || cwd, forwarderFolder, env: env as NodeJS.ProcessEnv, language, now: new Date(),
  });
  if (form === "json") print(`${JSON.stringify(report, null, 2)}\n`);
  else print(form === "report" ? report.report : `${reportText(doctorWordsIn(language), report.steps)}\n`);
  return report.steps.some(({ state }) => state === "fail") ? FAILED : DONE;
}
