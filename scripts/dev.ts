import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import NODE_FLAGS from '../server/platform/node-flags.json' with { type: 'json' };

// The server again at every change of its sources, and Vite with hot replacement before it.
const ROOT = path.resolve(import.meta.dirname, '..');
const start = () =>
  spawn(process.execPath, [...NODE_FLAGS, path.join(ROOT, 'scripts/start.ts'), '--no-web'], {
    stdio: 'inherit',
    cwd: ROOT,
  });

let server = start();
let pending: NodeJS.Timeout | undefined;
for (const folder of ['server', 'domain']) {
  watch(path.join(ROOT, folder), { recursive: true }, () => {
    clearTimeout(pending);
    pending = setTimeout(() => {
      server.once('exit', () => {
        server = start();
      });
      server.kill('SIGTERM');
    }, 200);
  });
}
const { createServer } = await import('vite');
const vite = await createServer({ root: path.join(ROOT, 'web'), configFile: path.join(ROOT, 'vite.config.ts') });
await vite.listen();
vite.printUrls();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.once('exit', () => process.exit(0));
    server.kill('SIGTERM');
  });
}
