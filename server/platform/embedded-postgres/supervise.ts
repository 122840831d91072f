import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './failure.ts';
import { takeOwnership } from './ownership.ts';
import type { Claim, Owned } from './ownership.ts';
import { stopServer } from './process.ts';

/**
 * `down`: the database is gone and being restarted. `up`: it is back at the same address, ours again. `failed`: it
 * cannot be ours again (another Slipway took the data directory, or its version changed), so the process should end.
 */
export type OnState = (state: 'down' | 'up' | 'failed', error?: Error) => void;

const hopeless = ['DATA_DIRECTORY_IN_USE', 'DATABASE_VERSION_MISMATCH', 'DATABASE_SECRET_MISSING'];

/**
 * The kept connection is the alarm: it ends with the server, however that dies, and also for a server that we adopted
 * and that is therefore not our child.
 */
export function supervise(
  first: Owned,
  claim: Claim,
  onState?: OnState,
): { pid: () => number; stop: () => Promise<void> } {
  const { launch } = claim;
  let { server, client } = first;
  let stopping: Promise<void> | undefined;
  let recovering: Promise<void> | undefined;
  const cancel = new AbortController();

  const watch = (): void => {
    client.once('end', () => {
      if (!cancel.signal.aborted) recovering = recover();
    });
  };

  const recover = async (): Promise<void> => {
    launch.log('The database is gone: starting it again.');
    onState?.('down');
    for (let pause = 50; !cancel.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      try {
        ({ server, client } = await takeOwnership(claim));
        watch();
        launch.log(`The database is back (process ${server.pid}).`);
        onState?.('up');
        return;
      } catch (error) {
        launch.log(error instanceof Error ? error.message : String(error));
        if (hopeless.includes(codeOf(error))) {
          onState?.('failed', error as Error);
          return;
        }
        await sleep(pause, undefined, { signal: cancel.signal }).catch(() => undefined);
      }
    }
  };

  const stop = async (): Promise<void> => {
    cancel.abort();
    await recovering;
    await stopServer(server, launch);
    await client.end().catch(() => undefined);
  };

  watch();
  return { pid: () => server.pid, stop: () => (stopping ??= stop()) };
}
