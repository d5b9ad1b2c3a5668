/** The keyboard's way over the board: up and down in a column, left and right to the nearest card of another one. It is on a card when it is on its first button. */
import { type Column, COLUMNS } from "./board.ts";

/** @returns whether there is a card to go to */
export function focusBeside(from: HTMLElement, key: string): boolean {
  const card = from.closest<HTMLElement>("[data-port]");
  const board = from.closest("[data-board]");
  const column = COLUMNS.indexOf(card?.dataset["column"] as Column);
  if (!card || !board || column < 0) return false;
  const cardsOf = (n: number) => [...board.querySelectorAll<HTMLElement>(`[data-port][data-column="${COLUMNS[n]}"]`)];
  const at = cardsOf(column).indexOf(card);
  const step = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
  if (key === "ArrowUp" || key === "ArrowDown") return focused(cardsOf(column)[at + step]);
  for (let n = column + step; COLUMNS[n] !== undefined; n += step) {
    const cards = cardsOf(n);
    if (cards.length > 0) return focused(cards[Math.min(at, cards.length - 1)]);
  }
  return false;
}

function focused(card: HTMLElement | undefined): boolean {
  if (card) focusCard(card);
  return card !== undefined;
}

export function focusCard(card: HTMLElement): void {
  card.querySelector<HTMLElement>(".port-first")?.focus();
}
