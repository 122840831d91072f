import * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import { bodyFaults, onScreen } from '../../../domain/form-faults.ts';
import { blankRowsOf, bodyOf, emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import { invoiceLine, saveInvoice } from '../../../domain/invoices/contract.ts';
import { INVOICES, type InvoiceKind } from '../../../domain/invoices/kinds.ts';
import {
  dueFaults,
  isForInvoices,
  readLines,
  type LineAccountOf,
  type TypedLine,
} from '../../../domain/invoices/rules.ts';
import type { Day } from '../../../domain/values/day.ts';
import { parseRate } from '../../../domain/values/rate.ts';
import type { CallInput } from '../../api/client.ts';
import type { InvoiceRecord } from './invoice-words.ts';

/** The fields of the form, in its order; the invoice that a credit gives back of is chosen before. */
export const INVOICE_FORM = z.pick(saveInvoice.body, {
  kind: true,
  party: true,
  currency: true,
  lines: true,
  terms: true,
  due_on: true,
  reference: true,
  narration: true,
});
export type InvoiceValues = FormValues<typeof INVOICE_FORM>;
export type LineValues = InvoiceValues['lines'][number];
type InvoiceBody = CallInput<typeof saveInvoice>['body'];

/** An account of the chart, as forms know it. */
export type Account = LineAccountOf & { code: string; name: string };

/** The account that a line of this kind begins with, '' where only a person knows. */
export function incomeOf(kind: InvoiceKind, accounts: readonly Account[]): string {
  const { income } = INVOICES[kind];
  return accounts.find((account) => isForInvoices(account) && account.function === income)?.code ?? '';
}

/** A line that is not entered yet: one of something. */
export const blankLine = (account: string): LineValues => ({ ...emptyOf(invoiceLine), account, quantity: '1' });

export function blankInvoice(known: { currency: string; terms: string; account: string }): InvoiceValues {
  const { account, ...rest } = known;
  return { ...emptyOf(INVOICE_FORM), kind: 'FEE', lines: [blankLine(account)], ...rest };
}

export const valuesOfInvoice = (record: InvoiceRecord): InvoiceValues => valuesOf(INVOICE_FORM, record);

/** A credit of an invoice begins with all of it: it counts at once. */
export const creditOf = (record: InvoiceRecord): InvoiceValues => ({
  ...valuesOfInvoice(record),
  terms: '',
  due_on: '',
  narration: '',
});

export function bodyOfInvoice(values: InvoiceValues, credits: number | null): InvoiceBody {
  const body = bodyOf(INVOICE_FORM, values);
  return { ...body, credits };
}

const typedLine = ({ quantity, price, tax, tax_rate: text }: LineValues): TypedLine => {
  const rate = parseRate(text);
  return { quantity, price, rate: tax !== null && text !== '' && typeof rate === 'bigint' ? rate : null };
};

/** A line of a tax has one of the rates that the register has for it. */
const taxFaults = ({ lines }: InvoiceValues): FieldError[] =>
  lines.flatMap(({ tax, tax_rate: rate }, index) =>
    tax !== null && rate === '' ? [{ field: `lines.${index}.tax_rate`, message: 'Choose the rate of the tax.' }] : [],
  );

/** What the lines come to as they are typed, in minor units: one that is not in order yet comes to nothing. */
export const typedFigures = ({ lines, currency }: InvoiceValues) => readLines(lines.map(typedLine), currency);

/** What is wrong with an invoice as typed: the contract's messages, then the rules' on the firm's day. */
export function faultsOfInvoice(values: InvoiceValues, credits: number | null, today: Day): FieldError[] {
  const body = bodyOfInvoice(values, credits);
  const blank = blankRowsOf(INVOICE_FORM, values);
  const faults = bodyFaults(saveInvoice.body, body).map((fault) => blank.reduce(onScreen, fault));
  const { terms, due_on: dueOn } = values;
  const due = dueFaults({ terms, dueOn: dueOn === '' ? null : dueOn }, { isCredit: credits !== null, today });
  return [...faults, ...typedFigures(values).faults, ...taxFaults(values), ...due];
}
