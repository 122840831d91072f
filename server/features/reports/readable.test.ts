import { describe, expect, it } from 'vitest';
import { POSITION_BESIDE, positionTable } from '../../../domain/closing/contract.ts';
import { leaving } from '../../../domain/tables/table.ts';
import { allRoutes } from '../../app.ts';
import { laidOutReport } from '../../platform/documents/report-layout.ts';
import { sectionOf } from '../../platform/exports/paper.ts';
import type { Services } from '../../services.ts';
import { longRows } from '../../testing/long-rows.ts';

const printed = allRoutes({} as Services).flatMap(({ endpoint, filed }) =>
  filed?.paper === undefined ? [] : [[`${endpoint.method} ${endpoint.path}`, filed.paper.of] as const],
);

describe('what is printed with long names and figures', () => {
  it('is every list and report that comes as PDF', () => {
    expect(printed.length).toBeGreaterThan(60);
  });

  const withoutBeside = ['positions without another day', leaving(positionTable, POSITION_BESIDE)] as const;
  it.each([...printed, withoutBeside])(
    '%s is in letters of 6.4 pt at least and has every column',
    async (_path, table) => {
      const rows = await sectionOf(table, longRows(table, 3), { base: 'KES', timeZone: 'Africa/Nairobi' });
      const { sizePt, columns } = laidOutReport({ kind: 'report', ...rows });
      expect(sizePt).toBeGreaterThanOrEqual(6.4);
      const heads = columns.flatMap(({ label, under = [] }) => [label, ...under]);
      expect(heads.map((head) => head.replaceAll('\n', ' '))).toEqual(rows.columns.map(({ label }) => label));
    },
  );

  const positions: readonly [string, (typeof printed)[number][1], number][] = [
    ['beside another day', positionTable, 3],
    [...withoutBeside, 2],
  ];
  it.each(positions)('%s has positions in few lines to a row', async (_which, table, lines) => {
    const rows = await sectionOf(table, longRows(table, 3), { base: 'KES' });
    expect(laidOutReport({ kind: 'report', ...rows }).deep).toBe(lines);
  });

  it.each([
    ['1.50', 1],
    ['12,345.50', 2],
    ['1,234,567,890.50', 3],
  ])('stands in as few lines as letters that are read take: %s', (figure, lines) => {
    const columns = Array.from({ length: 7 }, (_, place) => [
      { label: `F${place}`, kind: 'amount' as const },
      ...['then', 'change'].map((label) => ({ label, kind: 'amount' as const, below: true as const })),
    ]).flat();
    const row = columns.map(() => figure);
    const { deep, rows, columns: heads } = laidOutReport({ kind: 'report', columns, rows: [row], totals: [] });
    expect([deep, rows.flat().flatMap((cell) => cell.split('\n'))]).toEqual([lines, row]);
    expect(heads).toHaveLength([21, 14, 7][lines - 1] ?? 0);
  });
});
