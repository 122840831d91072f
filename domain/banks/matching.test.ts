import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactSums } from './exact-sums.ts';
import {
  bankedTogether,
  namesNumber,
  proposalKey,
  proposalsFor,
  receiptsIn,
  type EnteredToMatch,
  type LineToMatch,
  type NoteToMatch,
} from './matching.ts';

const PAYER = 7;
const DAY = '2026-03-02';
const note = (id: number, outstanding: bigint, changes: Partial<NoteToMatch> = {}): NoteToMatch => ({
  kind: 'note',
  id,
  number: `DN/NBO/2026/00000${id}`,
  party: PAYER,
  outstanding,
  taxes: [],
  bearable: 0n,
  ...changes,
});
const entered = (changes: Partial<EnteredToMatch> = {}): EnteredToMatch => ({
  kind: 'receipt',
  id: 90,
  returned: false,
  number: null,
  party: PAYER,
  amount: 56250000n,
  reference: '',
  day: DAY,
  doubtful: false,
  ...changes,
});
const line = (amount: bigint, changes: Partial<LineToMatch> = {}): LineToMatch => ({
  day: DAY,
  amount,
  text: '',
  reference: '',
  endToEnd: '',
  ...changes,
});
const THREE = [note(1, 56250000n), note(2, 4500000n), note(3, 11250000n)];
type Case = {
  line: LineToMatch;
  notes?: readonly NoteToMatch[];
  entered?: readonly EnteredToMatch[];
  payers?: readonly number[];
  keys: readonly string[];
  reason?: string;
};

