import { sql } from 'kysely';
import { recoveryBoard, type recoveryItems } from '../../../../domain/claims/report-contract.ts';
import type { Agreement } from '../../../../domain/claims/states.ts';
import { claimNoteTable, recoveryTable } from '../../../../domain/claims/table.ts';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { type Day, daysBetween } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { notesByDueDay } from '../../ledger/notes-by-due-day.ts';
import { report } from '../report.ts';

type Input = Decoded<typeof recoveryBoard>;
type Row = Omit<Values<typeof recoveryTable>, 'security'> & { id: number; name: string };

const DISPUTED = sql`a.answer in ('DENIED', 'DISPUTED')`;

/** By security and currency, what was called of it and where that is; who owes most first. C13. */
async function boardOf(ctx: Ctx, { query }: Input): Promise<Values<typeof recoveryTable>[]> {
  const { rows } = await sql<Row>`
    with owed as (
      select n.party_id, n.currency, n.claim_id, n.amount, n.settled - n.set_off as collected, n.amount - n.settled as open, n.due_on,
        a.answer, coalesce(a.required, false) as required,
        i.settled_on - n.posted_on as days, i.base_open
      from notes n
        cross join lateral (select max(settled_on) as settled_on, sum(base_outstanding) as base_open from open_items where note_id = n.id) i
        left join claim_agreements a on a.movement_id = n.movement_id and a.security_id = n.party_id
      where n.purpose = 'CLAIM' and n.status = 'ISSUED' and n.movement_id is not null and n.branch_id = any(${[...ctx.scope]}::int[])
        ${query.currency === undefined ? sql`` : sql`and n.currency = ${query.currency}`})
    select s.id, s.name, a.currency, sum(a.amount)::bigint as called, sum(a.collected)::bigint as collected, sum(a.open)::bigint as open,
      coalesce(sum(a.open) filter (where a.required and a.answer = 'ASKED'), 0)::bigint as to_be_agreed,
      coalesce(sum(a.open) filter (where a.due_on < ${ctx.today} and (${DISPUTED}) is not true), 0)::bigint as overdue,
      coalesce(sum(a.open) filter (where ${DISPUTED}), 0)::bigint as disputed,
      count(distinct a.claim_id) filter (where a.open > 0)::int as claims, min(a.due_on) filter (where a.open > 0) as oldest_due_on,
      round(avg(a.days) filter (where a.open = 0))::int as usual_days
    from owed a join parties s on s.id = a.party_id
    group by s.id, s.name, a.currency order by sum(a.base_open) desc nulls last, s.name, a.currency`.execute(ctx.db);
  return rows.map(({ id, name, ...row }) => ({ ...row, security: { id, name } }));
}

/** The recovery board, opening to its items. */
export const claimRecovery = report({
  endpoint: recoveryBoard,
  table: recoveryTable,
  name: 'recovery',
  title: 'Claims to be recovered',
  reply: async (ctx, input) =>
    (await boardOf(ctx, input)).map((row) => replyRow(recoveryTable, row, ctx.firm.baseCurrency)),
  rows: boardOf,
});

const MOST = 500;

type Item = {
  id: number;
  number: string;
  movement: number;
  movement_number: string;
  party: number;
  party_name: string;
  currency: string;
  amount: bigint;
  settled: bigint;
  posted_on: Day;
  due_on: Day;
  agreement: Agreement | null;
  document: number | null;
  claim: number;
  claim_number: string;
  policy: number;
  reference: string;
  reinsured: string;
  insured: string;
};

/** The open claim invoices of a security that fell due first, and whether there are more. */
export async function openRecoveries(
  ctx: Ctx,
  { query }: Decoded<typeof recoveryItems>,
): Promise<Reply<typeof recoveryItems>> {
  // What a note is of is read for those alone that are shown.
  const first = notesByDueDay(ctx, {
    party: query.security,
    side: 'TO_US',
    currency: query.currency === undefined ? undefined : { is: query.currency },
    of: sql`exists (select from notes n where n.id = i.note_id and n.purpose = 'CLAIM' and n.status = 'ISSUED' and n.settled < n.amount)`,
    most: MOST + 1,
  });
  const { rows } = await sql<Item>`
    with first as materialized (${first})
    select n.id, n.number, m.id as movement, m.number as movement_number, n.party_id as party, s.name as party_name, n.currency,
      n.amount, n.settled, n.posted_on, n.due_on, a.answer as agreement, c.id as claim, c.number as claim_number, o.id as policy,
      o.broker_reference as reference, r.name as reinsured, i.name as insured,
      (select max(d.id) from documents d where d.record_kind = 'movement' and d.note_id = n.id) as document
    from first f join notes n on n.id = f.note_id join movements m on m.id = n.movement_id join claims c on c.id = n.claim_id
    join policies o on o.id = c.policy_id join parties s on s.id = n.party_id join parties r on r.id = o.reinsured_id join parties i on i.id = o.current_insured_id
    left join claim_agreements a on a.movement_id = m.id and a.security_id = n.party_id
    order by n.due_on, n.id`.execute(ctx.db);
  const data = rows.slice(0, MOST).map(({ claim, claim_number, policy, reference, reinsured, insured, ...row }) => ({
    ...replyRow(
      claimNoteTable,
      {
        ...row,
        kind: 'CLAIM',
        movement: { id: row.movement, name: row.movement_number },
        party: { id: row.party, name: row.party_name },
        outstanding: row.amount - row.settled,
        overdue: row.due_on < ctx.today ? daysBetween(row.due_on, ctx.today) : 0,
      },
      ctx.firm.baseCurrency,
    ),
    claim: { id: claim, name: claim_number },
    policy: { id: policy, name: reference },
    reinsured,
    insured,
  }));
  return { data, ...(rows.length > MOST && { more: true }) };
}
