import type { BankOfLine } from '../../../domain/ledger/entries.ts';
import { AppError, type FieldError } from '../../../domain/errors.ts';
import { PURPOSE_LABELS, type BankPurpose } from '../../../domain/firm/bank-accounts.ts';
import type { Ctx } from '../../platform/http/context.ts';

type BankRequest = { purpose: BankPurpose; currency: string; branchId: number };

/**
 * The account that money of a purpose is proposed for: the branch's default, else the firm's, else the one under which
 * money is kept until the firm has entered its own. Throws NO_BANK_ACCOUNT. G2.
 */
export async function proposedBank(ctx: Ctx, { purpose, currency, branchId }: BankRequest): Promise<number> {
  const row = await ctx.db
    .selectFrom('bank_accounts')
    .select('id')
    .where('purpose', '=', purpose)
    .where('currency', '=', currency)
    .where((e) => e.or([e('is_default', '=', true), e('stands_in', '=', true)]))
    .where((e) => e.or([e('branch_id', 'is', null), e('branch_id', '=', branchId)]))
    .orderBy('stands_in')
    .orderBy('branch_id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  if (!row) throw new AppError('NO_BANK_ACCOUNT', { purpose: PURPOSE_LABELS[purpose].toLowerCase(), currency });
  return row.id;
}

/**
 * The account that a person chose for money, or the proposed one where none was: active, for that purpose, in that currency,
 * of that branch or of every one. A wrong choice is a fault of the field `bank_account`. Throws NO_BANK_ACCOUNT. G2.
 */
export async function chosenBank(
  ctx: Ctx,
  chosen: number | null | undefined,
  request: BankRequest,
): Promise<{ id: number; faults: FieldError[] }> {
  if (chosen === null || chosen === undefined) return { id: await proposedBank(ctx, request), faults: [] };
  const row = await ctx.db
    .selectFrom('bank_accounts')
    .select(['name', 'stands_in', 'branch_id'])
    .where('id', '=', chosen)
    .where('purpose', '=', request.purpose)
    .where('currency', '=', request.currency)
    .where((e) => e.or([e('status', '=', 'ACTIVE'), e('stands_in', '=', true)]))
    .executeTakeFirst();
  // What was kept before any account was entered is kept under the proposed one when it is saved again.
  if (row?.stands_in) return { id: await proposedBank(ctx, request), faults: [] };
  const own = `one of our ${PURPOSE_LABELS[request.purpose].toLowerCase()} accounts in ${request.currency}`;
  const fault = (message: string) => ({ id: chosen, faults: [{ field: 'bank_account', message }] });
  if (!row) return fault(`Choose ${own}.`);
  if (row.branch_id === null || row.branch_id === request.branchId) return { id: chosen, faults: [] };
  const nameOf = (id: number) => ctx.branches.find((branch) => branch.id === id)?.name ?? 'another branch';
  const theirs = nameOf(row.branch_id);
  return fault(
    `${row.name} is an account of ${theirs}. Choose ${own} in ${nameOf(request.branchId)}, or enter this in ${theirs}.`,
  );
}

/** A bank account as the lines of an entry name it: with the ledger account that it is kept on. */
export async function bankOfLine(ctx: Ctx, bankAccountId: number): Promise<BankOfLine> {
  const { account } = await ctx.db
    .selectFrom('bank_accounts')
    .select('account')
    .where('id', '=', bankAccountId)
    .executeTakeFirstOrThrow();
  return { account: { code: account }, bankAccountId };
}
