import type { WireReply } from '../../../domain/endpoint.ts';
import type { recordDiff } from '../../../domain/reports/versions.ts';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';

type Change = WireReply<typeof recordDiff>['changes'][number];

function Side({ text, was }: { text: string | null; was: boolean }) {
  if (text === null) return <span className="text-mute">–</span>;
  const words = (
    <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {text}
    </span>
  );
  return was ? <span className="text-mute">{words}</span> : <span className="font-medium">{words}</span>;
}

const COLUMNS: StatementColumn<Change>[] = [
  { id: 'field', title: 'Field', cell: (change) => change.label },
  { id: 'before', title: 'Before', cell: (change) => <Side was text={change.before} /> },
  { id: 'after', title: 'After', cell: (change) => <Side was={false} text={change.after} /> },
];

/** Fields that differ, with both values in words. */
export function ChangeList({ changes, caption }: { changes: readonly Change[]; caption: string }) {
  return (
    <StatementTable
      caption={caption}
      columns={COLUMNS}
      groups={[{ id: 'all', rows: changes }]}
      rowKey={(change) => change.field}
    />
  );
}
