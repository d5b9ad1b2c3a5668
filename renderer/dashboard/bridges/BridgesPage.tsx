import { useMemo } from "react";
import type { BridgesState } from "../../../schemas/generated/types.ts";
import { ErrorView } from "../design/ErrorView.tsx";
import { Skeleton } from "../design/Skeleton.tsx";
import type { PageProps } from "../page.ts";
import { useProjects } from "../useProjects.ts";
import { DiscordCard } from "./DiscordCard.tsx";
import { OpenTelemetryCard } from "./OpenTelemetryCard.tsx";
import { PostgresCard } from "./PostgresCard.tsx";
import { TeamCard } from "./TeamCard.tsx";
import { useBridges } from "./useBridges.ts";
import "./bridges.css";

/** What leaves this computer, where to, and how that goes. */
export function BridgesPage({ bridge, words, locale }: PageProps) {
  const { state, failed, again, act } = useBridges(bridge);
  const known = useProjects(bridge);
  const projects = useMemo(() => projectsOf(known, state), [known, state]);
  return (
    <div className="bridges">
      <header className="page-head"><h2>{words("bridges.title")}</h2></header>
      <p className="quiet">{words("bridges.intro")}</p>
      {failed && state !== null && <p className="notice error" role="alert">{words("bridges.failed")}</p>}
      {failed && state === null && <ErrorView title={words("page_state.bridges_failed")} text={words("page_state.settings_failed_text")} again={words("sessions.again")} onAgain={again} />}
      {!failed && state === null && <Skeleton text={words("frame.loading")} />}
      {state !== null && (
        <>
          {!state.protected && state.secrets.length > 0 && <p role="note">{words("bridges.unprotected")}</p>}
          <DiscordCard bridge={bridge} words={words} locale={locale} state={state} act={act} projects={projects} />
          <PostgresCard bridge={bridge} words={words} locale={locale} state={state} act={act} projects={projects} />
          <OpenTelemetryCard bridge={bridge} words={words} locale={locale} state={state} act={act} projects={projects} />
          {state.rules.postgres.enabled && <TeamCard bridge={bridge} words={words} locale={locale} />}
        </>
      )}
    </div>
  );
}

/** Projects that something is known of or that a bridge has a rule for. */
function projectsOf(known: readonly string[], state: BridgesState | null): string[] {
  const listed = state === null ? [] : [...Object.keys(state.rules.discord.projects), ...Object.keys(state.rules.postgres.projects), ...Object.keys(state.rules.opentelemetry.projects)];
  return [...new Set([...known, ...listed])].filter((project) => project !== "").sort();
}
