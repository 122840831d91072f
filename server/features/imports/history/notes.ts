import { sql } from 'kysely';
import type { Ctx } from '../../../platform/http/context.ts';
import { weighHistory } from './stage.ts';

type Place = { branchId: number };

/** Lines that stand beside each other under the same name: of one tax, or of brokerage, in one currency. */
const OF_A_KIND = sql`partition by kind, tax, currency`;

/**
 * Documents under their own numbers, and what of them is owed on paper: a debit note has that of its document, the credit
 * notes of its securities are counted behind it. What was settled and paid of them in the other system is `…_before`. G4, G5.
 */
export async function writeNotes(ctx: Ctx, { branchId }: Place): Promise<void> {
  await sql`
    insert into history_documents (branch_id, number, kind, day, currency, party_id, class, policy_number, insured, narration)
    select ${branchId}::int, d.number, d.kind, d.day, d.currency, p.party_id, d.class, d.policy, d.insured, d.narration
    from h_documents d left join h_parties p on p.code = d.party order by d.day, d.id`.execute(ctx.db);
  await sql`
    insert into h_settled
    select item, account, party, currency, abs(sum(amount))::bigint as amount from h_posted where settles group by 1, 2, 3, 4`.execute(
    ctx.db,
  );
  await weighHistory(ctx.db, 'documents');
  await sql`
    insert into h_opened
    select p.line, p.document, p.type, p.account, p.currency, p.day, p.due, abs(p.amount) as amount, abs(p.base) as base, h.id as history_id,
      x.party_id, p.item, p.party, coalesce(s.amount, 0) as settled, null::int as note_id,
      p.number || case p.type when 'payable' then '/' || row_number() over (partition by p.document, p.type order by p.line) else '' end as note_number
    from h_posted p join history_documents h on h.number = p.number join h_parties x on x.code = p.party
    left join h_settled s on (s.item, s.account, s.party, s.currency) = (p.item, p.account, p.party, p.currency) where p.opens`.execute(
    ctx.db,
  );
  await weighHistory(ctx.db, 'items');
  for (const [kind, type] of [
    ['DN', 'receivable'],
    ['CN', 'payable'],
  ]) {
    await sql`
      insert into notes (branch_id, kind, number, debit_note_id, party_id, currency, amount, base_amount, settled, settled_before, posted_on,
        due_on, purpose, origin, history_id)
      select ${branchId}::int, ${kind}, o.note_number, d.id, o.party_id, o.currency, o.amount, o.base, o.settled, o.settled, o.day,
        o.due, 'PREMIUM', 'HISTORY', o.history_id
      from h_opened o left join notes d on d.history_id = o.history_id and d.kind = 'DN' where o.type = ${type} order by o.line`.execute(
      ctx.db,
    );
    await weighHistory(ctx.db, 'notes');
  }
  await sql`update h_opened o set note_id = n.id from notes n where n.number = o.note_number`.execute(ctx.db);
}

/** What the money of each debit note is for: its securities, with what was paid ahead of it named; taxes; our brokerage. M0. */
export async function writeParts(ctx: Ctx, { branchId }: Place): Promise<void> {
  await sql`
    insert into note_parts (branch_id, debit_note_id, kind, party_id, credit_note_id, currency, amount, committed, paid, paid_before, advanced,
      advanced_before)
    select c.branch_id, d.id, 'SECURITY', c.party_id, c.id, c.currency, c.amount, c.settled, c.settled, c.settled, a.advanced, a.advanced
    from h_opened o join notes c on c.id = o.note_id join notes d on d.id = c.debit_note_id
    cross join lateral (select greatest(c.settled - case when d.settled >= d.amount then c.amount
      else floor(c.amount::numeric * d.settled / d.amount)::bigint end, 0) as advanced) a
    where o.type = 'payable' order by o.line`.execute(ctx.db);
  await sql`
    insert into note_parts (branch_id, debit_note_id, kind, tax_id, currency, amount)
    select ${branchId}::int, d.id, case when u.tax is null then 'BROKERAGE' else 'TAX' end, u.tax, p.currency, -p.amount
    from h_posted p join h_uses u on u.code = p.account join notes d on d.number = p.number and d.kind = 'DN'
    where p.kind = 'DN' and p.type not in ('receivable', 'payable') order by p.line`.execute(ctx.db);
}

