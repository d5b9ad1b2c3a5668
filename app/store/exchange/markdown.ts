/** A conversation as Markdown: what was said stands as it is, everything else in fences that nothing inside can close. A fence that was left open ends with what was said. */
import type { Interaction, SessionRow } from "../../../schemas/generated/types.ts";
import type { ExportWords } from "./words.ts";

export function markdownHead(session: SessionRow, words: ExportWords): string {
  const facts = [
    [words.session, session.session_id], [words.project, session.project || session.cwd], [words.model, session.model ?? ""],
    [words.from, time(session.started_at)], [words.to, time(session.ended_at ?? session.last_at)],
  ].filter(([, value]) => value !== "");
  const title = oneLine(session.title ?? session.first_prompt ?? "") || words.untitled;
  return `# ${title}\n\n${facts.map(([name, value]) => `- ${name}: ${oneLine(value as string)}`).join("\n")}\n`;
}

export function markdownOf(interaction: Interaction, words: ExportWords): string {
  const { skill_name, content, ts } = interaction;
  const heading = `\n## ${headingOf(interaction, words)} · ${time(ts)}\n`;
  if (skill_name === "user_prompt") return `${heading}\n${closed(content)}\n`;
  if (skill_name === "claude_response") return `${heading}${quoted(words.thinking, interaction.metadata.thinking)}\n${closed(content)}\n`;
  return heading + toolParts(interaction, words);
}

function headingOf({ skill_name, metadata }: Interaction, words: ExportWords): string {
  if (skill_name === "user_prompt") return metadata.injected === true ? words.injected : words.person;
  return skill_name === "claude_response" ? words.agent : `${words.tool}: ${oneLine(skill_name)}`;
}

function toolParts({ content, skill_args, metadata }: Interaction, words: ExportWords): string {
  return [
    content === "" ? "" : inFence(content),
    skill_args === null ? "" : fenced(words.input, JSON.stringify(skill_args, null, 2), "json"),
    metadata.result === undefined ? "" : fenced(words.result, metadata.result, ""),
    metadata.error === undefined ? "" : fenced(words.failure, metadata.error, ""),
  ].join("");
}

function fenced(name: string, text: string, language: string): string {
  return `\n${name}:\n${inFence(text, language)}`;
}

function inFence(text: string, language = ""): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `\n${fence}${language}\n${text}\n${fence}\n`;
}

/** A turn may be stopped in the middle of a block of code; what follows it is none. */
function closed(text: string): string {
  let open: string | null = null;
  for (const [, fence = "", info = ""] of text.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gm)) {
    if (open === null) open = fence.startsWith("`") && info.includes("`") ? null : fence;
    else if (fence.startsWith(open) && info.trim() === "") open = null;
  }
  return open === null ? text : `${text}\n${open}`;
}

function quoted(name: string, text: string | undefined): string {
  return text === undefined || text === "" ? "" : `\n> ${name}: ${text.replace(/\r?\n/g, "\n> ")}\n`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
/** As a time that every reader knows; one that no calendar has, as it is. */
const time = (ms: number): string => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms));
