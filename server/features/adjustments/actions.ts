import type {
  editAdjustment as editEndpoint,
  saveAdjustment as saveEndpoint,
} from '../../../domain/adjustments/contract.ts';
import { adjustmentFaults } from '../../../domain/adjustments/rules.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { invalid, type FieldError } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { isOwedToUs } from '../../../domain/ledger/notes.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { assertMayHere, assertStep, edition, making, moveRecord, type Saved } from '../decisions.ts';
import { lockAdjustment, noteOfAdjustment, type NoteOfAdjustment } from './queries.ts';

type Input = Decoded<typeof saveEndpoint>['body'];

/** A note that can be adjusted so: open, owed to us, of this branch; one with parts where parts give something up. */
function noteFault({ kind }: Input, note: NoteOfAdjustment, branchId: number): FieldError[] {
  const open = isOwedToUs(note.kind) && note.status === 'ISSUED' && note.branchId === branchId && note.outstanding > 0n;
  if (!open) return [{ field: 'note', message: 'Choose an open debit note.' }];
  const ofPremium = note.purpose === 'PREMIUM' && note.leads;
  if ((kind === 'CERTIFICATE' || kind === 'UNCOLLECTABLE') && !ofPremium)
    return [{ field: 'note', message: 'Choose a debit note for premium.' }];
  return [];
}

async function taxOf(ctx: Ctx, id: number | null) {
  if (id === null) return undefined;
  return ctx.db.selectFrom('taxes').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** Checks an adjustment as typed. Throws NOT_FOUND of a foreign note, then all bad fields together. §8 */
async function checked(ctx: Ctx, input: Input, branchId: number) {
  const { kind, day, certificate = '', reason = '' } = input;
  const note = await noteOfAdjustment(ctx, input.note);
  const taxId = kind === 'CERTIFICATE' ? (input.tax ?? null) : null;
  const tax = await taxOf(ctx, taxId);
  const faults = [
    ...noteFault(input, note, branchId),
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
    reason,
    search_text: searchKey(words.join(' ')),
  };
}

/** Saves an adjustment as a draft: it changes nothing yet. */
export async function saveAdjustment(ctx: Ctx, { body }: Decoded<typeof saveEndpoint>): Promise<Saved> {
  assertMayHere(ctx, 'allocations.create');
  const columns = await checked(ctx, body, ctx.branch.id);
  const { id } = await ctx.db
    .insertInto('adjustments')
    .values({ ...columns, branch_id: ctx.branch.id, ...making(ctx), created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
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
  return moveRecord(ctx, of, { status: 'DRAFT', action: 'edited', set, facts: { after: body } });
}
