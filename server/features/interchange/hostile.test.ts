import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_FILE } from '../../../domain/interchange/placement-example.ts';
import { makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { draft, fresh, preview, valuesOf } from './interchange.factories.ts';

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
  await makeBook(t);
});
afterAll(() => t.close());

describe('what is no placement', () => {
  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a00000000', 'hex'), 'This file is not UTF-8 text.'],
    ['no JSON', Buffer.from('{"a": NaN}'), 'This file is not JSON.'],
    ['nothing', Buffer.from(''), /.+/],
    ['depth', Buffer.from(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), /nested deeper/],
    ['another version', Buffer.from('{"schema":"urn:slipway:placement","version":"9.9"}'), /read are: 1\.0/],
  ])('%s is refused in a sentence', async (_name, bytes, sentence) => {
    for (const sent of [await preview(t, bytes), await draft(t, bytes)]) {
      expect(sent.status).toBe(400);
      expect(sent.body.errors[0].message).toMatch(sentence);
    }
  });

  test('half a character, which no database keeps, is refused in a form as in a file', async () => {
    const form = { interest: '\ud800', securities: [] };
    const sent = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/save', { body: form });
    expect([sent.status, sent.body.code]).toEqual([400, 'MALFORMED']);
    const file = { ...LOCAL_FILE, interest: 'a\ud800' };
    expect((await preview(t, Buffer.from(JSON.stringify(file)))).body.errors).toMatchObject([{ field: 'interest' }]);
  });

  test('one of the wrong shape names every path; one too large is not read', async () => {
    const wrong = Buffer.from(JSON.stringify({ ...LOCAL_FILE, colour: 'red', order: 60, interest: '\u0000' }));
    const { status, body } = await preview(t, wrong);
    expect([status, valuesOf(body.errors, 'field').toSorted()]).toEqual([400, ['colour', 'interest', 'order']]);
    const large = await draft(t, Buffer.alloc(1024 * 1024 + 1, 32));
    expect([large.status, large.body.code]).toEqual([413, 'FILE_TOO_LARGE']);
  });

  test.each(['reinsured', 'reinsured:abc;drop', 'participations[100]:1', 'colour:1', 'insured:9999999999999999999999'])(
    'choices that are none are refused: %s',
    async (choices) => {
      expect((await preview(t, fresh(LOCAL_FILE), { query: { choices } })).status).toBe(400);
    },
  );
  test('choices of what is nowhere are open still', async () => {
    const query = { choices: 'reinsured:999999999,class_of_business:X,payment.terms:NEVER,participations[7]:1' };
    const { status, body } = await preview(t, fresh(LOCAL_FILE), { query });
    expect([status, body.ready]).toEqual([200, false]);
    expect((await draft(t, fresh(LOCAL_FILE), { query })).status).toBe(400);
  });
});
