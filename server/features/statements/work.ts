import { sql } from 'kysely';
import { AppError, firstOf } from '../../../domain/errors.ts';
import type { AuditAction } from '../../../domain/records/audit-actions.ts';
import type { Permission } from '../../../domain/permissions.ts';
import type { SentDocument } from '../../../domain/registers/party-shapes.ts';
import type { BatchSide } from '../../../domain/statements/account.ts';
import type { BatchKind } from '../../../domain/statements/tables.ts';
import type { Day } from '../../../domain/values/day.ts';
import { type Database, openDatabase } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { JobHandlers } from '../../platform/jobs/jobs.ts';
import { runAs, type OnBehalf } from '../../platform/jobs/run-as.ts';
import { batchCourse, type BatchJob, type BatchTools } from '../batch-work.ts';
import { addressesOf } from '../documents/addresses.ts';
import { sendByMail, wordsOfDocument } from '../documents/sending.ts';
import { type DocumentPlan, type Prepared, type Printing, renderAll, storeDocuments } from '../documents/store.ts';
import { letterheadOf } from '../firm/letterhead.ts';
import type { OpenItem } from './account.ts';
import { keepLetter, letterNow } from './letter.ts';
import { sheetOf, statementPlan, type StatementItem } from './paper.ts';
import { adviceNow, keepAdvice } from './remittance-letter.ts';

/** A batch with what it makes. */
type Working = BatchJob & { kind: BatchKind };
type Tools = Printing & { database: ReturnType<typeof openDatabase>; clock: () => Date };

/** A mail goes to at most so many addresses. */
const MOST_ADDRESSES = 10;
const NOTHING = 'Nothing is open on this account.';
const NO_ADDRESS = 'It is not mailed: no address takes its statements. Enter one with the party’s contacts.';

type KindRules = {
  /** What its maker must still hold. */
  rights: readonly [Permission, ...Permission[]];
  /** Whose addresses it goes to. */
  addressed: SentDocument;
  made: AuditAction;
  mailed: AuditAction;
  /** As a sentence names several. */
  papers: string;
};
const OF_ACCOUNTS = { rights: ['reports.money', 'policy_documents.generate'], addressed: 'statement' } as const;
const RULES: Record<BatchKind, KindRules> = {
  STATEMENT: { ...OF_ACCOUNTS, made: 'statement_made', mailed: 'statement_sent', papers: 'statements' },
  REMINDER: { ...OF_ACCOUNTS, made: 'reminded', mailed: 'reminded', papers: 'statements' },
  REMITTANCE: {
    rights: ['vouchers.pay'],
    addressed: 'payment-voucher',
    made: 'advice_made',
    mailed: 'advice_sent',
    papers: 'remittance advice',
  },
};
/** Trying again may go better: the database was away, or another write came in between. */
const PASSING = new Set(['BUSY', 'UNAVAILABLE', 'STALE']);

/** Whether a problem is the party's own and leaves the others alone. */
const isItsOwn = (error: unknown): error is AppError =>
  error instanceof AppError && error.code !== 'FORBIDDEN' && !PASSING.has(error.code);

/** Works as the user who started the batch, with the rights that they hold at this moment; what `readOnly` reads is of one. Throws FORBIDDEN. */
function asMaker<T>(
  { database, clock, readOnly = false }: Tools & { readOnly?: boolean },
  batch: Working,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const { user: userId, session: sessionId, branch: branchId, kind } = batch;
  const [permission, ...others] = RULES[kind].rights;
  const who: OnBehalf = { userId, sessionId, branchId, permission };
  return runAs({ database, now: clock(), readOnly }, who, (ctx) => {
    if (!others.every((right) => ctx.can(right, branchId))) throw new AppError('FORBIDDEN');
    return work(ctx);
  });
}

/** A party of a batch, with the bank date of an advice. */
type Item = StatementItem & { kind: BatchKind; mail: boolean; day: Day | null };

