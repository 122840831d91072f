import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderOf, hasMemoryToSpare, temporaryInMemory } from './memory.ts';

const usual = process.env['TMPDIR'];
beforeEach(() => {
  delete process.env['TMPDIR'];
});
afterEach(() => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
});

test('who names a place has it', () => {
  process.env['TMPDIR'] = '/named';
  temporaryInMemory()[Symbol.dispose]();
  expect(process.env['TMPDIR']).toBe('/named');
});

describe.skipIf(process.platform !== 'linux' || !hasMemoryToSpare())('on a machine with memory to spare', () => {
  test('what lies in memory goes with who put it there', () => {
    const held = temporaryInMemory();
    const folder = os.tmpdir();
    expect(folder).toBe(folderOf(process.pid));
    mkdirSync(path.join(folder, 'slipway-test-1'));
    held[Symbol.dispose]();
    expect(existsSync(folder)).toBe(false);
    expect(process.env['TMPDIR']).toBeUndefined();
  });

  test('what a killed run left goes with the next; what belongs to one that lives stays', () => {
    const { pid } = spawnSync(process.execPath, ['--eval', '']);
    const [dead, living] = [pid, 1].map(folderOf);
    for (const folder of [dead, living]) mkdirSync(folder ?? '');
    try {
      temporaryInMemory()[Symbol.dispose]();
      expect([dead, living].map((folder) => existsSync(folder ?? ''))).toEqual([false, true]);
    } finally {
      for (const folder of [dead, living]) rmSync(folder ?? '', { recursive: true, force: true });
    }
  });
});
