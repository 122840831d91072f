import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type { LaunchOptions } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
// A page is open for seconds: what V8 would compile anew meanwhile costs more than it saves.
const BRIEF = '--js-flags=--no-opt --no-maglev';
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const ROOT = path.resolve(import.meta.dirname, '..');
const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;

/** A folder that no other account shares: a program that somebody else unpacked is not ours to run. */
function ownFolder(): string {
  const program = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(path.join(program, '../../package.json'), 'utf8')) as { version: string };
  return path.join(ROOT, '.cache', `chromium-${version}-${os.userInfo().username}`);
}

/** Unpacks beside the folder and then takes its name, so that two runs at once do not meet a browser half unpacked. */
function unpack(folder: string): void {
  const making = `${folder}.new-${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  try {
    // The package unpacks into the temporary folder, and the libraries that a bare machine lacks for Amazon alone.
    const env = { ...process.env, TMPDIR: making, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
    const args = ['--input-type=module', '--eval', UNPACK];
    const done = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`The browser cannot be unpacked: ${done.stderr}`);
    const fonts = path.join(making, 'fonts/fonts.conf');
    writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/', `${folder}/`));
    if (!existsSync(folder)) renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** How Chromium is started: the machine's where there is one, else the one that comes with the packages. */
export function chromiumOptions(): LaunchOptions {
  const installed = INSTALLED.find((file) => existsSync(file));
  if (installed) return { executablePath: installed, args: [...QUIET, BRIEF] };
  const folder = ownFolder();
  if (!existsSync(folder)) unpack(folder);
  return {
    executablePath: path.join(folder, 'chromium'),
    args: ['--no-sandbox', BRIEF],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: path.join(folder, 'fonts'),
    },
  };
}
