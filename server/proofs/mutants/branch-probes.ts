import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import type { Rig } from '../../testing/rig.ts';
import { canaryIn, type BranchCode } from '../authorisation/canaries.ts';
import type { Probe } from './probes.ts';

const ITEMS = 'GET /api/sca/v1/underwriting/items';

type Query = Record<string, string | number>;

/** Whether a list that somebody reads shows anything of a branch. */
const showsIn =
  (rig: Rig) =>
  async (who: string, query: Query, branch: BranchCode): Promise<boolean> => {
    const reply = await rig.call(who, ITEMS, { query });
    if (reply.status !== 200)
      throw new Error(`${who} ${JSON.stringify(query)}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return canaryIn(reply.bytes, branch) !== null;
  };

/** Every file of a list keeps to the branches of its reader, whatever is packed or pressed in it. */
export const filesOfOneBranch: Probe = async (rig) => {
  await approvedPolicy(rig, await makeBook(rig));
  for (const format of ['csv', 'xlsx', 'pdf']) {
    if (!(await showsIn(rig)('manager.nbo', { format }, 'NBO'))) throw new Error(`Nothing is seen in ${format}.`);
    if (await showsIn(rig)('manager.lon', { format }, 'NBO')) return false;
  }
  return true;
};

/** An auditor of two branches reads one at a time, named by code or by id, and the one that they work in otherwise. */
export const auditorOneBranch: Probe = async (rig) => {
  await approvedPolicy(rig, await makeBook(rig));
  const { rows } = await rig.ownerPool.query<{ id: number; code: string }>('select id, code from branches');
  const id = (code: string) => rows.find((row) => row.code === code)?.id ?? 0;
  if (!(await showsIn(rig)('auditor', { branch: id('NBO') }, 'NBO'))) throw new Error('The auditor sees nothing.');
  const elsewhere = [{ branch: 'LON' }, { branch: id('LON') }];
  for (const query of elsewhere) if (await showsIn(rig)('auditor', query, 'NBO')) return false;
  await rig.call('auditor', 'PUT /api/sca/v1/auth/branch', { body: { branch: 'LON' } });
  const here: Query[] = [{}, { branch: 'ALL' }];
  for (const query of here) if (await showsIn(rig)('auditor', query, 'NBO')) return false;
  return true;
};
