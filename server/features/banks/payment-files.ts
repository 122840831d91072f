import { sql } from 'kysely';
import { pain001 } from '../../../domain/banks/pain001.ts';
import type * as contract from '../../../domain/banks/payment-contract.ts';
import {
  PAYMENT_FILE_STATES,
  paymentFileTable,
  type PaymentFileStatus,
} from '../../../domain/banks/payment-contract.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, firstOf, invalid, notFound } from '../../../domain/errors.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { dayIn, timeIn } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import { VOUCHER_STATES } from '../../../domain/vouchers/states.ts';
import { list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { same, type ListDefinition } from '../../platform/http/lists.ts';
import type { FileReply } from '../../platform/http/mount.ts';
import { assertMayHere } from '../decisions.ts';
import { contains, folded } from '../registers/page.ts';
import { refOf } from '../records.ts';
import { assertSecondPerson } from '../second-person.ts';
import { recheckMoney } from '../vouchers/holding.ts';
import { payingOf } from '../vouchers/money.ts';
import { lockVoucher } from '../vouchers/queries.ts';
import { ourAccount, type OurAccount } from './accounts.ts';
import {
  payableVouchers,
  shownVoucher,
  transferOf,
  vouchersOfFile,
  withAccounts,
  type WithAccount,
} from './payment-vouchers.ts';

const nameOf = (id: number) => `PAY-${id}`;

/** Vouchers that may be in a file of an account and day. */
export async function payable(
  ctx: Ctx,
  { query }: Decoded<typeof contract.findPayable>,
): Promise<Reply<typeof contract.findPayable>> {
  const account = await ourAccount(ctx, query.account, { lock: false });
  const { id, currency } = account;
  const vouchers = await payableVouchers(ctx, { account: id, currency, day: query.day });
  const all = await withAccounts(ctx, vouchers, currency);
  return { currency, vouchers: all.map((one) => shownVoucher(one, currency)) };
}

type Ordered = { id: number; day: string; account: OurAccount; vouchers: readonly WithAccount[] };

async function written(ctx: Ctx, { id, day, account, vouchers }: Ordered): Promise<string> {
  const { swift } = await ctx.db
    .selectFrom('bank_accounts')
    .select('swift')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  return pain001({
    messageId: nameOf(id),
    // Without an offset it is read as the time of where it was written.
    writtenAt: `${dayIn(ctx.firm.timeZone, ctx.now)}T${timeIn(ctx.firm.timeZone, ctx.now)}`,
    day,
    currency: account.currency,
    payer: ctx.firm.name,
    account: { number: account.number, iban: account.iban, bank: account.bank, swift },
    transfers: vouchers.map(transferOf),
  });
}

/** Refuses a file of before an account was changed to which it does not pay. Throws WRONG_STATE. M11. */
function assertPaidWhereKnown(vouchers: readonly WithAccount[], since: Date, action: string): void {
  const changed = ({ voucher, account }: WithAccount) =>
    voucher.status === 'APPROVED' && account !== null && account.confirmed_at > since;
  if (vouchers.some(changed))
    throw new AppError('WRONG_STATE', { status: 'from before an account of a payee was changed', action });
}

/** What waited for a second person is still to be paid, and its money still there. Throws WRONG_STATE, OVER_RELEASED. */
async function lockWaiting(ctx: Ctx, vouchers: readonly WithAccount[], action: string): Promise<void> {
  for (const { voucher } of vouchers.toSorted((a, b) => a.voucher.id - b.voucher.id)) {
    const locked = await lockVoucher(ctx, voucher.id);
    if (locked.status !== 'APPROVED') {
      const status = `with ${voucher.number}, which is ${VOUCHER_STATES[locked.status].label.toLowerCase()}`;
      throw new AppError('WRONG_STATE', { status, action });
    }
    await recheckMoney(ctx, locked, { pay: true });
  }
}

/** Each voucher of a file: approved by another, its money still there. Throws SELF_DECISION, OVER_RELEASED, STALE. */
async function lockPayable(ctx: Ctx, ids: readonly number[]): Promise<void> {
  for (const id of ids.toSorted((a, b) => a - b)) {
    const voucher = await lockVoucher(ctx, id);
    if (voucher.status !== 'APPROVED') throw new AppError('STALE');
    await assertSecondPerson(ctx, payingOf(voucher));
    await recheckMoney(ctx, voucher, { pay: true });
  }
}

/**
 * Makes a file of approved vouchers of one account and day. Where the account of a payee was changed within 24 hours it waits
 * for a second person. Throws VALIDATION of vouchers that cannot be in it. M11.
 */
export async function makeFile(
  ctx: Ctx,
  { body }: Decoded<typeof contract.makePaymentFile>,
): Promise<Reply<typeof contract.makePaymentFile>> {
  assertMayHere(ctx, 'vouchers.pay');
  const account = await ourAccount(ctx, body.account, { lock: false });
  const { currency } = account;
  await lockPayable(ctx, [...new Set(body.vouchers)]);
  const able = await payableVouchers(ctx, { account: account.id, currency, day: body.day });
  const all = await withAccounts(ctx, able, currency);
  const chosen = all.filter(({ voucher }) => body.vouchers.includes(voucher.id));
  const faults = body.vouchers.flatMap((id, at) => {
    const one = chosen.find(({ voucher }) => voucher.id === id);
    const twice = body.vouchers.indexOf(id) !== at;
    const message = twice
      ? 'This voucher is chosen twice.'
      : one
        ? one.whyNot
        : 'It is not paid from this account on this day, or is in a file.';
    return message === null ? [] : [{ field: `vouchers.${at}`, message }];
  });
  if (faults.length > 0) throw invalid(...faults);
  const waits = chosen.some(({ account: at }) => at?.notice != null);
  const { id } = await ctx.db
    .insertInto('payment_files')
    .values({
      branch_id: ctx.branch.id,
      bank_account_id: account.id,
      day: body.day,
      currency,
      vouchers: chosen.length,
      total: sum(chosen.map(({ voucher }) => voucher.amount)),
      // It is written once it may go.
      status: 'WAITING',
      made_by: ctx.user.id,
      made_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('payment_file_vouchers')
    .values(
      chosen.map(({ voucher }) => ({
        branch_id: ctx.branch.id,
        file_id: id,
        voucher_id: voucher.id,
        amount: voucher.amount,
      })),
    )
    .execute();
  if (!waits) await release(ctx, { id, day: body.day, account, vouchers: chosen });
  const status = waits ? 'WAITING' : 'READY';
  await ctx.audit({
    entity: 'payment_file',
    entityId: id,
    branchId: ctx.branch.id,
    action: 'made',
    facts: { account: account.id, day: body.day, vouchers: chosen.map(({ voucher }) => voucher.number), status },
  });
  return { id, version: 1, status, number: nameOf(id) };
}

async function release(ctx: Ctx, ordered: Ordered): Promise<void> {
  const set = { status: 'READY', xml: await written(ctx, ordered) };
  await ctx.db.updateTable('payment_files').set(set).where('id', '=', ordered.id).execute();
}

async function lockFile(
  ctx: Ctx,
  id: number,
  { version, from }: { version: number; from: readonly PaymentFileStatus[] },
) {
  const file = await ctx.db
    .selectFrom('payment_files')
    .selectAll()
    .where('id', '=', id)
    .where('branch_id', 'in', ctx.scope)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  assertVersion(file.version, version);
  const status = file.status as PaymentFileStatus;
  if (!from.includes(status)) {
    const label = PAYMENT_FILE_STATES[status].label.toLowerCase();
    throw new AppError('WRONG_STATE', { status: label, action: 'this' });
  }
  return { ...file, status };
}

/**
 * A second person lets a file go whose payee has a new account. Where it is paid is looked at again: what was changed since it was made they may
 * not have seen; and so are its vouchers, which were paid by hand meanwhile or have lost their money. Throws STALE, WRONG_STATE,
 * OVER_RELEASED. §8, M11.
 */
export async function approveFile(
  ctx: Ctx,
  { params, body }: Decoded<typeof contract.approvePaymentFile>,
): Promise<Reply<typeof contract.approvePaymentFile>> {
  const file = await lockFile(ctx, params.id, { version: body.version, from: ['WAITING'] });
  if (file.made_by === ctx.user.id) throw new AppError('SELF_DECISION');
  const account = await ourAccount(ctx, file.bank_account_id, { lock: false });
  const vouchers = await withAccounts(ctx, await vouchersOfFile(ctx, file.id), file.currency);
  if (vouchers.some(({ whyNot }) => whyNot !== null)) throw new AppError('STALE');
  await lockWaiting(ctx, vouchers, 'approving it');
  assertPaidWhereKnown(vouchers, file.made_at, 'approving it');
  const version = file.version + 1;
  await release(ctx, { id: file.id, day: file.day, account, vouchers });
  await ctx.db
    .updateTable('payment_files')
    .set({ version, approved_by: ctx.user.id, approved_at: ctx.now })
    .where('id', '=', file.id)
    .execute();
  await ctx.audit({
    entity: 'payment_file',
    entityId: file.id,
    branchId: file.branch_id,
    action: 'approved',
    facts: {},
  });
  return { id: file.id, version, status: 'READY' };
}

/** Takes a file back: its vouchers may be in another. What the bank was sent is stopped there. M11. */
export async function withdrawFile(
  ctx: Ctx,
  { params, body }: Decoded<typeof contract.withdrawPaymentFile>,
): Promise<Reply<typeof contract.withdrawPaymentFile>> {
  const file = await lockFile(ctx, params.id, { version: body.version, from: ['WAITING', 'READY'] });
  const version = file.version + 1;
  await ctx.db
    .updateTable('payment_files')
    .set({
      status: 'WITHDRAWN',
      version,
      withdrawn_by: ctx.user.id,
      withdrawn_at: ctx.now,
      withdrawn_reason: body.reason,
    })
    .where('id', '=', file.id)
    .execute();
  await ctx.db.updateTable('payment_file_vouchers').set({ live: false }).where('file_id', '=', file.id).execute();
  const facts = { reason: body.reason };
  await ctx.audit({ entity: 'payment_file', entityId: file.id, branchId: file.branch_id, action: 'withdrawn', facts });
  return { id: file.id, version, status: 'WITHDRAWN' };
}

/** The file itself, once it may go to the bank. */
export async function fileOf(ctx: Ctx, { params }: Decoded<typeof contract.downloadPaymentFile>): Promise<FileReply> {
  const file = await ctx.db
    .selectFrom('payment_files')
    .select(['id', 'xml', 'status', 'branch_id', 'currency', 'made_at', 'approved_at'])
    .where('id', '=', params.id)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
  if (file.status !== 'READY' || file.xml === null)
    throw new AppError('WRONG_STATE', {
      status: PAYMENT_FILE_STATES[file.status as PaymentFileStatus].label.toLowerCase(),
      action: 'sending it to the bank',
    });
  const vouchers = await withAccounts(ctx, await vouchersOfFile(ctx, file.id), file.currency);
  assertPaidWhereKnown(vouchers, file.approved_at ?? file.made_at, 'sending it to the bank');
  const delivery = {
    action: 'downloaded',
    entity: 'payment_file',
    entityId: file.id,
    branchId: file.branch_id,
    facts: {},
  } as const;
  return {
    file: {
      name: `${nameOf(file.id)}.xml`,
      type: 'application/xml; charset=utf-8',
      bytes: Buffer.from(file.xml),
      delivery,
    },
  };
}

type StoredFile = Omit<Values<typeof paymentFileTable>, 'account'> & { account_id: number; account: string };

const FILES: ListDefinition = {
  table: 'payment_files',
  columns: sql`t.id, t.version, 'PAY-' || t.id as name, t.day, a.id as account_id, a.name as account, t.currency, t.total, t.vouchers, t.status,
    (select b.code from branches b where b.id = t.branch_id) as branch, u.name as made_by, t.made_by as made_by_id, t.made_at`,
  joins: sql`join bank_accounts a on a.id = t.bank_account_id join users u on u.id = t.made_by`,
  sorts: { day: 'day', id: 'id' } satisfies Record<Sortable<typeof paymentFileTable> | 'id', string>,
  defaultSort: 'id,desc',
  search: (text) =>
    sql`exists (select 1 from payment_file_vouchers f join vouchers v on v.id = f.voucher_id
      where f.file_id = t.id and ${contains(folded(sql`v.number`), text)})`,
};

/** Payment files of the caller's branches. §6 Paged lists. */
export const paymentFiles = list({
  table: paymentFileTable,
  name: 'payment-files',
  title: 'Payment files',
  definition: () => FILES,
  where: (_ctx, { status }: Decoded<typeof contract.listPaymentFiles>['query']) => [same({ status })],
  rowOf: ({ account_id: id, account: name, ...row }: StoredFile) => ({ ...row, account: { id, name } }),
});

type Stored = {
  id: number;
  version: number;
  status: PaymentFileStatus;
  day: string;
  currency: string;
  total: bigint;
  branch: { id: number; code: string; name: string };
  account: { id: number; name: string };
  made_by: { id: number; name: string };
  made_at: Date;
  approver: number | null;
  approver_name: string | null;
  withdrawn_at: Date | null;
  withdrawn_reason: string | null;
  withdrawer: { id: number; name: string } | null;
};

/** One payment file as its page shows it. */
export async function paymentFile(ctx: Ctx, id: number): Promise<Reply<typeof contract.getPaymentFile>> {
  const { rows } = await sql<Stored>`
    select t.id, t.version, t.status, t.day, t.currency, t.total, t.made_at, t.withdrawn_at, t.withdrawn_reason,
      json_build_object('id', b.id, 'code', b.code, 'name', b.name) as branch, json_build_object('id', a.id, 'name', a.name) as account,
      json_build_object('id', u.id, 'name', u.name) as made_by, s.id as approver, s.name as approver_name,
      case when w.id is not null then json_build_object('id', w.id, 'name', w.name) end as withdrawer
    from payment_files t join branches b on b.id = t.branch_id join bank_accounts a on a.id = t.bank_account_id
      join users u on u.id = t.made_by left join users s on s.id = t.approved_by left join users w on w.id = t.withdrawn_by
    where t.id = ${id} and t.branch_id = any(${[...ctx.scope]}::int[])`.execute(ctx.db);
  const {
    approver,
    approver_name: approverName,
    withdrawn_at: at,
    withdrawn_reason: reason,
    withdrawer: by,
    ...file
  } = firstOf(rows);
  const vouchers = await withAccounts(ctx, await vouchersOfFile(ctx, id), file.currency);
  return {
    ...file,
    name: nameOf(file.id),
    total: formatAmount(file.total, file.currency),
    vouchers: vouchers.map((one) => shownVoucher(one, file.currency)),
    approved_by: refOf(approver, approverName),
    withdrawn: by && at ? { by, at, reason: reason ?? '' } : null,
  };
}
