import { roleOf, startDatabase } from '../server/database.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { configOrFail, fail } from './lib/serve.ts';

const config = configOrFail();
try {
  const database = await startDatabase(config, { log: () => undefined, onFailed: (error) => fail(error, config) });
  const count = await migrate({ ownerUrl: database.ownerUrl, appRole: roleOf(database.appUrl), log: console.log });
  console.log(count === 0 ? 'The database is up to date.' : `${count} migrations applied.`);
  await database.stop();
} catch (error) {
  fail(error, config);
}
