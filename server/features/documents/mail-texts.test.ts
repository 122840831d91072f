import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTextOf, type MailText } from '../../../domain/documents/mail-texts.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const kind = 'debit-note';
const save = async (words: MailText, version: number) => {
  const body = { kind, ...words, version };
  const reply = await t.call('root', 'PUT /api/sca/v1/document/mailtext', { body });
  return [reply.status, reply.body.version, reply.body.own];
};
const edits = async () =>
  (await t.ownerPool.query(`select from audit_trail where action = 'mail_text_edited'`)).rows.length;

test('with the product’s words a text is the product’s again, and saving those as they are changes nothing', async () => {
  const standard = mailTextOf(kind);
  const ours = { ...standard, subject: 'Ours' };
  expect([await save(standard, 0), await edits()]).toEqual([[200, 0, false], 0]);
  expect(await save(ours, 0)).toEqual([200, 1, true]);
  expect([await save(standard, 1), await save(standard, 2), await edits()]).toEqual([
    [200, 2, false],
    [200, 2, false],
    2,
  ]);
  const { body } = await t.call('root', 'GET /api/sca/v1/document/mailtexts');
  expect(body).toContainEqual({ kind, ...standard, version: 2, own: false });
  // Who still has the text from before comes too late, also once there is another.
  expect((await save(ours, 1))[0]).toBe(409);
  expect(await save(ours, 2)).toEqual([200, 3, true]);
  expect((await save({ ...ours, subject: 'Theirs' }, 1))[0]).toBe(409);
});
