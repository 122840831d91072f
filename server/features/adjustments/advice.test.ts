import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { debitNoteOf } from '../receipts/receipts.factories.ts';
import { ADJ, adjustmentCalls } from './adjustments.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let policy: number;
let note: number;
const { save, submit, through, reverse } = adjustmentCalls(() => t);

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
  note = (await debitNoteOf(t, policy)).id;
});
afterAll(async () => {
  await expectSound(t);
  await t.close();
});

type Made = { id: number; number: string; kind: string }[];
const make = (id: number, who = 'accountant.nbo') => t.call(who, `PUT ${ADJ}/document?id=${id}`);
const lost = { kind: 'UNCOLLECTABLE', amount: '281250.00', reason: 'The reinsured is insolvent' };
const documents = async (record_kind: string, record_id: number) =>
  (await t.call('accountant.nbo', `GET ${SCA}/document/items`, { query: { record_kind, record_id } })).body;

test('each security gets an advice under a number of the adjustment, found with its policy, void once reversed', async () => {
  const { id, body } = await through({ ...lost, note });
  const made: Made = (await make(id)).body;
  expect(made.map((one) => one.number)).toEqual([1, 2, 3].map((place) => `${body.number}/${place}`));
  expect((await make(id)).body).toEqual(made);
  const { bytes } = await t.call('accountant.nbo', `GET ${SCA}/document/${made[0]?.id}`);
  const text = readPdfText(bytes).replace(/\s+/g, ' ');
  for (const words of [
    'Debit advice',
    'KES 109,375.00',
    '218,750.00',
    '−109,375.00',
    'The reinsured is insolvent',
    'CN/NBO/2026/000001',
  ])
    expect(text).toContain(words);
  const ofPolicy = (await documents('policy', policy)).filter(
    (row: { kind: string }) => row.kind === 'uncollectable-advice',
  );
  expect(ofPolicy).toHaveLength(3);
  const [first] = await documents('adjustment', id);
  const mail = await t.call('accountant.nbo', `GET ${SCA}/document/mail/${first.id}`);
  expect(mail.body).toMatchObject({ may_send: true });
  const status = async () => (await t.call('accountant.nbo', `GET ${SCA}/document/verify/${first.code}`)).body.status;
  expect(await status()).toBe('ISSUED');
  expect((await reverse(id, 3)).status).toBe(200);
  expect(await status()).toBe('VOID');
  const again: Made = (await make(id)).body;
  expect(again.map((one) => one.number)).toEqual(made.map((one) => one.number));
  const voided = await t.call('accountant.nbo', `GET ${SCA}/document/${again[0]?.id}`);
  expect(readPdfText(voided.bytes)).toContain('VOID');
});

test('of nothing else, nothing that is not approved, nor by whom it is not for', async () => {
  const saved = await save({ ...lost, amount: '1.00', note });
  expect((await make(saved.body.id)).body.code).toBe('NOT_APPROVED');
  await submit(saved.body.id);
  expect((await make(saved.body.id)).body.code).toBe('NOT_APPROVED');
  const { id } = await through({ ...lost, amount: '2.00', note });
  expect((await make(id, 'accountant.lon')).status).toBe(404);
  expect((await make(id, 'underwriter.nbo')).status).toBe(403);
  expect((await make(id, 'auditor')).body.code).toBe('NOT_ISSUED');
});
