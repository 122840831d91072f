import { sum } from '../../../../domain/values/money.ts';
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
  readonly due: Day;
  readonly debit: Amount;
  readonly credit: Amount;
  readonly balance: Amount;
}

type ToCome = Pick<StatementRow, 'document' | 'policy' | 'insured'> & { readonly amount: Amount };

interface StatementCurrency {
  readonly currency: string;
  readonly opening?: Amount;
  readonly rows: readonly StatementRow[];
  readonly totalDebit: Amount;
  readonly totalCredit: Amount;
  readonly balance: Amount;
  /** Premium, returns, claims collected, unallocated, and the balance that they make. M12. */
  readonly summary?: readonly { readonly label: string; readonly amount: Amount }[];
  /** Of what is due to a security, premium that its reinsureds have not paid yet. */
  readonly awaiting?: Amount;
  /** Claims that are called and not collected yet: due to nobody, and no part of the balance. M12. */
  readonly toCome?: readonly ToCome[];
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
  { label: 'Due', mm: 20 },
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
      ...(only ? { headline: headline(only, input.asAt) } : {}),
      facts: [{ label: 'As at', value: showDay(input.asAt) }],
    }),
    sections:
      input.currencies.length > 0
        ? input.currencies.flatMap(currencySections)
        : [{ kind: 'text', paragraphs: ['Nothing is open on this account.'] }],
  };
}

/** Whose the balance is, in words: the sign of a figure is read in two ways. */
const whose = (balance: Amount) => (balance < 0n ? 'due to you' : balance > 0n ? 'due to us' : 'balanced');

const headline = ({ currency, balance }: StatementCurrency, asAt: Day) => ({
  figure: showMoney(currency, balance < 0n ? -balance : balance),
  note: `${whose(balance)} as at ${showDay(asAt)}`,
});

function currencySections(of: StatementCurrency): Section[] {
  const { currency } = of;
  const opening =
    of.opening === undefined ? [] : [['', 'Brought forward', '', '', '', '', '', showAmount(of.opening, currency)]];
  const rows = of.rows.map((row) => [
    showShortDay(row.day),
    row.document,
    row.policy,
    row.insured,
    showShortDay(row.due),
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
      '',
      showAmount(of.totalDebit, currency),
      showAmount(of.totalCredit, currency),
      showAmount(of.balance, currency),
    ],
    empty: 'Nothing is open in this currency.',
  };
  // A long table begins on a page of its own; the summary then fills the first one.
  const rest = [...summary(of), ...awaiting(of), ...toCome(of), ...ageing(of)];
  return isLongTable(table) ? [...rest, table] : [table, ...rest];
}

const summary = (of: StatementCurrency): Section[] =>
  of.summary?.length
    ? [
        {
          kind: 'strip',
          heading: `What it comes to in ${of.currency}`,
          cells: of.summary.map((part) => ({ label: part.label, value: showAmountOrDash(part.amount, of.currency) })),
        },
      ]
    : [];

const awaiting = ({ currency, awaiting: amount = 0n }: StatementCurrency): Section[] =>
  amount > 0n
    ? [
        {
          kind: 'text',
          paragraphs: [
            `Of the premium, ${showMoney(currency, amount)} has not been received from the reinsureds yet. It is paid on as it comes in.`,
          ],
        },
      ]
    : [];

const toCome = ({ currency, toCome: claims = [] }: StatementCurrency): Section[] =>
  claims.length > 0
    ? [
        {
          kind: 'table',
          heading: 'Claims not collected yet, no part of the balance',
          columns: [
            { label: 'Claim', mm: 40 },
            { label: 'Policy', mm: 40 },
            { label: 'Insured', grow: true },
            { label: `To come, ${currency}`, align: 'right', mm: 40 },
          ],
          rows: claims.map(({ document, policy, insured, amount }) => [
            document,
            policy,
            insured,
            showAmount(amount, currency),
          ]),
          total: ['Total', '', '', showAmount(sum(claims.map((one) => one.amount)), currency)],
        },
      ]
    : [];

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
