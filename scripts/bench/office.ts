import type pg from 'pg';
import { readConfig } from '../../server/config.ts';
import { startDatabase } from '../../server/database.ts';
import { openDatabase, openPool } from '../../server/platform/db/pool.ts';
import { httpClient } from '../../server/proofs/http-client.ts';
import { endOf, startInstance } from '../../server/proofs/instances.ts';
import { tokenBook } from '../../server/testing/rig.ts';

/** The served installation that `npm run seed` filled, its owner's connection, and root's session. It ends with what is given. */
export async function openOffice(ending: AsyncDisposableStack, flags: readonly string[] = []) {
  const config = readConfig(process.env);
  const { dataDir, databaseUrl, appDatabaseUrl } = config;
  // Where its database will be: the server starts it again.
  const { ownerUrl, stop } = await startDatabase(config, { log: () => undefined, onFailed: () => undefined });
  await stop();
  const own = databaseUrl && appDatabaseUrl && { DATABASE_URL: databaseUrl, SLIPWAY_APP_DATABASE_URL: appDatabaseUrl };
  const instance = await startInstance({ SLIPWAY_DATA: dataDir, ...own }, { flags });
  ending.defer(async () => {
    instance.child.kill('SIGTERM');
    await endOf(instance);
  });
  const owner = openPool({ url: ownerUrl, max: 16 });
  ending.defer(() => owner.end());
  const client = httpClient(() => instance.url, 16);
  ending.defer(async () => client.close());
  const one = async <R extends pg.QueryResultRow>(text: string): Promise<R> => {
    const { rows } = await owner.query<R>(text);
    const [row] = rows;
    if (!row)
      throw new Error(
        'There is nothing to measure on: fill the installation with `npm run seed -- --policies N` first.',
      );
    return row;
  };
  const tokens = tokenBook(openDatabase(owner), () => new Date());
  const { email } = await one<{ email: string }>(
    `select u.email from users u join user_roles r on r.user_id = u.id where r.role = 'ROLE_ROOT' order by u.id limit 1`,
  );
  const token = await tokens.tokenOf(email);
  return { instance, owner, one, call: client.call, tokenOf: tokens.tokenOf, token };
}
