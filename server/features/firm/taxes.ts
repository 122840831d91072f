import { sql, type Selectable } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid, notFound } from '../../../domain/errors.ts';
import type {
  editTax,
  editTaxRate,
  endTaxRate,
  saveTax,
  saveTaxRate,
  taxEffects,
  taxItems,
} from '../../../domain/firm/taxes.ts';
import type { BorneBy, Market } from '../../../domain/placements/figures.ts';
import { taxAmountFaults } from '../../../domain/firm/tax-amounts.ts';
import { addDays, showDay } from '../../../domain/values/day.ts';
import { parseAmount } from '../../../domain/values/money.ts';
import type { DB } from '../../platform/db/types.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertVersion } from '../registers/form.ts';
import { assertCountry, shownTaxRate } from '../registers/lookups.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';
import { changesOf } from './changes.ts';

type RateForm = Omit<Decoded<typeof taxEffects>['body'], 'id' | 'tax_id'>;
type TaxRow = Reply<typeof taxItems>['data'][number];
type RateRow = Selectable<DB['tax_rates']>;
type NamedColumns = 'class_name' | 'branch_code' | 'country_name' | 'used';

// Policies keep tax, rate, basis and bearer of what they were approved with, invoices their rate; the rate in force is the one of that period.
const ON_INVOICES = sql`r.basis = 'INVOICE' and l.tax_id = r.tax_id and l.tax_rate = r.rate and i.posted_on >= r.effective_from
  and (r.effective_to is null or i.posted_on <= r.effective_to)`;
const USED = sql`(exists (
  select 1 from invoice_lines l join invoices i on i.id = l.invoice_id where ${ON_INVOICES}) or exists (
  select 1 from policy_taxes u join policies p on p.id = u.policy_id
  where u.tax_id = r.tax_id and u.rate = r.rate and u.basis = r.basis and u.borne_by = r.borne_by
    and p.insurance_end_date >= r.effective_from
    and (r.effective_to is null or p.insurance_start_date <= r.effective_to)))`;

type NamedRate = RateRow & Pick<TaxRow['rates'][number], NamedColumns>;
function shownRate({ tax_id: _tax, ...row }: NamedRate): TaxRow['rates'][number] {
  return {
    ...row,
    ...shownTaxRate(row),
    basis: row.basis as TaxRow['rates'][number]['basis'],
    borne_by: row.borne_by as BorneBy,
    applies_to: row.applies_to as TaxRow['rates'][number]['applies_to'],
    market: row.market as Market | null,
  };
}

/** Taxes and levies with all their rates, and whether a document was made with each. */
export async function listTaxes(ctx: Ctx): Promise<Reply<typeof taxItems>> {
  const taxes = await ctx.db.selectFrom('taxes').select(['id', 'code', 'name', 'version']).orderBy('code').execute();
  const { rows } = await sql<NamedRate>`
    select r.*, c.name as class_name, b.code as branch_code, k.name as country_name, ${USED} as used
    from tax_rates r left join cover_types c on c.id = r.class_id left join branches b on b.id = r.branch_id
    left join countries k on k.code = r.country order by r.effective_from desc, r.id desc`.execute(ctx.db);
  return {
    data: taxes.map((tax) => ({
      ...tax,
      rates: rows.filter((row) => row.tax_id === tax.id).map((row) => shownRate(row)),
    })),
  };
}

export async function addTax(ctx: Ctx, { body }: Decoded<typeof saveTax>): Promise<Reply<typeof saveTax>> {
  const row = await orDuplicate(
    ctx.db.insertInto('taxes').values(body).returning(['id', 'version', 'status']).executeTakeFirstOrThrow(),
  );
  await ctx.audit({ entity: 'tax', entityId: row.id, action: 'added', facts: body });
  return row;
}

// A change of a rate locks the tax: rates of one tax never overlap, and an approval that keeps one is waited for.
async function lockTax(ctx: Ctx, id: number) {
  return ctx.db.selectFrom('taxes').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(notFound);
}

