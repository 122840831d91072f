/** What a rule of a tax asks for: a percentage of something with perhaps a minimum, or a flat amount. §2 Taxes and levies. */
import type { FieldError } from '../errors.ts';
import { parseAmount } from '../values/money.ts';

/** As entered; null or "" where there is nothing. */
export type TaxAmounts<R> = {
  rate?: R | null | undefined;
  basis?: string | null | undefined;
  flat?: string | null | undefined;
  minimum?: string | null | undefined;
  currency?: string | null | undefined;
  market?: unknown;
  class_id?: unknown;
};

function isAmount(text: string, currency: string): boolean {
  const minor = parseAmount(text, currency);
  return typeof minor === 'bigint' && minor > 0n;
}

/** Every fault of it at its field: either a rate or a flat amount; amounts are more than nothing and have a currency. §2. */
export function taxAmountFaults<R>(form: TaxAmounts<R>): FieldError[] {
  const { rate, basis, flat, minimum, currency, market, class_id: classId } = form;
  const isEntered = (value: unknown) => value !== null && value !== undefined && value !== '';
  const hasAmount = isEntered(flat) || isEntered(minimum);
  const rules: readonly [holds: boolean, field: string, message: string][] = [
    [isEntered(rate) || isEntered(flat), 'rate', 'Enter a rate or a flat amount.'],
    [!isEntered(rate) || !isEntered(flat), 'flat', 'Enter a rate or a flat amount, not both.'],
    [!isEntered(rate) || isEntered(basis), 'basis', 'Choose what it is a percentage of.'],
    [!isEntered(flat) || !isEntered(minimum), 'minimum', 'A flat amount has no minimum.'],
    [!hasAmount || isEntered(currency), 'currency', 'Choose the currency of the amount.'],
    [hasAmount || !isEntered(currency), 'currency', 'A percentage without a minimum has no currency.'],
    [basis !== 'INVOICE' || !isEntered(minimum), 'minimum', 'A tax on invoices is a percentage alone.'],
    [basis !== 'INVOICE' || !isEntered(market), 'market', 'An invoice has no market.'],
    [basis !== 'INVOICE' || !isEntered(classId), 'class_id', 'An invoice has no class.'],
  ];
  const amounts = Object.entries({ flat, minimum }).filter(([, text]) => text && currency && !isAmount(text, currency));
  return [
    ...rules.filter(([holds]) => !holds).map(([, field, message]) => ({ field, message })),
    ...amounts.map(([field]) => ({ field, message: 'Enter an amount of more than 0 in its currency.' })),
  ];
}
