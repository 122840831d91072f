import type { ClaimStatus } from '../../../domain/claims/states.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { FieldError } from '../../../domain/errors.ts';
import type { saveVoucher } from '../../../domain/vouchers/contract.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { uncollectedOf } from './salvage-owing.ts';

type Input = Decoded<typeof saveVoucher>['body'];

/** The claim of a voucher, with its reinsured. */
export type ClaimTarget = { id: number; branchId: number; number: string; currency: string; reinsuredId: number };

/** The claim in its branch: one that counts, or of what is the firm's own money also one that was disabled since. */
async function claimOf(
  ctx: Ctx,
  id: number | null,
  { branchId, statuses = ['APPROVED'] }: { branchId: number; statuses?: readonly ClaimStatus[] },
): Promise<ClaimTarget | undefined> {
  return ctx.db
    .selectFrom('claims as c')
    .innerJoin('policies as p', 'p.id', 'c.policy_id')
    .select(['c.id', 'c.branch_id as branchId', 'c.number', 'c.currency', 'p.reinsured_id as reinsuredId'])
    .where('c.id', '=', id)
    .where('c.branch_id', '=', branchId)
    .where('c.branch_id', 'in', ctx.scope)
    .where('c.status', 'in', statuses)
    .executeTakeFirst();
}

const CHOOSE = 'Choose one from the list.';

/** Whom a voucher of a claim pays: its reinsured, or of salvage a security that a salvage note names. C5, C11. */
async function payeeOf(ctx: Ctx, input: Input, claim: ClaimTarget) {
  if (input.kind !== 'SALVAGE')
    return ctx.db.selectFrom('parties').select(['id', 'name']).where('id', '=', claim.reinsuredId).executeTakeFirst();
  return ctx.db
    .selectFrom('note_parts as p')
    .innerJoin('notes as n', 'n.id', 'p.debit_note_id')
    .innerJoin('parties as s', 's.id', 'p.party_id')
    .select(['s.id', 's.name'])
    .where('n.claim_id', '=', claim.id)
    .where('n.branch_id', 'in', ctx.scope)
    .where('p.kind', '=', 'SALVAGE')
    .where('p.party_id', '=', input.payee ?? 0)
    .limit(1)
    .executeTakeFirst();
}

/** The claim invoice that a security's salvage is set against: its own of this claim, open. C11. */
async function invoiceFaults(ctx: Ctx, input: Input, claim: ClaimTarget): Promise<FieldError[]> {
  if (input.kind !== 'SALVAGE' || typeof input.note !== 'number') return [];
  const open = await uncollectedOf(ctx, { claimId: claim.id, securityId: input.payee ?? 0 });
  if (open.some((one) => one.id === input.note)) return [];
  return [{ field: 'note', message: 'Choose an open claim invoice of this security.' }];
}

/** The debit note that a set-off settles: one of the reinsured's, open, in the currency and the branch of the claim. C7. */
async function noteFaults(ctx: Ctx, input: Input, claim: ClaimTarget): Promise<FieldError[]> {
  if (input.kind !== 'SET_OFF') return invoiceFaults(ctx, input, claim);
  const note = await ctx.db
    .selectFrom('notes')
    .select(['currency', 'amount', 'settled'])
    .where('id', '=', input.note ?? 0)
    .where('branch_id', '=', claim.branchId)
    .where('kind', '=', 'DN')
    .where('purpose', '=', 'PREMIUM')
    .where('status', '=', 'ISSUED')
    .where('party_id', '=', claim.reinsuredId)
    .executeTakeFirst();
  if (!note || note.settled === note.amount)
    return [{ field: 'note', message: 'Choose an open debit note of this reinsured.' }];
  return note.currency === claim.currency ? [] : [{ field: 'note', message: 'Set off in the currency of the claim.' }];
}

/** The expert to whom approved fees of the claim are payable, as the voucher names one. C10. */
async function orderFaults(ctx: Ctx, input: Input, claim: ClaimTarget): Promise<FieldError[]> {
  const toOrder = input.to_order ?? '';
  if (toOrder === '') return [];
  const fee = await ctx.db
    .selectFrom('movements')
    .select('id')
    .where('claim_id', '=', claim.id)
    .where('branch_id', 'in', ctx.scope)
    .where('movement_type', '=', 'FEE')
    .where('status', '=', 'APPROVED')
    .where('payee', '=', toOrder)
    .limit(1)
    .executeTakeFirst();
  const message = 'Choose an expert to whom a fee of this claim is payable.';
  return input.kind === 'CLAIM' && fee ? [] : [{ field: 'to_order', message }];
}

/** The claim that is made good for, or drawn back from: the money stays the firm's. C6. */
export async function ownMoneyTarget(ctx: Ctx, input: Input, branchId: number) {
  const nothing = { tax: null, account: null, payee: null };
  // What was made good for a claim that was disabled since is drawn back all the same.
  const statuses: readonly ClaimStatus[] = input.kind === 'DRAW_BACK' ? ['APPROVED', 'DISABLED'] : ['APPROVED'];
  const claim = await claimOf(ctx, input.claim ?? null, { branchId, statuses });
  if (!claim) return { ...nothing, faults: [{ field: 'claim', message: 'Choose an approved claim.' }] };
  const faults: FieldError[] = [];
  if (input.currency !== claim.currency)
    faults.push({ field: 'currency', message: 'Pay in the currency of the claim.' });
  return { ...nothing, claim, faults };
}

/** What a voucher of a claim is about: the claim, its payee, of a set-off the note. C5, C7, C11. */
export async function claimTarget(ctx: Ctx, input: Input, branchId: number) {
  const nothing = { tax: null, account: null, payee: null };
  const claim = await claimOf(ctx, input.claim ?? null, { branchId });
  if (!claim) return { ...nothing, faults: [{ field: 'claim', message: 'Choose an approved claim.' }] };
  const payee = await payeeOf(ctx, input, claim);
  const faults = [...(await noteFaults(ctx, input, claim)), ...(await orderFaults(ctx, input, claim))];
  if (input.currency !== claim.currency)
    faults.push({ field: 'currency', message: 'Pay in the currency of the claim.' });
  if (!payee) faults.push({ field: 'payee', message: CHOOSE });
  const note = input.kind === 'SET_OFF' || input.kind === 'SALVAGE' ? input.note : null;
  return { ...nothing, claim, payee: payee ?? null, faults, ...(typeof note === 'number' && { note }) };
}
