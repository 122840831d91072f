import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const SETUP = path.join(import.meta.dirname, 'setup.mjs');
const LOCK = { name: 'checkout', version: '1.0.0', lockfileVersion: 3, packages: { '': { name: 'checkout' } } };

/** A checkout without dependencies, whose node_modules leads to the folder of another one. */
function linkedCheckout(folder: string): { checkout: string; elsewhere: string } {
  const [checkout, elsewhere] = [path.join(folder, 'checkout'), path.join(folder, 'elsewhere')];
  mkdirSync(path.join(checkout, 'scripts'), { recursive: true });
  mkdirSync(elsewhere);
  cpSync(SETUP, path.join(checkout, 'scripts/setup.mjs'));
  writeFileSync(path.join(checkout, 'package.json'), JSON.stringify({ name: 'checkout', version: '1.0.0' }));
  writeFileSync(path.join(checkout, 'package-lock.json'), JSON.stringify(LOCK));
  writeFileSync(path.join(elsewhere, 'kept'), 'of another checkout');
  symlinkSync(elsewhere, path.join(checkout, 'node_modules'), 'junction');
  return { checkout, elsewhere };
}
const setUp = (checkout: string) =>
  spawnSync(process.execPath, [path.join(checkout, 'scripts/setup.mjs')], { encoding: 'utf8' });

test('packages are not installed through a link: it is said what to do, and the folder that it leads to is as it was', () => {
  using folder = mkdtempDisposableSync(path.join(os.tmpdir(), 'slipway-setup-'));
  const { checkout, elsewhere } = linkedCheckout(folder.path);
  const { status, stderr } = setUp(checkout);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `node_modules is a link to ${elsewhere}, where other packages lie than package-lock.json names. Installing here would empty that folder: remove the link and start again, and the packages are installed in this folder.\n`,
  });
  expect(readdirSync(elsewhere)).toEqual(['kept']);
  expect(readFileSync(path.join(elsewhere, 'kept'), 'utf8')).toBe('of another checkout');
  expect(readdirSync(checkout).toSorted()).toEqual(['node_modules', 'package-lock.json', 'package.json', 'scripts']);
});

test('a link to the packages that package-lock.json names is used', () => {
  using folder = mkdtempDisposableSync(path.join(os.tmpdir(), 'slipway-setup-'));
  const { checkout, elsewhere } = linkedCheckout(folder.path);
  writeFileSync(path.join(elsewhere, '.package-lock.json'), JSON.stringify(LOCK));
  expect(setUp(checkout)).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(elsewhere)).toContain('kept');
});
