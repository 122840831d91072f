import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startInstallation } from './installation.ts';

const usual = os.tmpdir();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(usual, 'slipway-ends-'));
  process.env['TMPDIR'] = folder;
});
afterEach(() => {
  process.env['TMPDIR'] = usual;
  rmSync(folder, { recursive: true, force: true });
});

test('a server that cannot listen leaves no folder and no connection, since its database could be dropped', async () => {
  // An address for documentation, which no machine has.
  await expect(startInstallation({ firm: true, host: '192.0.2.1' })).rejects.toThrow('EADDRNOTAVAIL');
  expect(readdirSync(folder)).toEqual([]);
});
