import type { ImportTarget } from '../../../domain/imports/targets.ts';
import { RowsTable } from './RowsTable.tsx';
import type { Import } from './import-words.ts';

/** Every row as it would be imported, the faulty ones first. */
export function CheckRows({ file, target }: { file: Import; target: ImportTarget }) {
  const { counts } = file;
  return (
    <RowsTable
      file={file}
      target={target}
      title="Rows"
      choices={[
        { value: 'error', label: 'Faulty', count: counts.faulty },
        { value: 'warned', label: 'To look at', count: counts.warned },
        { value: 'new', label: 'New', count: counts.new },
        { value: 'exists', label: 'Exist already', count: counts.exists },
        { value: 'all', label: 'All', count: counts.rows },
      ]}
    />
  );
}
