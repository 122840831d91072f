import { STATEMENT_COLUMNS } from '../../../domain/banks/csv-columns.ts';
import { BANK_FORMAT_LABELS } from '../../../domain/banks/statement.ts';
import { bankStatementHref, LISTS } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { DayText, InstantText, MoneyText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import type { Column } from '../../ui/tables/table-types.ts';
import { ColumnSelects } from '../imports/ColumnSelects.tsx';
import { FileFaults } from '../imports/FileFaults.tsx';
import { DAY_ORDER_OPTIONS } from '../imports/import-words.ts';
import { FactGrid } from '../registers/FactGrid.tsx';
import { accountDetail, linesText } from './bank-words.ts';
import type { StatementActs, StatementPreview } from './use-statement-file.ts';
import { showDay } from '../../ui/marks/format.ts';

type Statement = StatementPreview['statements'][number];
type Line = Statement['lines'][number];

type Props = { preview: StatementPreview; name: string; acts: StatementActs };

/** What a file of the bank holds, how its columns are read, and what is wrong with it, before it is imported. */
export function PreviewPage({ preview, name, acts }: Props) {
  const { account, sheet, statements, ready, read_before: before } = preview;
  const several = statements.length > 1;
  return (
    <RecordPage
      parent={LISTS.bankStatements}
      number="Import statement"
      subtitle={<span className="wrap-anywhere">{`${name} · ${account.name} · ${accountDetail(account)}`}</span>}
      statuses={[{ label: BANK_FORMAT_LABELS[preview.format], tone: 'info' }]}
      primary={
        <div className="flex flex-wrap gap-2">
          <Button onClick={acts.leave}>Choose another file</Button>
          <Button
            variant="primary"
            busy={acts.reading || acts.busy}
            {...(ready ? {} : { disabled: true, disabledReason: 'What is wrong is shown below.' })}
            onClick={acts.read}
          >
            {several ? `Import ${statements.length} statements` : 'Import statement'}
          </Button>
        </div>
      }
      notices={
        <>
          {acts.refusal !== null && (
            <div role="alert">
              <Notice tone="bad" title={acts.refusal.title}>
                {acts.refusal.errors.length > 0 && (
                  <ul>
                    {acts.refusal.errors.map(({ field, message }) => (
                      <li key={`${field} ${message}`}>{message}</li>
                    ))}
                  </ul>
                )}
              </Notice>
            </div>
          )}
          {before !== null && (
            <Notice tone="warn" title="This file was imported before.">
              <AppLink href={bankStatementHref(before.statement)} className="text-link hover:underline">
                Imported by {before.by.name}, <InstantText value={before.at} />
              </AppLink>
            </Notice>
          )}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {sheet !== null && <SheetCard {...{ sheet, acts }} currency={account.currency} />}
        {statements.map((statement, index) => (
          <StatementCard
            // oxlint-disable-next-line react/no-array-index-key -- they stay in the order of their file
            key={index}
            statement={statement}
            currency={account.currency}
            title={several ? `Statement ${index + 1} of ${statements.length}` : 'Statement'}
          />
        ))}
      </div>
    </RecordPage>
  );
}

type SheetProps = { sheet: NonNullable<StatementPreview['sheet']>; acts: StatementActs; currency: string };

/** Which column is which, how days are written, and the balances where no column has them. */
function SheetCard({ sheet, acts, currency }: SheetProps) {
  // What was chosen is kept while the file is read by it.
  const {
    opening = '',
    closing = '',
    matching = sheet.matching,
    day_order: order = sheet.day_order,
  } = acts.looked?.choices ?? {};
  return (
    <Card title={sheet.remembered ? 'Columns, as the last time for this account' : 'Columns'}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
        <ColumnSelects
          target={STATEMENT_COLUMNS}
          columns={sheet.columns}
          matching={matching}
          onMatching={(chosen) => acts.change({ matching: { ...chosen } })}
        />
        <Select
          label="Dates are written"
          value={order}
          options={DAY_ORDER_OPTIONS}
          onChange={(value) => acts.change({ day_order: value === 'MONTH_FIRST' ? 'MONTH_FIRST' : 'DAY_FIRST' })}
        />
        {sheet.asks_balances && (
          <>
            <MoneyField
              label="Opening balance"
              required
              currency={currency}
              value={opening}
              onChange={(value) => acts.change({ opening: value })}
            />
            <MoneyField
              label="Closing balance"
              required
              currency={currency}
              value={closing}
              onChange={(value) => acts.change({ closing: value })}
            />
          </>
        )}
      </div>
    </Card>
  );
}

function columnsFor({ faults }: Statement, currency: string): Column<Line>[] {
  const wrong = new Map(faults.map(({ row, message }) => [row, message]));
  return [
    { id: 'row', title: 'Line', cell: (line) => line.row },
    { id: 'day', title: 'Date', cell: (line) => <DayText value={line.day} /> },
    { id: 'party', title: 'Payer or payee', cell: (line) => <span dir="auto">{line.party}</span> },
    {
      id: 'text',
      title: 'Text',
      cell: (line) => (
        <span dir="auto" className="block max-w-96 truncate" title={line.text}>
          {line.text}
        </span>
      ),
    },
    { id: 'reference', title: 'Bank ref.', cell: (line) => line.reference },
    ...(faults.length > 0
      ? [
          {
            id: 'fault',
            title: 'What is wrong',
            cell: (line: Line) => <span className="text-bad">{wrong.get(line.row)}</span>,
          },
        ]
      : []),
    {
      id: 'amount',
      title: 'Amount',
      align: 'right',
      cell: (line) => <MoneyText value={line.amount} currency={currency} />,
    },
  ];
}

function StatementCard({ statement, currency, title }: { statement: Statement; currency: string; title: string }) {
  const { refusals, faults, lines, count } = statement;
  const shown = (value: string | null) =>
    value === null ? null : <MoneyText value={value} {...{ currency }} zero="digits" withCurrency />;
  return (
    <Card title={`${title}: ${linesText(count)}`} flush>
      <div className="grid gap-3 border-b border-line p-4">
        <FileFaults {...{ refusals, faults }} noun="Line" />
        <FactGrid
          facts={[
            { label: 'Number', value: statement.number },
            {
              label: 'Days',
              value:
                statement.first_day === null || statement.last_day === null
                  ? ''
                  : `${showDay(statement.first_day)} to ${showDay(statement.last_day)}`,
            },
            { label: 'Opening balance', value: shown(statement.opening) },
            { label: 'Paid in', value: shown(statement.paid_in) },
            { label: 'Paid out', value: shown(statement.paid_out) },
            { label: 'Closing balance', value: shown(statement.closing) },
          ]}
        />
      </div>
      <DataTable
        label={title}
        columns={columnsFor(statement, currency)}
        rows={lines}
        rowKey={(line) => `${line.row} ${lines.indexOf(line)}`}
        maxHeight="max-h-[max(24rem,calc(100dvh-18rem))]"
        empty={<EmptyState title="No lines can be shown.">Look at what is wrong above.</EmptyState>}
      />
      {count > lines.length && (
        <p className="border-t border-line px-4 py-2 text-mute">
          The first {lines.length} of {linesText(count)}.
        </p>
      )}
    </Card>
  );
}
