import { setTimeout as sleep } from 'node:timers/promises';
import { exampleReceipt } from '../features/receipts/receipts.factories.ts';
import { openSite, type Site } from './crash/site.ts';
import { type Got, httpClient, type Sent } from './http-client.ts';
import { type Proof, type ProofRun, tally, type Tally } from './proof.ts';
import { unsound } from './sound.ts';

const SCA = '/api/sca/v1';
const RECEIPTS = 60;
// Of what never ends: a busy machine may take minutes.
const PATIENCE = 900_000;

type Scene = { site: Site; counted: Tally; call: (who: string, sent: Omit<Sent, 'token'>) => Promise<Got> };
type Batch = { id: number; receipts: number[] };

async function answered(got: Promise<Got>): Promise<Got['body']> {
  const { status, body } = await got;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body).slice(0, 300)}`);
  return body;
}

/** Receipts that wait for a decision, approved together by who sees them: the batch has begun, as its maker is told. */
async function started({ site, call }: Scene, round: number): Promise<Batch> {
  const receipts: number[] = [];
  for (let place = 0; place < RECEIPTS; place += 1) {
    const today = new Date().toISOString().slice(0, 10);
    const changes = { dateOfIssue: today, receiptAmount: `${place + 1}.00`, bank_reference: `B-${round}-${place}` };
    const body = exampleReceipt(site.book, changes);
    const { id } = await answered(call('accountant.nbo', { method: 'POST', path: `${SCA}/receivable/save`, body }));
    await answered(call('accountant.nbo', { method: 'PUT', path: `${SCA}/receivable/submit/${id}` }));
    receipts.push(id);
  }
  const of = { kind: 'receipt', act: 'approve' };
  const plan = { method: 'POST', path: `${SCA}/batch/plan`, body: { ...of, ids: receipts } };
  const records = (await answered(call('manager.nbo', plan))).records.map(({ seen }: { seen: unknown }) => seen);
  const start = { method: 'POST', path: `${SCA}/batch/start`, body: { ...of, records } };
  return { id: (await answered(call('manager.nbo', start))).id, receipts };
}

async function approved({ site }: Scene, { receipts }: Batch): Promise<number> {
  const { rows } = await site.ownerPool.query<{ count: number }>(
    `select count(*)::int as count from receipts where id = any($1) and status = 'APPROVED'`,
    [receipts],
  );
  return rows[0]?.count ?? 0;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + PATIENCE; performance.now() < deadline; await sleep(5))
    if (await holds()) return;
  throw new Error(`It did not come to it: ${what}.`);
}

/** Kills the server once some of a batch is approved and some is not, starts it, and waits for the batch's end. */
async function killed(scene: Scene, round: number, { short }: ProofRun): Promise<string> {
  const { site, counted, call } = scene;
  const batch = await started(scene, round);
  const some = 1 + ((round * 7) % (RECEIPTS / 2));
  await until('some are approved', async () => (await approved(scene, batch)) >= some);
  await site.restart();
  const before = await approved(scene, batch);
  counted.check(before < RECEIPTS, `round ${round}: all were approved before the server was gone`);
  // Another takes the job when its lease is over, a minute after who held it was last heard of; the short form does not wait so long.
  if (short)
    await site.ownerPool.query(`update jobs set run_after = now() where state = 'RUNNING' and kind = 'record_batch'`);
  const page = () => answered(call('manager.nbo', { method: 'GET', path: `${SCA}/batch/${batch.id}` }));
  await until('the batch ends', async () => (await page()).state !== 'RUNNING' && (await page()).state !== 'WAITING');
  const { state, done, failed, data } = await page();
  counted.check(
    state === 'DONE' && done === RECEIPTS && failed === 0,
    () =>
      `round ${round}: the batch is ${state}, ${done} done, ${failed} failed: ${JSON.stringify(data).slice(0, 300)}`,
  );
  const { rows } = await site.ownerPool.query<{ id: number; entries: number; decided: number }>(
    `select r.id, (select count(*)::int from journal_entries e where e.source_kind = 'receipt' and e.source_id = r.id) as entries,
       (select count(*)::int from audit_trail a where a.entity = 'receipt' and a.entity_id = r.id and a.action = 'approved') as decided
     from receipts r where r.id = any($1)`,
    [batch.receipts],
  );
  for (const { id, entries, decided } of rows)
    counted.check(
      entries === 1 && decided === 1,
      `round ${round}: receipt ${id} is booked ${entries} times, decided ${decided} times`,
    );
  return `${before} of ${RECEIPTS}`;
}

/** kill -9 of the server in the middle of a batch: once it is back, the rest is done, each record once, and its maker's page says so. */
export const proveCrashBatch: Proof = async (run) => {
  const counted = tally();
  const site = await openSite();
  const { call, close } = httpClient(site.url, 4);
  try {
    const scene: Scene = {
      site,
      counted,
      call: async (who, sent) => call({ ...sent, token: await site.tokenOf(who) }),
    };
    const killedAt: string[] = [];
    for (let round = 1; round <= run.rounds; round += 1) killedAt.push(await killed(scene, round, run));
    for (const { id, detail } of await unsound(site.ownerPool)) counted.check(false, `${id}: ${detail}`);
    run.log(`approved when the server was killed: ${killedAt.join(', ')}`);
  } finally {
    close();
    await site.close();
  }
  return counted.result();
};
