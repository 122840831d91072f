import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';
import type { World } from './scene.ts';

const MONTHS = Array.from({ length: 12 }, () => ({ premium: '10.00', brokerage: '1.00' }));
const NOWHERE = 2_000_000_000;

// Each of a year and class of its own: there are a hundred years, then the next class.
let made = 0;
const place = () => {
  made += 1;
  return `select ${2000 + (made % 100)} as year, id from cover_types where class_id is null order by id offset ${Math.floor(made / 100)} limit 1`;
};

/** A budget of this world's branch; where nothing exists, an id that is nowhere. */
async function newBudget(world: World): Promise<Record<string, number>> {
  const { id: policy } = await world.approved();
  const { id = NOWHERE, version = 1 } = await fixtures.first(
    `insert into budgets (branch_id, year, class_id, made_by, made_at, edited_by, edited_at)
     select p.branch_id, k.year, k.id, p.made_by, now(), p.made_by, now() from policies p, (${place()}) k where p.id = ${policy}
     returning id, version`,
  );
  return { id, version };
}

// Calls that are compared with each other read one made once.
const standing = new Map<string, Promise<Record<string, number>>>();
function budgetOf({ world, unique }: { world: World; unique: string }) {
  if (unique !== 'same') return newBudget(world);
  const { code } = world.branch;
  const kept = standing.get(code) ?? newBudget(world);
  standing.set(code, kept);
  return kept;
}

/** Budgets of classes. */
export const BUDGET_SAMPLES: Record<string, Sample> = {
  'GET /budget/{id}': { of: async (setting) => ({ params: { id: (await budgetOf(setting))['id'] ?? NOWHERE } }) },
  'POST /budget/save': {
    of: async () => {
      const { year, id } = await fixtures.first(place());
      return { body: { year, class: id, premium: '1200.00' } };
    },
    firmWide: true,
  },
  'PUT /budget/edit': { of: async ({ world }) => ({ body: { ...(await newBudget(world)), months: MONTHS } }) },
  'DELETE /budget/{id}': {
    of: async ({ world }) => {
      const { id = NOWHERE, version = 1 } = await newBudget(world);
      return { params: { id }, query: { version: String(version) } };
    },
  },
};
