import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import type { Owed } from '../../../domain/ledger/settling.ts';
import type { PartKind } from '../../../domain/ledger/notes.ts';
import { isOfTax, type VoucherKind } from '../../../domain/vouchers/kinds.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { releasesOfNotes } from '../ledger/releases.ts';
import { selectRecord } from '../records.ts';
import { accountToPay } from '../registers/party-banks.ts';
import { eitherId } from '../../platform/db/either-id.ts';

/** A voucher as its actions work with it: amounts in minor units. */
export type Voucher = Awaited<ReturnType<typeof lockVoucher>>;

const VOUCHER = {
  kind: 'voucher',
  columns: [
    'kind',
    'payee_id',
    'tax_id',
    'account',
    'override',
    'to_order',
    'claim_id',
    'note_id',
    'receipt_id',
    'currency',
    'amount',
    'set_off',
    'bank_date',
    'bank_account_id',
    'into_account_id',
    'into_currency',
    'into_amount',
    'follows_id',
    'submitted_at',
    'bank_reference',
    'search_text',
    'checker_waived',
    'decision_reason',
  ],
} as const;

async function selectVoucher(ctx: Ctx, id: number, lock: boolean) {
  const row = await selectRecord(ctx, VOUCHER, { id, lock });
  return { ...row, kind: row.kind as VoucherKind };
}

/** One voucher within the caller's branches, locked until the commit. */
export const lockVoucher = (ctx: Ctx, id: number) => selectVoucher(ctx, id, true);

/** The same without the lock, for what only looks. */
export const readVoucher = (ctx: Ctx, id: number) => selectVoucher(ctx, id, false);

/** What a voucher asks: a part of a debit note and an amount of it. */
export type Item = { part: number; amount: bigint; advanced: bigint };

/** What is set against a voucher: a note that its payee owes, or a part that was paid too much, and an amount of it. M15. */
export type Net = { note: number | null; part: number | null; amount: bigint };

/** What is set against a voucher, in the order in which it was chosen. */
export async function netsOf(ctx: Ctx, voucherId: number): Promise<Net[]> {
  return ctx.db
    .selectFrom('voucher_nets')
    .select(['note_id as note', 'part_id as part', 'amount'])
    .where('voucher_id', '=', voucherId)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id')
    .execute();
}

export async function itemsOf(ctx: Ctx, voucherId: number): Promise<Item[]> {
  return ctx.db
    .selectFrom('voucher_items')
    .select(['part_id as part', 'amount', 'advanced'])
    .where('voucher_id', '=', voucherId)
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id')
    .execute();
}

/** Parts by id with their notes, as they are now; one that is missing or foreign is not in the answer. */
export async function partsById(ctx: Ctx, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const rows = await ctx.db
    .selectFrom('note_parts as p')
    .innerJoin('notes as n', 'n.id', 'p.debit_note_id')
    .leftJoin('claims as m', 'm.id', 'n.claim_id')
    .leftJoin('policies as o', (on) => on.on(sql<boolean>`o.id = ${eitherId('n.policy_id', 'm.policy_id')}`))
    .select([
      'p.id',
      'p.kind',
      'p.branch_id as branchId',
      'p.party_id as partyId',
      'p.tax_id as taxId',
      'p.currency',
      'p.amount',
      'p.paid',
      'p.committed',
      'p.certified',
      'p.effective',
      'p.debit_note_id as debitNoteId',
      'p.credit_note_id as creditNoteId',
      'n.status as noteStatus',
      'n.amount as noteAmount',
      'n.settled as noteSettled',
      'n.base_amount as noteBase',
      sql<string>`coalesce(o.broker_reference, n.number)`.as('reference'),
    ])
    .where('p.id', 'in', ids)
    .where('p.branch_id', 'in', ctx.scope)
    .execute();
  return new Map(
    rows.map(({ noteAmount, noteSettled, noteBase, ...part }) => [
      part.id,
      { ...part, note: { amount: noteAmount, settled: noteSettled, base: noteBase } },
    ]),
  );
}

type Part = Awaited<ReturnType<typeof partsById>> extends Map<number, infer P> ? P : never;
/** An item with its part: what the rules look at. */
export type RequestedItem = {
  requested: bigint;
  available: bigint;
  /** What an override lets it take beyond that. */
  advanced: bigint;
  part: Part;
  note: Part['note'];
};
export type Payable = Owed & { id: number; noteId: number | null; partId: number | null };

