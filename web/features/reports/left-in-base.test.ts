import { expect, test } from 'vitest';
import { securitiesSummaryTable, securityStatementTable } from '../../../domain/reports/security-statement.ts';
import { statementTable } from '../../../domain/reports/tables.ts';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { leftInBase } from './left-in-base.ts';

const inKes = { totals: [{ currency: 'KES' }], base_currency: 'KES' };
const inTwo = { totals: [{ currency: 'KES' }, { currency: 'USD' }], base_currency: 'KES' };
const asked = (rates: 'closing' | undefined, reply: typeof inKes) => ({
  base: 'KES',
  paired: true,
  under: { balance: 'base_closing' as const },
  without: leftInBase(rates, reply),
});
type Asked = ReturnType<typeof asked>;

test.each([
  ['of a reinsured', (of: Asked) => screenColumns(statementTable, of)],
  ['of a security', (of: Asked) => screenColumns(securityStatementTable, of)],
  ['of securities by class', (of: Asked) => screenColumns(securitiesSummaryTable, of)],
])('a statement %s has the balance in base below it, at the rates that are asked for', (_of, columnsOf) => {
  const lowerOf = (rates: 'closing' | undefined, reply: typeof inKes) =>
    columnsOf(asked(rates, reply)).flatMap(({ id, lower }) =>
      /^(balance|base_)/.test(id) ? [`${id}: ${lower?.title ?? ''}`] : [],
    );
  expect(lowerOf(undefined, inTwo)).toEqual(['balance: At booked rates KES']);
  expect(lowerOf('closing', inTwo)).toEqual(['balance: At closing rates KES']);
  // Where all is in base, as booked it says the balance again.
  expect(lowerOf(undefined, inKes)).toEqual(['balance: ']);
  expect(lowerOf('closing', inKes)).toEqual(['balance: At closing rates KES']);
});
