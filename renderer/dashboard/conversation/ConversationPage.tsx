import type { PageProps } from "../page.ts";
import type { ConversationPlace } from "../place.ts";

interface ConversationProps extends PageProps {
  place: ConversationPlace;
  onBack(): void;
}

export function ConversationPage({ words, place, onBack }: ConversationProps) {
  return (
    <>
      <button type="button" onClick={onBack}>{words("conversation.back")}</button>
      <h2>{place.session_id}</h2>
    </>
  );
}
