import { existsSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const root = join(import.meta.dirname, "renderer");
const pages = ["mascots", "bubble", "card", "dashboard"];

/** The pages of the two windows. The main process serves them from its own scheme, so all addresses are relative. */
export default defineConfig(({ mode }) => ({
  root,
  base: "./",
  plugins: [react()],
  build: {
    outDir: join(import.meta.dirname, "dist", "renderer"),
    emptyOutDir: true,
    // The oldest Chromium the windows run on (Electron 25).
    target: "chrome114",
    // Source maps are for development only.
    sourcemap: mode === "development",
    // The polyfill would be of no use to any Chromium of ours.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: Object.fromEntries(
        pages.map((page) => [page, join(root, `${page}.html`)]).filter(([, file]) => existsSync(file as string)),
      ),
    },
  },
}));
