import type { WireReply } from '../../../domain/endpoint.ts';
import type { recordDiff } from '../../../domain/reports/versions.ts';
import { StatementTable } from '../../ui/StatementTable.tsx';

export type Change = WireReply<typeof recordDiff>['changes'][number];

function Side({ text, was }: { text: string | null; was: boolean }) {
  if (text === null) return <span className="text-mute">–</span>;
  const words = (
    <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
      {text}
    </span>
  );
  return was ? <span className="text-mute">{words}</span> : <span className="font-medium">{words}</span>;
}

/** Fields that differ, with both values in words. */
export function ChangeList({ changes, caption }: { changes: readonly Change[]; caption: string }) {
  return (
    <StatementTable
      caption={caption}
      columns={[
        { id: 'field', title: 'Field', cell: (change: Change) => change.label },
        { id: 'before', title: 'Before', cell: (change: Change) => <Side was text={change.before} /> },
        { id: 'after', title: 'After', cell: (change: Change) => <Side was={false} text={change.after} /> },
      ]}
      groups={[{ id: 'all', rows: changes }]}
      rowKey={(change) => change.field}
    />
  );
}
