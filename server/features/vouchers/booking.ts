import { AppError } from '../../../domain/errors.ts';
import type { BankPurpose } from '../../../domain/firm/bank-accounts.ts';
import { exchangeLine, type LedgerLine } from '../../../domain/ledger/entries.ts';
import { settleInOrder } from '../../../domain/ledger/settling.ts';
import type { Day } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import { convert } from '../../../domain/values/rate.ts';
import type { AccountFunction } from '../../../domain/ledger/accounts.ts';
import { isOfClaim, isTransfer, type VoucherKind } from '../../../domain/vouchers/kinds.ts';
import { transferLines } from '../../../domain/vouchers/conversion.ts';
import { expenseLine, taxBaseGivenUp } from '../../../domain/vouchers/rules.ts';
import { voucherRules } from '../../../domain/vouchers/kinds.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PostLine } from '../ledger/post.ts';
import { bankOfLine, proposedBank } from '../firm/own-banks.ts';
import { rateOn } from '../ledger/rates.ts';
import { exchangeOf } from './conversions.ts';
import { type Net, partsById, type RequestedItem, type Payable, type Voucher } from './queries.ts';
import { taxesGivenUp } from './invoice-taxes.ts';
import { netLines } from './nets.ts';
import { cashOf } from './refunds.ts';

type Locked = { requested: readonly RequestedItem[]; payables: readonly Payable[]; nets: readonly Net[] };

/**
 * Dr what is owed on one credit note (premium payable, or of a refund premium receivable): its open items, oldest due first, with the base that they were booked at. What it
 * is for may be released by several debit notes, so several parts may be of it. §3.
 */
function noteLine(noteId: number, parts: readonly RequestedItem[], payables: readonly Payable[]): PostLine {
  const partyId = parts[0]?.part.partyId ?? null;
  if (partyId === null) throw new Error('What a credit note owes has its party.');
  const amount = sum(parts.map((one) => one.requested));
  const own = payables.filter((item) => item.noteId === noteId);
  const { steps, rest } = settleInOrder(own, amount);
  const [first] = own;
  if (rest > 0n || first === undefined) throw new Error('A credit note has less open than its parts have left.');
  return {
    // Premium of a history may lie on several accounts: each note is paid where it was booked.
    account: { code: first.account },
    partyId,
    amount,
    base: -sum(steps.map((step) => step.base)),
    noteId,
    settles: steps.map((step) => ({ item: step.item.id, amount: step.amount, base: step.base })),
  };
}

/** Parts with what is taken of each, and the open items of what is owed for them. */
type Owing = {
  requested: readonly (Pick<RequestedItem, 'requested'> & {
    part: Pick<RequestedItem['part'], 'id' | 'partyId' | 'debitNoteId'>;
  })[];
  payables: readonly Payable[];
};

/** Dr what is owed for each part without a credit note, at the base that it was booked at: claims payable, salvage. C5, C11. */
export function owedLines({ requested, payables }: Owing): PostLine[] {
  return requested.map(({ part, requested: amount }): PostLine => {
    const own = payables.filter((item) => item.partId === part.id);
    const { steps, rest } = settleInOrder(own, amount);
    const [first] = own;
    if (rest > 0n || first === undefined) throw new Error('A part has less open than it has left.');
    return {
      account: { code: first.account },
      partyId: part.partyId ?? undefined,
      amount,
      base: -sum(steps.map((step) => step.base)),
      noteId: part.debitNoteId,
      settles: steps.map((step) => ({ item: step.item.id, amount: step.amount, base: step.base })),
    };
  });
}

function noteLines({ requested, payables }: Locked): PostLine[] {
  const byNote = Map.groupBy(requested, (one) => one.part.creditNoteId);
  return [...byNote].map(([noteId, parts]) => {
    if (noteId === null) throw new Error('A part of a security or a refund has its credit note.');
    return noteLine(noteId, parts, payables);
  });
}

/** What is taken of parts of a tax, and with the sign turned what was paid too much of others. */
type Taken = Record<'requested' | 'netted', readonly Pick<RequestedItem, 'part' | 'note' | 'requested'>[]>;

/** Parts of which something is set off, each by so much less. M15. */
async function nettedParts(ctx: Ctx, nets: readonly Net[]): Promise<Taken['netted']> {
  const own = nets.flatMap(({ part, amount }) => (part === null ? [] : [{ part, amount }]));
  const parts = await partsById(
    ctx,
    own.map((one) => one.part),
  );
  return own.map(({ part: id, amount }) => {
    const part = parts.get(id);
    if (!part) throw new AppError('NOT_FOUND');
    return { part, note: part.note, requested: -amount };
  });
}

/** Dr taxes payable for a tax, in one line: the parts give up the base that their notes were booked at. §3. */
function taxLine(voucher: Voucher, { requested, netted }: Taken, atDayRate: bigint): LedgerLine {
  const givenUp = sum([...requested, ...netted].map((one) => taxBaseGivenUp(one.part, one.note, one.requested)));
  return {
    account: 'TAXES_PAYABLE',
    taxId: voucher.tax_id ?? undefined,
    amount: voucher.amount,
    // A draft has not chosen its parts yet: its preview shows the day's rate.
    base: requested.length > 0 ? givenUp : atDayRate,
  };
}