describe('M10, in its order', () => {
  test.each<[string, Case]>([
    [
      'our number in the text and an equal amount',
      {
        line: line(4500000n, { text: 'prem DN NBO 2026 000002' }),
        payers: [],
        reason: 'NUMBER',
        keys: ['notes:2=4500000'],
      },
    ],
    [
      'our number and another amount is nothing',
      { line: line(4500001n, { text: 'DN/NBO/2026/000002' }), payers: [], keys: [] },
    ],
    [
      'several of our numbers that come to the amount',
      {
        line: line(60750000n, { text: 'DN/NBO/2026/000001+DN/NBO/2026/000002' }),
        payers: [],
        reason: 'NUMBER',
        keys: ['notes:1=56250000,2=4500000'],
      },
    ],
    [
      'the bank reference of a receipt that was entered',
      {
        line: line(56250000n, { reference: 'FT-1' }),
        entered: [entered({ reference: 'ft1' })],
        payers: [],
        reason: 'NUMBER',
        keys: ['receipt:90'],
      },
    ],
    [
      'the end-to-end id of a voucher',
      {
        line: line(-100n, { endToEnd: 'PV/NBO/2026/000004' }),
        entered: [entered({ kind: 'voucher', id: 4, number: 'PV/NBO/2026/000004', amount: -100n, party: 3 })],
        payers: [],
        reason: 'END_TO_END',
        keys: ['voucher:4'],
      },
    ],
    ['the same amount alone is nothing', { line: line(4500000n), payers: [], keys: [] }],
    ['the same amount of another payer is nothing', { line: line(4500000n), payers: [8], keys: [] }],
    ['a known payer and one equal note', { line: line(4500000n), reason: 'PAYER', keys: ['notes:2=4500000'] }],
    [
      'two equal notes are a tie, and both are shown',
      { line: line(5n), notes: [note(1, 5n), note(2, 5n)], reason: 'PAYER', keys: ['notes:1=5', 'notes:2=5'] },
    ],
    [
      '720,000.00 = 562,500.00 + 45,000.00 + 112,500.00',
      { line: line(72000000n), reason: 'PAYER_SEVERAL', keys: ['notes:1=56250000,2=4500000,3=11250000'] },
    ],
    [
      'the same less exactly a certificate of one of them',
      {
        line: line(71062500n),
        notes: [note(1, 56250000n, { taxes: [{ tax: 5, amount: 937500n }] }), ...THREE.slice(1)],
        reason: 'PAYER_LESS',
        keys: ['notes:1=55312500,2=4500000,3=11250000-CERTIFICATE5@1=937500'],
      },
    ],
    [
      'one note less a charge within the limit',
      {
        line: line(56249500n),
        notes: [note(1, 56250000n, { bearable: 1000n })],
        reason: 'PAYER_LESS',
        keys: ['notes:1=56249500-BANK_CHARGE@1=500'],
      },
    ],
    [
      'less more than the limit is nothing',
      { line: line(56248999n), notes: [note(1, 56250000n, { bearable: 1000n })], keys: [] },
    ],
    [
      'what is less than all is found before what is less by a charge',
      {
        line: line(4500000n),
        notes: [note(1, 4500500n, { bearable: 1000n }), note(2, 4500000n)],
        reason: 'PAYER',
        keys: ['notes:2=4500000'],
      },
    ],
    [
      'eight that sum exactly',
      {
        line: line(36n),
        notes: Array.from({ length: 8 }, (_, at) => note(at + 1, BigInt(at + 1))),
        reason: 'PAYER_SEVERAL',
        keys: ['notes:1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8'],
      },
    ],
    [
      'a cheque that came back, by the number of its receipt; what was reversed is not proposed before',
      {
        line: line(-56250000n, { text: 'returned RV/NBO/2026/000009' }),
        entered: [
          entered({ returned: true, number: 'RV/NBO/2026/000009', amount: -56250000n }),
          entered({ doubtful: true, number: 'RV/NBO/2026/000009' }),
        ],
        payers: [],
        reason: 'NUMBER',
        keys: ['receipt:90:returned'],
      },
    ],
    [
      'what was reversed is not proposed, by number nor by payer',
      {
        line: line(56250001n, { text: 'RV/NBO/2026/000009' }),
        entered: [entered({ doubtful: true, number: 'RV/NBO/2026/000009', amount: 56250001n })],
        keys: [],
      },
    ],
    [
      'what was made good, by the number of its adjustment',
      {
        line: line(320n, { text: 'ADJ/NBO/2026/000001' }),
        entered: [entered({ kind: 'adjustment', id: 1, number: 'ADJ/NBO/2026/000001', party: null, amount: 320n })],
        payers: [],
        reason: 'NUMBER',
        keys: ['adjustment:1'],
      },
    ],
    [
      'receipts of one slip of banking, whoever paid them',
      {
        line: line(500n, { reference: 'DEP 1' }),
        entered: [
          entered({ id: 1, amount: 200n, reference: 'dep1' }),
          entered({ id: 2, amount: 300n, reference: 'DEP-1', party: 8 }),
        ],
        payers: [],
        reason: 'NUMBER',
        keys: ['receipt:1+receipt:2'],
      },
    ],
    [
      'receipts of one payer near the day that sum exactly; an older one and one that was reversed are others',
      {
        line: line(500n),
        notes: [],
        entered: [
          entered({ id: 1, amount: 200n, day: '2026-02-23' }),
          entered({ id: 2, amount: 300n, day: '2026-03-09' }),
          entered({ id: 3, amount: 200n, day: '2026-02-22' }),
          entered({ id: 4, amount: 200n, doubtful: true }),
        ],
        reason: 'PAYER_SEVERAL',
        keys: ['receipt:1+receipt:2'],
      },
    ],
    ['nine are too many', { line: line(9n), notes: Array.from({ length: 9 }, (_, at) => note(at + 1, 1n)), keys: [] }],
  ])('%s', (_, { line: one, notes = THREE, entered: some = [], payers = [PAYER], keys, reason }) => {
    const proposals = proposalsFor(one, payers, { notes, entered: some });
    expect(proposals.map(proposalKey)).toEqual(keys);
    if (reason !== undefined) expect(new Set(proposals.map((proposal) => proposal.reason))).toEqual(new Set([reason]));
  });

  test.each([
    ['DN/NBO/2026/000001', true],
    ['payment of dn-nbo-2026-000001, thanks', true],
    ['DN/NBO/2026/0000011', false],
    ['', false],
  ])('a text names a number: %s', (text, named) => {
    expect(namesNumber(text, 'DN/NBO/2026/000001')).toBe(named);
    expect(namesNumber(text, null)).toBe(false);
  });

  test('without a number, an end-to-end id and a known payer nothing is proposed, whatever the amounts are', () => {
    const amounts = fc.array(fc.bigInt({ min: 1n, max: 9n }), { maxLength: 9 });
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 40n }), (open, amount) => {
        const notes = open.map((one, at) => note(at + 1, one, { bearable: 5n }));
        const some = open.map((one, at) => entered({ id: at, amount: one }));
        expect(proposalsFor(line(amount), [], { notes, entered: some })).toEqual([]);
      }),
    );
  });

  test('what is proposed comes to the line, with what was kept back', () => {
    const open = fc.array(fc.bigInt({ min: 1n, max: 30n }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(open, fc.bigInt({ min: 1n, max: 100n }), (amounts, amount) => {
        const notes = amounts.map((one, at) => note(at + 1, one, { bearable: 2n, taxes: [{ tax: 1, amount: 3n }] }));
        for (const proposal of proposalsFor(line(amount), [PAYER], { notes, entered: [] })) {
          if (!('notes' in proposal)) continue;
          expect(proposal.notes.reduce((total, one) => total + one.amount, 0n)).toBe(amount);
          for (const one of proposal.notes) {
            const kept = proposal.less?.note === one.note ? proposal.less.amount : 0n;
            expect(one.amount + kept).toBe(notes[one.note - 1]?.outstanding);
          }
        }
      }),
    );
  });
});

