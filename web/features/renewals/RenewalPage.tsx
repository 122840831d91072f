import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { leaveRenewals, listRenewals } from '../../../domain/renewals/contract.ts';
import { RENEWAL_DAYS, RENEWAL_LABELS, RENEWAL_STATES } from '../../../domain/renewals/states.ts';
import { underwritingInfo } from '../../../domain/registers/aggregates.ts';
import { addDays, parseDay } from '../../../domain/values/day.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { InBranch } from '../../ui/layout/InBranch.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { EmptyState, Skeleton } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { OverviewTotals } from '../ledger/OverviewTotals.tsx';
import { findReinsured, findSecurity } from '../placements/form/party-search.ts';
import { LeaveDialog } from '../placements/form/LeaveDialog.tsx';
import { BatchDialog } from './BatchDialog.tsx';
import { ExpiryCalendar } from './ExpiryCalendar.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';
import { RenewDialog } from './RenewDialog.tsx';
import { MARKETS } from '../registers/register-words.ts';
import { renewalColumns, type RenewalRow } from './renewal-columns.tsx';
import { useListPage } from '../../api/use-list.ts';
import { useShowsBranches } from '../../ui/tables/shows-branches.ts';
import { placementHref } from '../../paths.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { showDay } from '../../ui/marks/format.ts';

const FILTERS = ['startdate', 'enddate', 'state', 'market', 'cover_type', 'reinsured', 'security', 'currency'] as const;
/** What a day of the calendar leaves as it is. */
const KEPT = FILTERS.filter((name) => name !== 'startdate' && name !== 'enddate');
const STATES = RENEWAL_STATES.map((value) => ({ value, label: RENEWAL_LABELS[value] }));

type Days = { startdate: string; enddate: string };
function useFilters(rows: readonly RenewalRow[] | undefined, { startdate, enddate }: Days): Filter[] {
  const { data } = useEndpoint(underwritingInfo, {}, { staleTime: 300_000 });
  return [
    { key: 'startdate', label: 'Expires from', kind: 'day', applied: startdate },
    { key: 'enddate', label: 'Expires to', kind: 'day', applied: enddate },
    { key: 'state', label: 'Renewal', kind: 'option', options: STATES },
    { key: 'market', label: 'Market', kind: 'option', options: MARKETS },
    {
      key: 'cover_type',
      label: 'Class',
      kind: 'option',
      options: (data?.classes ?? []).map((one) => ({ value: String(one.id), label: one.name })),
    },
    // The address has the id alone; every row that it leaves has the name.
    { key: 'reinsured', label: 'Reinsured', kind: 'record', search: findReinsured, shown: rows?.[0]?.reinsured },
    { key: 'security', label: 'Security', kind: 'record', search: findSecurity },
    {
      key: 'currency',
      label: 'Currency',
      kind: 'option',
      options: (data?.currencies ?? []).map((one) => ({ value: one.code, label: `${one.code} · ${one.name}` })),
    },
  ];
}

type OpenDialog = { act: 'renew' | 'leave' | 'notice'; rows: readonly RenewalRow[] } | null;
const isOpen = (row: RenewalRow) => row.renewal === null;
const idsOf = (rows: readonly RenewalRow[]) => rows.map((row) => row.id);

