import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { AppError } from '../../../../domain/errors.ts';
import { changesBetween, refsIn, type Facts, type NameOf } from '../../../../domain/reports/changes.ts';
import { auditAction, keptActions, type AuditAction } from '../../../../domain/records/audit-actions.ts';
import { isKind, type RecordName } from '../../../../domain/records/kinds.ts';
import type { RefKind } from '../../../../domain/reports/field-words.ts';
import type { recordDiff } from '../../../../domain/reports/versions.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { seeRecord } from '../../records.ts';
import { withPersonal } from './history.ts';

type Diff = Reply<typeof recordDiff>;
type Row = { id: string; at: Date; by: string; action: string; body: Facts | null };
type VersionFacts = Omit<Row, 'body'> & { facts: Facts; personal: Facts | null };

const DECISIONS: readonly AuditAction[] = ['approved', 'rejected'];
// What makes a version: the whole of a record that is decided, or a change of one in a register.
const WHOLE: readonly AuditAction[] = ['saved', 'edited'];
const CHANGES: readonly AuditAction[] = ['added', 'edited', 'status_changed', 'activated', 'disabled'];
const READ = keptActions([...WHOLE, ...CHANGES, ...DECISIONS]);

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A register's record as each row of its trail left it: what the row says of it over what it was. */
function folded(rows: readonly VersionFacts[]): Row[] {
  let body: Facts = {};
  return rows.map(({ facts, personal, ...row }) => {
    const { after } = personal === null ? facts : withPersonal(facts, personal);
    if (row.action === 'status_changed' && typeof after === 'string') body = { ...body, status: after };
    if (isFacts(after)) body = { ...body, ...after };
    return { ...row, body };
  });
}

/** What a record of a register was before its first row: one that came with the installation was never entered. */
function beginning([first]: readonly VersionFacts[]): VersionFacts[] {
  if (first === undefined || first.action === 'added') return [];
  const { before } = first.personal === null ? first.facts : withPersonal(first.facts, first.personal);
  const after = first.action === 'status_changed' ? { status: before } : before;
  return [{ ...first, id: '0', by: 'System', action: 'added', facts: { after }, personal: null }];
}

/** An endorsement is entered without the currency; its amounts are in that of its policy. */
async function currencyOf(ctx: Ctx, endorsement: number): Promise<Facts> {
  return ctx.db.selectFrom('endorsements').select('currency').where('id', '=', endorsement).executeTakeFirstOrThrow();
}

/** What a record was at each saving, and what was decided about it, oldest first. */
async function trailOf(ctx: Ctx, entity: RecordName, id: number): Promise<Row[]> {
  const { rows: kept } = await sql<VersionFacts>`
    select a.id::text as id, a.at, coalesce(u.name, 'System') as by, a.action, a.facts - 'personal' as facts, a.personal
    from audit_trail a left join users u on u.id = a.user_id
    where a.entity = ${entity} and a.entity_id = ${id} and a.action = any(${READ}::text[])
    order by a.id`.execute(ctx.db);
  const rows = kept.map((row) => ({ ...row, action: auditAction(row.action) }));
  if (!isKind(entity)) return folded([...beginning(rows), ...rows]);
  const also = entity === 'endorsement' ? await currencyOf(ctx, id) : {};
  return rows.map(({ id: row, at, by, action, facts: { after } }) => ({
    id: row,
    at,
    by,
    action,
    body: WHOLE.some((one) => one === action) && isFacts(after) ? { ...after, ...also } : null,
  }));
}

const NAMES: Readonly<Record<RefKind, (ctx: Ctx, ids: number[]) => RawBuilder<{ id: number; name: string }>>> = {
  policy: (ctx, ids) => sql`
    select id, broker_reference as name from policies where id = any(${ids}::int[]) and branch_id = any(${ctx.scope}::int[])`,
  party: (_ctx, ids) => sql`select id, name from parties where id = any(${ids}::int[])`,
  cover_type: (_ctx, ids) => sql`
    select c.id, concat_ws(' · ', k.name, c.name) as name from cover_types c left join cover_types k on k.id = c.class_id
    where c.id = any(${ids}::int[])`,
  user: (_ctx, ids) => sql`select id, name from users where id = any(${ids}::int[])`,
  clause: (_ctx, ids) => sql`select id, code || ' ' || title as name from clauses where id = any(${ids}::int[])`,
  tax: (_ctx, ids) => sql`select id, name from taxes where id = any(${ids}::int[])`,
  note: (ctx, ids) => sql`
    select id, number as name from notes where id = any(${ids}::int[]) and branch_id = any(${ctx.scope}::int[])`,
  part: (ctx, ids) => sql`
    select x.id, concat_ws(' · ', n.number, p.name) as name from note_parts x join notes n on n.id = x.debit_note_id
    left join parties p on p.id = x.party_id where x.id = any(${ids}::int[]) and x.branch_id = any(${ctx.scope}::int[])`,
};

async function namesFor(ctx: Ctx, ...bodies: Facts[]): Promise<NameOf> {
  const names = new Map<string, string>();
  for (const [kind, ids] of refsIn(...bodies)) {
    const { rows } = await NAMES[kind](ctx, [...new Set(ids)]).execute(ctx.db);
    for (const row of rows) names.set(`${kind} ${row.id}`, row.name);
  }
  return (kind, id) => names.get(`${kind} ${id}`) ?? `#${id}`;
}

function chosen(versions: readonly Row[], id: string): Row {
  const version = versions.find((one) => one.id === id);
  if (!version) throw new AppError('NOT_FOUND');
  return version;
}

/** The version that a decision was about: the last one saved before it. */
function decidedVersion(trail: readonly Row[]): { decision: Row; version: Row | null } | null {
  const at = trail.findLastIndex((row) => row.action === 'approved' || row.action === 'rejected');
  const decision = trail[at];
  if (!decision) return null;
  return { decision, version: trail.slice(0, at).findLast((row) => row.body !== null) ?? null };
}

const headOf = ({ id, at, by, action }: Row) => ({ id, at, by, action });

/**
 * What differs between two versions of a record that the caller may see; by default since its last decision. §7
 * Deciding.
 */
export async function diffOf(ctx: Ctx, { query }: Decoded<typeof recordDiff>): Promise<Diff> {
  await seeRecord(ctx, query);
  const trail = await trailOf(ctx, query.entity, query.id);
  const versions = trail.filter((row) => row.body !== null);
  const decided = decidedVersion(trail);
  const to = query.to === undefined ? versions.at(-1) : chosen(versions, query.to);
  const from = query.from === undefined ? decided?.version : chosen(versions, query.from);
  const [was, is] = [from?.body, to?.body];
  const decision = decided && headOf(decided.decision);
  return {
    versions: versions.map(headOf),
    decision: decision && { action: decision.action, at: decision.at, by: decision.by },
    from: from?.id ?? null,
    to: to?.id ?? null,
    changes: was && is ? changesBetween(was, is, await namesFor(ctx, was, is)) : [],
  };
}
