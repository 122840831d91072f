import { exchangeLine, type LedgerLine } from '../../../domain/ledger/entries.ts';
import { settleInOrder } from '../../../domain/ledger/settling.ts';
import type { Day } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import { convert } from '../../../domain/values/rate.ts';
import { isOfClaim } from '../../../domain/vouchers/kinds.ts';
import { expenseLine, taxBaseGivenUp } from '../../../domain/vouchers/rules.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PostLine } from '../ledger/post.ts';
import { bankOfLine, proposedBank } from '../firm/own-banks.ts';
import { rateOn } from '../ledger/rates.ts';
import type { RequestedItem, Payable, Voucher } from './queries.ts';

type Locked = { requested: readonly RequestedItem[]; payables: readonly Payable[] };

/**
 * Dr premium payable for one credit note: its open items, oldest due first, with the base that they were booked at. What it
 * is for may be released by several debit notes, so several parts may be of it. §3.
 */
function premiumLine(noteId: number, parts: readonly RequestedItem[], payables: readonly Payable[]): PostLine {
  const partyId = parts[0]?.part.partyId ?? null;
  if (partyId === null) throw new Error('A security’s part has its security.');
  const amount = sum(parts.map((one) => one.requested));
  const own = payables.filter((item) => item.noteId === noteId);
  const { steps, rest } = settleInOrder(own, amount);
  if (rest > 0n) throw new Error('A credit note has less open than its parts have left.');
  return {
    account: 'PREMIUM_PAYABLE',
    partyId,
    amount,
    base: -sum(steps.map((step) => step.base)),
    noteId,
    settles: steps.map((step) => ({ item: step.item.id, amount: step.amount, base: step.base })),
  };
}

/** Dr what is owed for each part without a credit note, at the base that it was booked at: claims payable, salvage. C5, C11. */
export function owedLines({ requested, payables }: Locked): PostLine[] {
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

function premiumLines({ requested, payables }: Locked): PostLine[] {
  const byNote = Map.groupBy(requested, (one) => one.part.creditNoteId);
  return [...byNote].map(([noteId, parts]) => {
    if (noteId === null) throw new Error('A security’s part has its credit note.');
    return premiumLine(noteId, parts, payables);
  });
}

/** Dr taxes payable for a tax, in one line: the parts give up the base that their notes were booked at. §3. */
function taxLine(voucher: Voucher, requested: readonly RequestedItem[], atDayRate: bigint): LedgerLine {
  const givenUp = sum(requested.map((one) => taxBaseGivenUp(one.part, one.note, one.requested)));
  return {
    account: 'TAXES_PAYABLE',
    taxId: voucher.tax_id ?? undefined,
    amount: voucher.amount,
    // A draft has not chosen its parts yet: its preview shows the day's rate.
    base: requested.length > 0 ? givenUp : atDayRate,
  };
}

// A draft has not chosen its parts yet: its preview shows the account and the day's rate.
function owedOrDay({ kind, payee_id: payee, amount }: Voucher, locked: Locked, base: bigint): PostLine[] {
  if (locked.requested.length > 0) return owedLines(locked);
  const account = kind === 'SALVAGE' ? 'CLAIMS_RECOVERABLE' : 'CLAIMS_PAYABLE';
  return [{ account, partyId: payee ?? undefined, amount, base }];
}

/** Where drawn brokerage goes: the firm’s own bank. §3. */
async function officeBank(ctx: Ctx, { branch_id: branchId, currency }: Voucher) {
  return bankOfLine(ctx, await proposedBank(ctx, { purpose: 'OFFICE', currency, branchId }));
}

/** What paying a voucher on a day books: its debits, the bank at the day's rate, the exchange difference. §3. */
export async function paymentLines(ctx: Ctx, voucher: Voucher, locked: Locked & { day: Day }): Promise<PostLine[]> {
  const rate = await rateOn(ctx, voucher.currency, locked.day);
  const base = convert(voucher.amount, { from: voucher.currency, to: ctx.firm.baseCurrency, rate });
  const debits = async (): Promise<PostLine[]> => {
    if (voucher.kind === 'PREMIUM') return premiumLines(locked);
    if (isOfClaim(voucher.kind)) return owedOrDay(voucher, locked, base);
    if (voucher.kind === 'TAX') return [taxLine(voucher, locked.requested, base)];
    if (voucher.kind === 'EXPENSE') return [expenseLine({ ...voucher, base })];
    return [{ ...(await officeBank(ctx, voucher)), amount: voucher.amount, base }];
  };
  const bank = await bankOfLine(ctx, voucher.bank_account_id);
  const lines = [...(await debits()), { ...bank, amount: -voucher.amount, base: -base }];
  return [...lines, ...exchangeLine(lines)];
}
