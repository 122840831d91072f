import type { WireReply } from '../../../domain/endpoint.ts';
import { isKind, KINDS } from '../../../domain/records/kinds.ts';
import { getEntry } from '../../../domain/reports/contract.ts';
import { addDays } from '../../../domain/values/day.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { NoteLink, PartyLink } from '../../ui/marks/NameLink.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { RecordPage } from '../../ui/layout/RecordPage.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { focusRing } from '../../ui/styles.ts';
import { atId, entryHref, LISTS, paths, recordHref, withQuery } from '../../paths.ts';
import { SUB_LEDGER, subLedgerOf } from './LedgerLinesPage.tsx';
import { eventLabel } from '../../../domain/ledger/entries.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { useBaseCurrency } from '../../api/base-currency.ts';
import { useAccounting } from './use-lookups.ts';
import { sumOf } from './wire-amounts.ts';
import { showDay } from '../../ui/marks/format.ts';

type Entry = WireReply<typeof getEntry>;
type Line = Entry['lines'][number];

/** One balanced journal entry, and the record that made it. */
export function EntryPage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getEntry, { params: { id } });
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Journal entry" {...{ error, refetch }} list={LISTS.entries} />;
  return <EntryView entry={data} />;
}

/** A revaluation is of the month at whose end it is booked, or on the day after which it is reversed. */
const revaluedMonth = ({ day }: Entry) => addDays(day, -1).slice(0, 7);

function EntryView({ entry }: { entry: Entry }) {
  const session = useSession();
  const base = useBaseCurrency();
  const { source_kind: source, source_id: id } = entry;
  const total = sumOf(
    entry.lines.map((line) => line.base_debit),
    base,
  );
  return (
    <RecordPage
      parent={LISTS.entries}
      number={`Journal entry #${entry.id}`}
      subtitle={`${eventLabel(entry.event)} · ${entry.narration}`}
      glance={[
        { label: 'Date', value: showDay(entry.day) },
        { label: 'Branch', value: entry.branch },
        { label: 'Total', value: total, currency: base },
        {
          label: 'Posted by',
          value: entry.made_by.name,
          ...(can(session, 'users.view') && { href: atId(paths.userOne, entry.made_by.id) }),
        },
      ]}
      {...(source === 'revaluation' && {
        primary: (
          <LinkButton variant="primary" href={withQuery(paths.revaluation, { month: revaluedMonth(entry) })}>
            Open revaluation
          </LinkButton>
        ),
      })}
      {...(isKind(source) && {
        primary: (
          <LinkButton variant="primary" href={recordHref(source, id)}>
            Open {KINDS[source].noun} {entry.source_number ?? `#${id}`}
          </LinkButton>
        ),
      })}
      notices={
        entry.reverses !== null && (
          <Notice
            action={
              <LinkButton size="sm" href={entryHref(entry.reverses)}>
                Open entry #{entry.reverses}
              </LinkButton>
            }
          >
            This entry takes back what entry #{entry.reverses} booked.
          </Notice>
        )
      }
    >
      <EntryLines entry={entry} base={base} />
    </RecordPage>
  );
}

type Side = 'debit' | 'credit' | 'base_debit' | 'base_credit';
type Shown = { base: string; foreign: boolean; nameOf: (code: string) => string };

function moneyColumn(id: Side, title: string, base: string): StatementColumn<Line> {
  return {
    id,
    title,
    align: 'right',
    // A line has one of two sides: the other has no row of its own on a telephone.
    cell: (line) =>
      line[id] !== null && <MoneyText value={line[id]} currency={id.startsWith('base') ? base : line.currency} />,
  };
}

function columnsOf({ base, foreign, nameOf }: Shown): StatementColumn<Line>[] {
  return [
    {
      id: 'account',
      title: 'Account',
      cell: (line) => (
        <AppLink
          href={withQuery(paths.ledgerAccount, {
            account: line.account,
            currency: line.currency,
            period: 'start',
            party: line.party?.id,
            tax: line.tax?.id,
            bank: line.bank?.id,
          })}
          className={`block w-fit min-w-36 rounded hover:underline ${focusRing}`}
        >
          <span className="mr-1.5 text-mute tabular-nums">{line.account}</span>
          {nameOf(line.account)}
        </AppLink>
      ),
    },
    {
      id: 'party',
      title: SUB_LEDGER,
      cell: (line) =>
        subLedgerOf(line) !== '' && (
          <span dir="auto" className="block min-w-32">
            {line.party === null ? subLedgerOf(line) : <PartyLink party={line.party} />}
          </span>
        ),
    },
    {
      id: 'note',
      title: 'Note',
      cell: (line) =>
        line.note !== null && line.note_id !== null && <NoteLink note={{ id: line.note_id, number: line.note }} />,
    },
    ...(foreign ? [{ id: 'currency', title: 'Cur.', cell: (line: Line) => line.currency }] : []),
    moneyColumn('debit', foreign ? 'Debit' : `Debit ${base}`, base),
    moneyColumn('credit', foreign ? 'Credit' : `Credit ${base}`, base),
    ...(foreign
      ? [moneyColumn('base_debit', `Debit ${base}`, base), moneyColumn('base_credit', `Credit ${base}`, base)]
      : []),
  ];
}

function EntryLines({ entry, base }: { entry: Entry; base: string }) {
  const { accounts } = useAccounting();
  const foreign = entry.lines.some((line) => line.currency !== base);
  const nameOf = (code: string) => accounts.find((account) => account.code === code)?.name ?? '';
  const total = (id: Side, currency: string) => (
    <MoneyText
      value={sumOf(
        entry.lines.map((line) => line[id]),
        currency,
      )}
      currency={currency}
    />
  );
  return (
    <Card flush title="Lines">
      <StatementTable
        caption="Lines of the entry"
        columns={columnsOf({ base, foreign, nameOf })}
        groups={[{ id: 'lines', rows: entry.lines }]}
        rowKey={(line) => String(line.id)}
        totals={
          foreign
            ? { account: 'Total', base_debit: total('base_debit', base), base_credit: total('base_credit', base) }
            : { account: 'Total', debit: total('debit', base), credit: total('credit', base) }
        }
      />
    </Card>
  );
}
