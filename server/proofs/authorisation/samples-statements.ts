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

/** A voucher of this world that a payment file orders. */
async function orderedVoucher({ world }: { world: World }) {
  const { id } = await world.voucher('APPROVED');
  await fixtures.first(
    `with f as (insert into payment_files (branch_id, bank_account_id, day, currency, vouchers, total, status, made_by, made_at, xml)
        select branch_id, bank_account_id, bank_date, currency, 1, amount, 'READY', made_by, now(), '<x/>' from vouchers
        where id = ${id} and not exists (select 1 from payment_file_vouchers where voucher_id = ${id}) returning id)
      insert into payment_file_vouchers (branch_id, file_id, voucher_id, amount)
      select v.branch_id, f.id, v.id, v.amount from f, vouchers v where v.id = ${id} returning file_id as id`,
  );
  return { body: { vouchers: [id] } };
}

/** A batch of remittance advice that waits in this world. */
async function adviceBatch({ world }: { world: World }) {
  const { id } = await world.document();
  const there = await fixtures.first(`select id from documents where id = ${id}`);
  if (there['id'] === undefined) return { params: { id } };
  const batch = await fixtures.first(
    `insert into statement_batches (branch_id, kind, side, as_at, by_mail, made_by, made_at)
      select ${world.branch.id}, 'REMITTANCE', 'PAYEE', '2026-03-02', false, min(id), now() from users returning id`,
  );
  return { params: { id: batch['id'] ?? 0 } };
}
const standingAdvice = new Map<string, ReturnType<typeof adviceBatch>>();

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
  'POST /statements/reminders/plan': overdue,
  'POST /statements/reminders/preview': overdue,
  'POST /statements/reminders/send': {
    ...overdue,
    of: async (setting) => ({ body: { ...(await overdueItem(setting)).body, mail: false } }),
  },
  'POST /statements/remittances/plan': { of: orderedVoucher },
  'POST /statements/remittances/preview': { of: orderedVoucher },
  'POST /statements/remittances/send': {
    of: async (setting) => ({ body: { ...(await orderedVoucher(setting)).body, mail: false } }),
  },
  'GET /statements/remittances/{id}': {
    of: (setting) => {
      if (setting.unique !== 'same') return adviceBatch(setting);
      const made = standingAdvice.get(setting.world.branch.code) ?? adviceBatch(setting);
      standingAdvice.set(setting.world.branch.code, made);
      return made;
    },
  },
  'PUT /statements/remittances/cancel/{id}': { of: adviceBatch },
  // The row of the party is what has the sheet.
  'GET /statements/sheet/{id}': { of: async (setting) => ({ params: { id: (await batchOf(setting)).version } }) },
};
