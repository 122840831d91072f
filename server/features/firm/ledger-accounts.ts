import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid, notFound } from '../../../domain/errors.ts';
import {
  accountTable,
  type accountItems,
  type editAccount,
  type saveAccount,
  type subAccounts as subAccountItems,
  subAccountTable,
} from '../../../domain/firm/ledger-accounts.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { readCount } from '../../../domain/values/decimal.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { fact } from '../../platform/exports/facts.ts';
import { assertVersion } from '../registers/form.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';
import { contains, folded, register, type RegisterDefinition } from '../registers/page.ts';
import { changesOf } from './changes.ts';

type Account = Reply<typeof accountItems>['data'][number];

/** The chart of accounts; with the number of sub-ledger accounts of each for those who may see the ledger. */
async function accountRows(ctx: Ctx): Promise<Account[]> {
  const seen = ctx.scope.filter((branch) => ctx.can('ledger.view', branch));
  const { rows } = await sql<Account>`
    select a.code, a.name, a.type, a.sub_kind, a.status, a.version, a.is_default as system,
      ${seen.length === 0 ? sql`null::int` : sql`coalesce(s.subs, 0)::int`} as subs
    from ledger_accounts a
    left join (
      select account, count(distinct (party_id, tax_id, bank_account_id)) as subs from daily_balances
      where branch_id = any(${seen}::int[]) and (party_id <> 0 or tax_id <> 0 or bank_account_id <> 0) group by 1) s on s.account = a.code
    order by a.code`.execute(ctx.db);
  return rows;
}

/** The chart, on a screen and as files. */
export const accounts = {
  table: accountTable,
  name: 'chart-of-accounts',
  title: 'Chart of accounts',
  rows: accountRows,
  reply: async (ctx: Ctx): Promise<Reply<typeof accountItems>> => ({ data: await accountRows(ctx) }),
};

// The trail has whole numbers for ids: an account's is its code.
const idOf = readCount;

export async function addAccount(ctx: Ctx, { body }: Decoded<typeof saveAccount>): Promise<Reply<typeof saveAccount>> {
  const row = await orDuplicate(
    ctx.db
      .insertInto('ledger_accounts')
      .values(body)
      .returning(['code', 'version', 'status'])
      .executeTakeFirstOrThrow(),
  );
  await ctx.audit({ entity: 'ledger_account', entityId: idOf(body.code), action: 'added', facts: body });
  return row;
}

async function assertUnused(
  ctx: Ctx,
  { code, is_default: isDefault }: { code: string; is_default: boolean },
): Promise<void> {
  if (isDefault)
    throw invalid({ field: 'status', message: 'Automatic postings use this account, so it stays active.' });
  const { rows } = await sql<{ balance: boolean; waits: boolean }>`
    select exists (select 1 from daily_balances where account = ${code}
        group by currency having sum(debit) <> sum(credit)) as balance,
      exists (select 1 from vouchers where account = ${code} and status in ('DRAFT', 'PENDING', 'APPROVED')) as waits`.execute(
    ctx.db,
  );
  if (rows[0]?.balance) throw invalid({ field: 'status', message: 'It has a balance. Bring it to nothing first.' });
  if (rows[0]?.waits)
    throw invalid({ field: 'status', message: 'Vouchers that are not paid name it. Pay or disable them first.' });
}

/** Renames an account, disables an unused one, makes it active again. */
export async function changeAccount(
  ctx: Ctx,
  { body: { code, version: read, ...after } }: Decoded<typeof editAccount>,
): Promise<Reply<typeof editAccount>> {
  const before = await ctx.db
    .selectFrom('ledger_accounts')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  assertVersion(before, read);
  if (after.status === 'INACTIVE' && before.status === 'ACTIVE') await assertUnused(ctx, before);
  const version = before.version + 1;
  await ctx.db
    .updateTable('ledger_accounts')
    .set({ ...after, version })
    .where('code', '=', code)
    .execute();
  const { facts } = changesOf(before, after);
  await ctx.audit({ entity: 'ledger_account', entityId: idOf(code), action: 'edited', facts: { code, ...facts } });
  return { code, version, status: after.status };
}

type Query = Decoded<typeof subAccountItems>['query'];

function subDefinition(ctx: Ctx, account: string): RegisterDefinition {
  return {
    from: sql`(
      select concat_ws('-', b.party_id, b.tax_id, nullif(b.bank_account_id, 0), b.currency) as id, nullif(b.party_id, 0) as party_id,
        nullif(b.tax_id, 0) as tax_id, nullif(b.bank_account_id, 0) as bank_account_id, coalesce(p.name, x.name, k.name, a.name) as name,
        coalesce(p.name_key, lower(coalesce(x.name, k.name, a.name))) as name_key,
        coalesce(p.search_text, lower(coalesce(x.name, k.name, a.name))) as search_text, b.currency, b.debit, b.credit, b.debit - b.credit as balance
      from (
        select party_id, tax_id, bank_account_id, currency, sum(debit)::bigint as debit, sum(credit)::bigint as credit from daily_balances
        where account = ${account} and branch_id = any(${ctx.scope}::int[]) group by 1, 2, 3, 4) b
      join ledger_accounts a on a.code = ${account}
      left join parties p on p.id = b.party_id left join taxes x on x.id = b.tax_id
      left join bank_accounts k on k.id = b.bank_account_id) t`,
    columns: sql`t.id, t.party_id, t.tax_id, t.bank_account_id, t.name, t.currency, t.debit, t.credit, t.balance`,
    sorts: {
      name: 'name_key',
      currency: 'currency',
      balance: 'balance',
      debit: 'debit',
      credit: 'credit',
      id: 'id',
    } satisfies Record<Sortable<typeof subAccountTable>, string>,
    defaultSort: 'name;currency',
    search: (text) => contains(folded(sql`t.search_text`), text),
  };
}

const ofAccount = register({
  table: subAccountTable,
  name: ({ account }: Query) => `account-${account}`,
  title: 'Sub-ledger accounts',
  facts: (_ctx, { account }) => [fact('Account', account)],
  definition: (ctx, { account }) => subDefinition(ctx, account),
  rowOf: (row: Values<typeof subAccountTable>) => row,
});

/** The sub-ledger accounts of an account in the caller's branches. */
export const subAccounts = {
  ...ofAccount,
  reply: async (ctx: Ctx, input: { query: Query }): Promise<Reply<typeof subAccountItems>> => {
    await ctx.db
      .selectFrom('ledger_accounts')
      .select('code')
      .where('code', '=', input.query.account)
      .executeTakeFirstOrThrow(notFound);
    return ofAccount.reply(ctx, input);
  },
};
