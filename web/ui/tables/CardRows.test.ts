import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { choice, day, hidden, money, optional, rate, text } from '../../../domain/tables/columns.ts';
import { table } from '../../../domain/tables/table.ts';
import { cardOf, CardRows } from './CardRows.tsx';
import { screenColumns } from './table-columns.tsx';

const policies = table({
  reference: text('Reference'),
  status: choice('Status', ['OPEN'], () => 'Open'),
  umr: text('UMR'),
  insured: text('Insured'),
  reinsured: hidden(text('Reinsured')),
  from: day('From'),
  currency: text('Currency'),
  share: rate('Share'),
  premium: money('Premium'),
  brokerage: money('Brokerage'),
  leader: optional(text('Leader')),
});
const row = {
  reference: 'NBO/1',
  status: 'OPEN' as const,
  umr: 'B1482',
  insured: 'Kisumu Sugar',
  reinsured: 'Savannah',
  from: '2026-03-01',
  currency: 'KES',
  share: '60',
  premium: '750000.00',
  brokerage: '37500.00',
  leader: null,
};
const columns = screenColumns(policies, { second: { insured: 'reinsured' } });
const written = (props: Partial<Parameters<typeof CardRows<typeof row>>[0]> = {}) =>
  renderToStaticMarkup(
    createElement(CardRows<typeof row>, { label: 'Policies', columns, rows: [row], rowKey: () => 'row', ...props }),
  ).replaceAll(/(<[^>]+>)+/g, '|');

test('a card says what it is, how much with its currency, of whom, in which state, and what else has room', () => {
  const { head, amount, currency, name, status, rest } = cardOf(
    columns.filter((column) => column.hidden !== true),
    () => true,
  );
  expect([head, amount, currency, name, status].map((column) => column?.id)).toEqual([
    'reference',
    'premium',
    'currency',
    'insured',
    'status',
  ]);
  expect(rest.map((column) => column.id)).toEqual(['umr', 'from', 'share', 'brokerage', 'leader']);
  expect(written()).toBe(
    '|NBO/1|KES|750,000.00|Kisumu Sugar|Open|Savannah|UMR|B1482|From|Mar 1, 2026|Share|60%|Brokerage|37,500.00|',
  );
});

test('what was hidden among the columns is on no card, and what is blank is left out', () => {
  const hidden = new Set(['reinsured', 'umr', 'from', 'share', 'brokerage']);
  expect(written({ hidden })).toBe('|NBO/1|KES|750,000.00|Kisumu Sugar|Open|Savannah|');
});

test('of a credit its card says the credit, and of either which it is', () => {
  const lines = screenColumns(
    table({
      entry: text('Entry'),
      currency: text('Currency'),
      debit: optional(money('Debit')),
      credit: optional(money('Credit')),
    }),
    {},
  );
  const line = (debit: string | null, credit: string | null) =>
    renderToStaticMarkup(
      createElement(CardRows<{ entry: string; currency: string; debit: string | null; credit: string | null }>, {
        label: 'Lines',
        columns: lines,
        rows: [{ entry: '#7', currency: 'KES', debit, credit }],
        rowKey: ({ entry }) => entry,
      }),
    ).replaceAll(/(<[^>]+>)+/g, '|');
  expect(line('120.00', null)).toBe('|#7|Debit|KES|120.00|');
  expect(line(null, '80.00')).toBe('|#7|Credit|KES|80.00|');
});

test('without an amount the state stands beside what it is', () => {
  const bare = columns.filter(({ id }) => ['reference', 'status', 'from'].includes(id));
  expect(written({ columns: bare })).toBe('|NBO/1|Open|From|Mar 1, 2026|');
});

test('no rows, a failure and totals are said as in a table', () => {
  expect(written({ rows: [] })).toContain('Nothing here yet.');
  expect(written({ rows: undefined, error: new Error('down'), onRetry: () => undefined })).toContain('Try again');
  expect(written({ totals: { premium: '750,000.00' } })).toMatch(/\|Premium\|750,000\.00\|$/);
});
