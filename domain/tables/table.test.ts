import * as z from 'zod/mini';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  baseMoney,
  below,
  choice,
  coded,
  count,
  day,
  exchangeRate,
  fileOnly,
  flag,
  hidden,
  id,
  instant,
  money,
  numbered,
  optional,
  plain,
  rate,
  record,
  sorted,
  text,
  titled,
  totalled,
  worded,
} from './columns.ts';
import { currencyIn, emptied, headingOf, leaving, replyRow, table, type Sortable, type Values } from './table.ts';

const notes = table(
  {
    id: sorted(id()),
    status: choice('Status', ['OPEN', 'PAID'], (status) => (status === 'OPEN' ? 'Open' : 'Paid')),
    party: optional(record('Party')),
    note: optional(numbered('Note')),
    due: sorted(titled('Due on', day('Due'))),
    share: rate('Line %'),
    currency: text('Currency'),
    amount: totalled(money('Amount')),
    released: hidden(optional(money('Released'))),
    base: baseMoney('Amount'),
    held: fileOnly(optional(day('Held from'))),
  },
  { screen: ['status', 'amount', 'due'] },
);
const row: Values<typeof notes> = {
  id: 7,
  status: 'OPEN',
  party: { id: 3, name: 'Jubilee' },
  note: null,
  due: '2026-03-31',
  share: 12_500_000n,
  currency: 'KWD',
  amount: -1250n,
  released: null,
  base: 525_000n,
  held: null,
};

