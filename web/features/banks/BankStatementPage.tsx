import { useState } from 'react';
import * as z from 'zod/mini';
import { getBankStatement, listBankLines, takeBackStatement } from '../../../domain/banks/contract.ts';
import { STATEMENT_STATES } from '../../../domain/banks/states.ts';
import { BANK_FORMAT_LABELS } from '../../../domain/banks/statement.ts';
import { bankLineTable } from '../../../domain/banks/tables.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { exportFile } from '../../api/export-file.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { useList } from '../../api/use-list.ts';
import { LISTS, paths, withQuery } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { Badge } from '../../ui/marks/Badge.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { DataTable } from '../../ui/tables/DataTable.tsx';
import { ExportButton } from '../../ui/tables/ListPage.tsx';
import { pageOf } from '../../ui/tables/ListStates.tsx';
import { Paging } from '../../ui/tables/Paging.tsx';
import { SearchBox } from '../../ui/tables/SearchBox.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { useListState } from '../../ui/tables/use-list-state.ts';
import { badgeOf } from '../ledger/status.ts';
import { FactGrid } from '../registers/FactGrid.tsx';
import { accountDetail, linesText } from './bank-words.ts';
import { showDay } from '../../ui/marks/format.ts';
import { UserLink } from '../../ui/marks/NameLink.tsx';

type Statement = WireReply<typeof getBankStatement>;

export function BankStatementPage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getBankStatement, { params: { id } });
  useWorkIn(data?.account.branch);
  if (data === undefined) return <NoPage title="Bank statement" {...{ error, refetch }} list={LISTS.bankStatements} />;
  return <StatementView key={data.id} statement={data} />;
}

function StatementView({ statement }: { statement: Statement }) {
  const session = useSession();
  const [taking, setTaking] = useState(false);
  const { account, status, kept_because: kept, taken_back: taken } = statement;
  const { currency } = account;
  const name = `${account.name} to ${showDay(statement.last_day)}`;
  const menu: MenuEntry[] =
    status === 'READ' && can(session, 'bank_statements.create')
      ? [
          {
            label: 'Take back…',
            onSelect: () => setTaking(true),
            ...(kept !== null && { disabledReason: kept }),
          },
        ]
      : [];
  return (
    <>
      <RecordPage
        parent={LISTS.bankStatements}
        number={name}
        subtitle={accountDetail(account)}
        statuses={[badgeOf(STATEMENT_STATES[status])]}
        glance={[
          { label: 'Opening balance', value: statement.opening, currency },
          { label: 'Paid in', value: statement.paid_in, currency },
          { label: 'Paid out', value: statement.paid_out, currency },
          { label: 'Closing balance', value: statement.closing, currency },
        ]}
        menu={menu}
        primary={
          status === 'READ' && (
            <LinkButton href={withQuery(paths.bankOpenLines, { account: account.id })}>Open lines</LinkButton>
          )
        }
        notices={
          taken !== null && (
            <Notice
              tone="warn"
              title={
                <>
                  Taken back by <UserLink inText user={taken.by} />: its lines no longer count.
                </>
              }
            >
              {taken.reason} · <InstantText value={taken.at} />
            </Notice>
          )
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Lines statement={statement} name={name} />
          <Card title="File">
            <FactGrid
              facts={[
                { label: 'Number', value: statement.number },
                { label: 'Days', value: `${showDay(statement.first_day)} to ${showDay(statement.last_day)}` },
                { label: 'Format', value: BANK_FORMAT_LABELS[statement.format] },
                { label: 'File', value: statement.file_name },
                { label: 'Read by', value: <UserLink user={statement.read_by} /> },
                { label: 'Read', value: <InstantText value={statement.read_at} /> },
              ]}
            />
          </Card>
        </div>
      </RecordPage>
      {taking && <TakeBackDialog statement={statement} name={name} onClose={() => setTaking(false)} />}
    </>
  );
}

const COLUMNS = screenColumns(bankLineTable, {
  cells: {
    matched: (row) => <Badge tone={row.matched ? 'good' : 'warn'}>{row.matched ? 'Matched' : 'Open'}</Badge>,
  },
});

function Lines({ statement, name }: { statement: Statement; name: string }) {
  const list = useListState({ filters: [] });
  const id = String(statement.id);
  const query = useList(listBankLines, { ...list.query, statement: id });
  const { rows, past } = pageOf(list, query.data);
  return (
    <Card
      title={linesText(statement.lines)}
      flush
      actions={
        <>
          <SearchBox label="Search lines" value={list.search} onChange={list.setSearch} className="w-40 sm:w-56" />
          <ExportButton
            onExport={(format) =>
              exportFile(listBankLines, { query: { ...list.query, statement: id }, name: 'bank-lines' }, format)
            }
          />
        </>
      }
    >
      <DataTable
        label={`Lines of ${name}`}
        columns={COLUMNS}
        {...{ rows }}
        rowKey={(row) => String(row.id)}
        loading={query.isFetching}
        error={query.error}
        onRetry={() => void query.refetch()}
        sort={list.sort}
        onSort={list.setSort}
        maxHeight="max-h-[max(24rem,calc(100dvh-18rem))]"
        empty={
          past ?? (
            <EmptyState title={list.search === '' ? 'Nothing moved in this time.' : 'No lines match this search.'} />
          )
        }
      />
      <Paging list={list} filtered={query.data?.recordsFiltered} more={query.data?.more ?? false} rows={rows?.length} />
    </Card>
  );
}

type TakeBackProps = { statement: Statement; name: string; onClose: () => void };

function TakeBackDialog({ statement, name, onClose }: TakeBackProps) {
  const takeBack = useWrite(takeBackStatement);
  const { id, version, lines } = statement;
  return (
    <ReasonDialog
      danger
      title="Take back statement"
      description={`${linesText(lines)} no longer count, and may be imported again from another file.`}
      action="Take back statement"
      shape={z.pick(takeBackStatement.body, { reason: true })}
      send={(reason) => takeBack.mutateAsync({ params: { id: String(id) }, body: { reason, version } })}
      done={() => ['Statement taken back', name]}
      rows={2}
      {...{ onClose }}
    />
  );
}
