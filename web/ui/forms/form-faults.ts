import { useEffect, useState } from 'react';

type Fault = { field: string; message: string };

function valueAt(values: unknown, field: string): string | undefined {
  let value: unknown = values;
  for (const name of field.split('.')) {
    // A row is looked at as a whole list: rows move when one above them goes.
    if (value === null || typeof value !== 'object' || Array.isArray(value)) break;
    value = (value as Record<string, unknown>)[name];
  }
  return JSON.stringify(value);
}

/** The server's messages, each until what it is about is changed. */
export function stillWrong(errors: readonly Fault[], then: unknown, now: unknown): Fault[] {
  return errors.filter(({ field }) => valueAt(then, field) === valueAt(now, field));
}

/** The faults are listed above the form: a user far down, or saving by a key, would miss them. */
function showSummary(): void {
  window.scrollTo({ top: 0 });
  const first = document.querySelector<HTMLElement>('form [role=alert] a');
  // The second form of a page may be further down.
  first?.scrollIntoView({ block: 'nearest' });
  first?.focus({ preventScroll: true });
}

/** What leads to the summary each time that something is refused, once it is drawn. */
export function useSummaryShown(): () => void {
  const [stops, setStops] = useState(0);
  useEffect(() => {
    if (stops > 0) showSummary();
  }, [stops]);
  return () => setStops((count) => count + 1);
}
