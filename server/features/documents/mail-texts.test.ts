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
  return [reply.status, reply.body.version];
};
const kept = async () => (await t.ownerPool.query('select version from mail_texts')).rows;
const edits = async () =>
  (await t.ownerPool.query(`select from audit_trail where action = 'mail_text_edited'`)).rows.length;

test('with the product’s words a text is the product’s again, and saving those as they are changes nothing', async () => {
  const standard = mailTextOf(kind);
  expect([await save(standard, 0), await kept(), await edits()]).toEqual([[200, 0], [], 0]);
  expect([await save({ ...standard, subject: 'Ours' }, 0), await kept()]).toEqual([[200, 1], [{ version: 1 }]]);
  expect([await save(standard, 1), await kept(), await edits()]).toEqual([[200, 0], [], 2]);
  // Who still has the text that is gone before them is told.
  expect((await save({ ...standard, subject: 'Ours' }, 1))[0]).toBe(409);
});
