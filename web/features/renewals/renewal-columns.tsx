import { clsx } from 'clsx';
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

/** The way to what renews a policy, or why nothing does. */
function Outcome({ row }: { row: RenewalRow }) {
  const { renewal, not_renewed_reason: reason } = row;
  if (renewal === null) return reason === null ? '–' : <Name>{reason}</Name>;
  return (
    <AppLink
      href={placementHref({ id: renewal.id, market: row.market })}
      className={`rounded text-link tabular-nums underline underline-offset-2 ${focusRing}`}
    >
      {renewal.number}
    </AppLink>
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
function Name({ children, narrow = false }: { children: string; narrow?: boolean }) {
  return (
    <span
      dir="auto"
      title={children}
      className={clsx('block truncate text-left', narrow ? 'max-w-26 2xl:max-w-40' : 'max-w-34 2xl:max-w-56')}
    >
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
    {
      id: 'state',
      title: 'Renewal',
      cell: (row) => <StatusBadge label={RENEWAL_LABELS[row.state]} tone={TONES[row.state]} />,
    },
    {
      id: 'insurance_end_date',
      title: 'Expires',
      sortable: true,
      cell: (row) => <DayText value={row.insurance_end_date} />,
    },
    { id: 'reinsured', title: 'Reinsured', cell: (row) => <Name>{row.reinsured}</Name> },
    { id: 'insured', title: 'Insured', cell: (row) => <Name>{row.insured}</Name> },
    { id: 'class', title: 'Class', cell: (row) => <Name narrow>{row.class}</Name> },
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
    { id: 'outcome', title: 'Renewed by, or why not', cell: (row) => <Outcome row={row} /> },
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
