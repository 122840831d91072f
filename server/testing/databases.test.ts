import { mkdtempSync, readdirSync, readFileSync, rmSync, chmodSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestPostgres } from '../platform/embedded-postgres/test-server.ts';
import { isAlive } from '../platform/embedded-postgres/postmaster.ts';
import { databaseUrl, onServer, startTestDatabases } from './databases.ts';

const usual = process.env['TMPDIR'];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-ends-'));
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
});
afterEach(() => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  rmSync(folder, { recursive: true, force: true });
});

/** The process of the one server that was started here. */
function postmaster(): number {
  const [server = ''] = readdirSync(folder);
  return Number(readFileSync(path.join(folder, server, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
}

test('a template that cannot be filled leaves neither server nor folder', async () => {
  let pid = 0;
  const failing = startTestDatabases(async () => {
    pid = postmaster();
    expect(isAlive(pid)).toBe(true);
    throw new Error('no template');
  });
  await expect(failing).rejects.toThrow('no template');
  expect(isAlive(pid)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

test('a server that does not start leaves no folder', async () => {
  await expect(startTestPostgres({ settings: { shared_buffers: 'plenty' } })).rejects.toThrow('does not start');
  expect(readdirSync(folder)).toEqual([]);
});

test('what was started ends when it is disposed of', async () => {
  let pid = 0;
  {
    await using server = await startTestDatabases(async () => undefined);
    pid = postmaster();
    await onServer(databaseUrl(server.ownerUrl, server.template), 'select 1');
  }
  expect(isAlive(pid)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});
