import { useId } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { NotifyChange, NotifyKind, NotifyRules, QuietFor, Settings, SettingsChange, UiState } from "../../../schemas/generated/types.ts";
import { weekdayClock } from "../../../schemas/clock.ts";
import { folderName } from "../../mascots/bubbles/AskCard.tsx";
import type { Locale, Words } from "../../shared/words.ts";
import { Choice, Named, Switch, TimeOfDay } from "../controls.tsx";
import { useProjects } from "../useProjects.ts";

interface NotifyProps { bridge: MascotBridge; settings: Settings; ui: UiState; words: Words; locale: Locale; change(part: SettingsChange): void }

/** Main fills in the same where a person never changed anything (app/domain/notify/rules.ts). */
const USUAL: Required<NotifyRules> = {
  needs: true, finished: true, failed: true, long_turn_minutes: 3, show_text: true, quiet_hours: { on: false, from: "22:00", to: "08:00" },
  sounds: { on: false, volume: 0.5, needs: true, finished: true, failed: true }, muted_projects: [], muted_sessions: [], do_not_disturb_until: null,
};
const KINDS: readonly NotifyKind[] = ["needs", "finished", "failed"];
const MINUTES = ["0", "1", "3", "5", "10", "30", "60"];
const WISHES: readonly QuietFor[] = ["off", "30_minutes", "1_hour", "tomorrow", "turned_off"];

/** When the person is told of something, and when they want quiet. */
export function NotifySettings({ bridge, settings, ui, words, locale, change }: NotifyProps) {
  const rules = { ...USUAL, ...settings.notify };
  const set = (notify: NotifyChange) => change({ notify });
  return (
    <section className="card form" aria-labelledby="notify-title">
      <h3 id="notify-title">{words("notify.title")}</h3>
      <DoNotDisturb bridge={bridge} ui={ui} words={words} locale={locale} />
      {KINDS.map((kind) => <Switch key={kind} label={words(`notify.${kind}`)} on={rules[kind]} onChange={(on) => set({ [kind]: on })} />)}
      {rules.finished && (
        <Choice label={words("notify.long_turn")} value={String(rules.long_turn_minutes)} options={minutesWith(rules.long_turn_minutes).map((minutes) => [minutes, words(minutes === "0" ? "notify.any_length" : "notify.minutes", { count: Number(minutes) })])} onChange={(minutes) => set({ long_turn_minutes: Number(minutes) })} />
      )}
      <Switch label={words("notify.show_text")} hint={words("notify.show_text_hint")} on={rules.show_text} onChange={(show_text) => set({ show_text })} />
      <QuietHours rules={rules} words={words} set={set} />
      <Sounds bridge={bridge} rules={rules} words={words} set={set} />
      <MutedProjects bridge={bridge} rules={rules} words={words} set={set} />
    </section>
  );
}

function minutesWith(chosen: number): string[] {
  return MINUTES.includes(String(chosen)) ? MINUTES : [...MINUTES, String(chosen)].sort((a, b) => Number(a) - Number(b));
}

function DoNotDisturb({ bridge, ui, words, locale }: Pick<NotifyProps, "bridge" | "ui" | "words" | "locale">) {
  const { by = null, until = null } = ui.quiet ?? {};
  const time = until === null ? "" : weekdayClock(Date.parse(until), locale);
  const hint = by === "hours" ? words("notify.quiet_until", { time }) : by === "person" && until !== null ? words("notify.dnd_until", { time }) : undefined;
  const current = by !== "person" ? "off" : "turned_off";
  const options = WISHES.map((wish) => [wish, wish === "turned_off" && by === "person" && until !== null ? words("notify.dnd_until", { time }) : words(`notify.dnd_${wish}`)] as const);
  return <Choice label={words("settings.dnd")} hint={hint} value={current} options={options} onChange={(wish) => void bridge.setQuiet(wish)} />;
}

interface PartProps { rules: Required<NotifyRules>; words: Words; set(change: NotifyChange): void }

function QuietHours({ rules: { quiet_hours: hours }, words, set }: PartProps) {
  const time = (end: "from" | "to") => <TimeOfDay label={words(`notify.hours_${end}`)} value={hours[end]} onChange={(value) => set({ quiet_hours: { [end]: value } })} />;
  return (
    <>
      <Switch label={words("notify.hours")} hint={words("notify.hours_hint")} on={hours.on} onChange={(on) => set({ quiet_hours: { on } })} />
      {hours.on && <>{time("from")}{time("to")}</>}
    </>
  );
}

function Sounds({ bridge, rules: { sounds }, words, set }: PartProps & Pick<NotifyProps, "bridge">) {
  const id = useId();
  if (!sounds.on) return <Switch label={words("notify.sounds")} on={false} onChange={(on) => set({ sounds: { on } })} />;
  return (
    <>
      <Switch label={words("notify.sounds")} on onChange={(on) => set({ sounds: { on } })} />
      <label className="row">
        <Named id={id} label={words("notify.volume")} hint={undefined} />
        <input type="range" min={0} max={100} step={5} aria-labelledby={id} value={Math.round(sounds.volume * 100)} onChange={(event) => set({ sounds: { volume: Number(event.target.value) / 100 } })} />
      </label>
      {KINDS.map((kind) => (
        <Switch key={kind} label={words(`notify.sound_${kind}`)} on={sounds[kind]} onChange={(on) => {
          set({ sounds: { [kind]: on } });
          if (on) bridge.trySound({ kind, volume: sounds.volume });
        }} />
      ))}
      <div className="actions">{KINDS.map((kind) => <button key={kind} type="button" onClick={() => bridge.trySound({ kind, volume: sounds.volume })}>{words("notify.hear", { what: words(`notify.sound_${kind}`) })}</button>)}</div>
    </>
  );
}

function MutedProjects({ bridge, rules, words, set }: PartProps & Pick<NotifyProps, "bridge">) {
  const known = useProjects(bridge);
  const all = [...new Set([...rules.muted_projects, ...known])].sort();
  if (all.length === 0) return null;
  return (
    <details className="row-details">
      <summary>{words("notify.projects")}</summary>
      {all.map((project) => <Switch key={project} label={folderName(project)} hint={project} on={!rules.muted_projects.includes(project)} onChange={(on) => set({ project: { project, muted: !on } })} />)}
    </details>
  );
}
