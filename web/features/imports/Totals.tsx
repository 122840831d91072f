import { FIGURES } from '../../../domain/placements/fields.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import type { Column } from '../../ui/table-types.ts';
import { showCount } from '../../ui/fields/whole-number.ts';
import { countOf, type Import } from './import-words.ts';

type Total = Import['totals'][number];

const money = (id: 'sum_insured' | 'premium' | 'fac_premium', title: string): Column<Total> => ({
  id,
  title,
  align: 'right',
  cell: (row) => <MoneyText value={row[id]} currency={row.currency} />,
});

const COLUMNS: readonly Column<Total>[] = [
  { id: 'currency', title: 'Currency', cell: (row) => row.currency },
  { id: 'count', title: 'Policies', align: 'right', cell: (row) => showCount(row.count) },
  money('sum_insured', 'Sum insured'),
  money('premium', 'Premium 100 %'),
  money('fac_premium', FIGURES.fac_premium.label),
];

/** What the rows that can be imported come to, by currency: to be held against the cedant's own totals. */
export function Totals({ file }: { file: Import }) {
  if (file.totals.length === 0) return null;
  return (
    <Card title="What would be added" flush>
      <DataTable label="Totals by currency" columns={COLUMNS} rows={file.totals} rowKey={(row) => row.currency} />
    </Card>
  );
}

/** Insureds that the file names and the register does not have, and what becomes of them. */
export function UnknownInsureds({ file }: { file: Import }) {
  const { count, names } = file.insureds;
  if (count === 0) return null;
  const adds = file.common?.add_insureds === true;
  const title = `${countOf(count, ['insured is', 'insureds are'])} not in the register`;
  const rest = count - names.length;
  return (
    <Notice
      tone={adds ? 'info' : 'warn'}
      title={adds ? `${title}: ${count === 1 ? 'it is' : 'they are'} added with the drafts` : title}
    >
      <p>
        {adds
          ? 'See first whether one of them is there under another name.'
          : 'Their rows are faulty. Change what all rows have in common to have them added.'}
      </p>
      <p className="mt-1 text-mute wrap-anywhere">
        {names.map(({ name, rows }) => (rows > 1 ? `${name} (${showCount(rows)} rows)` : name)).join(' · ')}
        {rest > 0 && ` · and ${showCount(rest)} more`}
      </p>
    </Notice>
  );
}
