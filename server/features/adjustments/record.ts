import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import type { getAdjustable, getAdjustment } from '../../../domain/adjustments/contract.ts';
import { bearable, certifiable, offeredOfBrokerage } from '../../../domain/adjustments/rules.ts';
import { notFound } from '../../../domain/errors.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { peopleOf, refOf } from '../records.ts';
import { type NetReceipt, receiptsOf } from './net-receipts.ts';
import { noteOfAdjustment, partsOfNote } from './queries.ts';

type AdjustmentRecord = Reply<typeof getAdjustment>;

async function headOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('adjustments as a')
    .innerJoin('branches as b', 'b.id', 'a.branch_id')
    .innerJoin('notes as n', 'n.id', 'a.note_id')
    .innerJoin('parties as p', 'p.id', 'n.party_id')
    .leftJoin('policies as o', 'o.id', 'n.policy_id')
    .leftJoin('taxes as t', 't.id', 'a.tax_id')
    .leftJoin('claims as c', 'c.id', 'a.claim_id')
    .selectAll('a')
    .select([
      'b.code as branch_code',
      'b.name as branch_name',
      'n.number as note_number',
      'p.id as party',
      'p.name as party_name',
    ])
    .select(['o.id as policy', 'o.broker_reference as reference', 't.name as tax_name', 'c.number as claim_number'])
    .where('a.id', '=', id)
    .where('a.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
}

async function partsTaken(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('adjustment_parts as a')
    .innerJoin('note_parts as p', 'p.id', 'a.part_id')
    .leftJoin('parties as s', 's.id', 'p.party_id')
    .leftJoin('taxes as t', 't.id', 'p.tax_id')
    .select((e) => [
      'a.part_id as part',
      'a.amount',
      's.id as party',
      e.fn.coalesce('s.name', 't.name', e.val('Our brokerage')).as('name'),
    ])
    .where('a.adjustment_id', '=', id)
    .where('a.branch_id', 'in', ctx.scope)
    .orderBy('a.part_id')
    .execute();
}

async function keptBy(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('adjustment_nets as k')
    .innerJoin('notes as n', 'n.id', 'k.invoice_id')
    .innerJoin('parties as s', 's.id', 'n.party_id')
    .select(['s.id as security', 's.name', 'n.id as invoice', 'n.number', 'k.amount'])
    .where('k.adjustment_id', '=', id)
    .where('k.branch_id', 'in', ctx.scope)
    .orderBy('k.invoice_id')
    .orderBy('k.part_id')
    .execute();
}

/** A receipt of a net amount as forms and pages show it. */
export const shownReceipt = ({ id, number, payer, currency, amount, status }: NetReceipt) => ({
  id,
  number,
  payer,
  amount: formatAmount(amount, currency),
  status,
});

/** One adjustment as its page shows it. */
export async function adjustmentRecord(ctx: Ctx, id: number): Promise<AdjustmentRecord> {
  const head = await headOf(ctx, id);
  const [parts, kept, receipts, people] = await Promise.all([
    partsTaken(ctx, id),
    keptBy(ctx, id),
    receiptsOf(ctx, id),
    peopleOf(ctx, head),
  ]);
  const money = (amount: bigint) => formatAmount(amount, head.currency);
  return {
    id: head.id,
    version: head.version,
    status: head.status as AdjustmentRecord['status'],
    kind: head.kind as AdjustmentRecord['kind'],
    number: head.number,
    branch: { id: head.branch_id, code: head.branch_code, name: head.branch_name },
    note: { id: head.note_id, number: head.note_number },
    policy: refOf(head.policy, head.reference),
    party: { id: head.party, name: head.party_name },
    currency: head.currency,
    amount: money(head.amount),
    day: head.day,
    tax: refOf(head.tax_id, head.tax_name),
    certificate: head.certificate,
    reason: head.reason,
    parts: parts.map(({ part, name, party, amount }) => ({ part, name, party, amount: money(amount) })),
    claim: refOf(head.claim_id, head.claim_number),
    receipts: receipts.map(shownReceipt),
    kept: kept.map(({ security, name, invoice, number, amount }) => ({
      security: { id: security, name },
      invoice: { id: invoice, number },
      amount: money(amount),
    })),
    ...people,
  };
}

/**
 * What the taxes that a placement has on our brokerage come to, less what certificates on the note have paid of each, in minor units:
 * each is offered its own, so that one does not offer what is another's.
 */
async function withheldOn(ctx: Ctx, { id, policyId }: { id: number; policyId: number | null }) {
  const { rows } = await sql<{ tax: number; left: bigint }>`
    select x.tax_id as tax, greatest(sum(x.amount) - coalesce((
      select sum(p.amount) from adjustments a join adjustment_parts p on p.adjustment_id = a.id join note_parts b on b.id = p.part_id and b.kind = 'BROKERAGE'
      where a.note_id = ${id} and a.tax_id = x.tax_id and a.kind = 'CERTIFICATE' and a.status = 'APPROVED'), 0), 0)::bigint as left
    from (
      select t.tax_id, t.amount from policy_taxes t join notes n on n.id = ${id} and n.endorsement_id is null
      where t.policy_id = ${policyId}::int and t.borne_by = 'BROKER' and t.branch_id = any(${[...ctx.scope]}::int[])
      union all
      select t.tax_id, t.amount from endorsement_taxes t join notes n on n.id = ${id} and n.endorsement_id = t.endorsement_id
      where t.borne_by = 'BROKER' and t.branch_id = any(${[...ctx.scope]}::int[])) x
    group by x.tax_id`.execute(ctx.db);
  return new Map(rows.map((row) => [row.tax, row.left]));
}

/** What can be done to a note without cash, for the form that does it. */
export async function adjustable(ctx: Ctx, noteId: number): Promise<Reply<typeof getAdjustable>> {
  const note = await noteOfAdjustment(ctx, noteId);
  const parts = await partsOfNote(ctx, noteId, { lock: false });
  const taxes = await ctx.db.selectFrom('taxes').select(['id', 'name']).orderBy('name').execute();
  const money = (amount: bigint) => formatAmount(amount, note.currency);
  const withheld = await withheldOn(ctx, note);
  const open = (kind: string, taxId: number | null) =>
    sum(parts.filter((part) => part.kind === kind && part.taxId === taxId).map(certifiable));
  return {
    note: { id: note.id, number: note.number },
    policy: refOf(note.policyId, note.reference),
    party: { id: note.partyId, name: note.party },
    currency: note.currency,
    amount: money(note.amount),
    outstanding: money(note.outstanding),
    bearable: money(bearable(note)),
    taxes: taxes.map((tax) => {
      const ofNote = parts.some((part) => part.kind === 'TAX' && part.taxId === tax.id);
      return {
        ...tax,
        open: money(ofNote ? open('TAX', tax.id) : offeredOfBrokerage(withheld, tax.id, open('BROKERAGE', null))),
      };
    }),
  };
}
