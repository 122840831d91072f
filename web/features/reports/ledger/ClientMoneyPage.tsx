import type { ReactNode } from 'react';
import {
  clientAccounts,
  clientAccountsTable,
  clientMoney,
  clientMoneyTable,
  MATTERS,
  paidAhead,
  paidAheadTable,
} from '../../../../domain/reports/client-money.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { listReleases } from '../../../../domain/vouchers/payables-contract.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { Place } from '../../../api/place.ts';
import { can, useReadsAll, useSession, useTogether } from '../../../api/session.ts';
import { claimHref, invoiceHref, paths, policyHref, slipHref, withQuery } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import type { Column } from '../../../ui/tables/table-types.ts';
import { type FigureHref, screenColumns } from '../../../ui/tables/table-columns.tsx';
import { isNothing, unitsOf } from '../../ledger/wire-amounts.ts';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { BranchField, useShownBranch } from '../BranchField.tsx';
import { MoreRows } from '../MoreNotes.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { clientAccountRows, clientMoneyRows } from '../../../../domain/explained/ledger.ts';
import { besideColumns, BesideField, useBeside } from '../BesideField.tsx';
import { showDay } from '../../../ui/marks/format.ts';

const HREFS: ReadonlyMap<string, (id: number) => string> = new Map([
  [MATTERS.CLAIM, claimHref],
  [MATTERS.POLICY, policyHref],
  [MATTERS.SLIP, slipHref],
  [MATTERS.INVOICE, invoiceHref],
]);

/** A note from history hangs on no record of ours. */
const AHEAD_COLUMNS = screenColumns(paidAheadTable, {
  cells: {
    matter: ({ kind, matter }) => {
      const href = HREFS.get(kind)?.(matter.id);
      return href === undefined ? matter.name : <AppLink href={href}>{matter.name}</AppLink>;
    },
  },
});

type ReadPart<T> = { data: T | undefined; error: unknown; refetch: () => unknown };

/** A part of the page that has a call of its own: it says that it loads, or under its title why it does not come. */
function Part<T>({ title, read, children }: { title: string; read: ReadPart<T>; children: (data: T) => ReactNode }) {
  const { data, error, refetch } = read;
  if (data !== undefined) return children(data);
  if (error === null) return <ReportWait {...{ error, refetch }} />;
  return (
    <Card flush {...{ title }}>
      <ReportWait {...{ error, refetch }} />
    </Card>
  );
}

type Held = WireReply<typeof clientMoney>['data'][number];
type InAccount = WireReply<typeof clientAccounts>['data'][number];
type Ahead = WireReply<typeof paidAhead>['data'][number];

/** Where what was paid ahead is made good: of a claim on its page, of a note by a voucher of that amount. M14. */
function makeGoodHref({ branch, kind, matter, note, currency, short }: Ahead): string | null {
  if (kind === MATTERS.CLAIM) return `${claimHref(matter.id)}?do=makegood`;
  if (note === null) return null;
  return withQuery(paths.voucherOther, {
    kind: 'MAKE_GOOD',
    currency,
    note: note.id,
    note_name: note.name,
    amount: short,
    inbranch: branch,
  });
}

const MAKE_GOOD: Column<Ahead> = {
  id: 'make-good',
  title: 'Make good',
  cell: (row) => {
    const href = makeGoodHref(row);
    return (
      href !== null && (
        <LinkButton size="sm" {...{ href }}>
          Make good<span className="sr-only"> {row.matter.name}</span>
        </LinkButton>
      )
    );
  },
};

/** What is ours and lies in the client bank still, by kind of its drawing. */
const OURS = {
  BROKERAGE: { drawing: 'DRAWING', what: 'our brokerage', verb: 'is earned and lies' },
  FEE_DRAWING: { drawing: 'FEE_DRAWING', what: 'our fees', verb: 'lies' },
} as const;
const isOurs = (kind: string): kind is keyof typeof OURS => kind in OURS;

/** What is ours in each branch: a voucher draws that of one. */
function OursOfBranches({ rows }: { rows: readonly Held[] }) {
  const together = useTogether();
  if (!together) return <OursToDraw {...{ rows }} />;
  return [...Map.groupBy(rows, ({ branch }) => branch)].map(([branch, own]) => (
    <Place key={branch} value={branch}>
      <OursToDraw {...{ branch }} rows={own} />
    </Place>
  ));
}

