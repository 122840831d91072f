import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { mailJob } from '../mail/mail.ts';
import { askToCancel, enqueue, patient, runOneJob, startJobs, type Job, type JobHandlers } from './jobs.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
afterEach(() => t.ownerPool.query('delete from jobs'));

const quiet = () => undefined;
const put = (kind: string) => enqueue(t.database, { kind, payload: { secret: 'word' } });
const jobOf = async (id: bigint) => (await t.ownerPool.query('select * from jobs where id = $1', [id])).rows[0];
const run = (handlers: JobHandlers) => runOneJob(t.pool, handlers, quiet);

describe('a job', () => {
  test('is done once, says how far it is, and is forgotten', async () => {
    const id = await put('long');
    const seen: number[] = [];
    const handlers: JobHandlers = {
      long: async (payload, job) => {
        expect(payload).toEqual({ secret: 'word' });
        await job.report(41.9);
        seen.push((await jobOf(id)).progress);
      },
    };
    expect(await run(handlers)).toBe(true);
    expect(await run(handlers)).toBe(false);
    expect(seen).toEqual([41]);
    expect(await jobOf(id)).toMatchObject({ state: 'DONE', progress: 100, payload: {} });
  });

  test.each([
    ['a user', `select set_config('slipway.user', '1', true)`],
    ['branches', `select set_config('slipway.branches', '{1}', true)`],
  ])('is taken by no request of %s', async (_whose, setting) => {
    const id = await put('long');
    const client = await t.pool.connect();
    try {
      await client.query('begin');
      await client.query(setting);
      const taken = client.query(`select * from take_job('{long}', '1 minute')`);
      await expect(taken).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await jobOf(id)).toMatchObject({ state: 'WAITING', attempts: 0 });
    expect(await run({ long: async () => undefined })).toBe(true);
  });

  test('of a kind without a handler waits for who has one', async () => {
    const id = await put('long');
    expect(await run({ mail: async () => undefined })).toBe(false);
    expect((await jobOf(id)).state).toBe('WAITING');
  });

  test('that fails is tried six times, each later than the last, and the sixth knows it', async () => {
    const id = await put('long');
    const last: boolean[] = [];
    const handlers: JobHandlers = {
      long: async (_payload, job) => {
        last.push(job.last);
        throw new Error('no');
      },
    };
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      await run(handlers);
      await t.ownerPool.query(`update jobs set run_after = now() - interval '1 second' where state = 'WAITING'`);
    }
    expect(last).toEqual([false, false, false, false, false, true]);
    expect(await jobOf(id)).toMatchObject({ state: 'FAILED', attempts: 6, last_error: 'no' });
  });

  test('that hangs on another server is tried twelve times over a day', async () => {
    const id = await put('mail');
    const last: boolean[] = [];
    const waits: number[] = [];
    const handlers: JobHandlers = {
      mail: patient(async (_payload, job: Job) => {
        last.push(job.last);
        throw new Error('421 later');
      }),
    };
    for (let attempt = 1; attempt <= 13; attempt += 1) {
      if (!(await run(handlers))) break;
      const { rows } = await t.ownerPool.query(
        `select round(extract(epoch from run_after - now()) / 60)::int as minutes from jobs where state = 'WAITING'`,
      );
      waits.push(...rows.map((row) => row.minutes));
      await t.ownerPool.query(`update jobs set run_after = now() - interval '1 second' where state = 'WAITING'`);
    }
    expect(last).toEqual([...Array.from({ length: 11 }, () => false), true]);
    expect(mailJob(async () => undefined).waits).toHaveLength(11);
    expect(waits.slice(1)).toEqual([1, 2, 5, 15, 30, 60, 120, 240, 360, 600]);
    expect(await jobOf(id)).toMatchObject({ state: 'FAILED', attempts: 12, last_error: '421 later' });
  });

  test('can be asked to stop, and looks', async () => {
    const id = await put('long');
    const answers: boolean[] = [];
    await run({
      long: async (_payload, job) => {
        answers.push(await job.cancelled());
        await askToCancel(t.database, id);
        answers.push(await job.cancelled());
      },
    });
    expect(answers).toEqual([false, true]);
  });

  test('whose worker died is taken up again when its lease is over, and not before', async () => {
    const id = await put('long');
    await t.ownerPool.query(
      `update jobs set state = 'RUNNING', attempts = 1, run_after = now() + interval '30 seconds'`,
    );
    expect(await run({ long: async () => undefined })).toBe(false);
    await t.ownerPool.query(`update jobs set run_after = now() - interval '1 second'`);
    expect(await run({ long: async () => undefined })).toBe(true);
    expect(await jobOf(id)).toMatchObject({ state: 'DONE', attempts: 2 });
  });

  test('that ends its workers is given up', async () => {
    const id = await put('long');
    await t.ownerPool.query(`update jobs set state = 'RUNNING', attempts = 6, run_after = now() - interval '1 second'`);
    let ran = false;
    await run({
      long: async () => {
        ran = true;
      },
    });
    expect(ran).toBe(false);
    expect(await jobOf(id)).toMatchObject({ state: 'FAILED' });
  });
});

test('a mail does not wait behind an import', async () => {
  let finish = () => {};
  const long = new Promise<void>((resolve) => {
    finish = resolve;
  });
  await put('import');
  const imports = startJobs(t.pool, { import: () => long }, quiet);
  const id = await put('mail');
  const mails = startJobs(t.pool, { mail: async () => undefined }, quiet);
  await expect.poll(async () => (await jobOf(id)).state).toBe('DONE');
  finish();
  await Promise.all([imports.stop(), mails.stop()]);
});
