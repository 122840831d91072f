import { POLICY_STATES } from '../../../../domain/placements/states.ts';
import { policyTable } from '../../../../domain/placements/tables.ts';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { DayText } from '../../../ui/marks/Figures.tsx';
import { LongName } from '../../../ui/marks/LongName.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import type { Column } from '../../../ui/tables/table-types.ts';
import { badgeOf } from '../../ledger/status.ts';
import { coverBadge, paymentBadge, type PolicyRow } from '../page/policy-words.ts';

type Shared = Pick<PolicyRow, 'broker_reference' | 'status' | 'cover' | 'insured' | 'reinsured' | 'payment'>;

type Period = Pick<PolicyRow, 'insurance_start_date' | 'insurance_end_date'>;

/** What is under what in the lists of both markets: which it is over its period, and who is insured over who reinsures. */
export const PLACEMENT_SECOND = {
  broker_reference: (row: Period) => (
    <>
      <DayText value={row.insurance_start_date} /> – <DayText value={row.insurance_end_date} />
    </>
  ),
  insured: 'reinsured',
} as const;

/** What the lists of both markets show in a way of their own. */
export const PLACEMENT_CELLS = {
  broker_reference: (row: Shared) => <span className="tabular-nums">{row.broker_reference}</span>,
  status: (row: Shared) => <StatusBadge {...badgeOf(POLICY_STATES[row.status])} />,
  cover: (row: Shared) => row.cover !== null && <StatusBadge {...coverBadge(row.cover)} />,
  insured: (row: Shared) => <LongName>{row.insured}</LongName>,
  reinsured: (row: Shared) => <LongName>{row.reinsured}</LongName>,
  payment: (row: Shared) => row.payment !== null && <StatusBadge {...paymentBadge(row.payment)} />,
};

export function policyColumns({ withBranch }: { withBranch: boolean }): Column<PolicyRow>[] {
  return screenColumns(policyTable, {
    without: withBranch ? [] : ['branch'],
    hide: ['brokerage', 'fac', 'made_by', 'branch'],
    wide: ['sum_insured'],
    widths: { status: 92 },
    titles: {
      insured: 'Insured, reinsured',
      currency: 'Cur.',
      fac_premium: 'Premium, brokerage',
      sum_insured: 'Sum insured, fac %',
    },
    second: { ...PLACEMENT_SECOND, fac_premium: 'brokerage', sum_insured: 'fac' },
    cells: {
      ...PLACEMENT_CELLS,
      class: (row) => <LongName narrow>{row.class}</LongName>,
      cover_type: (row) => (row.cover_type === row.class ? '' : row.cover_type),
    },
  });
}
