/** What a PowerShell command writes to. Its words alone are looked at, quotes taken into account: enough to see the usual ways, and said to be uncertain. */
import { mentionsRules, PERSONS_RULES } from "../rules-file.ts";
import type { ShellWrites } from "./shell-write.ts";

const CHANGING =
  /(?:^|[|;&({\s])(?:set-content|add-content|out-file|clear-content|remove-item|move-item|copy-item|rename-item|new-item|tee-object|export-csv|export-clixml|expand-archive|set-itemproperty|invoke-expression|iex|del|erase|rmdir|rd|move|copy|ren|ni|sc|ac|cp|mv|rm|sed|tee)(?=$|[\s;|)}])/i;
const METHODS = /\[(?:system\.)?io\.(?:file|directory|streamwriter)\]::(?:write|append|delete|move|copy|create|replace|open)/i;
const ENCODED = /(?:^|\s)-(?:e|ec|enc|encodedcommand)\s/i;
const LONGEST_READ = 100_000;

/** @param command any text; never throws */
export function powershellWrites(command: string): ShellWrites {
  if (command.length > LONGEST_READ) return { writes: [{ kind: "unreadable_code", by: "powershell", paths: mentionsRules(command) ? [PERSONS_RULES] : [], certain: false }], complete: false };
  const bare = command.replace(/'[^']*'|"[^"]*"/g, "''");
  const name = CHANGING.exec(bare)?.[0] ?? METHODS.exec(bare)?.[0] ?? ENCODED.exec(bare)?.[0];
  const redirected = /(?:^|[^-=>&\d])(?:[*\d]?>>?)(?!&|\s*\$null|>)/.test(bare);
  if (name === undefined && !redirected) return { writes: [], complete: true };
  return { writes: [{ kind: ENCODED.test(bare) ? "unreadable_code" : "program", by: (name ?? ">").replace(/^[|;&({\s]+|\s+$/g, "").toLowerCase(), paths: mentionsRules(command) ? [PERSONS_RULES] : [], certain: false }], complete: true };
}
