import { showAmount, showDay, showMoney } from '../figures.ts';
import type { PageModel } from '../page-model.ts';
import { pageHead, partyBlock, present } from './common.ts';
import type { Amount, Day, DocumentInput, PartyInput } from './common.ts';

export interface UncollectableInput extends DocumentInput {
  readonly security: PartyInput;
  readonly currency: string;
  readonly policy: string;
  readonly reinsured: string;
  readonly insured: string;
  /** The note of the reinsured that is not paid, and since when nothing of it is expected. */
  readonly debitNote: string;
  readonly bookedOn: Day;
  readonly reason: string;
  /** The security's credit notes with what was noted, and what is taken off. */
  readonly notes: readonly { readonly number: string; readonly noted: Amount; readonly takenOff: Amount }[];
}

/** Tells a security what of its premium cannot be collected, and so is not paid to it. M3. */
export function uncollectableModel(input: UncollectableInput): PageModel {
  const { currency, notes } = input;
  const total = notes.reduce((all, note) => all + note.takenOff, 0n);
  return {
    template: 'uncollectable-advice',
    ...pageHead(input, {
      title: 'Debit advice',
      parties: [partyBlock('To', input.security)],
      headline: { figure: showMoney(currency, total), note: 'taken off your premium' },
      facts: [{ label: 'Booked on', value: showDay(input.bookedOn) }],
    }),
    sections: [
      {
        kind: 'text',
        paragraphs: [
          'Premium of the reinsurance below cannot be collected from the reinsured. Your part of it is taken off what we owe you.',
        ],
      },
      {
        kind: 'fields',
        heading: 'Reinsurance',
        rows: present([
          { label: 'Policy', value: input.policy },
          { label: 'Reinsured', value: input.reinsured },
          { label: 'Insured', value: input.insured },
          { label: 'Debit note', value: input.debitNote },
          { label: 'Reason', value: input.reason, wide: true },
        ]),
      },
      {
        kind: 'table',
        heading: `Taken off in ${currency}`,
        columns: [
          { label: 'Credit note', grow: true },
          { label: 'Noted', align: 'right' },
          { label: 'Taken off', align: 'right' },
        ],
        rows: notes.map((note) => [
          note.number,
          showAmount(note.noted, currency),
          showAmount(-note.takenOff, currency),
        ]),
        total: ['Total', '', showAmount(-total, currency)],
      },
    ],
  };
}
