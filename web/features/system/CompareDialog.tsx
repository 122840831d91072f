import { use, useState } from 'react';
import { TimeZone } from '../../ui/fields/use-today.ts';
import type { RecordName } from '../../../domain/records/kinds.ts';
import { recordDiff } from '../../../domain/reports/versions.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { showInstant } from '../../ui/marks/show-instant.ts';
import { ChangeList } from './ChangeList.tsx';

/** A saved state of a record, as its history has it. */
export type Version = { id: string; at: string; by: string; action: string };

type Props = {
  entity: RecordName;
  id: number;
  /** Oldest first. */
  versions: readonly Version[];
  from: string;
  to: string;
  onClose: () => void;
};

/** What differs between any two versions of a record. */
export function CompareDialog({ entity, id, versions, onClose, ...first }: Props) {
  const zone = use(TimeZone);
  const [pair, setPair] = useState({ from: first.from, to: first.to });
  const { data, error, refetch } = useEndpoint(recordDiff, { query: { entity, id: String(id), ...pair } });
  const options = versions.map((version, index) => ({
    value: version.id,
    label: `Version ${index + 1}, ${version.by}`,
    detail: showInstant(version.at, zone),
  }));
  const stale = data !== undefined && (data.from !== pair.from || data.to !== pair.to);
  return (
    <Dialog open size="md" title="Compare versions" {...{ onClose }}>
      <div className="grid gap-3 pb-5">
        <div className="grid gap-3 sm:grid-cols-2">
          <Select label="From" options={options} value={pair.from} onChange={(from) => setPair({ ...pair, from })} />
          <Select label="To" options={options} value={pair.to} onChange={(to) => setPair({ ...pair, to })} />
        </div>
        <div aria-live="polite" className="min-h-24 rounded-md border border-line">
          {error !== null && data === undefined && <ErrorState error={error} onRetry={() => void refetch()} />}
          {error === null && (data === undefined || stale) && (
            <div className="grid gap-3 p-4">
              <Skeleton className="w-64" />
              <Skeleton className="w-48" />
            </div>
          )}
          {data !== undefined && !stale && data.changes.length === 0 && (
            <p className="p-4 text-mute">These versions say the same.</p>
          )}
          {data !== undefined && !stale && data.changes.length > 0 && (
            <ChangeList changes={data.changes} caption="What differs between the two versions" />
          )}
        </div>
      </div>
    </Dialog>
  );
}
