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
import { refOf } from '../refs.ts';
import { PAYABLE } from './aged.ts';
import { noteIsOf } from './class-of-note.ts';
import { issuedBy } from './issued.ts';
import { openAt } from './open-items.ts';
import { MOST, type Named, partyOf } from './party.ts';
import { releasedOf, releaseKnown } from './released.ts';

type Input = Decoded<typeof securityReport>;
type Account = { party: Named | null; day: Day } & Pick<Input['query'], 'currency' | 'class'>;
type Row = Values<typeof securityStatementTable>;
type Stored = Omit<Row, 'security' | 'policy' | 'note'> & {
  security_id: number;
  security: string;
  policy_id: number | null;
  policy: string | null;
  note_id: number;
  number: string;
};

/** Notes of securities as they were at the end of a day, the returns among them negative. */
function notesAt(ctx: Ctx, { party, day, currency, class: name }: Account): RawBuilder<unknown> {
  const released = releaseKnown(ctx, day)
    ? releasedOf(sql`select id from own where kind = 'CN'`)
    : sql`select null::int as note_id, null::bigint as released where false`;
  const of = releaseKnown(ctx, day)
    ? sql`case when o.kind = 'CN' then coalesce(r.released, 0) end as released`
    : sql`null::bigint as released`;
  return sql`
    ${openAt(ctx, { day, functions: PAYABLE, party: party?.id ?? null })},
    balances as (select note_id, -sum(open)::bigint as balance from open_at where note_id is not null group by note_id),
    own as materialized (
      select n.*, case when n.kind = 'CN' then n.amount else -n.amount end as signed from notes n
      where ${every([
        issuedBy(ctx, day),
        sql`n.debit_note_id is not null`,
        when(party?.id, (id) => sql`n.party_id = ${id}`),
        when(currency, (code) => sql`n.currency = ${code}`),
        when(name, noteIsOf),
      ])}),
    notes_at as (
      select o.*, coalesce(b.balance, 0) as balance, ${of}
      from own o left join balances b on b.note_id = o.id left join (${released}) r on r.note_id = o.id)`;
}

const rowsQuery = (ctx: Ctx, account: Account): RawBuilder<Stored> => sql<Stored>`
  with ${notesAt(ctx, account)}
  select s.id as security_id, s.name as security, p.id as policy_id, p.broker_reference as policy, r.name as reinsured, r.id as reinsured_id,
    coalesce(i.name, ${HISTORY_INSURED}) as insured, i.id as insured_id, coalesce(c.name, ct.name, h.class, '') as class, n.id as note_id, n.number, n.posted_on, n.due_on, n.currency,
    n.signed as amount, n.released, n.signed - n.balance as paid, n.balance
  from notes_at n join parties s on s.id = n.party_id join notes d on d.id = n.debit_note_id left join policies p on p.id = n.policy_id
    join parties r on r.id = coalesce(p.reinsured_id, d.party_id) left join parties i on i.id = p.current_insured_id ${HISTORY_OF_NOTE}
    left join cover_types ct on ct.id = p.cover_type_id left join cover_types c on c.id = ct.class_id
  order by s.name_key, s.id, n.posted_on, n.id`;

async function totalsOf(ctx: Ctx, account: Account): Promise<Values<typeof securityStatementTotals>[]> {
  const { rows } = await sql<Values<typeof securityStatementTotals>>`
    with ${notesAt(ctx, account)}
    select currency, sum(signed)::bigint as amount, sum(released)::bigint as released, sum(signed - balance)::bigint as paid,
      sum(balance)::bigint as balance
    from notes_at group by currency order by currency`.execute(ctx.db);
  return rows;
}

const rowOf = ({ security_id, policy_id, note_id, number, ...row }: Stored): Row => ({
  ...row,
  security: { id: security_id, name: row.security },
  policy: refOf(policy_id, row.policy),
  note: { id: note_id, number },
});

async function accountOf(ctx: Ctx, { query }: Input): Promise<Account> {
  const { param, asat = ctx.today, currency, class: name } = query;
  return { party: await partyOf(ctx, param, 'SECURITY'), day: asat, currency, class: name };
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof securityReport>> {
  const base = ctx.firm.baseCurrency;
  const account = await accountOf(ctx, input);
  const { rows } = await sql<Stored>`${rowsQuery(ctx, account)} limit ${MOST + 1}`.execute(ctx.db);
  const totals = await totalsOf(ctx, account);
  return {
    as_at: account.day,
    party: account.party,
    ...(rows.length > MOST && { more: true }),
    data: rows.slice(0, MOST).map((row) => replyRow(securityStatementTable, rowOf(row), base)),
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
  facts: async (ctx, input) => [fact('Account of', (await accountOf(ctx, input)).party?.name ?? 'All securities')],
  reply,
  rows: async (ctx, input) => mapped(rowsOf(ctx.db, rowsQuery(ctx, await accountOf(ctx, input))), rowOf),
});
