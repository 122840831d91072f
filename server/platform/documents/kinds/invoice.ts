import { amountInWords } from '../amount-in-words.ts';
import { showAmount, showAmountOrDash, showDay, showMoney, showPercent } from '../figures.ts';
import { bankFields, pageHead, partyBlock, present, wideIfLong } from './common.ts';
import type { PageModel, Section } from '../page-model.ts';
import type { Amount, BankInput, Day, DocumentInput, PartyInput, Rate } from './common.ts';

export interface InvoiceInput extends DocumentInput {
  readonly party: PartyInput;
  readonly currency: string;
  /** "Fee", "Brokerage". */
  readonly kind: string;
  /** Of a credit: the invoice that it gives back of. */
  readonly credits?: string;
  readonly terms?: string;
  readonly reference?: string;
  readonly narration?: string;
  readonly lines: readonly {
    readonly description: string;
    /** As written: "1.5". */
    readonly quantity: string;
    readonly price: Amount;
    readonly net: Amount;
    readonly tax?: { readonly name: string; readonly percent: Rate };
  }[];
  readonly net: Amount;
  /** By tax and percentage, in the order of the lines. */
  readonly taxes: readonly {
    readonly name: string;
    readonly percent: Rate;
    readonly of: Amount;
    readonly amount: Amount;
  }[];
  readonly total: Amount;
  readonly due: readonly { readonly dueDay: Day; readonly amount: Amount }[];
  readonly bank?: BankInput;
}

function lineTable({ lines, currency }: InvoiceInput): Section {
  const taxed = lines.some(({ tax }) => tax !== undefined);
  const taxCell = ({ tax }: InvoiceInput['lines'][number]) => (tax ? `${tax.name}\n${showPercent(tax.percent)}` : '');
  return {
    kind: 'table',
    heading: 'For',
    columns: [
      { label: 'Description', grow: true },
      { label: 'Quantity', align: 'right' },
      { label: 'Price', align: 'right' },
      ...(taxed ? [{ label: 'Tax', align: 'right' as const }] : []),
      { label: `Amount, ${currency}`, align: 'right' },
    ],
    rows: lines.map((line) => [
      line.description,
      line.quantity,
      showAmount(line.price, currency),
      ...(taxed ? [taxCell(line)] : []),
      showAmount(line.net, currency),
    ]),
  };
}

const dueTable = ({ due, currency }: InvoiceInput): Section[] =>
  due.length < 2
    ? []
    : [
        {
          kind: 'table',
          heading: 'Instalments',
          columns: [
            { label: 'Due', grow: true },
            { label: currency, align: 'right', mm: 40 },
          ],
          rows: due.map((one) => [showDay(one.dueDay), showAmountOrDash(one.amount, currency)]),
        },
      ];

/** What the firm itself charges a party, or gives back of what it charged. */
export function invoiceModel(input: InvoiceInput): PageModel {
  const { currency, total, credits } = input;
  const credit = credits !== undefined;
  const [first] = input.due;
  const due = first && !credit ? showDay(first.dueDay) : undefined;
  return {
    template: 'invoice',
    ...pageHead(input, {
      title: credit ? 'Credit note' : 'Invoice',
      parties: [partyBlock('To', input.party)],
      headline: {
        figure: showMoney(currency, total),
        note: credit ? 'in your favour' : `${input.due.length > 1 ? 'first due' : 'due'} ${due ?? ''}`,
      },
      facts: [
        due === undefined ? undefined : { label: 'Due date', value: due },
        credits === undefined ? undefined : { label: 'Credits invoice', value: credits },
        input.reference ? { label: 'Your reference', value: input.reference } : undefined,
      ],
    }),
    sections: [
      lineTable(input),
      {
        kind: 'money',
        heading: 'Account',
        currency,
        lines: [
          { label: input.kind, amount: showAmount(input.net, currency) },
          ...input.taxes.map((tax) => ({
            label: tax.name,
            basis: `${showPercent(tax.percent)} of ${showAmount(tax.of, currency)}`,
            amount: showAmount(tax.amount, currency),
          })),
        ],
        total: { label: credit ? 'Amount in your favour' : 'Amount due to us', amount: showAmount(total, currency) },
        words: amountInWords(total, currency),
      },
      ...dueTable(input),
      ...notesOf(input),
      ...(input.bank && !credit ? [{ kind: 'fields' as const, heading: 'Pay to', rows: bankFields(input.bank) }] : []),
    ],
  };
}

function notesOf({ terms, narration }: InvoiceInput): Section[] {
  const rows = present([
    { label: 'Terms', value: terms },
    { label: 'Note', value: narration, wide: true },
  ]).map(wideIfLong);
  return rows.length === 0 ? [] : [{ kind: 'fields', rows }];
}
