import { type ReactNode, useEffect, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import { useWindow } from "../shared/world-store.ts";
import { ThemeProvider, USUAL_THEME } from "./characters/theme.ts";

interface ThemedProps { readonly bridge: Pick<MascotBridge, "themeView">; readonly children: ReactNode }

/** A page with a copy of the world, in the theme that is shown. */
export function Themed({ bridge, children }: ThemedProps) {
  return <InTheme bridge={bridge} version={useWindow((state) => state.ui?.theme)}>{children}</InTheme>;
}

/** A page that knows of nothing else, in the theme that is shown. */
export function ThemedAlone({ bridge, children }: ThemedProps & { readonly bridge: Pick<MascotBridge, "themeView" | "uiState" | "onUiState"> }) {
  const [version, setVersion] = useState<string>();
  useEffect(() => {
    void bridge.uiState().then((ui) => setVersion(ui.theme));
    return bridge.onUiState((ui) => setVersion(ui.theme));
  }, [bridge]);
  return <InTheme bridge={bridge} version={version}>{children}</InTheme>;
}

/** Asks for the theme whenever main says that it is another one. */
function InTheme({ bridge, version, children }: ThemedProps & { readonly version: string | undefined }) {
  const [theme, setTheme] = useState(USUAL_THEME);
  useEffect(() => {
    if (version === undefined) return;
    let wanted = true;
    bridge.themeView().then((view) => wanted && setTheme(view), () => undefined);
    return () => {
      wanted = false;
    };
  }, [bridge, version]);
  return <ThemeProvider value={theme}>{children}</ThemeProvider>;
}
