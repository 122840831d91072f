import { describe, expect, it } from 'vitest';
import { POSITION_BESIDE, positionTable } from '../../../domain/closing/contract.ts';
import { leaving } from '../../../domain/tables/table.ts';
import { allRoutes } from '../../app.ts';
import { laidOutReport } from '../../platform/documents/report-layout.ts';
import { sectionOf } from '../../platform/exports/paper.ts';
import type { Services } from '../../services.ts';
import { longRows } from '../../testing/long-rows.ts';

const printed = allRoutes({} as Services).flatMap(({ endpoint, filed }) =>
  filed?.printed === undefined ? [] : [[`${endpoint.method} ${endpoint.path}`, filed.printed] as const],
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
});
