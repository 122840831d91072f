import { findForeignNotes } from '../../../domain/receipts/contract.ts';
import { mayTakeFor } from '../../../domain/receipts/rules.ts';
import { parseDay } from '../../../domain/values/day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { type ForeignNote, ratesOf, type Receiving } from './crossing.ts';

type Of = { payer: string | null; currency: string; day: string; receiptType: string; branch?: string | undefined };

/** The payer's open notes in other currencies that a receipt may settle, with the rates of its day; none while they are not known. */
export function useForeignNotes(
  { payer, currency, day, receiptType, branch }: Of,
  enabled: boolean,
): { foreign: readonly ForeignNote[]; receipt: Receiving; known: boolean } {
  const on = parseDay(day);
  const { data, isPlaceholderData } = useEndpoint(
    findForeignNotes,
    { query: { reinsured: payer ?? '0', currency, branch, ...(on === null ? {} : { day: on }) } },
    { enabled: enabled && payer !== null },
  );
  const known = data !== undefined && !isPlaceholderData;
  return {
    foreign: known ? data.notes.filter((note) => mayTakeFor(receiptType, note.purpose)) : [],
    receipt: { currency, rates: ratesOf(data?.rates ?? []) },
    known,
  };
}
