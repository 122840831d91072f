import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statementOfSheet, type Sheet } from './csv-columns.ts';
import {
  isOfAccount,
  knownByOf,
  repeatedLines,
  statementRefusals,
  type ReadStatement,
  type StatementLine,
} from './statement.ts';

const line = (changes: Partial<StatementLine> = {}): StatementLine => ({
  row: 1,
  day: '2026-03-02',
  valueDay: null,
  amount: 28125000n,
  reference: '',
  endToEnd: '',
  party: '',
  partyAccount: '',
  text: 'Jubilee',
  ...changes,
});
const account = { name: 'Clients KES', number: '0100200301', iban: 'KE12BAHA0100200301', currency: 'KES' };
const read = (changes: Partial<ReadStatement> = {}): ReadStatement => ({
  account: '0100200301',
  currency: 'KES',
  number: '1',
  opening: 0n,
  closing: 28125000n,
  closedOn: '2026-03-02',
  lines: [line()],
  faults: [],
  ...changes,
});

describe('a statement is taken when it is ours, adds up and follows the last one', () => {
  const last = { closing: 100n, lastDay: '2026-03-01' };
  test.each<[string, { changes: Partial<ReadStatement>; before?: typeof last; sentence?: RegExp }]>([
    ['the first one, wherever it begins', { changes: { opening: 5n, closing: 28125005n } }],
    ['one that follows', { changes: { opening: 100n, closing: 28125100n }, before: last }],
    [
      'a gap',
      {
        changes: { opening: 101n, closing: 28125101n },
        before: last,
        sentence: /ended at KES 1\.00 on 1 Mar 2026, but .* KES 1\.01/,
      },
    ],
    [
      'a line too few',
      { changes: { closing: 28125001n }, sentence: /lead to KES 281,250\.00, but it ends at KES 281,250\.01/ },
    ],
    [
      'another account',
      { changes: { account: '0100200302' }, sentence: /of the account 0100200302, not of Clients KES/ },
    ],
    ['another currency', { changes: { currency: 'USD' }, sentence: /in USD, but the account is in KES/ }],
    ['no balances', { changes: { opening: null }, sentence: /opening and the closing balance/ }],
    ['nothing at all', { changes: { lines: [], closedOn: null, closing: 0n }, sentence: /no lines and no day/ }],
  ])('%s', (_, { changes, before = null, sentence }) => {
    const refusals = statementRefusals(read(changes), account, before);
    expect(refusals).toHaveLength(sentence ? 1 : 0);
    if (sentence) expect(refusals[0]).toMatch(sentence);
  });

  test.each([
    ['0100200301', true],
    ['KE12 BAHA 0100 2003 01', true],
    ['BAHAKENX/0100200301', true],
    ['0100200301KES', true],
    ['100200301', true],
    ['100200302', false],
    ['01002003010', false],
    ['', false],
  ])('the account %s', (named, ours) => {
    expect(isOfAccount(named, account)).toBe(ours);
  });
});

