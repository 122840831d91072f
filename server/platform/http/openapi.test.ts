import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '../../../domain/errors.ts';
import { allRoutes } from '../../app.ts';
import type { Services } from '../../services.ts';
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
let source: string;
let described: Description;
beforeAll(async () => {
  t = await testApp();
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
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
