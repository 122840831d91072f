import { onServer, type TestDatabaseServer } from './databases.ts';
import { openRig, type Rig, type RigOptions } from './rig.ts';

/** A template in which something has been entered already, for all that begin with it; gone when it is disposed of. */
export async function layGround(
  server: TestDatabaseServer,
  enter: (rig: Rig) => Promise<unknown>,
  options: Pick<RigOptions, 'empty'> = {},
): Promise<{ server: TestDatabaseServer } & AsyncDisposable> {
  const rig = await openRig(server, { ...options, keep: true });
  const template = new URL(rig.ownerUrl).pathname.slice(1);
  const drop = () => onServer(server.ownerUrl, `drop database if exists ${template}`);
  try {
    await enter(rig).finally(() => rig.close());
  } catch (error) {
    await drop();
    throw error;
  }
  return { server: { ...server, template }, [Symbol.asyncDispose]: drop };
}
