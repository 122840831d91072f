import type { WireReply } from '../../../domain/endpoint.ts';
import type { listRenewals } from '../../../domain/renewals/contract.ts';
import { RENEWAL_LABELS, type RenewalState } from '../../../domain/renewals/states.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { StatusBadge, type Tone } from '../../ui/Badge.tsx';
import { DayText, InstantText, MoneyText, RateText } from '../../ui/Figures.tsx';
import { focusRing } from '../../ui/styles.ts';
import type { Column } from '../../ui/table-types.ts';
import { placementHref } from '../ledger/record-links.ts';

export type RenewalRow = WireReply<typeof listRenewals>['data'][number];

const TONES: Record<RenewalState, Tone> = { OPEN: 'warn', DRAFT: 'info', RENEWED: 'good', NOT_RENEWED: 'neutral' };

/** How far a renewal is, with the way to what renews it, or why nothing does. */
function Renewal({ row }: { row: RenewalRow }) {
  const { state, renewal, not_renewed_reason: reason } = row;
  return (
    <span className="flex items-center gap-2">
      <StatusBadge label={RENEWAL_LABELS[state]} tone={TONES[state]} />
      {renewal !== null && (
        <AppLink
          href={placementHref({ id: renewal.id, market: row.market })}
          className={`rounded text-link tabular-nums underline underline-offset-2 ${focusRing}`}
        >
          {renewal.number}
        </AppLink>
      )}
      {state === 'NOT_RENEWED' && (
        <span dir="auto" className="max-w-40 truncate text-mute" title={reason ?? ''}>
          {reason}
        </span>
      )}
    </span>
  );
}

/** When the reinsured was told, and whether the mail left. */
function Told({ notice }: Pick<RenewalRow, 'notice'>) {
  if (notice === null) return '–';
  if (notice.status === 'FAILED') return <span className="text-bad">Not sent</span>;
  return (
    <span title={`To ${notice.to.join(', ')} by ${notice.by}`}>
      {notice.status === 'QUEUED' ? 'Being sent' : <InstantText value={notice.at} />}
    </span>
  );
}

/** A long name leaves room for the figures; the whole of it is in the title. */
function Name({ children }: { children: string }) {
  return (
    <span dir="auto" title={children} className="block max-w-34 truncate text-left 2xl:max-w-56">
      {children}
    </span>
  );
}

/** Columns of the list; ids of the sortable ones are the server's names. */
export function renewalColumns(base: string, withBranch: boolean): Column<RenewalRow>[] {
  return [
    {
      id: 'broker_reference',
      title: 'Reference',
      sortable: true,
      cell: (row) => <span className="tabular-nums">{row.broker_reference}</span>,
    },
    { id: 'renewal', title: 'Renewal', cell: (row) => <Renewal row={row} /> },
    {
      id: 'insurance_end_date',
      title: 'Expires',
      sortable: true,
      cell: (row) => <DayText value={row.insurance_end_date} />,
    },
    { id: 'reinsured', title: 'Reinsured', cell: (row) => <Name>{row.reinsured}</Name> },
    { id: 'insured', title: 'Insured', cell: (row) => <Name>{row.insured}</Name> },
    { id: 'class', title: 'Class', cell: (row) => row.class },
    { id: 'currency', title: 'Currency', cell: (row) => row.currency },
    {
      id: 'fac_premium',
      title: 'Fac premium',
      align: 'right',
      sortable: true,
      cell: (row) => <MoneyText value={row.fac_premium} currency={row.currency} />,
    },
    {
      id: 'base',
      title: `Fac premium ${base}`,
      align: 'right',
      hidden: true,
      cell: (row) => <MoneyText value={row.base_fac_premium} currency={base} />,
    },
    // Claims and loss ratio stand here once claims are kept.
    { id: 'notice', title: 'Notice', cell: (row) => <Told notice={row.notice} /> },
    {
      id: 'sum_insured',
      title: 'Sum insured',
      align: 'right',
      hidden: true,
      cell: (row) => <MoneyText value={row.sum_insured} currency={row.currency} />,
    },
    { id: 'fac', title: 'Fac %', align: 'right', hidden: true, cell: (row) => <RateText value={row.fac} /> },
    { id: 'market', title: 'Market', hidden: true, cell: (row) => (row.market === 'LONDON' ? 'London' : 'Local') },
    ...(withBranch ? [{ id: 'branch', title: 'Branch', cell: (row: RenewalRow) => row.branch }] : []),
  ];
}
