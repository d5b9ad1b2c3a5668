import type { Notice } from "../../schemas/generated/types.ts";
import type { Words } from "../shared/words.ts";

/** What the app has to say about itself: a taken collector port, a database that was set aside, a full disk. */
export function Notices({ notices, words }: { notices: Notice[]; words: Words }) {
  if (notices.length === 0) return null;
  return (
    <section className="notices" aria-label={words("notice.title")} role="status">
      {notices.map((notice) => (
        <p key={notice.id} className={`notice ${notice.level}`}>{notice.text ?? notice.id}</p>
      ))}
    </section>
  );
}
