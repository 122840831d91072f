// node scripts/run.mjs scripts/<name>.ts [arguments]: the script on the pinned Node, with the packages installed.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, findNode } from './setup.mjs';

const windows = process.platform === 'win32';
// Rows of a long export pass through the space for what is young: with eight megabytes of it a server holds 120 over idle, with what Node takes by itself 215.
const FLAGS = JSON.parse(readFileSync(new URL('../server/platform/node-flags.json', import.meta.url), 'utf8'));
const CACHE = fileURLToPath(new URL('../.cache/node', import.meta.url));

// When this process is killed outright, its script is asked to end instead of holding its port for ever. Processes that
// the script forks inherit the flag, hence the question whose child it is.
const tether = `data:text/javascript,if(process.ppid===${process.pid}){process.channel?.unref();process.once('disconnect',()=>process.kill(process.pid,'SIGTERM'))}`;

const SHELL = /^(?:.*\/)?-?(?:sh|ash|dash|bash|busybox|ksh|zsh)$/;

/** A process's name and its parent's number, or null where neither can be known. */
function parentOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return { name: /^Name:\t(.*)$/m.exec(status)?.[1] ?? '', parent: Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]) };
  } catch {
    const [, parent, name] =
      /^\s*(\d+)\s+(.*?)\s*$/.exec(spawnSync('ps', ['-o', 'ppid=,comm=', '-p', pid]).stdout ?? '') ?? [];
    return parent === undefined ? null : { name, parent: Number(parent) };
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * npm may end without a word to us: killed, or with the shell between us hearing the signal alone. What it started ends as
 * well. Started without npm, we outlive our parent, as `nohup` wants it.
 */
function whenNpmEnds(end) {
  if (windows || process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const above = parentOf(parent);
  const npm = above !== null && SHELL.test(above.name) ? above.parent : parent;
  const timer = setInterval(() => {
    if (process.ppid === parent && lives(npm)) return;
    clearInterval(timer);
    end();
  }, 500);
}

/**
 * Ctrl-C reaches every process in the terminal's group, and npm passes it on once more. The script therefore runs in
 * a group of its own and gets each signal from here alone, once; a second Ctrl-C a second later is meant, and passed.
 */
function run(node, args) {
  const child = spawn(node, [...FLAGS, `--import=${tether}`, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: !windows,
    // Loading a thousand modules of ours takes half as long when Node keeps what it made of them.
    env: { NODE_COMPILE_CACHE: CACHE, ...process.env, SLIPWAY_NODE: node },
  });
  const last = new Map();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const repeated = performance.now() - (last.get(signal) ?? -Infinity) < 1_000;
      last.set(signal, performance.now());
      if (!repeated && !(windows && signal === 'SIGINT')) child.kill(signal);
    });
  }
  whenNpmEnds(() => child.kill('SIGTERM'));
  child.once('error', (error) => {
    process.stderr.write(`${node} could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    setTimeout(() => process.exit(1), 1_000); // a signal that does not end a Node process
  });
}

const args = process.argv.slice(2);
if (args.length === 0) {
  process.stderr.write('usage: node scripts/run.mjs scripts/<name>.ts [arguments]\n');
  process.exit(2);
}
try {
  await ensureInstalled();
  run(findNode(), args);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
