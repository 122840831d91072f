import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';
import type { World } from './scene.ts';

const PASSED = { receiptType: 'PREMIUM', receiptAmount: '1.00', narrationRef: 'Paid' };

/** A branch beside that of a world. */
async function besideOf(world: World): Promise<number> {
  const { id = 0 } = await fixtures.first(`select id from branches where id <> ${world.branch.id} order by id limit 1`);
  return id;
}

/** Cash of a receipt of the world that is used in the branch beside it. */
async function passing(world: World) {
  return { ...PASSED, source: (await world.receipt('APPROVED')).id, into: await besideOf(world) };
}

/** Cash of a receipt that is used in another branch: root's alone. M16. */
export const PASSING_SAMPLES: Record<string, Sample> = {
  'POST /receivable/passon': { of: async ({ world }) => ({ body: await passing(world) }) },
  'PUT /receivable/passon': {
    of: async ({ world }) => {
      const body = await passing(world);
      const { id, version } = (await fixtures.passOn(body)) ?? { id: body.source, version: 1 };
      return { body: { ...PASSED, id, version } };
    },
  },
};
