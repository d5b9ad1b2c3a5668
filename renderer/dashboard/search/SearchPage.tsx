import type { PageProps } from "../page.ts";

export function SearchPage({ words }: PageProps) {
  return <h2>{words("nav.search")}</h2>;
}
