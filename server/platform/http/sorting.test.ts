import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCA } from '../../../domain/endpoint.ts';
import { allRoutes } from '../../app.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { readSort } from './sorting.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t?.close());

/** Every list and report that can be ordered, but those of one record. */
const ordered = () =>
  allRoutes(t.services).flatMap(({ endpoint, sorts }) =>
    sorts === undefined || endpoint.params !== undefined || endpoint.query?.shape['sort'] === undefined
      ? []
      : [{ path: endpoint.path, call: `GET ${endpoint.path}` as const, sorts }],
  );
const faults = async (call: `GET ${string}`, query: Record<string, string>) => {
  const { status, body } = await t.call('root', call, { query });
  const errors: { field: string; message: string }[] = status === 400 ? body.errors : [];
  return { fields: errors.map(({ field }) => field), errors };
};

test('an order by no name of the list is named together with every other fault', async () => {
  const all = ordered();
  expect(all.length).toBeGreaterThan(30);
  for (const { call, path, sorts } of all) {
    const { fields, errors } = await faults(call, { sort: 'nothing,asc', length: '501', moon: 'full' });
    expect([path, fields]).toEqual([path, expect.arrayContaining(['sort', 'length', 'moon'])]);
    const message = `Sort by one of: ${sorts.join(', ')}; each asc or desc.`;
    expect([path, errors.find(({ field }) => field === 'sort')?.message]).toEqual([path, message]);
  }
});

test('by each of the names that it says, and by the ids, rows are ordered either way', async () => {
  for (const { call, path, sorts } of ordered())
    for (const name of sorts)
      for (const way of ['asc', 'desc'])
        expect([path, name, (await faults(call, { sort: `${name},${way}` })).fields]).toEqual([
          path,
          name,
          expect.not.arrayContaining(['sort']),
        ]);
  expect((await t.call('root', `GET ${SCA}/receivable/items`, { query: { sort: 'id,desc' } })).status).toBe(200);
});

test.each([
  ['id', [{ name: 'id', descending: false }]],
  ['id,desc', [{ name: 'id', descending: true }]],
  [
    'day,desc; id',
    [
      { name: 'day', descending: true },
      { name: 'id', descending: false },
    ],
  ],
  ['id,down', null],
  ['id,asc,asc', null],
  ['moon', null],
  ['id;', null],
  ['toString,asc', null],
])('%s is read', (sort, read) => {
  expect(readSort(sort, ['id', 'day'])).toEqual(read);
});
