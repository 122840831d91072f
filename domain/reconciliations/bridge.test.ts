import { describe, expect, test } from 'vitest';
import { chance, type Chance } from '../testing/chance.ts';
import { countingReads } from '../testing/reads.ts';
import { sum } from '../values/money.ts';
import { bridgeOf, closes, matchLines, REASONS, type OurDocument, type Reason, type TheirLine } from './bridge.ts';

const document = (key: string, open: bigint, changes: Partial<OurDocument> = {}): OurDocument => ({
  key,
  number: `CN/NBO/2026/00000${key}`,
  names: [`CN/NBO/2026/00000${key}`],
  references: ['NBO/FAC/2026/000012'],
  open,
  amount: open,
  tax: 0n,
  commission: 0n,
  unallocated: false,
  ...changes,
});
const line = (row: number, amount: bigint, changes: Partial<TheirLine> = {}): TheirLine => ({
  row,
  day: null,
  document: '',
  reference: '',
  text: '',
  amount,
  ...changes,
});
const OPTIONS = { reasons: new Map<string, Reason | null>(), cents: 100n };
const bridge = (lines: TheirLine[], documents: OurDocument[], reasons: [string, Reason | null][] = []) =>
  bridgeOf(lines, documents, { ...OPTIONS, reasons: new Map(reasons) });

describe('M13: the bridge', () => {
  test('C shows 131,250.00, we 121,875.00: 9,375.00, tax not deducted', () => {
    const result = bridge(
      [line(1, 131_250_00n, { document: 'CN/NBO/2026/000003' })],
      [document('3', 121_875_00n, { tax: 9_375_00n, commission: 46_875_00n })],
    );
    expect(result).toMatchObject({
      theirs: 131_250_00n,
      ours: 121_875_00n,
      explained: 9_375_00n,
      left: 0n,
      open: 0,
      entries: [{ difference: 9_375_00n, reason: 'TAX', proposed: true, by: 'NUMBER', rows: [1] }],
    });
    expect(closes(result)).toBe(true);
  });

  test.each([
    ['commission', 168_750_00n, { commission: 46_875_00n }, 'COMMISSION'],
    ['a payment that has not reached them', 121_875_00n, { open: 60_937_50n, amount: 121_875_00n }, 'IN_TRANSIT'],
    ['a payment that settled it', 121_875_00n, { open: 0n, amount: 121_875_00n }, 'IN_TRANSIT'],
    ['a few cents', 121_875_99n, {}, 'ROUNDING'],
    ['something that nothing explains', 130_000_00n, {}, null],
  ] as const)('%s', (...[, theirs, changes, reason]) => {
    const ours = document('3', 121_875_00n, changes);
    const result = bridge([line(1, theirs, { document: ours.number })], [ours]);
    expect(result.entries).toMatchObject([{ reason }]);
    expect(closes(result)).toBe(reason !== null);
  });

  test('what one of the two does not have, and cash that nobody allocated', () => {
    const result = bridge(
      [line(1, 500n, { text: 'Policy that we do not know' })],
      [document('1', 300n), document('2', -50n, { unallocated: true, number: 'RV/NBO/2026/000001' })],
    );
    expect(result.entries.map(({ reason, difference }) => [reason, difference])).toEqual([
      ['NOT_WITH_THEM', -300n],
      ['UNALLOCATED', 50n],
      ['NOT_WITH_US', 500n],
    ]);
    expect(result).toMatchObject({ theirs: 500n, ours: 250n, explained: 250n, left: 0n });
  });

  test('theirs = ours + the differences, whatever is matched; what has no reason is left', () => {
    const ours = document('3', 1_000n);
    const open = bridge([line(1, 1_700n, { document: ours.number })], [ours]);
    expect(open).toMatchObject({ explained: 0n, left: 700n, open: 1 });
    expect(closes(open)).toBe(false);
    const set = bridge([line(1, 1_700n, { document: ours.number })], [ours], [['3', 'EXCHANGE']]);
    expect(set).toMatchObject({ explained: 700n, left: 0n, open: 0 });
    expect(closes(set)).toBe(true);
  });

  test('differences without a reason do not close it by being as large as each other', () => {
    const [one, two] = [document('1', 1_000n), document('2', 1_000n)];
    const result = bridge(
      [line(1, 1_700n, { document: one.number }), line(2, 300n, { document: two.number })],
      [one, two],
    );
    expect(result).toMatchObject({ left: 0n, open: 2 });
    expect(closes(result)).toBe(false);
  });

  test('a proposal that a person took away is none', () => {
    const result = bridge([line(1, 500n, { text: 'Unknown' })], [], [['line/1', null]]);
    expect(result).toMatchObject({ open: 1, left: 500n, entries: [{ reason: null, proposed: false }] });
  });

  test('a note and its payment, both under its number, are one document', () => {
    const ours = document('3', 60_937_50n, {
      amount: 121_875_00n,
      names: ['CN/NBO/2026/000003', 'PV/NBO/2026/000001'],
    });
    const result = bridge(
      [
        line(1, 121_875_00n, { document: 'CN/NBO/2026/000003' }),
        line(2, -60_937_50n, { text: 'Your payment PV/NBO/2026/000001' }),
      ],
      [ours],
    );
    expect(result).toMatchObject({ entries: [{ rows: [1, 2], difference: 0n, reason: null }], left: 0n, open: 0 });
  });
});

