import { sql } from 'kysely';
import type { getNettable } from '../../../domain/adjustments/contract.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { netGround } from './netting.ts';
import { receiptsOfClaim } from './net-receipts.ts';
import { shownReceipt } from './record.ts';

type Nettable = Reply<typeof getNettable>;
type Claim = { id: number; currency: string; branch_id: number; reinsured_id: number };
type Note = { id: number; number: string; policy: string; amount: bigint; due_on: Day };

async function claimOf(ctx: Ctx, id: number): Promise<Claim> {
  return ctx.db
    .selectFrom('claims as c')
    .innerJoin('policies as p', 'p.id', 'c.policy_id')
    .select(['c.id', 'c.currency', 'c.branch_id', 'p.reinsured_id'])
    .where('c.id', '=', id)
    .where('c.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
}

/** The whole debit notes of the claim's reinsured: nothing is settled on them. */
async function wholeNotes(ctx: Ctx, claim: Claim): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select n.id, n.number, p.broker_reference as policy, n.amount, n.due_on
    from notes n join policies p on p.id = n.policy_id
    where n.party_id = ${claim.reinsured_id} and n.branch_id = ${claim.branch_id} and n.currency = ${claim.currency}
      and n.kind = 'DN' and n.purpose = 'PREMIUM' and n.status = 'ISSUED' and n.debit_note_id is null and n.settled = 0
    order by n.due_on, n.id limit 100`.execute(ctx.db);
  return rows;
}

async function bySecurity(ctx: Ctx, claim: Claim, of: { note: number; receipts: readonly number[] }) {
  const { owed, invoices, net } = await netGround(ctx, { noteId: of.note, claimId: claim.id, receipts: of.receipts });
  const text = (amount: bigint) => formatAmount(amount, claim.currency);
  const securities = [...Map.groupBy(owed, (one) => one.securityId)].map(([id, own]) => {
    const owes = sum(invoices.filter((one) => one.securityId === id && !one.disputed).map((one) => one.open));
    const premium = sum(own.map((one) => one.net));
    const left = owes > premium ? owes - premium : 0n;
    return {
      security: { id, name: own[0]?.name ?? '' },
      owes: text(owes),
      premium: text(premium),
      pays: text(left),
    };
  });
  return { securities, in_hand: text(net.inHand), needed: text(net.needed), refusals: net.refusals };
}

/** How a claim may be settled net, for the form that does it. C8. */
export async function nettable(ctx: Ctx, { query }: Decoded<typeof getNettable>): Promise<Nettable> {
  const claim = await claimOf(ctx, query.claim);
  const notes = await wholeNotes(ctx, claim);
  const receipts = await receiptsOfClaim(ctx, claim.id);
  const named = receipts.map((one) => one.id).filter((id) => query.receipts?.includes(id) === true);
  const chosen = notes.find((one) => one.id === query.note);
  const none = formatAmount(0n, claim.currency);
  const effect = chosen
    ? await bySecurity(ctx, claim, { note: chosen.id, receipts: named })
    : { securities: [], in_hand: none, needed: none, refusals: [] };
  return {
    currency: claim.currency,
    notes: notes.map((one) => ({ ...one, amount: formatAmount(one.amount, claim.currency) })),
    receipts: receipts.map(shownReceipt),
    ...effect,
  };
}
