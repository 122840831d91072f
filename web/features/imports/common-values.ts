import type { WireReply } from '../../../domain/endpoint.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { bodyOf, emptyOf, isBlankRow, valuesOf, type FormValues } from '../../../domain/forms.ts';
import { bordereauCommon, commonLine } from '../../../domain/imports/bordereau.ts';
import type { imports } from '../../../domain/imports/contract.ts';
import { isPaymentTerms } from '../../../domain/placements/terms.ts';
import type { UnderwritingInfo } from '../placements/form/form-parts.ts';

export type Common = NonNullable<WireReply<typeof imports.one>['common']>;
type Parties = WireReply<typeof imports.one>['parties'];

/** What all rows have in common, as typed; names are those of the call. */
export type CommonValues = FormValues<typeof bordereauCommon>;
export type CommonLine = CommonValues['securities'][number];
export const EMPTY_LINE = emptyOf(commonLine);

export function newCommon(defaults: { currency: string; terms: UnderwritingInfo['paymentTerms'] }): CommonValues {
  const empty = emptyOf(bordereauCommon);
  return {
    ...empty,
    currency: defaults.currency,
    payment_terms: defaults.terms.map(({ code }) => code).find(isPaymentTerms) ?? empty.payment_terms,
    securities: [EMPTY_LINE],
    line_basis: 'CEDED',
    day_order: 'DAY_FIRST',
  };
}

/** What was entered before, as the form begins. */
export function commonValues(common: Common, parties: Parties): CommonValues {
  const values = valuesOf(bordereauCommon, common);
  const named = <C extends { id: string } | null>(choice: C) =>
    choice && { ...choice, label: parties.find((party) => String(party.id) === choice.id)?.name ?? '' };
  const lines = values.securities.map((line) => ({ ...line, security: named(line.security) }));
  return {
    ...values,
    reinsured: named(values.reinsured),
    securities: lines.length === 0 ? [EMPTY_LINE] : lines,
    line_basis: values.line_basis || 'WHOLE',
    day_order: values.day_order || 'DAY_FIRST',
  };
}

/** What is sent: what was left empty is left out. */
export function commonOf(values: CommonValues): Common {
  const { add_insureds, insured_address, territory, securities = [], ...rest } = bodyOf(bordereauCommon, values);
  const lines = securities.map(({ commission, brokerage, ...line }) => ({
    ...line,
    ...(commission != null && { commission }),
    ...(brokerage != null && { brokerage }),
  }));
  return {
    ...rest,
    ...(territory !== '' && { territory }),
    ...(lines.length > 0 && { securities: lines }),
    ...(add_insureds === true && { add_insureds, insured_address: insured_address?.trim() }),
  };
}

/** What keeps the values from being sent. */
export function commonFaults(values: CommonValues): FieldError[] {
  const length = values.insured_address.trim().length;
  const faults = values.securities.flatMap((line, index): FieldError[] => {
    if (isBlankRow(commonLine, line)) return [];
    if (line.security === null && line.share !== '')
      return [{ field: `securities.${index}.security`, message: 'Choose the security.' }];
    return line.security !== null && line.share === ''
      ? [{ field: `securities.${index}.share`, message: 'Share must be between 0 and 100.' }]
      : [];
  });
  return values.add_insureds && (length < 3 || length > 250)
    ? [...faults, { field: 'insured_address', message: 'Address must be 3 to 250 characters.' }]
    : faults;
}
