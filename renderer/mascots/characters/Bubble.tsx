import { memo, type ReactNode } from "react";
import type { Bubble as BubbleContent } from "../../../schemas/generated/types.ts";
import "./bubble.css";

export type BubbleKind = BubbleContent["kind"];

export interface BubbleProps {
  readonly kind: BubbleKind;
  /** Short words in the person's language; what two lines do not hold is cut by the box. */
  readonly text: string;
}

/** Signs in a square of 12 units; colour only supports them. */
const SIGNS: Readonly<Record<BubbleKind, ReactNode>> = {
  tool: <path d="M4 2.8L9.6 6.2L4 9.6Z" />,
  thinking: <path d="M2.2 6H2.3M6 6H6.1M9.7 6H9.8" />,
  question: <path d="M4 4.2C4 1.6 8 1.6 8 4.2C8 5.8 6 5.7 6 7.4M6 10V10.1" />,
  permission: <path d="M6 2V7M6 9.9V10" />,
  plan: <path d="M3 3H9M3 6H9M3 9H6.5" />,
  failure: <path d="M3.2 3.2L8.8 8.8M8.8 3.2L3.2 8.8" />,
  test_failed: <path d="M4.5 1.5H7.5M5 1.5V5L2.5 10H9.5L7 5V1.5" />,
  build_failed: <path d="M2 10L6.5 5.5M5.5 2.5L9.5 6.5M7.5 1.5L10.5 4.5L9 6L6 3Z" />,
  warning: <path d="M6 1.8L10.8 10.2H1.2ZM6 5V7.2M6 8.7V8.8" />,
  compacting: <path d="M2.5 4.5L6 2L9.5 4.5V9.5H2.5ZM2.5 5H9.5" />,
  watching: <path d="M1.5 6C4 2.5 8 2.5 10.5 6C8 9.5 4 9.5 1.5 6ZM6 6V6.1" />,
  untracked: <path d="M2 6L6 2H10V6L6 10ZM8.2 3.8V3.9" />,
  blocked: <path d="M3 5.5H9V10H3ZM4.3 5.5V4C4.3 1.5 7.7 1.5 7.7 4V5.5" />,
};

/** What a mascot says: one line or two, light on any wallpaper, with a tail to its owner below. */
export const Bubble = memo(function Bubble({ kind, text }: BubbleProps) {
  return (
    <div className={`bubble bubble-${kind}`}>
      <svg className="bubble-sign" viewBox="0 0 12 12" width={12} height={12} aria-hidden>
        {SIGNS[kind]}
      </svg>
      <span className="bubble-text" dir="auto">{text}</span>
    </div>
  );
});
