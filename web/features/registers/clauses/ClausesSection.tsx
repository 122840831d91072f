import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { clause } from '../../../../domain/registers/clauses.ts';
import { clauseTable } from '../../../../domain/registers/tables.ts';
import { can, useSession } from '../../../api/session.ts';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import type { Filter } from '../../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../../ui/tables/ListPage.tsx';
import type { MenuEntry } from '../../../ui/buttons/Menu.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { ClauseDrawer } from './ClauseDrawer.tsx';
import { ImportLink } from '../ImportLink.tsx';
import { marketName, MARKETS, STATUS_FILTER, statusBadge, statusEntry } from '../register-words.ts';
import { ClauseStatusDialog } from '../StatusChange.tsx';
import { useOpenRow } from '../use-open-row.ts';
import { useListPage } from '../../../api/use-list.ts';
import { clauseHref } from '../../../paths.ts';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';

type Clause = WireReply<typeof clause.items>['data'][number];

const COLUMNS = screenColumns(clauseTable, {
  widths: { code: 120, title: 260 },
  cells: {
    market: (row) => marketName(row.market),
    className: (row) => row.className ?? 'Any',
    status: (row) => <StatusBadge {...statusBadge(row.status)} />,
  },
});
const FILTERS: readonly Filter[] = [
  STATUS_FILTER,
  { key: 'market', label: 'Market', kind: 'option', options: [...MARKETS] },
];

/** The wordings that slips are made of. */
export function ClausesSection() {
  const session = useSession();
  const page = useListPage(clause.items, { name: 'clauses', filters: ['status', 'market'] });
  const { open, hrefOf, close } = useOpenRow();
  const [turning, setTurning] = useState<Clause | null>(null);
  const mayCreate = can(session, 'registers.create');
  const mayEdit = can(session, 'registers.edit');
  const mayTurn = can(session, 'registers.status');
  const isNew = open === 'new';
  const create = mayCreate && (
    <LinkButton variant="primary" href={hrefOf('new')} icon={<Plus size={14} aria-hidden="true" />}>
      New clause
    </LinkButton>
  );
  const actions = (row: Clause): MenuEntry[] => [
    { label: 'Open', href: clauseHref(row.id) },
    ...(mayEdit ? [{ label: 'Edit', href: hrefOf(row.id) }] : []),
    ...statusEntry(mayTurn, row, () => setTurning(row)),
  ];
  return (
    <>
      <ListPage
        title="Clauses"
        {...page}
        views={<ViewsMenu call={clause.items} />}
        nouns={['clause', 'clauses']}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => row.code}
        rowHref={(row) => clauseHref(row.id)}
        {...(mayEdit || mayTurn ? { rowActions: actions } : {})}
        filters={FILTERS}
        tools={mayCreate && <ImportLink target="clauses" />}
        primary={create}
        empty={
          <EmptyState title="No clauses yet." action={create}>
            Slips list their clauses by code and title, and print the wording.
          </EmptyState>
        }
      />
      {open !== undefined && (isNew ? mayCreate : mayEdit) && (
        <ClauseDrawer key={open} id={isNew ? null : open} onClose={close} />
      )}
      {turning !== null && <ClauseStatusDialog row={turning} onClose={() => setTurning(null)} />}
    </>
  );
}
