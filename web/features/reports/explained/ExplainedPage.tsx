import { useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { ALL_BRANCHES } from '../../../../domain/call-branches.ts';
import { EXPLAINED } from '../../../../domain/explained/reports.ts';
import { AT_CLOSING } from '../../../../domain/reports/closing-rates.ts';
import { OF_CHANGE } from '../../../../domain/reports/exposure.ts';
import { GROUP_LABELS, sourceNamed } from '../../../../domain/explained/sources.ts';
import { type Explained, type Source } from '../../../../domain/tables/behind.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { BRANCHES_PARAMETER, can, useSession } from '../../../api/session.ts';
import { useList } from '../../../api/use-list.ts';
import { paths } from '../../../paths.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { useAddress, type Address } from '../../../ui/hooks/use-address.ts';
import { PageTitle } from '../../../ui/layout/PageTitle.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { DataTable } from '../../../ui/tables/DataTable.tsx';
import { screenColumns } from '../../../ui/tables/table-columns.tsx';
import { useBaseCurrency } from '../../../api/base-currency.ts';
import { unitsOf } from '../../ledger/wire-amounts.ts';
import { LinePages } from '../LinePages.tsx';
import { ReportHead } from '../ReportHead.tsx';
import { RecordLink } from '../RecordLinks.tsx';
import { ReportWait } from '../ReportWait.tsx';
import { onPaper, useWideSheet } from '../../../ui/tables/use-wide-sheet.ts';
import { hrefOf, useOpening } from './figures.ts';
import { rowHref, sourceHref } from './row-href.ts';
import { showDay } from '../../../ui/marks/format.ts';

type Row = Record<string, unknown>;
type Reply = { data: Row[]; recordsFiltered?: number; next?: string | null; more?: boolean };
type Figure = { explains: string; sum: string; unit: string; column: string; turned: boolean; back: string };

/** The most rows that are shown at once. */
const MOST = 500;

/** A page of ours alone is gone back to. */
const inside = (address: string | undefined): string =>
  address !== undefined && /^\/(?![/\\])/.test(address) ? address : paths.dashboard;

function figureOf({ explains = '', sum: amount = '', unit = '', column = '', turned, back }: Address): Figure {
  return { explains, sum: amount, unit, column, turned: turned === 'yes', back: inside(back) };
}

/** The branches that a figure is of, where they are some of one's own: all of them are those of the branch switch. */
const someOf = ({ [BRANCHES_PARAMETER]: said }: Address) => (said === ALL_BRANCHES ? undefined : said);

/** What the call of the rows takes of the address. */
function queryOf({ call }: Source, address: Address): Record<string, string> {
  const taken = new Set(Object.keys(call.query?.shape ?? {}));
  if (someOf(address) !== undefined) taken.add(BRANCHES_PARAMETER);
  const query = Object.fromEntries(Object.entries(address).filter(([name]) => taken.has(name)));
  return taken.has('length') ? { ...query, length: String(MOST) } : query;
}

/** Back to the report: by the history where one came from there, so that it is as it was left. */
function BackLink({ href }: { href: string }) {
  const { history } = useRouter();
  const back = (event: MouseEvent) => {
    const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!plain || !history.canGoBack()) return;
    event.preventDefault();
    history.back();
  };
  return (
    <AppLink
      href={href}
      onClick={back}
      className="inline-flex w-fit items-center gap-1 rounded text-xs text-mute outline-none hover:text-fg hover:underline focus-visible:ring-2 focus-visible:ring-ring"
    >
      <ArrowLeft size={13} aria-hidden="true" />
      Back to the report
    </AppLink>
  );
}

/** The rows behind a figure of a report: they add up to it, and each opens its entry or its record. */
export function ExplainedPage() {
  const [address] = useAddress();
  const source = sourceNamed(address['rows']);
  if (source === undefined)
    return (
      <div className="grid gap-3">
        <PageTitle title="Behind a figure" />
        <EmptyState
          title="No figure is chosen."
          action={<LinkButton href={paths.dashboard}>Open the dashboard</LinkButton>}
        >
          Figures of reports open the rows that they are made of.
        </EmptyState>
      </div>
    );
  return <Rows key={JSON.stringify(address)} {...{ source, address }} />;
}

/** As at which day, or between which, and beside which other one; nothing where the address names none. */
function untilWhen({ asat, to, from, beside }: Address): string {
  const day = asat ?? to;
  if (day === undefined) return '';
  const on = from === undefined ? `as at ${showDay(day)}` : `${showDay(from)} to ${showDay(day)}`;
  return beside === undefined ? on : `${on}, beside ${showDay(beside)}`;
}

function Rows({ source, address }: { source: Source; address: Address }) {
  useWideSheet();
  const figure = figureOf(address);
  const query = queryOf(source, address);
  const answer = useList(source.call, query);
  const reply = answer.data as Reply | undefined;
  const until = untilWhen(address);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="no-print">
        <BackLink href={figure.back} />
      </div>
      <ReportHead
        title={`Behind: ${figure.explains}`}
        detail={
          <>
            <MoneyText value={figure.sum} currency={figure.unit} withCurrency zero="digits" />
            {until !== '' && ` · ${until}`}
            {figure.turned && !figure.sum.startsWith('-') && ' · a credit: its rows add up below zero'}
          </>
        }
        {...(answer.error === null && {
          onExport: (format) => exportFile(source.call, { query, name: `behind-${source.name}` }, format),
        })}
      />
      {reply === undefined && <ReportWait error={answer.error} refetch={answer.refetch} />}
      {reply !== undefined && <Table {...{ source, figure, query, reply }} />}
    </div>
  );
}

