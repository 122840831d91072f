const INSTANT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** An instant of the wire (ISO 8601) in the user's own time: "Nov 20, 2026, 3:12 PM". */
export function showInstant(value: string): string {
  return INSTANT.format(new Date(value));
}
