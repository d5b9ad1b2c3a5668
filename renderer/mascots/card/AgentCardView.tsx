import type { AgentCard } from "../../../schemas/generated/types.ts";
import { momentText } from "../../../schemas/clock.ts";
import { useToday } from "../../shared/today.ts";
import { type Locale, type Words, bubbleText } from "../../shared/words.ts";
import { MascotFace } from "../characters/MascotFace.tsx";
import "./card.css";

/** More than two lines show; CSS cuts what they have no room for. */
const LINE_LENGTH = 120;

interface CardProps {
  readonly card: AgentCard;
  readonly words: Words;
  readonly locale: Locale;
  /** In a list that has face and name already. */
  readonly inList?: boolean;
}

/** What there is to know of an agent at a glance. */
export function AgentCardView({ card, words, locale, inList = false }: CardProps) {
  const { agent, context } = card;
  const today = useToday();
  const doing = bubbleText(agent, words, LINE_LENGTH);
  return (
    <div className="agent-card">
      {!inList && (
        <header>
          <MascotFace appearance={agent.appearance} size={34} />
          <div className="agent-card-who"><strong dir="auto">{agent.display_name}</strong><span dir="auto">{words("card.of", { role: words(`now.${agent.role}`), project: agent.workspace_id })}</span></div>
          <span className="agent-card-state">{words(`state.${agent.state}`)}</span>
        </header>
      )}
      <dl>
        {doing !== null && <Line name={words("card.now")} text={doing} className="agent-card-now" />}
        <Line name={words("card.since")} text={words("card.since_time", { time: momentText(Date.parse(agent.state_since), today, locale) })} />
        {card.task !== null && <Line name={words("card.task")} text={card.task} className="two-lines" />}
        {card.last_words !== null && <Line name={words("card.last_words")} text={card.last_words} className="three-lines" />}
        {card.port !== null && <Line name={words("card.port")} text={card.port} />}
        {context !== null && <Context {...context} name={words("card.context")} text={words("card.tokens", { used: amount(context.tokens, locale), holds: amount(context.holds, locale), share: share(context.tokens / context.holds, locale) })} />}
        {card.model !== null && <Line name={words("card.model")} text={card.model} />}
      </dl>
    </div>
  );
}

function Line({ name, text, className }: { name: string; text: string; className?: string }) {
  return <div><dt>{name}</dt><dd className={className} dir="auto">{text}</dd></div>;
}

function Context({ name, text, tokens, holds }: { name: string; text: string; tokens: number; holds: number }) {
  const full = Math.min(1, tokens / holds);
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}<span className={full >= 0.8 ? "agent-card-bar nearly-full" : "agent-card-bar"} aria-hidden="true"><span style={{ width: `${full * 100}%` }} /></span></dd>
    </div>
  );
}

const amount = (count: number, locale: Locale): string => new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(count);
const share = (part: number, locale: Locale): string => new Intl.NumberFormat(locale, { style: "percent" }).format(part);
