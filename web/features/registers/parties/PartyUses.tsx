import type { WireReply } from '../../../../domain/endpoint.ts';
import type { PartyEndpoints } from '../../../../domain/registers/parties.ts';
import { partyPolicyTable } from '../../../../domain/registers/tables.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { StatusBadge } from '../../../ui/marks/Badge.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { pageOf } from '../../../ui/tables/ListStates.tsx';
import { Paging } from '../../../ui/tables/Paging.tsx';
import { EmptyState, ErrorState } from '../../../ui/notices/States.tsx';
import { type StatementColumn, StatementTable } from '../../../ui/tables/StatementTable.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { useListState } from '../../../ui/tables/use-list-state.ts';
import type { PartyRecord, PartyRegister } from './party-registers.ts';
import { policyBadge } from '../register-words.ts';

type Uses = WireReply<PartyEndpoints['uses']>;

const columnsOf = ({ key, isSecurity }: PartyRegister) =>
  screenColumns(partyPolicyTable, {
    without: [key === 'reinsureds' ? 'reinsured' : 'insured'],
    titles: isSecurity ? { share: 'Line', premium: 'Its premium' } : {},
    widths: { reference: 160, insured: 170, reinsured: 170 },
    cells: {
      reference: (row) => <span className="tabular-nums">{row.reference}</span>,
      insured: (row) => <span dir="auto">{row.insured}</span>,
      reinsured: (row) => <span dir="auto">{row.reinsured}</span>,
      premium: (row) => <MoneyText withCurrency value={row.premium} currency={row.currency} />,
      status: (row) => <StatusBadge {...policyBadge(row.status)} />,
    },
  });

type Props = { register: PartyRegister; party: PartyRecord };

/** Where a party is used, as far as one may see it: its policies page by page, and what is open with it. */
export function PartyUses({ register, party }: Props) {
  const list = useListState();
  const { start, length } = list.query;
  const query = { ...(start === undefined ? {} : { start }), ...(length === undefined ? {} : { length }) };
  const { data, error, isFetching, refetch } = useEndpoint(register.endpoints.uses, {
    params: { id: String(party.id) },
    query,
  });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const policies = data?.policies;
  const { rows, past } = pageOf(list, policies ?? undefined);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {policies === null ? (
        <EmptyState title="Policies are not shown.">Your role does not view policies.</EmptyState>
      ) : policies?.recordsTotal === 0 ? (
        <EmptyState title="No policies yet.">
          Policies of your branches that name {party.name} will appear here.
        </EmptyState>
      ) : (
        <Card flush title="Policies">
          <DataTable
            label={`Policies that name ${party.name}`}
            columns={columnsOf(register)}
            {...{ rows }}
            empty={past}
            rowKey={(row) => String(row.id)}
            rowHref={(row) => paths.policy.replace('$id', String(row.id))}
            loading={isFetching}
            skeletonRows={5}
          />
          <Paging list={list} filtered={policies?.recordsFiltered} more={policies?.more ?? false} rows={rows?.length} />
        </Card>
      )}
      {data?.balances != null && <Balances balances={data.balances} party={party} />}
    </div>
  );
}

type Balance = NonNullable<Uses['balances']>[number];

function balanceColumns(party: number): StatementColumn<Balance>[] {
  return [
    {
      id: 'account',
      title: 'Account',
      cell: (row) => (
        <AppLink
          href={`${paths.ledgerLines}?${new URLSearchParams({ account: row.account, party: String(party), currency: row.currency }).toString()}`}
          className="text-link hover:underline"
        >
          {row.account} {row.account_name}
        </AppLink>
      ),
    },
    { id: 'side', title: 'Direction', cell: (row) => (row.balance.startsWith('-') ? 'Owed by us' : 'Owed to us') },
    {
      id: 'balance',
      title: 'Balance',
      align: 'right',
      cell: (row) => <MoneyText withCurrency value={row.balance.replace('-', '')} currency={row.currency} />,
    },
  ];
}

type BalancesProps = { balances: NonNullable<Uses['balances']>; party: PartyRecord };

function Balances({ balances, party }: BalancesProps) {
  if (balances.length === 0)
    return (
      <Card title="Money">
        <p className="text-mute">Nothing is open with it.</p>
      </Card>
    );
  return (
    <Card flush title="Money">
      <StatementTable
        caption="What is open, per account and currency"
        columns={balanceColumns(party.id)}
        groups={[{ id: 'balances', rows: balances }]}
        rowKey={(row) => `${row.account} ${row.currency}`}
      />
    </Card>
  );
}
