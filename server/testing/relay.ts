import net, { type AddressInfo } from 'node:net';

/** Stands before a database; frozen, it takes connections and lets nothing through, as a machine that stands still does. */
export async function startRelay(database: string) {
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
      from.pipe(onto);
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
