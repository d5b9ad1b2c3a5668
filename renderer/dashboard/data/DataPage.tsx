import { useState } from "react";
import { dayText } from "../../../schemas/clock.ts";
import type { DataStatus } from "../../../schemas/generated/types.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { ErrorView, Skeleton } from "../design/index.ts";
import { Dialog } from "../Dialog.tsx";
import { countText, sizeText } from "../figures.ts";
import type { PageProps } from "../page.ts";
import { exportAll, importAll, removeAll } from "./actions.ts";
import { DataSessions } from "./DataSessions.tsx";
import { Jobs } from "./Jobs.tsx";
import { type JobKind, useJobs } from "./jobs.ts";
import { Retention } from "./Retention.tsx";
import { filled } from "./retention-rules.ts";
import { useData } from "./useData.ts";
import "./data.css";

/** What is kept is the person's: how much it is, how long it stays, taking it away and making it gone. */
export function DataPage({ bridge, words, locale, open }: PageProps) {
  const { status, failed, again, setRetention } = useData(bridge);
  return (
    <>
      <h2>{words("data.title")}</h2>
      <p className="lead-in">{words("data.intro")}</p>
      <Jobs words={words} locale={locale} />
      {failed && status !== null && <p className="notice error" role="alert">{words("data.failed")}</p>}
      {status === null && (failed
        ? <ErrorView title={words("page_state.data_failed")} text={words("data.failed")} again={words("sessions.again")} onAgain={again} />
        : <Skeleton text={words("frame.loading")} lines={5} />)}
      {status && (
        <>
          <Figures status={status} words={words} locale={locale} />
          <Retention status={status} words={words} locale={locale} onSave={setRetention} />
        </>
      )}
      <Everything words={words} onExport={() => void exportAll(bridge)} onImport={() => void importAll(bridge)} onDelete={() => void removeAll(bridge)} />
      <DataSessions bridge={bridge} words={words} locale={locale} open={open} />
    </>
  );
}

function Figures({ status, words, locale }: { status: DataStatus; words: Words; locale: Locale }) {
  const share = filled(status);
  const size = sizeText(status.bytes, locale);
  const counts = [["sessions", status.sessions], ["interactions", status.interactions], ["events", status.events]] as const;
  return (
    <section className="card figures" aria-label={words("data.figures")}>
      <dl>
        <div className="figure size">
          <dt>{words("data.size")}</dt>
          <dd><strong>{size}</strong>{status.retention.megabytes !== null && <span className="quiet"> {words("data.of", { most: `${countText(status.retention.megabytes, locale)} MB` })}</span>}</dd>
          {share !== null && <dd><meter aria-label={words("data.size")} aria-valuetext={size} min={0} max={1} high={0.9} value={share} /></dd>}
        </div>
        {counts.map(([name, count]) => <div key={name} className="figure"><dt>{words(`data.${name}`)}</dt><dd><strong>{countText(count, locale)}</strong></dd></div>)}
        {status.oldest_at !== null && <div className="figure"><dt>{words("data.oldest")}</dt><dd><strong>{dayText(status.oldest_at, locale)}</strong></dd></div>}
      </dl>
    </section>
  );
}

const OF_EVERYTHING: readonly JobKind[] = ["export_all", "import_all", "delete_all"];

function Everything({ words, onExport, onImport, onDelete }: { words: Words; onExport(): void; onImport(): void; onDelete(): void }) {
  const [asking, setAsking] = useState(false);
  const running = useJobs(({ jobs }) => jobs.filter(({ state }) => state === "running").length);
  const busy = useJobs(({ jobs }) => jobs.some(({ state, kind }) => state === "running" && OF_EVERYTHING.includes(kind)));
  return (
    <section className="card form" aria-label={words("data.everything")}>
      <h3>{words("data.everything")}</h3>
      <div className="row">
        <span>{words("data.export_all")}<span className="quiet hint">{words("data.export_all_hint")}</span></span>
        <span className="actions"><button type="button" disabled={busy} onClick={onExport}>{words("data.export_button")}</button></span>
      </div>
      <div className="row">
        <span>{words("data.import_all")}<span className="quiet hint">{words("data.import_all_hint")}</span></span>
        <span className="actions"><button type="button" disabled={busy} onClick={onImport}>{words("data.import_button")}</button></span>
      </div>
      <div className="row">
        <span>{words("data.delete_all")}<span className="quiet hint">{words("data.delete_all_hint")}</span></span>
        <span className="actions"><button type="button" className="danger" disabled={running > 0} onClick={() => setAsking(true)}>{words("data.delete_all_button")}</button></span>
      </div>
      {asking && <DeleteAllDialog words={words} onDelete={onDelete} onClose={() => setAsking(false)} />}
    </section>
  );
}

/** Only for somebody who types the word: a slip of the hand must not end it all. */
function DeleteAllDialog({ words, onDelete, onClose }: { words: Words; onDelete(): void; onClose(): void }) {
  const [typed, setTyped] = useState("");
  const word = words("data.delete_word");
  const matches = typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase();
  return (
    <Dialog title={words("data.delete_all_title")} words={words} action={words("data.delete_all_action")} danger disabled={!matches} onAction={onDelete} onClose={onClose}>
      <p>{words("data.delete_all_text")}</p>
      <label>
        <span className="ask">{words("data.type_word", { word })}</span>
        <input type="text" value={typed} autoComplete="off" spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
      </label>
    </Dialog>
  );
}
