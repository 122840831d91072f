import { useState } from 'react';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { Day } from '../../../domain/values/day.ts';
import { SIDE_LABELS, SIDES, type Side } from '../../../domain/statements/account.ts';
import { statementAccounts } from '../../../domain/statements/contract.ts';
import { accountTable, accountTotals, MOST_ACCOUNTS } from '../../../domain/statements/tables.ts';
import { exportFile } from '../../api/export-file.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { paths, statementBatchHref, withQuery } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { SearchBox } from '../../ui/tables/SearchBox.tsx';
import { screenColumns, totalCells } from '../../ui/tables/table-columns.tsx';
import { useAlikeTables } from '../../ui/tables/use-alike-tables.ts';
import { AsAtField, useReportDay } from '../reports/AsAtField.tsx';
import { ReportHead } from '../reports/ReportHead.tsx';
import { ReportWait } from '../reports/ReportWait.tsx';
import { onPaper, useWideSheet } from '../../ui/tables/use-wide-sheet.ts';
import { StartDialog } from './StartDialog.tsx';
import { StatementTabs } from './StatementTabs.tsx';
import { showDay } from '../../ui/marks/format.ts';

type Reply = WireReply<typeof statementAccounts>;
type Row = Reply['data'][number];

const columnsOf = (side: Side) =>
  screenColumns(accountTable, {
    cells: {
      party: (row) => <span dir="auto">{row.party.name}</span>,
      balance: (row) => <MoneyText value={row.balance} currency={row.currency} strong />,
      addressed: (row) => (row.addressed ? 'Yes' : <span className="text-warn">No address</span>),
    },
    titles: side === 'SECURITY' ? { claims: 'Claims' } : {},
    without: side === 'SECURITY' ? ['currency', 'to_come'] : ['currency'],
  });

const OPTIONS = SIDES.map((value) => ({ value, label: SIDE_LABELS[value] }));

function useSide(): Side {
  const [address] = useAddress();
  return SIDES.find((side) => side === address['side']) ?? 'REINSURED';
}

/** Reinsureds or securities with something open as at any day; of all or of those chosen statements are made. */
export function AccountsPage() {
  useWideSheet();
  const side = useSide();
  const asAt = useReportDay();
  // What is chosen is of one side and day.
  return <AccountsOf key={`${side} ${asAt}`} {...{ side, asAt }} />;
}

const NONE: ReadonlyMap<string, Row> = new Map();

function AccountsOf({ side, asAt }: { side: Side; asAt: Day }) {
  const tables = useAlikeTables();
  const session = useSession();
  const go = useGo();
  const [address, change] = useAddress();
  /** An account of each party that is chosen, whichever search it was chosen from. */
  const [chosen, choose] = useState(NONE);
  const [starting, setStarting] = useState(false);
  const search = address['searchValue'] ?? '';
  const query = { side, asat: asAt, ...(search !== '' && { searchValue: search }) };
  const { data, error, refetch } = useEndpoint(statementAccounts, { query });
  const select = (keys: ReadonlySet<string>) => {
    const rows = new Map(data?.data.map((row) => [String(row.party.id), row]));
    choose(
      new Map(
        [...keys].flatMap((key) => {
          const row = chosen.get(key) ?? rows.get(key);
          return row === undefined ? [] : [[key, row] as const];
        }),
      ),
    );
  };
  const makes = can(session, 'policy_documents.generate');
  return (
    <div ref={tables} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ReportHead
        call={statementAccounts}
        shown={{ side }}
        title="Statements"
        detail={`${SIDE_LABELS[side]} with something open as at ${showDay(asAt)}`}
        onExport={(format) => exportFile(statementAccounts, { query, name: 'accounts' }, format)}
      >
        <Select
          label="Of"
          name="side"
          className="w-36"
          options={OPTIONS}
          value={side}
          onChange={(value) => change({ side: value === 'REINSURED' ? undefined : value })}
        />
        <AsAtField />
        <SearchBox
          label="Search parties"
          value={search}
          onChange={(text) => change({ searchValue: text })}
          className="no-print w-full sm:w-44"
        />
        {makes && (
          <Button
            variant="primary"
            disabledReason={whyNot({ data, search, chosen: chosen.size })}
            onClick={() => setStarting(true)}
          >
            {chosen.size === 0 ? 'Make all statements' : `Make ${statements(chosen.size)}`}
          </Button>
        )}
        {/* After the others, so that they stay where they are. */}
        {chosen.size > 0 && (
          <Button variant="ghost" onClick={() => choose(NONE)}>
            Clear
          </Button>
        )}
      </ReportHead>
      <StatementTabs current="accounts" />
      {data === undefined && <ReportWait {...{ error, refetch }} />}
      {data?.data.length === 0 && search !== '' && (
        <EmptyState title={`Nothing found for “${search}”.`}>
          No account with something open on this day has this in its name.
        </EmptyState>
      )}
      {data?.data.length === 0 && search === '' && (
        <EmptyState title="Nothing is open.">
          {SIDE_LABELS[side]} with a balance on this day are listed here, by currency.
        </EmptyState>
      )}
      {data?.more === true && (
        <Notice>
          The first {MOST_ACCOUNTS} accounts are shown: search for the others. Totals, files and statements have all of
          them.
        </Notice>
      )}
      {data !== undefined && <Accounts {...{ data, side }} selected={new Set(chosen.keys())} onSelect={select} />}
      {starting && data !== undefined && (
        <StartDialog
          {...{ side, asAt }}
          {...(chosen.size === 0
            ? { count: data.parties, unaddressed: data.unaddressed }
            : {
                parties: [...chosen.values()].map((row) => row.party.id),
                count: chosen.size,
                unaddressed: unaddressedOf([...chosen.values()]),
              })}
          onClose={() => setStarting(false)}
          onStarted={(id) => go(statementBatchHref(id))}
        />
      )}
    </div>
  );
}

type Choice = { data: Reply | undefined; search: string; chosen: number };

/** Why no statement can be made now; the button stays where it is meanwhile. */
function whyNot({ data, search, chosen }: Choice): string | undefined {
  if (data === undefined) return 'The accounts are being read.';
  if (chosen > 0) return undefined;
  if (data.data.length === 0) return 'Nothing is open.';
  return search !== '' ? 'Choose accounts, or clear the search to make all.' : undefined;
}

/** Who of these has no address. */
function unaddressedOf(rows: readonly Row[]): Reply['unaddressed'] {
  const names = rows.filter((row) => !row.addressed).map((row) => row.party.name);
  return { count: names.length, names };
}

const statements = (count: number) => (count === 1 ? '1 statement' : `${count} statements`);

type AccountsProps = {
  data: Reply;
  side: Side;
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
};

function Accounts({ data, side, selected, onSelect }: AccountsProps) {
  const page = side === 'SECURITY' ? paths.payableReport : paths.facultativeReport;
  const columns = columnsOf(side);
  return data.totals.map((totals) => (
    <Card flush key={totals.currency} title={totals.currency} className={onPaper}>
      <DataTable
        label={`Accounts in ${totals.currency}`}
        {...{ columns }}
        rows={data.data.filter((row) => row.currency === totals.currency)}
        rowKey={(row: Row) => String(row.party.id)}
        rowLabel={(row) => row.party.name}
        rowHref={(row) => withQuery(page, { param: row.party.id, asat: data.as_at })}
        selection={{ selected, onChange: onSelect, actions: () => null }}
        totals={{ ...totalCells(accountTotals, totals, { currency: totals.currency }), party: 'Total' }}
      />
    </Card>
  ));
}
