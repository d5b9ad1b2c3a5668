/** The wish to see the app, which a second start or the command line may have before there is anything to show, and when the app is ending already. Free of Electron. */
export interface EarlyRaise {
  /** The person asked to see the app. */
  raise(): void;
  /** From now on this is done about it; a wish that nothing was done about yet is made up for at once. */
  answerBy(show: () => void): void;
  /** The app ends: earlier wishes end with it, and one from now on is for the next app. */
  endBy(startNext: () => void): void;
}

export function earlyRaise(): EarlyRaise {
  let asked = false;
  let show = (): void => {
    asked = true;
  };
  return {
    raise: () => show(),
    answerBy(now) {
      show = now;
      if (asked) now();
      asked = false;
    },
    endBy(startNext) {
      show = startNext;
      asked = false;
    },
  };
}
