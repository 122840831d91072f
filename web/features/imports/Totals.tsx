import { importTotals } from '../../../domain/imports/contract.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { showCount } from '../../ui/fields/whole-number.ts';
import { countOf, type Import } from './import-words.ts';

const COLUMNS = screenColumns(importTotals, { cells: { count: (row) => showCount(row.count) } });

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
