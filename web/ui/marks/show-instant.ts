const FORMATS = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone ?? '');
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  FORMATS.set(timeZone ?? '', made);
  return made;
}

/**
 * An instant of the wire (ISO 8601) where the firm is: "Nov 20, 2026, 3:12 PM", so that its day is the day on which the
 * firm books. Without a firm, before the sign-in, in the user's own time.
 */
export function showInstant(value: string, timeZone: string | null): string {
  return formatIn(timeZone ?? undefined).format(new Date(value));
}
