import { useCallback, useEffect, useId, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import type { ThemeItem, ThemeList } from "../../schemas/generated/types.ts";
import { Button } from "./design/Button.tsx";
import { Mascot } from "../mascots/characters/Mascot.tsx";
import { ThemeProvider, USUAL_THEME } from "../mascots/characters/theme.ts";
import type { Words } from "../shared/words.ts";
import "./themes.css";

interface ThemeChoiceProps { bridge: Pick<MascotBridge, "themes">; words: Words; chosen: string; /** Done once it is saved. */ onChange(theme: string): Promise<unknown> }

/** How the mascots look: ours with a glimpse of each, the person's own with what is wrong with them. */
export function ThemeChoice({ bridge, words, chosen, onChange }: ThemeChoiceProps) {
  const [list, setList] = useState<ThemeList | null>(null);
  // Until it is saved; a radio button that waits for the answer would spring back first.
  const [picked, setPicked] = useState<string | null>(null);
  const title = useId();
  const read = useCallback(() => void bridge.themes().then(setList, () => undefined), [bridge]);
  useEffect(read, [read]);
  if (!list) return null;
  // What is wrong with its pictures is known once they are read, which they are when it is chosen.
  const choose = (theme: string) => {
    setPicked(theme);
    void onChange(theme).finally(() => setPicked(null)).then(read, read);
  };
  return (
    <section className="card themes" aria-labelledby={title}>
      <header><h3 id={title}>{words("themes.title")}</h3><Button onClick={read}>{words("themes.again")}</Button></header>
      <div role="radiogroup" aria-labelledby={title} className="theme-list">
        {list.items.map((item) => <Theme key={item.id} item={item} words={words} on={item.id === (picked ?? chosen)} onChoose={() => choose(item.id)} />)}
      </div>
      <p className="quiet">{words("themes.own")} <code>{list.folder}</code></p>
    </section>
  );
}

function Theme({ item, words, on, onChoose }: { item: ThemeItem; words: Words; on: boolean; onChoose(): void }) {
  const { id, problem } = item;
  const name = item.own ? item.name : words(`themes.name_${id}`);
  const about = useId();
  return (
    <label className={`theme ${on ? "is-on" : ""}`}>
      {/* What is chosen stays so, even broken: it is shown again once it is mended. */}
      <input type="radio" name="theme" value={id} checked={on} disabled={problem !== null && !on} aria-describedby={about} onChange={onChoose} />
      {item.own ? null : <Glimpse id={id} />}
      <span>
        <strong>{name}</strong>
        <span id={about} className={problem ? "theme-problem" : "quiet hint"}>
          {problem ? words(`themes.problem_${problem.key}`, { where: problem.where }) : item.own ? words("themes.by", { author: item.author ?? id }) : words(`themes.about_${id}`)}
        </span>
      </span>
    </label>
  );
}

const LOOKS = [{ species: 2, palette: 8, headwear: 1 }, { species: 4, palette: 7, headwear: 0 }, { species: 5, palette: 4, headwear: 0 }] as const;

/** Three of ours in one of our styles, holding still. */
function Glimpse({ id }: { id: string }) {
  return (
    <ThemeProvider value={{ ...USUAL_THEME, id, style: id === "paper-cut" ? "paper" : "ink" }}>
      <span className="theme-glimpse">
        {LOOKS.map((look) => <Mascot key={look.species} appearance={{ eyes: 0, mouth: 0, marks: 1, carry: 0, team_color: null, badge: null, scale: "lead", ...look }} state="resting" size={52} paused />)}
      </span>
    </ThemeProvider>
  );
}
