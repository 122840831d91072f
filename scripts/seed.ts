import { parseArgs } from 'node:util';
import pg from 'pg';
import { startDatabase } from '../server/database.ts';
import { startServer } from '../server/main.ts';
import { loadSampleFirm } from '../server/features/sample/load.ts';
import { seedStatements } from './lib/seed-statements.ts';
import { configOrFail, fail } from './lib/serve.ts';

// A sample firm with as many policies more as asked for, endorsements of some and a claim of each 25th: `npm run seed -- --policies 100000`. For measuring.
const { values } = parseArgs({ options: { policies: { type: 'string', default: '0' } } });
if (!/^\d{1,7}$/.test(values.policies)) fail(new Error('--policies takes a whole number up to 9,999,999.'));
/** Seconds from which a statement is worth a line. */
const SLOW = 5;
const nameOf = (statement: string) => (statement.replaceAll(/^\s*--.*$/gm, '').match(/\S.*/)?.[0] ?? '').slice(0, 60);
const config = configOrFail();

/** Server or database that runs now. Ended early, none is left running; what was added is undone. */
let running: { stop: () => Promise<void> } | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void running?.stop().finally(() => process.exit(130)));

async function addPolicies(count: number): Promise<void> {
  // The database alone: what a server does in the background would wait for rows that are not there yet, and give up.
  const database = await startDatabase(config, { log: () => undefined, onFailed: (error) => fail(error, config) });
  running = database;
  console.log(`Adding ${count.toLocaleString('en')} policies…`);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('begin');
  for (const statement of seedStatements(count)) {
    const began = performance.now();
    await client.query(statement);
    const seconds = (performance.now() - began) / 1_000;
    if (seconds >= SLOW) console.log(`${seconds.toFixed(0).padStart(5)} s  ${nameOf(statement)}`);
  }
  await client.query('commit');
  // Index-only scans need what a vacuum leaves.
  await client.query('vacuum analyze');
  await client.end();
  await database.stop();
}

try {
  const server = await startServer({ ...config, port: 0, logLevel: 'warn' }, { web: false });
  running = server;
  await loadSampleFirm(server.services, { ownerUrl: server.ownerUrl, appUrl: server.appUrl, log: console.log });
  await server.stop();
  if (Number(values.policies) > 0) await addPolicies(Number(values.policies));
  console.log('Done.');
} catch (error) {
  fail(error, config);
}
