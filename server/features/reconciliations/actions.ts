import { sql, type Updateable } from 'kysely';
import { assertVersion } from '../../../domain/decisions.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, firstOf, invalid } from '../../../domain/errors.ts';
import { closes } from '../../../domain/reconciliations/bridge.ts';
import { SHOWN_LINES } from '../../../domain/banks/contract.ts';
import type * as contract from '../../../domain/reconciliations/contract.ts';
import { RECONCILIATION_STATES } from '../../../domain/reconciliations/states.ts';
import { formatAmount, showMoney } from '../../../domain/values/money.ts';
import type { DB } from '../../platform/db/types.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { AuditAction } from '../../../domain/records/audit-actions.ts';
import { assertMayHere } from '../decisions.ts';
import { addSamples, rememberMatching } from '../imports/columns.ts';
import { ourDocuments } from './ours.ts';
import { ourBalance, readReconciliation, type Stored, workOutBridge } from './queries.ts';
import { assertReady, partyOf, type TheirUpload, workOut } from './their-file.ts';

type Saved = Reply<typeof contract.saveReconciliation>;
type Query = Decoded<typeof contract.saveReconciliation>['query'];

/** Who keeps reconciliations sees what parties owe, too. Throws FORBIDDEN. */
export function assertMayReconcile(ctx: Pick<Ctx, 'scope' | 'branch' | 'can'>): void {
  assertMayHere(ctx, 'allocations.create');
  if (!ctx.can('reports.money', ctx.branch.id)) throw new AppError('FORBIDDEN');
}

async function assertSound(ctx: Ctx, { currency, asat }: Query): Promise<void> {
  const known = await ctx.db.selectFrom('currencies').select('code').where('code', '=', currency).executeTakeFirst();
  if (!known) throw invalid({ field: 'currency', message: 'Choose a currency.' });
  if (asat > ctx.today) throw invalid({ field: 'asat', message: 'This day is still to come.' });
}

/** What a party's file holds and how it compares; nothing is kept. M13. */
export async function previewOf(
  ctx: Ctx,
  query: Query,
  upload: TheirUpload,
): Promise<Reply<typeof contract.previewReconciliation>> {
  await assertSound(ctx, query);
  const party = await partyOf(ctx, query.party);
  const { currency, sheet: choices = {}, asat: day } = query;
  const { reading, statement } = await workOut(ctx, party, { upload, choices, currency });
  const columns = upload.sheet.columns.map((heading) => ({ heading, samples: [] }));
  addSamples(columns, upload.sheet.rows);
  const shown = (amount: bigint) => formatAmount(amount, currency);
  const { lines, faults, refusals, total } = statement;
  const account = { branch: ctx.branch.id, party: party.id, side: party.side, currency, day };
  return {
    party: { id: party.id, name: party.name },
    side: party.side,
    columns,
    matching: reading.matching,
    day_order: reading.dayOrder,
    turned: reading.turned,
    remembered: reading.remembered,
    lines: lines.slice(0, SHOWN_LINES).map((line) => ({ ...line, amount: shown(line.amount) })),
    count: lines.length,
    theirs: shown(total),
    ours: shown(await ourBalance(ctx, account)),
    faults: faults.slice(0, SHOWN_LINES),
    fault_count: faults.length,
    refusals,
    ready: faults.length === 0 && refusals.length === 0,
  };
}

