import { useEffect, useMemo, useRef, useState } from "react";
import type { Stories } from "./company.ts";
import { type Frame, lengthOf, nextStory, type Story } from "./stories.ts";

/** How often somebody plays the plain habit of its species instead of a story. */
const PLAIN = 0.3;

/** What was told last on this page, by whomever. */
let toldLast: string | null = null;

export interface Telling {
  /** What is drawn now; null between stories. */
  readonly frame: Frame | null;
  readonly stories: Stories;
}

/** Stories of one mascot: picture after picture by a timer, each drawn once; nothing runs between two stories. */
export function useStory(species: string): Telling {
  const [playing, setPlaying] = useState<{ readonly story: Story; readonly index: number } | null>(null);
  const own = useRef<string | null>(null);
  const stories = useMemo<Stories>(
    () => ({
      begin() {
        if (Math.random() < PLAIN) return 0;
        const story = nextStory(species, [own.current, toldLast], Math.random());
        own.current = toldLast = story.name;
        setPlaying({ story, index: 0 });
        return lengthOf(story);
      },
      end: () => setPlaying(null),
    }),
    [species],
  );
  const frame = playing?.story.frames[playing.index] ?? null;
  useEffect(() => {
    if (!frame) return;
    const timer = setTimeout(() => setPlaying((now) => now && { ...now, index: now.index + 1 }), frame.ms);
    return () => clearTimeout(timer);
  }, [frame]);
  return { frame, stories };
}
