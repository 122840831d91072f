import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid, type FieldError, notFound } from '../../../domain/errors.ts';
import {
  PURPOSE_FUNCTIONS,
  type BankPurpose,
  type bankAccounts as bankAccountItems,
  bankAccountTable,
  type editBankAccount,
  type saveBankAccount,
  type updateBankAccount,
} from '../../../domain/firm/bank-accounts.ts';
import { plainCode } from '../../../domain/firm/iban.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { same, searchKey } from '../../platform/http/lists.ts';
import { assertVersion } from '../registers/form.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';
import { contains, register, type RegisterDefinition } from '../registers/page.ts';
import { changesOf } from './changes.ts';
import { codeOf, readChart } from './chart.ts';

const ACCOUNTS: RegisterDefinition = {
  from: sql`(
    select a.*, b.code as branch, lower(a.name) as name_key, lower(a.bank) as bank_key
    from bank_accounts a left join branches b on b.id = a.branch_id) t`,
  columns: sql`t.id, t.name, t.bank, t.bank_branch, t.number, t.iban, t.swift, t.currency, t.purpose, t.account,
    t.branch_id, t.branch, t.is_default, t.status, t.version`,
  sorts: {
    name: 'name_key',
    bank: 'bank_key',
    number: 'number',
    currency: 'currency',
    purpose: 'purpose',
    branch: 'branch',
    status: 'status',
    id: 'id',
  } satisfies Record<Sortable<typeof bankAccountTable>, string>,
  defaultSort: 'purpose;currency;name',
  search: (text) => contains(sql`t.search_text`, text),
};

type Form = Decoded<typeof saveBankAccount>['body'];

/** The firm's own accounts with banks, of all branches and of the caller's. */
export const bankAccounts = register({
  table: bankAccountTable,
  name: 'bank-accounts',
  title: 'Bank accounts',
  definition: ACCOUNTS,
  within: (ctx) => sql`not t.stands_in and (t.branch_id is null or t.branch_id = any(${ctx.scope}::int[]))`,
  where: (_ctx, { status, purpose }: Decoded<typeof bankAccountItems>['query']) => [same({ status, purpose })],
  rowOf: (row: Values<typeof bankAccountTable>) => row,
});

type Money = { purpose: BankPurpose; currency: string };

/** The ledger account that money of a purpose in a currency is kept on: where it was before this account, else by default. */
async function accountFor(ctx: Ctx, { purpose, currency }: Money): Promise<string> {
  const before = await ctx.db
    .selectFrom('bank_accounts')
    .select('account')
    .where('purpose', '=', purpose)
    .where('currency', '=', currency)
    .where('stands_in', '=', true)
    .executeTakeFirst();
  return before?.account ?? codeOf(await readChart(ctx.db), PURPOSE_FUNCTIONS[purpose]);
}

async function checked(ctx: Ctx, form: Form) {
  const faults: FieldError[] = [];
  const currency = await ctx.db
    .selectFrom('currencies')
    .select('active')
    .where('code', '=', form.currency)
    .executeTakeFirst();
  if (!currency?.active) faults.push({ field: 'currency', message: 'Choose an active currency.' });
  if (form.branch_id !== null) {
    const branch = await ctx.db
      .selectFrom('branches')
      .select('status')
      .where('id', '=', form.branch_id)
      .executeTakeFirst();
    if (branch?.status !== 'ACTIVE') faults.push({ field: 'branch_id', message: 'Choose an active branch.' });
  }
  if (faults.length > 0) throw invalid(...faults);
  return {
    ...form,
    iban: plainCode(form.iban),
    swift: plainCode(form.swift),
    account: await accountFor(ctx, form),
    search_text: searchKey([form.name, form.bank, form.bank_branch, form.number, plainCode(form.iban)].join(' ')),
  };
}

/** Of one purpose, currency and branch one account is the default: a new one takes the place of the old. */
async function yieldDefault(ctx: Ctx, form: Form, except: number): Promise<void> {
  if (!form.is_default) return;
  const yielded = await ctx.db
    .updateTable('bank_accounts')
    .set((e) => ({ is_default: false, version: e('version', '+', 1) }))
    .where('purpose', '=', form.purpose)
    .where('currency', '=', form.currency)
    .where('branch_id', 'is not distinct from', form.branch_id)
    .where('is_default', '=', true)
    .where('id', '<>', except)
    .returning('id')
    .execute();
  for (const { id } of yielded)
    await ctx.audit({ entity: 'bank_account', entityId: id, action: 'edited', facts: { is_default: false } });
}

// One at a time decides which account is the default.
async function lockAccounts(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bank_accounts'))`.execute(ctx.db);
}

const PERSONAL = ['name', 'bank', 'bank_branch', 'number', 'iban', 'swift'];

