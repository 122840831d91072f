import type { WireReply } from '../../../domain/endpoint.ts';
import { listLedgerLines } from '../../../domain/reports/contract.ts';
import { ledgerTable } from '../../../domain/reports/tables.ts';
import { CellText } from '../../ui/marks/CellText.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { Badge } from '../../ui/marks/Badge.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { entryHref, paths } from '../../paths.ts';
import { useBaseCurrency } from '../../api/base-currency.ts';
import { useAccounting } from './use-lookups.ts';
import { useListPage } from '../../api/use-list.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

type Row = WireReply<typeof listLedgerLines>['data'][number];

/** The heading of the sub-ledger account that a line is on, whatever that is kept by. */
export const SUB_LEDGER = 'Party, tax or bank';

export const subLedgerOf = ({ party, tax, bank }: Pick<Row, 'party' | 'tax' | 'bank'>): string =>
  (party ?? tax ?? bank)?.name ?? '';

/** A line that moves the base amount alone, as a difference in exchange does. */
const isOfBase = (row: Row): boolean => row.debit === null && row.credit === null;

type Side = 'debit' | 'credit';
const isSide = (id: string): id is Side => id === 'debit' || id === 'credit';
const amountOf = (row: Row, side: Side): string | null => (isOfBase(row) ? row[`base_${side}`] : row[side]);

/** What is blank on a card: a line of the base currency has its amount, with that currency. */
function blankOf(column: Column<Row>): Column<Row>['isBlank'] {
  if (column.id === 'currency') return isOfBase;
  const { id } = column;
  return isSide(id) ? (row) => amountOf(row, id) === null : column.isBlank;
}

type Shown = { base: string; shared: Readonly<Record<string, string>>; nameOf: (account: string) => string };

/** What all rows share, because the list is of it alone, is not repeated on every row. */
function columnsOf({ base, shared, nameOf }: Shown): Column<Row>[] {
  const ofOneAccount = (shared['account'] ?? '') !== '';
  const side = (one: Side) => (row: Row) => (
    <MoneyText value={amountOf(row, one)} currency={isOfBase(row) ? base : row.currency} withCurrency={isOfBase(row)} />
  );
  const columns = screenColumns(ledgerTable, {
    base,
    titles: { party: SUB_LEDGER },
    cells: {
      entry: (row) => `#${row.entry}`,
      account: (row) => <CellText>{`${row.account} ${nameOf(row.account)}`}</CellText>,
      debit: side('debit'),
      credit: side('credit'),
      party: subLedgerOf,
      // As it was booked: numbers in it lead nowhere, the entry does.
      narration: (row) => (
        <div data-quoted>
          <CellText>{row.narration}</CellText>
        </div>
      ),
    },
    second: { event: 'narration', ...(ofOneAccount ? {} : { account: 'party' }) },
    // Whom a line of an account is of stands under it, but in the list of that account alone.
    without: ['narration', ...(ofOneAccount ? [] : (['party'] as const))],
  });
  return columns
    .filter((column) => (shared[column.id] ?? '') === '')
    .map((column) => ({ ...column, isBlank: blankOf(column) }));
}

/** The journal lines that make a figure: of an account, a party, a tax or a bank account, between two days. */
export function LedgerLinesPage() {
  const [address, change] = useAddress();
  const base = useBaseCurrency();
  const { currencies, accounts } = useAccounting();
  const page = useListPage(listLedgerLines, {
    name: 'ledger',
    filters: ['account', 'party', 'tax', 'bank', 'currency', 'from', 'to'],
  });
  const { list, query } = page;
  const account = accounts.find((one) => one.code === address['account']);
  const nameOf = (code: string) => accounts.find((one) => one.code === code)?.name ?? '';
  const first = query.data?.data[0];
  const ofOne = ['party', 'tax', 'bank'].some((key) => address[key] !== undefined);
  const filters: Filter[] = [
    {
      key: 'account',
      label: 'Account',
      kind: 'option',
      options: accounts.map((one) => ({ value: one.code, label: `${one.code} ${one.name}` })),
    },
    { key: 'currency', label: 'Currency', kind: 'option', options: currencies },
    { key: 'from', label: 'From', kind: 'day' },
    { key: 'to', label: 'To', kind: 'day' },
  ];
  return (
    <ListPage
      title={account === undefined ? 'Journal lines' : `${account.code} ${account.name}`}
      {...page}
      views={<ViewsMenu call={listLedgerLines} />}
      nouns={['line', 'lines']}
      searchLabel="Search narrations"
      {...{ list, query, filters }}
      columns={columnsOf({ base, shared: list.filters, nameOf })}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => `entry ${row.entry}`}
      rowHref={(row) => entryHref(row.entry)}
      tools={<LinkButton href={paths.trialBalance}>Trial balance</LinkButton>}
      above={
        ofOne && (
          <p className="flex items-center gap-2">
            <Badge tone="info">{first === undefined ? 'One sub-ledger account' : subLedgerOf(first)}</Badge>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => change({ party: undefined, tax: undefined, bank: undefined }, 'push')}
            >
              Show the whole account
            </Button>
          </p>
        )
      }
      empty={<EmptyState title="Nothing is posted yet.">Approvals and payments write their lines here.</EmptyState>}
    />
  );
}
