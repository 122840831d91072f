import { ownLendings } from '../../../domain/authority/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { LENDING_COLUMNS } from './lending-columns.tsx';

const OWN = LENDING_COLUMNS.filter(({ id }) => id !== 'reason');

/** What one lends and is lent, now or later. */
export function OwnLendings() {
  const { data, error, isFetching, refetch } = useEndpoint(ownLendings, {});
  return (
    <Card flush title="Lent rights">
      <DataTable
        label="Loans"
        columns={OWN}
        rows={data?.data}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => `loan to ${row.borrower.name}`}
        loading={isFetching}
        {...{ error }}
        onRetry={() => void refetch()}
        empty={<EmptyState title="You lend no right, and none is lent to you." />}
      />
    </Card>
  );
}
