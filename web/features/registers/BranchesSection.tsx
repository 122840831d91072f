import type { WireReply } from '../../../domain/endpoint.ts';
import { branches } from '../../../domain/registers/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table-types.ts';
import { ReadSection } from './ReadSection.tsx';
import { statusBadge } from './register-words.ts';

type Branch = WireReply<typeof branches>['data'][number];

const COLUMNS: readonly Column<Branch>[] = [
  { id: 'code', title: 'Code', cell: (row) => row.code },
  { id: 'name', title: 'Name', width: 240, cell: (row) => row.name },
  { id: 'status', title: 'Status', cell: (row) => <StatusBadge {...statusBadge(row.status)} /> },
];

export function BranchesSection() {
  const query = useEndpoint(branches, {});
  return (
    <ReadSection
      title="Branches"
      detail="The code stands in every number: NBO/FAC/2026/000123. Branches are read here."
      columns={COLUMNS}
      rows={query.data?.data}
      {...{ query }}
      rowKey={(row) => String(row.id)}
      wordsOf={(row) => `${row.code} ${row.name}`}
    />
  );
}
