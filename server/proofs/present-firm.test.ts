import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { differences } from '../testing/fixtures/differences.ts';
import { readExpectations, type Expectations } from '../testing/fixtures/expectations.ts';
import { EXPECTED, openFirm } from '../testing/fixtures/present-firm.ts';
import { openRig } from '../testing/rig.ts';
import { unsound } from './sound.ts';

/** A firm that an earlier version made opens with this one: the same books, the same pages, the same papers. */
const FIRST = 20;

let firm: Awaited<ReturnType<typeof openFirm>>;
let expected: Expectations;
let actual: Expectations;

beforeAll(async () => {
  expected = JSON.parse(gunzipSync(await readFile(EXPECTED)).toString('utf8'));
  firm = await openFirm(inject('slipwayDatabase'));
  actual = JSON.parse(JSON.stringify(await readExpectations(firm.server)));
}, 900_000);
afterAll(() => firm.drop());

test('its books are sound by I1 to I10', async () => {
  const rig = await openRig(firm.server);
  try {
    expect(await unsound(rig.ownerPool)).toEqual([]);
  } finally {
    await rig.close();
  }
});

test.each(['lines', 'replies', 'papers'] as const)('its %s are what they were', (part) => {
  expect(Object.keys(expected[part]).length).toBeGreaterThan(0);
  expect(differences(expected[part], actual[part]).slice(0, FIRST)).toEqual([]);
});
