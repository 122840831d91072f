import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import NODE_FLAGS from '../node-flags.json' with { type: 'json' };

test('types.ts and schema.sql say what the migrations make; npm run types writes them anew', () => {
  const script = path.resolve(import.meta.dirname, '../../../scripts/types.ts');
  const done = spawnSync(process.execPath, [...NODE_FLAGS, script, '--verify'], {
    encoding: 'utf8',
  });
  expect(done.status, `${done.stdout}${done.stderr}`).toBe(0);
});
