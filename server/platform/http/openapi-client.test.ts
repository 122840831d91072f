import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplePolicy, makeBook } from '../../testing/factories.ts';
import { PASSWORD } from '../../testing/test-firm.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

let t: TestApp;
let address: string;
let source: string;
beforeAll(async () => {
  t = await testApp();
  address = await t.app.listen({ port: 0, host: '127.0.0.1' });
  source = await (await fetch(`${address}/api/docs/openapi.json`)).text();
});
afterAll(() => t.close());

/** Written against the generated client, and compiled with it: its types are what this test is about. */
const JOURNEY = `
import { Api, type DecisionBody, type PolicyBody, type PolicyRecord, type Saved } from './client.ts';

export async function journey(baseUrl: string, password: string, body: PolicyBody) {
  const signIn = async (email: string) => {
    const { data } = await new Api({ baseUrl }).api.authenticate({ email, password });
    if (!('access_token' in data)) throw new Error('A second step is asked for.');
    const headers = { Authorization: \`Bearer \${data.access_token}\` };
    return { id: String(data.user.id), api: new Api({ baseUrl, securityWorker: () => ({ headers }) }).api };
  };
  const underwriter = await signIn('underwriter.nbo@slipway.test');
  const manager = await signIn('manager.nbo@slipway.test');
  const saved: Saved = (await underwriter.api.savePolicy(body)).data;
  const submitted: Saved = (await underwriter.api.submitPolicy(String(saved.id), { version: saved.version })).data;
  const decision: DecisionBody = { version: submitted.version };
  await manager.api.approvePolicy(String(saved.id), 'APPROVED', manager.id, {}, decision);
  const policy: PolicyRecord = (await underwriter.api.getPolicy(String(saved.id))).data;
  return { status: policy.status, debitNote: policy.notes.find((note) => note.kind === 'DN')?.amount };
}
`;

test('a client made from it by a public generator compiles, and takes a policy from sign-in to its note', async () => {
  const { files } = await generateApi({
    spec: JSON.parse(source) as never,
    fileName: 'client.ts',
    output: false,
    silent: true,
    httpClientType: 'fetch',
  });
  const cache = path.resolve(import.meta.dirname, '../../../.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'client-'));
  try {
    const file = path.join(folder, 'client.ts');
    await writeFile(file, files.map((one) => one.fileContent).join('\n'));
    await writeFile(path.join(folder, 'journey.ts'), JOURNEY);
    const tsc = path.resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
    const flags = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'esnext', '--module', 'preserve'];
    const lib = ['--lib', 'esnext,dom,dom.iterable', '--ignoreConfig', '--allowImportingTsExtensions'];
    const compiled = spawnSync(process.execPath, [tsc, ...flags, ...lib, 'journey.ts'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(compiled.stdout).toBe('');
    const { journey } = (await import(path.join(folder, 'journey.ts'))) as {
      journey: (base: string, password: string, policy: unknown) => Promise<unknown>;
    };
    const book = await makeBook(t);
    expect(await journey(address, PASSWORD, examplePolicy(book))).toEqual({
      status: 'APPROVED',
      debitNote: '562500.00',
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
