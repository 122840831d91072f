import { describe, expect, test } from 'vitest';
import { slipFindings } from './check.ts';
import { FACTS, GOOD, percent, sectionOf } from './example.ts';
import type { Slip, SlipFacts, SlipLine } from './slip.ts';

/** Rules of the market's checkers that look at more than one place, or at every text. */
const findings = (slip: Slip, facts: Partial<SlipFacts> = {}) =>
  slipFindings(slip, { ...FACTS, ...facts }, 'SIGNED').map((one) => `${one.severity} ${one.field}: ${one.message}`);
const [first, second] = FACTS.lines as [SlipLine, SlipLine];

/** Every text of a slip by its place, each of them once. */
function textsOf(value: unknown, at = ''): string[] {
  if (typeof value === 'string') return [at];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, at === '' ? key : `${at}.${key}`));
}

function withText(slip: Slip, at: string, text: string): Slip {
  const copy = structuredClone(slip) as unknown as Record<string, unknown>;
  const keys = at.split('.');
  const last = keys.pop() ?? '';
  let part: Record<string, unknown> = copy;
  for (const key of keys) part = part[key] as Record<string, unknown>;
  part[last] = text;
  return copy as unknown as Slip;
}

/** Where the check names a text: stamps and references are on their lines. */
const placeOf = (at: string) => at.replace(/^security\.stamps/, 'securities');

const FULL: Slip = {
  ...GOOD,
  risk: {
    ...GOOD.risk,
    express_warranties: 'Sprinklers are kept in working order.',
    conditions_precedent: 'None',
    recording: 'Kept by the broker and passed on by the market’s means.',
    contract_documents: 'This contract is the sole contract document.',
  },
  sections: [
    sectionOf({
      name: 'Property',
      interest: 'Buildings',
      limit: 'USD 4,000,000',
      excess: 'None',
      situation: 'Nairobi',
      conditions: 'As above',
      premium: 100_000_000n,
    }),
    sectionOf({
      name: 'Revenue',
      interest: 'Revenue',
      limit: 'USD 1,000,000',
      excess: 'None',
      situation: 'Nairobi',
      conditions: 'As above',
      premium: 25_000_000n,
    }),
  ],
};

describe('nothing is left open anywhere', () => {
  // Chosen or read by their shape and so never a term that could be left open.
  const shaped = /umr|_time$|_basis$|settlement_due_date|country_of_origin|\.code$|\.by$|\.premium$/;
  const places = textsOf(FULL).filter((at) => !shaped.test(at));
  test('the slip of this table says something under every heading', () => {
    expect(findings(FULL)).toEqual([]);
    expect(places).toHaveLength(51);
  });
  test.each(places)('%s', (at) => {
    for (const word of ['TBA', 'TBC', 'to be agreed', '____']) {
      const found = findings(withText(FULL, at, word));
      expect(
        found.filter((one) => one.startsWith(`refuse ${placeOf(at)}: `)),
        `${at} ${word}`,
      ).toHaveLength(1);
    }
  });
  test.each([
    'To be finalised',
    'not yet agreed',
    'per expiring',
    'As before',
    'Held on file',
    '[insert]',
    '[•]',
    '<insert clause>',
    'Mills at XXX, Kenya',
    'Mills at ??, Kenya',
  ])('"%s" is open', (text) => {
    expect(findings(withText(GOOD, 'risk.interest', text))).toEqual([
      expect.stringMatching(/^refuse risk\.interest: .* leaves/),
    ]);
  });
  test.each(['Mill at XX Road 5', 'Profile on file reference 12', 'Works to be completed in 2027', 'Why? Because'])(
    '"%s" is not',
    (text) => {
      expect(findings(withText(GOOD, 'risk.interest', text))).toEqual([]);
    },
  );
});

