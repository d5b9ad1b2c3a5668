import { useCallback, useEffect, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { TeamView } from "../../../schemas/generated/types.ts";
import { clockText } from "../../../schemas/clock.ts";
import type { Locale, Words } from "../../shared/words.ts";
import { Button } from "../design/Button.tsx";
import { Card } from "../design/Card.tsx";
import { Table } from "../design/Table.tsx";

/** Who works where, and today's figures, from the central database. */
export function TeamCard({ bridge, words, locale }: { bridge: MascotBridge; words: Words; locale: Locale }) {
  const [team, setTeam] = useState<TeamView | null>(null);
  const load = useCallback(() => void bridge.team().then(setTeam, () => setTeam({ reason: "postgres_away", now: [], today: [] })), [bridge]);
  useEffect(load, [load]);
  const number = (value: number) => value.toLocaleString(locale);
  return (
    <Card title={words("bridges.team.title")} hint={words("bridges.team.hint")} tools={<Button onClick={load}>{words("bridges.team.reload")}</Button>}>
      {team?.reason && <p role="status">{words(`bridges.reason.${team.reason}`)}</p>}
      {team !== null && team.reason === null && team.now.length === 0 && <p className="quiet">{words("bridges.team.nobody")}</p>}
      {team !== null && team.now.length > 0 && (
        <Table caption={words("bridges.team.now")} rows={team.now} keyOf={(row) => `${row.member} ${row.machine} ${row.project} ${row.last_at} ${row.title}`} columns={[
          { id: "member", head: words("bridges.team.member"), cell: (row) => row.member }, { id: "project", head: words("bridges.team.project"), cell: (row) => row.project }, { id: "title", head: words("bridges.team.about"), cell: (row) => row.title ?? "" },
          { id: "machine", head: words("bridges.team.machine"), cell: (row) => row.machine }, { id: "last", head: words("bridges.team.last"), number: true, cell: (row) => clockText(row.last_at, locale) },
        ]} />
      )}
      {team !== null && team.today.length > 0 && (
        <Table caption={words("bridges.team.today")} rows={team.today} keyOf={(row) => row.member} columns={[
          { id: "member", head: words("bridges.team.today"), cell: (row) => row.member },
          ...(["sessions", "prompts", "replies", "tool_calls", "failures", "tokens"] as const).map((name) => ({ id: name, head: words(`bridges.team.${name}`), number: true, cell: (row: TeamView["today"][number]) => number(row[name]) })),
        ]} />
      )}
    </Card>
  );
}
