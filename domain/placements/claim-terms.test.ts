import { expect, test } from 'vitest';
import { readClaimTerms } from './claim-terms.ts';

const OF = { currency: 'KES', start: '2026-01-01' };
const USUAL = {
  limit_basis: 'EACH_LOSS',
  fees_within_limit: false,
  reinstatement_percent: null,
  reinstatement_as_to_time: false,
  cover_trigger: 'OCCURRENCE',
  retroactive_on: null,
  notification_days: null,
  cash_loss_limit: null,
};

test('what is left out is the usual', () => {
  expect(readClaimTerms({}, OF)).toEqual({ terms: USUAL, faults: [] });
});

test.each([
  [{ cash_loss_limit: '5000000.00' }, { cash_loss_limit: 500_000_000n }],
  [
    { limit_basis: 'AGGREGATE' as const, reinstatement_percent: 100_000_000n },
    { limit_basis: 'AGGREGATE', reinstatement_percent: 100_000_000n },
  ],
  [
    { cover_trigger: 'CLAIMS_MADE' as const, retroactive_on: '2025-01-01' },
    { cover_trigger: 'CLAIMS_MADE', retroactive_on: '2025-01-01' },
  ],
])('%o', (typed, expected) => {
  expect(readClaimTerms(typed, OF)).toEqual({ terms: { ...USUAL, ...expected }, faults: [] });
});

test.each([
  [{ retroactive_on: '2025-01-01' }, 'Only a claims-made policy has a retroactive date.'],
  [
    { cover_trigger: 'CLAIMS_MADE' as const, retroactive_on: '2026-01-02' },
    'The retroactive date cannot be after the first day of cover.',
  ],
  [{ cash_loss_limit: '0' }, 'Cash-loss limit must be more than 0.'],
  [{ cash_loss_limit: '1.001' }, 'KES amounts have fewer decimals.'],
])('%o is refused', (typed, message) => {
  expect(readClaimTerms(typed, OF).faults.map((one) => one.message)).toEqual([message]);
});