/** Brokerage that is earned and fees, by currency, to be drawn by one voucher each; of none that is short. M14. */
function OursToDraw({ rows, branch }: { rows: readonly Held[]; branch?: string }) {
  const session = useSession();
  const may = can(session, 'drawings.create') && can(session, 'vouchers.view');
  const { data } = useEndpoint(listReleases, { query: {} }, { enabled: may });
  const isShort = (currency: string) =>
    rows.some((row) => row.currency === currency && unitsOf(row.result, currency) < 0n);
  const ours = (data ?? []).flatMap(({ kind, currency, available }) =>
    isOurs(kind) && !isNothing(available, currency) && !isShort(currency)
      ? [{ ...OURS[kind], currency, available }]
      : [],
  );
  if (!may) return null;
  return ours.map(({ drawing, what, verb, currency, available }) => (
    <Notice
      key={`${drawing} ${currency}`}
      action={
        <LinkButton
          size="sm"
          href={withQuery(paths.voucherOther, { kind: drawing, currency, amount: available, inbranch: branch })}
        >
          Draw it
          <span className="sr-only">
            {' '}
            of {what} in {currency}
          </span>
        </LinkButton>
      }
    >
      <MoneyText withCurrency value={available} currency={currency} /> of {what} {verb} in the client bank
      {branch !== undefined && ` of ${branch}`}.
    </Notice>
  ));
}

const accountHref = ({ ledger_account: account, bank, currency }: InAccount, to: string): string =>
  withQuery(paths.ledgerAccount, { account, bank: bank.id, currency, to });

/** Where no branch has cash of another the column of it would say nothing. */
const hiddenOf = (rows: readonly { between_branches: string; currency: string }[]) =>
  rows.every((row) => isNothing(row.between_branches, row.currency)) ? (['between_branches'] as const) : [];

type Opened = { to: string; behind: FigureHref<InAccount>; mayOpen: boolean };
const accountColumns = (rows: readonly InAccount[], { to, behind, mayOpen }: Opened) =>
  screenColumns(clientAccountsTable, {
    paired: true,
    under: { result: 'elsewhere' },
    without: ['branch', 'currency'],
    second: { bank: (row) => `${row.branch} · ${row.currency}` },
    hide: hiddenOf(rows),
    ...(mayOpen && {
      behind,
      cells: { bank: (row) => <AppLink href={accountHref(row, to)}>{row.bank.name}</AppLink> },
    }),
  });

/** The same by our accounts with banks, each leading to its lines. M14. */
function Accounts({ query, isToday }: { query: { asat: string; branch: string | undefined }; isToday: boolean }) {
  const { asat: day } = query;
  const mayOpen = can(useSession(), 'ledger.view');
  const behind = useFigures(clientAccountRows, query);
  const title = 'By bank account';
  return (
    <Part {...{ title }} read={useEndpoint(clientAccounts, { query })}>
      {({ data: rows }) =>
        rows.length > 0 && (
          <>
            <Card flush {...{ title }}>
              <div className={onPaper}>
                <DataTable
                  label="Client money by bank account"
                  columns={accountColumns(rows, { to: day, behind, mayOpen })}
                  {...{ rows }}
                  rowKey={(row) => `${row.branch} ${row.currency} ${row.bank.id}`}
                />
              </div>
            </Card>
            {isToday && <ToTransferNotices {...{ rows }} />}
          </>
        )
      }
    </Part>
  );
}

/** The notes and claims that make a shortfall, each with where it is made good. M14. */
function PaidAhead({ query, isToday }: { query: { asat: string; branch: string | undefined }; isToday: boolean }) {
  // What was short on a past day may be made good since.
  const mayMakeGood = can(useSession(), 'drawings.create') && isToday;
  const title = 'Paid ahead of what came in';
  return (
    <Part {...{ title }} read={useEndpoint(paidAhead, { query })}>
      {({ data: rows, more }) =>
        rows.length > 0 && (
          <>
            {more === true && <MoreRows of="notes and claims that were paid ahead" />}
            <Card flush {...{ title }}>
              <div className={onPaper}>
                <DataTable
                  label="Notes and claims that were paid ahead"
                  columns={mayMakeGood ? [...AHEAD_COLUMNS, MAKE_GOOD] : AHEAD_COLUMNS}
                  {...{ rows }}
                  rowKey={(row) => `${row.kind} ${row.matter.id} ${row.matter.name} ${row.currency}`}
                />
              </div>
            </Card>
          </>
        )
      }
    </Part>
  );
}

