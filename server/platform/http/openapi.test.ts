import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '../../../domain/errors.ts';
import { allRoutes } from '../../app.ts';
import type { Services } from '../../services.ts';
import { examplePolicy, makeBook } from '../../testing/factories.ts';
import { PASSWORD } from '../../testing/test-firm.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { readCallNames } from './call-names.ts';
import { openApi } from './openapi.ts';

type Operation = {
  operationId: string;
  security: unknown[];
  parameters: unknown[];
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
};
type Description = {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, { description: string }> };
};

let t: TestApp;
let address: string;
let source: string;
let described: Description;
beforeAll(async () => {
  t = await testApp();
  address = await t.app.listen({ port: 0, host: '127.0.0.1' });
  source = await (await fetch(`${address}/api/docs/openapi.json`)).text();
  described = JSON.parse(source) as Description;
});
afterAll(() => t.close());

const operations = () => Object.values(described.paths).flatMap((path) => Object.values(path));

describe('the description of the calls', () => {
  test('names each call once, after its constant', () => {
    const ids = operations().map((operation) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['authenticate', 'saveReceipt', 'reinsuredSave', 'makeCreditNotes']));
    expect(described.paths['/api/sca/v1/underwriting/approve/{id}/{a}/{b}']?.['put']?.operationId).toBe(
      'approvePolicy',
    );
  });

  test('a call that is no exported constant stops it', async () => {
    const [first] = allRoutes({} as Services);
    if (!first) throw new Error('There are no calls.');
    const names = await readCallNames();
    expect(() => openApi([{ ...first.endpoint }], names, 'http://localhost')).toThrow('is no exported constant');
  });

  test('is free of errors to a linter of OpenAPI', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source, config });
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
    const broken = await lintFromString({ source: source.replace('"operationId":"authenticate",', ''), config });
    expect(broken.length).toBeGreaterThan(problems.length);
  });

  test('says null as a type, which is how 3.1 says it', () => {
    expect(source).not.toContain('"nullable"');
    expect(source).toContain('"null"');
  });

  test('shares the shapes that several calls take or give', () => {
    expect(described.components.schemas).toHaveProperty('PolicyRecord');
    expect(source.split('"#/components/schemas/Ref"').length).toBeGreaterThan(50);
    expect(source.split('"#/components/parameters/searchValue"').length).toBeGreaterThan(20);
  });

  test('every call says its security, its server and its refusals by status', () => {
    expect(described.servers).toEqual([{ url: 'http://localhost:3000' }]);
    for (const { operationId, security, responses } of operations()) {
      expect(security, operationId).toBeDefined();
      const signedIn = security.length > 0;
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['200', '400', '404', '503']));
      if (signedIn) expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['401', '403']));
    }
    const statuses = Object.values(described.components.responses)
      .map(({ description }) => description)
      .join('\n');
    // 500 is nobody’s intention.
    for (const [code, { status }] of Object.entries(ERRORS))
      expect(statuses.includes(`${code}: `), code).toBe(status !== 500);
  });

  test('a file says that it is one', () => {
    const contentOf = (call: string) =>
      Object.keys(operations().find(({ operationId }) => operationId === call)?.responses['200']?.content ?? {});
    expect(contentOf('getDocument')).toEqual(['application/pdf']);
    expect(contentOf('makeDebitNote')).toEqual(['application/json', 'application/pdf']);
    expect(contentOf('trialBalance')).toEqual(expect.arrayContaining(['application/json', 'text/csv; charset=utf-8']));
  });
});

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
