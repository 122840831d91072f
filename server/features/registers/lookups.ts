import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { PERMISSIONS, permissionsOf } from '../../../domain/permissions.ts';
import type * as aggregates from '../../../domain/registers/aggregates.ts';
import type { branches, countries, ledgerAccounts, taxes } from '../../../domain/registers/contract.ts';
import { LOOKUP_CAP } from '../../../domain/registers/shapes.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { findClauses } from './clauses.ts';
import { findClasses } from './cover-types.ts';
import { findCurrencies } from './currencies.ts';

type Branch = Reply<typeof branches>['data'][number];
type Tax = Reply<typeof taxes>['data'][number];
type LedgerAccount = Reply<typeof ledgerAccounts>['data'][number];

export async function allCountries(db: Database): Promise<Reply<typeof countries>> {
  return { data: await db.selectFrom('countries').select(['code', 'name']).orderBy('name').execute(), more: false };
}

export async function allBranches(db: Database): Promise<Reply<typeof branches>> {
  const rows = await db
    .selectFrom('branches')
    .select(['id', 'code', 'name', 'country', 'status'])
    .orderBy('id')
    .execute();
  return { data: rows as Branch[], more: false };
}

export async function allLedgerAccounts(db: Database): Promise<Reply<typeof ledgerAccounts>> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['code', 'name', 'type', 'sub_kind', 'status', 'function'])
    .orderBy('code')
    .execute();
  return { data: rows as LedgerAccount[], more: false };
}

/** Refuses a country that the register does not have; null is none. */
export async function assertCountry(
  db: Database,
  { field, code }: { field: string; code: string | null },
): Promise<void> {
  if (code === null) return;
  const row = await db.selectFrom('countries').select('code').where('code', '=', code).executeTakeFirst();
  if (!row) throw invalid({ field, message: 'Choose a country.' });
}

type RateColumns = { rate: bigint; flat: bigint | null; minimum: bigint | null; currency: string | null };

/** Percentage and amounts of a tax as lists show them; a flat amount has no percentage. */
export function shownTaxRate({ rate, flat, minimum, currency }: RateColumns) {
  const money = (amount: bigint | null) =>
    amount === null || currency === null ? null : formatAmount(amount, currency);
  return { rate: flat === null ? formatRate(rate) : null, flat: money(flat), minimum: money(minimum), currency };
}

/** Taxes with their rates, all of them or those on placements in force on a day. §2 Taxes and levies. */
export async function allTaxes(db: Database, inForceOn?: Day): Promise<Reply<typeof taxes>> {
  const names = await db.selectFrom('taxes').select(['id', 'code', 'name']).orderBy('code').execute();
  const rates = await db
    .selectFrom('tax_rates')
    .selectAll()
    .$if(inForceOn !== undefined, (q) =>
      q
        .where('enabled', '=', true)
        .where('basis', '<>', 'INVOICE')
        .where('effective_from', '<=', inForceOn ?? '')
        .where((on) => on.or([on('effective_to', 'is', null), on('effective_to', '>=', inForceOn ?? '')])),
    )
    .orderBy('effective_from', 'desc')
    .orderBy('id')
    .execute();
  const data = names.map((tax) => ({
    ...tax,
    rates: rates
      .filter((row) => row.tax_id === tax.id)
      .map(({ tax_id: _tax, ...row }) => ({ ...row, ...shownTaxRate(row) }) as Tax['rates'][number]),
  }));
  return { data: inForceOn === undefined ? data : data.filter((tax) => tax.rates.length > 0), more: false };
}

/** The roles in use, the built-in ones first. */
export async function allRoles(db: Database): Promise<Reply<typeof aggregates.findAllRoles>> {
  const rows = await db
    .selectFrom('roles')
    .select(['code', 'name', 'permissions'])
    .where('status', '=', 'ACTIVE')
    .orderBy('built_in', 'desc')
    .orderBy('id')
    .execute();
  const data = rows.map(({ code, name, permissions }) => ({
    role: code,
    name,
    permissions: [...permissionsOf(code, permissions)],
  }));
  return { data };
}

/** The payment terms that the firm offers, in its order. */
async function paymentTerms(db: Database): Promise<{ code: string; name: string }[]> {
  return db
    .selectFrom('payment_terms')
    .select(['code', 'label as name'])
    .where('enabled', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export async function rolesPermissionsBranches(ctx: Ctx): Promise<Reply<typeof aggregates.rolesPermissionsBranches>> {
  const { data } = await allBranches(ctx.db);
  return { roles: (await allRoles(ctx.db)).data, permissions: [...PERMISSIONS], branches: data };
}

type SubLedgerAccount = Reply<typeof aggregates.accountingInfo>['subLedgerAccounts'][number];

/** Currencies, accounts and terms. Of each kind of party the first 500 by name: a picker searches the rest. */
export async function accountingInfo(ctx: Ctx): Promise<Reply<typeof aggregates.accountingInfo>> {
  const currencies = await findCurrencies(ctx);
  const accounts = await allLedgerAccounts(ctx.db);
  const { rows } = await sql<SubLedgerAccount & { nth: number }>`
    select 'TAX' as sub_kind, id, name, null as market, 1 as nth from taxes
    union all
    select kind, id, name, market, nth from (values ('REINSURED'), ('SECURITY')) as k (kind)
    cross join lateral (
      select p.id, p.name, p.market, row_number() over (order by p.name_key, p.id)::int as nth from parties p
      where p.kind = k.kind and p.status = 'ACTIVE' order by p.name_key, p.id limit ${LOOKUP_CAP + 1}) as first`.execute(
    ctx.db,
  );
  const shown = rows.filter((row) => row.nth <= LOOKUP_CAP).map(({ nth: _nth, ...row }) => row);
  return {
    currencies: currencies.data,
    ledgerAccounts: accounts.data,
    subLedgerAccounts: shown,
    more: shown.length < rows.length,
    paymentTerms: await paymentTerms(ctx.db),
  };
}

export async function underwritingInfo(ctx: Ctx): Promise<Reply<typeof aggregates.underwritingInfo>> {
  const currencies = await findCurrencies(ctx);
  const classes = await findClasses(ctx.db, {});
  const clauses = await findClauses(ctx.db, {});
  const inForce = await allTaxes(ctx.db, ctx.today);
  const { data: countryList } = await allCountries(ctx.db);
  return {
    currencies: currencies.data,
    classes: classes.data,
    paymentTerms: await paymentTerms(ctx.db),
    clauses: clauses.data,
    taxes: inForce.data,
    countries: countryList,
    branches: (await allBranches(ctx.db)).data,
  };
}

export async function claimInfo(
  ctx: Ctx,
  _query: Decoded<typeof aggregates.claimInfo>['query'],
): Promise<Reply<typeof aggregates.claimInfo>> {
  const branch = (await allBranches(ctx.db)).data.find(({ id }) => id === ctx.branch.id);
  if (!branch) throw new AppError('NOT_FOUND');
  const currencies = await findCurrencies(ctx);
  const classes = await findClasses(ctx.db, {});
  return { branch, currencies: currencies.data, classes: classes.data };
}
