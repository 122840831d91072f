import { POLICY_STATES } from '../../../domain/policies/states.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { DayText, MoneyText, RateText } from '../../ui/Figures.tsx';
import type { Column } from '../../ui/table-types.ts';
import { badgeOf } from '../ledger/status.ts';
import { paymentBadge, type PolicyRow } from './policy-words.ts';

/** Columns of the list; ids of the sortable ones are the server's names. */
export function policyColumns({ withBranch }: { withBranch: boolean }): Column<PolicyRow>[] {
  const money = (pick: (row: PolicyRow) => string) => (row: PolicyRow) => (
    <MoneyText value={pick(row)} currency={row.currency} />
  );
  return [
    {
      id: 'broker_reference',
      title: 'Reference',
      width: 172,
      sortable: true,
      cell: (row) => <span className="tabular-nums">{row.broker_reference}</span>,
    },
    {
      id: 'status',
      title: 'Status',
      width: 96,
      cell: (row) => <StatusBadge {...badgeOf(POLICY_STATES[row.status])} />,
    },
    { id: 'insured', title: 'Insured', width: 140, cell: (row) => row.insured },
    { id: 'reinsured', title: 'Reinsured', width: 140, cell: (row) => row.reinsured },
    { id: 'class', title: 'Class', width: 96, cell: (row) => row.class },
    {
      id: 'cover_type',
      title: 'Subclass',
      hidden: true,
      cell: (row) => (row.cover_type === row.class ? '' : row.cover_type),
    },
    {
      id: 'insurance_start_date',
      title: 'From',
      sortable: true,
      cell: (row) => <DayText value={row.insurance_start_date} />,
    },
    {
      id: 'insurance_end_date',
      title: 'To',
      sortable: true,
      cell: (row) => <DayText value={row.insurance_end_date} />,
    },
    { id: 'currency', title: 'Currency', cell: (row) => row.currency },
    { id: 'sum_insured', title: 'Sum insured', align: 'right', cell: money((row) => row.sum_insured) },
    { id: 'fac', title: 'Fac %', align: 'right', cell: (row) => <RateText value={row.fac} /> },
    { id: 'fac_premium', title: 'Fac premium', align: 'right', sortable: true, cell: money((row) => row.fac_premium) },
    { id: 'brokerage', title: 'Brokerage', align: 'right', cell: money((row) => row.brokerage) },
    { id: 'premium', title: 'Premium, 100%', align: 'right', hidden: true, cell: money((row) => row.premium) },
    {
      id: 'payment',
      title: 'Payment',
      width: 96,
      cell: (row) => row.payment !== null && <StatusBadge {...paymentBadge(row.payment)} />,
    },
    ...(withBranch ? [{ id: 'branch', title: 'Branch', cell: (row: PolicyRow) => row.branch }] : []),
    { id: 'made_by', title: 'Maker', cell: (row) => row.made_by },
  ];
}
