import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from '../../../../domain/errors.ts';
import { useFaults, type AccountUses } from '../../../../domain/imports/history/accounts.ts';
import { HISTORY_TARGET, type HistoryFindings } from '../../../../domain/imports/history/contract.ts';
import { HISTORY_FILE_NAMES } from '../../../../domain/imports/history/files.ts';
import type { Database } from '../../../platform/db/pool.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { inTransaction } from '../../../platform/http/transaction.ts';
import { runAs, type OnBehalf } from '../../../platform/jobs/run-as.ts';
import { findHistory, taxesOfFirm } from './findings.ts';
import type { HistorySource } from './source.ts';
import { assertBooksEmpty, writeHistory } from './write.ts';

type Command = { database: Database; source: HistorySource; name: string; branch: string | undefined };
type Chosen = { uses?: AccountUses | undefined };

/** For whom a command imports: the first root, in the branch that was named, or the only one. */
async function rootOf({ database, branch }: Command): Promise<OnBehalf> {
  return inTransaction(database, { readOnly: true, scope: [] }, async (db) => {
    const roots = await sql<{ id: number }>`
      select u.id from users u join user_roles r on r.user_id = u.id
      where u.status = 'ACTIVE' and r.role = 'ROLE_ROOT' order by u.id limit 1`.execute(db);
    const branches = await db.selectFrom('branches').select(['id', 'code']).where('status', '=', 'ACTIVE').execute();
    const [root] = roots.rows;
    if (!root) throw new Error('Sign up first: nobody owns this installation yet.');
    const codes = branches.map(({ code }) => code).join(', ');
    const [first, ...others] = branches.filter(({ code }) => branch === undefined || code === branch);
    if (!first || others.length > 0) throw new Error(`Name the branch of the books with --branch: ${codes}.`);
    return { userId: root.id, branchId: first.id, sessionId: randomUUID(), permission: 'firm.manage' };
  });
}

const NEVER = async () => undefined;

/** What is in the files, with the uses that a mapping gives. Throws a sentence where those are not of these accounts. */
async function soundUses(ctx: Ctx, { source }: Command, { uses }: Chosen): Promise<HistoryFindings> {
  await assertBooksEmpty(ctx);
  const found = await findHistory(ctx, { source, goOn: NEVER, uses });
  const taxes = (await taxesOfFirm(ctx)).map(({ code }) => code);
  const [fault] = uses === undefined ? [] : useFaults(found.accounts, uses, taxes);
  if (fault) throw new Error(`${fault.field.replace('accounts.', 'Account ')}: ${fault.message}`);
  return found;
}

/** What is in the files of a history and wrong with them, without posting anything. Throws BOOKS_BEGUN. */
export async function lookAtHistory(command: Command, { uses }: Chosen): Promise<HistoryFindings> {
  const who = await rootOf(command);
  return runAs({ database: command.database, now: new Date() }, who, (ctx) => soundUses(ctx, command, { uses }));
}

async function digestOf(source: HistorySource): Promise<Buffer> {
  const hash = createHash('sha256');
  for (const file of HISTORY_FILE_NAMES) for await (const part of (await source(file)) ?? []) hash.update(part);
  return hash.digest();
}

/** The trail of an import that no upload began. */
async function keepImport(ctx: Ctx, { name, source }: Command, found: HistoryFindings): Promise<number> {
  const digest = await digestOf(source);
  const made = await ctx.db
    .insertInto('imports')
    .values({
      user_id: ctx.user.id,
      branch_id: ctx.branch.id,
      target: HISTORY_TARGET,
      file_name: name,
      sha256: digest,
      size: 0,
      state: 'DONE',
      history: JSON.stringify(found),
      rows: found.counts.documents,
      written: found.counts.documents,
      created_at: ctx.now,
      finished_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const facts = { target: HISTORY_TARGET, sha256: digest.toString('hex'), ...found.counts, uses: found.uses };
  await ctx.audit({ entity: 'import', entityId: made.id, action: 'done', branchId: ctx.branch.id, facts });
  return made.id;
}

type Watched = Chosen & {
  found: (findings: HistoryFindings) => void;
  /** How many documents are posted. */
  posted: (documents: number) => Promise<void>;
};

/** Checks a history and posts it, in one transaction. Throws HISTORY_FAULTY, BOOKS_BEGUN. */
export async function postHistory(command: Command, watched: Watched): Promise<void> {
  const who = await rootOf(command);
  await runAs({ database: command.database, now: new Date() }, who, async (ctx) => {
    const found = await soundUses(ctx, command, watched);
    watched.found(found);
    if (found.fault_count > 0) throw new AppError('HISTORY_FAULTY');
    const importId = await keepImport(ctx, command, found);
    await writeHistory(ctx, { importId, branchId: ctx.branch.id, ...found, posted: watched.posted });
  });
}
