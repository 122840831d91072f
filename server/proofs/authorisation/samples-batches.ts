import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';

type Setting = Parameters<Sample['of']>[0];

/** Batches of a person in a branch, made once for calls that only look. */
const standing = new Map<string, Promise<number>>();

/** A batch of this person that waits in this world. */
async function madeBatch({ world, who }: Setting): Promise<number> {
  const { id: receipt } = await world.receipt('PENDING');
  const { id = 0 } = await fixtures.first(
    `with b as (insert into record_batches (branch_id, kind, act, made_by, made_at)
        select branch_id, 'receipt', 'approve', ${who.id}, now() from receipts where id = ${receipt} returning id, branch_id),
      i as (insert into record_batch_items (branch_id, batch_id, record_id, seen, called, title, currency)
        select b.branch_id, b.id, ${receipt}, '{}', '#' || ${receipt}, 'Example', 'KES' from b)
      select id from b`,
  );
  return id === 0 ? receipt : id;
}

function batchOf(setting: Setting): Promise<number> {
  if (setting.unique !== 'same') return madeBatch(setting);
  const key = `${setting.world.branch.code} ${setting.who.name}`;
  const made = standing.get(key) ?? madeBatch(setting);
  standing.set(key, made);
  return made;
}

const ofBatch: Sample = { of: async (setting) => ({ params: { id: await batchOf(setting) } }) };

/** Records that are done together: each person has their own. */
export const BATCH_SAMPLES: Record<string, Sample> = {
  'POST /batch/plan': {
    of: async ({ world }) => ({
      body: { kind: 'receipt', act: 'approve', ids: [(await world.receipt('PENDING')).id] },
    }),
    needs: ['receipts.view'],
  },
  'POST /batch/start': {
    of: async ({ world }) => {
      const { id, version } = await world.receipt('PENDING');
      return { body: { kind: 'receipt', act: 'approve', records: [{ id, version }] } };
    },
    needs: ['receipts.decide'],
  },
  'POST /batch/papers/plan': {
    of: async ({ world }) => ({
      body: { papers: ['debit-note'], again: false, ids: [(await world.approved()).id] },
    }),
    needs: ['policies.view'],
  },
  'POST /batch/papers/send': {
    of: async ({ world }) => {
      const { id, version } = await world.approved();
      return { body: { papers: ['debit-note'], again: false, records: [{ id, version }] } };
    },
    needs: ['policies.view'],
  },
  'GET /batch/{id}': ofBatch,
  'PUT /batch/stop/{id}': ofBatch,
};
