/** npm run rotate-keys [-- --revoke]: a new signing key for the running system; `--revoke` ends the former at once. */
import { parseArgs } from 'node:util';
import { reachDatabase } from '../server/database.ts';
import { rotateKeys } from '../server/features/accounts/rotate-keys.ts';
import { openDatabase, openPool } from '../server/platform/db/pool.ts';
import { configOrFail, fail } from './lib/serve.ts';

const config = configOrFail();
try {
  const { values } = parseArgs({ options: { revoke: { type: 'boolean', default: false } } });
  if (config.secret !== null)
    throw new Error('SLIPWAY_SECRET is the signing key: set another one and restart, which ends every session.');
  const database = await reachDatabase(config, { log: () => undefined, onFailed: (error) => fail(error, config) });
  const pool = openPool({ url: database.ownerUrl, max: 1 });
  try {
    const { kid, sessions, revoked } = await rotateKeys(openDatabase(pool), { ...values, now: new Date() });
    if (values.revoke)
      console.log(`Key ${kid} signs from now on. Former keys revoked: ${revoked}. Sessions ended: ${sessions}.`);
    else console.log(`Key ${kid} signs within a minute. Sessions of the former one go on until they end.`);
  } finally {
    await pool.end();
    await database.stop();
  }
} catch (error) {
  fail(error, config);
}
