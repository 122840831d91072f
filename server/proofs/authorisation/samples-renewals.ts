import { fixtures } from './fixtures.ts';
import type { Person } from './people.ts';
import type { Sample } from './samples.ts';
import type { World } from './scene.ts';

type Setting = { world: World; who: Person; own: boolean; unique: string };
type Ref = { id: number; version: number };

// Reading must not make anything: calls that are compared with each other read one record made once.
const standing = new Map<string, Promise<Ref>>();
const kept =
  (kind: string, make: (setting: Setting) => Promise<Ref>) =>
  async (setting: Setting): Promise<Ref> => {
    if (setting.unique !== 'same') return make(setting);
    const key = `${kind} ${setting.world.branch.code}`;
    const made = standing.get(key) ?? make(setting);
    standing.set(key, made);
    return made;
  };

const isThere = async (id: number) =>
  (await fixtures.first(`select id, version from policies where id = ${id}`)).id !== undefined;
const made = async (query: string, fallback: Ref): Promise<Ref> => {
  const { id = fallback.id, version = 1 } = await fixtures.first(query);
  return { id, version };
};

/** A batch that waits: one's own where one may renew, else of the branch's underwriter. */
const batchOf = kept('batch', async ({ world, who, own }) => {
  const nowhere = await world.approved();
  if (!(await isThere(nowhere.id))) return nowhere;
  const mine = own && who.rights.includes('policies.create');
  const maker = mine ? who.name : `underwriter.${world.branch.code.toLowerCase()}`;
  return made(
    `insert into renewal_batches (branch_id, made_by, made_at)
      select ${world.branch.id}, id, now() from users where email = '${maker}@slipway.test' returning id, 1 as version`,
    nowhere,
  );
});

let named = 0;
const templateOf = kept('template', async ({ world }) => {
  const policy = await world.approved();
  if (!(await isThere(policy.id))) return policy;
  named += 1;
  return made(
    `insert into placement_templates (branch_id, market, cover_type_id, name, name_key, search_text, terms, made_by, made_at, edited_at)
      select branch_id, 'LOCAL', cover_type_id, 'Proof ${named}', 'proof${named}', 'proof', '{"securities": [], "clauses": []}', made_by, now(), now()
      from policies where id = ${policy.id} returning id, version`,
    policy,
  );
});

/** A renewal of an approved policy; calls that only read get the last one that was made. */
const renewals = new Map<string, Ref>();
async function renewalOf({ world, unique }: Setting): Promise<Ref> {
  const { code } = world.branch;
  if (unique === 'same') return renewals.get(code) ?? world.approved();
  const policy = await world.freshlyApproved();
  const draft = await world.draft();
  if (draft.id === policy.id) return draft;
  await fixtures.first(
    `update policies set renewed_from_id = ${policy.id} where id = ${draft.id} returning id, version`,
  );
  renewals.set(code, draft);
  return draft;
}

const oneOf = (of: (setting: Setting) => Promise<Ref>): Sample => ({
  of: async (setting) => ({ params: { id: (await of(setting)).id } }),
});
const standingOne: Sample = { of: async ({ world }) => ({ body: { ids: [(await world.approved()).id] } }) };
const freshOne: Sample = { of: async ({ world }) => ({ body: { ids: [(await world.freshlyApproved()).id] } }) };

export const RENEWAL_SAMPLES: Record<string, Sample> = {
  'GET /underwriting/renewals': {
    of: async ({ world }) => {
      await world.approved();
      return { query: { startdate: '2026-01-01', enddate: '2030-12-31' } };
    },
  },
  'GET /underwriting/renewals/days': {
    of: async ({ world }) => {
      await world.approved();
      return { query: { startdate: '2026-06-01', enddate: '2027-05-31' } };
    },
  },
  'POST /underwriting/renewals/effect': standingOne,
  'POST /underwriting/renewals/batch': freshOne,
  'GET /underwriting/renewals/batch/{id}': oneOf(batchOf),
  'PUT /underwriting/renewals/cancel/{id}': oneOf(batchOf),
  'PUT /underwriting/renewals/notrenewed': {
    of: async ({ world }) => ({ body: { ids: [(await world.freshlyApproved()).id], reason: 'Placed elsewhere' } }),
  },
  'POST /underwriting/renewals/notice/effect': standingOne,
  'POST /underwriting/renewals/notice': {
    of: async ({ world }) => {
      const { id } = await world.freshlyApproved();
      await fixtures.first(
        `update parties set email = coalesce(nullif(email, ''), 'reinsured.' || id || '@proof.test') where id = (
          select reinsured_id from policies where id = ${id}) returning id, version`,
      );
      return { body: { ids: [id] } };
    },
  },
  'GET /underwriting/renewals/notices/{id}': {
    of: async ({ world }) => ({ params: { id: (await world.approved()).id } }),
  },
  'GET /underwriting/renewals/lastyear/{id}': oneOf(renewalOf),
  'GET /underwriting/templates/items': {
    of: async (setting) => {
      if (setting.unique === 'same') await templateOf(setting);
      return {};
    },
  },
  'GET /underwriting/templates/{id}': oneOf(templateOf),
  'POST /underwriting/templates/save': {
    of: async ({ world, unique }) => {
      named += 1;
      return { body: { policy: (await world.approved()).id, name: `Template ${unique} ${named}` } };
    },
  },
  'PUT /underwriting/templates/rename/{id}': {
    of: async (setting) => {
      const { id, version } = await templateOf(setting);
      named += 1;
      return { params: { id }, body: { version, name: `Renamed ${named}` } };
    },
  },
  'PUT /underwriting/templates/status/{id}': {
    of: async (setting) => {
      const { id, version } = await templateOf(setting);
      return { params: { id }, body: { version, status: 'INACTIVE' } };
    },
  },
  'DELETE /underwriting/templates/{id}': {
    of: async (setting) => {
      const { id, version } = await templateOf(setting);
      return { params: { id }, body: { version } };
    },
  },
};
