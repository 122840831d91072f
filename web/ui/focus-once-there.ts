/** So long a page may take to draw it. */
const WAIT_MS = 10_000;
/** What people do of their own accord; from then on the focus stays where they put it. */
const ACTS = ['keydown', 'pointerdown', 'focusin'] as const;

/**
 * Puts the focus on an element once it is drawn: a page is drawn in steps, and the screen that is left may still be there. `find` is told whether
 * what was on its way has been drawn. Answers what stops it.
 */
export function focusOnceThere(
  find: (drawn: boolean) => HTMLElement | null,
  scroll?: ScrollIntoViewOptions,
): () => void {
  let waiting = true;
  let drawn = false;
  const look = () => {
    const element = waiting ? find(drawn) : null;
    if (element === null) return;
    stop();
    element.focus({ preventScroll: true });
    if (scroll !== undefined) element.scrollIntoView(scroll);
  };
  // The content as a whole has the focus whenever another page is reached: nobody chose it.
  const acted = ({ target }: Event) => {
    if (!(target instanceof HTMLElement && target.id === 'main')) stop();
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(() => stop(), WAIT_MS);
  const stop = () => {
    waiting = false;
    observer.disconnect();
    clearTimeout(timer);
    for (const act of ACTS) document.removeEventListener(act, acted, true);
  };
  for (const act of ACTS) document.addEventListener(act, acted, true);
  observer.observe(document.body, { childList: true, subtree: true });
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      drawn = true;
      look();
    }),
  );
  return stop;
}