/** A party of the batch that is not done yet, with `lock` held until the commit; null where another worker was quicker. */
async function claim(ctx: Ctx, id: number, { lock }: { lock: boolean }): Promise<Item | null> {
  const { rows } = await sql<Omit<Item, 'id' | 'asAt'> & { side: BatchSide; as_at: Day; done: boolean }>`
    select i.party_id as party, b.side, b.as_at, b.kind, b.by_mail as mail, i.day, i.done_at is not null as done
    from statement_items i join statement_batches b on b.id = i.batch_id
    where i.id = ${id} and i.branch_id = any(${[...ctx.scope]}::int[]) ${lock ? sql`for update of i` : sql``}`.execute(
    ctx.db,
  );
  const { done, as_at: asAt, ...item } = firstOf(rows);
  return done ? null : { ...item, id, asAt };
}

/** A paper to be: its sheet where it has one, and what is kept with it in its transaction. */
type Planned = {
  plan: DocumentPlan;
  items?: readonly OpenItem[];
  keep?: (ctx: Ctx) => Promise<void>;
  /** It leaves by mail or is not made, so that it can be sent later. */
  mailedOnly?: boolean;
};

/** What each kind of batch makes of a party, or why nothing. */
const PLANS: Record<BatchKind, (ctx: Ctx, item: Item) => Promise<Planned | { nothing: string }>> = {
  STATEMENT: async (ctx, item) => (await statementPlan(ctx, item)) ?? { nothing: NOTHING },
  REMINDER: async (ctx, item) => {
    const letter = await letterNow(ctx, item);
    if ('nothing' in letter) return letter;
    return { plan: letter.plan, keep: (writing) => keepLetter(writing, item.id, letter.rows) };
  },
  REMITTANCE: async (ctx, item) => {
    const advice = await adviceNow(ctx, item);
    if ('nothing' in advice) return advice;
    return {
      plan: advice.plan,
      keep: (writing) => keepAdvice(writing, item, advice.payments),
      mailedOnly: item.mail,
    };
  },
};

type Made = { prepared: Prepared; sheet?: Buffer } & Pick<Planned, 'keep' | 'mailedOnly'>;

/** Reads what a party gets and prints it, outside the transaction that keeps it; or why there is nothing. */
async function printOne(tools: Tools, batch: Working, id: number): Promise<Made | { nothing: string } | null> {
  const read = await asMaker({ ...tools, readOnly: true }, batch, async (ctx) => {
    const item = await claim(ctx, id, { lock: false });
    if (item === null) return null;
    const head = await letterheadOf(ctx, batch.branch);
    return { planned: await PLANS[item.kind](ctx, item), head, base: ctx.firm.baseCurrency };
  });
  if (read === null) return null;
  const { planned, head, base } = read;
  if ('nothing' in planned) return planned;
  const { plan, items, keep, mailedOnly = false } = planned;
  return {
    prepared: await renderAll(tools, [{ plan, head }]),
    ...(items && { sheet: await sheetOf(items, base) }),
    ...(keep && { keep }),
    mailedOnly,
  };
}

/** Queues the mail of a statement; the same party of a batch has one, which the schema holds. Gives why there is none. */
async function mailOne(ctx: Ctx, item: Item, documentId: number): Promise<string | null> {
  const known = await addressesOf(ctx, RULES[item.kind].addressed, sql`select ${item.party}::int`);
  const to = known.map((one) => one.email).slice(0, MOST_ADDRESSES);
  if (to.length === 0) return NO_ADDRESS;
  const { subject, text } = await wordsOfDocument(ctx, documentId);
  const sending = await sendByMail(ctx, { body: { id: documentId, to, subject: subject.slice(0, 200), text } });
  await ctx.db
    .insertInto('statement_mails')
    .values({ item_id: item.id, branch_id: ctx.branch.id, sending_id: sending.id })
    .execute();
  return null;
}

