import { useEffect, useRef, useState } from "react";
import type { HooksPlace, MascotState } from "../../../schemas/generated/types.ts";
import { Mascot } from "../../mascots/characters/Mascot.tsx";
import { useReducedMotion } from "../../shared/media.ts";
import type { Words } from "../../shared/words.ts";
import { Button } from "../design/index.ts";
import { EMPTY_FACE } from "../EmptyView.tsx";
import { ChangeDialog } from "../hooks/ChangeDialog.tsx";
import { isCovered, keyOf, scopeOf } from "../hooks/places.ts";
import { useHooksPlaces } from "../hooks/useHooksPlaces.ts";
import type { PageProps } from "../page.ts";
import "./tour.css";

const STEPS = ["welcome", "signs", "hooks", "hello"] as const;
type StepProps = PageProps & { onInstalled(): void; onGreeted(): void };

/** What this is, what the mascots say, the hooks with the person's consent, and a first mascot that waves. It can be left at any step and comes again from the settings. */
export function TourPage(props: PageProps) {
  const { words, open } = props;
  const [at, setAt] = useState(0);
  const [isGreeted, setGreeted] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const step = STEPS[at] as (typeof STEPS)[number];
  const isLast = at === STEPS.length - 1;
  // Of two things to do the one that comes first stands out.
  const isNext = step !== "hooks" && (!isLast || isGreeted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is read from its heading on
  useEffect(() => heading.current?.focus({ preventScroll: true }), [at]);
  return (
    <div className="tour" data-step={step}>
      <p className="quiet tour-place">{words("tour.place", { at: at + 1, of: STEPS.length })}</p>
      <h2 ref={heading} tabIndex={-1}>{words(`tour.${step}_title`)}</h2>
      <p className="lead-in">{words(`tour.${step}_text`)}</p>
      <Step step={step} {...props} onInstalled={() => setAt(STEPS.indexOf("hello"))} onGreeted={() => setGreeted(true)} />
      <div className="actions tour-actions">
        {at > 0 && <Button onClick={() => setAt(at - 1)}>{words("tour.back")}</Button>}
        <Button kind={isNext ? "primary" : "plain"} onClick={() => (isLast ? open({ page: "now" }) : setAt(at + 1))}>{words(isLast ? "tour.done" : step === "hooks" ? "tour.later" : "tour.next")}</Button>
        {!isLast && <Button kind="quiet" onClick={() => open({ page: "hooks" })}>{words("tour.skip")}</Button>}
      </div>
    </div>
  );
}

function Step({ step, ...props }: StepProps & { step: (typeof STEPS)[number] }) {
  switch (step) {
    case "welcome": return <Figures words={props.words} states={["editing", "running", "reading"]} />;
    case "signs": return <Figures words={props.words} states={["asking_permission", "asking_question", "watching", "failed", "asleep"]} />;
    case "hooks": return <Hooks {...props} />;
    case "hello": return <Hello {...props} />;
  }
}

function Figures({ words, states }: { words: Words; states: readonly MascotState[] }) {
  const reducedMotion = useReducedMotion();
  return (
    <ul className="tour-figures">
      {states.map((state, n) => (
        <li key={state}><Mascot appearance={{ ...EMPTY_FACE, species: n, palette: n * 2 + 1, eyes: n }} state={state} moment={null} failure={state === "failed" ? "rate_limit" : null} size={96} paused={false} reducedMotion={reducedMotion} /><span>{words(`state.${state}`)}</span></li>
      ))}
    </ul>
  );
}

/** The choice of the settings file; what would be written is shown before it is. */
function Hooks({ bridge, words, onInstalled }: StepProps) {
  const { places, lookAgain } = useHooksPlaces(bridge);
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState<HooksPlace | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const known = places ?? [];
  const place = known.find((one) => keyOf(one) === chosen) ?? known[0];
  const install = async (at: HooksPlace) => {
    const status = await bridge.hooksInstall(scopeOf(at)).catch((error: Error) => ({ problem: error.message }));
    await lookAgain();
    setProblem(status.problem);
    if (status.problem === null) onInstalled();
  };
  if (!place) return <p className="quiet" role="status">{words("frame.loading")}</p>;
  const isInstalled = place.status.state === "installed";
  return (
    <section className="card" aria-label={words("tour.where")}>
      <fieldset className="tour-scopes">
        <legend>{words("tour.where")}</legend>
        {known.filter((one) => !isCovered(one, known)).map((one) => (
          <label key={keyOf(one)} className="tour-scope">
            <input type="radio" name="scope" checked={one === place} onChange={() => setChosen(keyOf(one))} />
            <span><strong>{words(`hooks.scope_${one.scope}`)}</strong> <span className="quiet">{words(`tour.scope_${one.scope}`)}</span><code>{one.status.file}</code></span>
          </label>
        ))}
      </fieldset>
      {problem !== null && <p className="notice error" role="alert">{problem}</p>}
      {place.status.state === "no_client" && <p className="notice">{words("hooks.no_client")}</p>}
      <div className="actions">
        {isInstalled ? <p role="status">{words("hooks.installed")}</p> : <Button kind="primary" icon="hooks" disabled={place.status.state === "no_client"} onClick={() => setAsked(place)}>{words("tour.show_lines")}</Button>}
      </div>
      {asked && <ChangeDialog bridge={bridge} words={words} place={asked} places={known} action="install" onClose={() => setAsked(null)} onAgree={() => void install(asked)} />}
    </section>
  );
}

/** A first mascot on the desktop, by an event that goes the way of all others. */
function Hello({ bridge, words, onGreeted }: StepProps) {
  const [state, setState] = useState<"idle" | "coming" | "failed">("idle");
  const reducedMotion = useReducedMotion();
  const send = () => bridge.sayHello().then(({ ok }) => {
    setState(ok ? "coming" : "failed");
    if (ok) onGreeted();
  }, () => setState("failed"));
  return (
    <section className="card tour-hello" aria-label={words("tour.hello_title")}>
      <Mascot appearance={EMPTY_FACE} state={state === "coming" ? "delegating" : "resting"} moment={null} failure={null} size={112} paused={false} reducedMotion={reducedMotion} />
      <div>
        <Button kind={state === "coming" ? "plain" : "primary"} icon="tour" onClick={() => void send()}>{words(state === "idle" ? "tour.send" : "tour.again")}</Button>
        <p role="status">{state === "coming" ? words("tour.coming") : state === "failed" ? words("tour.failed") : ""}</p>
      </div>
    </section>
  );
}
