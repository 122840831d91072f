import { allRoutes } from '../../app.ts';
import { recordBatchJobs } from '../../features/batches/work.ts';
import { exampleReceipt, RECEIVABLE } from '../../features/receipts/receipts.factories.ts';
import { runOneJob } from '../../platform/jobs/jobs.ts';
import { makeBook } from '../../testing/factories.ts';
import type { Rig } from '../../testing/rig.ts';
import type { Probe } from './probes.ts';

const BATCH = '/api/sca/v1/batch';

const must = (rig: Rig, who: string) => async (address: `${string} ${string}`, body?: unknown) => {
  const reply = await rig.call(who, address, body === undefined ? {} : { body });
  if (reply.status !== 200) throw new Error(`${who} ${address}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
};

/** A receipt that waits for its checker, and what the manager saw of it. */
async function seenReceipt(rig: Rig) {
  const { id } = await must(rig, 'accountant.nbo')(`POST ${RECEIVABLE}/save`, exampleReceipt(await makeBook(rig)));
  await must(rig, 'accountant.nbo')(`PUT ${RECEIVABLE}/submit/${id}`);
  const plan = await must(rig, 'manager.nbo')(`POST ${BATCH}/plan`, { kind: 'receipt', act: 'approve', ids: [id] });
  return { id, records: plan.records.map((record: { seen: unknown }) => record.seen) };
}

const startedBy = (rig: Rig, records: unknown) =>
  must(rig, 'manager.nbo')(`POST ${BATCH}/start`, { kind: 'receipt', act: 'approve', records });

/** A receipt that was taken back and submitted again since it was looked at is not approved with the others. */
export const approvedAsSeen: Probe = async (rig) => {
  const { id, records } = await seenReceipt(rig);
  await must(rig, 'accountant.nbo')(`PUT ${RECEIVABLE}/withdraw/${id}`);
  await must(rig, 'accountant.nbo')(`PUT ${RECEIVABLE}/submit/${id}`);
  await startedBy(rig, records);
  const routes = allRoutes(rig.services);
  const jobs = recordBatchJobs({ pool: rig.pool, clock: rig.clock.now, routes: () => routes });
  while (await runOneJob(rig.pool, jobs, () => undefined));
  const { rows } = await rig.ownerPool.query('select status from receipts where id = $1', [id]);
  return rows[0].status === 'PENDING';
};

/** A batch is seen by who started it alone: a colleague of the same branch is told that there is none. */
export const ownBatchAlone: Probe = async (rig) => {
  const { records } = await seenReceipt(rig);
  const { id } = await startedBy(rig, records);
  return (await rig.call('accountant.nbo', `GET ${BATCH}/${id}`)).status === 404;
};
