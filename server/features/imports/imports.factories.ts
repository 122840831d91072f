import { writeXlsx } from 'hucre/xlsx';
import { runOneJob } from '../../platform/jobs/jobs.ts';
import type { TestReply } from '../../testing/rig.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { importJobs } from './jobs.ts';

export const SCA = '/api/sca/v1';
export const OCTETS = { 'content-type': 'application/octet-stream' };

/** Sends a file as the screen does. */
export function send(
  t: TestApp,
  who: string,
  file: { target: string; name: string; bytes: Uint8Array | string },
): Promise<TestReply> {
  return t.call(who, `POST ${SCA}/import/upload`, {
    query: { target: file.target, name: file.name },
    body: Buffer.from(file.bytes as Uint8Array),
    headers: OCTETS,
  });
}

/** Does the work that waits in the queue for imports, as the server's worker would. */
export async function work(t: TestApp): Promise<void> {
  const handlers = importJobs({ pool: t.pool, clock: t.clock.now });
  while (await runOneJob(t.pool, handlers, () => undefined));
}

export const one = async (t: TestApp, who: string, id: number) => (await t.call(who, `GET ${SCA}/import/${id}`)).body;

/** Sends a file, has it read and checked, and gives it as its page would show it. */
export async function ready(
  t: TestApp,
  who: string,
  file: { target: string; name: string; bytes: Uint8Array | string },
) {
  const sent = await send(t, who, file);
  if (sent.status !== 200) throw new Error(`${sent.status} ${JSON.stringify(sent.body)}`);
  await work(t);
  return one(t, who, sent.body.id);
}

export async function confirm(t: TestApp, who: string, { id, version }: { id: number; version: number }) {
  const reply = await t.call(who, `PUT ${SCA}/import/confirm/${id}`, { body: { version } });
  if (reply.status !== 200) return { reply, after: null };
  await work(t);
  return { reply, after: await one(t, who, id) };
}

export const workbook = (rows: (string | number | boolean | Date | null)[][]): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name: 'Sheet1', rows }] });
