import { clsx } from 'clsx';
import { POLICY_STATES } from '../../../domain/policies/states.ts';
import { StatusBadge } from '../../ui/Badge.tsx';
import { DayText, MoneyText, RateText } from '../../ui/Figures.tsx';
import type { Column } from '../../ui/table-types.ts';
import { badgeOf } from '../ledger/status.ts';
import { coverBadge, paymentBadge, type PolicyRow } from './policy-words.ts';

type NameProps = { children: string; narrow?: boolean };

/** A long name leaves room for the figures; the whole of it is in the title. */
function Name({ children, narrow = false }: NameProps) {
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
export function policyColumns({ withBranch }: { withBranch: boolean }): Column<PolicyRow>[] {
  const money = (pick: (row: PolicyRow) => string) => (row: PolicyRow) => (
    <MoneyText value={pick(row)} currency={row.currency} />
  );
  return [
    {
      id: 'broker_reference',
      title: 'Reference',
      sortable: true,
      cell: (row) => <span className="tabular-nums">{row.broker_reference}</span>,
    },
    {
      id: 'status',
      title: 'Status',
      width: 96,
      cell: (row) => <StatusBadge {...badgeOf(POLICY_STATES[row.status])} />,
    },
    {
      id: 'cover',
      title: 'Cover',
      hidden: true,
      cell: (row) => row.cover !== null && <StatusBadge {...coverBadge(row.cover)} />,
    },
    { id: 'insured', title: 'Insured', cell: (row) => <Name>{row.insured}</Name> },
    { id: 'reinsured', title: 'Reinsured', cell: (row) => <Name>{row.reinsured}</Name> },
    { id: 'class', title: 'Class', cell: (row) => <Name narrow>{row.class}</Name> },
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
    { id: 'fac_premium', title: 'Fac premium', align: 'right', sortable: true, cell: money((row) => row.fac_premium) },
    { id: 'brokerage', title: 'Brokerage', align: 'right', cell: money((row) => row.brokerage) },
    {
      id: 'payment',
      title: 'Payment',
      cell: (row) => row.payment !== null && <StatusBadge {...paymentBadge(row.payment)} />,
    },
    { id: 'sum_insured', title: 'Sum insured', align: 'right', cell: money((row) => row.sum_insured) },
    { id: 'fac', title: 'Fac %', align: 'right', cell: (row) => <RateText value={row.fac} /> },
    { id: 'premium', title: 'Premium, 100%', align: 'right', hidden: true, cell: money((row) => row.premium) },
    ...(withBranch ? [{ id: 'branch', title: 'Branch', cell: (row: PolicyRow) => row.branch }] : []),
    { id: 'made_by', title: 'Maker', cell: (row) => row.made_by },
  ];
}
