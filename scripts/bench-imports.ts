import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import NODE_FLAGS from '../server/platform/node-flags.json' with { type: 'json' };

// Imports 50,000 parties, or policies of a bordereau, into a fresh installation through its calls, and says how long each
// step took, how much memory the server used over idle, and how long another call waited at most.
// `node scripts/run.mjs scripts/bench-imports.ts [rows] [insureds|policies]`
const ROWS = Number(process.argv[2] ?? 50_000);
const POLICIES = process.argv[3] === 'policies';
const PORT = process.env['PORT'] ?? '3199';
const SCA = `http://localhost:${PORT}/api/sca/v1`;
const PERSON = { email: 'root@bench.example', password: 'correct otter battery lamp' };

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'slipway-bench-'));
const child = spawn(process.execPath, [...NODE_FLAGS, path.resolve(import.meta.dirname, 'start.ts'), '--no-web'], {
  env: { ...process.env, PORT, SLIPWAY_DATA: path.join(dataDir, 'data'), SLIPWAY_LOG: 'warn' },
  stdio: 'inherit',
});

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

async function untilState(token: string, id: number, states: readonly string[]): Promise<Record<string, unknown>> {
  for (;;) {
    const found = await call(token, `GET import/${id}`);
    if (states.includes(String(found['state']))) return found;
    if (['FAILED', 'CANCELLED'].includes(String(found['state']))) throw new Error(JSON.stringify(found));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function partyRows(): string[][] {
  const head = ['Name', 'Address', 'Country', 'Resident', 'Email', 'Tax number'];
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `Insured party ${n} Company Limited`,
    `P.O. Box ${n}, Nairobi`,
    'Kenya',
    'Yes',
    `office${n}@example.com`,
    `P0${n}X`,
  ]);
  return [head, ...rows];
}

// Every fourth row has an insured of its own, who is new; days run through a year.
function policyRows(): string[][] {
  const head = ['Policy No', 'Insured', 'Inception', 'Expiry', 'TSI', 'Rate %', 'Cession %'];
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `FIR/2026/${n}`,
    `Insured party ${Math.floor(n / 4)} Company Limited`,
    day(n % 365),
    day((n % 365) + 364),
    `${(n % 900) + 1},000,000.00`,
    '0.25%',
    '60%',
  ]);
  return [head, ...rows];
}

/** What the rows have in common: parties and a class that are made for it. */
async function commonOf(token: string): Promise<string> {
  const made = async (register: string, name: string) =>
    (await call(token, `POST ${register}/save?name=${name}&address=Nairobi`))['id'];
  const securities = [];
  for (const share of ['50', '30', '20'])
    securities.push({ security: await made('securities', `Security%20${share}`), share });
  return JSON.stringify({
    reinsured: await made('reinsured', 'Savannah%20Insurance'),
    cover_type: (await call(token, 'PUT covertype/saveclass', { body: { name1: 'Measured' } }))['id'],
    currency: 'KES',
    cedant_commission: '25',
    brokerage: '5',
    securities,
    line_basis: 'CEDED',
    add_insureds: true,
    insured_address: 'P.O. Box 1, Nairobi',
  });
}

const bytes = await writeXlsx({ sheets: [{ name: 'Rows', rows: POLICIES ? policyRows() : partyRows() }] });

try {
  await untilReady();
  const token = await signedIn();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const idle = await resident();
  let most = idle;
  let slowest = 0;
  const watch = setInterval(() => void resident().then((now) => (most = Math.max(most, now))), 50);
  const asking = setInterval(() => {
    const from = performance.now();
    void call(token, 'GET import/items?length=1').then(
      () => (slowest = Math.max(slowest, performance.now() - from)),
      // It ends with the server.
      () => undefined,
    );
  }, 100);
  const target = POLICIES ? `policies&common=${encodeURIComponent(await commonOf(token))}` : 'insureds';
  const started = performance.now();
  const lap = () => ((performance.now() - started) / 1000).toFixed(1);
  const { id } = (await call(token, `POST import/upload?target=${target}&name=bench.xlsx`, { bytes })) as {
    id: number;
  };
  console.log(`${(bytes.length / 1e6).toFixed(1)} MB sent at ${lap()} s`);
  const ready = await untilState(token, id, ['READY']);
  console.log(`read and checked at ${lap()} s: ${JSON.stringify(ready['counts'])}`);
  await call(token, `PUT import/confirm/${id}`, { body: { version: ready['version'] } });
  const done = await untilState(token, id, ['DONE']);
  console.log(`written at ${lap()} s: ${JSON.stringify(done['counts'])}`);
  clearInterval(watch);
  clearInterval(asking);
  console.log(
    `memory: ${idle.toFixed(0)} MB idle, ${(most - idle).toFixed(0)} MB over it at most; another call waited ${slowest.toFixed(0)} ms at most`,
  );
} finally {
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  await rm(dataDir, { recursive: true, force: true });
}
