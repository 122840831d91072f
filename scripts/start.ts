import { buildWeb } from './lib/build.ts';
import { configOrFail, serveUntilStopped } from './lib/serve.ts';

// `--no-web` leaves the pages to Vite (npm run dev).
const web = !process.argv.includes('--no-web');
const config = configOrFail();
if (web) await buildWeb();
await serveUntilStopped(
  config,
  async (server) => {
    console.log(`Slipway is at ${server.url}`);
    if (server.setupCode)
      console.log(`If this installation is new, its first sign-up needs the code ${server.setupCode}`);
  },
  web,
);
