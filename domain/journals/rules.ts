import type { FieldError } from '../errors.ts';
import { CONTROL_FUNCTIONS } from '../ledger/accounts.ts';
import { readPositive } from '../ledger/amounts.ts';
import type { Day } from '../values/day.ts';
import { showMoney, sum } from '../values/money.ts';

/** What a rule of manual journals knows of an account. */
export type JournalAccount = { sub_kind: string; status: string; function: string | null };

// What their movements are worked out from would no longer be so: open items, bank statements, settlements.
const KEPT: ReadonlySet<string> = new Set([
  ...CONTROL_FUNCTIONS,
  'OFFICE_BANK',
  'CLIENT_BANK',
  'EXCHANGE_CLEARING',
  'EXCHANGE_GAIN',
  'EXCHANGE_LOSS',
  'DEFERRED_BROKERAGE',
]);

/** Whether a person may book on an account by hand: on none of a party's balance, of a bank, or of exchange. M16. */
export const isForJournals = ({ sub_kind: kind, status, function: purpose }: JournalAccount): boolean =>
  status === 'ACTIVE' && kind !== 'BANK' && (purpose === null || !KEPT.has(purpose));

/** Whether an account divides costs or income between branches, which is root's. M16. */
export const isBetweenBranches = ({ function: purpose }: JournalAccount): boolean => purpose === 'INTER_BRANCH';

/** Of what the sub-ledger accounts of an account are: of parties, of taxes, or none. */
export function subOf({ sub_kind: kind }: JournalAccount): 'PARTY' | 'TAX' | null {
  return kind === 'TAX' ? 'TAX' : kind === 'NONE' ? null : 'PARTY';
}

/** Whether a party of a kind has a sub-ledger account of an account. */
export const isPartyOf = ({ sub_kind: kind }: JournalAccount, party: string): boolean =>
  kind === 'PARTY' || kind === party;

/** A line as typed: decimal text, of which one is empty. */
type TypedLine = { currency: string; debit: string; credit: string };

/** What a line moves in minor units, debit positive; a line that is not in order yet moves nothing. */
function readLine({ currency, debit, credit }: TypedLine, at: string): { amount: bigint; faults: FieldError[] } {
  const both = debit !== '' && credit !== '';
  if (both || (debit === '' && credit === ''))
    return { amount: 0n, faults: [{ field: `${at}.debit`, message: 'Enter either a debit or a credit.' }] };
  const [field, text, sign] = debit === '' ? (['credit', credit, -1n] as const) : (['debit', debit, 1n] as const);
  const read = readPositive(text, currency);
  if (typeof read === 'string') return { amount: 0n, faults: [{ field: `${at}.${field}`, message: read }] };
  return { amount: read * sign, faults: [] };
}

/** What the lines of a journal move, in minor units of each line's currency, with the faults of those that are not in order. */
export function readLines(lines: readonly TypedLine[]): { amounts: bigint[]; faults: FieldError[] } {
  const read = lines.map((line, index) => readLine(line, `lines.${index}`));
  return { amounts: read.map((one) => one.amount), faults: read.flatMap((one) => one.faults) };
}

/** What debits, credits and their difference come to in each currency, in the order of the lines; minor units. */
export type Balance = { currency: string; debit: bigint; credit: bigint };

export function balancesOf(lines: readonly { currency: string; amount: bigint }[]): Balance[] {
  return [...Map.groupBy(lines, (line) => line.currency)].map(([currency, own]) => ({
    currency,
    debit: sum(own.map(({ amount }) => (amount > 0n ? amount : 0n))),
    credit: sum(own.map(({ amount }) => (amount < 0n ? -amount : 0n))),
  }));
}

/** What is wrong with a journal as a whole: debits and credits differ in a currency. M16. */
export function balanceFaults(lines: readonly { currency: string; amount: bigint }[]): FieldError[] {
  return balancesOf(lines).flatMap(({ currency, debit, credit }) => {
    if (debit === credit) return [];
    const [side, more] = debit > credit ? ['debits', debit - credit] : ['credits', credit - debit];
    return [{ field: 'lines', message: `The ${side} are ${showMoney({ amount: more, currency })} more.` }];
  });
}

/** A journal is of a day that has come. */
export const dayFaults = (day: Day, today: Day): FieldError[] =>
  day > today ? [{ field: 'day', message: 'The day cannot be in the future.' }] : [];
