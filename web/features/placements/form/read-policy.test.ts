import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../../../domain/values/money.ts';
import { bodyOfPolicy as bodyOf, EMPTY_ROW, newValues, type PolicyValues } from './policy-values.ts';
import { faultsSoFar, readPolicy, submitFaults } from './read-policy.ts';

const TODAY = '2026-03-02';
const kes = (amount: bigint) => formatAmount(amount, 'KES');

const withholding = {
  id: 1,
  code: 'WHT',
  name: 'Withholding tax',
  rates: [
    {
      id: 1,
      rate: '5',
      basis: 'GROSS' as const,
      borne_by: 'SECURITY' as const,
      applies_to: 'NON_RESIDENT' as const,
      market: null,
      class_id: null,
      flat: null,
      minimum: null,
      currency: null,
      branch_id: null,
      country: null,
      effective_from: '2020-01-01',
      effective_to: null,
      enabled: true,
    },
  ],
};
const surroundings = { taxes: [withholding], classIds: [], today: TODAY, branch: { id: 1, country: 'KE' } };

function row(id: string, share: string, resident = true) {
  return { ...EMPTY_ROW, security: { id, label: id, resident }, offer: share, share };
}

/** product.md §2's example as it is typed. */
function example(changes: Partial<PolicyValues> = {}): PolicyValues {
  return {
    ...newValues({ currency: 'KES', today: TODAY, producer: { id: '9', label: 'Wanjiku' } }),
    reinsured: { id: '1', label: 'Savannah' },
    insured: { id: '2', label: 'Kisumu' },
    cover_type: '3',
    insurance_start_date: '2026-03-01',
    insurance_end_date: '2027-02-28',
    sum_insured: '500000000.00',
    rate: '0.25',
    fac: '60',
    cedant_commission: '25',
    brokerage: '5',
    securities: [row('11', '25'), row('12', '20'), { ...EMPTY_ROW }, row('13', '15', false)],
    ...changes,
  };
}

describe('a policy as typed', () => {
  it('gives the figures of the example', () => {
    const { figures, faults, warnings } = readPolicy(example(), surroundings);
    expect(faults).toEqual([]);
    expect(warnings).toEqual([]);
    expect(kes(figures.debitNote)).toBe('562500.00');
    expect(figures.lines.map((line) => kes(line.netPayable))).toEqual(['218750.00', '175000.00', '121875.00']);
    expect(kes(figures.taxOfSecurity)).toBe('9375.00');
  });

  it('says what is missing, and while typing only what is wrong in what is there', () => {
    const values = newValues({ currency: 'KES', today: TODAY, producer: { id: '9', label: 'Wanjiku' } });
    const reading = readPolicy(values, surroundings);
    expect(reading.faults.map((fault) => fault.field)).toContain('sum_insured');
    expect(faultsSoFar(reading, values)).toEqual([]);
    const turned = example({ insurance_end_date: '2026-01-31' });
    expect(faultsSoFar(readPolicy(turned, surroundings), turned)).toEqual([
      { field: 'insurance_end_date', message: 'End date must not be before start date.' },
    ]);
    // Of a line whose percentage alone is typed the security is still to come, as in a row that a form fills in another way.
    const lines = example({ securities: [{ ...EMPTY_ROW, share: '25' }] });
    const missing = { ...reading, faults: [{ field: 'securities.1.security', message: 'Choose the security.' }] };
    expect(readPolicy(lines, surroundings).faults.map((fault) => fault.field)).toContain('securities.0.security');
    expect(faultsSoFar(readPolicy(lines, surroundings), lines)).toEqual([]);
    expect(faultsSoFar(missing, lines)).toEqual([]);
  });

  it('refuses to be submitted under-placed, with the sentence of the server', () => {
    const reading = readPolicy(example({ securities: [row('11', '25'), row('12', '20')] }), surroundings);
    expect(reading.faults).toEqual([]);
    expect(submitFaults(reading)).toEqual([
      { field: 'securities', message: 'Securities total 45.0000% but 60.0000% is placed.' },
    ]);
  });

  it('sends no premium that follows from the rate, and no blank rows', () => {
    const body = bodyOf(example());
    expect(body.premium).toBeNull();
    expect(body.securities.map((line) => line.security)).toEqual([11, 12, 13]);
    expect(bodyOf(example({ premium: '1200000.00', premium_keyed: true })).premium).toBe('1200000.00');
  });

  it('warns of a premium that differs from the rate', () => {
    const { warnings } = readPolicy(example({ premium: '1200000.00', premium_keyed: true }), surroundings);
    expect(warnings).toEqual(['The premium differs from sum insured × rate.']);
  });
});
