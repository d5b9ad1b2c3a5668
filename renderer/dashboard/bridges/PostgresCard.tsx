import { type FormEvent, useState } from "react";
import type { PostgresRules, PostgresShare } from "../../../schemas/generated/types.ts";
import { Choice, Switch } from "../controls.tsx";
import { Button } from "../design/Button.tsx";
import { Card } from "../design/Card.tsx";
import { Field } from "../design/Field.tsx";
import type { CardProps } from "./card-props.ts";
import { Secret } from "./Secret.tsx";
import { Standing } from "./Standing.tsx";
import { TryOut } from "./TryOut.tsx";

type Where = Pick<PostgresRules, "host" | "port" | "database" | "user" | "ca_file" | "member">;
/** A name, an address, a socket's folder; no connection string, whose password would lie in the settings for all to read, and no port. */
const HOST = /^(?:[A-Za-z0-9_.-]*|[0-9A-Fa-f:.]+|\/[A-Za-z0-9_./-]*)$/;
const SHARES = ["none", "metadata", "text", "all"] as const;

export function PostgresCard({ bridge, words, locale, state, act, projects }: CardProps) {
  const rules = state.rules.postgres;
  const status = state.bridges.find((one) => one.bridge === "postgres");
  const changeFrom = (make: (rules: PostgresRules) => Partial<PostgresRules>) => act((now) => bridge.changeBridges({ postgres: { ...now.rules.postgres, ...make(now.rules.postgres) } }));
  const change = (changed: Partial<PostgresRules>) => changeFrom(() => changed);
  const share = (project: string, chosen: PostgresShare | "none") =>
    void changeFrom(({ projects: { [project]: _before, ...others } }) => ({ projects: chosen === "none" ? others : { ...others, [project]: chosen } }));
  return (
    <Card title={words("bridges.postgres.title")} hint={words("bridges.postgres.hint")}>
      <Switch label={words("bridges.postgres.on")} on={rules.enabled} disabled={!rules.enabled && rules.host === ""} onChange={(enabled) => void change({ enabled })} />
      {status && <Standing bridge={bridge} words={words} locale={locale} status={status} act={act} />}
      <WhereForm key={JSON.stringify([rules.host, rules.port, rules.database, rules.user, rules.ca_file, rules.member])} rules={rules} words={words} account={state.account} onSave={change} />
      <Secret bridge={bridge} words={words} name="postgres_password" state={state} act={act} />
      <fieldset>
        <legend>{words("bridges.projects")}</legend>
        <p className="quiet">{words("bridges.postgres.projects_hint")}</p>
        {projects.map((project) => <Choice key={project} label={project} value={rules.projects[project] ?? "none"} options={SHARES.map((one) => [one, words(`bridges.postgres.share_${one}`)] as const)} onChange={(chosen) => share(project, chosen)} />)}
        {projects.length === 0 && <p className="quiet">{words("bridges.no_projects")}</p>}
      </fieldset>
      <TryOut bridge={bridge} words={words} name="postgres" />
      {rules.enabled && (
        <p><Button disabled={status?.history != null} onClick={() => void act(() => bridge.bridgeHistory({ bridge: "postgres" }))}>{words("bridges.postgres.history")}</Button>{" "}
          <span className="quiet">{status?.history ? words("bridges.postgres.history_runs", { ...status.history }) : words("bridges.postgres.history_hint")}</span></p>
      )}
    </Card>
  );
}

function WhereForm({ rules, words, account, onSave }: { rules: PostgresRules; words: CardProps["words"]; account: string; onSave(where: Partial<Where>): Promise<boolean> }) {
  const [where, setWhere] = useState({ host: rules.host, port: String(rules.port), database: rules.database, user: rules.user, ca_file: rules.ca_file ?? "", member: rules.member });
  const port = Number(where.port);
  const wrong = { host: !HOST.test(where.host.trim()), port: !(Number.isInteger(port) && port > 0 && port < 65_536) };
  const isWrong = wrong.host || wrong.port;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { host, database, user, ca_file, member } = Object.fromEntries(Object.entries(where).map(([name, text]) => [name, text.trim()])) as typeof where;
    if (!isWrong) void onSave({ host, port, database, user, member, ca_file: ca_file || null });
  };
  const field = (name: keyof typeof where, placeholder = "") => (
    <Field label={words(`bridges.postgres.${name}`)} problem={(name === "port" || name === "host") && wrong[name] ? words(`bridges.postgres.${name}_wrong`) : null}>
      <input value={where[name]} placeholder={placeholder} autoComplete="off" spellCheck={false} onChange={(event) => setWhere({ ...where, [name]: event.target.value })} />
    </Field>
  );
  return (
    <form className="bridge-where" onSubmit={save}>
      {field("host", "db.example.com")}{field("port")}{field("database")}{field("user")}{field("ca_file")}{field("member", account)}
      <Button submit disabled={isWrong}>{words("bridges.postgres.save")}</Button>
    </form>
  );
}
