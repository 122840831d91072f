import * as z from 'zod/mini';
import { type getAdjustable, saveAdjustment } from '../../../domain/adjustments/contract.ts';
import { adjustmentRules } from '../../../domain/adjustments/kinds.ts';
import { adjustmentFaults } from '../../../domain/adjustments/rules.ts';
import type { FieldError } from '../../../domain/errors.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { bodyFaults } from '../../../domain/form-faults.ts';
import { bodyOf, emptyOf, type FormValues, valuesOf } from '../../../domain/forms.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import type { Day } from '../../../domain/values/day.ts';
import { toCount } from '../../../domain/values/decimal.ts';
import type { CallInput } from '../../api/client.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';
import type { AdjustmentRecord } from './adjustment-words.ts';
import { showMoney } from '../../ui/marks/format.ts';

export type Adjustable = WireReply<typeof getAdjustable>;

/** The fields of the form, in its order; its note is chosen before. */
export const ADJUSTMENT_FORM = z.pick(saveAdjustment.body, {
  kind: true,
  tax: true,
  certificate: true,
  day: true,
  amount: true,
  reason: true,
});
export type AdjustmentValues = FormValues<typeof ADJUSTMENT_FORM>;
type AdjustmentBody = CallInput<typeof saveAdjustment>['body'];

export function blankAdjustment(day: Day): AdjustmentValues {
  return { ...emptyOf(ADJUSTMENT_FORM), kind: 'CERTIFICATE', day };
}

export const valuesOfAdjustment = (record: AdjustmentRecord): AdjustmentValues => valuesOf(ADJUSTMENT_FORM, record);

export function bodyOfAdjustment(values: AdjustmentValues, note: number): AdjustmentBody {
  const { tax = null, certificate = '', ...rest } = bodyOf(ADJUSTMENT_FORM, values);
  const certified = values.kind === 'CERTIFICATE';
  return { ...rest, note, tax: certified ? tax : null, certificate: certified ? certificate : '' };
}

/** What an adjustment of this kind can be of the note at most, as it travels. */
export function mostOf({ kind, tax }: Pick<AdjustmentValues, 'kind' | 'tax'>, of: Adjustable): string {
  const { outstanding, bearable, taxes, currency } = of;
  const least = (a: string, b: string) => (unitsOf(a, currency) < unitsOf(b, currency) ? a : b);
  if (adjustmentRules(kind).borneBy !== null) return least(bearable, outstanding);
  const open = taxes.find((one) => String(one.id) === tax?.id)?.open;
  return kind === 'CERTIFICATE' && open !== undefined ? least(open, outstanding) : outstanding;
}

/** What is wrong with an adjustment as typed: the contract's messages, then the rules' on the firm's day. */
export function faultsOfAdjustment(values: AdjustmentValues, of: Adjustable, today: Day): FieldError[] {
  const { kind, certificate, reason, day, amount } = values;
  const { currency } = of;
  const faults = bodyFaults(saveAdjustment.body, bodyOfAdjustment(values, of.note.id));
  const tax = values.tax === null ? null : toCount(values.tax.id);
  if (day !== '') faults.push(...adjustmentFaults({ kind, tax, certificate, reason, day }, today));
  const read = readPositive(amount, currency);
  if (typeof read === 'string')
    faults.push({ field: 'amount', message: amount === '' ? 'Amount must be more than 0.' : read });
  const most = unitsOf(mostOf(values, of), currency);
  if (unitsOf(amount, currency) > most)
    faults.push({ field: 'amount', message: `At most ${showMoney({ amount: most, currency })} of this note.` });
  return faults;
}
