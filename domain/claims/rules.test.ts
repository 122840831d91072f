import { describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { parseAmount } from '../values/money.ts';
import { parseExchangeRate, PAR } from '../values/rate.ts';
import { agreementOf, type AgreementTerms, localParties, londonParties } from './agreement.ts';
import { type CoverAtLoss, coverWarnings, mayBeTwins } from './cover.ts';
import {
  assertWithinLimit,
  callDueOn,
  inPolicyCurrency,
  limitFor,
  limitWarning,
  noticeWarning,
  type PolicyLimit,
  towardsLimit,
} from './limits.ts';
import { adviceIsDue, earnedBy, lossRatio, reinstatementPremium } from './ratios.ts';
import { stageOf } from './states.ts';

const kes = (text: string) => parseAmount(text, 'KES') as bigint;
const IN_KES = { currency: 'KES', policyCurrency: 'KES', rate: PAR };
const LIMIT: PolicyLimit = {
  basis: 'EACH_LOSS',
  sumInsured: kes('500000000'),
  reinstated: 0n,
  others: [],
  feesWithin: false,
};
const AGGREGATE: PolicyLimit = { ...LIMIT, basis: 'AGGREGATE', others: [kes('300000000'), kes('150000000')] };

describe('C3', () => {
  test.each([
    ['each loss has all of the sum insured', LIMIT, '500000000'],
    ['whatever other claims used', { ...LIMIT, others: [kes('450000000')] }, '500000000'],
    ['in the aggregate, what others leave', AGGREGATE, '50000000'],
    ['and what was reinstated', { ...AGGREGATE, reinstated: kes('39000000') }, '89000000'],
  ])('%s', (_, limit, expected) => {
    expect(limitFor(limit)).toBe(kes(expected));
  });

  test('what is called is held to the limit, to the cent', () => {
    expect(() => assertWithinLimit(kes('50000000'), AGGREGATE, IN_KES)).not.toThrow();
    const over = () => assertWithinLimit(kes('50000000.01'), AGGREGATE, IN_KES);
    expect(over).toThrow(AppError);
    expect(over).toThrow('The limit of the policy leaves KES 50,000,000.00 for this claim.');
  });

  test('a reserve above it warns', () => {
    expect(limitWarning(kes('500000000.01'), LIMIT, IN_KES)).toBe('Reserve exceeds the sum insured.');
    expect(limitWarning(kes('500000000'), LIMIT, IN_KES)).toBeNull();
    expect(limitWarning(kes('60000000'), AGGREGATE, IN_KES)).toBe(
      'Reserve exceeds the sum insured: other claims leave KES 50,000,000.00 of it.',
    );
  });

  test('fees are outside the limit unless the policy says otherwise', () => {
    const claim = { incurred: kes('42000000'), fees: kes('500000') };
    expect(towardsLimit(claim, LIMIT)).toBe(kes('42000000'));
    expect(towardsLimit(claim, { feesWithin: true })).toBe(kes('42500000'));
  });
});

test('C4: USD 300,000 at 129.50 is held as KES 38,850,000.00', () => {
  const rate = parseExchangeRate('129.50') as bigint;
  expect(
    inPolicyCurrency(parseAmount('300000', 'USD') as bigint, { currency: 'USD', policyCurrency: 'KES', rate }),
  ).toBe(kes('38850000'));
});

describe('C14', () => {
  const call = {
    approvedOn: '2026-03-02',
    claimDays: 30,
    plannedOn: null,
    amount: kes('10000000'),
    cashLossLimit: null,
  };
  test.each([
    ['the firm’s claim days', call, '2026-04-01'],
    ['above the cash-loss limit', { ...call, cashLossLimit: kes('9999999.99') }, '2026-03-17'],
    ['at the cash-loss limit', { ...call, cashLossLimit: kes('10000000') }, '2026-04-01'],
    ['simultaneous payment', { ...call, plannedOn: '2026-03-20', cashLossLimit: kes('1') }, '2026-03-20'],
  ])('%s', (_, calling, expected) => {
    expect(callDueOn(calling)).toBe(expected);
  });

  test('simultaneous payment is notified 14 days before', () => {
    expect(noticeWarning('2026-03-16', '2026-03-02')).toBeNull();
    expect(noticeWarning('2026-03-15', '2026-03-02')).toBe('Securities need 14 days’ notice of simultaneous payment.');
    expect(noticeWarning(null, '2026-03-02')).toBeNull();
  });
});

describe('C12', () => {
  const terms = {
    premium: kes('1250000'),
    reinstated: kes('39000000'),
    limit: kes('500000000'),
    percent: 100_000_000n,
  };
  test('as to amount and time', () => {
    expect(reinstatementPremium({ ...terms, time: { left: 146, days: 365 } })).toBe(kes('39000'));
  });
  test('as to amount alone, and at half the percent', () => {
    expect(reinstatementPremium({ ...terms, time: null })).toBe(kes('97500'));
    expect(reinstatementPremium({ ...terms, percent: 50_000_000n, time: null })).toBe(kes('48750'));
  });
});

describe('C16', () => {
  const layers = [{ start: '2026-01-01', end: '2026-12-31', premium: kes('750000') }];
  test('16.0 % of what is written, 32.3 % of what is earned after 181 of 365 days', () => {
    expect(lossRatio({ incurred: kes('120000'), exGratia: 0n }, kes('750000'))).toBe(16_000_000n);
    const earned = earnedBy(layers, '2026-06-30');
    expect(earned).toBe(kes('371917.81'));
    expect(lossRatio({ incurred: kes('120000'), exGratia: 0n }, earned)).toBe(32_300_000n);
  });
  test('nothing is known before the first day', () => {
    expect(earnedBy(layers, '2025-12-31')).toBe(0n);
    expect(lossRatio({ incurred: 0n, exGratia: 0n }, 0n)).toBeNull();
  });
  test('a cancellation leaves what was earned by then, and no more is earned after', () => {
    const returned = { start: '2026-07-01', end: '2026-12-31', premium: -(kes('750000') - kes('371917.81')) };
    expect(earnedBy([...layers, returned], '2026-12-31')).toBe(kes('371917.81'));
    expect(earnedBy([...layers, returned], '2027-12-31')).toBe(kes('371917.81'));
  });
});

describe('C17', () => {
  const cover: CoverAtLoss = {
    period: { start: '2026-01-01', end: '2026-12-31' },
    cancelledFrom: null,
    retroactiveOn: null,
    notificationDays: null,
    warranty: null,
    settledInTime: false,
  };
  const warned = (changes: Partial<CoverAtLoss>, lossOn: string, notifiedOn = lossOn) =>
    coverWarnings({ ...cover, ...changes }, { lossOn, notifiedOn }).map((one) => one.sentence);
  const OUTSIDE = 'Date of loss is outside the period of insurance.';
  test.each([
    ['within the period', {}, '2026-06-01', []],
    ['before it', {}, '2025-12-31', [OUTSIDE]],
    ['after it', {}, '2027-01-01', [OUTSIDE]],
    ['back to the retroactive date', { retroactiveOn: '2025-06-01' }, '2025-06-01', []],
    [
      'before the retroactive date',
      { retroactiveOn: '2025-06-01' },
      '2025-05-31',
      [`${OUTSIDE} Cover reaches back to Jun 1, 2025.`],
    ],
    ['cancelled', { cancelledFrom: '2026-06-01' }, '2026-06-01', ['The policy was cancelled from Jun 1, 2026.']],
    ['the day before it was', { cancelledFrom: '2026-06-01' }, '2026-05-31', []],
    [
      'a warranty not met',
      { warranty: { kind: 'PPW' as const, days: 60 } },
      '2026-03-03',
      ['Premium payment warranty of Mar 2, 2026 was not met: cover may be void.'],
    ],
    ['its day not over', { warranty: { kind: 'PPW' as const, days: 60 } }, '2026-03-02', []],
    [
      'a condition not met',
      { warranty: { kind: 'PPC' as const, days: 60 } },
      '2026-03-03',
      ['Premium was not paid: cover ended on Mar 2, 2026.'],
    ],
    ['settled in time', { warranty: { kind: 'PPC' as const, days: 60 }, settledInTime: true }, '2026-03-03', []],
  ])('%s', (...[, changes, lossOn, expected]) => {
    expect(warned(changes, lossOn)).toEqual(expected);
  });
  test('notified late', () => {
    expect(warned({ notificationDays: 14 }, '2026-03-01', '2026-03-15')).toEqual([]);
    expect(warned({ notificationDays: 14 }, '2026-03-01', '2026-03-16')).toEqual([
      'Notified 15 days after the loss; the policy allows 14.',
    ]);
  });
});

describe('C13', () => {
  const gbp = (text: string) => parseAmount(text, 'GBP') as bigint;
  const terms: AgreementTerms = {
    leader: 1,
    second: 2,
    lossKind: 'FIRST_PARTY',
    amount: gbp('1999999.99'),
    thresholds: { FIRST_PARTY: gbp('2000000'), THIRD_PARTY: gbp('1000000'), NON_PROPORTIONAL: gbp('5000000') },
    singleLimit: null,
    disputed: false,
  };
  test.each<[string, Partial<AgreementTerms>, number[]]>([
    ['below the threshold the leader', {}, [1]],
    ['from it both', { amount: gbp('2000000') }, [1, 2]],
    ['third party', { lossKind: 'THIRD_PARTY', amount: gbp('1000000') }, [1, 2]],
    ['non-proportional', { lossKind: 'NON_PROPORTIONAL', amount: gbp('4999999.99') }, [1]],
    ['disputed', { disputed: true }, [1, 2]],
    ['no rate to compare by', { amount: null }, [1, 2]],
    ['within the single-agreement limit one alone', { singleLimit: gbp('250000'), amount: gbp('250000') }, [1]],
    ['but not when it is disputed', { singleLimit: gbp('250000'), amount: gbp('250000'), disputed: true }, [1, 2]],
    ['a slip without a second lead', { second: null, disputed: true }, [1]],
  ])('%s', (_, changes, expected) => {
    expect(londonParties({ ...terms, ...changes })).toEqual(expected);
  });
  test('a local claim is agreed by each for itself', () => {
    expect(localParties([{ securityId: 1 }, { securityId: 2 }])).toEqual([1, 2]);
  });
  test('a claim is agreed by all who must; one who denies it counts', () => {
    const agreement = (...answers: ('ASKED' | 'AGREED' | 'DENIED' | 'DISPUTED')[]) =>
      agreementOf(answers.map((answer) => ({ required: true, answer })));
    expect([
      agreement('AGREED', 'AGREED'),
      agreement('AGREED', 'ASKED'),
      agreement('AGREED', 'DISPUTED'),
      agreement('DENIED', 'ASKED'),
    ]).toEqual(['AGREED', 'ASKED', 'DISPUTED', 'DENIED']);
    expect(agreementOf([{ required: false, answer: 'DENIED' }])).toBe('ASKED');
  });
});

test('C18: an advice at the threshold and at each rise by 25 %', () => {
  const due = (incurred: string, advised: string | null) =>
    adviceIsDue({
      incurred: kes(incurred),
      threshold: kes('10000000'),
      advised: advised === null ? null : kes(advised),
    });
  expect([due('9999999.99', null), due('10000000', null)]).toEqual([false, true]);
  expect([due('12499999.99', '10000000'), due('12500000', '10000000')]).toEqual([false, true]);
  expect(adviceIsDue({ incurred: kes('1'), threshold: null, advised: null })).toBe(false);
});

test('losses of one policy within three days may be the same', () => {
  expect([mayBeTwins('2026-03-01', '2026-03-04'), mayBeTwins('2026-03-05', '2026-03-01')]).toEqual([true, false]);
});

test.each([
  [{ closed: false, called: 0n, setOff: 0n, collected: 0n, paid: 0n }, 'NOTIFIED'],
  [{ closed: false, called: 6n, setOff: 1n, collected: 0n, paid: 0n }, 'CALLED'],
  [{ closed: false, called: 6n, setOff: 1n, collected: 4n, paid: 0n }, 'PART_COLLECTED'],
  [{ closed: false, called: 6n, setOff: 0n, collected: 6n, paid: 4n }, 'COLLECTED'],
  [{ closed: false, called: 6n, setOff: 1n, collected: 5n, paid: 4n }, 'COLLECTED'],
  [{ closed: false, called: 6n, setOff: 0n, collected: 6n, paid: 6n }, 'SETTLED'],
  [{ closed: false, called: 6n, setOff: 1n, collected: 5n, paid: 5n }, 'SETTLED'],
  [{ closed: true, called: 6n, setOff: 0n, collected: 6n, paid: 6n }, 'CLOSED'],
])('%o is %s', (claim, stage) => {
  expect(stageOf(claim)).toBe(stage);
});
