import fs from 'node:fs';
import { failure } from './failure.ts';
import { openHome } from './home.ts';
import { readSecret } from './initdb.ts';
import { answers, readPidFile, servesCluster } from './postmaster.ts';
import { connections } from './start.ts';

/**
 * The addresses of the database of a data directory while another process runs it; null when nobody does. It owns
 * nothing and stops nothing: for what looks at a system that goes on working.
 */
export async function findRunning(dataDir: string): Promise<{ ownerUrl: string; appUrl: string } | null> {
  if (!fs.existsSync(dataDir)) throw failure('DATABASE_MISSING', `There is no data directory ${dataDir}.`);
  const home = openHome(dataDir, () => undefined);
  if (!fs.existsSync(home.dir)) throw failure('DATABASE_MISSING', `There is no database in ${dataDir}.`);
  const server = readPidFile(home.cluster);
  if (!server?.address || !servesCluster(server, home.cluster) || !(await answers(server.address))) return null;
  return connections(server.address, readSecret(home));
}
