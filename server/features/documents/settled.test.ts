import { afterAll, beforeAll, expect, test } from 'vitest';
import { runOneJob } from '../../platform/jobs/jobs.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { documentMailJob, settleMails } from './mail-job.ts';

const SCA = '/api/sca/v1';
const MAIL = { to: ['cedant@savannah.test'], subject: 'Our debit note', text: 'Attached, with thanks.' };
let t: TestApp;
let note: number;

beforeAll(async () => {
  t = await testApp();
  const book = await makeBook(t);
  await t.ownerPool.query(`update parties set email = $2 where id = $1`, [book.reinsured, MAIL.to[0]]);
  const policy = await approvedPolicy(t, book);
  note = (await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/debitnote`, { query: { id: policy } })).body.id;
});
afterAll(() => t?.close());

const send = () => t.call('underwriter.nbo', `POST ${SCA}/document/send`, { body: { id: note, ...MAIL } });
/** Works through the queue; gives how many jobs there were. */
async function work(): Promise<number> {
  const parts = { database: t.database, send: async () => undefined, clock: t.clock.now };
  let done = 0;
  while (await runOneJob(t.pool, { document_mail: documentMailJob(parts) }, () => undefined)) done += 1;
  return done;
}
const state = async (id: number) => {
  const { rows } = await t.ownerPool.query('select status, message from document_sendings where id = $1', [id]);
  return [rows[0].status, rows[0].message];
};

test('what has no job any more is settled by the upkeep; what waits goes on waiting', async () => {
  const [over, refused, waiting] = [await send(), await send(), await send()].map(({ body }) => body.id);
  const jobOf = `where kind = 'document_mail' and payload ->> 'sending' = $1::text`;
  // Its worker died as often as it was tried: it is given up before it begins.
  await t.ownerPool.query(`update jobs set state = 'RUNNING', attempts = 12, run_after = now() ${jobOf}`, [over]);
  await t.ownerPool.query(`update jobs set run_after = now() + interval '1 hour' ${jobOf}`, [waiting]);
  await t.ownerPool.query(`update jobs set state = 'FAILED' ${jobOf}`, [refused]);
  await t.ownerPool.query(`update document_sendings set message = 'It will be tried again: 421 later' where id = $1`, [
    refused,
  ]);
  expect(await work()).toBe(1);
  expect(await state(over)).toEqual(['QUEUED', null]);
  await settleMails(t.database, t.clock.now());
  expect(await state(over)).toEqual(['FAILED', 'It could not be sent: it was given up.']);
  expect(await state(refused)).toEqual(['FAILED', 'It could not be sent: 421 later']);
  expect(await state(waiting)).toEqual(['QUEUED', null]);
  await t.ownerPool.query(`update jobs set run_after = now() ${jobOf}`, [waiting]);
  await work();
  expect(await state(waiting)).toEqual(['SENT', null]);
});
