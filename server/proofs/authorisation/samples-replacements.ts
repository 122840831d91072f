import { fixtures } from './fixtures.ts';
import type { Sample } from './samples.ts';

type Setting = Parameters<Sample['of']>[0];
type Lines = { policy: number; security: number; other: number };

/** An active security: the first or the last of those that are not on a policy. */
const securityOff = async (policy: number, order: 'asc' | 'desc'): Promise<number> =>
  (
    await fixtures.first(
      `select id, 1 as version from parties where kind = 'SECURITY' and status = 'ACTIVE' and id not in (
        select security_id from policy_lines where policy_id = ${policy}) order by id ${order} limit 1`,
    )
  ).id ?? 1;

/** A policy with a security of it, and one that could take over its line; of a policy that is missing two others. */
async function linesOf({ world }: Setting, policy: number): Promise<Lines> {
  const { id } = await fixtures.first(
    `select security_id as id, 1 as version from policy_lines where policy_id = ${policy} and branch_id = ${world.branch.id} order by position limit 1`,
  );
  return { policy, security: id ?? (await securityOff(policy, 'desc')), other: await securityOff(policy, 'asc') };
}

const bodyOf = ({ security, other }: Lines) => ({
  security,
  effective_date: '2026-10-01',
  successors: [{ security: other, share: '100' }],
});

/** Batches that wait, made once for calls that only look. */
const standing = new Map<string, Promise<number>>();
async function madeBatch(setting: Setting): Promise<number> {
  const { world, who, own } = setting;
  const { id: policy } = await world.approved();
  const { security } = await linesOf(setting, policy);
  const mine = own && who.rights.includes('policies.create');
  const maker = mine ? who.name : `underwriter.${world.branch.code.toLowerCase()}`;
  const { id = policy } = await fixtures.first(
    `insert into replacement_batches (branch_id, security_id, effective_date, shares, made_by, made_at)
      select ${world.branch.id}, ${security}, '2026-10-01', '[{"security": ${security}, "share": "100"}]', u.id, now()
      from users u where u.email = '${maker}@slipway.test' returning id, 1 as version`,
  );
  return id;
}
function batchOf(setting: Setting): Promise<number> {
  if (setting.unique !== 'same') return madeBatch(setting);
  const key = `${setting.world.branch.code} ${setting.who.name}`;
  const made = standing.get(key) ?? madeBatch(setting);
  standing.set(key, made);
  return made;
}
const ofBatch: Sample = { of: async (setting) => ({ params: { id: await batchOf(setting) } }) };

export const REPLACEMENT_SAMPLES: Record<string, Sample> = {
  'POST /securities/replacement/plan': {
    // It names securities of the firm's register alone; what it shows is of the caller's branches.
    of: async () => ({
      body: bodyOf({ policy: 0, security: await securityOff(0, 'asc'), other: await securityOff(0, 'desc') }),
    }),
  },
  'POST /securities/replacement/batch': {
    of: async (setting) => {
      const lines = await linesOf(setting, (await setting.world.freshlyApproved()).id);
      return { body: { ...bodyOf(lines), policies: [{ id: lines.policy, line: '25' }] } };
    },
  },
  'GET /securities/replacement/{id}': ofBatch,
  'PUT /securities/replacement/cancel/{id}': ofBatch,
};