export async function renameTax(
  ctx: Ctx,
  { body: { id, version: read, name } }: Decoded<typeof editTax>,
): Promise<Reply<typeof editTax>> {
  const before = await lockTax(ctx, id);
  assertVersion(before, read);
  const version = before.version + 1;
  await ctx.db.updateTable('taxes').set({ name, version }).where('id', '=', id).execute();
  await ctx.audit({ entity: 'tax', entityId: id, action: 'edited', facts: { before: before.name, after: name } });
  return { id, version, status: before.status };
}

const CHOOSE = 'Choose one from the list.';

/** What a rate asks for holds together, and what it names is in its register. */
async function assertSound(ctx: Ctx, form: RateForm): Promise<void> {
  const { class_id, branch_id, country, currency } = form;
  const faults = taxAmountFaults(form);
  if (faults.length > 0) throw invalid(...faults);
  const isThere = async (table: 'cover_types' | 'branches', id: number | null | undefined) =>
    id == null || (await ctx.db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  const isCurrency =
    currency == null ||
    (await ctx.db.selectFrom('currencies').select('id').where('code', '=', currency).executeTakeFirst()) !== undefined;
  if (!(await isThere('cover_types', class_id))) throw invalid({ field: 'class_id', message: CHOOSE });
  if (!(await isThere('branches', branch_id))) throw invalid({ field: 'branch_id', message: CHOOSE });
  if (!isCurrency) throw invalid({ field: 'currency', message: 'Choose a currency.' });
  await assertCountry(ctx.db, { field: 'country', code: country ?? null });
}

/** The columns of a rate; a flat amount has no percentage and is of nothing. */
function columnsOf(form: RateForm) {
  const { rate, basis, flat, minimum, currency = null, branch_id = null, country = null, borne_by, ...rest } = form;
  // Who is invoiced bears it.
  const bears = basis === 'INVOICE' ? 'REINSURED' : borne_by;
  const minor = (text: string | null | undefined) => {
    const amount = text == null || currency === null ? null : parseAmount(text, currency);
    return typeof amount === 'bigint' ? amount : null;
  };
  const amounts = { flat: minor(flat), minimum: minor(minimum), currency };
  return { ...rest, borne_by: bears, rate: rate ?? 0n, basis: basis ?? 'GROSS', ...amounts, branch_id, country };
}
type RateColumns = ReturnType<typeof columnsOf>;

/** Two rates of one tax that the same bears never fall on the same premium: neither would then be the rate. */
async function assertAlone(ctx: Ctx, taxId: number, form: RateColumns & { id?: number }): Promise<void> {
  if (!form.enabled) return;
  const { rows } = await sql<{ from: string; to: string | null }>`
    select r.effective_from as from, r.effective_to as to from tax_rates r
    left join cover_types c on c.id = r.class_id
    left join cover_types own on own.id = ${form.class_id}::int
    where r.tax_id = ${taxId} and r.enabled and r.id <> ${form.id ?? 0} and r.borne_by = ${form.borne_by}
      and (r.basis = 'INVOICE') = (${form.basis} = 'INVOICE')
      and (r.applies_to = 'ALL' or ${form.applies_to} = 'ALL' or r.applies_to = ${form.applies_to})
      and (r.market is null or ${form.market}::text is null or r.market = ${form.market})
      and (r.class_id is null or ${form.class_id}::int is null or r.class_id = ${form.class_id}
        or c.class_id = ${form.class_id} or own.class_id = r.class_id)
      and (r.branch_id is null or ${form.branch_id}::int is null or r.branch_id = ${form.branch_id})
      and (r.country is null or ${form.country}::text is null or r.country = ${form.country})
      and (r.currency is null or ${form.currency}::text is null or r.currency = ${form.currency})
      and r.effective_from <= coalesce(${form.effective_to}::date, 'infinity')
      and coalesce(r.effective_to, 'infinity') >= ${form.effective_from}::date
    order by r.effective_from limit 1`.execute(ctx.db);
  const [other] = rows;
  if (!other) return;
  const until = other.to === null ? 'on' : `to ${showDay(other.to)}`;
  throw invalid({
    field: 'effective_from',
    message: `Another rate falls on the same premium from ${showDay(other.from)} ${until}. End it on ${showDay(addDays(form.effective_from, -1))} first.`,
  });
}

const shown = (columns: RateColumns) => ({ ...columns, ...shownTaxRate(columns) });

/** Adds a dated rate; the tax's version moves with it. */
export async function addRate(
  ctx: Ctx,
  { body: { tax_id: taxId, ...form } }: Decoded<typeof saveTaxRate>,
): Promise<Reply<typeof saveTaxRate>> {
  const tax = await lockTax(ctx, taxId);
  await assertSound(ctx, form);
  const columns = columnsOf(form);
  await assertAlone(ctx, taxId, columns);
  const version = tax.version + 1;
  const { id } = await ctx.db
    .insertInto('tax_rates')
    .values({ tax_id: taxId, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db.updateTable('taxes').set({ version }).where('id', '=', taxId).execute();
  await ctx.audit({ entity: 'tax', entityId: taxId, action: 'rate_added', facts: { rate_id: id, ...shown(columns) } });
  return { id, version, status: form.enabled ? 'ACTIVE' : 'INACTIVE' };
}

async function lockRate(ctx: Ctx, id: number, version: number) {
  const named = await ctx.db
    .selectFrom('tax_rates')
    .select('tax_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  const tax = await lockTax(ctx, named.tax_id);
  assertVersion(tax, version);
  const before = await ctx.db.selectFrom('tax_rates').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { rows } = await sql<{ used: boolean }>`select ${USED} as used from tax_rates r where r.id = ${id}`.execute(
    ctx.db,
  );
  return { tax, before, used: rows[0]?.used ?? false };
}

/** Corrects a rate that no document used. */
export async function changeRate(
  ctx: Ctx,
  { body: { id, version: read, ...form } }: Decoded<typeof editTaxRate>,
): Promise<Reply<typeof editTaxRate>> {
  const { tax, before, used } = await lockRate(ctx, id, read);
  if (used)
    throw invalid({
      field: 'rate',
      message: 'Documents were made with this rate. End it and add a new one.',
    });
  await assertSound(ctx, form);
  const columns = columnsOf(form);
  await assertAlone(ctx, tax.id, { ...columns, id });
  const version = tax.version + 1;
  await ctx.db.updateTable('tax_rates').set(columns).where('id', '=', id).execute();
  await ctx.db.updateTable('taxes').set({ version }).where('id', '=', tax.id).execute();
  const { facts } = changesOf({ ...before, ...shownTaxRate(before) }, shown(columns));
  await ctx.audit({ entity: 'tax', entityId: tax.id, action: 'rate_corrected', facts: { rate_id: id, ...facts } });
  return { id, version, status: form.enabled ? 'ACTIVE' : 'INACTIVE' };
}

/** Ends a rate with a day, its last. */
export async function endRate(
  ctx: Ctx,
  { body: { id, version: read, effective_to: end } }: Decoded<typeof endTaxRate>,
): Promise<Reply<typeof endTaxRate>> {
  const { tax, before, used } = await lockRate(ctx, id, read);
  if (end < before.effective_from)
    throw invalid({ field: 'effective_to', message: 'End date must not be before start date.' });
  if (before.effective_to !== null && end > before.effective_to)
    throw invalid({ field: 'effective_to', message: `It ends on ${showDay(before.effective_to)} already.` });
  if (used) await assertNotUsedAfter(ctx, before, end);
  const version = tax.version + 1;
  await ctx.db.updateTable('tax_rates').set({ effective_to: end }).where('id', '=', id).execute();
  await ctx.db.updateTable('taxes').set({ version }).where('id', '=', tax.id).execute();
  const facts = { rate_id: id, effective_to: { before: before.effective_to, after: end } };
  await ctx.audit({ entity: 'tax', entityId: tax.id, action: 'rate_ended', facts });
  return { id, version, status: 'ACTIVE' };
}

async function assertNotUsedAfter(ctx: Ctx, rate: RateRow, end: string): Promise<void> {
  const { rows } = await sql<{ last: string | null }>`
    select max(p.insurance_start_date) as last from policy_taxes u join policies p on p.id = u.policy_id
    where u.tax_id = ${rate.tax_id} and u.rate = ${rate.rate} and u.basis = ${rate.basis} and u.borne_by = ${rate.borne_by}
      and p.insurance_start_date >= ${rate.effective_from}::date
      and (${rate.effective_to}::date is null or p.insurance_start_date <= ${rate.effective_to}::date)`.execute(ctx.db);
  const last = rows[0]?.last;
  if (last && last > end)
    throw invalid({
      field: 'effective_to',
      message: `A policy that begins on ${showDay(last)} was approved with it. End it then or later.`,
    });
  const { rows: invoiced } = await sql<{ last: string | null }>`
    select max(i.posted_on) as last from tax_rates r join invoice_lines l on l.tax_id = r.tax_id join invoices i on i.id = l.invoice_id
    where r.id = ${rate.id} and ${ON_INVOICES}`.execute(ctx.db);
  const booked = invoiced[0]?.last;
  if (booked && booked > end)
    throw invalid({
      field: 'effective_to',
      message: `An invoice of ${showDay(booked)} was approved with it. End it then or later.`,
    });
}

/** Which policies that wait for approval a rate would change: they are worked out again when they are approved. */
export async function previewRate(ctx: Ctx, { body }: Decoded<typeof taxEffects>): Promise<Reply<typeof taxEffects>> {
  await assertSound(ctx, body);
  const { rows } = await sql<{ count: number; some: string | null }>`
    select count(*)::int as count, (array_agg(broker_reference order by id desc))[1:5]::text as some from (
      select distinct p.id, p.broker_reference from policies p
      join cover_types c on c.id = p.cover_type_id
      join policy_lines l on l.policy_id = p.id join parties s on s.id = l.security_id
      where ${body.basis ?? 'GROSS'} <> 'INVOICE' and p.status in ('DRAFT', 'PENDING', 'REJECTED') and p.branch_id = any(${ctx.scope}::int[])
        and p.insurance_start_date >= ${body.effective_from}::date
        and (${body.effective_to}::date is null or p.insurance_start_date <= ${body.effective_to}::date)
        and (${body.market}::text is null or p.market = ${body.market})
        and (${body.class_id}::int is null or c.id = ${body.class_id} or c.class_id = ${body.class_id})
        and (${body.branch_id ?? null}::int is null or p.branch_id = ${body.branch_id ?? null})
        and (${body.country ?? null}::text is null or p.risk_country = ${body.country ?? null})
        and (${body.currency ?? null}::text is null or p.currency = ${body.currency ?? null})
        and (${body.applies_to} = 'ALL' or s.resident = (${body.applies_to} = 'RESIDENT'))) as touched`.execute(ctx.db);
  const { count = 0, some = null } = rows[0] ?? {};
  const names = (some ?? '').replace(/[{}"]/g, '').split(',').filter(Boolean).join(', ');
  const first =
    body.basis === 'INVOICE'
      ? 'Invoices that are approved on its days have it, drafts that wait too.'
      : count === 0
        ? 'No policy that waits for approval changes.'
        : `${count} ${count === 1 ? 'policy that is not approved changes' : 'policies that are not approved change'}: ${names}${count > 5 ? ' and others' : ''}.`;
  return {
    effects: [first, 'What is approved keeps the rates that it was made with.'],
    warnings:
      body.enabled && body.borne_by === 'REINSURED' && (body.basis ?? 'GROSS') === 'GROSS'
        ? ['It is added to debit notes. Levies on direct premium are usually off for facultative business.']
        : [],
  };
}
