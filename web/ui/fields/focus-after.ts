const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex]';

/** Puts the focus where Tab would from an element. */
export function focusAfter(from: HTMLElement): void {
  const stops = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (one) => one === from || (one.tabIndex >= 0 && one.getClientRects().length > 0 && one.closest('[inert]') === null),
  );
  (stops[stops.indexOf(from) + 1] ?? from).focus();
}
