import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('types.ts and schema.sql say what the migrations make; npm run types writes them anew', () => {
  const script = path.resolve(import.meta.dirname, '../../../scripts/types.ts');
  const done = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', script, '--verify'], {
    encoding: 'utf8',
  });
  expect(done.status, `${done.stdout}${done.stderr}`).toBe(0);
});