test('receipts that a person put together are those of the key, and come to the line', () => {
  const some = [
    entered({ id: 1, amount: 200n }),
    entered({ id: 2, amount: 300n, party: 8, doubtful: true }),
    entered({ id: 3, amount: 500n }),
    entered({ id: 4, amount: -500n, returned: true }),
    entered({ id: 5, kind: 'voucher', amount: 300n }),
  ];
  const keyOf = (key: string) => bankedTogether(line(500n), key, some);
  expect(keyOf('receipt:1+receipt:2')).toEqual({
    reason: 'BY_HAND',
    party: null,
    records: [1, 2].map((id) => ({ kind: 'receipt', id, returned: false })),
  });
  for (const key of ['receipt:1', 'receipt:1+receipt:1', 'receipt:1+receipt:9', 'receipt:1+voucher:5', 'receipt:3', ''])
    expect(keyOf(key), key).toBeNull();
  expect(receiptsIn('receipt:12+receipt:3')).toEqual([12, 3]);
  for (const key of ['receipt:1:returned', 'notes:1=5', 'receipt:9999999999', 'x'])
    expect(receiptsIn(key), key).toEqual([]);
});

test('sums are found where there are any', () => {
  const items = fc.array(fc.bigInt({ min: 1n, max: 12n }), { maxLength: 10 });
  fc.assert(
    fc.property(items, fc.bigInt({ min: 1n, max: 60n }), (amounts, target) => {
      const reachable = new Set([0n]);
      const sums: Set<bigint>[] = [new Set([0n])];
      for (const amount of amounts)
        for (let size = Math.min(sums.length, 8); size >= 1; size -= 1)
          for (const before of sums[size - 1] ?? []) {
            (sums[size] ??= new Set()).add(before + amount);
            reachable.add(before + amount);
          }
      const found = exactSums(amounts, (amount) => amount, { least: target, most: target, smallest: 1 });
      expect(found.length > 0).toBe(reachable.has(target));
      for (const chosen of found) expect(chosen.reduce((a, b) => a + b, 0n)).toBe(target);
    }),
  );
});

test('a payer with thousands of notes costs a bounded search: eight that come to the line after millions of steps are not found', () => {
  const notes = Array.from({ length: 5_000 }, (_, at) => note(at + 1, 1_000_003n + BigInt(at * 7)));
  const smallest = notes.slice(0, 8).reduce((total, { outstanding }) => total + outstanding, 0n);
  expect(proposalsFor(line(smallest), [PAYER], { notes, entered: [] })).toEqual([]);
});
