import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { interruptionsOf, runShare } from './share.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-shares-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = (code: string) => ['--input-type=module', '--eval', code];
const run = (code: string, more: { report?: string; hangAfter?: number } = {}) => {
  const { hangAfter, ...report } = more;
  const share = { name: 'one', seconds: 0.001, args: program(code), ...report };
  return runShare(share, { cwd: folder, hangAfter: hangAfter ?? 600 });
};
const reportOf = (name: string, passed: number, failed = 0) => {
  const file = path.join(folder, name);
  const report = { numPassedTests: passed, numFailedTests: failed, numPendingTests: 0, success: failed === 0 };
  return {
    file,
    code: `await import('node:fs').then((fs) => fs.writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(JSON.stringify(report))}))`,
  };
};

test('a share that takes longer than its budget passes', async () => {
  expect(await run('')).toMatchObject({ counts: { passed: 1, failed: 0 }, faults: [] });
});

test('one that ends with another status than 0 has failed', async () => {
  expect((await run('process.exit(3)')).counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('so has one that says that all passed, and dies', async () => {
  const { file, code } = reportOf('dies', 7);
  expect((await run(`${code}; process.exit(1)`, { report: file })).counts).toEqual({
    passed: 7,
    failed: 1,
    skipped: 0,
  });
});

test('and one without tests, or without a report, even where an older one lies', async () => {
  const { file, code } = reportOf('none', 0);
  expect((await run(code, { report: file })).counts.failed).toBe(1);
  writeFileSync(file, JSON.stringify({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, success: true }));
  expect((await run('', { report: file })).counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('one that hangs is ended with what it started', async () => {
  const beat = path.join(folder, 'beat');
  const beating = `setInterval(() => fs.writeFileSync(${JSON.stringify(beat)}, ''), 20)`;
  const code = `import { spawn } from 'node:child_process';
    spawn(process.execPath, ['--eval', ${JSON.stringify(beating)}], { stdio: 'ignore' });
    setInterval(() => undefined, 1000)`;
  const { counts, faults } = await run(code, { hangAfter: 2 });
  expect([counts.failed, faults]).toEqual([1, ['hung, and was ended after 2 s']]);
  rmSync(beat, { force: true });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(existsSync(beat)).toBe(false);
});

test('interrupted once it may end by itself; a second time it is ended with what it started', async () => {
  const source = new EventEmitter();
  const beat = path.join(folder, 'beat-on');
  const ready = path.join(folder, 'ready');
  const beating = `process.on('SIGTERM', () => undefined); setInterval(() => fs.writeFileSync(${JSON.stringify(beat)}, ''), 20)`;
  const code = `import fs from 'node:fs'; import { spawn } from 'node:child_process';
    process.on('SIGTERM', () => fs.writeFileSync(${JSON.stringify(`${ready}-asked`)}, ''));
    spawn(process.execPath, ['--eval', ${JSON.stringify(beating)}], { stdio: 'ignore' });
    fs.writeFileSync(${JSON.stringify(ready)}, '');
    setInterval(() => undefined, 1000)`;
  const appears = async (file: string) => {
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const interruptions = interruptionsOf(source);
  const share = { name: 'one', seconds: 1, args: program(code) };
  const ended = runShare(share, { cwd: folder, hangAfter: 600, ...interruptions });
  await appears(ready);
  await appears(beat);
  source.emit('SIGINT');
  await appears(`${ready}-asked`);
  rmSync(beat);
  await appears(beat);
  expect([interruptions.signal.aborted, interruptions.atOnce.aborted]).toEqual([true, false]);
  source.emit('SIGINT');
  expect((await ended).counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
  rmSync(beat, { force: true });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(existsSync(beat)).toBe(false);
});

test('what it leaves in its temporary folder is named and removed', async () => {
  const code = `import fs from 'node:fs'; import os from 'node:os';
    fs.writeFileSync(${JSON.stringify(path.join(folder, 'where'))}, fs.mkdtempSync(os.tmpdir() + '/slipway-mine-'))`;
  const { counts, faults } = await run(code);
  expect([counts.failed, faults]).toEqual([1, [expect.stringMatching(/^left behind slipway-mine-\w+$/)]]);
});

test('what it prints is given whole when it has ended, from both of its streams', async () => {
  const printed: string[] = [];
  const code = `console.log('one'); console.error('two'); setTimeout(() => console.log('three'), 50)`;
  const share = { name: 'one', seconds: 1, args: program(code) };
  await runShare(share, { cwd: folder, print: (output) => void printed.push(output.toString()) });
  expect(printed.map((text) => text.split('\n').toSorted())).toEqual([['', 'one', 'three', 'two']]);
});

test('each test that failed is named with its file and how its message begins', async () => {
  const file = path.join(folder, 'failures');
  const message = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n');
  const one = (status: string, fullName: string) => ({ status, fullName, failureMessages: [message] });
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    success: false,
    testResults: [
      {
        name: path.join(folder, 'a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [one('failed', 'adds'), one('passed', 'works')],
      },
      { name: path.join(folder, 'b.test.ts'), status: 'failed', message: 'not read', assertionResults: [] },
      { name: path.join(folder, 'c.test.ts'), status: 'passed', message: '', assertionResults: [one('passed', 'is')] },
    ],
  };
  writeFileSync(path.join(folder, 'copied'), JSON.stringify(report));
  const code = `await import('node:fs').then((fs) => fs.cpSync(${JSON.stringify(path.join(folder, 'copied'))}, ${JSON.stringify(file)}))`;
  const { failures } = await run(`${code}; process.exit(1)`, { report: file });
  expect(failures.map((text) => text.split('\n').slice(0, 2))).toEqual([
    ['a.test.ts: adds', '  line 0'],
    ['b.test.ts: as a whole', '  not read'],
  ]);
  expect(failures[0]?.split('\n').length).toBeLessThan(20);
});
