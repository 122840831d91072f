import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, notFound } from '../../../domain/errors.ts';
import { nameKey } from '../../../domain/names.ts';
import { assertVersion } from '../../../domain/decisions.ts';
import type * as contract from '../../../domain/placements/templates.ts';
import { SECTION_FIGURES } from '../../../domain/placements/fields.ts';
import { templateTable } from '../../../domain/placements/templates.ts';
import type { AuditAction } from '../../../domain/records/audit-actions.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { same, searchKey, when } from '../../platform/http/lists.ts';
import { placementAt } from '../placements/placement.ts';
import { contains, register, type RegisterDefinition } from '../registers/page.ts';
import { asEndorsed, bodyOf, wireBody, type DraftBody } from './drafts.ts';
import { eitherId } from '../../platform/db/either-id.ts';

type Saved = Reply<typeof contract.saveTemplate>;
type Facts = Record<string, unknown>;

/**
 * The terms of a placement that the next one of its class may start from. Parties, days, sums and references are not
 * among them.
 */
const KEPT = [
  'cover_type',
  'currency',
  'rate',
  'fac',
  'cedant_commission',
  'brokerage',
  'interest',
  'excess',
  'territory',
  'conditions',
  'payment_terms',
  'remittance_days',
  'warranty',
  'clauses',
] as const;

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NO_SECTION_FIGURES = Object.fromEntries(Object.keys(SECTION_FIGURES).map((name) => [name, null]));

// The figures of a section, and the sums written out in words, are of one risk.
function slipTerms(slip: unknown): Facts {
  if (!isFacts(slip)) return {};
  const risk: Facts = isFacts(slip['risk']) ? { ...slip['risk'] } : {};
  delete risk['limit'];
  const sections = Array.isArray(slip['sections']) ? slip['sections'].filter(isFacts) : [];
  return {
    ...slip,
    risk,
    information: '',
    sections: sections.map((section) => ({ ...section, limit: '', ...NO_SECTION_FIGURES })),
  };
}

function termsOf(draft: DraftBody): Facts {
  const body = wireBody(draft);
  const kept = Object.fromEntries(KEPT.flatMap((field) => (field in body ? [[field, body[field]]] : [])));
  const lines = (body['securities'] as Facts[]).map(({ security, share, offer, written, commission, brokerage }) => ({
    security,
    ...(draft.market === 'LOCAL' ? { share, offer } : { written }),
    commission,
    brokerage,
  }));
  return { ...kept, securities: lines, ...(draft.market === 'LONDON' && { slip: slipTerms(body['slip']) }) };
}

