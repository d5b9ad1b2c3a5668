import { createContext, useContext, useState } from "react";

/** What the person unfolded, and how much of it. Outlives the rows, which come and go as they are scrolled. */
export const Folds = createContext<Map<string, number>>(new Map());

/** @returns 0 for folded, and how to change it */
export function useFold(key: string): [number, (amount: number) => void] {
  const folds = useContext(Folds);
  const [amount, setAmount] = useState(folds.get(key) ?? 0);
  return [amount, (next) => {
    folds.set(key, next);
    setAmount(next);
  }];
}
