import type { PageProps } from "../page.ts";

export function DataPage({ words }: PageProps) {
  return <h2>{words("nav.data")}</h2>;
}
