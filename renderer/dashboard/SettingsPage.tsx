import { useCallback, useEffect, useState } from "react";
import type { AppStatus, SettingsChange, UiState } from "../../schemas/generated/types.ts";
import { useWindow } from "../shared/world-store.ts";
import type { Words } from "../shared/words.ts";
import { Choice, Switch } from "./controls.tsx";
import { ErrorView } from "./design/ErrorView.tsx";
import { Skeleton } from "./design/Skeleton.tsx";
import { ContextBudget } from "./guard/ContextBudget.tsx";
import { GuardRules } from "./guard/GuardRules.tsx";
import { AnsweringSettings } from "./needs-you/AnsweringSettings.tsx";
import { NotifySettings } from "./notify/NotifySettings.tsx";
import type { PageProps } from "./page.ts";
import { ThemeChoice } from "./ThemeChoice.tsx";
import { useSettings } from "./useSettings.ts";

/** Each control saves at once; what holds is what is shown, whoever changed it. */
export function SettingsPage({ bridge, words, locale, open }: PageProps) {
  const ui = useWindow((state) => state.ui);
  const { settings, failed, again } = useSettings(bridge);
  const [status, setStatus] = useState<AppStatus | null>(null);
  const loadStatus = useCallback(() => void bridge.appStatus().then(setStatus, () => undefined), [bridge]);
  useEffect(loadStatus, [loadStatus]);
  if (failed) return <ErrorView title={words("page_state.settings_failed")} text={words("page_state.settings_failed_text")} again={words("sessions.again")} onAgain={again} />;
  if (!settings || !ui) return <Skeleton text={words("frame.loading")} />;
  const change = (part: SettingsChange) => void bridge.changeSettings(part);
  return (
    <>
      <h2>{words("settings.title")}</h2>
      <section className="card form">
        <Choice label={words("settings.language")} value={settings.locale} options={[["system", words("settings.system")], ["en", "English"], ["ko", "한국어"]]} onChange={(locale) => change({ locale })} />
        <Choice label={words("settings.size")} value={settings.mascots.size} options={(["S", "M", "L"] as const).map((size) => [size, words(`settings.size_${size}`)])} onChange={(size) => change({ size })} />
        <Switch label={words("settings.visible")} on={ui.visible} onChange={(visible) => bridge.setVisible(visible)} />
        <Switch label={words("settings.full_screen")} on={settings.mascots.hide_in_full_screen} hint={fullScreenHint(ui, words)} onChange={(on) => change({ hide_in_full_screen: on })} />
        <Switch label={words("settings.login")} on={settings.login_item} onChange={(on) => change({ login_item: on })} />
        <AnsweringSettings bridge={bridge} settings={settings} words={words} change={change} />
        <Switch label={words("settings.memory")} on={settings.memory.enabled} hint={words("settings.memory_hint")} onChange={(on) => change({ memory: on })} />
        <Choice label={words("settings.guard")} hint={words("settings.guard_hint")} value={settings.tracking.mode} options={(["off", "warn", "strict"] as const).map((mode) => [mode, words(`settings.guard_${mode}`)])} onChange={(tracking_mode) => change({ tracking_mode })} />
        {settings.tracking.mode !== "off" && <Switch label={words("settings.guard_suggest")} on={settings.tracking.auto_create} onChange={(on) => change({ tracking_auto_create: on })} />}
        {settings.context && <ContextBudget rules={settings.context} words={words} locale={locale} onChange={(context) => change({ context })} />}
        <Switch label={words("settings.by_hooks")} on={settings.launch.by_hooks} onChange={(on) => change({ launch_by_hooks: on })} />
        <Switch label={words("settings.unattended")} on={settings.launch.unattended} onChange={(on) => change({ launch_unattended: on })} />
        <Choice label={words("settings.after_quit")} value={settings.launch.after_quit} options={(["next_attended_session", "never"] as const).map((key) => [key, words(`settings.${key}`)])} onChange={(key) => change({ launch_after_quit: key })} />
      </section>
      <NotifySettings bridge={bridge} settings={settings} ui={ui} words={words} locale={locale} change={change} />
      <GuardRules bridge={bridge} words={words} />
      <ThemeChoice bridge={bridge} words={words} chosen={settings.mascots.theme ?? "mascots"} onChange={(theme) => bridge.changeSettings({ theme })} />
      {status && <About status={status} words={words} />}
      <div className="actions"><button type="button" onClick={() => open({ page: "tour" })}>{words("tour.again_from_settings")}</button><button type="button" onClick={() => bridge.quit()}>{words("settings.quit")}</button></div>
    </>
  );
}

function About({ status, words }: { status: AppStatus; words: Words }) {
  return (
    <p className="quiet">
      {words("status.version", { version: status.version })} · {words("status.events", { count: status.events })} · {words(status.recording ? "status.recording" : "status.not_recording")} · {words("status.url")} <code>{status.url}</code>
    </p>
  );
}

function fullScreenHint({ full_screen, platform }: UiState, words: Words): string | undefined {
  if (full_screen !== "unknown") return undefined;
  return words(platform === "linux" ? "settings.full_screen_linux" : "settings.full_screen_unknown");
}
