import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import {
  securityReport,
  securityStatementTable,
  securityStatementTotals,
} from '../../../../domain/reports/security-statement.ts';
import { emptied, replyRow, type Values } from '../../../../domain/tables/table.ts';
import type { AT_CLOSING } from '../../../../domain/reports/closing-rates.ts';
import type { BESIDE } from '../../../../domain/reports/tables.ts';
import { writtenDay } from '../../../../domain/values/day.ts';
import { fact } from '../../../platform/exports/facts.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Condition, every, when } from '../../../platform/http/lists.ts';
import { report } from '../report.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../../ledger/history.ts';
import { refOf } from '../refs.ts';
import { PAYABLE } from './aged.ts';
import { noteIsOf } from './class-of-note.ts';
import { balancesAtClosing, type Closing, closingOn } from './at-closing.ts';
import { besideTotals } from '../../../../domain/reports/laid.ts';
import { issuedBy, issuedByEither } from './issued.ts';
import { openAt } from './open-items.ts';
import { isStillOpen, openFact, shownNotes, stillOpen } from './statement-notes.ts';
import { openMoved } from './open-sums.ts';
import { firstShown, MOST } from '../first-rows.ts';
import { type Named, partyOf, whereOne } from './party.ts';
import { balances, leftStated, type Stated, statedFacts, statedInBase, statedOn, statedRow } from './stated.ts';
import { writtenBack } from './written-back.ts';
import { isMoved, type ReleasedBy, releasedBy, releasedOfNotes } from './released-then.ts';
import { eitherId } from '../../../platform/db/either-id.ts';

type Input = Decoded<typeof securityReport>;
type Account = Stated & { party: Named | null; released: ReleasedBy } & Pick<
    Input['query'],
    'currency' | 'class' | 'open'
  >;
type Row = Values<typeof securityStatementTable>;
type Total = Values<typeof securityStatementTotals>;
type Summed = Omit<Total, (typeof BESIDE)[number] | 'base_closing'>;
type Stored = Omit<Row, (typeof AT_CLOSING)[number] | 'change' | 'security' | 'policy' | 'note'> & {
  security_id: number;
  security: string;
  policy_id: number | null;
  policy: string | null;
  note_id: number;
  number: string;
};

/** Notes of securities, by when they counted. */
const ownOf = ({ party, currency, class: name }: Account, counted: RawBuilder<unknown>): Condition =>
  every([
    counted,
    sql`n.debit_note_id is not null`,
    when(party?.id, (id) => sql`n.party_id = ${id}`),
    when(currency, (code) => sql`n.currency = ${code}`),
    when(name, noteIsOf),
  ]);

/** A note's amount as it is owed by us: a return is less than nothing. */
const SIGNED = sql`case when n.kind = 'CN' then n.amount else -n.amount end`;

/** A common table expression `own`: the notes that a statement adds up. What moved since is looked up among them; without that they are read once. */
const ownNotes = (ctx: Ctx, account: Account): RawBuilder<unknown> => sql`
  ${account.open === 'only' ? sql`${stillOpen(ctx, account, PAYABLE)},` : sql``} own as (
    select n.id, n.kind, n.currency, ${SIGNED} as signed
    from notes n where ${every([ownOf(account, issuedBy(ctx, account.day)), isStillOpen(account)])})`;

/** After other common table expressions: what had been released of notes, of those that moved since. */
const releasedWhere = ({ released }: Account, notes: RawBuilder<unknown>): RawBuilder<unknown> =>
  isMoved(released) ? sql`, ${releasedOfNotes(released, notes)}` : sql``;

/** All of them in their order, or the first: what of each is open and released is looked up for those alone. */
const rowsQuery = (ctx: Ctx, account: Account, most?: number): RawBuilder<Stored> => sql<Stored>`
  with ${writtenBack(ctx, account.day)}, ${shownNotes(ctx, {
    ...account,
    parties: sql`r.kind = 'SECURITY'`,
    own: ownOf(account, issuedByEither(ctx, account)),
    functions: PAYABLE,
    most,
  })}
  ${releasedWhere(account, sql`select id from shown`)}
  select x.party_id as security_id, x.party as security, p.id as policy_id, p.broker_reference as policy, r.name as reinsured, r.id as reinsured_id,
    coalesce(i.name, ${HISTORY_INSURED}) as insured, i.id as insured_id, coalesce(c.name, ct.name, h.class, '') as class, n.id as note_id, n.number, n.posted_on, n.due_on, n.currency,
    a.amount, case when n.kind = 'CN' and k.counts then coalesce(${isMoved(account.released) ? sql`t.released, f.released` : sql`f.released`}, 0) end as released,
    a.amount - b.balance + a.lost as paid, -a.lost as uncollectable, b.balance, b.base_balance, e.balance as beside
  from shown x left join written_back w on w.note_id = x.id join notes n on n.id = x.id join notes d on d.id = n.debit_note_id left join policies p on p.id = n.policy_id
    join parties r on r.id = ${eitherId('p.reinsured_id', 'd.party_id')} left join parties i on i.id = p.current_insured_id ${HISTORY_OF_NOTE}
    left join cover_types ct on ct.id = p.cover_type_id left join cover_types c on c.id = ct.class_id
    ${isMoved(account.released) ? sql`left join released_then t on t.note_id = x.id` : sql``}
    cross join lateral (select ${account.beside === undefined ? sql`true` : issuedBy(ctx, account.day)} as counts) k
    cross join lateral (select sum(released)::bigint as released from note_parts where credit_note_id = x.id) f
    cross join lateral (select case when k.counts then ${SIGNED} else 0 end as amount, case when k.counts then coalesce(w.amount, 0) else 0 end as lost) a
    ${balances(account, { note: sql`x.id`, functions: PAYABLE, byUs: true })}
  order by x.name_key, x.party_id, x.posted_on, x.id`;

