/** The wish to see the app, which a second start or the command line may have before there is anything to show. Free of Electron. */
export interface EarlyRaise {
  /** The person asked to see the app. */
  raise(): void;
  /** From now on there is something to show; a wish from before is made up for at once. */
  canShow(show: () => void): void;
}

export function earlyRaise(): EarlyRaise {
  let asked = false;
  let show = (): void => {
    asked = true;
  };
  return {
    raise: () => show(),
    canShow(now) {
      show = now;
      if (asked) now();
    },
  };
}