/** Dr taxes payable for a tax of our invoices: they give up the base that they were booked at. §3. */
async function invoiceTaxLine(ctx: Ctx, voucher: Voucher, atDayRate: bigint): Promise<PostLine> {
  const { amount, tax_id: taxId } = voucher;
  // A draft has not chosen its documents yet: its preview shows the day's rate.
  const base = (await taxesGivenUp(ctx, voucher)) ?? atDayRate;
  return { account: 'TAXES_PAYABLE', taxId: taxId ?? undefined, amount, base };
}

/** Where what stays with the firm goes: its own bank of the other purpose. §3. */
async function ownBank(ctx: Ctx, { branch_id: branchId, currency }: Voucher, purpose: BankPurpose) {
  return bankOfLine(ctx, await proposedBank(ctx, { purpose, currency, branchId }));
}

/** Dr unallocated cash: what the receipt of a refund still holds gives up the base that it was booked at. M17. */
async function refundLine(ctx: Ctx, voucher: Voucher): Promise<PostLine> {
  const cash = await cashOf(ctx, voucher, { lock: false });
  if (!cash || voucher.payee_id === null) throw new Error('A refund has its receipt and its payer.');
  const { steps, rest } = settleInOrder([cash], voucher.amount);
  if (rest > 0n) throw new AppError('RECEIPT_SPENT', { left: 'less' });
  return {
    account: { code: cash.account },
    partyId: voucher.payee_id,
    amount: voucher.amount,
    base: -sum(steps.map((step) => step.base)),
    settles: steps.map((step) => ({ item: step.item.id, amount: step.amount, base: step.base })),
  };
}

const DRAFTED_ON: Partial<Record<VoucherKind, AccountFunction>> = {
  SALVAGE: 'CLAIMS_RECOVERABLE',
  REFUND: 'PREMIUM_RECEIVABLE',
};

// A draft has not chosen its parts yet: its preview shows the account and the day's rate.
function owedOrDay({ kind, payee_id: payee, amount }: Voucher, locked: Locked, base: bigint): PostLine[] {
  if (locked.requested.length > 0) return owedLines(locked);
  const account = DRAFTED_ON[kind] ?? 'CLAIMS_PAYABLE';
  return [{ account, partyId: payee ?? undefined, amount, base }];
}

/** What leaves one of our accounts comes into the other, of a conversion through exchange clearing. M6. */
async function ownTransferLines(ctx: Ctx, voucher: Voucher, day: Day): Promise<PostLine[]> {
  const { exchange, into } = await exchangeOf(ctx, voucher, day);
  const banks = { from: await bankOfLine(ctx, voucher.bank_account_id), into: await bankOfLine(ctx, into) };
  return transferLines(exchange, banks);
}

/** What paying a voucher on a day books: its debits, the bank at the day's rate, the exchange difference. §3. */
export async function paymentLines(ctx: Ctx, voucher: Voucher, locked: Locked & { day: Day }): Promise<PostLine[]> {
  if (isTransfer(voucher.kind)) return ownTransferLines(ctx, voucher, locked.day);
  const rate = await rateOn(ctx, voucher.currency, locked.day);
  const base = convert(voucher.amount, { from: voucher.currency, to: ctx.firm.baseCurrency, rate });
  const debits = async (): Promise<PostLine[]> => {
    if (voucher.kind === 'PREMIUM') return [...noteLines(locked), ...netLines(voucher, locked.nets, locked.payables)];
    if (isOfClaim(voucher.kind)) return owedOrDay(voucher, locked, base);
    if (voucher.kind === 'TAX')
      return [taxLine(voucher, { ...locked, netted: await nettedParts(ctx, locked.nets) }, base)];
    if (voucher.kind === 'INVOICE_TAX') return [await invoiceTaxLine(ctx, voucher, base)];
    if (voucher.kind === 'EXPENSE') return [expenseLine({ ...voucher, base })];
    if (voucher.receipt_id !== null) return [await refundLine(ctx, voucher)];
    if (voucher.kind === 'REFUND')
      return locked.requested.length > 0 ? noteLines(locked) : owedOrDay(voucher, locked, base);
    const { on, into } = voucherRules(voucher.kind);
    if (on !== null) return [{ account: on, amount: voucher.amount, base }];
    if (into === null) throw new Error(`Nothing says what a ${voucher.kind} books.`);
    return [{ ...(await ownBank(ctx, voucher, into)), amount: voucher.amount, base }];
  };
  const bank = await bankOfLine(ctx, voucher.bank_account_id);
  const paid = { ...bank, amount: -voucher.amount, base: -base };
  const lines = [...(await debits()), ...(voucher.amount === 0n ? [] : [paid])];
  return [...lines, ...exchangeLine(lines)];
}
