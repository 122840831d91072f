import path from 'node:path';
import type { Config } from './config.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';

/** Where the data lives: the owner's address for migrations and the application's for everything else. */
export type DatabaseServer = { ownerUrl: string; appUrl: string; stop: () => Promise<void> };

type Hooks = { log: (message: string) => void; onFailed: (error: Error | undefined) => void };

/** The PostgreSQL that the settings name, or the embedded one under the data directory. */
export async function startDatabase(config: Config, hooks: Hooks): Promise<DatabaseServer> {
  if (config.databaseUrl !== null && config.appDatabaseUrl !== null) {
    return { ownerUrl: config.databaseUrl, appUrl: config.appDatabaseUrl, stop: async () => undefined };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: path.resolve(config.dataDir),
    log: hooks.log,
    onState: (state, error) => {
      if (state === 'failed') hooks.onFailed(error);
    },
  });
  return { ownerUrl: embedded.ownerUrl, appUrl: embedded.appUrl, stop: embedded.stop };
}

/** The role that an address signs in with. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
