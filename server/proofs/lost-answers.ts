import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { underWriters } from './crash.ts';
import type { Site } from './crash/site.ts';
import { endOf, startInstance } from './instances.ts';
import { chanceOf, type Chance, type Proof } from './proof.ts';

const PATIENCE = 300_000;
/** One in so many commits, and one in so many answers, is cut off. */
const EVERY = 6;
const EVERY_ANSWER = 20;

/** What PostgreSQL's protocol says: that a transaction begins, that it is to be committed, that it is. */
const BEGINS = Buffer.from('begin; select set_config', 'latin1');
const BEGINS_READING = Buffer.from('begin isolation level repeatable read read only;', 'latin1');
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1');
const COMMITTED = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');

/** Whether bytes on their way there, and on their way back, are handed on; if not, both ends are cut off. */
type Link = { there: (bytes: Buffer) => boolean; back: (bytes: Buffer) => boolean };
type Wire = { port: number; close: () => Promise<void> };

async function startWire(to: net.NetConnectOpts, link: () => Link): Promise<Wire> {
  const open = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(to);
    const { there, back } = link();
    const cut = () => {
      near.destroy();
      far.destroy();
    };
    const passOn = (from: net.Socket, onto: net.Socket, passes: (bytes: Buffer) => boolean) => {
      open.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes: Buffer) => void (passes(bytes) ? onto.write(bytes) : cut()));
      from.on('error', cut);
      from.on('close', () => {
        open.delete(from);
        cut();
      });
    };
    passOn(near, far, there);
    passOn(far, near, back);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Cuts = { before: number; after: number; answers: number; over: boolean };

/** Between server and database: a write's connection is cut before its COMMIT arrives, or once it is committed and nobody knows. */
function cutCommits(cuts: Cuts, chance: Chance): () => Link {
  return () => {
    let writes = false;
    let cutting = false;
    return {
      there: (bytes) => {
        if (bytes.includes(BEGINS)) writes = true;
        if (bytes.includes(BEGINS_READING)) writes = false;
        if (!writes || !bytes.includes(COMMIT) || cuts.over || chance.below(EVERY) > 0) return true;
        cutting = chance.below(2) === 0;
        if (!cutting) cuts.before += 1;
        return cutting;
      },
      back: (bytes) => {
        if (!cutting || !bytes.includes(COMMITTED)) return true;
        cuts.after += 1;
        return false;
      },
    };
  };
}

/** Between clients and server: the answer is there and never arrives. */
function cutAnswers(cuts: Cuts, chance: Chance): () => Link {
  return () => ({
    there: () => true,
    back: () => {
      if (cuts.over || chance.below(EVERY_ANSWER) > 0) return true;
      cuts.answers += 1;
      return false;
    },
  });
}

function databaseOf({ appUrl }: Site): net.NetConnectOpts {
  const { hostname, port } = new URL(appUrl);
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
}

function throughWire({ appUrl }: Site, { port }: Wire): string {
  const url = new URL(appUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}

/** Connections cut before and after COMMIT, and answers cut off, under clients who repeat with their key: nothing lost, doubled or half done. */
export const proveLostAnswers: Proof = async (run) => {
  await using opened = new AsyncDisposableStack();
  const cuts: Cuts = { before: 0, after: 0, answers: 0, over: false };
  const chance = chanceOf(run.seed);
  const through = async (site: Site): Promise<Site> => {
    const commits = await startWire(databaseOf(site), cutCommits(cuts, chance));
    opened.defer(commits.close);
    const settings = { DATABASE_URL: site.ownerUrl, SLIPWAY_APP_DATABASE_URL: throughWire(site, commits) };
    const instance = await startInstance(settings);
    opened.defer(async () => {
      instance.child.kill('SIGTERM');
      await endOf(instance);
    });
    const answers = await startWire(
      { host: '127.0.0.1', port: Number(new URL(instance.url).port) },
      cutAnswers(cuts, chance),
    );
    opened.defer(answers.close);
    return { ...site, url: () => `http://127.0.0.1:${answers.port}` };
  };
  return await underWriters(
    run,
    async ({ writers, counted }) => {
      const deadline = performance.now() + PATIENCE + run.rounds * 1_000;
      while (cuts.before + cuts.after < run.rounds && performance.now() < deadline) await sleep(20);
      cuts.over = true;
      const done = cuts.before + cuts.after;
      counted.check(done >= run.rounds, `${done} of ${run.rounds} connections were cut`);
      for (const where of ['before', 'after', 'answers'] as const)
        counted.check(cuts[where] > 0, `nothing was cut: ${where}`);
      await writers.stop();
      run.log(
        `connections cut ${cuts.before} times before COMMIT and ${cuts.after} times after it, ${cuts.answers} answers cut off`,
      );
    },
    { through },
  );
};
