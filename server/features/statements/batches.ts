import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, firstOf, invalid, notFound } from '../../../domain/errors.ts';
import { type BatchSide, SIDE_LABELS } from '../../../domain/statements/account.ts';
import { statementBatch } from '../../../domain/statements/contract.ts';
import type { listStatementBatches, startStatements } from '../../../domain/statements/contract.ts';
import { remittanceBatch } from '../../../domain/statements/remittance-contract.ts';
import {
  BATCH_KIND_LABELS,
  BATCH_KINDS,
  BATCH_LABELS,
  type BatchKind,
  batchItemTable,
  batchTable,
  MOST_OF_BATCH,
  outcomeOf,
} from '../../../domain/statements/tables.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../domain/values/day.ts';
import { fact } from '../../platform/exports/facts.ts';
import { EXPORT_TYPES } from '../../platform/exports/serve.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { list } from '../../platform/exports/list.ts';
import { same, type ListDefinition } from '../../platform/http/lists.ts';
import type { FileReply } from '../../platform/http/mount.ts';
import { askToCancel, enqueue } from '../../platform/jobs/jobs.ts';
import type { BatchJob } from '../batch-work.ts';
import { assertMayHere } from '../decisions.ts';
import { isMailed } from '../documents/sending.ts';
import { contains } from '../registers/page.ts';
import { report } from '../reports/report.ts';
import { accountsOf } from './account.ts';

type Saved = Reply<typeof startStatements>;
type Body = Decoded<typeof startStatements>['body'];

/** Whose statements a batch makes: those that were chosen, all of them of its side, or everyone with a balance. */
async function chosen(ctx: Ctx, { side, asat: day, parties }: Body): Promise<number[]> {
  if (parties === undefined) {
    const here = { ...ctx, scope: [ctx.branch.id] };
    return [...new Set((await accountsOf(here, { side, day })).map((row) => row.party_id))];
  }
  const ids = [...new Set(parties)];
  const rows = await ctx.db
    .selectFrom('parties')
    .select('id')
    .where('id', 'in', ids)
    .where('kind', '=', side)
    .execute();
  if (rows.length < ids.length) throw new AppError('NOT_FOUND');
  return ids;
}

/** Keeps a batch of statements and has it made in the background as the user who started it. Throws NOTHING_OPEN. M12. */
export async function startBatch(ctx: Ctx, { body }: Decoded<typeof startStatements>): Promise<Saved> {
  assertMayHere(ctx, 'policy_documents.generate');
  if (!ctx.can('reports.money', ctx.branch.id)) throw new AppError('FORBIDDEN');
  if (body.asat > ctx.today) throw invalid({ field: 'asat', message: 'This day is still to come.' });
  const parties = await chosen(ctx, body);
  if (parties.length === 0) throw new AppError('NOTHING_OPEN');
  return keepBatch(ctx, { kind: 'STATEMENT', side: body.side, asAt: body.asat, mail: body.mail, parties, reason: '' });
}

type NewBatch = {
  kind: BatchKind;
  side: BatchSide;
  asAt: Day;
  mail: boolean;
  parties: readonly number[];
  /** The bank date of the advice to each of the parties, in their order. */
  days?: readonly Day[];
  reason: string;
};

