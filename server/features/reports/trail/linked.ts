import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import type { KindName } from '../../../../domain/records/kinds.ts';
import { LINKED_MOST, type recordLinks } from '../../../../domain/reports/linked.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { seeRecord } from '../../records.ts';

type Links = Reply<typeof recordLinks>;

/** The ids of the notes that a record issued, settles or pays. */
const NOTES: Record<KindName, (id: number) => RawBuilder<unknown>> = {
  policy: (id) => sql`select n.id from notes n where n.policy_id = ${id}`,
  endorsement: (id) => sql`select n.id from notes n where n.endorsement_id = ${id}`,
  claim: (id) => sql`select n.id from notes n where n.claim_id = ${id}`,
  movement: (id) =>
    sql`select n.id from movements m join notes n on n.claim_id = m.claim_id and n.movement_id = m.id where m.id = ${id}`,
  receipt: (id) => sql`select a.note_id from allocations a where a.receipt_id = ${id}`,
  voucher: (id) => sql`select coalesce(p.credit_note_id, p.debit_note_id) from voucher_items i
    join note_parts p on p.id = i.part_id where i.voucher_id = ${id}`,
  adjustment: (id) => sql`select a.note_id from adjustments a where a.id = ${id}`,
  invoice: (id) => sql`select n.id from notes n where n.invoice_id = ${id}`,
  journal: () => sql`select null::int where false`,
};

/** Matches of a record, and of the receipt with which it was kept back. */
const MATCHED: Partial<Record<KindName, (id: number) => RawBuilder<unknown>>> = {
  receipt: (id) => sql`m.receipt_id = ${id}`,
  voucher: (id) => sql`m.voucher_id = ${id}`,
  adjustment: (id) => sql`${id} in (m.adjustment_id, m.made_good_id)`,
};

async function bankLinesOf(ctx: Ctx, kind: KindName, id: number): Promise<NonNullable<Links['bank_lines']>> {
  const matched = MATCHED[kind];
  if (matched === undefined) return [];
  const { rows } = await sql<NonNullable<Links['bank_lines']>[number]>`
    select l.statement_id as statement, l.day, coalesce(nullif(l.text, ''), nullif(l.reference, ''), l.party) as text
    from bank_matches m join bank_lines l on l.id = m.line_id
    where m.live and ${matched(id)} order by l.day, l.id limit ${LINKED_MOST}`.execute(ctx.db);
  return rows;
}

/** What a record is linked with, as far as the caller may view each. A record that one may not view answers like a missing one. */
export async function linksOf(ctx: Ctx, { query: { entity, id } }: Decoded<typeof recordLinks>): Promise<Links> {
  const record = await seeRecord(ctx, { entity, id });
  const notes = await sql<
    Omit<Links['notes'][number], 'amount' | 'party'> & { amount: bigint; payer: number; name: string }
  >`
    select n.id, n.number, p.id as payer, p.name, n.currency, n.amount, n.status = 'VOID' as void
    from notes n join parties p on p.id = n.party_id
    where n.id = any(array(${NOTES[entity](id)})) and n.branch_id = any(${[...ctx.scope]}::int[])
    order by n.id limit ${LINKED_MOST}`.execute(ctx.db);
  const entries = await sql<NonNullable<Links['entries']>[number]>`
    select e.id, e.day, e.event from journal_entries e
    where e.source_kind = ${entity} and e.source_id = ${id} and e.branch_id = any(${[...ctx.scope]}::int[])
    order by e.id limit ${LINKED_MOST}`.execute(ctx.db);
  return {
    notes: notes.rows.map(({ payer, name, ...row }) => ({
      ...row,
      party: { id: payer, name },
      amount: formatAmount(row.amount, row.currency),
    })),
    entries: record.holds(['ledger.view']) ? entries.rows : null,
    bank_lines: record.holds(['bank_statements.view']) ? await bankLinesOf(ctx, entity, id) : null,
  };
}
