import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import {
  securityReport,
  securityStatementTable,
  securityStatementTotals,
} from '../../../../domain/reports/security-statement.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { fact } from '../../../platform/exports/facts.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { every, when } from '../../../platform/http/lists.ts';
import { report } from '../report.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../../ledger/history.ts';
import { accountsOf } from '../../firm/chart.ts';
import { refOf } from '../refs.ts';
import { PAYABLE } from './aged.ts';
import { noteIsOf } from './class-of-note.ts';
import { issuedBy } from './issued.ts';
import { openAt } from './open-items.ts';
import { isStillOpen, openFact, STILL_OPEN } from './open-only.ts';
import { openMoved } from './open-sums.ts';
import { firstShown, MOST } from '../first-rows.ts';
import { type Named, partyOf, whereOne } from './party.ts';
import { writtenBack } from './written-back.ts';
import { isMoved, type ReleasedBy, releasedBy, releasedOfNotes } from './released-then.ts';
import { eitherId } from '../../../platform/db/either-id.ts';

type Input = Decoded<typeof securityReport>;
type Account = { party: Named | null; day: Day; released: ReleasedBy } & Pick<
  Input['query'],
  'currency' | 'class' | 'open'
>;
type Row = Values<typeof securityStatementTable>;
type Stored = Omit<Row, 'security' | 'policy' | 'note'> & {
  security_id: number;
  security: string;
  policy_id: number | null;
  policy: string | null;
  note_id: number;
  number: string;
};

/** What of a security's notes was open at the end of a day. */
const openThen = (ctx: Ctx, { party, day }: Account): RawBuilder<unknown> =>
  openAt(ctx, { day, functions: PAYABLE, party: party?.id ?? null });

/** A common table expression `own`: notes of securities as they were at the end of a day, the returns among them negative. */
const ownNotes = (ctx: Ctx, account: Account): RawBuilder<unknown> => {
  const { party, day, currency, class: name, open } = account;
  return sql`
  ${open === 'only' ? sql`${openThen(ctx, account)}, ${STILL_OPEN},` : sql``} own as materialized (
    select n.id, n.kind, n.party_id, n.number, n.posted_on, n.currency, case when n.kind = 'CN' then n.amount else -n.amount end as signed
    from notes n
    where ${every([
      issuedBy(ctx, day),
      sql`n.debit_note_id is not null`,
      when(party?.id, (id) => sql`n.party_id = ${id}`),
      when(currency, (code) => sql`n.currency = ${code}`),
      when(name, noteIsOf),
      isStillOpen(account),
    ])})`;
};

/** After other common table expressions: what had been released of notes, of those that moved since. */
const releasedWhere = ({ released }: Account, notes: RawBuilder<unknown>): RawBuilder<unknown> =>
  isMoved(released) ? sql`, ${releasedOfNotes(released, notes)}` : sql``;

/** All of them in their order, or the first: what of each is open and released is looked up for those alone. */
const rowsQuery = (ctx: Ctx, account: Account, most?: number): RawBuilder<Stored> => sql<Stored>`
  with ${ownNotes(ctx, account)}, ${writtenBack(ctx, account.day)},
  shown as materialized (
    select o.*, s.name as security, s.name_key from own o join parties s on s.id = o.party_id
    order by s.name_key, s.id, o.posted_on, o.id ${most === undefined ? sql`` : sql`limit ${most}`})
  ${releasedWhere(account, sql`select id from shown`)}
  select x.party_id as security_id, x.security, p.id as policy_id, p.broker_reference as policy, r.name as reinsured, r.id as reinsured_id,
    coalesce(i.name, ${HISTORY_INSURED}) as insured, i.id as insured_id, coalesce(c.name, ct.name, h.class, '') as class, n.id as note_id, n.number, n.posted_on, n.due_on, n.currency,
    x.signed as amount, case when n.kind = 'CN' then coalesce(${isMoved(account.released) ? sql`t.released, f.released` : sql`f.released`}, 0) end as released,
    x.signed - b.balance + coalesce(w.amount, 0) as paid, -coalesce(w.amount, 0) as uncollectable, b.balance
  from shown x left join written_back w on w.note_id = x.id join notes n on n.id = x.id join notes d on d.id = n.debit_note_id left join policies p on p.id = n.policy_id
    join parties r on r.id = ${eitherId('p.reinsured_id', 'd.party_id')} left join parties i on i.id = p.current_insured_id ${HISTORY_OF_NOTE}
    left join cover_types ct on ct.id = p.cover_type_id left join cover_types c on c.id = ct.class_id
    ${isMoved(account.released) ? sql`left join released_then t on t.note_id = x.id` : sql``}
    cross join lateral (select sum(released)::bigint as released from note_parts where credit_note_id = x.id) f
    cross join lateral (
      select coalesce(-sum(o.outstanding + (select coalesce(sum(amount), 0) from settlements where item_id = o.id and day > ${account.day}::date)), 0)::bigint as balance
      from open_items o where o.note_id = x.id and o.account = any(${accountsOf(...PAYABLE)}) and o.opened_on <= ${account.day}::date) b
  order by x.name_key, x.party_id, x.posted_on, x.id`;

