import { useState } from "react";
import type { DiscordRules } from "../../../schemas/generated/types.ts";
import { Choice, Switch } from "../controls.tsx";
import { Card } from "../design/Card.tsx";
import { Field } from "../design/Field.tsx";
import type { CardProps } from "./card-props.ts";
import { Secret } from "./Secret.tsx";
import { Standing } from "./Standing.tsx";
import { TryOut } from "./TryOut.tsx";

const CHANNEL = /^[0-9]{15,22}$/;

export function DiscordCard({ bridge, words, locale, state, act, projects }: CardProps) {
  const rules = state.rules.discord;
  const status = state.bridges.find((one) => one.bridge === "discord");
  const changeFrom = (make: (rules: DiscordRules) => Partial<DiscordRules>) => void act((now) => bridge.changeBridges({ discord: { ...now.rules.discord, ...make(now.rules.discord) } }));
  const change = (changed: Partial<DiscordRules>) => changeFrom(() => changed);
  const list = (project: string, channel: string | null | undefined) =>
    changeFrom(({ projects: { [project]: _before, ...others } }) => ({ projects: channel === undefined ? others : { ...others, [project]: { channel } } }));
  return (
    <Card title={words("bridges.discord.title")} hint={words("bridges.discord.hint")}>
      <Switch label={words("bridges.discord.on")} on={rules.enabled} onChange={(enabled) => change({ enabled })} />
      {status && <Standing bridge={bridge} words={words} locale={locale} status={status} act={act} />}
      <Choice label={words("bridges.discord.by")} value={rules.by} hint={words(`bridges.discord.by_${rules.by}`)} options={[["bot", words("bridges.discord.bot")], ["webhook", words("bridges.discord.webhook")]]} onChange={(by) => change({ by })} />
      <Secret key={rules.by} bridge={bridge} words={words} name={rules.by === "bot" ? "discord_token" : "discord_webhook"} state={state} act={act} />
      {rules.by === "bot" && <ChannelField key={rules.channel} label={words("bridges.discord.channel")} problem={words("bridges.discord.channel_wrong")} value={rules.channel} onChange={(channel) => change({ channel })} />}
      <Choice label={words("bridges.discord.replies")} value={rules.replies} options={[["whole", words("bridges.discord.whole")], ["cut", words("bridges.discord.cut")]]} onChange={(replies) => change({ replies })} />
      <Switch label={words("bridges.discord.phases")} on={rules.phases} onChange={(phases) => change({ phases })} />
      <fieldset>
        <legend>{words("bridges.projects")}</legend>
        <p className="quiet">{words("bridges.discord.projects_hint")}</p>
        {projects.map((project) => (
          <div key={project} className="bridge-project">
            <Switch label={project} on={Object.hasOwn(rules.projects, project)} onChange={(on) => list(project, on ? null : undefined)} />
            {rules.by === "bot" && Object.hasOwn(rules.projects, project) && (
              <ChannelField key={rules.projects[project]?.channel} label={words("bridges.discord.own_channel", { project })} problem={words("bridges.discord.channel_wrong")} value={rules.projects[project]?.channel ?? null} onChange={(channel) => list(project, channel)} />
            )}
          </div>
        ))}
        {projects.length === 0 && <p className="quiet">{words("bridges.no_projects")}</p>}
      </fieldset>
      <TryOut bridge={bridge} words={words} name="discord" />
    </Card>
  );
}

function ChannelField({ label, problem, value, onChange }: { label: string; problem: string; value: string | null; onChange(channel: string | null): void }) {
  const [text, setText] = useState(value ?? "");
  const isWrong = text !== "" && !CHANNEL.test(text);
  return (
    <Field label={label} problem={isWrong ? problem : null}>
      <input inputMode="numeric" value={text} maxLength={22} aria-invalid={isWrong} onChange={(event) => setText(event.target.value.trim())} onBlur={() => !isWrong && text !== (value ?? "") && onChange(text === "" ? null : text)} />
    </Field>
  );
}
