/** Nothing is written to another program's settings before the person says yes; the dialog names the file. */
import { dialog } from "electron";
import type { HooksDoor } from "./doors.ts";
import type { Texts } from "./texts.ts";

export async function askAndInstallHooks(hooks: HooksDoor, texts: Texts): Promise<void> {
  const { file } = await hooks.status();
  if (await agrees(texts("hooks.consent.install"), texts("hooks.consent.install_detail", { file }), texts("hooks.consent.yes_install"), texts)) {
    await report(await hooks.install("user"), texts);
  }
}

export async function askAndRemoveHooks(hooks: HooksDoor, texts: Texts): Promise<void> {
  const { file } = await hooks.status();
  if (await agrees(texts("hooks.consent.remove"), texts("hooks.consent.remove_detail", { file }), texts("hooks.consent.yes_remove"), texts)) {
    await report(await hooks.uninstall("user"), texts);
  }
}

async function agrees(message: string, detail: string, yes: string, texts: Texts): Promise<boolean> {
  const answer = await dialog.showMessageBox({ type: "question", message, detail, buttons: [yes, texts("hooks.consent.no")], defaultId: 1, cancelId: 1, noLink: true });
  return answer.response === 0;
}

/** A failure is said as one; a tick that is not true is worse than none (S25). */
async function report(result: { problem: string | null }, texts: Texts): Promise<void> {
  if (result.problem !== null) await dialog.showMessageBox({ type: "error", message: texts("hooks.failed"), detail: result.problem });
}
