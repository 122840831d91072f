import { recoveryItems } from '../../../../domain/claims/report-contract.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { claimHref } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Drawer } from '../../../ui/dialogs/Dialog.tsx';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { sumOf } from '../../ledger/wire-amounts.ts';
import { MoneyBadge } from '../money/MoneyBadge.tsx';
import { NoteLink } from '../../../ui/marks/NameLink.tsx';

type Item = WireReply<typeof recoveryItems>['data'][number];

const COLUMNS: readonly StatementColumn<Item>[] = [
  {
    id: 'claim',
    title: 'Claim, insured',
    cell: (item) => (
      <>
        <AppLink
          href={`${claimHref(item.claim.id)}?tab=money`}
          className="inline-flex min-h-6 items-center rounded text-link whitespace-nowrap tabular-nums hover:underline"
        >
          {item.claim.name}
        </AppLink>
        <span dir="auto" className="block max-w-56 truncate text-xs text-mute" title={item.insured}>
          {item.insured}
        </span>
      </>
    ),
  },
  {
    id: 'note',
    title: 'Invoice',
    cell: (item) => (
      <>
        <NoteLink note={item} />
        <span className="block text-xs text-mute">
          Due <DayText value={item.due_on} />
        </span>
      </>
    ),
  },
  { id: 'state', title: 'Money', cell: (item) => <MoneyBadge note={item} /> },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    cell: (item) => <MoneyText value={item.amount} currency={item.currency} tone="mute" />,
  },
  {
    id: 'open',
    title: 'Owes',
    align: 'right',
    cell: (item) => <MoneyText value={item.outstanding} currency={item.currency} />,
  },
];

type Props = {
  security: { id: number; name: string };
  currency: string;
  /** What all of its invoices are open for. */
  open: string;
  onClose: () => void;
};

/** The open claim invoices of one security, oldest due first. */
export function RecoveryItems({ security, currency, open, onClose }: Props) {
  const { data, error, refetch } = useEndpoint(recoveryItems, { query: { security: String(security.id), currency } });
  const rows = data?.data ?? [];
  const shown = sumOf(
    rows.map((item) => item.outstanding),
    currency,
  );
  return (
    <Drawer
      open
      {...{ onClose }}
      size="lg"
      title={security.name}
      description={`Open claim invoices in ${currency}, oldest due first`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {data === undefined && error !== null && <ErrorState {...{ error }} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-24 w-full" />}
      {data?.data.length === 0 && <EmptyState title="Nothing is open.">All that it was called is settled.</EmptyState>}
      {data?.more === true && (
        <Notice>The {rows.length} invoices that fell due first are shown. The total has all of them.</Notice>
      )}
      {rows.length > 0 && (
        <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-panel">
          <StatementTable
            caption={`Open claim invoices of ${security.name}`}
            columns={COLUMNS}
            groups={[{ id: 'items', rows }]}
            rowKey={(item) => String(item.id)}
            totals={{
              claim: 'Total',
              open: <MoneyText value={data?.more === true ? open : shown} {...{ currency }} />,
            }}
          />
        </div>
      )}
    </Drawer>
  );
}
