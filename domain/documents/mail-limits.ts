import { emailKey } from '../names.ts';

/** What one mail counted: when, its addresses, how many of them were no party's of it, and whether the same user sent it. */
export type Mailed = { at: Date; addresses: number; strangers: number; own: boolean };

const WINDOW_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** How many addresses an hour are mailed: of strangers few, since no lawful day needs more; of parties what a batch holds. */
const MAIL_LIMITS = [
  { counts: 'strangers', own: true, most: 20, sentence: 'You can mail 20 unknown addresses an hour.' },
  { counts: 'strangers', own: false, most: 100, sentence: 'The firm can mail 100 unknown addresses an hour.' },
  { counts: 'addresses', own: true, most: 1_000, sentence: 'You can mail 1,000 addresses an hour.' },
  { counts: 'addresses', own: false, most: 3_000, sentence: 'The firm can mail 3,000 addresses an hour.' },
] as const;

/** The recipients that are no address of the parties that a document is for, as they were entered. §7 Documents. */
export function strangersAmong(to: readonly string[], known: readonly string[]): string[] {
  const keys = new Set(known.map(emailKey));
  return to.filter((one) => !keys.has(emailKey(one)));
}

/**
 * The first limit that one more mail would pass, with its sentence and the minutes until there is room for it (60 where it
 * is too large by itself); null where it may leave. `sent` is what left within the last hour, in any order.
 */
export function mailLimitReached(
  sent: readonly Mailed[],
  adding: Pick<Mailed, 'addresses' | 'strangers'>,
  now: Date,
): { sentence: string; minutes: number } | null {
  const since = now.getTime() - WINDOW_MS;
  const recent = sent.filter(({ at }) => at.getTime() > since).toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (const { counts, own, most, sentence } of MAIL_LIMITS) {
    if (adding[counts] === 0) continue;
    const counted = recent.filter((one) => !own || one.own);
    let over = counted.reduce((sum, one) => sum + one[counts], adding[counts]) - most;
    if (over <= 0) continue;
    const last = counted.find((one) => {
      over -= one[counts];
      return over <= 0;
    });
    const until = last === undefined ? WINDOW_MS : last.at.getTime() - since;
    return { sentence, minutes: Math.max(1, Math.ceil(until / MINUTE_MS)) };
  }
  return null;
}
