import { canaryOf } from './canaries.ts';
import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';
import type { World } from './scene.ts';

/** No record has it; where nothing exists, the approved policy has it too. */
const NOWHERE = 2_000_000_000;
type Setting = { world: World; unique: string };

/** A party's statement of one line of which we know nothing, kept in this world. */
async function made({ world }: Setting): Promise<number> {
  if ((await world.approved()).id === NOWHERE) return NOWHERE;
  const word = canaryOf(world.branch.code);
  const { id = 0 } = await fixtures.first(
    `with made as (
       insert into reconciliations (branch_id, party_id, currency, as_at, turned, file_name, sha256, lines, theirs, made_by, made_at)
       select ${world.branch.id}, ${world.book.reinsured}, 'KES', '2001-01-01', false, '${word}', sha256('${word}'), 1, 500, min(id), now()
       from users returning id),
     line as (
       insert into reconciliation_lines (reconciliation_id, branch_id, row, document, reference, text, amount)
       select id, ${world.branch.id}, 2, '${word}', '', '${word}', 500 from made)
     select id from made`,
  );
  return id;
}

// Calls that are compared with each other read one made once.
const standing = new Map<string, Promise<number>>();
function reconciliationOf(setting: Setting): Promise<number> {
  if (setting.unique !== 'same') return made(setting);
  const { code } = setting.world.branch;
  const kept = standing.get(code) ?? made(setting);
  standing.set(code, kept);
  return kept;
}

const acting = (body: Record<string, unknown>): Sample => ({
  of: async (setting) => ({ params: { id: await reconciliationOf(setting) }, body: { version: 1, ...body } }),
  needs: ['reports.money'],
});
const file: Sample = {
  of: ({ world }) => ({
    query: { party: world.book.reinsured, currency: 'KES', asat: '2026-03-02', name: 'statement.csv' },
    body: Buffer.from('Document,Balance\nDN/1/2026,100.00\n'),
  }),
  needs: ['reports.money'],
};

/** Statements of parties held against ours. */
export const RECONCILIATION_SAMPLES: Record<string, Sample> = {
  'GET /reconciliation/{id}': {
    of: async (setting) => ({ params: { id: await reconciliationOf(setting) } }),
  },
  'POST /reconciliation/preview': file,
  'POST /reconciliation/save': file,
  'PUT /reconciliation/line/{id}': acting({ row: 2, document: null }),
  'PUT /reconciliation/reason/{id}': acting({ key: 'line/2', reason: 'NOT_WITH_US' }),
  'PUT /reconciliation/finish/{id}': acting({}),
  'PUT /reconciliation/reopen/{id}': {
    of: async (setting) => {
      const id = await made(setting);
      await fixtures.first(
        `with done as (update reconciliations set status = 'FINISHED', ours = 0, explained = 500, finished_by = made_by, finished_at = now()
          where id = ${id} returning id) select id from done`,
      );
      return { params: { id }, body: { version: 1, reason: 'Another one came' } };
    },
    needs: ['reports.money'],
  },
};
