import type { PageProps } from "../page.ts";

export function SessionsPage({ words }: PageProps) {
  return <h2>{words("nav.sessions")}</h2>;
}
