import type { Decoded } from '../../../domain/endpoint.ts';
import type {
  editManualJournal as editEndpoint,
  saveManualJournal as saveEndpoint,
} from '../../../domain/journals/contract.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertMayHere, assertStep, edition, making, moveRecord, type Saved } from '../decisions.ts';
import { checkJournal } from './input.ts';
import { lockJournal } from './queries.ts';

type Checked = Awaited<ReturnType<typeof checkJournal>>;

async function writeLines(ctx: Ctx, journal: { id: number; branchId: number }, lines: Checked['lines']): Promise<void> {
  await ctx.db.deleteFrom('manual_journal_lines').where('journal_id', '=', journal.id).execute();
  await ctx.db
    .insertInto('manual_journal_lines')
    .values(lines.map((line) => ({ ...line, branch_id: journal.branchId, journal_id: journal.id })))
    .execute();
}

/** Saves a manual journal as a draft: nothing is booked yet. */
export async function saveJournal(ctx: Ctx, { body }: Decoded<typeof saveEndpoint>): Promise<Saved> {
  assertMayHere(ctx, 'journals.create');
  const { columns, lines } = await checkJournal(ctx, body);
  const { id } = await ctx.db
    .insertInto('manual_journals')
    .values({ ...columns, branch_id: ctx.branch.id, ...making(ctx), created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLines(ctx, { id, branchId: ctx.branch.id }, lines);
  const facts = { after: body };
  await ctx.audit({ entity: 'journal', entityId: id, branchId: ctx.branch.id, action: 'saved', facts });
  return { id, version: 1, status: 'DRAFT', number: null };
}

/** Changes a draft or a rejected manual journal, which becomes a draft again. */
export async function editJournal(ctx: Ctx, { body }: Decoded<typeof editEndpoint>): Promise<Saved> {
  const record = await lockJournal(ctx, body.id);
  const of = { kind: 'journal', record } as const;
  assertStep(of, { act: 'edit', version: body.version });
  const { columns, lines } = await checkJournal(ctx, body);
  await writeLines(ctx, { id: record.id, branchId: record.branch_id }, lines);
  const set = { ...columns, ...edition(ctx) };
  return moveRecord(ctx, of, { status: 'DRAFT', action: 'edited', set, facts: { after: body } });
}
