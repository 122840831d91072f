import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { currency } from '../../../domain/registers/contract.ts';
import { exponentOf } from '../../../domain/values/currencies.ts';
import { formatExchangeRate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertVersion, orDuplicate } from './form.ts';
import {
  contains,
  folded,
  registerChoices,
  registerPage,
  registerRows,
  type RegisterDefinition,
  type RegisterRequest,
} from './page.ts';
import { exportTable, type ExportTable } from '../../platform/exports/table.ts';

const CURRENCIES: RegisterDefinition = {
  from: sql`(
    select c.id, c.code, c.name, c.exponent, c.active, c.version, case when c.active then 'ACTIVE' else 'DISABLED' end as status,
      coalesce(c.code = f.base_currency, false) as base, case when c.code = f.base_currency then 0 else 1 end as base_first,
      last.rate, last.day as "rateDay"
    from currencies c left join firm f on true
    left join lateral (
      select r.rate, r.day from exchange_rates r where r.currency = c.code order by r.day desc limit 1) last on true) t`,
  columns: sql`t.id, t.code, t.name, t.exponent, t.active, t.status, t.base, t.rate, t."rateDay", t.version`,
  sorts: { base: 'base_first', code: 'code', name: 'name', status: 'status', rateDay: 'rateDay', id: 'id' },
  defaultSort: 'base;code',
  search: (text) => contains(folded(sql`t.code || ' ' || t.name`), text),
};
const CHOICES: RegisterDefinition = {
  ...CURRENCIES,
  columns: sql`t.id, t.code, t.name, t.exponent, t.base, t.status`,
};

type Row = Omit<Reply<typeof currency.items>['data'][number], 'rate'> & { rate: bigint | null };

export async function listCurrencies(
  ctx: Ctx,
  query: Decoded<typeof currency.items>['query'],
): Promise<Reply<typeof currency.items>> {
  const page = await registerPage<Row>(ctx.db, CURRENCIES, asked(query));
  const data = page.data.map((row) => ({ ...row, rate: row.rate === null ? null : formatExchangeRate(row.rate) }));
  return { ...page, data };
}

function asked(query: Decoded<typeof currency.items>['query']): RegisterRequest {
  return { input: query, where: [query.status === undefined ? undefined : sql`t.status = ${query.status}`] };
}

/** Currencies with their last rate as a table to export. */
export function currencyExport(ctx: Ctx, query: Decoded<typeof currency.items>['query']): ExportTable {
  return exportTable({
    name: 'currencies',
    rows: registerRows<Row>(ctx.db, CURRENCIES, asked(query)),
    columns: [
      { name: 'Code', kind: 'text', cell: (row) => row.code },
      { name: 'Name', kind: 'text', cell: (row) => row.name },
      { name: 'Last rate', kind: 'rate', cell: (row) => (row.rate === null ? null : formatExchangeRate(row.rate)) },
      { name: 'Rate of', kind: 'day', cell: (row) => row.rateDay },
      { name: 'Status', kind: 'text', cell: (row) => row.status },
    ],
  });
}

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
    { constraint: 'currencies_code_key', what: 'A currency with this code', field: 'code' },
  );
  await ctx.audit({ entity: 'currency', entityId: row.id, action: 'create', facts: { code, name } });
  return { ...row, status: 'ACTIVE' };
}

/** Activates or disables a currency; the base currency cannot be disabled. §4 States. */
export async function activateOrDisable(
  ctx: Ctx,
  { query, body }: Decoded<typeof currency.activateDisable>,
): Promise<Reply<typeof currency.activateDisable>> {
  const before = await ctx.db
    .selectFrom('currencies')
    .select(['id', 'code', 'active', 'version'])
    .where('id', '=', query.id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AppError('NOT_FOUND');
  assertVersion(before, body?.version);
  const active = query.tag === 'activate';
  if (!active && before.code === ctx.firm.baseCurrency)
    throw new AppError('WRONG_STATE', { status: 'the base currency', action: 'disabling it' });
  const version = before.version + 1;
  await ctx.db.updateTable('currencies').set({ active, version }).where('id', '=', before.id).execute();
  const facts = { code: before.code, before: before.active, after: active };
  await ctx.audit({ entity: 'currency', entityId: before.id, action: query.tag, facts });
  return { id: before.id, version, status: active ? 'ACTIVE' : 'DISABLED' };
}

const MOST_RATES = 500;

export async function listRates(
  ctx: Ctx,
  { currency: code }: { currency: string },
): Promise<Reply<typeof currency.rates>> {
  const rows = await ctx.db
    .selectFrom('exchange_rates as r')
    .leftJoin('users as u', 'u.id', 'r.entered_by')
    .select(['r.day', 'r.rate', 'u.name as enteredBy'])
    .where('r.currency', '=', code)
    .orderBy('r.day', 'desc')
    .limit(MOST_RATES)
    .execute();
  const data = rows.map((row) => ({ ...row, rate: formatExchangeRate(row.rate) }));
  return { currency: code, base: ctx.firm.baseCurrency, data };
}

/** Enters or corrects the rate of a day. Entries keep the base amounts that they were posted with. */
export async function saveRate(
  ctx: Ctx,
  { currency: code, day, rate }: Decoded<typeof currency.saveRate>['body'],
): Promise<Reply<typeof currency.saveRate>> {
  if (code === ctx.firm.baseCurrency) throw invalid({ field: 'currency', message: 'The base currency needs no rate.' });
  if (day > ctx.today) throw invalid({ field: 'day', message: 'Day cannot be in the future.' });
  const row = await ctx.db
    .selectFrom('currencies')
    .select('id')
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw invalid({ field: 'currency', message: 'Choose a currency.' });
  const before = await ctx.db
    .selectFrom('exchange_rates')
    .select('rate')
    .where('currency', '=', code)
    .where('day', '=', day)
    .executeTakeFirst();
  await ctx.db
    .insertInto('exchange_rates')
    .values({ currency: code, day, rate, entered_by: ctx.user.id })
    .onConflict((conflict) => conflict.columns(['currency', 'day']).doUpdateSet({ rate, entered_by: ctx.user.id }))
    .execute();
  const after = formatExchangeRate(rate);
  const facts = { currency: code, day, before: before ? formatExchangeRate(before.rate) : null, after };
  await ctx.audit({ entity: 'currency', entityId: row.id, action: 'rate', facts });
  return { currency: code, day, rate: after };
}
