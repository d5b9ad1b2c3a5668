import type { PageProps } from "../page.ts";

export function MemoryPage({ words }: PageProps) {
  return <h2>{words("nav.memory")}</h2>;
}