/** What an account paid for notes whose money lies in others is transferred to it. M6, M14. */
function ToTransferNotices({ rows }: { rows: readonly InAccount[] }) {
  const session = useSession();
  const all = useReadsAll();
  if (!can(session, 'vouchers.create')) return null;
  return rows
    .filter((row) => (all || row.branch === session?.user.branch.code) && !isNothing(row.elsewhere, row.currency))
    .map(({ branch, bank, currency, elsewhere }) => {
      const amount = formatAmount(-unitsOf(elsewhere, currency), currency);
      const into = { into_account: bank.id, into_account_name: bank.name };
      const where = all ? { inbranch: branch } : {};
      const href = withQuery(paths.voucherOther, { kind: 'CLIENT_TRANSFER', currency, amount, ...into, ...where });
      return (
        <Notice
          key={`${branch} ${currency} ${bank.id}`}
          action={
            <LinkButton size="sm" {...{ href }}>
              Transfer it<span className="sr-only"> to {bank.name}</span>
            </LinkButton>
          }
        >
          <MoneyText withCurrency value={amount} currency={currency} /> was paid from {bank.name} for notes whose money
          lies in other accounts.
        </Notice>
      );
    });
}

type ToConvert = WireReply<typeof clientMoney>['to_convert'][number];

/** Notes that were settled in another currency leave over in one and lacking in another: a conversion of that is proposed. M5, M6. */
function ToConvertNotices({ rows }: { rows: readonly ToConvert[] }) {
  const session = useSession();
  const all = useReadsAll();
  const ours = rows.filter((row) => all || row.branch === session?.user.branch.code);
  if (!can(session, 'vouchers.create')) return null;
  return ours.map(({ branch, currency, amount, into_currency: into, into_amount: lacking }) => {
    const proposed = { ...(all && { inbranch: branch }), currency, amount, into_currency: into, into_amount: lacking };
    return (
      <Notice
        key={`${branch} ${currency} ${into}`}
        action={
          <LinkButton size="sm" href={withQuery(paths.voucherOther, { kind: 'CLIENT_TRANSFER', ...proposed })}>
            Convert it
            <span className="sr-only"> into {into}</span>
          </LinkButton>
        }
      >
        <MoneyText withCurrency value={amount} currency={currency} /> paid for notes in {into}, for which{' '}
        <MoneyText withCurrency value={lacking} currency={into} /> is to be held.
      </Notice>
    );
  });
}

/** Whether the client bank holds what belongs to others, and which notes and claims were paid ahead of what came in. M14. */
export function ClientMoneyPage() {
  useWideSheet();
  const day = useReportDay();
  const beside = useBeside();
  const query = { asat: day, branch: useShownBranch() };
  const held = { ...query, beside };
  const { data, error, refetch } = useEndpoint(clientMoney, { query: held });
  const behind = useFigures(clientMoneyRows, held);
  const isToday = day === useFirmToday();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        call={clientMoney}
        title="Client money"
        detail={`As at ${showDay(day)}`}
        onExport={(format) => exportFile(clientMoney, { query: held, name: 'client-money' }, format)}
        more={{
          'By bank account (.xlsx)': () => exportFile(clientAccounts, { query, name: 'client-money-accounts' }, 'xlsx'),
          'By bank account (.pdf)': () => exportFile(clientAccounts, { query, name: 'client-money-accounts' }, 'pdf'),
          'Paid ahead (.xlsx)': () => exportFile(paidAhead, { query, name: 'paid-ahead' }, 'xlsx'),
          'Paid ahead (.pdf)': () => exportFile(paidAhead, { query, name: 'paid-ahead' }, 'pdf'),
        }}
      >
        <BranchField />
        <BesideField />
        <AsAtField />
      </ReportHead>
      {data === undefined && <ReportWait {...{ error, refetch }} />}
      {data?.data.length === 0 && (
        <EmptyState title="No client money is held.">It begins with a receipt into a client account.</EmptyState>
      )}
      {data !== undefined && data.data.length > 0 && (
        <Card flush>
          <div className={onPaper}>
            <DataTable
              label="Client money by currency"
              columns={screenColumns(clientMoneyTable, {
                behind,
                paired: true,
                hide: hiddenOf(data.data),
                ...besideColumns(beside),
              })}
              rows={data.data}
              rowKey={(row) => `${row.branch} ${row.currency}`}
            />
          </div>
        </Card>
      )}
      {data !== undefined && data.data.length > 0 && <Accounts {...{ query, isToday }} />}
      {isToday && data !== undefined && <OursOfBranches rows={data.data} />}
      {isToday && data !== undefined && <ToConvertNotices rows={data.to_convert} />}
      {data !== undefined && <PaidAhead {...{ query, isToday }} />}
    </div>
  );
}
