import { clsx } from 'clsx';
import { listStatementAccounts } from '../../../../domain/banks/contract.ts';
import { RECONCILED_LABELS } from '../../../../domain/banks/reconciliation.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { bankReconciliation, reconciliationTable } from '../../../../domain/reports/bank-reconciliation.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { bankStatementHref, LISTS, recordHref } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { type FigureHref, screenColumns } from '../../../ui/tables/table-columns.tsx';
import { accountDetail } from '../../banks/bank-words.ts';
import { BankTabs } from '../../banks/BankTabs.tsx';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { onPaper } from '../use-wide-sheet.ts';
import { useFigures } from '../explained/figures.ts';
import { reconciliationRows } from '../../../../domain/explained/ledger.ts';
import { FigureLink } from '../../../ui/marks/FigureLink.tsx';

type Row = WireReply<typeof bankReconciliation>['data'][number];

const isItem = ({ section }: Row) => section === 'UNPRESENTED' || section === 'NOT_BOOKED';
const hrefOf = ({ target }: Row): string | undefined => {
  if (target === null) return undefined;
  return target.kind === 'statement' ? bankStatementHref(target.id) : recordHref(target.kind, target.id);
};

function Numbered({ row }: { row: Row }) {
  const href = hrefOf(row);
  const number = row.number === '' ? 'Line of the statement' : row.number;
  if (href === undefined) return number;
  return (
    <AppLink href={href} className="text-link hover:underline">
      {number}
    </AppLink>
  );
}

const COLUMNS = screenColumns(reconciliationTable, { cells: { number: (row) => <Numbered row={row} /> } });

/** Ledger and statement of an account as at any day, and what lies between them, each item opening to its record. */
export function BankReconciliationPage() {
  const [address, setAddress] = useAddress();
  const asAt = useReportDay();
  const accounts = useEndpoint(listStatementAccounts, { query: {} });
  const chosen = accounts.data?.find(({ id }) => String(id) === address['bank']) ?? accounts.data?.[0];
  const query = { bank: String(chosen?.id ?? 0), asat: asAt };
  const { data, error, refetch } = useEndpoint(bankReconciliation, { query }, { enabled: chosen !== undefined });
  const behind = useFigures(reconciliationRows, query);
  if (accounts.data === undefined)
    return (
      <NoPage
        title="Bank reconciliation"
        error={accounts.error}
        refetch={accounts.refetch}
        list={LISTS.bankStatements}
      />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        call={bankReconciliation}
        title="Bank reconciliation"
        detail={
          data?.statement_to == null ? (
            'No statement by this day'
          ) : (
            <>
              Statements to <DayText value={data.statement_to} />
            </>
          )
        }
        onExport={(format) => exportFile(bankReconciliation, { query, name: 'bank-reconciliation' }, format)}
      >
        <AsAtField />
      </ReportHead>
      <BankTabs current="reconciliation" />
      {chosen === undefined ? (
        <EmptyState title="The firm has no bank accounts yet.">Root enters these in the settings.</EmptyState>
      ) : (
        <div className="no-print max-w-md">
          <Select
            label="Account"
            value={String(chosen.id)}
            options={accounts.data.map((one) => ({
              value: String(one.id),
              label: one.name,
              detail: accountDetail(one),
            }))}
            onChange={(bank) => setAddress({ bank })}
          />
        </div>
      )}
      {chosen !== undefined && data === undefined && <ReportWait {...{ error, refetch }} />}
      {data !== undefined && <Bridge rows={data.data} currency={data.account.currency} behind={behind} />}
    </div>
  );
}

type BridgeProps = { rows: readonly Row[]; currency: string; behind: FigureHref<Row> };

/** Balance, what lies between by its kind, balance. */
function Bridge({ rows, currency, behind }: BridgeProps) {
  return (
    <>
      {(['LEDGER', 'UNPRESENTED', 'NOT_BOOKED', 'BEFORE', 'STATEMENT'] as const).map((section) => {
        const own = rows.filter((row) => row.section === section);
        const [first] = own;
        if (first === undefined) return null;
        return isItem(first) ? (
          <Card key={section} flush title={RECONCILED_LABELS[section]} className={onPaper}>
            <DataTable
              label={`${RECONCILED_LABELS[section]}: each item`}
              columns={COLUMNS}
              rows={own}
              rowKey={(row) => `${row.target?.kind} ${row.target?.id} ${own.indexOf(row)}`}
            />
          </Card>
        ) : (
          <p
            key={section}
            className={clsx(
              'flex items-baseline justify-between gap-4 rounded-lg border border-line bg-panel px-4 py-2.5',
              section !== 'BEFORE' && 'font-semibold',
            )}
          >
            <span>{RECONCILED_LABELS[section]}</span>
            <Figure
              href={behind({
                name: 'amount',
                row: first,
                title: RECONCILED_LABELS[section],
                value: first.amount,
                currency,
              })}
              title={RECONCILED_LABELS[section]}
              value={first.amount}
              currency={currency}
            />
          </p>
        );
      })}
    </>
  );
}

type FigureProps = { href: string | undefined; title: string; value: string; currency: string };

/** A balance, which opens its lines where it has any. */
function Figure({ href, title, value, currency }: FigureProps) {
  const text = <MoneyText value={value} currency={currency} withCurrency zero="digits" />;
  if (href === undefined) return text;
  return (
    <FigureLink href={href} title={title}>
      {text}
    </FigureLink>
  );
}