describe('M13: what a line is of', () => {
  const documents = [document('1', 700n), document('2', 900n), document('3', 900n)];
  const matched = (one: TheirLine, all = documents) =>
    matchLines([one], all).map(({ key, by, ties }) => ({ key, by, ties }));

  test.each(['CN/NBO/2026/000001', 'cn-nbo-2026-1', 'Your CN NBO 2026 0001 of March', 'CN/NBO/2026/1'])(
    'by our number, as %s too',
    (text) => {
      expect(matched(line(1, 1n, { text }))).toEqual([{ key: '1', by: 'NUMBER', ties: [] }]);
    },
  );

  test('a longer number is not the shorter one', () => {
    const twelve = document('12', 5n, { number: 'CN/NBO/2026/000012', names: ['CN/NBO/2026/000012'] });
    expect(matched(line(1, 5n, { text: 'CN/NBO/2026/000012' }), [...documents, twelve])).toEqual([
      { key: '12', by: 'NUMBER', ties: [] },
    ]);
  });

  test('by a reference and the amount of one document', () => {
    expect(matched(line(1, 700n, { reference: 'NBO/FAC/2026/12' }))).toEqual([{ key: '1', by: 'REFERENCE', ties: [] }]);
  });

  test('two of the same reference and amount are a tie, and none is chosen', () => {
    expect(matched(line(1, 900n, { reference: 'NBO/FAC/2026/000012' }))).toEqual([
      { key: null, by: null, ties: ['2', '3'] },
    ]);
    const result = bridge([line(1, 900n, { reference: 'NBO/FAC/2026/000012' })], documents);
    expect(closes(result)).toBe(false);
  });

  test('two lines that would be the same document by its reference are ties', () => {
    const lines = [1, 2].map((row) => line(row, 700n, { reference: 'NBO/FAC/2026/000012' }));
    expect(matchLines(lines, documents).map(({ key, ties }) => [key, ties])).toEqual([
      [null, ['1']],
      [null, ['1']],
    ]);
  });

  test('a document that its number names is not given to a reference besides', () => {
    const lines = [
      line(1, 700n, { document: 'CN/NBO/2026/000001' }),
      line(2, 700n, { reference: 'NBO/FAC/2026/000012' }),
    ];
    expect(matchLines(lines, documents).map(({ key }) => key)).toEqual(['1', null]);
  });

  test('never by an amount alone, nor by a reference alone', () => {
    expect(matched(line(1, 700n, { text: 'Premium March' }))).toEqual([{ key: null, by: null, ties: [] }]);
    expect(matched(line(1, 701n, { reference: 'NBO/FAC/2026/000012' }))).toEqual([{ key: null, by: null, ties: [] }]);
  });

  test('a person’s choice goes before all, and “none of ours” too', () => {
    const tied = line(1, 900n, { reference: 'NBO/FAC/2026/000012', choice: '3' });
    expect(matched(tied)).toEqual([{ key: '3', by: 'HAND', ties: [] }]);
    expect(matched(line(1, 700n, { document: 'CN/NBO/2026/000001', choice: null }))).toEqual([
      { key: null, by: null, ties: [] },
    ]);
    // A document that is not there any more is no choice.
    expect(matched({ ...tied, choice: 'gone' })).toEqual([{ key: null, by: null, ties: ['2', '3'] }]);
  });

  test('names too short to mean anything are not looked for', () => {
    const short = document('9', 5n, { number: '12', names: ['12'] });
    expect(matched(line(1, 5n, { text: 'Premium of 12 March' }), [short])).toEqual([{ key: null, by: null, ties: [] }]);
  });
});

