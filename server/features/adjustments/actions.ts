import type {
  editAdjustment as editEndpoint,
  saveAdjustment as saveEndpoint,
} from '../../../domain/adjustments/contract.ts';
import { adjustmentRules } from '../../../domain/adjustments/kinds.ts';
import { adjustmentFaults } from '../../../domain/adjustments/rules.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { invalid, type FieldError } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { isOwedToUs } from '../../../domain/ledger/notes.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { assertMayHere, assertStep, edition, making, moveRecord, type Saved } from '../decisions.ts';
import { keepReceipts, receiptFaults } from './net-receipts.ts';
import { lockAdjustment, noteOfAdjustment, type NoteOfAdjustment } from './queries.ts';

type Input = Decoded<typeof saveEndpoint>['body'];

/** A note that can be adjusted so: open, owed to us, of this branch; one with parts where parts give something up. */
function noteFault({ kind }: Input, note: NoteOfAdjustment, branchId: number): FieldError[] {
  const open = isOwedToUs(note.kind) && note.status === 'ISSUED' && note.branchId === branchId && note.outstanding > 0n;
  if (!open) return [{ field: 'note', message: 'Choose an open debit note.' }];
  const ofPremium = note.purpose === 'PREMIUM' && note.leads;
  if (adjustmentRules(kind).parts !== null && !ofPremium)
    return [{ field: 'note', message: 'Choose a debit note for premium.' }];
  return [];
}

async function taxOf(ctx: Ctx, id: number | null) {
  if (id === null) return undefined;
  return ctx.db.selectFrom('taxes').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** What a net settlement names besides its note: a claim of the note's reinsured in its currency, receipts of it. C8. */
async function netFaults(ctx: Ctx, { kind, claim: id = null, receipts = [] }: Input, note: NoteOfAdjustment) {
  if (kind !== 'NET_SETTLEMENT') return [];
  const claim = await ctx.db
    .selectFrom('claims as c')
    .innerJoin('policies as p', 'p.id', 'c.policy_id')
    .select(['c.id', 'c.currency'])
    .where('c.id', '=', id ?? 0)
    .where('c.branch_id', '=', note.branchId)
    .where('c.branch_id', 'in', ctx.scope)
    .where('c.status', '=', 'APPROVED')
    .where('p.reinsured_id', '=', note.partyId)
    .executeTakeFirst();
  if (!claim) return [{ field: 'claim', message: 'Choose an approved claim of this reinsured.' }];
  if (claim.currency !== note.currency) return [{ field: 'note', message: 'Settle net in the currency of the claim.' }];
  return receiptFaults(ctx, claim.id, receipts);
}

/** Checks an adjustment as typed. Throws NOT_FOUND of a foreign note, then all bad fields together. §8 */
async function checked(ctx: Ctx, input: Input, branchId: number) {
  const { kind, day, certificate = '', reason = '' } = input;
  const note = await noteOfAdjustment(ctx, input.note);
  const taxId = kind === 'CERTIFICATE' ? (input.tax ?? null) : null;
  const tax = await taxOf(ctx, taxId);
  const faults: FieldError[] = [
    ...noteFault(input, note, branchId),
    ...(await netFaults(ctx, input, note)),
    ...adjustmentFaults({ kind, day, certificate, reason, tax: taxId }, ctx.today),
  ];
  if (taxId !== null && !tax) faults.push({ field: 'tax', message: 'Choose a tax.' });
  const amount = readPositive(input.amount, note.currency);
  if (typeof amount === 'string') faults.push({ field: 'amount', message: amount });
  if (faults.length > 0 || typeof amount === 'string') throw invalid(...faults);
  const words = [note.number, note.party, note.reference ?? '', tax?.name ?? '', certificate, reason];
  return {
    kind,
    note_id: note.id,
    tax_id: taxId,
    currency: note.currency,
    amount,
    day,
    certificate: kind === 'CERTIFICATE' ? certificate : '',
    claim_id: kind === 'NET_SETTLEMENT' ? (input.claim ?? null) : null,
    reason,
    search_text: searchKey(words.join(' ')),
  };
}

const receiptsTyped = ({ kind, receipts = [] }: Input) => (kind === 'NET_SETTLEMENT' ? receipts : []);

/** Saves an adjustment as a draft: it changes nothing yet. */
export async function saveAdjustment(ctx: Ctx, { body }: Decoded<typeof saveEndpoint>): Promise<Saved> {
  assertMayHere(ctx, 'allocations.create');
  const columns = await checked(ctx, body, ctx.branch.id);
  const { id } = await ctx.db
    .insertInto('adjustments')
    .values({ ...columns, branch_id: ctx.branch.id, ...making(ctx), created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepReceipts(ctx, { id, branchId: ctx.branch.id }, receiptsTyped(body));
  const facts = { after: body };
  await ctx.audit({ entity: 'adjustment', entityId: id, branchId: ctx.branch.id, action: 'saved', facts });
  return { id, version: 1, status: 'DRAFT', number: null };
}

/** Changes a draft or a rejected adjustment, which becomes a draft again. */
export async function editAdjustment(ctx: Ctx, { body }: Decoded<typeof editEndpoint>): Promise<Saved> {
  const record = await lockAdjustment(ctx, body.id);
  const of = { kind: 'adjustment', record } as const;
  assertStep(of, { act: 'edit', version: body.version });
  const set = { ...(await checked(ctx, body, record.branch_id)), ...edition(ctx) };
  await keepReceipts(ctx, { id: record.id, branchId: record.branch_id }, receiptsTyped(body));
  return moveRecord(ctx, of, { status: 'DRAFT', action: 'edited', set, facts: { after: body } });
}
