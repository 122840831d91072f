import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reconciliationOf } from './reconciliation.ts';

const day = '2026-03-02';

test('ledger 171,875.00 + unpresented 109,375.00 = statement 281,250.00', () => {
  const receipt = { booked: 28125000n, presented: 28125000n, firstDay: day };
  const voucher = { booked: -10937500n, presented: 0n, firstDay: day };
  const at = { ledger: 17187500n, opening: 0n, firstDay: day, openLines: 0n };
  expect(reconciliationOf([receipt, voucher], at)).toEqual({
    rows: [{ record: voucher, amount: 10937500n }],
    before: 0n,
    statement: 28125000n,
  });
});

test('what was booked before the first statement is one amount with the balance at which it began', () => {
  const old = { booked: 500n, presented: 0n, firstDay: '2026-02-01' };
  const cleared = { booked: -100n, presented: -100n, firstDay: '2026-02-20' };
  const at = { ledger: 400n, opening: 520n, firstDay: day, openLines: 7n };
  expect(reconciliationOf([old, cleared], at)).toMatchObject({ rows: [], before: 20n, statement: 427n });
});

test('whatever is booked and presented, the rows lead from the ledger to the opening balance and the lines', () => {
  const record = fc.record({
    booked: fc.bigInt({ min: -9n, max: 9n }),
    presented: fc.bigInt({ min: -9n, max: 9n }),
    firstDay: fc.constantFrom('2026-02-01', day, '2026-03-09'),
  });
  fc.assert(
    fc.property(
      fc.array(record),
      fc.bigInt({ min: -99n, max: 99n }),
      fc.bigInt({ min: -99n, max: 99n }),
      (all, opening, openLines) => {
        const ledger = all.reduce((total, { booked }) => total + booked, 0n);
        const presented = all.reduce((total, one) => total + one.presented, 0n);
        const { statement } = reconciliationOf(all, { ledger, opening, firstDay: day, openLines });
        expect(statement).toBe(opening + presented + openLines);
      },
    ),
  );
});
