import type { WireReply } from '../../../domain/endpoint.ts';
import type { listRenewals } from '../../../domain/renewals/contract.ts';
import { RENEWAL_LABELS, type RenewalState } from '../../../domain/renewals/states.ts';
import { renewalTable } from '../../../domain/renewals/table.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { StatusBadge, type Tone } from '../../ui/marks/Badge.tsx';
import { DayText, InstantText } from '../../ui/marks/Figures.tsx';
import { LongName } from '../../ui/marks/LongName.tsx';
import { focusRing } from '../../ui/styles.ts';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { placementHref } from '../../paths.ts';
import { paymentBadge } from '../placements/page/policy-words.ts';

export type RenewalRow = WireReply<typeof listRenewals>['data'][number];

const TONES: Record<RenewalState, Tone> = { OPEN: 'warn', DRAFT: 'info', RENEWED: 'good', NOT_RENEWED: 'neutral' };

/** The way to what renews a policy, or why nothing does. */
function Outcome({ row }: { row: RenewalRow }) {
  const { renewal, not_renewed_reason: reason } = row;
  if (renewal === null) return reason === null ? '–' : <LongName>{reason}</LongName>;
  return (
    <AppLink
      href={placementHref({ id: renewal.id, market: row.market })}
      className={`rounded text-link tabular-nums underline underline-offset-2 ${focusRing}`}
    >
      {renewal.number}
    </AppLink>
  );
}

/** When the reinsured was notified, and whether the mail left. */
function NoticeCell({ notice }: Pick<RenewalRow, 'notice'>) {
  if (notice === null) return '–';
  if (notice.status === 'FAILED') return <span className="text-bad">Not sent</span>;
  return (
    <span title={`To ${notice.to.join(', ')} by ${notice.by}`}>
      {notice.status === 'QUEUED' ? 'Being sent' : <InstantText value={notice.at} />}
    </span>
  );
}

type Shown = { withBranch: boolean; narrow: boolean };

export function renewalColumns(base: string, { withBranch, narrow }: Shown): Column<RenewalRow>[] {
  return screenColumns(renewalTable, {
    base,
    // In a row what renews it is under its state, which leaves room for the others; a card has a line for it.
    without: [...(withBranch ? [] : ['branch' as const]), ...(narrow ? [] : ['renewal' as const])],
    // Beside the branch of each row there is no room for the notice at 1440 px.
    hide: withBranch ? ['branch', 'notice'] : ['branch'],
    // A card has a line for each.
    wide: narrow ? [] : ['class', 'claims', 'notice'],
    titles: {
      insured: 'Insured, reinsured',
      currency: 'Cur.',
      claims: 'Claims, ratio, 5 yrs',
      renewal: 'Renewed by',
    },
    second: {
      ...(!narrow && { state: (row) => (row.state === 'OPEN' ? null : <Outcome row={row} />) }),
      insurance_end_date: (row) => (
        <>
          from <DayText value={row.insurance_start_date} />
        </>
      ),
      insured: 'reinsured',
      claims: 'loss_ratio',
    },
    cells: {
      payment: (row) => row.payment !== null && <StatusBadge {...paymentBadge(row.payment)} />,
      broker_reference: (row) => <span className="tabular-nums">{row.broker_reference}</span>,
      state: (row) => <StatusBadge label={RENEWAL_LABELS[row.state]} tone={TONES[row.state]} />,
      reinsured: (row) => <LongName>{row.reinsured}</LongName>,
      insured: (row) => <LongName>{row.insured}</LongName>,
      class: (row) => <LongName narrow>{row.class}</LongName>,
      renewal: (row) => <Outcome row={row} />,
      notice: (row) => <NoticeCell notice={row.notice} />,
    },
  });
}
