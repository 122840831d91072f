import type { ReactNode } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { Permission } from '../../../domain/permissions.ts';
import { exportFile } from '../../api/export-file.ts';
import { listReleases } from '../../../domain/vouchers/payables-contract.ts';
import { RELEASE_KINDS, type ReleaseKind, releaseTable } from '../../../domain/vouchers/table.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { OneBranch } from '../../ui/layout/OneBranch.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { type StatementColumn, StatementTable } from '../../ui/tables/StatementTable.tsx';
import { paths, withQuery } from '../../paths.ts';
import { sumOf } from '../ledger/wire-amounts.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { NewVoucherButton } from './NewVoucherButton.tsx';
import { OfSelection } from './OfSelection.tsx';
import { PartyLink } from '../../ui/marks/NameLink.tsx';
import { ExportButton } from '../../ui/tables/ListPage.tsx';

type Row = WireReply<typeof listReleases>[number];

const FIGURES = ['owed', 'released', 'committed', 'available'] as const;

/** Where what is released is put on a voucher, and by what right. */
const PAYING: Partial<Record<ReleaseKind, { right: Permission; href: (row: Row, policies?: string) => string }>> = {
  SECURITY: {
    right: 'vouchers.create',
    href: ({ payee, currency }, policies) => withQuery(paths.voucherNew, { security: payee?.id, currency, policies }),
  },
  REFUND: {
    right: 'vouchers.create',
    href: ({ payee, currency }) => withQuery(paths.voucherOther, { kind: 'REFUND', currency, payee: payee?.id }),
  },
  TAX: {
    right: 'vouchers.create',
    href: ({ payee, currency }) => withQuery(paths.voucherOther, { kind: 'TAX', currency, tax: payee?.id }),
  },
  INVOICE_TAX: {
    right: 'vouchers.create',
    href: ({ payee, currency }) => withQuery(paths.voucherOther, { kind: 'INVOICE_TAX', currency, tax: payee?.id }),
  },
  // Each claim is paid by itself, on its own page.
  CLAIM: {
    right: 'claims.view',
    href: ({ payee, currency }) => withQuery(paths.claims, { reinsured: payee?.id, currency }),
  },
  SALVAGE: {
    right: 'claims.view',
    href: ({ payee, currency }) => withQuery(paths.claims, { security: payee?.id, currency }),
  },
  BROKERAGE: {
    right: 'drawings.create',
    href: ({ currency }) => withQuery(paths.voucherOther, { kind: 'DRAWING', currency }),
  },
  FEE_DRAWING: {
    right: 'drawings.create',
    href: ({ currency }) => withQuery(paths.voucherOther, { kind: 'FEE_DRAWING', currency }),
  },
};

const PAY_WORDS: Partial<Record<ReleaseKind, string>> = {
  CLAIM: 'Claims',
  SALVAGE: 'Claims',
  BROKERAGE: 'Draw',
  FEE_DRAWING: 'Draw',
  REFUND: 'Refund',
};

function nameOf(row: Row): string {
  const ours = row.kind === 'FEE_DRAWING' ? 'Fees' : 'Brokerage';
  return row.payee?.name ?? `${ours} to the office bank`;
}

function columnsOf(hrefOf: (row: Row) => string | undefined): StatementColumn<Row>[] {
  return [
    ...screenColumns(releaseTable, {
      cells: {
        payee: (row) => (
          <span className="block min-w-40 py-0.5">
            {row.payee === null ? nameOf(row) : <PartyLink party={row.payee} />}
            <span className="block text-xs text-mute">{releaseTable.columns.kind.shown(row.kind, '')}</span>
          </span>
        ),
        available: (row) => <MoneyText value={row.available} currency={row.currency} strong />,
      },
    }),
    {
      id: 'pay',
      act: true,
      title: <span className="sr-only">Pay</span>,
      align: 'right',
      cell: (row) => {
        const href = hrefOf(row);
        return (
          href !== undefined && (
            <LinkButton size="sm" {...{ href }}>
              {PAY_WORDS[row.kind] ?? 'Pay'}
              <span className="sr-only">
                {nameOf(row)} in {row.currency}
              </span>
            </LinkButton>
          )
        );
      },
    },
  ];
}

const OF_ONE = {
  title: 'Release queue',
  why: 'A voucher pays what is released in one branch.',
  permission: 'vouchers.view',
} as const;

/** What reinsureds' money has released and no voucher holds yet, by currency. */
export function ReleasesView({ tabs }: { tabs: ReactNode }) {
  return (
    <OneBranch of={OF_ONE} above={tabs}>
      <Queue {...{ tabs }} />
    </OneBranch>
  );
}

function Queue({ tabs }: { tabs: ReactNode }) {
  const session = useSession();
  const [{ policies }] = useAddress();
  const hrefOf = (row: Row) => {
    const paying = PAYING[row.kind];
    return paying && can(session, paying.right) ? paying.href(row, policies) : undefined;
  };
  const { data, error, refetch } = useEndpoint(listReleases, { query: { policies } });
  const currencies = [...new Set((data ?? []).map((row) => row.currency))];
  const columns = columnsOf(hrefOf).filter((column) => column.id !== 'pay' || (data ?? []).some(hrefOf));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <PageTitle title="Release queue" detail="Released as reinsureds pay, and on no voucher yet" />
        <div className="flex flex-wrap items-center gap-2">
          <ExportButton
            onExport={(format) => exportFile(listReleases, { query: { policies }, name: 'release-queue' }, format)}
          />
          <NewVoucherButton />
        </div>
      </div>
      {tabs}
      {policies !== undefined && <OfSelection {...{ policies }} all={`${paths.payables}?tab=releases`} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <div aria-busy="true" className="grid gap-3 rounded-lg border border-line bg-panel p-4">
          <Skeleton className="w-1/3" />
          <Skeleton />
          <Skeleton />
        </div>
      )}
      {data?.length === 0 && (
        <EmptyState
          title={policies === undefined ? 'Nothing waits to be paid.' : 'Nothing waits to be paid on these policies.'}
        >
          What an approved receipt releases to securities, taxes and brokerage appears here.
        </EmptyState>
      )}
      {currencies.length > 0 && data !== undefined && (
        <div className="rounded-lg border border-line bg-panel">
          <StatementTable
            caption="Release queue"
            columns={columns}
            rowKey={(row) => `${row.kind} ${row.payee?.id ?? 0} ${row.currency}`}
            groups={currencies.map((currency) => {
              const rows = RELEASE_KINDS.flatMap((kind) =>
                data.filter((row) => row.currency === currency && row.kind === kind),
              );
              const totals = FIGURES.map((id) => [
                id,
                <MoneyText
                  key={id}
                  value={sumOf(
                    rows.map((row) => row[id]),
                    currency,
                  )}
                  currency={currency}
                />,
              ]);
              return {
                id: currency,
                title: currency,
                rows,
                totals: { payee: `Total ${currency}`, ...Object.fromEntries(totals) },
              };
            })}
          />
        </div>
      )}
    </div>
  );
}