describe('money is written with its ISO code', () => {
  const symbol = 'Up to £5,000';
  test.each([
    ['risk.payment_terms', 'refuse'],
    ['remuneration.brokerage', 'refuse'],
    ['remuneration.deductions', 'refuse'],
    ['risk.conditions', 'advise'],
    ['information', 'advise'],
    ['sections.0.conditions', 'advise'],
  ])('in %s: %s', (at, severity) => {
    expect(findings(withText(FULL, at, symbol))).toContainEqual(
      expect.stringMatching(new RegExp(`^${severity} ${at}: Write the currency .* not as "£"\\.$`)),
    );
  });
  test.each([
    ['10% of each loss, minimum 250,000', true],
    ['250000 each and every loss', true],
    ['As per wording of 2026, 14 days and 2.5%', false],
    ['KES 250,000 each and every loss', false],
  ])('an excess of "%s" without its currency is refused: %s', (excess, refused) => {
    expect(findings(withText(GOOD, 'risk.excess', excess))).toEqual(
      refused ? ['refuse risk.excess: Write the currency of the excess as its ISO code, such as USD.'] : [],
    );
  });
  test('one currency of the limit is that of the premium', () => {
    expect(findings(withText(GOOD, 'risk.limit', 'KES 5,000,000'))).toEqual([
      'advise risk.limit: The limit is in KES but the premium is in USD.',
    ]);
    const sumInsured = 5_000_000n;
    expect(findings(withText(GOOD, 'risk.limit', 'KES 5,000,000 or USD 50,000'), { sumInsured })).toEqual([]);
    expect(findings(withText(GOOD, 'risk.limit', 'ALL RISKS, USD 50,000'), { sumInsured })).toEqual([]);
  });
});

describe('days of the lines', () => {
  const lines = (...changed: [Partial<SlipLine>, Partial<SlipLine>]) => ({
    lines: [
      { ...first, ...changed[0] },
      { ...second, ...changed[1] },
    ],
  });
  test.each<[Partial<SlipLine>, Partial<SlipLine>, string]>([
    [{ writtenOn: null }, {}, 'refuse securities.0.written_on: Enter the day on which Kiln 510 wrote its line.'],
    [
      {},
      { writtenOn: '2026-03-02' },
      'advise securities.1.written_on: Amlin Re wrote its line after cover began on Mar 1, 2026.',
    ],
    [
      {},
      { writtenOn: '2026-02-20' },
      'advise securities.1.written_on: Amlin Re wrote its line before the slip leader.',
    ],
  ])('case %#', (one, two, message) => {
    expect(findings(GOOD, lines(one, two))).toEqual([message]);
  });
  test('on the first day of cover, and on the leader’s own day, a line is in time', () => {
    expect(findings(GOOD, lines({ writtenOn: '2026-03-01' }, { writtenOn: '2026-03-01' }))).toEqual([]);
  });
  test('an offer has no days of lines yet', () => {
    const found = slipFindings(GOOD, { ...FACTS, ...lines({ writtenOn: null }, { writtenOn: null }) }, 'OFFER');
    expect(found).toEqual([]);
  });
});

describe('what the slip says and what the placement has', () => {
  const terms = (text: string) => withText(GOOD, 'risk.payment_terms', text);
  test.each<[Slip, Partial<SlipFacts>, string[]]>([
    [
      terms('LSW3001, 60 days'),
      { warrantyDay: null },
      ['advise risk.payment_terms: A premium payment clause is named here, but the placement has no days for it.'],
    ],
    [
      terms('Within 60 days'),
      {},
      ['advise risk.payment_terms: Name the premium payment warranty or condition of the placement, such as LSW3001.'],
    ],
    [terms('Within 60 days'), { warrantyDay: null }, []],
    [terms('Premium payment warranty, 60 days'), {}, []],
    [GOOD, { brokerage: percent('7.5') }, ['refuse remuneration.brokerage: The placement has a brokerage of 7.5%.']],
    [withText(GOOD, 'remuneration.brokerage', 'USD 5,000 flat'), { brokerage: percent('7.5') }, []],
    [withText(GOOD, 'remuneration.brokerage', '5.00 % of 60%'), {}, []],
    [
      withText(GOOD, 'remuneration.deductions', 'None'),
      {},
      ['refuse remuneration.deductions: The placement has a cedant commission of 25%: name it here.'],
    ],
    [withText(GOOD, 'remuneration.deductions', 'None'), { commission: 0n }, []],
  ])('case %#', (slip, facts, messages) => {
    expect(findings(slip, facts)).toEqual(messages);
  });
  test('arrangements that nobody asks for are not left open either', () => {
    const lines = FACTS.lines.map((line) => ({ ...line, bureau: true }));
    const slip = (text: string) => withText(GOOD, 'subscription.non_bureau_arrangements', text);
    expect(findings(slip('None'), { lines })).toEqual([]);
    expect(findings(slip('TBA'), { lines })).toHaveLength(1);
  });
});
