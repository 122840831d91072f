import { getManualJournal, manualJournalCalls } from '../../../domain/journals/contract.ts';
import { JOURNAL_STATES } from '../../../domain/journals/states.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { can, useSession } from '../../api/session.ts';
import { atId, entryHref, LISTS, paths } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { sumOf } from '../ledger/wire-amounts.ts';
import { FactList } from '../records/PeopleCard.tsx';
import { RecordView } from '../records/RecordView.tsx';
import { useAct } from '../records/use-act.ts';
import { journalName, type JournalRecord } from './journal-form.ts';
import { showDay } from '../../ui/marks/format.ts';

export function JournalPage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getManualJournal, { params: { id } });
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Journal" {...{ error, refetch }} list={LISTS.journals} />;
  return <JournalView key={data.id} record={data} />;
}

function JournalView({ record }: { record: JournalRecord }) {
  const { act, onAct } = useAct();
  const name = journalName(record);
  return (
    <RecordView
      {...{ act, onAct }}
      record={{ ...record, kind: 'journal', name }}
      state={JOURNAL_STATES[record.status]}
      acts={{ calls: manualJournalCalls, editHref: atId(paths.journalEdit, record.id), next: undefined }}
      parent={LISTS.journals}
      subtitle={record.narration}
      glance={[
        { label: 'Debits', value: record.amount, currency: record.currency },
        { label: 'Booked on', value: showDay(record.day) },
        { label: 'Reference', value: record.reference === '' ? null : record.reference },
      ]}
      tab={{ value: 'lines', label: 'Lines', content: <JournalDetails {...{ record }} /> }}
      decider="a manager"
      description={`${record.narration}, made by ${record.edited_by.name}`}
      approval={['The journal gets its number and is booked as shown.']}
      reversal={{
        effects: ['Its mirror is booked today.', `${name} keeps its number and stays in the list as reversed.`],
      }}
    />
  );
}

type Line = JournalRecord['lines'][number] & { position: number };

const COLUMNS: readonly StatementColumn<Line>[] = [
  {
    id: 'account',
    title: 'Account',
    cell: ({ account, account_name: accountName, sub_account: sub }) => (
      <>
        {account} {accountName}
        {sub !== null && (
          <span dir="auto" className="block text-xs text-mute">
            {sub.name}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'debit',
    title: 'Debit',
    align: 'right',
    cell: (line) => line.debit !== null && <MoneyText value={line.debit} currency={line.currency} />,
  },
  {
    id: 'credit',
    title: 'Credit',
    align: 'right',
    cell: (line) => line.credit !== null && <MoneyText value={line.credit} currency={line.currency} />,
  },
];

/** The entry that it was booked by, and the one that took it back. */
const entryFact = ({ id, reverses }: JournalRecord['entries'][number]) => ({
  label: reverses === null ? 'Booked by' : 'Taken back by',
  value: (
    <AppLink href={entryHref(id)} className="text-link hover:underline">
      Journal entry #{id}
    </AppLink>
  ),
});

/** The lines by currency, each with its totals. */
function JournalDetails({ record }: { record: JournalRecord }) {
  const mayOpen = can(useSession(), 'ledger.view');
  const lines = record.lines.map((line, position): Line => ({ ...line, position }));
  const groups = [...Map.groupBy(lines, (line) => line.currency)].map(([currency, rows]) => {
    const total = (side: 'debit' | 'credit') => (
      <MoneyText
        value={sumOf(
          rows.map((line) => line[side]),
          currency,
        )}
        currency={currency}
      />
    );
    const totals = { account: `Total ${currency}`, debit: total('debit'), credit: total('credit') };
    return { id: currency, title: currency, rows, totals };
  });
  return (
    <div className="grid gap-4">
      <Card flush title="Lines">
        <StatementTable
          caption="Lines of the journal"
          columns={COLUMNS}
          groups={groups}
          rowKey={(line) => String(line.position)}
        />
      </Card>
      <Card title="Details">
        <FactList
          facts={[
            { label: 'Branch', value: record.branch.name },
            { label: 'Narration', value: record.narration },
            { label: 'Reference', value: record.reference },
            ...(mayOpen ? record.entries.map(entryFact) : []),
          ]}
        />
      </Card>
    </div>
  );
}