async function keep(ctx: Ctx, id: number, result: { document_id?: number; sheet?: Buffer; problem: string | null }) {
  await ctx.db
    .updateTable('statement_items')
    .set({ ...result, done_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/** Keeps the paper of one party, mails it where that is wanted, and says so in its history: all, or nothing. */
async function keepOne(ctx: Ctx, id: number, { made, mailing }: { made: Made; mailing: boolean }): Promise<void> {
  const item = await claim(ctx, id, { lock: true });
  if (item === null) return;
  await made.keep?.(ctx);
  const [paper] = await storeDocuments(ctx, made.prepared);
  if (!paper) throw new AppError('NOT_FOUND');
  await keep(ctx, id, { document_id: paper.id, ...(made.sheet && { sheet: made.sheet }), problem: null });
  const problem = item.mail && mailing ? await mailOne(ctx, item, paper.id) : null;
  if (problem !== null) await keep(ctx, id, { problem });
  const mailed = item.mail && mailing && problem === null;
  await ctx.audit({
    entity: 'statement',
    entityId: id,
    branchId: ctx.branch.id,
    action: RULES[item.kind][mailed ? 'mailed' : 'made'],
    facts: { party: item.party, number: paper.number, as_at: item.day ?? item.asAt, mailed },
  });
}

/** One party of a batch. What keeps it from being mailed alone is said beside its paper. */
async function doOne(tools: Tools, batch: Working, id: number): Promise<void> {
  const because = (problem: string) =>
    asMaker(tools, batch, async (ctx) => {
      if ((await claim(ctx, id, { lock: true })) !== null) await keep(ctx, id, { problem });
    });
  try {
    const made = await printOne(tools, batch, id);
    if (made === null) return;
    if ('nothing' in made) return await because(made.nothing);
    try {
      await asMaker(tools, batch, (ctx) => keepOne(ctx, id, { made, mailing: true }));
    } catch (error) {
      if (!isItsOwn(error) || made.mailedOnly) throw error;
      await asMaker(tools, batch, async (ctx) => {
        await keepOne(ctx, id, { made, mailing: false });
        await keep(ctx, id, { problem: `It is not mailed: ${error.message}` });
      });
    }
  } catch (error) {
    if (!isItsOwn(error)) throw error;
    await because(error.message);
  }
}

/** What a batch did not remind of is due again, and what it sent no advice of may be sent again. */
async function letGo(db: Database, batch: number): Promise<void> {
  await sql`update reminder_lines l set live = false from statement_items i
    where i.id = l.letter_id and i.batch_id = ${batch} and l.sent_on is null and l.live`.execute(db);
  await sql`update remittance_lines l set live = false from statement_items i
    where i.id = l.advice_id and i.batch_id = ${batch} and l.sent_on is null and l.live`.execute(db);
}

type Batch = { kind: BatchKind };
type BatchParty = { id: number; done: boolean };

async function read(db: Database, id: number): Promise<Batch & { items: readonly BatchParty[] }> {
  const batches = await sql<Batch>`select kind from statement_batches where id = ${id}`.execute(db);
  const items = await sql<BatchParty>`
    select id, done_at is not null as done from statement_items where batch_id = ${id} order by id`.execute(db);
  return { ...firstOf(batches.rows), items: items.rows };
}

/** The work behind a batch of statements: each party once, however often its job is taken up. M12. */
export function statementJobs(services: Printing & BatchTools): JobHandlers {
  const { pool, ...rest } = services;
  const tools: Tools = { ...rest, database: openDatabase(pool) };
  return {
    statements: batchCourse<Batch, BatchParty>(services, {
      batches: 'statement_batches',
      read,
      doOne: (job, { kind }, { id }) => doOne(tools, { ...job, kind }, id),
      atEnd: letGo,
      lostRight: ({ kind }) =>
        `You no longer have the right to make ${RULES[kind].papers}. What is made and mailed already stays.`,
      broken: 'It could not be finished. What is made and mailed already stays.',
    }),
  };
}
