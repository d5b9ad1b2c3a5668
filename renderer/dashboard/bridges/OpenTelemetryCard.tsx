import { type FormEvent, useState } from "react";
import type { OpenTelemetryRules, PostgresShare } from "../../../schemas/generated/types.ts";
import { Choice, Switch } from "../controls.tsx";
import { Button } from "../design/Button.tsx";
import { Card } from "../design/Card.tsx";
import { Field } from "../design/Field.tsx";
import type { CardProps } from "./card-props.ts";
import { Secret } from "./Secret.tsx";
import { Standing } from "./Standing.tsx";
import { TryOut } from "./TryOut.tsx";

type Where = Pick<OpenTelemetryRules, "endpoint" | "member">;
const SHARES = ["none", "metadata", "text", "all"] as const;

export function OpenTelemetryCard({ bridge, words, locale, state, act, projects }: CardProps) {
  const rules = state.rules.opentelemetry;
  const status = state.bridges.find((one) => one.bridge === "opentelemetry");
  const changeFrom = (make: (rules: OpenTelemetryRules) => Partial<OpenTelemetryRules>) => act((now) => bridge.changeBridges({ opentelemetry: { ...now.rules.opentelemetry, ...make(now.rules.opentelemetry) } }));
  const change = (changed: Partial<OpenTelemetryRules>) => changeFrom(() => changed);
  const share = (project: string, chosen: PostgresShare | "none") =>
    void changeFrom(({ projects: { [project]: _before, ...others } }) => ({ projects: chosen === "none" ? others : { ...others, [project]: chosen } }));
  return (
    <Card title={words("bridges.otel.title")} hint={words("bridges.otel.hint")}>
      <Switch label={words("bridges.otel.on")} on={rules.enabled} disabled={!rules.enabled && rules.endpoint === ""} onChange={(enabled) => void change({ enabled })} />
      {status && <Standing bridge={bridge} words={words} locale={locale} status={status} act={act} />}
      <WhereForm key={JSON.stringify([rules.endpoint, rules.member])} rules={rules} words={words} account={state.account} onSave={change} />
      <Secret bridge={bridge} words={words} name="otel_headers" state={state} act={act} />
      <p className="quiet">{words("bridges.otel.headers_hint")}</p>
      <Switch label={words("bridges.otel.traces")} on={rules.traces} onChange={(traces) => void change({ traces })} />
      <Switch label={words("bridges.otel.metrics")} on={rules.metrics} onChange={(metrics) => void change({ metrics })} />
      <fieldset>
        <legend>{words("bridges.projects")}</legend>
        <p className="quiet">{words("bridges.postgres.projects_hint")}</p>
        {projects.map((project) => <Choice key={project} label={project} value={rules.projects[project] ?? "none"} options={SHARES.map((one) => [one, words(`bridges.postgres.share_${one}`)] as const)} onChange={(chosen) => share(project, chosen)} />)}
        {projects.length === 0 && <p className="quiet">{words("bridges.no_projects")}</p>}
      </fieldset>
      <TryOut bridge={bridge} words={words} name="opentelemetry" />
    </Card>
  );
}

/** The same as the bridge itself looks at: a key goes over no network for all to read. */
function isSafe(endpoint: string): boolean {
  try {
    const { protocol, hostname } = new URL(endpoint);
    return protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname));
  } catch {
    return false;
  }
}

function WhereForm({ rules, words, account, onSave }: { rules: OpenTelemetryRules; words: CardProps["words"]; account: string; onSave(where: Where): Promise<boolean> }) {
  const [where, setWhere] = useState<Where>({ endpoint: rules.endpoint, member: rules.member });
  const isWrong = where.endpoint !== "" && !isSafe(where.endpoint);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) void onSave(where);
  };
  const field = (name: keyof Where, placeholder: string, problem: string | null = null) => (
    <Field label={words(`bridges.otel.${name}`)} problem={problem}>
      <input value={where[name]} placeholder={placeholder} autoComplete="off" spellCheck={false} aria-invalid={problem !== null} onChange={(event) => setWhere({ ...where, [name]: name === "endpoint" ? event.target.value.trim() : event.target.value })} />
    </Field>
  );
  return (
    <form className="bridge-where" onSubmit={save}>
      {field("endpoint", "https://otlp.example.com", isWrong ? words("bridges.otel.endpoint_wrong") : null)}{field("member", account)}
      <Button submit disabled={isWrong}>{words("bridges.postgres.save")}</Button>
    </form>
  );
}
