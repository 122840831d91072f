import { AppError, type FieldError } from '../../../domain/errors.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import type { Day } from '../../../domain/values/day.ts';
import { showMoney, type Money } from '../../../domain/values/money.ts';
import { costNotice, costOfExchange, draftOfCost, type Exchange } from '../../../domain/vouchers/conversion.ts';
import type { saveVoucher } from '../../../domain/vouchers/contract.ts';
import { isTransfer, VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { chosenBank } from '../firm/own-banks.ts';
import { moveRecord } from '../decisions.ts';
import { rateOn } from '../ledger/rates.ts';
import { currencyFaults } from '../receipts/input.ts';
import { lockVoucher, type Voucher } from './queries.ts';

type OtherInput = Decoded<typeof saveVoucher>['body'];

/** Where a transfer goes, as its row has it; nothing for any other voucher. */
type Into = { into_account_id: number | null; into_currency: string | null; into_amount: bigint | null };
export const NO_TRANSFER: Into = { into_account_id: null, into_currency: null, into_amount: null };

/** What comes in: of a transfer what leaves, of a conversion what is bought. */
function amountInto({ currency, into_currency: into, into_amount: typed }: OtherInput, leaves: bigint | string) {
  if ((into ?? currency) !== currency)
    return typed === undefined ? 'Enter what is bought.' : readPositive(typed, into ?? currency);
  // Of an amount that cannot be read its own field says what is wrong.
  if (typed === undefined || typeof leaves === 'string' || readPositive(typed, currency) === leaves) return leaves;
  return 'A transfer keeps its amount. Choose another currency for a conversion.';
}

/** Which account a transfer goes to: another of ours of the same purpose, in the currency that it arrives in. M6. */
async function accountInto(ctx: Ctx, input: OtherInput, of: { from: number | null; branchId: number }) {
  const currency = input.into_currency ?? input.currency;
  const { id, faults } = await chosenBank(ctx, input.into_account, {
    purpose: VOUCHERS[input.kind].from,
    currency,
    branchId: of.branchId,
  });
  const field = 'into_account';
  const named = faults.map((fault): FieldError => ({ ...fault, field }));
  if (named.length === 0 && id === of.from)
    named.push({ field, message: 'Choose another account than the one that it leaves.' });
  return { id, faults: named };
}

/** Where a transfer goes, as typed, with what is wrong with it: `leaves` is what it takes, or why that cannot be read. M6. */
export async function checkInto(
  ctx: Ctx,
  input: OtherInput,
  of: { from: number | null; branchId: number; leaves: bigint | string },
): Promise<{ columns: Into; faults: FieldError[] }> {
  if (!isTransfer(input.kind)) return { columns: NO_TRANSFER, faults: [] };
  const currency = input.into_currency ?? input.currency;
  const unknown = await currencyFaults(ctx, currency);
  // What is wrong with the currency of what leaves is said at its own field.
  const said = currency === input.currency ? [] : unknown;
  const faults = said.map((fault): FieldError => ({ ...fault, field: 'into_currency' }));
  // In a currency that is not in use no account can be proposed.
  if (unknown.length > 0) return { columns: NO_TRANSFER, faults };
  const amount = amountInto(input, of.leaves);
  const account = await accountInto(ctx, input, of);
  faults.push(...account.faults);
  if (typeof amount === 'string') {
    if (amount !== of.leaves) faults.push({ field: 'into_amount', message: amount });
    return { columns: NO_TRANSFER, faults };
  }
  return { columns: { into_account_id: account.id, into_currency: currency, into_amount: amount }, faults };
}

/** What is drawn after a conversion is at most what it left over, and nothing without one. M6. */
export async function exchangeDrawingFaults(
  ctx: Ctx,
  input: OtherInput,
  of: { follows: number | null; amount: bigint | string },
): Promise<FieldError[]> {
  if (input.kind !== 'EXCHANGE_DRAWING') return [];
  if (of.follows === null)
    return [{ field: 'kind', message: 'It is drafted when a conversion is paid that brought more than it took.' }];
  const { currency, amount } = await costOf(ctx, of.follows);
  const left = { currency, amount: amount < 0n ? -amount : 0n };
  if (input.currency !== currency)
    return [{ field: 'currency', message: `It is drawn in ${currency}, as the conversion left it over.` }];
  if (typeof of.amount === 'string' || of.amount <= left.amount) return [];
  return [{ field: 'amount', message: `Only ${showMoney(left)} was left over.` }];
}

/**
 * A making good that was drafted for a charge or for what a conversion cost stays that: its amount and currency are theirs. Of a drawing
 * of what was left over less may be drawn. M4, M6.
 */
export async function followingFaults(
  ctx: Ctx,
  input: OtherInput,
  of: { follows: number | null; amount: bigint | string },
): Promise<FieldError[]> {
  if (of.follows === null) return [];
  const { kind, number, currency, amount } = await lockVoucher(ctx, of.follows);
  const cost = kind === 'BANK_CHARGE' ? { currency, amount } : await costOf(ctx, of.follows);
  const draft = kind === 'BANK_CHARGE' ? { kind: 'MAKE_GOOD', amount } : draftOfCost(cost);
  if (draft === null || draft.kind !== input.kind)
    return [{ field: 'kind', message: `It was drafted for ${number ?? 'another voucher'} and stays what it is.` }];
  if (draft.kind !== 'MAKE_GOOD') return [];
  const faults: FieldError[] = [];
  if (input.currency !== cost.currency)
    faults.push({ field: 'currency', message: `It makes ${number ?? ''} good, which is in ${cost.currency}.` });
  if (of.amount !== draft.amount)
    faults.push({ field: 'amount', message: `It makes ${number ?? ''} good: it is ${showMoney(cost)}.` });
  return faults;
}

/** What follows from a charge or a conversion goes with it while nobody works on it, and is taken back before it otherwise. Throws FOLLOWED. */
export async function withdrawFollowing(ctx: Ctx, { id, kind, number }: Voucher): Promise<void> {
  if (kind !== 'BANK_CHARGE' && kind !== 'CLIENT_TRANSFER') return;
  const row = await ctx.db
    .selectFrom('vouchers')
    .select('id')
    .where('follows_id', '=', id)
    .where('kind', '=', 'MAKE_GOOD')
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (row === undefined) return;
  const following = await lockVoucher(ctx, row.id);
  const { status } = following;
  if (status === 'REVERSED' || status === 'DISABLED') return;
  if (status !== 'DRAFT' && status !== 'REJECTED')
    throw new AppError('FOLLOWED', { voucher: following.number ?? `Voucher #${following.id}` });
  const facts = { reason: `${number ?? ''} was reversed` };
  await moveRecord(ctx, { kind: 'voucher', record: following }, { status: 'DISABLED', action: 'disabled', facts });
}

/** What a paid conversion cost, as it was kept then. */
async function costOf(ctx: Ctx, id: number): Promise<Money> {
  const {
    currency,
    into_currency: into,
    exchange_cost: amount,
  } = await ctx.db
    .selectFrom('vouchers')
    .select(['currency', 'into_currency', 'exchange_cost'])
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow();
  return { currency: into === ctx.firm.baseCurrency ? into : currency, amount };
}

/** What a transfer exchanges at the rates of a day, and the account that it goes to. Throws NO_EXCHANGE_RATE. M6. */
export async function exchangeOf(ctx: Ctx, voucher: Voucher, day: Day): Promise<{ exchange: Exchange; into: number }> {
  const { currency, amount, into_account_id: into, into_currency: bought, into_amount: comesIn } = voucher;
  if (into === null || bought === null || comesIn === null)
    throw new Error('A transfer has the account that it goes to, and what comes in there.');
  const rates = { paid: await rateOn(ctx, currency, day), bought: await rateOn(ctx, bought, day) };
  const base = ctx.firm.baseCurrency;
  return { exchange: { paid: { currency, amount }, bought: { currency: bought, amount: comesIn }, base, rates }, into };
}

/** What a conversion of client money costs on a day; null for what is none: a cost of office money is the firm's alone. M6. */
export async function clientCost(ctx: Ctx, voucher: Voucher, day: Day): Promise<Money | null> {
  if (voucher.kind !== 'CLIENT_TRANSFER') return null;
  return costOfExchange((await exchangeOf(ctx, voucher, day)).exchange);
}

/** That a conversion costs or brings something, for its preview. */
export async function costWarnings(ctx: Ctx, voucher: Voucher, day: Day): Promise<string[]> {
  const cost = await clientCost(ctx, voucher, day);
  const notice = cost === null ? null : costNotice(cost);
  return notice === null ? [] : [notice];
}

/** What a conversion left over is drawn only while the conversion counts; it is locked until the commit. Throws CONVERSION_REVERSED. M6. */
export async function assertConversionCounts(ctx: Ctx, { kind, follows_id: follows }: Voucher): Promise<void> {
  if (kind !== 'EXCHANGE_DRAWING' || follows === null) return;
  const { status } = await lockVoucher(ctx, follows);
  if (status !== 'PAID') throw new AppError('CONVERSION_REVERSED');
}

/** A conversion of which something is being drawn, or was, is not reversed before that is. Throws IN_USE. M6. */
export async function assertNotDrawn(ctx: Ctx, { id, kind }: Voucher): Promise<void> {
  if (kind !== 'CLIENT_TRANSFER') return;
  const drawing = await ctx.db
    .selectFrom('vouchers')
    .select('id')
    .where('follows_id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .where('kind', '=', 'EXCHANGE_DRAWING')
    .where('status', 'in', ['PENDING', 'APPROVED', 'PAID'])
    .executeTakeFirst();
  if (drawing) throw new AppError('IN_USE');
}
