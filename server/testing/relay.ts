import net, { type AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/** What follows a mark comes by itself, a moment later: a network may part messages anywhere. */
const partedAfter = (mark: Buffer) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const at = chunk.indexOf(mark);
      if (at === -1) return done(null, chunk);
      this.push(chunk.subarray(0, at + mark.length));
      setTimeout(() => done(null, chunk.subarray(at + mark.length)), 20);
    },
  });

/**
 * A relay before a database; frozen, it takes connections and lets nothing through, as a machine that hangs does.
 * What the database says after a mark comes apart from it.
 */
export async function startRelay(database: string, { mark }: { mark?: Buffer } = {}) {
  const target = new URL(database);
  const sockets = new Set<net.Socket>();
  let frozen = false;
  const server = net.createServer((near) => {
    const host = decodeURIComponent(target.hostname);
    const port = target.port === '' ? 5432 : Number(target.port);
    const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    for (const [from, onto] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(from);
          onto.destroy();
        });
      if (from === far && mark) from.pipe(partedAfter(mark)).pipe(onto);
      else from.pipe(onto);
      if (frozen) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    /** The database's address through it. */
    url: url.href,
    freeze: () => {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
