import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { childEnv } from '../testing/child-env.ts';
import { SECRET } from '../testing/rig.ts';
import NODE_FLAGS from '../platform/node-flags.json' with { type: 'json' };

const CHILD = path.join(import.meta.dirname, 'child.ts');

export type Instance = {
  child: ChildProcess;
  url: string;
  /** How its process ended, with its last words; null while it runs. */
  ended: () => string | null;
};

type Differing = {
  /** Milliseconds by which its clock is wrong. */
  wrongBy?: number;
  /** Further words for Node. */
  flags?: readonly string[];
};

/** The real server as a process of its own, with these settings. */
export function startInstance(
  settings: Record<string, string>,
  { wrongBy = 0, flags = [] }: Differing = {},
): Promise<Instance> {
  const env = { ...childEnv(), PORT: '0', SLIPWAY_SECRET: SECRET, SLIPWAY_LOG: 'error', ...settings };
  const wrong = `const Right = Date; globalThis.Date = class extends Right {
    constructor(...parts) { if (parts.length > 0) super(...parts); else super(Right.now() + ${wrongBy}); }
    static now() { return Right.now() + ${wrongBy}; } };`;
  const clock = wrongBy === 0 ? [] : [`--import=data:text/javascript,${encodeURIComponent(wrong)}`];
  const child = fork(CHILD, [], {
    env,
    execArgv: [...NODE_FLAGS, ...clock, ...flags],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const ended = () =>
    child.exitCode === null && child.signalCode === null
      ? null
      : `it ended with ${child.signalCode ?? `code ${child.exitCode}`}${output === '' ? '' : `: ${output}`}`;
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (output = `${output}${text.toString()}`.slice(-4_000)));
  return new Promise((resolve, reject) => {
    // A server that the proof did not kill has crashed: its output is worth reading.
    child.once('exit', (_code, signal) => {
      if (signal !== 'SIGKILL' && output !== '') process.stderr.write(output);
    });
    child.once('message', (message: { url: string }) => resolve({ child, url: message.url, ended }));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
  });
}

/** Waits for the end of a process; gives its code. */
export function endOf({ child }: Instance): Promise<number | null> {
  return new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null
      ? child.once('exit', (code) => resolve(code))
      : resolve(child.exitCode),
  );
}
