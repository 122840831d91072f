import * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import { bodyFaults, onScreen } from '../../../domain/form-faults.ts';
import { blankRowsOf, bodyOf, emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { type getManualJournal, journalLine, saveManualJournal } from '../../../domain/journals/contract.ts';
import { type Balance, balanceFaults, balancesOf, dayFaults, readLines } from '../../../domain/journals/rules.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { CallInput } from '../../api/client.ts';

export type JournalRecord = WireReply<typeof getManualJournal>;

/** The fields of the form, in its order. */
export const JOURNAL_FORM = z.pick(saveManualJournal.body, {
  day: true,
  narration: true,
  reference: true,
  lines: true,
});
export type JournalValues = FormValues<typeof JOURNAL_FORM>;
export type LineValues = JournalValues['lines'][number];
type JournalBody = CallInput<typeof saveManualJournal>['body'];

/** What a journal is called: its number once approved, before that the draft's own. */
export const journalName = ({ id, number }: { id: number; number: string | null }): string =>
  number ?? `Journal #${id}`;

export const blankLine = (currency: string): LineValues => ({ ...emptyOf(journalLine), currency });

export const blankJournal = ({ currency, day }: { currency: string; day: Day }): JournalValues => ({
  ...emptyOf(JOURNAL_FORM),
  day,
  lines: [blankLine(currency), blankLine(currency)],
});

export const valuesOfJournal = (record: JournalRecord): JournalValues => valuesOf(JOURNAL_FORM, record);

export const bodyOfJournal = (values: JournalValues): JournalBody => bodyOf(JOURNAL_FORM, values);

const moved = (lines: readonly LineValues[]) => {
  const { amounts, faults } = readLines(lines);
  return { faults, lines: lines.map(({ currency }, index) => ({ currency, amount: amounts[index] ?? 0n })) };
};

/** What debits and credits come to as they are typed, by currency. */
export const typedBalances = ({ lines }: JournalValues): Balance[] => balancesOf(moved(lines).lines);

/** What is wrong with a journal as typed: the contract's messages, then the rules' on the firm's day. */
export function faultsOfJournal(values: JournalValues, today: Day): FieldError[] {
  const blank = blankRowsOf(JOURNAL_FORM, values);
  const faults = bodyFaults(saveManualJournal.body, bodyOfJournal(values)).map((fault) =>
    blank.reduce(onScreen, fault),
  );
  const read = moved(values.lines);
  const balance = read.faults.length > 0 ? [] : balanceFaults(read.lines);
  return [...faults, ...dayFaults(values.day, today), ...read.faults, ...balance];
}
