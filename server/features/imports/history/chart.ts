import { sql } from 'kysely';
import type { AccountUses, OtherAccount } from '../../../../domain/imports/history/accounts.ts';
import { isOfTaxes, TYPE_OF_KIND } from '../../../../domain/imports/history/accounts.ts';
import { PURPOSE_FUNCTIONS, PURPOSES } from '../../../../domain/firm/bank-accounts.ts';
import { ACCOUNT_FUNCTIONS, FUNCTION_NAMES } from '../../../../domain/ledger/accounts.ts';
import { searchKey } from '../../../platform/http/lists.ts';
import type { Ctx } from '../../../platform/http/context.ts';

type Chart = { accounts: readonly OtherAccount[]; uses: AccountUses };
type Own = { code: string; name: string; function: string | null; is_default: boolean };

/** The first code after one that neither chart has. */
function freeCode(after: string, taken: Set<string>): string {
  let code = BigInt(after);
  do code = code === 9999n ? 1000n : code + 1n;
  while (taken.has(code.toString().padStart(4, '0')));
  const text = code.toString().padStart(4, '0');
  taken.add(text);
  return text;
}

/** Puts the accounts of a history into the chart under their own codes; an account of ours under such a code gives way. */
async function putAccounts(ctx: Ctx, { accounts, uses }: Chart): Promise<void> {
  const rows = accounts.map(({ code, name, kind }) => {
    const { function: use, is_default } = uses[code] ?? { function: null, is_default: false };
    return {
      code,
      name,
      type: TYPE_OF_KIND[kind],
      sub: use === null ? 'NONE' : ACCOUNT_FUNCTIONS[use].sub,
      function: use,
      is_default,
    };
  });
  await sql`
    insert into ledger_accounts (code, name, type, sub_kind, function, is_default)
    select code, name, type, sub, function, is_default
    from json_to_recordset(${JSON.stringify(rows)}) as r (code text, name text, type text, sub text, function text, is_default boolean)
    on conflict (code) do update set name = excluded.name, type = excluded.type, sub_kind = excluded.sub_kind, function = excluded.function,
      is_default = excluded.is_default, status = 'ACTIVE', version = ledger_accounts.version + 1`.execute(ctx.db);
}

/** The account that a function takes from now on, where no account of the history does: ours, under a free code where its own went. */
async function keepFunctions(ctx: Ctx, { accounts, uses }: Chart, before: readonly Own[]): Promise<void> {
  const theirs = new Set(accounts.map(({ code }) => code));
  const taken = new Set([...theirs, ...before.map(({ code }) => code)]);
  const taking = new Set(Object.values(uses).flatMap((use) => (use.is_default && use.function ? [use.function] : [])));
  for (const name of FUNCTION_NAMES) {
    const own = before.find((one) => one.is_default && one.function === name);
    if (taking.has(name) || own === undefined) continue;
    const { type, sub } = ACCOUNT_FUNCTIONS[name];
    if (theirs.has(own.code))
      await ctx.db
        .insertInto('ledger_accounts')
        .values({
          code: freeCode(own.code, taken),
          name: own.name,
          type,
          sub_kind: sub,
          function: name,
          is_default: true,
        })
        .execute();
    else await ctx.db.updateTable('ledger_accounts').set({ is_default: true }).where('code', '=', own.code).execute();
  }
  // Nothing was ever posted on them, and others take their place.
  await sql`
    update ledger_accounts set status = 'INACTIVE', version = version + 1
    where function = any(${[...taking]}::text[]) and code <> all(${[...theirs]}::text[]) and status = 'ACTIVE'`.execute(
    ctx.db,
  );
}

/**
 * Has our accounts with banks kept on the new chart. Each account and currency of a history that is a bank's becomes one of
 * them: that which stands in for its purpose and currency, or, where that is taken, an inactive one under its name. G2.
 */
async function keepBanks(ctx: Ctx, { accounts, uses }: Chart): Promise<void> {
  await sql`
    update bank_accounts b set account = a.code from ledger_accounts a
    where a.is_default and a.function = case b.purpose when 'CLIENT' then 'CLIENT_BANK' else 'OFFICE_BANK' end`.execute(
    ctx.db,
  );
  for (const purpose of PURPOSES) {
    const codes = accounts.flatMap(({ code }) => (uses[code]?.function === PURPOSE_FUNCTIONS[purpose] ? [code] : []));
    const { rows } = await sql<{ account: string; name: string; currency: string; place: number }>`
      select account, a.name, currency, row_number() over (partition by currency order by count(*) desc, account)::int as place
      from h_posted join h_accounts a on a.code = account where account = any(${codes}::text[]) group by 1, 2, 3`.execute(
      ctx.db,
    );
    for (const { account, name, currency, place } of rows) {
      if (place === 1)
        await ctx.db
          .updateTable('bank_accounts')
          .set({ account })
          .where('purpose', '=', purpose)
          .where('currency', '=', currency)
          .where('stands_in', '=', true)
          .execute();
      else
        await ctx.db
          .insertInto('bank_accounts')
          .values({
            name,
            bank: name,
            number: account,
            currency,
            purpose,
            account,
            status: 'INACTIVE',
            search_text: searchKey(name),
          })
          .execute();
    }
  }
}

/** The tax of each account that is of taxes: the one it was said to be, or one of its own. */
async function taxesOf(ctx: Ctx, { accounts, uses }: Chart): Promise<{ code: string; tax: number }[]> {
  const taxed: { code: string; tax: number }[] = [];
  for (const { code, name } of accounts) {
    const use = uses[code];
    if (use === undefined || !isOfTaxes(use.function)) continue;
    const row =
      use.tax === null
        ? await ctx.db
            .insertInto('taxes')
            .values({ code: `A${code}`, name })
            .onConflict((conflict) => conflict.column('code').doUpdateSet({ name }))
            .returning('id')
            .executeTakeFirstOrThrow()
        : await ctx.db.selectFrom('taxes').select('id').where('code', '=', use.tax).executeTakeFirstOrThrow();
    await ctx.db.updateTable('taxes').set({ account: code }).where('id', '=', row.id).execute();
    taxed.push({ code, tax: row.id });
  }
  return taxed;
}

/** Makes the firm's chart that of the history, and `h_uses` each account's function and tax, as its lines need them. G1. */
export async function takeChart(ctx: Ctx, chart: Chart): Promise<void> {
  const before = await ctx.db
    .selectFrom('ledger_accounts')
    .select(['code', 'name', 'function', 'is_default'])
    .execute();
  const functions = before.map((one): Own => one);
  await ctx.db.updateTable('ledger_accounts').set({ is_default: false }).where('is_default', '=', true).execute();
  await putAccounts(ctx, chart);
  await keepFunctions(ctx, chart, functions);
  await keepBanks(ctx, chart);
  const taxes = await taxesOf(ctx, chart);
  await sql`
    insert into h_uses
    select a.code, a.function, t.tax from ledger_accounts a
    left join json_to_recordset(${JSON.stringify(taxes)}) as t (code text, tax int) on t.code = a.code`.execute(ctx.db);
}