describe('a table', () => {
  test('gives a row as it travels, amounts with the decimals of their currency, and only what travels', () => {
    const sent = replyRow(notes, row, 'KES');
    expect(sent).toEqual({
      id: 7,
      status: 'OPEN',
      party: { id: 3, name: 'Jubilee' },
      note: null,
      due: '2026-03-31',
      share: 12_500_000n,
      currency: 'KWD',
      amount: '-1.250',
      released: null,
      base: '5250.00',
    });
    expect(z.encode(notes.row, sent).share).toBe('12.5');
    expect(Object.keys(notes.row.shape)).toEqual(Object.keys(sent));
  });

  test('has the columns of a file in their order, without ids, and those of a screen as they are chosen', () => {
    expect(notes.file.map(({ column }) => headingOf(column, 'KES'))).toEqual([
      'Status',
      'Party',
      'Note',
      'Due',
      'Line %',
      'Currency',
      'Amount',
      'Released',
      'Amount (KES)',
      'Held from',
    ]);
    expect(notes.paper).toEqual(notes.file);
    expect(notes.screen.map(({ name }) => name)).toEqual(['status', 'amount', 'due']);
    expect(notes.screen.map(({ column }) => column.short ?? column.label)).toEqual(['Status', 'Amount', 'Due on']);
  });

  test('a percentage says so in the heading of a file, once', () => {
    const headings = ['Line %', 'Loss ratio, 5 years'].map((label) => headingOf(rate(label), 'KES'));
    expect(headings).toEqual(['Line %', 'Loss ratio, 5 years %']);
    expect(headingOf(exchangeRate('Closing rate'), 'KES')).toBe('Closing rate');
  });

  test('is printed with what stands below a column after it, none left out and none twice', () => {
    const { file, paper } = table({
      a: text('A'),
      c: text('C'),
      b: below('a', text('B')),
      d: below('a', text('D')),
      e: below('b', text('E')),
      f: below('absent', text('F')),
    });
    expect(file.map(({ name }) => name).join('')).toBe('acbdef');
    expect(paper.map(({ name }) => name).join('')).toBe('abecdf');
  });

  test('is printed without a column, and what stood below it has its own place again', () => {
    const whole = table({ a: text('A'), n: text('N'), b: below('a', text('B')) });
    const printed = ({ paper }: typeof whole) => paper.map(({ name }) => name).join('');
    expect([whole, leaving(whole, ['a']), leaving(whole, ['b'])].map(printed)).toEqual(['abn', 'nb', 'an']);
  });

  test('writes each kind for a file and for people', () => {
    const written = notes.file.map(({ name, column }) => {
      const currency = currencyIn(column, row, 'KES');
      return [column.cell(row[name], currency), column.shown(row[name], currency)];
    });
    expect(written).toEqual([
      ['Open', 'Open'],
      ['Jubilee', 'Jubilee'],
      [null, ''],
      ['2026-03-31', '31 Mar 2026'],
      ['12.5', '12.5'],
      ['KWD', 'KWD'],
      ['-1.250', '−1.250'],
      [null, ''],
      ['5250.00', '5,250.00'],
      [null, ''],
    ]);
  });

  test('writes a state by its code for a file and in words for people, an instant in UTC, a flag as yes or no', () => {
    const users = table({
      status: coded('Status', ['ACTIVE', 'DISABLED'], (state) => (state === 'ACTIVE' ? 'Active' : 'Disabled')),
      seen: optional(instant('Seen')),
      root: flag('Root'),
    });
    const user: Values<typeof users> = { status: 'ACTIVE', seen: new Date('2026-03-31T21:05:09.123Z'), root: true };
    const written = users.file.map(({ name, column }) => [column.cell(user[name], ''), column.shown(user[name], '')]);
    expect(written).toEqual([
      ['ACTIVE', 'Active'],
      ['2026-03-31T21:05:09.123Z', '31 Mar 2026 21:05 UTC'],
      ['Yes', 'Yes'],
    ]);
    const sent = replyRow(users, { ...user, seen: null, root: false }, 'KES');
    expect(sent).toEqual({ status: 'ACTIVE', seen: null, root: false });
    expect(z.encode(users.row, replyRow(users, user, 'KES')).seen).toBe('2026-03-31T21:05:09.123Z');
  });

  test('sends a word that is worded, by what it means, everywhere', () => {
    const issued = table({ kind: worded('Kind', { CLAIM: 'Claim invoice', SALVAGE: 'Salvage note' }) });
    expectTypeOf<Values<typeof issued>['kind']>().toEqualTypeOf<'CLAIM' | 'SALVAGE'>();
    expect(replyRow(issued, { kind: 'SALVAGE' }, 'KES')).toEqual({ kind: 'Salvage note' });
    expect(issued.file.map(({ column }) => column.cell('CLAIM', ''))).toEqual(['Claim invoice']);
  });

  test('knows the types of its rows and what they are sorted by', () => {
    expectTypeOf<Sortable<typeof notes>>().toEqualTypeOf<'id' | 'due'>();
    expectTypeOf<Values<typeof notes>['amount']>().toEqualTypeOf<bigint>();
    expectTypeOf<Values<typeof notes>['released']>().toEqualTypeOf<bigint | null>();
    expectTypeOf<z.input<typeof notes.row>['share']>().toEqualTypeOf<string>();
    expectTypeOf<z.output<typeof notes.row>['status']>().toEqualTypeOf<'OPEN' | 'PAID'>();
    expectTypeOf<z.output<typeof notes.row>>().not.toHaveProperty('held');
  });

  test('empties a row: no amount, no count, what need not be there is absent; names and what is no column stay', () => {
    const owed = table({
      party: record('Party'),
      currency: text('Currency'),
      notes: count('Notes'),
      amount: totalled(money('Amount')),
      released: hidden(totalled(optional(money('Released')))),
      oldest: optional(day('Oldest')),
      share: rate('Share'),
      beside: optional(money('Beside')),
    });
    const row = { party: { id: 7, name: 'Apex Re' }, currency: 'KES', notes: 3, amount: 5n, released: 2n };
    const own = { ...row, oldest: '2026-03-02', share: 25_000_000n, total: 9n };
    expect(emptied(owed, own)).toEqual({ ...own, notes: 0, amount: 0n, released: null, oldest: null });
  });

  test('refuses amounts of no currency', () => {
    const nameless = table({ amount: money('Amount') });
    expect(() => replyRow(nameless, { amount: 1n }, 'KES')).toThrow('has no currency');
    const counted = table({ count: plain('Count', { schema: z.int(), cell: String }) });
    expect(replyRow(counted, { count: 3 }, 'KES')).toEqual({ count: 3 });
  });
});