/** Keeps the present terms of a policy, with its endorsements, as a template of its class. */
export async function saveTemplate(ctx: Ctx, { body }: Decoded<typeof contract.saveTemplate>): Promise<Saved> {
  const placement = await placementAt(ctx, { id: body.policy }, null);
  // A branch's terms stay within it, unless root gives them to the firm.
  const branchId = body.firm === true ? null : placement.branch.id;
  if (!mayChange(ctx, branchId)) throw new AppError('FORBIDDEN');
  const endorsed = placement.status === 'APPROVED' ? asEndorsed(placement) : null;
  const terms = termsOf(bodyOf(ctx, placement, endorsed ?? placement.original));
  const { id, version } = await ctx.db
    .insertInto('placement_templates')
    .values({
      branch_id: branchId,
      market: placement.market,
      cover_type_id: placement.cover.id,
      name: body.name,
      name_key: nameKey(body.name),
      search_text: searchKey(body.name),
      terms: JSON.stringify(terms),
      made_by: ctx.user.id,
      made_at: ctx.now,
      edited_at: ctx.now,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  const facts = { name: body.name, policy: placement.reference };
  await record(ctx, { id, branch_id: branchId }, { action: 'added', facts });
  return { id, version, status: 'ACTIVE' };
}

type Deed = { action: AuditAction; facts: Facts };

async function record(ctx: Ctx, template: { id: number; branch_id: number | null }, deed: Deed): Promise<void> {
  await ctx.audit({
    entity: 'template',
    entityId: template.id,
    ...(template.branch_id !== null && { branchId: template.branch_id }),
    ...deed,
  });
}

const seen = (ctx: Ctx): RawBuilder<unknown> => sql`(t.branch_id is null or t.branch_id = any(${ctx.scope}::int[]))`;

const TEMPLATES: RegisterDefinition = {
  from: sql`(select x.*, coalesce(k.name, c.name) as class, c.name as cover_type, c.class_id, b.code as branch, u.name as maker
    from placement_templates x join cover_types c on c.id = x.cover_type_id left join cover_types k on k.id = c.class_id
    left join branches b on b.id = x.branch_id join users u on u.id = x.made_by) t`,
  columns: sql`t.id, t.version, t.name, t.market, t.status, t.class, t.cover_type, t.cover_type_id, t.branch, t.branch_id,
    t.maker as made_by, t.made_at`,
  sorts: {
    name: 'name_key',
    class: 'class',
    market: 'market',
    made_at: 'made_at',
    status: 'status',
    id: 'id',
  } satisfies Record<Sortable<typeof templateTable>, string>,
  defaultSort: 'name',
  search: (text) => contains(sql`t.search_text`, text),
};

type Listed = Omit<Values<typeof templateTable>, 'cover_type' | 'may_change'> & {
  cover_type: string;
  cover_type_id: number;
  branch_id: number | null;
};

const mayChange = (ctx: Ctx, branch: number | null) =>
  branch === null ? ctx.can('firm.manage', ctx.branch.id) : ctx.can('policies.create', branch);

/** Templates of the branch and of the firm. */
export const templates = register({
  table: templateTable,
  name: 'templates',
  title: 'Templates',
  definition: TEMPLATES,
  within: seen,
  where: (_ctx, { market, status, cover_type: cover }: Decoded<typeof contract.listTemplates>['query']) => [
    same({ market, status }),
    when(cover, (one) => sql`(t.cover_type_id = ${one} or t.class_id = ${one})`),
  ],
  rowOf: ({ cover_type_id: id, cover_type: name, branch_id: branch, ...row }: Listed, ctx) => ({
    ...row,
    cover_type: { id, name },
    may_change: mayChange(ctx, branch),
  }),
});

async function findTemplate(ctx: Ctx, id: number, lock = false) {
  const query = ctx.db
    .selectFrom('placement_templates as t')
    .select(['t.id', 't.branch_id', 't.market', 't.name', 't.status', 't.version', 't.terms', 't.cover_type_id'])
    .where('t.id', '=', id)
    .where(sql<boolean>`${seen(ctx)}`);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirstOrThrow(notFound);
  return { ...row, market: row.market as 'LOCAL' | 'LONDON' };
}

type Security = Reply<typeof contract.getTemplate>['securities'][number];

/** The securities of a template as they are today: of two that were merged, the one that stayed. */
async function securitiesOf(ctx: Ctx, ids: readonly number[]) {
  const { rows } = await sql<Security & { template_security: number; active: boolean }>`
    select o.id as template_security, p.id, p.name, p.resident, p.market = 'LONDON' as bureau, p.line_limit, p.rated_on, p.status = 'ACTIVE' as active
    from parties o join parties p on p.id = ${eitherId('o.merged_into', 'o.id')} where o.id = any(${ids}::int[])`.execute(
    ctx.db,
  );
  return new Map(rows.map((row) => [row.template_security, row]));
}

type Line = Facts & { security: number };

/** What of a template's terms is inactive by now, by name: its class, currency, payment terms, clauses. */
async function goneOf(ctx: Ctx, terms: Facts): Promise<{ field: string; id: string; name: string }[]> {
  const { rows } = await sql<{ field: string; id: string; name: string }>`
    select 'cover_type' as field, id::text, name from cover_types where id = ${terms['cover_type'] as number} and status <> 'ACTIVE'
    union all select 'currency', code, code from currencies where code = ${terms['currency'] as string} and not active
    union all select 'payment_terms', '', 'The payment terms' where not exists (
      select 1 from payment_terms where code = ${terms['payment_terms'] as string} and enabled)
    union all select 'clauses', id::text, code || ' ' || title from clauses
      where id = any(${(terms['clauses'] ?? []) as number[]}::int[]) and status <> 'ACTIVE'
    order by field, name, id`.execute(ctx.db);
  return rows;
}

/** A template's terms as a new placement may start from them; what is inactive by now is left out and named. */
export async function templateOf(ctx: Ctx, id: number): Promise<Reply<typeof contract.getTemplate>> {
  const { name, market, ...row } = await findTemplate(ctx, id);
  const terms = row.terms as Facts;
  const lines = terms['securities'] as Line[];
  const known = await securitiesOf(
    ctx,
    lines.map((line) => line.security),
  );
  const gone = await goneOf(ctx, terms);
  const lost = new Set(gone.filter(({ field }) => field === 'clauses').map((one) => one.id));
  const usable = lines.flatMap((line) => {
    const security = known.get(line.security);
    return security?.active === true ? [{ ...line, security: security.id }] : [];
  });
  // Two securities that were merged into one get one line.
  const once = usable.filter((line, index) => usable.findIndex((other) => other.security === line.security) === index);
  const rest = Object.entries(terms).filter(([field]) => !gone.some((one) => one.field === field));
  const inactive = [...known.values()].filter((one) => !one.active).map((one) => one.name);
  return {
    id,
    name,
    market,
    terms: {
      ...Object.fromEntries(rest),
      clauses: ((terms['clauses'] ?? []) as number[]).filter((clause) => !lost.has(String(clause))),
      securities: once,
    },
    securities: [...known.values()]
      .filter((one) => one.active)
      .map(({ template_security: _own, active: _active, ...one }) => one),
    left_out: [...inactive, ...gone.map((one) => one.name)],
  };
}

/** A template that the caller may change, as they read it. Another's branch's is not there. */
async function lockTemplate(ctx: Ctx, id: number, version: number) {
  const row = await findTemplate(ctx, id, true);
  if (!mayChange(ctx, row.branch_id)) throw new AppError('FORBIDDEN');
  assertVersion(row.version, version);
  return row;
}

type Set = { name?: string; name_key?: string; search_text?: string; status?: string };
type Locked = Awaited<ReturnType<typeof lockTemplate>>;

async function change(ctx: Ctx, row: Locked, { set, facts }: { set: Set; facts: Facts }): Promise<Saved> {
  const version = row.version + 1;
  await ctx.db
    .updateTable('placement_templates')
    .set({ ...set, version, edited_at: ctx.now })
    .where('id', '=', row.id)
    .execute();
  await record(ctx, row, { action: 'edited', facts });
  return { id: row.id, version, status: set.status ?? row.status };
}

/** Gives a template another name. */
export async function renameTemplate(
  ctx: Ctx,
  { params, body }: Decoded<typeof contract.renameTemplate>,
): Promise<Saved> {
  const row = await lockTemplate(ctx, params.id, body.version);
  const { name } = body;
  const set = { name, name_key: nameKey(name), search_text: searchKey(name) };
  return change(ctx, row, { set, facts: { before: { name: row.name }, after: { name } } });
}

/** Offers a template to new placements, or no longer. */
export async function setTemplateStatus(
  ctx: Ctx,
  { params, body }: Decoded<typeof contract.templateStatus>,
): Promise<Saved> {
  const row = await lockTemplate(ctx, params.id, body.version);
  const { status } = body;
  return change(ctx, row, { set: { status }, facts: { before: { status: row.status }, after: { status } } });
}

/** Deletes a template: nothing refers to it, and the trail keeps that it existed. */
export async function deleteTemplate(
  ctx: Ctx,
  { params, body }: Decoded<typeof contract.deleteTemplate>,
): Promise<Saved> {
  const row = await lockTemplate(ctx, params.id, body.version);
  await ctx.db.deleteFrom('placement_templates').where('id', '=', row.id).execute();
  await record(ctx, row, { action: 'deleted', facts: { name: row.name } });
  return { id: row.id, version: row.version, status: 'DELETED' };
}
