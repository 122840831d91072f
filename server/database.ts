import path from 'node:path';
import type { Config } from './config.ts';
import { backupBefore } from './platform/backup/before-migration.ts';
import { migrate } from './platform/db/migrate.ts';
import { findRunning } from './platform/embedded-postgres/running.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';

/** Where the data lives: the owner's address for migrations and the application's for everything else. */
type DatabaseServer = { ownerUrl: string; appUrl: string; stop: () => Promise<void> };

type Hooks = { log: (message: string) => void; onFailed: (error: Error | undefined) => void };

/** The PostgreSQL that the settings name, or the embedded one under the data directory. */
export async function startDatabase(config: Config, hooks: Hooks): Promise<DatabaseServer> {
  if (config.databaseUrl !== null && config.appDatabaseUrl !== null) {
    return { ownerUrl: config.databaseUrl, appUrl: config.appDatabaseUrl, stop: async () => undefined };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: path.resolve(config.dataDir),
    archive: config.walArchive,
    log: hooks.log,
    onState: (state, error) => {
      if (state === 'failed') hooks.onFailed(error);
    },
  });
  return { ownerUrl: embedded.ownerUrl, appUrl: embedded.appUrl, stop: embedded.stop };
}

/** The database of a system that may be running: its own where it runs, else one that is started for the purpose. */
export async function reachDatabase(config: Config, hooks: Hooks): Promise<DatabaseServer> {
  const running = config.databaseUrl === null ? await findRunning(path.resolve(config.dataDir)) : null;
  return running ? { ...running, stop: async () => undefined } : startDatabase(config, hooks);
}

/** Brings the database to this version; the embedded one, which nobody else backs up, has a backup made before. */
export function migrateDatabase(
  config: Config,
  { ownerUrl, appUrl }: Pick<DatabaseServer, 'ownerUrl' | 'appUrl'>,
  { log, relaxed = false }: { log: (message: string) => void; relaxed?: boolean },
): Promise<number> {
  const folder = path.join(path.resolve(config.dataDir), 'backups');
  const before = async (next: string) => {
    const file = await backupBefore(next, { ownerUrl, folder, key: config.backupKey });
    log(`backed up to ${file}`);
  };
  const embedded = config.databaseUrl === null && !relaxed;
  return migrate({ ownerUrl, appRole: roleOf(appUrl), log, relaxed, ...(embedded && { before }) });
}

/** The role that an address signs in with. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
