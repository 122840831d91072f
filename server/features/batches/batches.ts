import { sql } from 'kysely';
import { type listRecordBatches, recordBatch, type startBatch } from '../../../domain/batches/contract.ts';
import {
  BATCH_ACT_LABELS,
  type BatchAct,
  batchOutcomeOf,
  batchRecordTable,
  recordBatchTable,
  type SentPaper,
} from '../../../domain/batches/tables.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, firstOf } from '../../../domain/errors.ts';
import { letsIn } from '../../../domain/permissions.ts';
import { KINDS, type KindName } from '../../../domain/records/kinds.ts';
import { BATCH_LABELS } from '../../../domain/statements/tables.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import { fact } from '../../platform/exports/facts.ts';
import { list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { same, type ListDefinition } from '../../platform/http/lists.ts';
import { askToCancel, enqueue } from '../../platform/jobs/jobs.ts';
import type { BatchJob } from '../batch-work.ts';
import { TABLES } from '../records.ts';
import { report } from '../reports/report.ts';
import { batchRows } from './plan.ts';
import { rightToStep, type Routes } from './step-calls.ts';

type Saved = Reply<typeof startBatch>;

/** Keeps a batch as it was planned and has it done in the background as who started it. Throws FORBIDDEN, NOT_FOUND. */
export async function startedBatch(
  ctx: Ctx,
  routes: Routes,
  { body: { kind, act, records } }: Decoded<typeof startBatch>,
): Promise<Saved> {
  const seen = new Map(records.map((record) => [record.id, record]));
  const rows = await batchRows(ctx, kind, [...seen.keys()]);
  if (
    rows.some(
      (row) => !letsIn(rightToStep(routes, { kind, london: row.london }, act), (one) => ctx.can(one, row.branch_id)),
    )
  )
    throw new AppError('FORBIDDEN');
  return keepBatch(ctx, { kind, act, rows, seen, job: 'record_batch' });
}

type NewBatch = {
  kind: KindName;
  act: BatchAct;
  rows: Awaited<ReturnType<typeof batchRows>>;
  /** What its maker saw of each, by its id. */
  seen: ReadonlyMap<number, unknown>;
  job: 'record_batch' | 'record_papers';
  papers?: readonly SentPaper[];
  again?: boolean;
};

/** Keeps a batch with its records and puts it into the queue. */
export async function keepBatch(
  ctx: Ctx,
  { kind, act, rows, seen, job: jobKind, papers = [], again = false }: NewBatch,
): Promise<Saved> {
  const branchId = ctx.branch.id;
  const { id } = await ctx.db
    .insertInto('record_batches')
    .values({ branch_id: branchId, kind, act, papers: [...papers], again, made_by: ctx.user.id, made_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('record_batch_items')
    .values(
      rows.map(({ id: recordId, branch_id, called, title, currency, amount }) => ({
        branch_id,
        batch_id: id,
        record_id: recordId,
        seen: JSON.stringify(seen.get(recordId)),
        called,
        title,
        currency,
        amount,
      })),
    )
    .execute();
  const branches = [...new Set([branchId, ...rows.map((row) => row.branch_id)])];
  const payload: BatchJob = { batch: id, user: ctx.user.id, session: ctx.sessionId, branch: branchId, branches };
  const job = await enqueue(ctx.db, { kind: jobKind, payload, userId: ctx.user.id });
  await ctx.db.updateTable('record_batches').set({ job_id: job }).where('id', '=', id).execute();
  const facts = { kind, act, records: rows.length, ...(papers.length > 0 && { papers: papers.join(', ') }) };
  await ctx.audit({ entity: 'record_batch', entityId: id, branchId, action: 'added', facts });
  return { id, version: 1, status: 'WAITING' };
}

/** Why something of a record `i` was not done: what a mail server refused later is said with it. */
const PROBLEM = sql<string | null>`coalesce(i.problem, (
  select 'Not mailed: ' || coalesce(s.message, 'the mail server refused it.') from record_batch_mails m
  join document_sendings s on s.id = m.sending_id where m.item_id = i.id and s.status = 'FAILED' order by s.id limit 1))`;
/** How many records of a batch `t` are done, and how many were not to be. */
const COUNTS = sql`cross join lateral (
  select count(*)::int as records, count(*) filter (where l.done_at is not null and l.problem is null)::int as done,
    count(*) filter (where l.problem is not null)::int as failed
  from (select i.done_at, ${PROBLEM} as problem from record_batch_items i where i.batch_id = t.id) l) n`;
const COLUMNS = sql`t.id, t.made_at, t.act, t.kind, t.state, n.*,
  (select string_agg(distinct b.code, ', ') from record_batch_items i join branches b on b.id = i.branch_id
    where i.batch_id = t.id) as branch`;

const definition = (ctx: Ctx): ListDefinition => ({
  table: 'record_batches',
  columns: COLUMNS,
  joins: COUNTS,
  sorts: { id: 'id' } satisfies Record<Sortable<typeof recordBatchTable>, string>,
  defaultSort: 'id,desc',
  always: sql`t.made_by = ${ctx.user.id}`,
  search: (text) => sql`exists (select 1 from record_batch_items i
    where i.batch_id = t.id and strpos(lower(i.called || ' ' || i.title), ${text}) > 0)`,
});

/** One's own batches, the newest first. */
export const batches = list({
  table: recordBatchTable,
  name: 'batches',
  title: 'Batches',
  definition,
  where: (_ctx, { kind, act, state }: Decoded<typeof listRecordBatches>['query']) => [same({ kind, act, state })],
  rowOf: (row: Values<typeof recordBatchTable>) => row,
});

type Batch = Values<typeof recordBatchTable> & { message: string | null; job_id: bigint | null; branch_id: number };

/** One's own batch; another's answers like a missing one. */
async function findBatch(ctx: Ctx, id: number): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select ${COLUMNS}, t.message, t.job_id, t.branch_id from record_batches t ${COUNTS}
    where t.id = ${id} and t.made_by = ${ctx.user.id} and t.branch_id = any(${[...ctx.scope]}::int[])`.execute(ctx.db);
  return firstOf(rows);
}

const RUNNING: ReadonlySet<string> = new Set(['WAITING', 'RUNNING']);

/** What became of each record, those that were not done first. */
async function recordsOf(ctx: Ctx, { id, kind, state }: Batch): Promise<Values<typeof batchRecordTable>[]> {
  const rows = await ctx.db
    .selectFrom('record_batch_items as i')
    .innerJoin('branches as b', 'b.id', 'i.branch_id')
    .select(['i.record_id', 'i.called', 'i.title', 'i.currency', 'i.amount', 'b.code as branch'])
    .select(PROBLEM.as('problem'))
    .select((e) => e('i.done_at', 'is not', null).as('done'))
    .select(
      sql<
        number | null
      >`(select ${TABLES[kind].party} from ${sql.table(TABLES[kind].name)} t where t.id = i.record_id)`.as('party_id'),
    )
    .where('i.batch_id', '=', id)
    .where('i.branch_id', 'in', ctx.scope)
    .orderBy(sql`${PROBLEM} is null`)
    .orderBy('i.id')
    .execute();
  const ended = !RUNNING.has(state);
  return rows.map(({ record_id, called, title, party_id, currency, amount, branch, problem, done }) => ({
    id: record_id,
    kind,
    called,
    title,
    party_id,
    outcome: batchOutcomeOf({ done: done === true || done === 1, problem, ended }),
    problem: problem ?? '',
    currency,
    amount,
    branch,
  }));
}

async function batchReply(ctx: Ctx, id: number): Promise<Reply<typeof recordBatch>> {
  const found = await findBatch(ctx, id);
  const base = ctx.firm.baseCurrency;
  const { message, ...row } = found;
  const records = await recordsOf(ctx, found);
  return {
    ...replyRow(recordBatchTable, row, base),
    message,
    data: records.map((record) => replyRow(batchRecordTable, record, base)),
  };
}

/** How far a batch is, and what became of each record; as a file the report of it. */
export const batch = report({
  endpoint: recordBatch,
  table: batchRecordTable,
  name: 'batch',
  title: 'Batch',
  facts: async (ctx, { params: { id } }) => {
    const { act, kind } = await findBatch(ctx, id);
    return [fact('What', `${BATCH_ACT_LABELS[act]} ${KINDS[kind].plural}`)];
  },
  reply: (ctx, { params: { id } }) => batchReply(ctx, id),
  rows: async (ctx, { params: { id } }) => recordsOf(ctx, await findBatch(ctx, id)),
});

/** Asks a batch to stop after the record in hand. What is done stays. */
export async function stoppedBatch(ctx: Ctx, id: number): Promise<Saved> {
  const { state, job_id: job, branch_id: branchId } = await findBatch(ctx, id);
  if (!RUNNING.has(state))
    throw new AppError('WRONG_STATE', { status: BATCH_LABELS[state].toLowerCase(), action: 'stopping it' });
  if (job !== null) await askToCancel(ctx.db, job);
  await ctx.audit({ entity: 'record_batch', entityId: id, branchId, action: 'cancelled', facts: {} });
  return { id, version: 1, status: state };
}
