/** What is behind the reports of what is covered: exposure, premium warranties, what is at stake with a security. */
import { besideOn } from '../reports/beside.ts';
import { exposedPolicies, exposedTable, exposure, exposureTable, exposureTotals } from '../reports/exposure.ts';
import { insolvencyDrill, drillTable } from '../reports/insolvency.ts';
import type { itemMovements } from '../reports/item-movements.ts';
import { warranties, warrantyTable } from '../reports/warranties.ts';
import { behind, type Behind, explained, type QueryOf, turned } from '../tables/behind.ts';
import type { Wire } from '../tables/table.ts';
import type { Day } from '../values/day.ts';
import { daysBetween } from './between.ts';
import { ITEMS } from './items.ts';
import { EXPOSED } from './sources.ts';

type ExposureRow = { id: string; currency: string };
type ExposureQuery = QueryOf<typeof exposure>;
type ExposedColumn = 'sum_insured' | 'exposure' | 'change';
const exposed =
  (column: ExposedColumn) =>
  (row: ExposureRow, { branch, by, asat, beside }: ExposureQuery & { beside?: Day | undefined }) =>
    behind(EXPOSED, { branch, asat, beside, by: by ?? 'country', key: row.id, currency: row.currency }, column);
const exposedOn =
  (column: ExposedColumn) =>
  (row: ExposureRow, { beside: _beside, ...query }: ExposureQuery) =>
    exposed(column)(row, query);
export const exposureRows = explained(
  { call: exposure, table: exposureTable },
  {
    sum_insured: exposedOn('sum_insured'),
    exposure: exposedOn('exposure'),
    base_exposure: 'CONVERTED',
    largest: 'LARGEST',
    beside: (row, query, today) => {
      const other = besideOn(query.beside, query.asat ?? today);
      return other === undefined ? 'COLUMNS' : exposedOn('exposure')(row, { ...query, asat: other });
    },
    // The policies of which there is more or less than on the other day.
    change: (row, query, today) => {
      const { asat = today } = query;
      const beside = besideOn(query.beside, asat);
      return beside === undefined ? 'COLUMNS' : exposed('change')(row, { ...query, asat, beside });
    },
    base_limit: 'REGISTER',
    base_lines: 'CONVERTED',
  },
);
type SumRow = { currency: string };
/** Each policy once: by security it would be in the row of every one. */
const allExposed =
  (column: 'sum_insured' | 'exposure') =>
  ({ currency }: SumRow, { branch, asat }: ExposureQuery) =>
    behind(EXPOSED, { branch, asat, by: 'country', currency }, column);
export const exposureSums = explained(
  { call: exposure, table: exposureTotals, rows: 'totals' },
  { sum_insured: allExposed('sum_insured'), exposure: allExposed('exposure'), base_exposure: 'CONVERTED' },
);
export const exposedRows = explained(
  { call: exposedPolicies, table: exposedTable },
  { sum_insured: 'RECORD', exposure: 'RECORD', beside: 'RECORD', change: 'RECORD' },
);

type WarrantyRow = Wire<(typeof warrantyTable)['columns']>;
type WarrantyQuery = QueryOf<typeof warranties>;
/** The instalments that are asked for, by a day. */
const asked = (row: WarrantyRow, { branch, asat }: Pick<WarrantyQuery, 'branch' | 'asat'>) => ({
  branch,
  asat,
  note: String(row.note.id),
  currency: row.currency,
  due_to: row.due_to,
  side: 'RECEIVABLE' as const,
});
/** What was booked on open items between two days. */
const movedBetween = (of: QueryOf<typeof itemMovements>, { asat, beside }: { asat: Day; beside: Day }): Behind => {
  const { days, later } = daysBetween(beside, asat);
  return behind(ITEMS, { ...of, from: days.from, asat: days.to }, later ? turned('amount') : 'amount');
};
export const warrantyRows = explained(
  { call: warranties, table: warrantyTable },
  {
    due: 'RECORD',
    paid: (row, query) => behind(ITEMS, { ...asked(row, query), move: 'SETTLED' }, turned('amount')),
    open: (row, query) => behind(ITEMS, asked(row, query), 'amount'),
    base_open: 'CONVERTED',
    beside: (row, { branch, asat, beside }, today) => {
      const other = besideOn(beside, asat ?? today);
      return other === undefined ? 'COLUMNS' : behind(ITEMS, asked(row, { branch, asat: other }), 'amount');
    },
    change: (row, { branch, asat, beside }, today) => {
      const day = asat ?? today;
      const other = besideOn(beside, day);
      if (other === undefined) return 'COLUMNS';
      return row.booked ? movedBetween(asked(row, { branch }), { asat: day, beside: other }) : 'UNBOOKED';
    },
  },
);

type DrillRow = Wire<(typeof drillTable)['columns']>;
type DrillQuery = QueryOf<typeof insolvencyDrill>;
const SIDE_OF = { CLAIM: 'RECOVERABLE', RETURN: 'PAYABLE' } as const;
/** What a claim invoice or a return has open with the security, by a day. */
const openOf = ({ part, note_id: note, currency }: DrillRow, { branch, param }: DrillQuery) =>
  (part === 'CLAIM' || part === 'RETURN') && note !== null
    ? { branch, side: SIDE_OF[part], party: param, note: String(note), currency }
    : undefined;
/** Its line of a policy. */
const lineOf = ({ part, policy, currency }: DrillRow, { branch, param }: DrillQuery) =>
  part === 'LINE' && policy !== null
    ? { branch, by: 'security' as const, key: param, policy: String(policy.id), currency }
    : undefined;
const atStakeOn = (row: DrillRow, query: DrillQuery, asat: Day | undefined) => {
  const [open, line] = [openOf(row, query), lineOf(row, query)];
  if (open !== undefined) return behind(ITEMS, { ...open, asat }, 'amount');
  return line === undefined ? 'RECORD' : behind(EXPOSED, { ...line, asat }, 'exposure');
};
/** What is worked out and booked nowhere. */
const UNBOOKED_PARTS = { RESERVE: 'DIVIDED', UNEARNED: 'PRO_RATA', UNRELEASED: 'RELEASED' } as const;
export const drill = explained(
  { call: insolvencyDrill, table: drillTable },
  {
    amount: (row, query) => atStakeOn(row, query, query.asat),
    beside: (row, query, today) => {
      const other = besideOn(query.beside, query.asat ?? today);
      return other === undefined ? 'COLUMNS' : atStakeOn(row, query, other);
    },
    change: (row, query, today) => {
      const { asat = today } = query;
      const beside = besideOn(query.beside, asat);
      if (beside === undefined) return 'COLUMNS';
      const [open, line] = [openOf(row, query), lineOf(row, query)];
      if (open !== undefined) return movedBetween(open, { asat, beside });
      if (line !== undefined) return behind(EXPOSED, { ...line, asat, beside }, 'change');
      return row.part === 'CLAIM' || row.part === 'RETURN' || row.part === 'LINE'
        ? 'COLUMNS'
        : UNBOOKED_PARTS[row.part];
    },
  },
);
