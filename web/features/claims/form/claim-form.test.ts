import { expect, test } from 'vitest';
import { blankClaim, bodyOfClaim, type CoverAtLoss, faultsOfClaim } from './claim-form.ts';

const COVER: CoverAtLoss = {
  policy: {
    id: 5,
    broker_reference: 'NBO/FAC/2026/000001',
    cedant_policy_number: '',
    umr: null,
    market: 'LOCAL',
    reinsured: { id: 1, name: 'Savannah Insurance' },
    insured: { id: 2, name: 'Kisumu Sugar Works' },
    cover_type: { id: 3, name: 'Fire' },
    currency: 'KES',
    insurance_start_date: '2026-01-01',
    insurance_end_date: '2026-12-31',
  },
  sum_insured: '500000000.00',
  limit_basis: 'EACH_LOSS',
  limit_left: '500000000.00',
  excess: '',
  excess_amount: null,
  notification_days: null,
  cash_loss_limit: null,
  share: '60',
  lines: [],
  warnings: [],
  duplicates: [],
};

const typed = blankClaim({
  policy: { id: '5', label: 'NBO/FAC/2026/000001' },
  data_loss_date: '2026-03-02',
  claimreserve: '39000000',
});

test('what follows the policy is not sent: its share, its currency, a rate and a reason that nothing asks for', () => {
  const body = bodyOfClaim({ ...typed, exchange_rate: '129.5', share_reason: 'Left over' }, COVER);
  expect(body).toMatchObject({ policy: 5, claim_share: null, exchange_rate: null, share_reason: '' });
  expect(body.currency).toBeUndefined();
  expect(bodyOfClaim({ ...typed, currency: 'USD', exchange_rate: '129.5' }, COVER)).toMatchObject({
    currency: 'USD',
    exchange_rate: '129.5',
  });
  expect(bodyOfClaim({ ...typed, claim_share: '50', share_reason: 'Agreed' }, COVER)).toMatchObject({
    claim_share: '50',
    share_reason: 'Agreed',
  });
});

test('what is wrong is said at its field', () => {
  const fields = (changes: Partial<typeof typed>) =>
    faultsOfClaim({ ...typed, ...changes }, COVER).map(({ field, message }) => [field, message]);
  const expert = {
    role: 'ADJUSTER',
    name: 'Lakeside Adjusters',
    reference: '',
    appointed_on: '',
    fee: '1.005',
  } as const;
  expect(fields({})).toEqual([]);
  expect(fields({ policy: null })).toEqual([['policy', 'Choose the policy.']]);
  expect(fields({ data_loss_date: '' })).toEqual([['data_loss_date', 'Enter the date of loss.']]);
  expect(fields({ claimreserve: '0' })).toEqual([['claimreserve', 'Claim reserve must be more than 0.']]);
  expect(fields({ claimreserve: '1.001' })).toEqual([['claimreserve', 'KES amounts have fewer decimals.']]);
  expect(fields({ experts: [{ ...expert, name: '', fee: '' }, expert] })).toEqual([
    ['experts.1.fee', 'KES amounts have fewer decimals.'],
  ]);
  // The rows left blank are not sent, but they are counted on the screen.
  const nameless = { ...expert, name: '', fee: '', reference: 'LLA/881' };
  expect(fields({ experts: [{ ...nameless, reference: '' }, nameless] })).toEqual([
    ['experts.1.name', 'Name must be 2 to 150 characters.'],
  ]);
});
