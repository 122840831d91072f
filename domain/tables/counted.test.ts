import { expect, test } from 'vitest';
import { COUNTED, lastPage } from './counted.ts';

test.each([
  [0, 25, 1],
  [25, 25, 1],
  [26, 25, 2],
  [COUNTED, 300, 34],
  [COUNTED + 1, 25, 400],
])('of %i rows, %i a page, the last page is %i', (rows, size, last) => {
  expect(lastPage(rows, size)).toBe(last);
});