describe('by what a line is known again', () => {
  test('the bank’s reference with its amount, else day, amount, text and place among equals', () => {
    const known = knownByOf([
      line({ reference: 'FT 1' }),
      line({ reference: 'ft1', amount: -5000n }),
      line(),
      line({ text: ' JUBILEE ' }),
      line({ text: 'Other' }),
    ]);
    expect(new Set(known).size).toBe(5);
    expect(known[0]).toBe('ref|FT1|28125000');
    expect(known[3]?.endsWith('|2')).toBe(true);
  });

  test('a reference and amount twice in one file is said of the second line', () => {
    const twice = [line({ reference: 'FT1' }), line({ row: 2, reference: 'FT1' }), line({ row: 3 })];
    expect(repeatedLines(twice)).toEqual([
      { row: 2, message: 'Has the bank reference FT1 and the amount of line 1 again.' },
    ]);
  });

  test('the same lines are known by the same, whatever file has them, and each by its own', () => {
    const lines = fc.array(
      fc.record({
        day: fc.constantFrom('2026-03-01', '2026-03-02'),
        amount: fc.bigInt({ min: -3n, max: 3n }),
        text: fc.constantFrom('a', 'b'),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(lines, (some) => {
        const known = knownByOf(some.map((one, row) => line({ ...one, row })));
        expect(new Set(known).size).toBe(some.length);
        expect(knownByOf(some.map((one, row) => line({ ...one, row: row + 7 })))).toEqual(known);
      }),
    );
  });
});

const HEADINGS = { day: 0, text: 1, paid_out: 2, paid_in: 3, balance: 4 };
const sheet = (rows: string[][], changes: Partial<Sheet> = {}): Sheet => ({
  rows: rows.map((cells, index) => ({ row: index + 2, cells, faults: [] })),
  matching: HEADINGS,
  dayOrder: 'DAY_FIRST',
  currency: 'KES',
  today: '2026-03-02',
  opening: undefined,
  closing: undefined,
  ...changes,
});

describe('a sheet', () => {
  const rows = [
    ['01/03/2026', 'Balance brought forward', '', '', '1,000.00'],
    ['02/03/2026', 'Jubilee', '', '281,250.00', '282,250.00'],
    ['02/03/2026', 'Charge', '1,000.00', '', '281,250.00'],
    ['', 'Totals', '', '', ''],
  ];
  test('its balances are those of its column, its lines oldest first, whichever way it is written', () => {
    for (const one of [rows, rows.toReversed()]) {
      const { opening, closing, lines, faults } = statementOfSheet(sheet(one));
      expect([opening, closing, faults]).toEqual([100000n, 28125000n, []]);
      expect(lines.map(({ amount, text }) => [amount, text])).toEqual([
        [28125000n, 'Jubilee'],
        [-100000n, 'Charge'],
      ]);
    }
  });

  test.each([
    ['amount with a sign', ['-1,000.00'], -100000n],
    ['in brackets', ['(1,000.00)'], -100000n],
    ['marked as debit', ['1,000.00 DR'], -100000n],
    ['marked as credit', ['1,000.00CR'], 100000n],
    ['of a bank on the continent', ['1.000,00'], 100000n],
    ['with its currency', ['KES 1,000.00'], 100000n],
  ])('an amount %s', (_, [amount = ''], minor) => {
    const one = sheet([['2026-03-02', 'x', amount]], { matching: { day: 0, text: 1, amount: 2 } });
    expect(statementOfSheet(one).lines.map((each) => each.amount)).toEqual([minor]);
  });

  test.each([
    [['31/02/2026', 'x', '', '1.00', ''], /“31\/02\/2026” is not a date/],
    [['', 'x', '', '1.00', ''], /“” is not a date/],
    [['02/03/2026', 'x', '', '1.001', ''], /“1\.001” is not an amount of KES/],
    [['02/03/2026', 'x', '', '0,005', ''], /not an amount/],
    [['02/03/2026', 'x', '', 'USD 5.00', ''], /not an amount/],
    [['02/03/2026', 'x', '2.00', '1.00', ''], /paid in and paid out at once/],
  ])('a row that cannot be read says why: %s', (cells, message) => {
    const { faults, lines } = statementOfSheet(sheet([cells]));
    expect(lines).toEqual([]);
    expect(faults).toMatchObject([{ row: 2, message: expect.stringMatching(message) }]);
  });

  test('a balance that does not follow from the one before it is said of its row', () => {
    const broken = rows.with(2, ['02/03/2026', 'Charge', '1,000.00', '', '281,250.01']);
    expect(statementOfSheet(sheet(broken)).faults).toMatchObject([{ row: 4, message: /balance after this line/ }]);
  });

  test('the month first, balances as typed, several accounts', () => {
    const one = statementOfSheet(
      sheet([['03/02/2026', 'x', '', '1.00', 'A1']], {
        matching: { day: 0, text: 1, paid_in: 3, account: 4 },
        dayOrder: 'MONTH_FIRST',
        opening: '5.00',
        closing: '6.00',
      }),
    );
    expect([one.lines[0]?.day, one.opening, one.closing, one.account]).toEqual(['2026-03-02', 500n, 600n, 'A1']);
  });
});
