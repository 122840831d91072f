import { useState } from 'react';
import { listStatementAccounts } from '../../../domain/banks/contract.ts';
import { confirmMatches, listOpenLines, MOST_AT_ONCE } from '../../../domain/banks/match-contract.ts';
import { can, useSession } from '../../api/session.ts';
import { exportFile } from '../../api/export-file.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useList } from '../../api/use-list.ts';
import { LISTS, paths, withQuery } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { EmptyState, ErrorState, PageSkeleton } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { ExportButton } from '../../ui/tables/ListPage.tsx';
import { pageOf } from '../../ui/tables/ListStates.tsx';
import { Paging } from '../../ui/tables/Paging.tsx';
import { useListState } from '../../ui/tables/use-list-state.ts';
import { accountDetail, linesText, type StatementAccount } from './bank-words.ts';
import { ViewsMenu } from '../views/ViewsMenu.tsx';
import { BankTabs } from './BankTabs.tsx';
import { OpenLineRow, type Choice, type OpenLine } from './OpenLineRow.tsx';

const TITLE = 'Open bank lines';

/** Lines that nothing is matched with, an account at a time, with what each may be. */
export function OpenLinesPage() {
  const list = useListState({ filters: ['account'], size: 50 });
  const { data, error, refetch } = useEndpoint(listStatementAccounts, { query: {} });
  if (data === undefined) return <NoPage title={TITLE} {...{ error, refetch }} list={LISTS.bankStatements} />;
  const chosen = list.filters['account'] ?? '';
  const account = data.find(({ id }) => String(id) === chosen) ?? data.find(({ statements }) => statements > 0);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <PageTitle title={TITLE} />
        {account !== undefined && <Takeaway account={String(account.id)} />}
      </div>
      <BankTabs current="open" />
      {account === undefined ? (
        <EmptyState
          title="No statement was imported yet."
          action={<LinkButton href={paths.bankStatementNew}>Import statement</LinkButton>}
        >
          Lines of statements that nothing in the books explains are matched here.
        </EmptyState>
      ) : (
        <>
          <div className="max-w-md">
            <Select
              label="Account"
              value={String(account.id)}
              options={data.map((one) => ({ value: String(one.id), label: one.name, detail: accountDetail(one) }))}
              onChange={(value) => list.setFilter('account', value)}
            />
          </div>
          <Lines key={account.id} account={account} list={list} />
        </>
      )}
    </div>
  );
}

/** The views of these lines, and all of them as a file. */
function Takeaway({ account }: { account: string }) {
  return (
    <div className="no-print flex flex-wrap items-center gap-2">
      <ViewsMenu report call={listOpenLines} shown={{ account }} />
      <ExportButton
        onExport={(format) => exportFile(listOpenLines, { query: { account }, name: 'open-bank-lines' }, format)}
      />
    </div>
  );
}

/** What is chosen before anybody chooses: the one thing that is proposed. Of a tie, and by hand, nothing is. */
const proposed = ({ proposals }: OpenLine): string => (proposals.length === 1 ? (proposals[0]?.key ?? '') : '');

type LinesProps = { account: StatementAccount; list: ReturnType<typeof useListState> };

function Lines({ account, list }: LinesProps) {
  const session = useSession();
  const mayMatch = can(session, 'bank_statements.create');
  const query = useList(listOpenLines, {
    start: list.query['start'],
    length: list.query['length'],
    account: String(account.id),
  });
  const [choices, setChoices] = useState<Readonly<Record<number, Choice>>>({});
  const confirm = useWrite(confirmMatches, {
    onSuccess: (_, { body: { items: confirmed } }) => {
      setChoices({});
      toastSuccess(confirmed.length === 1 ? 'Line matched' : `${linesText(confirmed.length)} matched`);
    },
  });
  const { data } = query;
  if (data === undefined)
    return query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <PageSkeleton />;
  const choiceOf = (line: OpenLine): Choice => choices[line.id] ?? { key: proposed(line), certificate: '' };
  const { rows = [], past } = pageOf(list, data);
  const items = rows.flatMap((line) => {
    const { key, certificate } = choiceOf(line);
    return key === '' ? [] : [{ line: line.id, key, ...(certificate !== '' && { certificate }) }];
  });
  const problem = confirm.error;
  return (
    <>
      {problem !== null && (
        <div role="alert">
          <Notice tone="bad" title={problem.errors[0]?.message ?? problem.message}>
            {problem.status === 409 && 'Nothing was matched. What is proposed now is shown below.'}
          </Notice>
        </div>
      )}
      <Card
        title={`${data.more === true ? 'More than 10,000 lines' : linesText(data.recordsTotal)} of ${account.name}`}
        flush
        actions={
          mayMatch && rows.length > 0 ? (
            <Button
              variant="primary"
              size="sm"
              busy={confirm.isPending}
              {...(items.length === 0 && { disabled: true, disabledReason: 'Choose what a line is first.' })}
              onClick={() => confirm.mutate({ body: { account: account.id, items: items.slice(0, MOST_AT_ONCE) } })}
            >
              {`Confirm ${linesText(Math.min(items.length, MOST_AT_ONCE))}`}
            </Button>
          ) : undefined
        }
      >
        {rows.length === 0 ? (
          (past ?? (
            <EmptyState
              title="Every line is matched."
              action={<LinkButton href={withQuery(paths.bankMatched, { bank: account.id })}>Matched lines</LinkButton>}
            />
          ))
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((line) => (
              <OpenLineRow
                key={line.id}
                account={account.id}
                line={line}
                choice={choiceOf(line)}
                onChoice={(choice) => setChoices({ ...choices, [line.id]: choice })}
              />
            ))}
          </ul>
        )}
        <Paging list={list} filtered={data.recordsFiltered} more={data.more ?? false} rows={rows.length} />
      </Card>
    </>
  );
}
