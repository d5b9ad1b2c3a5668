// Generated from the folders beside it by build/generate-schemas.mjs. Do not edit.
import { hooks as codex } from "./codex/hooks.ts";
import { hooks as copilot } from "./copilot/hooks.ts";
import { hooks as cursor } from "./cursor/hooks.ts";
import { hooks as gemini } from "./gemini/hooks.ts";
import { hooks as opencode } from "./opencode/hooks.ts";
import type { ProviderHooks } from "./provider-hooks.ts";

export const allHooks: readonly ProviderHooks[] = [codex, copilot, cursor, gemini, opencode];