export async function addBankAccount(
  ctx: Ctx,
  { body }: Decoded<typeof saveBankAccount>,
): Promise<Reply<typeof saveBankAccount>> {
  const values = await checked(ctx, body);
  await lockAccounts(ctx);
  await yieldDefault(ctx, body, 0);
  const row = await orDuplicate(
    ctx.db.insertInto('bank_accounts').values(values).returning(['id', 'version', 'status']).executeTakeFirstOrThrow(),
  );
  await ctx.audit({ entity: 'bank_account', entityId: row.id, action: 'added', ...changesOf({}, body, PERSONAL) });
  return row;
}

async function lockAccount(ctx: Ctx, id: number) {
  await lockAccounts(ctx);
  return ctx.db
    .selectFrom('bank_accounts')
    .selectAll()
    .where('id', '=', id)
    .where('stands_in', '=', false)
    .where((e) => e.or([e('branch_id', 'is', null), e('branch_id', 'in', ctx.scope)]))
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}

/** Statements belong to the branch of their account, which it therefore keeps. M9. */
async function assertSameBranch(
  ctx: Ctx,
  before: { id: number; branch_id: number | null },
  { branch_id: branchId }: Form,
): Promise<void> {
  if (before.branch_id === branchId) return;
  const row = await ctx.db
    .selectFrom('bank_statements')
    .select('id')
    .where('bank_account_id', '=', before.id)
    .limit(1)
    .executeTakeFirst();
  if (row)
    throw invalid({
      field: 'branch_id',
      message: 'Statements were imported for this account: its branch stays. Add another account.',
    });
}

/** An account on which a receipt, a voucher or a posted line was kept stays in its currency and for its purpose. G2. */
async function assertSameMoney(
  ctx: Ctx,
  before: { id: number; currency: string; purpose: string },
  { currency, purpose }: Form,
): Promise<void> {
  if (before.currency === currency && before.purpose === purpose) return;
  const { rows } = await sql<{ used: boolean }>`
    select exists (select 1 from receipts where bank_account_id = ${before.id})
      or exists (select 1 from vouchers where bank_account_id = ${before.id} or into_account_id = ${before.id})
      or exists (select 1 from bank_statements where bank_account_id = ${before.id})
      or exists (select 1 from journal_lines where bank_account_id = ${before.id}) as used`.execute(ctx.db);
  if (!rows[0]?.used) return;
  const field = before.currency === currency ? 'purpose' : 'currency';
  throw invalid({
    field,
    message: 'Money was kept on this account: its currency and purpose stay. Add another account.',
  });
}

export async function changeBankAccount(
  ctx: Ctx,
  { body: { id, version: read, ...form } }: Decoded<typeof editBankAccount>,
): Promise<Reply<typeof editBankAccount>> {
  const before = await lockAccount(ctx, id);
  assertVersion(before, read);
  const values = await checked(ctx, form);
  if (form.is_default && before.status !== 'ACTIVE')
    throw invalid({ field: 'is_default', message: 'An inactive account is no default. Make it active first.' });
  await assertSameMoney(ctx, before, form);
  await assertSameBranch(ctx, before, form);
  await yieldDefault(ctx, form, id);
  const version = before.version + 1;
  await orDuplicate(
    ctx.db
      .updateTable('bank_accounts')
      .set({ ...values, version })
      .where('id', '=', id)
      .execute(),
  );
  await ctx.audit({ entity: 'bank_account', entityId: id, action: 'edited', ...changesOf(before, form, PERSONAL) });
  return { id, version, status: before.status };
}

export async function turnBankAccount(
  ctx: Ctx,
  { query: { id, status }, body }: Decoded<typeof updateBankAccount>,
): Promise<Reply<typeof updateBankAccount>> {
  const before = await lockAccount(ctx, id);
  assertVersion(before, body.version);
  const version = before.version + 1;
  const is_default = before.is_default && status === 'ACTIVE';
  await ctx.db.updateTable('bank_accounts').set({ status, is_default, version }).where('id', '=', id).execute();
  const facts = { before: before.status, after: status };
  await ctx.audit({ entity: 'bank_account', entityId: id, action: 'status_changed', facts });
  return { id, version, status };
}

type PayTo = { purpose: BankPurpose; branchId: number; currency: string };

/** Where money of a purpose in a currency is to be paid: the branch's default account, else the firm's; null when none is set. */
export async function payToAccount(ctx: Ctx, { purpose, branchId, currency }: PayTo) {
  const row = await ctx.db
    .selectFrom('bank_accounts')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('currency', '=', currency)
    .where('is_default', '=', true)
    .where((e) => e.or([e('branch_id', 'is', null), e('branch_id', '=', branchId)]))
    .orderBy('branch_id', (order) => order.asc().nullsLast())
    .executeTakeFirst();
  return row ?? null;
}
