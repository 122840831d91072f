import { sql } from 'kysely';
import type { Ctx } from '../../../platform/http/context.ts';
import { weighHistory } from './stage.ts';

type Place = { branchId: number };

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
