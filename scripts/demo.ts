import { isReachable } from '../server/config.ts';
import { DEMO_DOMAIN } from '../server/features/sample/desk.ts';
import { loadSampleFirm } from '../server/features/sample/load.ts';
import { DEMO_PASSWORD } from '../server/features/sample/setting.ts';
import { buildWeb } from './lib/build.ts';
import { configOrFail, fail, serveUntilStopped } from './lib/serve.ts';

const config = { ...configOrFail(), ...(process.env['SLIPWAY_LOG'] ? {} : { logLevel: 'warn' as const }) };
if (isReachable(config) && !config.demoPublic) {
  fail(
    new Error(
      'The demo’s passwords are public, so it listens on this machine alone. SLIPWAY_DEMO_PUBLIC=1 lifts that.',
    ),
  );
}
await buildWeb();
await serveUntilStopped(config, async (server) => {
  const started = performance.now();
  const loaded = await loadSampleFirm(server.services, {
    ownerUrl: server.ownerUrl,
    appUrl: server.appUrl,
    log: console.log,
  });
  if (loaded) console.log(`Loaded in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
  console.log(`
Slipway is at ${server.url}

  root@${DEMO_DOMAIN}          everything, both branches; root.two@ decides what root drafts across them
  manager.nbo@${DEMO_DOMAIN}   decides            underwriter.nbo@  enters policies
  accountant.nbo@…               books and pays     cashier.nbo@      takes money in
  claims.nbo@…                   handles claims     the same with .lon for London
  auditor@${DEMO_DOMAIN}       reads one branch at a time

  Password of all: ${DEMO_PASSWORD}

Stop with Ctrl-C.`);
});
