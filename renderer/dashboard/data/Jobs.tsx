import type { Locale, Words } from "../../shared/words.ts";
import { countText } from "../figures.ts";
import { type Job, reasonKey, useJobs } from "./jobs.ts";

/** What is under way and how the last things ended. */
export function Jobs({ words, locale }: { words: Words; locale: Locale }) {
  const { jobs, dismiss } = useJobs();
  return (
    <div className="jobs" role="status" aria-label={words("data.jobs")}>
      {jobs.map((job) => (
        <p key={job.id} className={`notice job${job.state === "failed" ? " error" : ""}`} data-job={job.kind} data-state={job.state}>
          <span className="job-text">{textOf(job, words, locale)}</span>
          {job.state === "running"
            ? <Progress job={job} words={words} locale={locale} />
            : <button type="button" className="plain quiet" aria-label={words("data.dismiss_this", { what: textOf(job, words, locale) })} onClick={() => dismiss(job.id)}>{words("data.dismiss")}</button>}
        </p>
      ))}
    </div>
  );
}

function textOf({ kind, state, name, result }: Job, words: Words, locale: Locale): string {
  switch (state) {
    case "running": return words(`data.running_${kind}`, { name });
    case "failed": return words(`data.failed_${kind}`, { name, reason: words(`data.reason_${reasonKey(result?.reason)}`) });
    case "done": return words(`data.done_${kind}`, { name, file: result?.file ?? "", count: countText(result?.count ?? 0, locale) });
  }
}

/** Not part of what is announced: a screen reader would never be done with it. */
function Progress({ job: { progress }, words, locale }: { job: Job; words: Words; locale: Locale }) {
  const known = progress !== null && progress.of > 0 && progress.left > 0;
  const label = known ? words("data.left", { left: countText(progress.left, locale), of: countText(progress.of, locale) }) : words("data.working");
  return (
    <span className="job-progress" aria-live="off">
      <span className="quiet">{label}</span>
      {known ? <progress aria-label={label} max={progress.of} value={progress.of - progress.left} /> : <progress aria-label={label} />}
    </span>
  );
}