async function totalsOf(ctx: Ctx, account: Account): Promise<Values<typeof securityStatementTotals>[]> {
  const { party, day, currency, class: name } = account;
  // Of all classes, what is open is in the sums that are kept; of one it is that of its notes.
  const [open, balances] =
    name === undefined
      ? [
          sql`, ${openMoved(ctx, { day, functions: PAYABLE })}`,
          sql`select currency, 0, 0, -sum(amount), null from moved where ${every([
            sql`true`,
            when(party?.id, (id) => sql`party_id = ${id}`),
            when(currency, (code) => sql`currency = ${code}`),
          ])} group by currency having sum(amount) <> 0`,
        ]
      : [
          account.open === 'only' ? sql`` : sql`, ${openThen(ctx, account)}`,
          sql`select o.currency, 0, 0, -i.open, null from open_at i join own o on o.id = i.note_id`,
        ];
  const parts = sql`own o join note_parts p on p.credit_note_id = o.id`;
  const ofParty = sql`o.kind = 'CN' ${party ? sql`and p.party_id = ${party.id}` : sql``}`;
  const kept = sql`select o.currency, 0, 0, 0, p.released from ${parts} where ${ofParty}`;
  const released = isMoved(account.released)
    ? sql`${kept} and o.id not in (select note_id from released_then)
      union all select o.currency, 0, 0, 0, t.released from own o join released_then t on t.note_id = o.id where o.kind = 'CN'`
    : kept;
  const { rows } = await sql<Values<typeof securityStatementTotals>>`
    with ${ownNotes(ctx, account)}${open}, ${writtenBack(ctx, day)} ${releasedWhere(account, sql`select id from own`)},
    parts as (
      select currency, signed as amount, 0::bigint as uncollectable, 0::bigint as balance, case when kind = 'CN' then 0::bigint end as released from own
      union all
      select o.currency, 0, -w.amount, 0, null from own o join written_back w on w.note_id = o.id
      union all
      ${balances}
      union all
      ${released})
    select currency, sum(amount)::bigint as amount, sum(released)::bigint as released, sum(amount - balance - uncollectable)::bigint as paid,
      sum(uncollectable)::bigint as uncollectable, sum(balance)::bigint as balance
    from parts group by currency order by currency`.execute(ctx.db);
  return rows;
}

const rowOf = ({ security_id, policy_id, note_id, number, ...row }: Stored): Row => ({
  ...row,
  security: { id: security_id, name: row.security },
  policy: refOf(policy_id, row.policy),
  note: { id: note_id, number },
});

async function accountOf(ctx: Ctx, { query }: Input): Promise<Account> {
  const { param, asat: day = ctx.today, currency, class: name, open } = query;
  const party = await partyOf(ctx, param, 'SECURITY');
  const released = await releasedBy(ctx, { day, party: party?.id ?? null, asked: true });
  return { party, day, released, currency, class: name, open };
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof securityReport>> {
  const base = ctx.firm.baseCurrency;
  const account = await accountOf(ctx, input);
  const { rows } = await rowsQuery(ctx, account, MOST + 1).execute(ctx.db);
  const totals = await totalsOf(ctx, account);
  return {
    as_at: account.day,
    party: account.party,
    ...(await firstShown(ctx, rows, { table: securityStatementTable, rowOf })),
    totals: totals.map((total) => replyRow(securityStatementTotals, total, base)),
  };
}

/** One security (or ALL) with its notes: net, released, paid as at a day, balance, which adds up to premium payable. §7. */
export const securityStatement = report({
  endpoint: securityReport,
  table: securityStatementTable,
  name: 'security-statement',
  title: 'Security statement',
  period: (ctx, { query }) => `As at ${writtenDay(query.asat ?? ctx.today)}`,
  facts: async (ctx, input) => [
    fact('Account of', (await accountOf(ctx, input)).party?.name ?? 'All securities'),
    openFact(input.query),
  ],
  saidAbove: ({ param }) => whereOne(param, 'security'),
  reply,
  rows: async (ctx, input) => mapped(rowsOf(ctx.db, rowsQuery(ctx, await accountOf(ctx, input))), rowOf),
});