/** Keeps a batch with its parties and puts it into the queue. */
export async function keepBatch(ctx: Ctx, { kind, side, asAt, mail, parties, days, reason }: NewBatch): Promise<Saved> {
  const branchId = ctx.branch.id;
  const { id } = await ctx.db
    .insertInto('statement_batches')
    .values({
      branch_id: branchId,
      kind,
      side,
      as_at: asAt,
      by_mail: mail,
      reason,
      made_by: ctx.user.id,
      made_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into statement_items (branch_id, batch_id, party_id, day)
    select ${branchId}, ${id}, p.id, x.day from unnest(${[...parties]}::int[], ${[...(days ?? [])]}::date[]) as x (party, day)
    join parties p on p.id = x.party order by p.name_key, p.id, x.day`.execute(ctx.db);
  const payload: BatchJob = { batch: id, user: ctx.user.id, session: ctx.sessionId, branch: branchId };
  const job = await enqueue(ctx.db, { kind: 'statements', payload, userId: ctx.user.id });
  await ctx.db.updateTable('statement_batches').set({ job_id: job }).where('id', '=', id).execute();
  const facts = { kind, side, as_at: asAt, parties: parties.length, mail, ...(reason !== '' && { reason }) };
  await ctx.audit({ entity: 'statement_batch', entityId: id, branchId, action: 'added', facts });
  return { id, version: 1, status: 'WAITING' };
}

/** How many of a batch `t` are made, mailed, and not done. */
const COUNTS = sql`cross join lateral (
  select count(*)::int as parties, count(i.document_id)::int as made, count(s.id) filter (where ${isMailed('s')})::int as mailed,
    count(*) filter (where i.problem is not null or s.status = 'FAILED')::int as problems,
    count(i.done_at)::int as done
  from statement_items i left join statement_mails m on m.item_id = i.id left join document_sendings s on s.id = m.sending_id
  where i.batch_id = t.id) n`;
const COLUMNS = sql`t.id, t.made_at, t.kind, t.side, t.as_at, t.state, t.by_mail, (select b.code from branches b where b.id = t.branch_id) as branch, u.name as by, t.made_by as by_id, n.*`;

const BATCHES: ListDefinition = {
  table: 'statement_batches',
  columns: COLUMNS,
  joins: sql`join users u on u.id = t.made_by ${COUNTS}`,
  sorts: { id: 'id' } satisfies Record<Sortable<typeof batchTable>, string>,
  defaultSort: 'id,desc',
  search: (text) => sql`exists (select 1 from statement_items i join parties p on p.id = i.party_id
    where i.batch_id = t.id and ${contains(sql`p.search_text`, text)})`,
};

/** Batches of statements of the caller's branches. M12. */
export const batches = list({
  table: batchTable,
  name: 'statement-batches',
  title: 'Batches of statements',
  definition: () => BATCHES,
  where: (_ctx, { kind, side, state }: Decoded<typeof listStatementBatches>['query']) => [same({ kind, side, state })],
  rowOf: (row: Values<typeof batchTable>) => row,
});

type Batch = Values<typeof batchTable> & {
  message: string | null;
  reason: string;
  done: number;
  job_id: bigint | null;
  branch_id: number;
};

/** A batch of kinds that a call is for. */
type OfKinds = { id: number; kinds: readonly BatchKind[] };
const ADVICE = ['REMITTANCE'] as const satisfies readonly BatchKind[];

async function findBatch(ctx: Ctx, { id, kinds }: OfKinds): Promise<Batch> {
  const { rows } = await sql<Batch>`
    select ${COLUMNS}, t.message, t.reason, t.job_id, t.branch_id from statement_batches t join users u on u.id = t.made_by ${COUNTS}
    where t.id = ${id} and t.kind = any(${[...kinds]}::text[]) and t.branch_id = any(${[...ctx.scope]}::int[])`.execute(
    ctx.db,
  );
  return firstOf(rows);
}

/** What became of the parties of a batch, those that need somebody first: of all, or of the first. */
async function itemsOf(ctx: Ctx, id: number, most?: number): Promise<Values<typeof batchItemTable>[]> {
  const items = ctx.db
    .selectFrom('statement_items as i')
    .innerJoin('parties as p', 'p.id', 'i.party_id')
    .leftJoin('documents as d', 'd.id', 'i.document_id')
    .leftJoin('statement_mails as m', 'm.item_id', 'i.id')
    .leftJoin('document_sendings as s', 's.id', 'm.sending_id')
    .select(['i.id', 'i.day', 'p.id as party_id', 'p.name', 'd.id as document_id', 'd.number', 's.status as mail'])
    .select(sql<'REINSURED' | 'INSURED' | 'SECURITY'>`p.kind`.as('party_kind'))
    .select((e) => e('i.sheet', 'is not', null).as('sheet'))
    // What a mail server refused is said where it is said why a statement was not made.
    .select(sql<string | null>`coalesce(i.problem, case when s.status = 'FAILED' then s.message end)`.as('problem'))
    .where('i.batch_id', '=', id)
    .where('i.branch_id', 'in', ctx.scope)
    .orderBy(sql`i.problem is null and ${isMailed('s')} is not false`)
    .orderBy('p.name_key')
    .orderBy('p.id')
    .orderBy('i.day');
  const rows = await (most === undefined ? items : items.limit(most)).execute();
  return rows.map((row) => ({
    id: row.id,
    party: { id: row.party_id, name: row.name },
    party_kind: row.party_kind,
    day: row.day,
    outcome: outcomeOf({ ...row, paper: row.document_id }),
    statement: row.document_id === null ? null : { id: row.document_id, number: row.number ?? '' },
    sheet: row.sheet === true || row.sheet === 1,
    problem: row.problem ?? '',
  }));
}

async function batchReply(ctx: Ctx, of: OfKinds): Promise<Reply<typeof statementBatch>> {
  const { message, reason, done, ...row } = await findBatch(ctx, of);
  const base = ctx.firm.baseCurrency;
  const items = await itemsOf(ctx, of.id, MOST_OF_BATCH + 1);
  return {
    ...replyRow(batchTable, row, base),
    message,
    reason,
    done,
    ...(items.length > MOST_OF_BATCH && { more: true }),
    data: items.slice(0, MOST_OF_BATCH).map((item) => replyRow(batchItemTable, item, base)),
  };
}

async function batchFacts(ctx: Ctx, of: OfKinds) {
  const { side, as_at: asAt } = await findBatch(ctx, of);
  return [fact('Of', SIDE_LABELS[side]), fact('As at', writtenDay(asAt))];
}

async function batchRows(ctx: Ctx, of: OfKinds) {
  await findBatch(ctx, of);
  return itemsOf(ctx, of.id);
}

/** How far a batch is, and what became of each party; as a file the list of what became of them. M12. */
export const batch = report({
  endpoint: statementBatch,
  table: batchItemTable,
  name: 'statements',
  title: 'Batch of statements',
  facts: (ctx, { params: { id } }) => batchFacts(ctx, { id, kinds: BATCH_KINDS }),
  reply: (ctx, { params: { id } }) => batchReply(ctx, { id, kinds: BATCH_KINDS }),
  rows: (ctx, { params: { id } }) => batchRows(ctx, { id, kinds: BATCH_KINDS }),
});

/** The same of advice, for those who see vouchers. */
export const adviceBatch = report({
  endpoint: remittanceBatch,
  table: batchItemTable,
  name: 'remittance-advice',
  title: BATCH_KIND_LABELS.REMITTANCE,
  facts: (ctx, { params: { id } }) => batchFacts(ctx, { id, kinds: ADVICE }),
  reply: (ctx, { params: { id } }) => batchReply(ctx, { id, kinds: ADVICE }),
  rows: (ctx, { params: { id } }) => batchRows(ctx, { id, kinds: ADVICE }),
});

/** Asks a batch to stop after the party in hand. What is made and mailed stays. */
async function cancel(ctx: Ctx, of: OfKinds): Promise<Saved> {
  const { id } = of;
  const { state, job_id: job, branch_id: branchId } = await findBatch(ctx, of);
  if (state !== 'WAITING' && state !== 'RUNNING')
    throw new AppError('WRONG_STATE', { status: BATCH_LABELS[state].toLowerCase(), action: 'stopping it' });
  if (job !== null) await askToCancel(ctx.db, job);
  await ctx.audit({ entity: 'statement_batch', entityId: id, branchId, action: 'cancelled', facts: {} });
  return { id, version: 1, status: state };
}

export const cancelBatch = (ctx: Ctx, id: number) => cancel(ctx, { id, kinds: ['STATEMENT', 'REMINDER'] });
export const cancelAdvice = (ctx: Ctx, id: number) => cancel(ctx, { id, kinds: ADVICE });

/** The sheet that was made with a statement. */
export async function sheetFile(ctx: Ctx, id: number): Promise<FileReply> {
  const row = await ctx.db
    .selectFrom('statement_items as i')
    .innerJoin('documents as d', 'd.id', 'i.document_id')
    .select(['i.sheet', 'd.number', 'd.id as document', 'i.branch_id'])
    .where('i.id', '=', id)
    .where('i.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
  if (row.sheet === null) throw notFound();
  const delivery = {
    action: 'opened',
    entity: 'document',
    entityId: row.document,
    branchId: row.branch_id,
    facts: { sheet: true },
  } as const;
  const name = `${row.number.replaceAll('/', '-')}.xlsx`;
  return { file: { name, type: EXPORT_TYPES.xlsx, bytes: row.sheet, delivery } };
}
