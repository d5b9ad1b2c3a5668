/** What the engine tells as long as anybody on the page listens, each time with a picture more in which nothing has changed. */
const TOLD: ReadonlySet<string> = new Set(["animationstart", "animationiteration", "animationend", "animationcancel"]);

/**
 * An element that listens to no animation. React listens on its root to all there is, whether anything of ours asks for it or not; where the processor draws, that was every fourth picture of somebody
 * at work. An `onAnimationEnd` on this page would never be called.
 */
export function withoutAnimationEvents<Root extends Pick<EventTarget, "addEventListener">>(root: Root): Root {
  const listen = root.addEventListener.bind(root);
  root.addEventListener = (type: string, ...how: [EventListenerOrEventListenerObject | null, (AddEventListenerOptions | boolean)?]) => {
    if (!TOLD.has(type)) listen(type, ...how);
  };
  return root;
}
