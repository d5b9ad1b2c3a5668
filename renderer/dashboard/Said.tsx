import { useCallback, useState } from "react";

export interface Said {
  readonly text: string;
  /** Which one it is of all that was said. */
  readonly number: number;
}

/** Something said once, into a region that a screen reader follows. */
export function useSaid(): [Said, (text: string) => void] {
  const [said, setSaid] = useState<Said>({ text: "", number: 0 });
  return [said, useCallback((text: string) => setSaid(({ number }) => ({ text, number: number + 1 })), [])];
}

/** The same words said once more come as new ones: what has only stayed is not read again. */
export function SaidText({ said: { text, number } }: { said: Said }) {
  return text === "" ? null : <span key={number}>{text}</span>;
}
