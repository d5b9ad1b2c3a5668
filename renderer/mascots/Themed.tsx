import { type ReactNode, useEffect, useState } from "react";
import type { MascotBridge } from "../../schemas/bridge.ts";
import { useWindow } from "../shared/world-store.ts";
import { ThemeProvider, USUAL_THEME } from "./characters/theme.ts";

/** A page in the theme that is shown; asks for it again whenever main says that it is another one. */
export function Themed({ bridge, children }: { readonly bridge: Pick<MascotBridge, "themeView">; readonly children: ReactNode }) {
  const version = useWindow((state) => state.ui?.theme);
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
