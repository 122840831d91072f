import { migrateDatabase, startDatabase } from '../server/database.ts';
import { configOrFail, fail } from './lib/serve.ts';

const config = configOrFail();
try {
  const database = await startDatabase(config, { log: () => undefined, onFailed: (error) => fail(error, config) });
  const count = await migrateDatabase(config, database, { log: console.log });
  console.log(count === 0 ? 'The database is up to date.' : `${count} migrations applied.`);
  await database.stop();
} catch (error) {
  fail(error, config);
}