type PartNotes = { parts: number[]; notes: number[]; debitNotes: number[]; creditNotes: number[] };

async function notesOfParts(ctx: Ctx, items: readonly Item[], nets: readonly Net[]): Promise<PartNotes> {
  const owed = nets.flatMap((net) => net.note ?? []);
  const parts = [...items.map((item) => item.part), ...nets.flatMap((net) => net.part ?? [])];
  const rows = await ctx.db
    .selectFrom('note_parts')
    .select(['debit_note_id', 'credit_note_id'])
    .where('id', 'in', parts)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  const creditNotes = [...rows.flatMap((row) => row.credit_note_id ?? []), ...owed];
  const debitNotes = rows.map((row) => row.debit_note_id);
  return { parts, creditNotes, debitNotes, notes: [...new Set([...debitNotes, ...creditNotes])] };
}

/** What is open to payees: of credit notes, or of parts that have none. */
export async function openPayables(
  ctx: Ctx,
  { creditNotes, parts }: Pick<PartNotes, 'creditNotes' | 'parts'>,
  lock: boolean,
): Promise<Payable[]> {
  const query = ctx.db
    .selectFrom('open_items')
    .select(['id', 'account', 'note_id', 'part_id', 'due_on', 'sequence', 'outstanding'])
    .select('base_outstanding as baseOutstanding')
    .where((e) => e.or([e('note_id', 'in', [0, ...creditNotes]), e('part_id', 'in', parts)]))
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id');
  const items = await (lock ? query.forUpdate() : query).execute();
  return items
    .toSorted((a, b) => (a.due_on === b.due_on ? a.sequence - b.sequence : a.due_on < b.due_on ? -1 : 1))
    .map(({ note_id: noteId, part_id: partId, ...item }) => ({ ...item, noteId, partId }));
}

async function lockById(ctx: Ctx, table: 'notes' | 'note_parts', ids: readonly number[]): Promise<void> {
  const locked = ctx.db.selectFrom(table).select('id').where('id', 'in', ids).where('branch_id', 'in', ctx.scope);
  await locked.orderBy('id').forUpdate().execute();
}

/**
 * Loads what a voucher requests, what its parts can give it (`holder` is the voucher that holds the money already) and, where
 * it is to be paid, the open items of its credit notes; with `lock` in the order of the locks: open items by id, notes by
 * id, parts by id; with what is set against it. What moves a note's money or parts locks the note, so that no other part of it moves meanwhile.
 */
export async function loadRequested(
  ctx: Ctx,
  items: readonly Item[],
  { lock, pay, holder, nets = [] }: { lock: boolean; pay: boolean; holder: number | null; nets?: readonly Net[] },
): Promise<{ requested: RequestedItem[]; payables: Payable[] }> {
  if (items.length === 0) return { requested: [], payables: [] };
  const ids = await notesOfParts(ctx, items, nets);
  const payables = pay ? await openPayables(ctx, ids, lock) : [];
  if (lock) {
    await lockById(ctx, 'notes', ids.notes);
    await lockById(ctx, 'note_parts', ids.parts);
  }
  const parts = await partsById(ctx, ids.parts);
  const releases = await releasesOfNotes(ctx, ids.debitNotes, holder);
  const requested = items.map((item): RequestedItem => {
    const part = parts.get(item.part);
    if (!part) throw new AppError('NOT_FOUND');
    const available = releases.get(part.id)?.available ?? 0n;
    return { requested: item.amount, available, advanced: item.advanced, part, note: part.note };
  });
  return { requested, payables };
}

/**
 * What the security of a voucher has to give back besides what the voucher sets off: paid beyond what is released, over its parts in
 * the branch and currency. M0, M15.
 */
