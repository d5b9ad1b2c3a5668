import { create } from "zustand";
import type { Ask } from "../../../schemas/generated/types.ts";

/** The requests that can be answered here, the oldest first: the same on every page. */
export const useAskStore = create<{ asks: readonly Ask[] }>(() => ({ asks: [] }));