/** What notes come to on the day. Of open ones beside another day, those that were open on either. */
async function sumsOn(ctx: Ctx, account: Account): Promise<Summed[]> {
  const { party, day, currency, class: name } = account;
  // Of all classes, what is open is in the sums that are kept; of one it is that of its notes.
  const [open, balances] =
    name === undefined
      ? [
          sql`, ${openMoved(ctx, { day, functions: PAYABLE })}`,
          sql`select currency, 0, 0, -sum(amount), -sum(base_amount), null from moved where ${every([
            sql`true`,
            when(party?.id, (id) => sql`party_id = ${id}`),
            when(currency, (code) => sql`currency = ${code}`),
          ])} group by currency having sum(amount) <> 0 or sum(base_amount) <> 0`,
        ]
      : [
          sql`, ${openAt(ctx, { day, functions: PAYABLE, party: party?.id ?? null })}`,
          sql`select o.currency, 0, 0, -i.open, -i.base_open, null from open_at i join own o on o.id = i.note_id`,
        ];
  const released = isMoved(account.released) ? sql`t.released, p.released` : sql`p.released`;
  const { rows } = await sql<Summed>`
    with ${ownNotes(ctx, account)}${open}, ${writtenBack(ctx, day)} ${releasedWhere(account, sql`select id from own`)},
    parts as (
      select o.currency, sum(o.signed) as amount, 0 as uncollectable, 0 as balance, 0 as base_balance,
        sum(case when o.kind = 'CN' then coalesce(${released}, 0) end) as released
      from own o ${isMoved(account.released) ? sql`left join released_then t on t.note_id = o.id` : sql``}
        left join (
          select credit_note_id, sum(released)::bigint as released from note_parts
          where credit_note_id is not null ${party ? sql`and party_id = ${party.id}` : sql``} group by 1) p on p.credit_note_id = o.id
      group by 1
      union all
      select n.currency, 0, -w.amount, 0, 0, null from written_back w join notes n on n.id = w.note_id
      where ${every([ownOf(account, issuedBy(ctx, day)), isStillOpen(account)])}
      union all
      ${balances})
    select currency, sum(amount)::bigint as amount, sum(released)::bigint as released, sum(amount - balance - uncollectable)::bigint as paid,
      sum(uncollectable)::bigint as uncollectable, sum(balance)::bigint as balance, sum(base_balance)::bigint as base_balance
    from parts group by currency order by currency`.execute(ctx.db);
  return rows;
}

/** The same beside the other day, and at closing rates. */
async function totalsOf(ctx: Ctx, account: Account, closing: Closing): Promise<Total[]> {
  const { day, beside, party, class: name } = account;
  const own = await sumsOn(ctx, account);
  const then =
    beside === undefined
      ? undefined
      : await sumsOn(ctx, { ...account, day: beside, beside: day, released: 'NOT_ASKED' });
  const ofClass = when(name, (one) => sql`exists (select from notes n where n.id = i.note_id and ${noteIsOf(one)})`);
  return balancesAtClosing(ctx, closing, {
    totals: besideTotals(own, then, (row) => emptied(securityStatementTotals, row)),
    documents: {
      day,
      functions: PAYABLE,
      party: party?.id ?? null,
      which: ofClass && { open: ofClass, settled: ofClass },
    },
    byUs: true,
  });
}

const rowOf =
  (ctx: Ctx, closing: Closing) =>
  ({ security_id, policy_id, note_id, number, ...row }: Stored): Row => ({
    ...row,
    ...statedRow(ctx, closing, row),
    security: { id: security_id, name: row.security },
    policy: refOf(policy_id, row.policy),
    note: { id: note_id, number },
  });

async function accountOf(ctx: Ctx, { query }: Input): Promise<Account> {
  const { param, currency, class: name, open } = query;
  const stated = statedOn(ctx, query);
  const party = await partyOf(ctx, param, 'SECURITY');
  const released = await releasedBy(ctx, { day: stated.day, party: party?.id ?? null, asked: true });
  return { ...stated, party, released, currency, class: name, open };
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof securityReport>> {
  const base = ctx.firm.baseCurrency;
  const account = await accountOf(ctx, input);
  const closing = await closingOn(ctx, account);
  const rows = rowsQuery(ctx, account, MOST + 1)
    .execute(ctx.db)
    .then((found) => found.rows);
  const [shown, totals] = await Promise.all([
    firstShown(ctx, rows, { table: securityStatementTable, rowOf: rowOf(ctx, closing) }),
    totalsOf(ctx, account, closing),
  ]);
  return {
    as_at: account.day,
    party: account.party,
    ...shown,
    totals: totals.map((total) => replyRow(securityStatementTotals, total, base)),
    ...statedInBase(ctx, closing, totals),
  };
}

/** One security (or ALL) with its notes: net, released, paid as at a day, balance, which adds up to premium payable. §7. */
export const securityStatement = report({
  endpoint: securityReport,
  table: securityStatementTable,
  name: 'security-statement',
  title: 'Security statement',
  period: (ctx, { query }) => `As at ${writtenDay(query.asat ?? ctx.today)}`,
  facts: async (ctx, input) => {
    const account = await accountOf(ctx, input);
    return [
      fact('Account of', account.party?.name ?? 'All securities'),
      openFact(input.query),
      ...(await statedFacts(ctx, account)),
    ];
  },
  leaves: leftStated,
  saidAbove: ({ param }) => whereOne(param, 'security'),
  reply,
  rows: async (ctx, input) => {
    const account = await accountOf(ctx, input);
    return mapped(rowsOf(ctx.db, rowsQuery(ctx, account)), rowOf(ctx, await closingOn(ctx, account)));
  },
});
