import { can, useSession } from '../../../api/session.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DayText, MoneyText } from '../../../ui/marks/Figures.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../../ui/tables/StatementTable.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { paths, withQuery } from '../../../paths.ts';
import { firmToday } from '../form/firm-day.ts';
import { amountOf } from '../form/policy-amounts.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { lessOf } from './policy-words.ts';
import { ScheduleCard } from './ScheduleCard.tsx';
import { SecuritiesScheduleCard } from './SecuritiesScheduleCard.tsx';
import { NoteLink, PartyLink } from '../../../ui/marks/NameLink.tsx';

type Note = PolicyRecord['notes'][number];

function leftOf(note: Note, currency: string): string {
  return note.status === 'VOID' ? formatAmount(0n, currency) : lessOf(note.amount, note.settled, currency);
}

/** What can be done to an open note: a debit note settled without cash, a return refunded to its reinsured. M17. */
type Doing = { adjust: boolean; refund: boolean; reinsured: number };

function deedOf(note: Note, { adjust, refund, reinsured }: Doing) {
  if (adjust && note.kind === 'DN')
    return {
      href: withQuery(paths.adjustmentNew, { note: note.id }),
      label: `Settle ${note.number} without cash`,
      words: 'Without cash',
    };
  if (refund && note.kind === 'CN' && note.party.id === reinsured)
    return {
      href: withQuery(paths.voucherOther, { kind: 'REFUND', note: note.id }),
      label: `Refund ${note.number}`,
      words: 'Refund',
    };
  return null;
}

function columnsOf(currency: string, today: Day, doing: Doing): StatementColumn<Note>[] {
  const late = (note: Note) =>
    note.kind === 'DN' && note.due_on < today && (amountOf(leftOf(note, currency), currency) ?? 0n) > 0n;
  const money = (pick: (note: Note) => string) => (note: Note) => <MoneyText value={pick(note)} currency={currency} />;
  return [
    {
      id: 'number',
      title: 'Note',
      cell: (note) => (
        <span className="flex items-center gap-2 whitespace-nowrap tabular-nums">
          <NoteLink note={note} />
          {note.status === 'VOID' && <Badge>Void</Badge>}
        </span>
      ),
    },
    { id: 'party', title: 'Party', cell: (note) => <PartyLink party={note.party} /> },
    {
      id: 'due',
      title: 'Due',
      cell: (note) => (
        <span className={late(note) ? 'text-bad' : ''}>
          <DayText value={note.due_on} />
          {late(note) && <span className="sr-only"> overdue</span>}
        </span>
      ),
    },
    { id: 'amount', title: 'Amount', align: 'right', cell: money((note) => note.amount) },
    { id: 'settled', title: 'Settled', align: 'right', cell: money((note) => note.settled) },
    { id: 'balance', title: 'Balance', align: 'right', cell: money((note) => leftOf(note, currency)) },
    ...(doing.adjust || doing.refund
      ? [
          {
            id: 'adjust',
            title: <span className="sr-only">Settle or refund</span>,
            cell: (note: Note) => {
              const deed = (amountOf(leftOf(note, currency), currency) ?? 0n) > 0n ? deedOf(note, doing) : null;
              return deed !== null ? (
                <AppLink
                  href={deed.href}
                  className={`rounded py-1 text-xs whitespace-nowrap text-link hover:underline ${focusRing}`}
                  aria-label={deed.label}
                >
                  {deed.words}
                </AppLink>
              ) : null;
            },
          },
        ]
      : []),
  ];
}

function totalsOf(notes: readonly Note[], currency: string) {
  const valid = notes.filter((note) => note.status !== 'VOID');
  const total = (pick: (note: Note) => string) => (
    <MoneyText
      value={formatAmount(sum(valid.map((note) => amountOf(pick(note), currency) ?? 0n)), currency)}
      currency={currency}
    />
  );
  return {
    number: 'Total',
    amount: total((note) => note.amount),
    settled: total((note) => note.settled),
    balance: total((note) => leftOf(note, currency)),
  };
}

/** Notes of a policy with what is settled and left: what the reinsured owes, what the securities are owed. */
export function MoneyTab({ record }: { record: PolicyRecord }) {
  const session = useSession();
  const { currency, notes } = record;
  if (notes.length === 0) {
    return (
      <EmptyState title="No notes yet.">
        The debit note and a credit note for each security are issued when the policy is approved.
      </EmptyState>
    );
  }
  const columns = columnsOf(currency, firmToday(session?.user.firm.timeZone ?? 'UTC'), {
    adjust: can(session, 'allocations.create'),
    refund: can(session, 'vouchers.create'),
    reinsured: record.reinsured.id,
  });
  const receipts = can(session, 'receipts.view') ? withQuery(paths.receivables, { q: record.reinsured.name }) : null;
  const adjustments = can(session, 'receipts.view')
    ? withQuery(paths.adjustments, { q: record.broker_reference })
    : null;
  const vouchers = can(session, 'vouchers.view') ? paths.payables : null;
  const link = `rounded py-1 text-xs text-link hover:underline ${focusRing}`;
  // A return turns the notes round: a credit to the reinsured, debits to the securities.
  const returned = notes.some((note) => (note.kind === 'DN') !== (note.party.id === record.reinsured.id));
  const groups = [
    { id: 'DN', title: returned ? 'Debit notes' : 'Due from the reinsured' },
    { id: 'CN', title: returned ? 'Credit notes' : 'Due to the securities' },
  ].map((group) => ({ ...group, rows: notes.filter((note) => note.kind === group.id) }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ScheduleCard record={record} />
      <Card
        flush
        title="Notes"
        actions={
          <>
            {receipts !== null && (
              <AppLink href={receipts} className={link}>
                Receipts
              </AppLink>
            )}
            {adjustments !== null && (
              <AppLink href={adjustments} className={link}>
                Adjustments
              </AppLink>
            )}
            {vouchers !== null && (
              <AppLink href={vouchers} className={link}>
                Payment vouchers
              </AppLink>
            )}
            <span className="text-xs font-medium text-mute">{currency}</span>
          </>
        }
      >
        <StatementTable
          caption={`Notes of the policy, in ${currency}`}
          columns={columns}
          groups={groups.map((group) => ({
            ...group,
            ...(group.rows.length > 1 ? { totals: totalsOf(group.rows, currency) } : {}),
          }))}
          rowKey={(note) => String(note.id)}
        />
      </Card>
      <SecuritiesScheduleCard id={record.id} reference={record.broker_reference} />
    </div>
  );
}
