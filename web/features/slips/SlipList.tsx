import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { nounsOf, SLIP } from '../../../domain/records/kinds.ts';
import { LINE_STAGE_LABELS, LINE_STAGES } from '../../../domain/slips/line-stages.ts';
import { listSlips } from '../../../domain/slips/contract.ts';
import { NOT_NOTIFIED, NOT_NOTIFIED_LABELS } from '../../../domain/slips/notification.ts';
import { slipTable } from '../../../domain/placements/tables.ts';
import { can, useSession } from '../../api/session.ts';
import { useListPage } from '../../api/use-list.ts';
import { paths, slipHref } from '../../paths.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { Badge } from '../../ui/marks/Badge.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { useShowsBranches } from '../../ui/tables/shows-branches.ts';
import { LongName } from '../../ui/marks/LongName.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { FILTERS, importFilter, useFilters } from '../placements/list/list-filters.ts';
import { ListMenu } from '../placements/list/ListMenu.tsx';
import { findLondonSecurity } from '../placements/form/party-search.ts';
import { PLACEMENT_CELLS, PLACEMENT_SECOND } from '../placements/list/policy-columns.tsx';
import type { SlipRow } from '../placements/form/slip-values.ts';
import { PLACING, STAGE_TONES } from './stage-tones.ts';
import { isOwnRow, usePolicyActs } from '../placements/page/use-policy-acts.tsx';
import { placementActs } from '../placements/list/placement-acts.tsx';
import { useSelection } from '../records/use-selection.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

function slipColumns({ withBranch }: { withBranch: boolean }): Column<SlipRow>[] {
  return screenColumns(slipTable, {
    without: withBranch ? [] : ['branch'],
    hide: ['umr', 'stage', 'written', 'signed', 'made_by', 'branch'],
    wide: ['leader'],
    widths: { status: 92 },
    titles: {
      status: 'Status, stage',
      insured: 'Insured, reinsured',
      leader: 'Leader, UMR',
      currency: 'Cur.',
    },
    second: {
      ...PLACEMENT_SECOND,
      status: (row) => LINE_STAGE_LABELS[row.stage],
      leader: 'umr',
      placing: (row) =>
        row.notification !== null && (
          <span className={row.notification === 'OVERDUE' ? 'text-bad' : 'text-warn'}>
            {row.notification === 'OVERDUE' ? 'Notice overdue' : 'Notify lines'}
          </span>
        ),
    },
    cells: {
      ...PLACEMENT_CELLS,
      umr: (row) => <span className="tabular-nums">{row.umr}</span>,
      leader: (row) => <LongName>{row.leader}</LongName>,
      stage: (row) => <Badge tone={STAGE_TONES[row.stage]}>{LINE_STAGE_LABELS[row.stage]}</Badge>,
      placing: (row) => <Badge tone={PLACING[row.placing].tone}>{PLACING[row.placing].label}</Badge>,
    },
  });
}

/** London slips with their UMR, leader and lines; under- and over-placed at a glance. */
export function SlipList({ tabs }: { tabs: ReactNode }) {
  const session = useSession();
  const page = useListPage(listSlips, {
    name: 'london-slips',
    filters: [...FILTERS, 'stage', 'leader', 'to_notify'],
    enabled: can(session, 'policies.view'),
  });
  const { query } = page;
  const { selection, dialog } = useSelection({
    kind: 'policy',
    call: listSlips,
    name: 'london-slips',
    more: placementActs,
  });
  const rows = query.isPlaceholderData ? undefined : query.data?.data;
  const filters: Filter[] = [
    ...useFilters(rows),
    ...importFilter(page.list.filters),
    {
      key: 'stage',
      label: 'Stage',
      kind: 'option',
      options: LINE_STAGES.map((stage) => ({ value: stage, label: LINE_STAGE_LABELS[stage] })),
    },
    { key: 'leader', label: 'Leader', kind: 'record', search: findLondonSecurity, shown: rows?.[0]?.leader },
    {
      key: 'to_notify',
      label: 'Signed lines',
      kind: 'option',
      options: NOT_NOTIFIED.map((value) => ({ value, label: NOT_NOTIFIED_LABELS[value] })),
    },
  ];
  const acts = usePolicyActs('LONDON');
  const withBranch = useShowsBranches();
  if (session === null || !can(session, 'policies.view')) return <NoPage title="Underwriting" may={false} />;
  const { user } = session;
  const creates = can(session, 'policies.create');
  const newSlip = (
    <LinkButton variant="primary" href={paths.slipNew} icon={<Plus size={14} aria-hidden="true" />}>
      New London slip
    </LinkButton>
  );
  return (
    <>
      <ListPage
        title="Underwriting"
        above={tabs}
        {...page}
        {...{ selection }}
        views={<ViewsMenu call={listSlips} />}
        nouns={nounsOf(SLIP)}
        searchLabel="Search slips"
        columns={slipColumns({ withBranch })}
        rowKey={(row) => String(row.id)}
        rowHref={(row) => slipHref(row.id)}
        rowLabel={(row) => row.broker_reference}
        rowActions={(row) => acts.rowEntries({ ...row, own: isOwnRow(row, user.id) })}
        filters={filters}
        tools={<ListMenu market="LONDON" />}
        {...(creates ? { primary: newSlip } : {})}
        empty={
          <EmptyState title="No London slips yet." action={creates && newSlip}>
            Slips placed in the London market will be listed here, from quote to signed lines.
          </EmptyState>
        }
      />
      {acts.dialogs}
      {dialog}
    </>
  );
}
