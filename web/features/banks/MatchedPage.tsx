import { useState } from 'react';
import * as z from 'zod/mini';
import { listStatementAccounts } from '../../../domain/banks/contract.ts';
import { approveMatched, listMatches, matchTable, undoMatch } from '../../../domain/banks/match-contract.ts';
import { MATCH_REASON_LABELS } from '../../../domain/banks/matching.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { RECEIPT_STATES } from '../../../domain/receipts/states.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useListPage } from '../../api/use-list.ts';
import { paths, recordHref } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import type { Filter } from '../../ui/tables/FilterChips.tsx';
import { ListPage } from '../../ui/tables/ListPage.tsx';
import { screenColumns } from '../../ui/tables/table-columns.tsx';
import { BankTabs } from './BankTabs.tsx';
import { ViewsMenu } from '../views/ViewsMenu.tsx';

type Row = WireReply<typeof listMatches>['data'][number];

const COLUMNS = screenColumns(matchTable, {
  titles: { party: 'Payer or payee, account', status: 'Status, matched by' },
  second: { party: (row) => row.account.name, status: (row) => MATCH_REASON_LABELS[row.reason] },
  hide: ['account', 'reason'],
  cells: {
    record: (row) => (
      <AppLink href={recordHref(row.kind, row.record.id)} className="text-link hover:underline">
        {row.record.number}
      </AppLink>
    ),
    reason: (row) => MATCH_REASON_LABELS[row.reason],
    account: (row) => row.account.name,
  },
});

/** What waits for a second person among what was matched: receipts; vouchers were approved before they were paid. */
const waits = ({ kind, status }: Row) => kind === 'receipt' && status === RECEIPT_STATES.PENDING.label;
const receiptsText = (count: number) => `${count} ${count === 1 ? 'receipt' : 'receipts'}`;

/** Lines with what they were matched with; receipts among them are approved in a batch. */
export function MatchedPage() {
  const session = useSession();
  const { data: accounts = [] } = useEndpoint(listStatementAccounts, { query: {} });
  const page = useListPage(listMatches, { name: 'bank-matches', filters: ['bank', 'waiting'] });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [approving, setApproving] = useState<readonly Row[]>([]);
  const [undoing, setUndoing] = useState<Row | null>(null);
  const filters: Filter[] = [
    {
      key: 'bank',
      label: 'Account',
      kind: 'option',
      options: accounts.map((one) => ({ value: String(one.id), label: one.name })),
    },
    { key: 'waiting', label: 'Approval', kind: 'option', options: [{ value: 'yes', label: 'Waits for approval' }] },
  ];
  const rowActions = (row: Row): MenuEntry[] =>
    can(session, 'bank_statements.create') ? [{ label: 'Take match back…', onSelect: () => setUndoing(row) }] : [];
  const approval = can(session, 'receipts.decide') && {
    selection: {
      selected,
      onChange: setSelected,
      actions: (rows: Row[]) => approveAction(rows.filter(waits), setApproving),
    },
  };
  const close = () => {
    setApproving([]);
    setSelected(new Set());
  };
  return (
    <>
      <ListPage
        title="Matched bank lines"
        {...page}
        views={<ViewsMenu call={listMatches} />}
        nouns={['match', 'matches']}
        searchLabel="Payer, text or reference"
        {...{ filters, rowActions }}
        columns={COLUMNS}
        rowKey={(row) => String(row.id)}
        rowLabel={(row) => `${row.party} ${row.record.number}`}
        rowHref={(row) => recordHref(row.kind, row.record.id)}
        above={<BankTabs current="matched" />}
        {...approval}
        empty={
          <EmptyState
            title="No line is matched yet."
            action={<LinkButton href={paths.bankOpenLines}>Open lines</LinkButton>}
          >
            Lines of statements and the records of the books that they are.
          </EmptyState>
        }
      />
      {approving.length > 0 && (
        <CallDialog
          call={approveMatched}
          input={{
            body: {
              receipts: approving.map(({ record, record_version }) => ({ id: record.id, version: record_version })),
            },
          }}
          title={`Approve ${receiptsText(approving.length)}`}
          effect="Each gets its number and is booked with its allocations on the day of its line. All of them, or none."
          action={`Approve ${receiptsText(approving.length)}`}
          done={[`${receiptsText(approving.length)} approved`]}
          failed="Nothing was approved"
          onClose={close}
        />
      )}
      {undoing !== null && <UndoDialog match={undoing} onClose={() => setUndoing(null)} />}
    </>
  );
}

function approveAction(rows: readonly Row[], onApprove: (rows: readonly Row[]) => void) {
  return (
    <Button
      size="sm"
      variant="primary"
      {...(rows.length === 0 && { disabled: true, disabledReason: 'None of these waits for approval.' })}
      onClick={() => onApprove(rows)}
    >
      {`Approve ${receiptsText(rows.length)}`}
    </Button>
  );
}

function UndoDialog({ match, onClose }: { match: Row; onClose: () => void }) {
  const undo = useWrite(undoMatch);
  return (
    <ReasonDialog
      danger
      title="Take match back"
      description={`The line is open again. ${match.record.number} stays as it is: where it is wrong, take it back by itself.`}
      action="Take match back"
      shape={z.pick(undoMatch.body, { reason: true })}
      send={(reason) =>
        undo.mutateAsync({ params: { id: String(match.id) }, body: { reason, version: match.version } })
      }
      done={() => ['Match taken back', match.record.number]}
      rows={2}
      {...{ onClose }}
    />
  );
}
