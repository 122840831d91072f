import { readConfig, type Config } from '../../server/config.ts';
import { startServer, type RunningServer } from '../../server/main.ts';

const SENTENCES: Record<string, (error: NodeJS.ErrnoException, config: Config) => string> = {
  EADDRINUSE: (_error, config) => `Port ${config.port} is in use. Stop what uses it, or set PORT to another.`,
  EACCES: (_error, config) => `Port ${config.port} may not be used by this account. Set PORT to one above 1024.`,
  ECONNREFUSED: () =>
    'The database that DATABASE_URL names cannot be reached. Check that it runs and that the address is right.',
  ENOTFOUND: () => 'The host that DATABASE_URL names is not known. Check its address.',
  '28P01': () => 'The database refused the password in DATABASE_URL or SLIPWAY_APP_DATABASE_URL.',
  '28000': () => 'The database does not know the role in DATABASE_URL or SLIPWAY_APP_DATABASE_URL.',
  UNAVAILABLE: () =>
    'The bucket of attached files cannot be used. Check that SLIPWAY_S3_ENDPOINT answers and that bucket and key are right.',
  '3D000': () => 'The database named in DATABASE_URL does not exist.',
};

/** Says one clear sentence and ends. Errors of our own carry their sentence already. */
export function fail(error: unknown, config?: Config): never {
  const known = error as NodeJS.ErrnoException;
  const sentence = config && known.code ? SENTENCES[known.code]?.(known, config) : undefined;
  process.stderr.write(`${sentence ?? known.message ?? String(error)}\n`);
  process.exit(1);
}

export function configOrFail(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return fail(error);
  }
}

// Each part has its own bound; this is what holds if all of them fail.
const STOPPED_WITHIN = 20_000;

/**
 * Starts the server, and stops it cleanly at Ctrl-C: requests finish, the database is closed. Another Ctrl-C changes
 * nothing, since ending at once would leave the database running.
 */
export async function serveUntilStopped(
  config: Config,
  ready: (server: RunningServer) => Promise<void>,
  web = true,
): Promise<void> {
  let server: RunningServer | null = null;
  let stopping = false;
  const stop = async (running: RunningServer) => {
    if (stopping) return;
    stopping = true;
    process.stdout.write('\nStopping…\n');
    setTimeout(() => process.exit(1), STOPPED_WITHIN).unref();
    await running.stop();
    process.exit(0);
  };
  try {
    const running = await startServer(config, {
      web,
      onFailed: (cause) => fail(cause ?? new Error('The embedded database was lost.'), config),
    });
    server = running;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(running));
    await ready(running);
  } catch (error) {
    // What is not ready when it is stopped, such as a sample firm half loaded, fails for that alone.
    if (stopping) return;
    await server?.stop().catch(() => undefined);
    fail(error, config);
  }
}
