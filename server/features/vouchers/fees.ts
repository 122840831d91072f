import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { oldestFirst } from '../../../domain/ledger/releases.ts';
import { showMoney, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { heldOf } from './held.ts';
import { payeeName, type Voucher } from './queries.ts';

const FEES = heldOf({
  from: 'notes',
  committed: 'fee_committed',
  paid: 'fee_drawn',
  held: 'voucher_fees',
  row: 'note_id',
});
type Fee = { id: number; open: bigint };

/** Notes of our fees whose money lies in client accounts and is on no voucher, oldest first, locked. */
async function openFees(ctx: Ctx, { branch_id: branchId, currency }: Voucher): Promise<Fee[]> {
  const { rows } = await sql<Fee>`
    select id, fee_received - fee_committed as open from notes
    where branch_id = ${branchId} and branch_id = any(${[...ctx.scope]}::int[]) and currency = ${currency}
      and fee_received > fee_drawn and fee_received > fee_committed order by id for update`.execute(ctx.db);
  return rows;
}

async function refuse(ctx: Ctx, voucher: Voucher, available: bigint): Promise<never> {
  const { currency } = voucher;
  const payee = await payeeName(ctx, voucher);
  throw new AppError('OVER_RELEASED', { available: showMoney({ amount: available, currency }), payee });
}

/** Holds what a voucher draws of our fees, the oldest first: at most what came into client accounts. Throws OVER_RELEASED. */
export async function holdFees(ctx: Ctx, voucher: Voucher): Promise<void> {
  const { amount } = voucher;
  const open = await openFees(ctx, voucher);
  const { parts, rest } = oldestFirst(
    amount,
    open.map((fee) => ({ key: fee.id, open: fee.open })),
  );
  if (rest > 0n) await refuse(ctx, voucher, amount - rest);
  await FEES.hold(
    ctx,
    voucher,
    parts.map((part) => ({ id: part.key, amount: part.amount })),
  );
}

/** Refuses to draw a fee whose receipt was taken back since. Throws OVER_RELEASED. */
export async function assertFeesLie(ctx: Ctx, voucher: Voucher, { lock }: { lock: boolean }): Promise<void> {
  if (voucher.kind !== 'FEE_DRAWING') return;
  const { rows } = await sql<{ lying: bigint }>`
    select greatest(v.amount - greatest(n.fee_committed - n.fee_received, 0), 0)::bigint as lying
    from voucher_fees v join notes n on n.id = v.note_id
    where v.voucher_id = ${voucher.id} and v.branch_id = any(${[...ctx.scope]}::int[]) order by n.id ${lock ? sql`for update of n` : sql``}`.execute(
    ctx.db,
  );
  const lying = sum(rows.map((row) => row.lying));
  if (lying < voucher.amount) await refuse(ctx, voucher, lying);
}

/** What a voucher holds of our fees is drawn by its payment. */
export const markFeesDrawn = FEES.pay;

/** Gives back what a voucher holds or has drawn. */
export const giveFeesBack = FEES.giveBack;

/** The notes of fees that a voucher draws, as its page and paper list them. */
export async function feesOf(ctx: Ctx, voucherId: number) {
  return ctx.db
    .selectFrom('voucher_fees as v')
    .innerJoin('notes as n', 'n.id', 'v.note_id')
    .innerJoin('parties as p', 'p.id', 'n.party_id')
    .select(['n.id as item', 'n.id as note_id', 'n.number as note', 'p.id as party_id', 'p.name as party', 'v.amount'])
    .where('v.voucher_id', '=', voucherId)
    .where('v.branch_id', 'in', ctx.scope)
    .orderBy('n.id')
    .execute();
}
