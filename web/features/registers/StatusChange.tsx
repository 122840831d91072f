import type { WireReply } from '../../../domain/endpoint.ts';
import { coverType } from '../../../domain/registers/classes.ts';
import { clause } from '../../../domain/registers/clauses.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { StatusDialog } from './StatusDialog.tsx';
import { keptSentence, type Uses } from './uses-words.ts';

type Props<Row> = { row: Row; onClose: () => void };
type ClassRow = Pick<WireReply<typeof coverType.one>, 'id' | 'name' | 'name2' | 'status' | 'version'>;
type ClauseRow = Pick<WireReply<typeof clause.one>, 'id' | 'code' | 'status' | 'version'>;

// Space is kept for what is being counted.
const usesSentence = (uses: Uses | undefined) =>
  uses === undefined ? 'Counting where it is used… ' : keptSentence(uses);

/** Active or inactive, with the drafts and policies that name the class. */
export function ClassStatusDialog({ row, onClose }: Props<ClassRow>) {
  const { data } = useEndpoint(coverType.one, { params: { id: String(row.id) } });
  const isClass = row.name2 === null;
  return (
    <StatusDialog
      call={coverType.update}
      row={row}
      noun={isClass ? 'class' : 'subclass'}
      effect={`${isClass ? 'Its subclasses keep their own status. ' : ''}${usesSentence(data?.uses)}`}
      onClose={onClose}
    />
  );
}

/** Active or inactive, with the drafts and policies that hold the clause, and the classes that begin with it. */
export function ClauseStatusDialog({ row, onClose }: Props<ClauseRow>) {
  const { data } = useEndpoint(clause.one, { params: { id: String(row.id) } });
  const classes = data?.classes ?? [];
  const names = [...new Set(classes.map((one) => one.name))];
  const begins = names.length === 0 ? '' : `New policies in ${names.join(', ')} begin without it. `;
  return (
    <StatusDialog
      call={clause.update}
      row={{ ...row, name: row.code }}
      noun="clause"
      effect={`${begins}${usesSentence(data?.uses)}`}
      onClose={onClose}
    />
  );
}
