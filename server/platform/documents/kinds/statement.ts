import { showAmount, showAmountOrDash, showDay, showMoney, showShortDay } from '../figures.ts';
import { pageHead, partyBlock } from './common.ts';
import { isLongTable } from '../page-model.ts';
import type { Column, PageModel, Section } from '../page-model.ts';
import type { Amount, Day, DocumentInput, PartyInput } from './common.ts';

export interface StatementRow {
  readonly day: Day;
  readonly document: string;
  readonly policy: string;
  readonly insured: string;
  readonly debit: Amount;
  readonly credit: Amount;
  readonly balance: Amount;
}

interface StatementCurrency {
  readonly currency: string;
  readonly opening?: Amount;
  readonly rows: readonly StatementRow[];
  readonly totalDebit: Amount;
  readonly totalCredit: Amount;
  readonly balance: Amount;
  /** Not due, 1–30 … over 365 days, unallocated, total: in the order in which they are printed. */
  readonly ageing?: readonly { readonly label: string; readonly amount: Amount }[];
}

export interface StatementInput extends DocumentInput {
  readonly party: PartyInput;
  readonly asAt: Day;
  readonly currencies: readonly StatementCurrency[];
}

const columns = (currency: string): Column[] => [
  { label: 'Date', mm: 20 },
  { label: 'Document', mm: 34 },
  { label: 'Policy', mm: 34 },
  { label: 'Insured', grow: true },
  { label: `Debit, ${currency}`, align: 'right', mm: 32 },
  { label: 'Credit', align: 'right', mm: 32 },
  { label: 'Balance', align: 'right', mm: 32 },
];

/** One party's account, currency by currency, with its age. */
export function statementModel(input: StatementInput): PageModel {
  const only = input.currencies.length === 1 ? input.currencies[0] : undefined;
  return {
    template: 'statement',
    ...pageHead(input, {
      title: 'Statement of account',
      landscape: true,
      parties: [partyBlock('Account of', input.party)],
      ...(only
        ? { headline: { figure: showMoney(only.currency, only.balance), note: `as at ${showDay(input.asAt)}` } }
        : {}),
      facts: [{ label: 'As at', value: showDay(input.asAt) }],
    }),
    sections:
      input.currencies.length > 0
        ? input.currencies.flatMap(currencySections)
        : [{ kind: 'text', paragraphs: ['Nothing is open on this account.'] }],
  };
}

function currencySections(of: StatementCurrency): Section[] {
  const { currency } = of;
  const opening =
    of.opening === undefined ? [] : [['', 'Brought forward', '', '', '', '', showAmount(of.opening, currency)]];
  const rows = of.rows.map((row) => [
    showShortDay(row.day),
    row.document,
    row.policy,
    row.insured,
    showAmountOrDash(row.debit, currency),
    showAmountOrDash(row.credit, currency),
    showAmount(row.balance, currency),
  ]);
  const table: Section = {
    kind: 'table',
    heading: `Account in ${of.currency}`,
    columns: columns(of.currency),
    rows: [...opening, ...rows],
    total: [
      '',
      'Total',
      '',
      '',
      showAmount(of.totalDebit, currency),
      showAmount(of.totalCredit, currency),
      showAmount(of.balance, currency),
    ],
    empty: 'Nothing is open in this currency.',
  };
  // A long table begins on a page of its own; the summary then fills the first one.
  return isLongTable(table) ? [...ageing(of), table] : [table, ...ageing(of)];
}

const ageing = (of: StatementCurrency): Section[] =>
  of.ageing?.length
    ? [
        {
          kind: 'strip',
          heading: `Age of the balance in ${of.currency}, days overdue`,
          cells: of.ageing.map((part) => ({ label: part.label, value: showAmountOrDash(part.amount, of.currency) })),
        },
      ]
    : [];
