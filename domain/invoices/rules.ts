import type { FieldError } from '../errors.ts';
import type { AccountType, SubKind } from '../ledger/accounts.ts';
import { readPositive } from '../ledger/amounts.ts';
import { instalments, isPaymentTerms, type Instalment } from '../placements/terms.ts';
import { laterOf, type Day } from '../values/day.ts';
import { divideRounded, formatScaled, parseScaled } from '../values/decimal.ts';
import { formatAmount, showMoney, sum } from '../values/money.ts';
import { percentOf, type Rate } from '../values/rate.ts';

const QUANTITY_SCALE = 3;
const ONE = 1000n;
const MOST = 1_000_000n * ONE;

/** Reads a quantity of at most three decimals in thousandths, or gives the message that its field shows. */
export function readQuantity(text: string): bigint | string {
  const read = parseScaled(text, QUANTITY_SCALE);
  if (read === 'TOO_MANY_DECIMALS') return 'At most three decimals.';
  if (typeof read !== 'bigint' || read <= 0n) return 'Quantity must be more than 0.';
  return read <= MOST ? read : 'Quantity must be at most 1,000,000.';
}

/** Writes a quantity in thousandths with the decimals that it has: "1.5". */
export function formatQuantity(quantity: bigint): string {
  return formatScaled(quantity, QUANTITY_SCALE).replace(/\.?0+$/, '');
}

/** A line as it is worked out: quantity in thousandths, price in minor units of one. */
type Charged = { quantity: bigint; price: bigint; rate: Rate | null };
/** What a line comes to, in minor units. */
type LineFigures = { net: bigint; tax: bigint };

/** Quantity × price, and the tax on that, each rounded once. §2 Arithmetic. */
export function lineFigures({ quantity, price, rate }: Charged): LineFigures {
  const net = divideRounded(quantity * price, ONE);
  return { net, tax: rate === null ? 0n : percentOf(net, rate) };
}

type InvoiceFigures = { net: bigint; tax: bigint; total: bigint };

/** The sums of an invoice, in minor units. */
function invoiceFigures(lines: readonly LineFigures[]): InvoiceFigures {
  const net = sum(lines.map((line) => line.net));
  const tax = sum(lines.map((line) => line.tax));
  return { net, tax, total: net + tax };
}

/** A line as typed: decimal text. */
export type TypedLine = { quantity: string; price: string; rate: Rate | null };
/** It read, with what it comes to; a line with faults comes to nothing. */
type ReadLine = Charged & LineFigures;

function lineFaults(read: { quantity: bigint | string; price: bigint | string }) {
  const faults: FieldError[] = [];
  if (typeof read.quantity === 'string') faults.push({ field: 'quantity', message: read.quantity });
  if (typeof read.price === 'string') faults.push({ field: 'price', message: read.price });
  return faults;
}

/** Reads the lines of an invoice in its currency, with every fault at its field. §8. */
export function readLines(
  lines: readonly TypedLine[],
  currency: string,
): { lines: ReadLine[]; figures: InvoiceFigures; faults: FieldError[] } {
  const read = lines.map((line, index) => {
    const typed = { quantity: readQuantity(line.quantity), price: readPositive(line.price, currency) };
    const own = lineFaults(typed);
    const charged: Charged = {
      quantity: typeof typed.quantity === 'bigint' ? typed.quantity : 0n,
      price: typeof typed.price === 'bigint' ? typed.price : 0n,
      rate: line.rate,
    };
    const figures = lineFigures(charged);
    if (own.length === 0 && figures.net === 0n)
      own.push({ field: 'price', message: 'Quantity and price come to nothing.' });
    const faults = own.map(({ field, message }) => ({ field: `lines.${index}.${field}`, message }));
    return { line: { ...charged, ...figures }, faults };
  });
  const figures = invoiceFigures(read.map(({ line }) => line));
  const faults = read.flatMap((one) => one.faults);
  const whole = figures.total > 0n ? readPositive(formatAmount(figures.total, currency), currency) : figures.total;
  if (faults.length === 0 && typeof whole === 'string') faults.push({ field: 'lines', message: whole });
  return { lines: read.map(({ line }) => line), figures, faults };
}

