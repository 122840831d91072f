import { PLANNER } from '../db/planner.ts';
import { archiving } from './archive.ts';
import { prepareBinaries } from './binaries.ts';
import { appRole, bootstrap, databaseName, ownerRole } from './bootstrap.ts';
import { failure } from './failure.ts';
import { openHome } from './home.ts';
import { checkMajorVersion, ensureCluster, readSecret } from './initdb.ts';
import type { Secret } from './initdb.ts';
import { takeOwnership } from './ownership.ts';
import type { Claim } from './ownership.ts';
import type { Address } from './postmaster.ts';
import { chooseAddress, stopServer } from './process.ts';
import type { Launch } from './process.ts';
import { supervise } from './supervise.ts';
import type { OnState } from './supervise.ts';

type EmbeddedPostgresOptions = {
  /** The application's data directory; the database lies in `postgres/` in it. */
  dataDir: string;
  log: (message: string) => void;
  /** PostgreSQL settings in addition to ours; what keeps the data safe cannot be set. */
  settings?: Record<string, string>;
  /** The folder that its WAL is archived in, for point in time. */
  archive?: string | null;
  /** Milliseconds that a start may take, where it replays an archive. */
  startLimit?: number;
  onState?: OnState;
};

/** For tests alone: places other than the real ones, and settings that give up durability for speed. */
export type TestOptions = { unsafe?: boolean; nativeDir?: string; cacheDirs?: string[]; clustersDir?: string };

export type EmbeddedPostgres = {
  /** Owns the database `slipway`; for migrations and checks. */
  ownerUrl: string;
  /** Owns nothing and is bound by row-level security; for everything else. */
  appUrl: string;
  connection: {
    host: string;
    port: number;
    database: string;
    owner: { user: string; password: string };
    app: { user: string; password: string };
  };
  /** True when a server left behind by a killed process was taken over. */
  adopted: boolean;
  /** The postmaster's process; another one after a crash. */
  readonly pid: number;
  clusterDir: string;
  stop: () => Promise<void>;
};

const START_LIMIT = 120_000;
const durability = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
const ours = {
  max_connections: '60',
  shared_buffers: '256MB',
  ...PLANNER,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  // Statements, details and even the messages of failed statements hold personal text, which has no place in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_min_messages: 'log',
};

/** Starts or adopts the database of a data directory; a failure has a `code` and one sentence for its reader. */
export function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return startWith(options, {});
}

export async function startWith(options: EmbeddedPostgresOptions, test: TestOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const own = allowedSettings(options.settings ?? {}, test.unsafe === true);
  let home = openHome(options.dataDir, log, test.clustersDir);
  const binaries = prepareBinaries({ dataDir: home.dataDir, account: home.account, ...test });
  await ensureCluster(home, binaries, test.unsafe !== true);
  home = openHome(options.dataDir, log, test.clustersDir); // another start may have placed it first
  checkMajorVersion(home, binaries);
  const secret = readSecret(home);
  const settings = { ...(options.archive ? archiving(home, options.archive) : {}), ...own };
  const launch: Launch = { home, binaries, settings, log, startLimit: options.startLimit ?? START_LIMIT };
  const claim: Claim = { launch, address: await chooseAddress(home), password: secret.admin, again: false };
  const owned = await takeOwnership(claim);
  const { server, client } = owned;
  try {
    await bootstrap(client, secret);
  } catch (error) {
    await stopServer(server, launch);
    await client.end().catch(() => undefined);
    throw error;
  }
  if (server.adopted) log(`Took over the database of ${home.dataDir} that an earlier process left running.`);
  const supervisor = supervise(owned, { ...claim, address: server.address, again: true }, options.onState);
  return {
    ...connections(server.address, secret),
    adopted: server.adopted,
    get pid() {
      return supervisor.pid();
    },
    clusterDir: home.cluster,
    stop: supervisor.stop,
  };
}

function allowedSettings(settings: Record<string, string>, unsafe: boolean): Record<string, string> {
  const refused = Object.keys(settings).find((name) => name.toLowerCase() in durability);
  if (refused !== undefined && !unsafe) {
    throw failure('DATABASE_SETTING_REFUSED', `${refused} keeps the data through a power cut and cannot be set.`);
  }
  return { ...ours, ...durability, ...settings };
}

export function connections(
  address: Address,
  secret: Secret,
): Pick<EmbeddedPostgres, 'ownerUrl' | 'appUrl' | 'connection'> {
  const url = (user: string, password: string): string =>
    `postgres://${user}:${password}@${encodeURIComponent(address.host)}:${address.port}/${databaseName}`;
  return {
    ownerUrl: url(ownerRole, secret.owner),
    appUrl: url(appRole, secret.app),
    connection: {
      ...address,
      database: databaseName,
      owner: { user: ownerRole, password: secret.owner },
      app: { user: appRole, password: secret.app },
    },
  };
}
