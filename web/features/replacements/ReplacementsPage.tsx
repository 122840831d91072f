import { listReplacements, replacementBatchTable } from '../../../domain/replacements/contract.ts';
import { BATCH_STATES } from '../../../domain/renewals/states.ts';
import { BATCH_LABELS } from '../../../domain/statements/tables.ts';
import { can, useSession } from '../../api/session.ts';
import { useListPage } from '../../api/use-list.ts';
import { paths, replacementHref } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { StatusBadge } from '../../ui/marks/Badge.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { useShowsBranches } from '../../ui/tables/shows-branches.ts';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { batchBadge } from '../statements/batch-words.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

const FILTERS: Filter[] = [
  {
    key: 'state',
    label: 'State',
    kind: 'option',
    options: BATCH_STATES.map((value) => ({ value, label: BATCH_LABELS[value] })),
  },
];

const COLUMNS = screenColumns(replacementBatchTable, {
  without: ['id'],
  cells: { state: (row) => <StatusBadge {...batchBadge(row.state)} /> },
});

/** Whose lines were replaced by which batch, the newest first. */
export function ReplacementsPage() {
  const session = useSession();
  const may = can(session, 'policies.create');
  const withBranch = useShowsBranches();
  const page = useListPage(listReplacements, { name: 'replacements', filters: ['state', 'security'], enabled: may });
  if (!may) return <NoPage title="Replacements" may={false} />;
  return (
    <ListPage
      title="Replacements"
      {...page}
      views={<ViewsMenu call={listReplacements} />}
      nouns={['replacement', 'replacements']}
      searchLabel="Search by security"
      filters={FILTERS}
      tools={<LinkButton href={paths.insolvency}>Insolvency drill</LinkButton>}
      columns={withBranch ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'branch')}
      rowKey={(row) => String(row.id)}
      rowHref={(row) => replacementHref(row.id)}
      rowLabel={(row) => `Replacement of ${row.security.name}`}
      empty={
        <EmptyState title="No line was replaced yet.">
          Open the insolvency drill of a security that carries lines and choose Replace its lines.
        </EmptyState>
      }
    />
  );
}