export async function dueBackFrom(
  ctx: Ctx,
  {
    id,
    kind,
    payee_id: partyId,
    branch_id: branchId,
    currency,
  }: Pick<Voucher, 'id' | 'kind' | 'payee_id' | 'branch_id' | 'currency'>,
): Promise<bigint> {
  if (kind !== 'PREMIUM' || partyId === null) return 0n;
  // What is due back was paid beyond what is released.
  const { rows } = await sql<{ due: bigint }>`
    select (coalesce(sum(r.due_back), 0) - coalesce((select sum(k.amount) from voucher_nets k join notes d on d.id = k.note_id
      where k.voucher_id = ${id} and d.purpose = 'RETURN'), 0))::bigint as due
    from part_releases(array(
      select p.debit_note_id from note_parts p
      where p.party_id = ${partyId} and p.branch_id = ${branchId} and p.currency = ${currency}
        and p.kind = 'SECURITY' and p.paid > p.released)) r
    join note_parts p on p.id = r.part_id where p.party_id = ${partyId} and p.kind = 'SECURITY'`.execute(ctx.db);
  return rows[0]?.due ?? 0n;
}

/** The claim that a voucher pays, and to whom; an expert to whose order fees are is paid those and nothing else. C10. */
export type OfClaim = { id: number; payeeId: number; toOrder: string };

/** Notes `n` of a claim that its voucher may pay from. */
const payableTo = ({ id, toOrder }: OfClaim) => sql<boolean>`n.claim_id = ${id}
  and coalesce((select m.payee from movements m where m.id = n.movement_id), '') = ${toOrder}`;

/** The oldest parts of a kind that together have an amount released and free; all of them when that is too little. */
export async function oldestFreeParts(
  ctx: Ctx,
  of: {
    branchId: number;
    kind: PartKind;
    taxId: number | null;
    /** Of one claim, and of its payee, where the voucher is of one. */
    claim: OfClaim | null;
    currency: string;
    amount: bigint;
  },
): Promise<number[]> {
  const queued = sql`p.branch_id = ${of.branchId} and p.kind = ${of.kind} and p.currency = ${of.currency}
    and p.tax_id is not distinct from ${of.taxId}::int
    and ${of.claim === null ? sql`true` : sql`p.party_id = ${of.claim.payeeId} and exists (select 1 from notes n where n.id = p.debit_note_id and ${payableTo(of.claim)})`}`;
  const { rows } = await sql<{ id: number }>`
    select id from (
      select p.id, sum(r.available) over (order by p.id) - r.available as before
      from part_releases(array(
        select p.debit_note_id from note_parts p join notes n on n.id = p.debit_note_id
        where ${queued} and n.status = 'ISSUED' and p.released + p.due_back > p.committed and p.committed < p.effective)) r
      join note_parts p on p.id = r.part_id where ${queued} and r.available > 0) queue
    where before < ${of.amount} order by id`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** The parts of a claim that are not paid out in full, oldest first: what may be paid ahead of it. C6. */
export async function openPartsOfClaim(ctx: Ctx, claim: OfClaim): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from note_parts p join notes n on n.id = p.debit_note_id
    where ${payableTo(claim)} and n.status = 'ISSUED' and p.kind = 'CLAIM' and p.party_id = ${claim.payeeId}
      and p.committed < p.effective and n.branch_id = any(${[...ctx.scope]}::int[]) order by p.id`.execute(ctx.db);
  return rows.map((row) => row.id);
}

/** Where a voucher's payee is paid; null where it names no party, and of an expert, who is in no register of accounts. C10. */
export async function payeeAccount(
  ctx: Ctx,
  { payee_id: payee, to_order: toOrder, currency }: Pick<Voucher, 'payee_id' | 'to_order' | 'currency'>,
) {
  return payee === null || toOrder !== '' ? null : accountToPay(ctx, payee, currency);
}

/** Who a voucher pays, as its refusals and its search name them. */
export async function payeeName(
  ctx: Ctx,
  voucher: Pick<Voucher, 'kind' | 'payee_id' | 'tax_id' | 'to_order'>,
): Promise<string> {
  if (voucher.to_order !== '') return voucher.to_order;
  if (voucher.kind === 'DRAWING') return 'our brokerage';
  if (voucher.kind === 'FEE_DRAWING') return 'our fees in the client bank';
  if (isOfTax(voucher.kind)) {
    const tax = await ctx.db.selectFrom('taxes').select('name').where('id', '=', voucher.tax_id).executeTakeFirst();
    return tax?.name ?? '';
  }
  const party = await ctx.db.selectFrom('parties').select('name').where('id', '=', voucher.payee_id).executeTakeFirst();
  return party?.name ?? '';
}