describe('M13: a bridge of chance', () => {
  const documentOf = (random: Chance, index: number) =>
    document(String(index), random.happens(0.3) ? 0n : random.big(-900, 900), {
      number: `CN/NBO/2026/${index}`,
      names: [`CN/NBO/2026/${index}`],
      references: [`NBO/FAC/2026/${random.int(1, 3)}`],
      tax: random.big(0, 50),
      unallocated: random.happens(0.1),
    });
  const lineOf = (random: Chance, row: number, documents: readonly OurDocument[]) => {
    const of = random.pick(documents);
    return line(row, random.happens(0.5) ? of.open || 1n : random.big(1, 900), {
      document: random.happens(0.5) ? of.number : '',
      reference: random.pick(of.references),
      ...(random.happens(0.1) && { choice: random.pick([null, of.key, 'gone']) }),
    });
  };

  test('theirs = ours + all differences in 2,000 of them, each line is in one place, and none that closes leaves anything', () => {
    const random = chance(20_260_302);
    for (let round = 0; round < 2_000; round += 1) {
      const documents = Array.from({ length: random.int(1, 6) }, (_, index) => documentOf(random, index + 1));
      const lines = Array.from({ length: random.int(0, 6) }, (_, index) => lineOf(random, index + 2, documents));
      const reasons = new Map(documents.map(({ key }) => [key, random.pick([...REASONS, null])]));
      const result = bridgeOf(lines, documents, { reasons, cents: 2n });
      const all = sum(result.entries.map((entry) => entry.difference));
      expect(result.theirs).toBe(result.ours + all);
      expect(result.left).toBe(all - result.explained);
      expect(result.entries.flatMap((entry) => entry.rows).toSorted((a, b) => a - b)).toEqual(
        lines.map(({ row }) => row),
      );
      if (closes(result)) expect(result.theirs).toBe(result.ours + result.explained);
      for (const { by, rows, ours } of result.entries)
        if (by === 'REFERENCE')
          expect([rows.length, lines.find(({ row }) => row === rows[0])?.amount]).toEqual([1, ours]);
    }
  });

  test('5,000 lines are held against 20,000 documents, each of which is looked at a few times', () => {
    let reads = 0;
    const documents = Array.from({ length: 20_000 }, (_, index) =>
      countingReads(
        document(String(index), 5n, {
          number: `CN/NBO/2026/${index}`,
          names: [`CN/NBO/2026/${index}`],
          references: ['ALL/OF/THEM'],
        }),
        () => (reads += 1),
      ),
    );
    const lines = Array.from({ length: 5_000 }, (_, index) =>
      line(index + 2, 5n, {
        document: index % 2 === 0 ? `CN/NBO/2026/${index * 3}` : 'ALL/OF/THEM',
        text: 'words '.repeat(50),
      }),
    );
    expect(bridgeOf(lines, documents, OPTIONS).entries).toHaveLength(22_500);
    expect(reads / documents.length).toBeLessThan(30);
  });
});
