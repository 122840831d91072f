import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid, notFound, firstOf } from '../../../domain/errors.ts';
import { tagChange, type currency } from '../../../domain/registers/currencies.ts';
import { currencyTable } from '../../../domain/registers/tables.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import { exponentOf } from '../../../domain/values/currencies.ts';
import { formatAmount, parseAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertVersion, formValues } from './form.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';
import { contains, folded, inStatus, register, registerChoices, type RegisterDefinition } from './page.ts';
import { insertStandIns } from './stand-ins.ts';
import { policyUsesOf } from './uses.ts';

const CURRENCIES: RegisterDefinition = {
  from: sql`(
    select c.id, c.code, c.name, c.exponent, c.active, c.version, case when c.active then 'ACTIVE' else 'DISABLED' end as status,
      coalesce(c.code = f.base_currency, false) as base, case when c.code = f.base_currency then 0 else 1 end as base_first,
      last.rate, last.day as "rateDay"
    from currencies c left join firm f on true
    left join lateral (
      select r.rate, r.day from exchange_rates r where r.currency = c.code order by r.day desc limit 1) last on true) t`,
  columns: sql`t.id, t.code, t.name, t.exponent, t.active, t.status, t.base, t.rate, t."rateDay", t.version`,
  sorts: {
    base: 'base_first',
    code: 'code',
    name: 'name',
    status: 'status',
    rateDay: 'rateDay',
    id: 'id',
  } satisfies Record<Sortable<typeof currencyTable>, string>,
  defaultSort: 'base;code',
  search: (text) => contains(folded(sql`t.code || ' ' || t.name`), text),
};
type Row = Values<typeof currencyTable>;

/** Ten thousand million units of a currency with two decimals: no small difference by any measure. */
const MOST_LIMIT = 10n ** 12n;

const CHOICES: RegisterDefinition = {
  ...CURRENCIES,
  columns: sql`t.id, t.code, t.name, t.exponent, t.base, t.status`,
};

/** Currencies with their last rate. */
export const currencies = register({
  table: currencyTable,
  name: 'currencies',
  title: 'Currencies',
  definition: CURRENCIES,
  where: (_ctx, query: Decoded<typeof currency.items>['query']) => [inStatus(query.status)],
  rowOf: (row: Row) => row,
});

export async function findCurrencies(
  ctx: Ctx,
  query: Decoded<typeof currency.findAll>['query'] = {},
): Promise<Reply<typeof currency.findAll>> {
  const { status = 'ACTIVE' } = query;
  const active = status === 'ALL' ? undefined : sql`t.active = ${status === 'ACTIVE'}`;
  return registerChoices(ctx.db, CHOICES, { searchValue: query.searchValue, where: [active] });
}

export async function saveCurrency(
  ctx: Ctx,
  { code, name }: Decoded<typeof currency.save>['body'],
): Promise<Reply<typeof currency.save>> {
  const row = await orDuplicate(
    ctx.db
      .insertInto('currencies')
      .values({ code, name, exponent: exponentOf(code), active: true })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow(),
  );
  await insertStandIns(ctx.db);
  await ctx.audit({ entity: 'currency', entityId: row.id, action: 'added', facts: { after: { code, name } } });
  return { ...row, status: 'ACTIVE' };
}

async function lockCurrency(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('currencies')
    .select(['id', 'code', 'name', 'active', 'version', 'write_off_limit'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}

export async function editCurrency(
  ctx: Ctx,
  { id, name, version: read }: Decoded<typeof currency.edit>['body'],
): Promise<Reply<typeof currency.edit>> {
  const before = await lockCurrency(ctx, id);
  assertVersion(before, read);
  const version = before.version + 1;
  await ctx.db.updateTable('currencies').set({ name, version }).where('id', '=', id).execute();
  await ctx.audit({
    entity: 'currency',
    entityId: id,
    action: 'edited',
    facts: { before: { name: before.name }, after: { name } },
  });
  return { id, version, status: before.active ? 'ACTIVE' : 'DISABLED' };
}

/** Sets up to what the firm bears a difference on one note itself. Throws bad fields. M2. */
export async function setWriteOffLimit(
  ctx: Ctx,
  { body }: Decoded<typeof currency.setLimit>,
): Promise<Reply<typeof currency.setLimit>> {
  const before = await lockCurrency(ctx, body.id);
  assertVersion(before, body.version);
  const limit = parseAmount(body.amount, before.code);
  if (typeof limit !== 'bigint' || limit < 0n || limit > MOST_LIMIT)
    throw invalid({ field: 'amount', message: `Enter an amount of ${before.code} from 0.` });
  const version = before.version + 1;
  await ctx.db.updateTable('currencies').set({ write_off_limit: limit, version }).where('id', '=', before.id).execute();
  const facts = {
    before: { limit: formatAmount(before.write_off_limit, before.code) },
    after: { limit: formatAmount(limit, before.code) },
  };
  await ctx.audit({ entity: 'currency', entityId: before.id, action: 'edited', facts });
  return { id: before.id, version, status: before.active ? 'ACTIVE' : 'DISABLED' };
}

/** Activates or disables a currency; the base currency cannot be disabled. §4 States. */
export async function activateOrDisable(
  ctx: Ctx,
  { query, body }: Decoded<typeof currency.activateDisable>,
): Promise<Reply<typeof currency.activateDisable>> {
  const { version: read, ...values } = body ?? {};
  const { id, tag } = formValues(tagChange, query, values);
  const before = await lockCurrency(ctx, id);
  assertVersion(before, read);
  const active = tag === 'activate';
  if (!active && before.code === ctx.firm.baseCurrency)
    throw new AppError('WRONG_STATE', { status: 'the base currency', action: 'disabling it' });
  const version = before.version + 1;
  await ctx.db.updateTable('currencies').set({ active, version }).where('id', '=', before.id).execute();
  const facts = { code: before.code, before: { active: before.active }, after: { active } };
  await ctx.audit({ entity: 'currency', entityId: before.id, action: active ? 'activated' : 'disabled', facts });
  return { id: before.id, version, status: active ? 'ACTIVE' : 'DISABLED' };
}

/** A currency as its page shows it: its last rate, and where it is used. */
export async function oneCurrency(ctx: Ctx, id: number): Promise<Reply<typeof currency.one>> {
  const { rows } = await sql<Row>`select ${CURRENCIES.columns} from ${CURRENCIES.from} where t.id = ${id}`.execute(
    ctx.db,
  );
  const row = firstOf(rows);
  const { write_off_limit: limit } = await ctx.db
    .selectFrom('currencies')
    .select('write_off_limit')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  return {
    ...replyRow(currencyTable, row, ctx.firm.baseCurrency),
    write_off_limit: formatAmount(limit, row.code),
    uses: await policyUsesOf(ctx, sql`p.currency = ${row.code}`),
  };
}
