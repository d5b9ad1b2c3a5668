import { useCallback, useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { HooksChange, HooksPlace } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { ErrorView, Skeleton } from "../design/index.ts";
import { AutoRepair } from "./AutoRepair.tsx";
import { ChangeDialog } from "./ChangeDialog.tsx";
import { DoctorCard } from "./DoctorCard.tsx";
import { OtherHooks } from "./OtherHooks.tsx";
import { Place } from "./Place.tsx";
import { byProject, changeOf, type HooksAction, keyOf, projectsOf, scopeOf } from "./places.ts";
import { RestoreDialog } from "./RestoreDialog.tsx";
import { useHooksPlaces } from "./useHooksPlaces.ts";
import "./hooks.css";

interface PageProps { bridge: MascotBridge; words: Words; locale: Locale }

interface Asked { place: HooksPlace; action: HooksAction }

/** Our lines, per settings file. Every change is shown and agreed to before it is made. */
export function HooksPage({ bridge, words, locale }: PageProps) {
  const { places, failed, lookAgain } = useHooksPlaces(bridge);
  const [working, setWorking] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ at: string; text: string } | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = useCallback(() => setAsked(null), []);
  const make = useCallback(async (place: HooksPlace, change: HooksChange) => {
    setWorking(keyOf(place));
    setFailure(null);
    const said = await run(bridge, place, change);
    if (said !== null) setFailure({ at: keyOf(place), text: said });
    await lookAgain();
    setWorking(null);
  }, [bridge, lookAgain]);
  useEffect(() => setFailure((known) => (places?.some((place) => keyOf(place) === known?.at) ? known : null)), [places]);
  const ofUser = places?.find(({ scope }) => scope === "user");
  return (
    <>
      <h2>{words("hooks.title")}</h2>
      <p className="lead-in">{words("hooks.intro")}</p>
      {places === null && (failed
        ? <ErrorView title={words("page_state.hooks_failed")} text={words("page_state.hooks_failed_text")} again={words("sessions.again")} onAgain={() => void lookAgain()} />
        : <Skeleton text={words("frame.loading")} lines={5} />)}
      {places && byProject(places).map(({ project, files }) => (
        <section key={project ?? ""} className="card hooks-card" aria-label={project ?? words("hooks.scope_user")}>
          <header><h3>{project === null ? words("hooks.scope_user") : folderName(project)}</h3>{project !== null && <span className="quiet path">{project}</span>}</header>
          {files.map((place) => (
            <Place key={keyOf(place)} place={place} places={places} words={words} busy={working !== null} working={working === keyOf(place)}
              failure={failure?.at === keyOf(place) ? failure.text : null} onAction={(action) => setAsked({ place, action })} />
          ))}
        </section>
      ))}
      <OtherHooks bridge={bridge} words={words} />
      <AutoRepair bridge={bridge} words={words} />
      <DoctorCard bridge={bridge} words={words} projects={projectsOf(places ?? [])} onInstall={() => ofUser && setAsked({ place: ofUser, action: "install" })} onChanged={() => void lookAgain()} />
      <p className="quiet">{words("hooks.cli")} <code>agent-mascot hooks install</code> · <code>agent-mascot doctor</code></p>
      {asked?.action === "restore" && (
        <RestoreDialog bridge={bridge} words={words} locale={locale} place={asked.place} onClose={close} onRestore={(backup) => void make(asked.place, { ...scopeOf(asked.place), change: "restore", backup })} />
      )}
      {asked && asked.action !== "restore" && (
        <ChangeDialog bridge={bridge} words={words} place={asked.place} places={places ?? []} action={asked.action} onClose={close} onAgree={() => void make(asked.place, changeOf(asked.place, asked.action))} />
      )}
    </>
  );
}

/** @returns what the person must hear, or null when all went well */
async function run(bridge: MascotBridge, place: HooksPlace, change: HooksChange): Promise<string | null> {
  try {
    return (await made(bridge, place, change)).problem;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function made(bridge: MascotBridge, place: HooksPlace, change: HooksChange) {
  switch (change.change) {
    case "install":
      return bridge.hooksInstall(scopeOf(place));
    case "remove":
      return bridge.hooksUninstall(scopeOf(place));
    case "restore":
      return bridge.hooksRestore(change);
  }
}

function folderName(path: string): string {
  return path.split(/[\\/]+/).filter(Boolean).at(-1) ?? path;
}
