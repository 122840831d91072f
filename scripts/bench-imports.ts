import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeXlsx } from 'hucre/xlsx';

// Imports 50,000 parties into a fresh installation through its calls, and says how long each step took and how much
// memory the server used over idle. `node scripts/run.mjs scripts/bench-imports.ts [rows]`
const ROWS = Number(process.argv[2] ?? 50_000);
const PORT = process.env['PORT'] ?? '3199';
const SCA = `http://localhost:${PORT}/api/sca/v1`;
const PERSON = { email: 'root@bench.example', password: 'correct otter battery lamp' };

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
const child = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', path.resolve(import.meta.dirname, 'start.ts'), '--no-web'],
  { env: { ...process.env, PORT, SLIPWAY_DATA: path.join(dataDir, 'data'), SLIPWAY_LOG: 'warn' }, stdio: 'inherit' },
);

async function resident(): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function call(token: string, address: string, init: { body?: unknown; bytes?: Uint8Array } = {}) {
  const [method = 'GET', where = ''] = address.split(' ');
  const reply = await fetch(`${SCA}/${where}`, {
    method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(init.bytes ? { 'content-type': 'application/octet-stream' } : {}),
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: init.bytes ? Buffer.from(init.bytes) : init.body === undefined ? null : JSON.stringify(init.body),
  });
  const body = (await reply.json()) as Record<string, unknown>;
  if (!reply.ok) throw new Error(`${address}: ${reply.status} ${JSON.stringify(body)}`);
  return body;
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const reply = await fetch(`http://localhost:${PORT}/api/ready`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The server did not start.');
}

async function signedIn(): Promise<string> {
  const firm = { firmName: 'Bench', baseCurrency: 'KES', branchName: 'Nairobi', branchCode: 'NBO' };
  await call('', 'POST auth/register', { body: { name: 'Bench Root', ...PERSON, ...firm } });
  return String((await call('', 'POST auth/authenticate', { body: PERSON }))['access_token']);
}

async function untilState(token: string, id: number, wanted: readonly string[]): Promise<Record<string, unknown>> {
  for (;;) {
    const found = await call(token, `GET import/${id}`);
    if (wanted.includes(String(found['state']))) return found;
    if (['FAILED', 'CANCELLED'].includes(String(found['state']))) throw new Error(JSON.stringify(found));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const rows: (string | null)[][] = [['Name', 'Address', 'Country', 'Resident', 'Email', 'Tax number']];
for (let n = 0; n < ROWS; n += 1)
  rows.push([
    `Insured party ${n} Company Limited`,
    `P.O. Box ${n}, Nairobi`,
    'Kenya',
    'Yes',
    `office${n}@example.com`,
    `P0${n}X`,
  ]);
const bytes = await writeXlsx({ sheets: [{ name: 'Parties', rows }] });

try {
  await untilReady();
  const token = await signedIn();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const idle = await resident();
  let most = idle;
  const watch = setInterval(() => void resident().then((now) => (most = Math.max(most, now))), 50);
  const started = performance.now();
  const lap = () => ((performance.now() - started) / 1000).toFixed(1);
  const { id } = (await call(token, 'POST import/upload?target=insureds&name=bench.xlsx', { bytes })) as { id: number };
  console.log(`${(bytes.length / 1e6).toFixed(1)} MB sent at ${lap()} s`);
  const ready = await untilState(token, id, ['READY']);
  console.log(`read and checked at ${lap()} s: ${JSON.stringify(ready['counts'])}`);
  await call(token, `PUT import/confirm/${id}`, { body: { version: ready['version'] } });
  const done = await untilState(token, id, ['DONE']);
  console.log(`written at ${lap()} s: ${JSON.stringify(done['counts'])}`);
  clearInterval(watch);
  console.log(`memory: ${idle.toFixed(0)} MB idle, ${(most - idle).toFixed(0)} MB over it at most`);
} finally {
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  await rm(dataDir, { recursive: true, force: true });
}
