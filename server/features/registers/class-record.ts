import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import { notFound } from '../../../domain/errors.ts';
import type { coverType } from '../../../domain/registers/classes.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { policyUsesOf } from './uses.ts';
import { shownTaxRate } from './lookups.ts';

type CoverTypeRecord = Reply<typeof coverType.one>;

async function headOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('cover_types as c')
    .leftJoin('cover_types as k', 'k.id', 'c.class_id')
    .select(['c.id', 'c.name', 'c.class_id', 'c.commission', 'c.brokerage', 'c.status', 'c.version'])
    .select(['k.name as class_name', 'k.commission as class_commission', 'k.brokerage as class_brokerage'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow(notFound);
}

/** The clauses that its policies begin with: its class's first, then its own. */
async function clausesOf(ctx: Ctx, id: number, classId: number | null): Promise<CoverTypeRecord['clauses']> {
  const { rows } = await sql<CoverTypeRecord['clauses'][number]>`
    select c.id, c.code, c.title, d.market, c.status, d.cover_type_id <> ${id} as inherited
    from cover_type_clauses d join clauses c on c.id = d.clause_id
    where d.cover_type_id in (${id}, ${classId ?? id}) order by d.market, d.cover_type_id = ${id}, d.position`.execute(
    ctx.db,
  );
  // One that is in both is the class's.
  return rows.filter((row, index) => rows.findIndex((one) => one.id === row.id && one.market === row.market) === index);
}

type ClassTax = CoverTypeRecord['taxes'][number];
type Shown = ReturnType<typeof shownTaxRate>;

/** Taxes and levies that fall on its policies: its own, its class's and those of every class, the latest first. */
async function taxesOf(ctx: Ctx, ids: readonly number[]): Promise<CoverTypeRecord['taxes']> {
  const { rows } = await sql<Omit<ClassTax, keyof Shown> & Parameters<typeof shownTaxRate>[0]>`
    select r.id, t.code, t.name, r.rate, r.flat, r.minimum, r.currency, r.basis, r.borne_by, r.applies_to, r.market,
      r.class_id, r.branch_id, r.country, k.name as "className", r.effective_from, r.effective_to, r.enabled
    from tax_rates r join taxes t on t.id = r.tax_id left join cover_types k on k.id = r.class_id
    where r.basis <> 'INVOICE' and (r.class_id is null or r.class_id = any(${ids}::int[]))
    order by t.code, r.effective_from desc, r.id`.execute(ctx.db);
  return rows.map((row) => ({ ...row, ...shownTaxRate(row) }));
}

/** A class or subclass as its page shows it. A class's uses count those of its subclasses. */
export async function oneCoverType(ctx: Ctx, id: number): Promise<CoverTypeRecord> {
  const { class_name, class_commission, class_brokerage, ...head } = await headOf(ctx, id);
  const subclasses = await ctx.db
    .selectFrom('cover_types')
    .select(['id', 'name', 'status', 'commission', 'brokerage'])
    .where('class_id', '=', id)
    .orderBy('name_key')
    .execute();
  const covered = [id, ...subclasses.map((sub) => sub.id)];
  return {
    ...head,
    status: head.status as 'ACTIVE',
    name1: class_name ?? head.name,
    name2: class_name === null ? null : head.name,
    commissionApplied: head.commission ?? class_commission,
    brokerageApplied: head.brokerage ?? class_brokerage,
    clauses: await clausesOf(ctx, id, head.class_id),
    taxes: await taxesOf(ctx, head.class_id === null ? [id] : [id, head.class_id]),
    subclasses: subclasses.map((sub) => ({ ...sub, status: sub.status as 'ACTIVE' })),
    uses: await policyUsesOf(ctx, sql`p.cover_type_id = any(${covered}::int[])`),
  };
}
