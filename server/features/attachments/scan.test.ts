import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { runOneJob } from '../../platform/jobs/jobs.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { pdfFile } from '../../testing/files.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { scanAgain, scanBytes, scanJob } from './scan.ts';
import { Readable } from 'node:stream';

const SCA = '/api/sca/v1';
/** Reads to the end as scanners do, and knows one kind of malware. */
const SCANNER = [
  process.execPath,
  '-e',
  `let text = ''; process.stdin.on('data', (part) => (text += part)).on('end', () => process.exit(text.includes('EICAR') ? 1 : 0));`,
];
let t: TestApp;
let policy: number;

beforeAll(async () => {
  t = await testApp({ services: { scanned: true } });
  policy = await approvedPolicy(t, await makeBook(t));
});
afterAll(() => t.close());

const upload = async (content: string): Promise<number> => {
  const made = await t.call('underwriter.nbo', `POST ${SCA}/attachment/save`, {
    query: { entity: 'policy', id: policy, name: `${content}.pdf` },
    body: pdfFile(content),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(made.body).toMatchObject({ scan: 'WAITING' });
  return made.body.id;
};
const open = (id: number) => t.call('underwriter.nbo', `GET ${SCA}/attachment/${id}`);
const stateOf = async (id: number): Promise<string> => {
  const { body } = await t.call('underwriter.nbo', `GET ${SCA}/attachment/items`, {
    query: { entity: 'policy', id: policy },
  });
  return body.data.find((one: { id: number }) => one.id === id).scan;
};
const work = (command: readonly string[] = SCANNER) => {
  const { database, files, clock } = t;
  return runOneJob(t.pool, { scan: scanJob({ database, files, command, clock: clock.now }) }, () => undefined);
};
const actsOn = async (id: number) =>
  (
    await t.ownerPool.query(
      `select action from audit_trail where entity = 'attachment' and entity_id = $1 order by id`,
      [id],
    )
  ).rows.map(({ action }) => action);

describe('a file that came while there is a scanner', () => {
  test('waits, and is given out once it was found clean', async () => {
    const id = await upload('A clean slip');
    expect([(await open(id)).status, (await open(id)).body.code]).toEqual([409, 'FILE_WAITING']);
    expect(await work()).toBe(true);
    expect(await stateOf(id)).toBe('CLEAN');
    const file = await open(id);
    expect(file.bytes).toEqual(pdfFile('A clean slip'));
    expect(file.headers['content-security-policy']).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
    expect(await actsOn(id)).toEqual(['attached', 'scanned_clean', 'downloaded']);
  });

  test('is never given out when malware was found, and can be removed', async () => {
    const id = await upload('EICAR');
    await work();
    expect(await stateOf(id)).toBe('INFECTED');
    expect((await open(id)).body).toMatchObject({
      code: 'FILE_INFECTED',
      title: 'Malware was found in this file: it cannot be opened. Remove it.',
    });
    expect(await actsOn(id)).toEqual(['attached', 'scanned_infected']);
    const body = { reason: 'Malware was found' };
    expect((await t.call('underwriter.nbo', `DELETE ${SCA}/attachment/${id}`, { body })).status).toBe(200);
  });

  test('goes on waiting while the scanner fails, and is looked at again', async () => {
    const id = await upload('Looked at twice');
    await work([process.execPath, '-e', 'process.exit(2)']);
    expect(await stateOf(id)).toBe('WAITING');
    await work(['/no/such/scanner']);
    expect((await open(id)).body.code).toBe('FILE_WAITING');
    const jobs = async () =>
      (
        await t.ownerPool.query(`select state from jobs where kind = 'scan' and payload->>'id' = $1 order by id`, [
          String(id),
        ])
      ).rows.map(({ state }) => state);
    await scanAgain(t.database);
    expect(await jobs()).toEqual(['WAITING']);
    await t.ownerPool.query(
      `update jobs set state = 'FAILED', finished_at = now() where kind = 'scan' and payload->>'id' = $1`,
      [String(id)],
    );
    await scanAgain(t.database);
    expect(await jobs()).toEqual(['FAILED', 'WAITING']);
    await work();
    expect(await stateOf(id)).toBe('CLEAN');
  });
});

test('the command is words, run without a shell', async () => {
  expect(readConfig({ SLIPWAY_SCAN_COMMAND: ' clamdscan  --fdpass - ' }).scanCommand).toEqual([
    'clamdscan',
    '--fdpass',
    '-',
  ]);
  expect(readConfig({}).scanCommand).toBeNull();
  const echo = [process.execPath, '-e', 'process.exit(process.argv[1] === "$(id)" ? 0 : 1)', '$(id)'];
  expect(await scanBytes(echo, Readable.from([Buffer.alloc(1_000_000)]))).toBe('CLEAN');
});
