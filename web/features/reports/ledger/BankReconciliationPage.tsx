import { clsx } from 'clsx';
import { listStatementAccounts } from '../../../../domain/banks/contract.ts';
import { BETWEEN, RECONCILED_LABELS } from '../../../../domain/banks/reconciliation.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { reconciliationSums } from '../../../../domain/explained/ledger.ts';
import { bankReconciliation, reconciliationTable } from '../../../../domain/reports/bank-reconciliation.ts';
import { exportFile } from '../../../api/export-file.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useList } from '../../../api/use-list.ts';
import { bankStatementHref, LISTS, recordHref } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { showCount } from '../../../ui/fields/whole-number.ts';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { FieldRow } from '../../../ui/layout/FieldRow.tsx';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { PageTitle } from '../../../ui/layout/PageTitle.tsx';
import { FigureLink } from '../../../ui/marks/FigureLink.tsx';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import type { Filter } from '../../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../../ui/tables/ListPage.tsx';
import { type FigureHref, screenColumns } from '../../../ui/tables/table-columns.tsx';
import { useListState } from '../../../ui/tables/use-list-state.ts';
import { accountDetail } from '../../banks/bank-words.ts';
import { BankTabs } from '../../banks/BankTabs.tsx';
import { NoAccounts } from '../../banks/NoAccounts.tsx';
import { ViewsMenu } from '../../views/ViewsMenu.tsx';
import { AsAtField, useReportDay } from '../AsAtField.tsx';
import { useFigures } from '../explained/figures.ts';

type Reply = WireReply<typeof bankReconciliation>;
type Row = Reply['data'][number];
type Part = Reply['parts'][number];

const TITLE = 'Bank reconciliation';
const NAME = 'bank-reconciliation';
const FILTERS: Filter[] = [
  {
    key: 'section',
    label: 'Part',
    kind: 'option',
    options: BETWEEN.map((value) => ({ value, label: RECONCILED_LABELS[value] })),
  },
];

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
  const list = useListState({ filters: ['section'] });
  // Until one is chosen it is of the first that may be reconciled, which the reply says.
  const query = useList(
    bankReconciliation,
    { ...list.query, bank: address['bank'], asat: asAt },
    { enabled: accounts.data?.length !== 0 },
  );
  const { data } = query;
  const bank = address['bank'] ?? data?.account.id ?? '';
  const own = { bank: String(bank), asat: asAt };
  const behind = useFigures(reconciliationSums, own);
  if (accounts.data === undefined)
    return <NoPage title={TITLE} error={accounts.error} refetch={accounts.refetch} list={LISTS.bankStatements} />;
  const chosen = accounts.data.find(({ id }) => String(id) === own.bank) ?? accounts.data[0];
  if (chosen === undefined)
    return (
      <div className="flex flex-col gap-3">
        <PageTitle title={TITLE} />
        <BankTabs current="reconciliation" />
        <NoAccounts>The ledger is held against what the bank says of an account.</NoAccounts>
      </div>
    );
  return (
    <ListPage
      title={TITLE}
      name={NAME}
      nouns={['item', 'items']}
      searchLabel="Number, party or text"
      {...{ list, query }}
      filters={FILTERS}
      columns={COLUMNS}
      rowKey={(row) => String(row.item)}
      views={<ViewsMenu call={bankReconciliation} />}
      onExport={(format) => exportFile(bankReconciliation, { query: { ...list.query, ...own }, name: NAME }, format)}
      above={
        <>
          <BankTabs current="reconciliation" />
          <FieldRow>
            <Select
              label="Account"
              className="w-full max-w-md"
              value={String(chosen.id)}
              options={accounts.data.map((one) => ({
                value: String(one.id),
                label: one.name,
                detail: accountDetail(one),
              }))}
              onChange={(bank) => setAddress({ bank, page: undefined })}
            />
            <AsAtField />
          </FieldRow>
          {data !== undefined && <Bridge reply={data} behind={behind} />}
        </>
      }
      empty={
        <EmptyState title="Ledger and statement agree.">
          What is in the books and not on the statement, or the other way round, is listed here.
        </EmptyState>
      }
    />
  );
}

const isBalance = ({ section }: Part) => section === 'LEDGER' || section === 'STATEMENT';

/** Balance, what lies between by its kind, balance. */
function Bridge({ reply: { parts, statement_to: to }, behind }: { reply: Reply; behind: FigureHref<Part> }) {
  return (
    <section aria-label="From the ledger to the statement" className="max-w-3xl rounded-lg border border-line bg-panel">
      <dl className="divide-y divide-line">
        {parts.map((part) => (
          <div key={part.section} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
            <dt className={clsx(isBalance(part) && 'font-semibold')}>
              {RECONCILED_LABELS[part.section]}
              {part.items > 0 && (
                <span className="ml-2 text-xs text-mute">
                  {showCount(part.items)} {part.items === 1 ? 'item' : 'items'}
                </span>
              )}
              {part.section === 'STATEMENT' && (
                <span className="ml-2 text-xs font-normal text-mute">
                  {to === null ? (
                    'No statement by this day'
                  ) : (
                    <>
                      Statements to <DayText value={to} />
                    </>
                  )}
                </span>
              )}
            </dt>
            <dd className={clsx('ml-auto', isBalance(part) && 'font-semibold')}>
              <Figure {...{ part, behind }} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What a part comes to, which opens its lines or items where it has any. */
function Figure({ part, behind }: { part: Part; behind: FigureHref<Part> }) {
  const { amount: value, currency } = part;
  const title = RECONCILED_LABELS[part.section];
  const href = behind({ name: 'amount', row: part, title, value, currency });
  const text = <MoneyText {...{ value, currency }} withCurrency zero="digits" />;
  if (href === undefined) return text;
  return (
    <FigureLink href={href} title={title}>
      {text}
    </FigureLink>
  );
}
