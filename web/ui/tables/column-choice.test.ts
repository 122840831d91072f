import { expect, test } from 'vitest';
import { choiceOf, choiceText, chosenColumns, inOrder, movedTo, offeredChoice } from './column-choice.ts';

const COLUMNS = [{ id: 'ref' }, { id: 'insured' }, { id: 'class', hidden: true }, { id: 'premium' }, { id: 'status' }];
const ids = (columns: readonly { id: string }[]) => columns.map((column) => column.id).join(' ');

test('what nobody chose is shown as the list offers it, and says nothing in the address', () => {
  const choice = offeredChoice(COLUMNS);
  expect(ids(chosenColumns(COLUMNS, choice))).toBe('ref insured premium status');
  expect(choiceText(COLUMNS, choice)).toBe('');
});

test('a choice goes through the address and back', () => {
  const choice = { order: ['ref', 'status', 'class', 'premium', 'insured'], hidden: ['insured'] };
  const text = choiceText(COLUMNS, choice);
  expect(text).toBe('ref.status.class.premium');
  expect(ids(chosenColumns(COLUMNS, choiceOf(COLUMNS, text)))).toBe('ref status class premium');
});

test.each([
  ['status.premium', 'ref status premium'],
  ['premium.ref.premium', 'ref premium'],
  ['nothing.of.this', 'ref'],
  ['<b>.status', 'ref status'],
])('an address by hand, %s, never takes the first column away', (text, shown) => {
  expect(ids(chosenColumns(COLUMNS, choiceOf(COLUMNS, text)))).toBe(shown);
});

test('a column that is new since the choice stands behind the one it follows in the list', () => {
  expect(ids(inOrder(COLUMNS, ['ref', 'status', 'insured']))).toBe('ref status insured class premium');
  expect(ids(inOrder(COLUMNS, []))).toBe('ref insured class premium status');
  expect(inOrder([], ['ref'])).toEqual([]);
});

test.each([
  ['status', 1, 'ref status insured premium'],
  ['insured', 9, 'ref premium status insured'],
  ['insured', 0, 'ref insured premium status'],
  ['ref', 3, 'ref insured premium status'],
  ['gone', 2, 'ref insured premium status'],
])('%s is moved to place %i', (id, place, order) => {
  expect(movedTo(['ref', 'insured', 'premium', 'status'], id, place).join(' ')).toBe(order);
});
