// Generated from the folders beside it by build/generate-schemas.mjs. Do not edit.
import { adapter as claude } from "./claude/adapter.ts";
import { adapter as codex } from "./codex/adapter.ts";
import { adapter as copilot } from "./copilot/adapter.ts";
import { adapter as cursor } from "./cursor/adapter.ts";
import { adapter as gemini } from "./gemini/adapter.ts";
import { adapter as generic } from "./generic/adapter.ts";
import { adapter as opencode } from "./opencode/adapter.ts";
import type { ProviderAdapter } from "./adapter.ts";

export const adapters: readonly ProviderAdapter[] = [claude, codex, copilot, cursor, gemini, generic, opencode];