/**
 * What the other system paid of taxes and drew of brokerage, over the parts of its debit notes: first of what their cash has released, the oldest
 * first, then ahead of it. A tax is paid by what its account was debited with, less what was put on it again; brokerage is drawn by what went from
 * a client bank to an office bank, less what came back. M0.
 */
export async function writePaid(ctx: Ctx, { branchId }: Place): Promise<void> {
  await sql`
    with parts as (
      select p.id, p.kind, coalesce(p.tax_id, 0) as tax, p.currency, p.amount, d.posted_on,
        case when d.settled >= d.amount then p.amount else floor(p.amount::numeric * d.settled / d.amount)::bigint end as released
      from note_parts p join notes d on d.id = p.debit_note_id where d.history_id is not null and p.kind in ('TAX', 'BROKERAGE')),
    owed as (
      select id, kind, tax, currency, sum(part) over place as upto, row_number() over place as slot
      from (select *, 1 as tier, released as part from parts union all select *, 2, amount - released from parts) s where part > 0
      window place as (${OF_A_KIND} order by tier, posted_on, id rows unbounded preceding)),
    moved as (
      select 'TAX' as kind, u.tax, l.currency, l.document, l.day, sum(l.amount) as amount
      from h_posted l join h_uses u on u.code = l.account and u.tax is not null where l.kind <> 'DN' group by 2, 3, 4, 5
      union all
      select 'BROKERAGE', 0, currency, document, day, case when office > 0 then least(office, -client) else greatest(office, -client) end
      from (
        select l.currency, l.document, l.day, sum(l.amount) filter (where l.function = 'OFFICE_BANK') as office,
          sum(l.amount) filter (where l.function = 'CLIENT_BANK') as client
        from h_posted l where l.kind <> 'DN' and l.function in ('OFFICE_BANK', 'CLIENT_BANK') group by 1, 2, 3) b
      where sign(office) = -sign(client)),
    paid as (
      select kind, tax, currency, history, least(upto, whole) as upto, row_number() over (${OF_A_KIND} order by day, document) as flow
      from (
        select *, sum(amount) over (${OF_A_KIND}) as whole, sum(greatest(amount, 0)) over (${OF_A_KIND} order by day, document) as upto from moved) m
      join (select d.id, h.id as history from h_documents d join history_documents h on h.number = d.number) d on d.id = m.document
      where amount > 0 and upto - amount < whole),
    -- Both are cut where one or the other ends: each piece is of the first of either that reaches so far.
    cuts as (
      select kind, tax, currency, at, max(slot) as slot, max(flow) as flow from (
        select kind, tax, currency, upto as at, slot, null::bigint as flow from owed
        union all select kind, tax, currency, upto, null, flow from paid) c group by 1, 2, 3, 4),
    pieces as (
      select kind, tax, currency, at - coalesce(lag(at) over (${OF_A_KIND} order by at), 0) as amount,
        min(slot) over (${OF_A_KIND} order by at desc) as slot, min(flow) over (${OF_A_KIND} order by at desc) as flow
      from cuts)
    insert into history_payments (history_id, part_id, branch_id, amount)
    select p.history, o.id, ${branchId}::int, sum(c.amount)::bigint
    from pieces c join owed o using (kind, tax, currency, slot) join paid p using (kind, tax, currency, flow) group by 1, 2`.execute(
    ctx.db,
  );
  await sql`
    update note_parts p set committed = h.paid, paid = h.paid, paid_before = h.paid, advanced = h.ahead, advanced_before = h.ahead
    from (
      select x.id, x.paid, greatest(x.paid - case when d.settled >= d.amount then x.amount
        else floor(x.amount::numeric * d.settled / d.amount)::bigint end, 0) as ahead
      from (select p.id, p.amount, p.debit_note_id, sum(h.amount)::bigint as paid from history_payments h join note_parts p on p.id = h.part_id group by p.id) x
      join notes d on d.id = x.debit_note_id) h
    where p.id = h.id`.execute(ctx.db);
}
