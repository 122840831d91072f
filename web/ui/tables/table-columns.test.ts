import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  below,
  coded,
  count,
  day,
  hidden,
  instant,
  money,
  optional,
  sorted,
  text,
  titled,
} from '../../../domain/tables/columns.ts';
import { table } from '../../../domain/tables/table.ts';
import { screenColumns } from './table-columns.tsx';
import { TableRow } from './TableParts.tsx';

const notes = table(
  {
    number: sorted(titled('Note', text('Number'))),
    status: coded('Status', ['OPEN', 'PAID'], (state) => (state === 'OPEN' ? 'Open' : 'Paid')),
    party: hidden(text('Party')),
    from: day('From'),
    to: day('To'),
    currency: text('Currency'),
    amount: money('Amount'),
    made: optional(instant('Made')),
  },
  { screen: ['number', 'status', 'amount', 'made'] },
);
const row = {
  number: 'DN/1',
  status: 'OPEN' as const,
  party: 'Jubilee',
  from: '2026-01-01',
  to: '2026-12-31',
  currency: 'KWD',
  amount: '1250.500',
  made: null,
};
const shown = (columns: ReturnType<typeof screenColumns<(typeof notes)['columns']>>) =>
  renderToStaticMarkup(
    createElement(TableRow<typeof row>, {
      row,
      columns,
      table: { label: 'Notes', columns, rows: [row], rowKey: () => 'row' },
    }),
  ).replaceAll(/<[^>]+>/g, '|');

test('how many there are is shown, and none of them is 0', () => {
  const [policies] = screenColumns(table({ policies: count('Policies') }));
  expect([12, 0].map((many) => policies?.cell({ policies: many }))).toEqual(['12', '0']);
  expect(policies?.align).toBe('right');
});

test('a screen has its columns by their kind, a state by its words, and sorts by their names', () => {
  const columns = screenColumns(notes);
  expect(columns.map(({ id, title, sortable, align }) => [id, title, sortable, align])).toEqual([
    ['number', 'Note', true, undefined],
    ['status', 'Status', undefined, undefined],
    ['amount', 'Amount', undefined, 'right'],
    ['made', 'Made', undefined, undefined],
  ]);
  expect(shown(columns)).toMatch(/^\|+DN\/1\|+Open\|+1,250\.500\|+$/);
});

test('a column has another one, or several, in small letters under it', () => {
  const columns = screenColumns(notes, {
    second: { number: (one) => `${one.from} – ${one.to}`, status: 'party', amount: 'from' },
  });
  expect(shown(columns)).toMatch(/^\|+DN\/1\|+2026-01-01 – 2026-12-31\|+Open\|+Jubilee\|+1,250\.500\|+Jan 1, 2026\|+$/);
});

test('a column that stands below another has its heading there, and is no column of its own', () => {
  const sums = table({ written: money('Written'), earned: below('written', money('Earned')), other: money('Other') });
  const under = { written: '10.00', earned: '4.00', other: '1.00' };
  const columns = screenColumns(sums, { currency: 'KES', paired: true });
  expect(columns.map(({ id, lower }) => [id, lower])).toEqual([
    ['written', { id: 'earned', title: 'Earned' }],
    ['other', undefined],
  ]);
  expect(renderToStaticMarkup(columns[0]?.second?.(under))).toContain('4.00');
  // Where what it would stand below is left out, it stands by itself.
  expect(screenColumns(sums, { paired: true, without: ['written'] }).map(({ id }) => id)).toEqual(['earned', 'other']);
  expect(screenColumns(sums, { under: { other: 'earned' } }).map(({ id }) => id)).toEqual(['written', 'other']);
});
