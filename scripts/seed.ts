import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startServer } from '../server/main.ts';
import { loadSampleFirm } from '../server/features/sample/load.ts';
import { configOrFail, fail } from './lib/serve.ts';

// A sample firm with as many policies more as asked for: `npm run seed -- --policies 100000`. For measuring.
const { values } = parseArgs({ options: { policies: { type: 'string', default: '0' } } });
if (!/^\d{1,7}$/.test(values.policies)) fail(new Error('--policies takes a whole number up to 9,999,999.'));
const config = configOrFail();
try {
  const server = await startServer({ ...config, port: 0, logLevel: 'warn' }, { web: false });
  await loadSampleFirm(server.services, { ownerUrl: server.ownerUrl, appUrl: server.appUrl, log: console.log });
  const count = Number(values.policies);
  if (count > 0) {
    console.log(`Adding ${count.toLocaleString('en')} policies…`);
    const client = new pg.Client({ connectionString: server.ownerUrl });
    await client.connect();
    await client.query(
      `begin; ${readFileSync(new URL('./seed.sql', import.meta.url), 'utf8').replaceAll('$1', String(count))}; commit`,
    );
    await client.query('analyze');
    await client.end();
  }
  await server.stop();
  console.log('Done.');
} catch (error) {
  fail(error, config);
}