/** Keeps a party's statement with its lines, whole or not at all; it books nothing. Throws VALIDATION by row, FILE_REFUSED. M13. */
export async function saveStatement(ctx: Ctx, query: Query, upload: TheirUpload): Promise<Saved> {
  await assertSound(ctx, query);
  const party = await partyOf(ctx, query.party);
  const { currency, sheet: choices = {}, asat } = query;
  const worked = await workOut(ctx, party, { upload, choices, currency });
  assertReady(worked);
  const { reading, statement } = worked;
  const branchId = ctx.branch.id;
  const { id } = await ctx.db
    .insertInto('reconciliations')
    .values({
      branch_id: branchId,
      party_id: party.id,
      currency,
      as_at: asat,
      turned: reading.turned,
      file_name: query.name,
      sha256: upload.sha256,
      lines: statement.lines.length,
      theirs: statement.total,
      made_by: ctx.user.id,
      made_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into reconciliation_lines (reconciliation_id, branch_id, row, day, document, reference, text, amount)
    select ${id}, ${branchId}, l.row, l.day, l.document, l.reference, l.text, l.amount
    from json_to_recordset(${jsonRows(statement.lines)}) as l (row int, day date, document text, reference text, text text, amount bigint)`.execute(
    ctx.db,
  );
  const { target, matching, dayOrder } = reading;
  await rememberMatching(ctx, target, { headings: upload.sheet.columns, matching, dayOrder });
  const facts = {
    party: party.id,
    as_at: asat,
    lines: statement.lines.length,
    theirs: formatAmount(statement.total, currency),
    currency,
  };
  const personal = { file_name: query.name };
  await ctx.audit({ entity: 'reconciliation', entityId: id, branchId, action: 'added', facts, personal });
  return { id, version: 1, status: 'OPEN' };
}

/** One that is open, locked, of a branch in which the caller sees money. Throws NOT_FOUND, FORBIDDEN, STALE, WRONG_STATE. */
async function lockOpen(
  ctx: Ctx,
  id: number,
  { version, action }: { version: number; action: string },
): Promise<Stored> {
  const one = await readReconciliation(ctx, id, { lock: true });
  if (!ctx.can('reports.money', one.branch_id)) throw new AppError('FORBIDDEN');
  assertVersion(one.version, version);
  if (one.status !== 'OPEN')
    throw new AppError('WRONG_STATE', { status: RECONCILIATION_STATES[one.status].label.toLowerCase(), action });
  return one;
}

type Columns = Updateable<DB['reconciliations']>;
type Change = { columns?: Columns; action: AuditAction; facts: Record<string, unknown> };

async function keep(ctx: Ctx, one: Stored, { columns = {}, action, facts }: Change): Promise<Saved> {
  const version = one.version + 1;
  await ctx.db
    .updateTable('reconciliations')
    .set({ ...columns, version })
    .where('id', '=', one.id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  await ctx.audit({ entity: 'reconciliation', entityId: one.id, branchId: one.branch_id, action, facts });
  return { id: one.id, version, status: columns.status ?? one.status };
}

/** Says which document a line of theirs is, that it is none of ours, or leaves it as it is matched. M13. */
export async function chooseLine(ctx: Ctx, { params, body }: Decoded<typeof contract.chooseDocument>): Promise<Saved> {
  const { version, row, document } = body;
  const one = await lockOpen(ctx, params.id, { version, action: 'changing it' });
  if (typeof document === 'string') {
    const { branch_id: branch, party_id: party, side, currency, as_at: day } = one;
    const known = await ourDocuments(ctx, { branch, party, side, currency, day });
    if (!known.some(({ key }) => key === document))
      throw invalid({ field: 'document', message: 'Choose one of our documents with this party.' });
  }
  const changed = await ctx.db
    .updateTable('reconciliation_lines')
    .set({ chosen: document !== undefined, choice: document ?? null })
    .where('reconciliation_id', '=', one.id)
    .where('branch_id', 'in', ctx.scope)
    .where('row', '=', row)
    .returning('row')
    .executeTakeFirst();
  if (!changed) throw invalid({ field: 'row', message: 'Choose a line of this statement.' });
  return keep(ctx, one, { action: 'edited', facts: { row, document: document ?? null } });
}

/** Sets the reason of a difference, takes it away, or leaves it to the one that is proposed. M13. */
export async function keepReason(ctx: Ctx, { params, body }: Decoded<typeof contract.setReason>): Promise<Saved> {
  const { version, key, reason } = body;
  const one = await lockOpen(ctx, params.id, { version, action: 'changing it' });
  const { bridge } = await workOutBridge(ctx, one);
  if (!bridge.entries.some((entry) => entry.key === key && entry.difference !== 0n))
    throw invalid({ field: 'key', message: 'Choose a difference of this bridge.' });
  const row = { reconciliation_id: one.id, branch_id: one.branch_id, key };
  await ctx.db
    .deleteFrom('reconciliation_reasons')
    .where('reconciliation_id', '=', one.id)
    .where('branch_id', 'in', ctx.scope)
    .where('key', '=', key)
    .execute();
  if (reason !== undefined)
    await ctx.db
      .insertInto('reconciliation_reasons')
      .values({ ...row, reason })
      .execute();
  return keep(ctx, one, { action: 'edited', facts: { key, reason: reason ?? null } });
}

/** Finishes one whose bridge closes to the cent, and keeps the bridge as it is. Throws BRIDGE_OPEN. M13. */
export async function finish(
  ctx: Ctx,
  { params, body }: Decoded<typeof contract.finishReconciliation>,
): Promise<Saved> {
  const one = await lockOpen(ctx, params.id, { version: body.version, action: 'finishing it' });
  const { bridge } = await workOutBridge(ctx, one);
  const { entries, ours, explained, left, open } = bridge;
  if (!closes(bridge))
    throw new AppError('BRIDGE_OPEN', {
      open: String(open),
      left: showMoney({ amount: left, currency: one.currency }),
    });
  const rows = entries.map(({ by, ties: _ties, proposed: _proposed, ...entry }, place) => ({
    ...entry,
    place,
    matched_by: by,
    reconciliation_id: one.id,
    branch_id: one.branch_id,
  }));
  if (rows.length > 0) await ctx.db.insertInto('reconciliation_entries').values(rows).execute();
  const columns = { status: 'FINISHED', ours, explained, finished_by: ctx.user.id, finished_at: ctx.now };
  const shown = (amount: bigint) => formatAmount(amount, one.currency);
  const facts = { theirs: shown(one.theirs), ours: shown(ours), explained: shown(explained), currency: one.currency };
  return keep(ctx, one, { columns, action: 'finished', facts });
}

/** Another one with the lines of one that is finished and the reasons that a person set. */
async function copyOf(ctx: Ctx, one: Stored): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into reconciliations (branch_id, party_id, currency, as_at, turned, file_name, sha256, lines, theirs, made_by, made_at, follows_id)
    select branch_id, party_id, currency, as_at, turned, file_name, sha256, lines, theirs, ${ctx.user.id}, ${ctx.now}::timestamptz, id
    from reconciliations where id = ${one.id} and branch_id = any(${[...ctx.scope]}::int[]) returning id`.execute(
    ctx.db,
  );
  const { id } = firstOf(rows);
  const own = sql`from reconciliation_lines where reconciliation_id = ${one.id} and branch_id = any(${[...ctx.scope]}::int[])`;
  await sql`
    insert into reconciliation_lines (reconciliation_id, branch_id, row, day, document, reference, text, amount, chosen, choice)
    select ${id}, branch_id, row, day, document, reference, text, amount, chosen, choice ${own}`.execute(ctx.db);
  await sql`
    insert into reconciliation_reasons (reconciliation_id, branch_id, key, reason) select ${id}, branch_id, key, reason
    from reconciliation_reasons where reconciliation_id = ${one.id} and branch_id = any(${[...ctx.scope]}::int[])`.execute(
    ctx.db,
  );
  return id;
}

/** Looks at a finished one again: another begins with its lines and reasons, and it stays as it is. Throws WRONG_STATE. M13. */
export async function reopen(
  ctx: Ctx,
  { params, body }: Decoded<typeof contract.reopenReconciliation>,
): Promise<Saved> {
  const one = await readReconciliation(ctx, params.id, { lock: true });
  if (!ctx.can('reports.money', one.branch_id)) throw new AppError('FORBIDDEN');
  assertVersion(one.version, body.version);
  const action = 'opening it again';
  if (one.status !== 'FINISHED') throw new AppError('WRONG_STATE', { status: 'open', action });
  if (one.followed_by !== null) throw new AppError('WRONG_STATE', { status: 'opened again already', action });
  const id = await copyOf(ctx, one);
  const of = { entity: 'reconciliation', branchId: one.branch_id } as const;
  await ctx.audit({ ...of, entityId: one.id, action: 'reopened', facts: { reason: body.reason, followed_by: id } });
  await ctx.audit({
    ...of,
    entityId: id,
    action: 'added',
    facts: { follows: one.id, party: one.party_id, as_at: one.as_at },
  });
  return { id, version: 1, status: 'OPEN' };
}