const explainedBy = ({ call, table }: Source): Explained | undefined =>
  EXPLAINED.find((one) => one.call === call && one.table === table);

const amountIn = (row: Row, { column, unit }: Figure): bigint => unitsOf(String(row[column] ?? ''), unit);

/** Those that the figure is made of: lines of an account have a debit or a credit, and a debit is made of debits. All, where the first of many have none. */
function ownRows(rows: readonly Row[], figure: Figure): readonly Row[] {
  const own = rows.filter((row) => amountIn(row, figure) !== 0n);
  return own.length === 0 ? rows : own;
}

type TableProps = { source: Source; figure: Figure; query: Record<string, string>; reply: Reply };

function Table({ source, figure, query, reply }: TableProps) {
  const session = useSession();
  const opening = useOpening(source, query[BRANCHES_PARAMETER]);
  const today = useFirmToday();
  const base = useBaseCurrency();
  const paged = query['after'] !== undefined || reply.next != null;
  const whole = !paged && reply.more !== true && reply.data.length >= (reply.recordsFiltered ?? 0);
  const data = ownRows(reply.data, figure);
  const explained = explainedBy(source);
  const hidden = source.table.columns[figure.column]?.hidden === true;
  const columns = screenColumns(source.table, {
    base,
    // Every row is in the currency of the figure, which the head says.
    without: [
      // What all rows are of is in the head.
      ...(query['key'] === undefined ? [] : ['name']),
      ...(data.every((row) => row['currency'] === figure.unit) ? ['currency'] : []),
      ...(query['rates'] === 'closing' ? [] : AT_CLOSING),
      ...(query['beside'] === undefined ? OF_CHANGE : []),
    ],
    // There is no room for another day, why and by whom with all of them next to one another.
    ...(query['beside'] !== undefined && { under: { insured: 'reinsured', changed_by: 'change_approved_by' } }),
    titles: {
      name: GROUP_LABELS[query['by'] ?? ''],
      ...(query['beside'] !== undefined && { beside: showDay(query['beside']) }),
    },
    cells: {
      entry: (row) => `#${String(row['entry'])}`,
      ...(query['rates'] === 'closing' && { rate: rateCell }),
      record: recordCell,
      note: noteCell,
    },
    behind: ({ name, ...shown }) => {
      const behind = explained?.figure(name, shown.row, { query, today });
      const of = { columns: source.table.columns, ...shown };
      return behind === undefined || typeof behind === 'string' ? undefined : hrefOf(behind, of, opening);
    },
  }).map((column) => (hidden && column.id === figure.column ? { ...column, hidden: false } : column));
  const [first, ...others] = columns;
  // What adds up is beside the name of its row, in sight on narrow screens.
  const ordered = [
    first,
    ...others.filter((one) => one.id === figure.column),
    ...others.filter((one) => one.id !== figure.column),
  ];
  const ledger = can(session, 'ledger.view');
  if (data.length === 0)
    return <EmptyState title="No rows are behind this figure any more.">The books have moved on since.</EmptyState>;
  const added = sum(data.map((row) => amountIn(row, figure)));
  const total = formatAmount(figure.turned ? -added : added, figure.unit);
  const rowTo = (row: Row) => rowHref(row, { ledger }) ?? '';
  const opens = data.every((row) => rowTo(row) !== '');
  return (
    <>
      {!whole && (
        <Notice tone="warn">
          {paged ? `${data.length} lines are shown at a time` : `The first ${data.length} rows are shown`}; the file has
          all of them, which add up to the figure.
        </Notice>
      )}
      {whole && total !== figure.sum && figure.sum !== '' && (
        <Notice tone="warn">
          The books have moved on: these rows now add up to{' '}
          <MoneyText value={total} currency={figure.unit} withCurrency zero="digits" />.
        </Notice>
      )}
      <Card flush className={onPaper}>
        <DataTable
          label={`Behind ${figure.explains}`}
          columns={ordered.filter((column) => column !== undefined)}
          rows={data}
          rowKey={(row) => JSON.stringify(row)}
          {...(opens && { rowHref: rowTo })}
          {...(whole && {
            totals: {
              [first?.id ?? '']: 'Total',
              [figure.column]: <MoneyText value={formatAmount(added, figure.unit)} currency={figure.unit} />,
            },
          })}
        />
      </Card>
      {paged && <LinePages next={reply.next ?? null} />}
    </>
  );
}

const numberIn = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const number = typeof value === 'object' && value !== null && 'number' in value ? value.number : undefined;
  return typeof number === 'string' ? number : '';
};
/** The note of a row, or the receipt whose cash is not allocated: a row is named by what it is of. */
const noteCell = (row: Row) => numberIn(row['note']) || numberIn(row['receipt']);

/** An exchange rate, as it was entered. */
const rateCell = (row: Row) => String(row['rate'] ?? '');

/** The record that an entry is of, where it has a page of its own. */
function recordCell(row: Row) {
  const name = String(row['record'] ?? '');
  const href = sourceHref(row);
  return href === undefined ? name : <RecordLink {...{ href, name }} />;
}
