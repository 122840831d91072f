import { sum } from '../../../../domain/values/money.ts';
import { showAmount, showDay, showMoney } from '../figures.ts';
import type { PageModel, Section } from '../page-model.ts';
import { pageHead, partyBlock, present } from './common.ts';
import type { Amount, Day, DocumentInput, PartyInput } from './common.ts';

interface PaidNote {
  readonly note: string;
  readonly policy: string;
  readonly insured: string;
  /** Of the whole note: premium, what is deducted from it, and what is left; none where the note has no deductions. */
  readonly figures?: { readonly gross: Amount; readonly deductions: Amount; readonly net: Amount };
  readonly paid: Amount;
}

export interface RemittanceInput extends DocumentInput {
  readonly party: PartyInput;
  readonly paidOn: Day;
  /** Some of it is ordered and not known to have left yet. */
  readonly ordered: boolean;
  readonly currencies: readonly {
    readonly currency: string;
    /** The account by its last digits: "•••• 4821, Equity Bank". */
    readonly account?: string;
    readonly payments: readonly { readonly voucher: string; readonly reference: string; readonly amount: Amount }[];
    readonly notes: readonly PaidNote[];
    /** What the payee owed, and was taken off. */
    readonly setOff: readonly {
      readonly note: string;
      readonly what: string;
      readonly policy: string;
      readonly insured: string;
      readonly amount: Amount;
    }[];
  }[];
}

type Currency = RemittanceInput['currencies'][number];

const lines = (...parts: readonly string[]): string => parts.filter(Boolean).join('\n');
const totalOf = ({ payments }: Currency) => sum(payments.map((one) => one.amount));

function notesTable({ currency, notes, setOff }: Currency): Section {
  const paid = sum(notes.map((note) => note.paid));
  const figured = notes.some((note) => note.figures);
  const amount = (value: Amount | undefined) => (value === undefined ? '' : showAmount(value, currency));
  const right = 'right' as const;
  return {
    kind: 'table',
    heading: `Notes in ${currency}`,
    columns: [
      { label: 'Note' },
      { label: 'Policy and insured', grow: true },
      ...(figured
        ? [
            { label: 'Gross', align: right },
            { label: 'Deductions', align: right },
            { label: 'Net', align: right },
          ]
        : []),
      { label: 'Of this payment', align: right },
    ],
    rows: notes.map(({ note, policy, insured, figures, paid: own }) => [
      note,
      lines(policy, insured),
      ...(figured ? [amount(figures?.gross), amount(figures && -figures.deductions), amount(figures?.net)] : []),
      showAmount(own, currency),
    ]),
    total: [setOff.length > 0 ? 'Owed' : 'Paid', '', ...(figured ? ['', '', ''] : []), showAmount(paid, currency)],
  };
}

function setOffTable(one: Currency): Section[] {
  const { currency, setOff } = one;
  if (setOff.length === 0) return [];
  return [
    {
      kind: 'table',
      heading: 'Less what is owed to us',
      columns: [{ label: 'Note' }, { label: 'For', grow: true }, { label: currency, align: 'right' }],
      rows: setOff.map(({ note, what, policy, insured, amount }) => [
        note,
        lines(what, policy, insured),
        showAmount(-amount, currency),
      ]),
      total: ['Paid', '', showAmount(totalOf(one), currency)],
    },
  ];
}

function sectionsOf(one: Currency): Section[] {
  const { currency, account, payments } = one;
  return [
    {
      kind: 'fields',
      heading: `Payment in ${currency}`,
      rows: present([
        { label: 'Amount', value: showMoney(currency, totalOf(one)) },
        { label: 'To account', value: account },
        {
          label: payments.length === 1 ? 'Voucher' : 'Vouchers',
          value: payments
            .map(({ voucher, reference, amount }) =>
              [voucher, reference, ...(payments.length > 1 ? [showAmount(amount, currency)] : [])]
                .filter(Boolean)
                .join(' · '),
            )
            .join('\n'),
          wide: true,
        },
      ]),
    },
    notesTable(one),
    ...setOffTable(one),
  ];
}

/** Tells a payee what was paid on a day, to which account, and for which notes: one paper over all its payments of the day. */
export function remittanceModel(input: RemittanceInput): PageModel {
  const only = input.currencies.length === 1 ? input.currencies[0] : undefined;
  const day = showDay(input.paidOn);
  const when = input.ordered ? `ordered for ${day}` : `paid ${day}`;
  return {
    template: 'remittance-advice',
    ...pageHead(input, {
      title: 'Remittance advice',
      parties: [partyBlock('To', input.party)],
      ...(only ? { headline: { figure: showMoney(only.currency, totalOf(only)), note: when } } : {}),
      facts: [{ label: input.ordered ? 'Ordered for' : 'Paid on', value: day }],
    }),
    sections: [
      {
        kind: 'text',
        paragraphs: [
          input.ordered ? 'We have ordered our bank to pay you as follows.' : 'We have paid you as follows.',
          'Please tell us within thirty days what does not agree with your books.',
        ],
      },
      ...input.currencies.flatMap(sectionsOf),
    ],
  };
}
