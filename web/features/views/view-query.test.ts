import { expect, test } from 'vitest';
import { isSomething, queryOf, saysNothing, whereOf } from './view-query.ts';

test('a view keeps search, filters and order, always in one order; not the page, nor by which view one came', () => {
  expect(queryOf({ status: 'PENDING', q: 'Kisumu & sons', page: '3', view: '9', sort: 'id,desc' })).toBe(
    'q=Kisumu+%26+sons&sort=id%2Cdesc&status=PENDING',
  );
  expect(queryOf({ page: '2' })).toBe('');
});

test.each([
  [{}, false],
  [{ page: '2', view: '1', tab: 'invoices' }, false],
  [{ tab: 'invoices', q: 'x' }, true],
  [{ sort: 'id,asc' }, true],
])('%o is something to keep: %s', (address, expected) => {
  expect(isSomething(address)).toBe(expected);
});

test.each([
  [{}, true],
  [{ tab: 'invoices', branches: 'ALL' }, true],
  [{ view: 'none' }, false],
  [{ view: '12', q: 'x' }, false],
  [{ status: 'DRAFT' }, false],
  [{ page: '2' }, false],
  [{ do: 'decide' }, false],
])('%o leaves it open how the list is shown: %s', (address, expected) => {
  expect(saysNothing(address)).toBe(expected);
});

test('where one looks stays when a list is shown without its view', () => {
  expect(whereOf({ tab: 'london', q: 'x', view: '3', branches: 'ALL', page: '2' })).toEqual({
    tab: 'london',
    branches: 'ALL',
  });
});
