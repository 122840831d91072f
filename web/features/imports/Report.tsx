import type { ImportTarget } from '../../../domain/imports/targets.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { showCount } from '../../ui/fields/whole-number.ts';
import { countOf, draftsHref, type Import } from './import-words.ts';
import { RowsTable } from './RowsTable.tsx';

/** What was imported: how much, by whom, from which file, and the records that came of it. */
export function Report({ file, target }: { file: Import; target: ImportTarget }) {
  const { counts } = file;
  const figures = [
    { label: 'Added', value: counts.written },
    { label: 'Updated', value: counts.updated },
    { label: 'Skipped', value: counts.skipped },
    { label: 'Left out as faulty', value: counts.faulty },
  ];
  return (
    <>
      <Card
        title={`${countOf(counts.written, target.nouns)} added`}
        actions={
          target.placements !== undefined && counts.written > 0 ? (
            <LinkButton size="sm" variant="primary" href={draftsHref(target, file.id)}>
              Open the drafts
            </LinkButton>
          ) : undefined
        }
      >
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt className="text-xs text-mute">{label}</dt>
              <dd className="text-base font-semibold tabular-nums">{showCount(value)}</dd>
            </div>
          ))}
        </dl>
        <dl className="mt-4 grid gap-x-6 gap-y-1 border-t border-line pt-3 sm:grid-cols-[auto_minmax(0,1fr)]">
          <dt className="text-mute">Imported by</dt>
          <dd>
            {file.by.name}
            {file.finished_at !== null && (
              <>
                , <InstantText value={file.finished_at} />
              </>
            )}
          </dd>
          <dt className="text-mute">SHA-256 of the file</dt>
          <dd className="font-mono text-xs leading-5 wrap-anywhere">{file.sha256}</dd>
        </dl>
      </Card>
      <RowsTable
        file={file}
        target={target}
        title="Rows"
        choices={[
          { value: 'written', label: 'Added', count: counts.written },
          { value: 'updated', label: 'Updated', count: counts.updated },
          { value: 'skipped', label: 'Skipped', count: counts.skipped },
          { value: 'error', label: 'Faulty', count: counts.faulty },
          { value: 'all', label: 'All', count: counts.rows },
        ]}
      />
    </>
  );
}
