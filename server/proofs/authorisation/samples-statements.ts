import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';
import type { World } from './scene.ts';

const nobody = { id: 0, version: 1 };

/** Batches of a branch, made once for calls that only look, so that what they show stays. */
const standing = new Map<string, Promise<{ id: number; version: number }>>();

/** A batch that waits in this world, with the statement of one party whose paper is a document of the branch. */
async function madeBatch(world: World): Promise<{ id: number; version: number }> {
  const { id: document } = await world.document();
  const there = await fixtures.first(`select id from documents where id = ${document}`);
  if (there['id'] === undefined) return { ...nobody, id: document };
  const { id = 0 } = await fixtures.first(
    `insert into statement_batches (branch_id, side, as_at, by_mail, made_by, made_at)
      select ${world.branch.id}, 'REINSURED', '2026-03-02', false, min(id), now() from users returning id`,
  );
  const item = await fixtures.first(
    `insert into statement_items (branch_id, batch_id, party_id, document_id, sheet, done_at)
      values (${world.branch.id}, ${id}, ${world.book.reinsured}, ${document}, 'PK', now()) returning id`,
  );
  return { id, version: item['id'] ?? 0 };
}

const batchOf = ({ world, unique }: { world: World; unique: string }) => {
  if (unique !== 'same') return madeBatch(world);
  const made = standing.get(world.branch.code) ?? madeBatch(world);
  standing.set(world.branch.code, made);
  return made;
};

/** An instalment of a policy of this world that has been overdue for long. */
async function overdueItem({ world }: { world: World }) {
  const { id } = await world.freshlyApproved();
  const item = await fixtures.first(
    `update open_items set due_on = '2025-11-30' where note_id = (
      select min(id) from notes where policy_id = ${id} and debit_note_id is null) returning id`,
  );
  return { body: { items: [item['id'] ?? id] } };
}
const overdue: Sample = { of: overdueItem, needs: ['reports.money'] };

/** Statements of account that are made together. */
export const STATEMENT_SAMPLES: Record<string, Sample> = {
  'GET /statements/accounts': { of: () => ({ query: { side: 'REINSURED' } }) },
  'POST /statements/batch': {
    of: ({ world }) => ({
      body: { side: 'REINSURED', asat: '2026-03-02', parties: [world.book.reinsured], mail: false },
    }),
    needs: ['reports.money'],
  },
  'GET /statements/batch/{id}': { of: async (setting) => ({ params: { id: (await batchOf(setting)).id } }) },
  'PUT /statements/cancel/{id}': { of: async (setting) => ({ params: { id: (await batchOf(setting)).id } }) },
  'POST /statements/reminders/preview': overdue,
  'POST /statements/reminders/send': {
    ...overdue,
    of: async (setting) => ({ body: { ...(await overdueItem(setting)).body, mail: false } }),
  },
  // The row of the party is what has the sheet.
  'GET /statements/sheet/{id}': { of: async (setting) => ({ params: { id: (await batchOf(setting)).version } }) },
};