/** When it is to be paid: by the code of its terms, or on a day; a credit by neither. */
type Due = { terms: string; dueOn: Day | null };

/** Faults of when an invoice is to be paid, as typed. §8. */
export function dueFaults({ terms, dueOn }: Due, { isCredit, today }: { isCredit: boolean; today: Day }): FieldError[] {
  if (isCredit) {
    const message = 'A credit counts at once: it has no terms and no due date.';
    return [
      ...(terms === '' ? [] : [{ field: 'terms', message }]),
      ...(dueOn === null ? [] : [{ field: 'due_on', message }]),
    ];
  }
  if (terms === '' && dueOn === null) return [{ field: 'due_on', message: 'Choose terms, or enter a due date.' }];
  if (terms !== '' && dueOn !== null)
    return [{ field: 'due_on', message: 'Choose terms or enter a due date, not both.' }];
  if (terms !== '' && !isPaymentTerms(terms)) return [{ field: 'terms', message: 'Choose one from the list.' }];
  return dueOn !== null && dueOn < today ? [{ field: 'due_on', message: 'The due date cannot be in the past.' }] : [];
}

/** When an invoice that is booked on `day` falls due, in minor units: by its terms, on its day, or at once. §2 Terms. */
export function dueDays({ terms, dueOn }: Due, { day, total }: { day: Day; total: bigint }): Instalment[] {
  if (isPaymentTerms(terms)) return instalments(terms, { start: day, noteDay: day, total });
  return [{ sequence: 1, dueOn: laterOf(dueOn ?? day, day), amount: total }];
}

/** An account as a line may name it. */
export type LineAccountOf = { type: string; sub_kind: string; status: string; function: string | null };
const OF_PARTIES = ['PARTY', 'REINSURED', 'SECURITY'] as const satisfies readonly SubKind[];

/** Whether the account is kept by party, so that a line names its sub-ledger account. §3. */
export const isByParty = ({ sub_kind: sub }: Pick<LineAccountOf, 'sub_kind'>): boolean =>
  OF_PARTIES.some((kind) => kind === sub);

/** Whether an invoice may be income on this account: exchange gains are booked by settlements alone. §3. */
export function isForInvoices(account: LineAccountOf): boolean {
  const income: AccountType = 'INCOME';
  return (
    account.type === income &&
    account.status === 'ACTIVE' &&
    account.function !== 'EXCHANGE_GAIN' &&
    (account.sub_kind === 'NONE' || isByParty(account))
  );
}

/** Whether a party of this kind is a sub-ledger account of the account. §3. */
export const isSubAccountOf = ({ sub_kind: sub }: Pick<LineAccountOf, 'sub_kind'>, partyKind: string): boolean =>
  sub === 'PARTY' || sub === partyKind;

/** An invoice as a credit sees it: amounts in minor units. */
export type Credited = {
  status: string;
  isCredit: boolean;
  kind: string;
  party: number;
  currency: string;
  outstanding: bigint;
};

/** Faults of a credit against the invoice that it names: its own party, currency and kind, and at most what is unpaid. G4. */
export function creditFaults(
  credit: { kind: string; party: number; currency: string; total: bigint },
  invoice: Credited | null,
): FieldError[] {
  if (invoice === null || invoice.status !== 'APPROVED' || invoice.isCredit)
    return [{ field: 'credits', message: 'Choose an approved invoice.' }];
  const message = 'A credit has this of its invoice.';
  const faults = [
    ...(credit.kind === invoice.kind ? [] : [{ field: 'kind', message }]),
    ...(credit.party === invoice.party ? [] : [{ field: 'party', message }]),
    ...(credit.currency === invoice.currency ? [] : [{ field: 'currency', message }]),
  ];
  if (faults.length > 0 || credit.total <= invoice.outstanding) return faults;
  const left = showMoney({ amount: invoice.outstanding, currency: invoice.currency });
  return [{ field: 'lines', message: `Only ${left} of the invoice is unpaid: a credit is at most that.` }];
}
