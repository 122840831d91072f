import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reconciliationOf } from './reconciliation.ts';

const NONE = { items: 0, amount: 0n };
const nothing = { ledger: 0n, opening: 0n, bookedBefore: 0n, unpresented: NONE, notBooked: NONE };

test('ledger 171,875.00 + unpresented 109,375.00 = statement 281,250.00', () => {
  const unpresented = { items: 1, amount: 10937500n };
  expect(reconciliationOf({ ...nothing, ledger: 17187500n, unpresented })).toEqual({
    parts: [
      { section: 'LEDGER', items: 0, amount: 17187500n },
      { section: 'UNPRESENTED', items: 1, amount: 10937500n },
      { section: 'STATEMENT', items: 0, amount: 28125000n },
    ],
    statement: 28125000n,
  });
});

test('what was booked before the first statement is one amount with the balance at which it began', () => {
  const at = { ...nothing, ledger: 400n, opening: 520n, bookedBefore: 500n, notBooked: { items: 2, amount: 7n } };
  const { parts, statement } = reconciliationOf(at);
  expect(statement).toBe(427n);
  expect(parts.map(({ section, amount }) => [section, amount])).toEqual([
    ['LEDGER', 400n],
    ['NOT_BOOKED', 7n],
    ['BEFORE', 20n],
    ['STATEMENT', 427n],
  ]);
});

test('items that come to nothing together are still there', () => {
  const { parts } = reconciliationOf({ ...nothing, unpresented: { items: 2, amount: 0n } });
  expect(parts.map(({ section, items }) => [section, items])).toEqual([
    ['LEDGER', 0],
    ['UNPRESENTED', 2],
    ['STATEMENT', 0],
  ]);
});

test('whatever lies between, the parts lead from the ledger to the statement', () => {
  const amount = fc.bigInt({ min: -99n, max: 99n });
  const items = fc.record({ items: fc.integer({ min: 1, max: 9 }), amount });
  const account = { ledger: amount, opening: amount, bookedBefore: amount, unpresented: items, notBooked: items };
  fc.assert(
    fc.property(fc.record(account), (at) => {
      const { parts, statement } = reconciliationOf(at);
      const led = parts.filter(({ section }) => section !== 'STATEMENT').reduce((sum, part) => sum + part.amount, 0n);
      expect(led).toBe(statement);
      expect(parts.at(-1)).toEqual({ section: 'STATEMENT', items: 0, amount: statement });
    }),
  );
});