/** What expires in a range, how far its renewal is, and what may be done with one or several. §7 renewal. */
export function RenewalPage() {
  const session = useSession();
  const [address, change] = useAddress();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const sees = can(session, 'reports.production');
  const page = useListPage(listRenewals, { name: 'renewals', filters: FILTERS, enabled: sees });
  const { list, query } = page;
  const { data } = query;
  const today = useFirmToday();
  // Until the list says its days, those that it is asked for stand there.
  const start = parseDay(address['startdate'] ?? '') ?? today;
  const asked = { startdate: start, enddate: parseDay(address['enddate'] ?? '') ?? addDays(start, RENEWAL_DAYS) };
  const { startdate, enddate } = data ?? asked;
  const filters = useFilters(query.isPlaceholderData ? undefined : data?.data, { startdate, enddate });
  const leave = useWrite(leaveRenewals, {
    onSuccess: (reply, { body }) => {
      const refused = reply.filter((one) => one.problem !== null);
      const done = reply.length - refused.length;
      const what = body.reason === '' ? 'to be renewed again' : 'marked not renewed';
      if (done > 0) toastSuccess(`${policies(done)} ${what}`);
      if (refused.length > 0)
        toastProblem(`${policies(refused.length)} left as before`, new Error(refused[0]?.problem ?? ''));
      close();
    },
  });
  const withBranch = useShowsBranches();
  const narrow = useNarrow();
  if (session === null || !sees) return <NoPage title="Renewals" may={false} />;
  const close = () => {
    setDialog(null);
    setSelected(new Set());
  };
  const takeBack = (row: RenewalRow) =>
    void leave
      .mutateAsync({ body: { ids: [row.id], reason: '' } })
      .catch((problem: unknown) => toastProblem('Nothing was changed', problem));
  const creates = can(session, 'policies.create');
  const sends = can(session, 'policy_documents.generate');
  const shows = address['show'] === 'calendar';
  const kept = Object.fromEntries(KEPT.map((name) => [name, address[name]]));
  const base = data?.base_currency ?? '';
  const actionsFor = (row: RenewalRow): MenuEntry[] => [
    { label: 'Open', href: placementHref(row) },
    ...(row.renewal === null
      ? []
      : [{ label: 'Open renewal', href: placementHref({ id: row.renewal.id, market: row.market }) }]),
    ...(creates && isOpen(row) ? [{ label: 'Renew', onSelect: () => setDialog({ act: 'renew', rows: [row] }) }] : []),
    ...(creates && row.state === 'OPEN'
      ? [{ label: 'Mark not renewed', onSelect: () => setDialog({ act: 'leave', rows: [row] }) }]
      : []),
    ...(creates && row.state === 'NOT_RENEWED'
      ? [{ label: 'Take back “not renewed”', onSelect: () => takeBack(row) }]
      : []),
    ...(sends ? [{ label: 'Send notice', onSelect: () => setDialog({ act: 'notice', rows: [row] }) }] : []),
  ];
  return (
    <>
      <ListPage
        title="Renewals"
        {...page}
        views={<ViewsMenu call={listRenewals} />}
        nouns={['policy that expires', 'policies that expire']}
        searchLabel="Search renewals"
        {...{ list, query, filters }}
        columns={renewalColumns(base, { withBranch, narrow })}
        rowKey={(row) => String(row.id)}
        rowHref={placementHref}
        rowLabel={(row) => row.broker_reference}
        rowActions={actionsFor}
        above={
          <>
            {data === undefined ? (
              <AboveSkeleton />
            ) : (
              <Above data={data} shows={shows} onShow={() => change({ show: shows ? undefined : 'calendar' })} />
            )}
            {shows && <ExpiryCalendar filters={kept} search={address['q']} {...{ startdate, enddate }} />}
          </>
        }
        {...(creates || sends
          ? {
              selection: {
                selected,
                onChange: setSelected,
                actions: (rows: RenewalRow[]) => batchActions(rows, { sends, creates, ask: setDialog }),
              },
            }
          : {})}
        empty={
          <EmptyState title="Nothing expires in this range.">
            Approved policies and slips whose cover ends between these days are listed here. Choose other days above.
          </EmptyState>
        }
      />
      {/* A batch is of one branch; what is of another is left out of it, and says so. */}
      <InBranch code={withBranch ? (dialog?.rows[0]?.branch ?? null) : null}>
        {dialog?.act === 'renew' && (
          <RenewDialog
            ids={idsOf(dialog.rows)}
            onClose={() => setDialog(null)}
            onStarted={(id) => {
              close();
              change({ batch: String(id) });
            }}
          />
        )}
        {dialog?.act === 'leave' && (
          <LeaveDialog
            numbers={dialog.rows.map((row) => row.broker_reference)}
            onClose={() => setDialog(null)}
            onLeave={(reason) => leave.mutateAsync({ body: { ids: idsOf(dialog.rows), reason } })}
          />
        )}
        {dialog?.act === 'notice' && (
          <NoticeDialog ids={idsOf(dialog.rows)} onClose={() => setDialog(null)} onSent={close} />
        )}
      </InBranch>
      {address['batch'] !== undefined && (
        <BatchDialog id={address['batch']} onClose={() => change({ batch: undefined })} />
      )}
    </>
  );
}

type May = { sends: boolean; creates: boolean; ask: (dialog: OpenDialog) => void };

function batchActions(rows: readonly RenewalRow[], { sends, creates, ask }: May) {
  return (
    <>
      {sends && <Button onClick={() => ask({ act: 'notice', rows })}>Send notices</Button>}
      {creates && <Button onClick={() => ask({ act: 'leave', rows })}>Mark not renewed</Button>}
      {creates && (
        <Button variant="primary" onClick={() => ask({ act: 'renew', rows })}>
          Renew {policies(rows.length)}
        </Button>
      )}
    </>
  );
}

const policies = (count: number) => (count === 1 ? '1 policy' : `${count} policies`);

type AboveProps = {
  data: Pick<
    NonNullable<ReturnType<typeof useEndpoint<typeof listRenewals>>['data']>,
    'startdate' | 'enddate' | 'totals' | 'base_currency' | 'base_total'
  >;
  shows: boolean;
  onShow: () => void;
};

/** The room of what is above the rows: a line, and on a telephone the days, their button and three totals below each other. */
function AboveSkeleton() {
  return (
    <div className="flex h-12 items-center max-sm:h-[122px] max-sm:items-start 2xl:h-7">
      <Skeleton className="w-64" />
    </div>
  );
}

/** Which days are looked at, and what falls due in them. */
function Above({ data, shows, onShow }: AboveProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {data.startdate === data.enddate
          ? `Cover ends on ${showDay(data.startdate)}`
          : `Cover ends from ${showDay(data.startdate)} to ${showDay(data.enddate)}`}
        <Button size="sm" className="aria-pressed:bg-hover" aria-pressed={shows} onClick={onShow}>
          <CalendarDays size={14} aria-hidden="true" />
          Calendar
        </Button>
      </p>
      <OverviewTotals
        totals={data.totals.map((one) => ({
          currency: one.currency,
          amount: one.fac_premium,
          base: one.base_fac_premium,
        }))}
        base={data.base_currency}
        total={data.base_total}
      />
    </div>
  );
}
