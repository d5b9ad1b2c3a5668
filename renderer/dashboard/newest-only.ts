/**
 * Answers to questions that are asked again and again may overtake each other: an older one that comes late is not shown.
 * @returns called with each question, what takes its answer
 */
export function newestOnly<Answer>(show: (answer: Answer) => void): () => (answer: Answer) => void {
  let asked = 0;
  let shown = 0;
  return () => {
    const turn = ++asked;
    return (answer) => {
      if (turn < shown) return;
      shown = turn;
      show(answer);
    };
  };
}
