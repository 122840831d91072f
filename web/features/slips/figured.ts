/** What the figures of a slip's form say: under headings that are left empty, and of its sections together. */
import * as z from 'zod/mini';
import { slipSections } from '../../../domain/slips/contract.ts';
import { figuredTerms } from '../../../domain/slips/from-figures.ts';
import { ofEach, readSections, type Section } from '../../../domain/slips/sections.ts';
import { sum } from '../../../domain/values/money.ts';
import { rateOf } from '../placements/form/policy-amounts.ts';
import { sectionsOf, type SlipValues } from '../placements/form/slip-values.ts';
import type { SlipReading } from './read-slip.ts';
import type { Figured } from './SlipTerms.tsx';
import { showMoney } from '../../ui/marks/format.ts';

/** The sections as they are typed; none while one of them cannot be read. */
function typedSections(values: SlipValues, currency: string): Section[] {
  const typed = z.safeDecode(slipSections, sectionsOf(values));
  return typed.success ? readSections(typed.data.sections ?? [], currency).sections : [];
}

/** What the slip says where a term of it is left empty, and what its sections come to. */
export function figuredOf(values: SlipValues, { draft, figures }: SlipReading) {
  const { currency, sumInsured, premium } = draft;
  const sections = typedSections(values, currency);
  const derived = figuredTerms({
    currency,
    sumInsured,
    bySection: sections,
    commission: rateOf(values.cedant_commission) ?? 0n,
    brokerage: rateOf(values.brokerage) ?? 0n,
    paymentTerms: values.payment_terms,
    instalments: draft.payment?.instalments,
    lines: figures.lines,
  });
  const terms: Figured['figured'] = {
    'slip.risk.limit': derived.limit,
    'slip.risk.payment_terms': derived.payment_terms,
    'slip.fiscal.tax_payable': derived.tax_payable,
    'slip.remuneration.brokerage': derived.brokerage,
    'slip.remuneration.deductions': derived.deductions,
  };
  const taxes = derived.taxes_payable.map(({ tax, payable_by: by }) => (by === '' ? tax : `${tax}, payable by ${by}`));
  const show = (amount: bigint) => showMoney({ amount, currency });
  const part = (label: string, of: (section: Section) => bigint | null, whole: bigint): string[] => {
    const each = ofEach(sections, of);
    return each === null ? [] : [`${label} ${show(sum(each))} of ${show(whole)}`];
  };
  return {
    terms,
    taxes: taxes.join('; '),
    total: [
      ...part('Sums insured', (one) => one.sumInsured, sumInsured),
      ...part('premiums', (one) => one.premium, premium),
    ].join(', '),
  };
}
