/** The real server as a process of its own, for proofs that kill it. It ends with its parent. */
import { readConfig } from '../config.ts';
import { startServer } from '../main.ts';

const end = (code: number) => process.exit(code);
const server = await startServer(readConfig(process.env), { web: false, onFailed: () => end(1) });
const stop = () =>
  void server.stop().then(
    () => end(0),
    () => end(1),
  );
process.once('SIGTERM', stop);
process.once('disconnect', stop);
// How much it holds once what nobody needs is gone, where it may collect that (--expose-gc).
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ memory: process.memoryUsage() });
});
process.send?.({ url: server.url.replace('localhost', '127.0.0.1') });
