import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { exampleSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
const UND = `${SCA}/underwriting`;
const LDN = `${SCA}/londonslip`;
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

test('probe', async () => {
  const id = await approvedPolicy(t, book);
  const out = await t.call('underwriter.nbo', `GET ${UND}/interchange`, { query: { id } });
  console.log(out.status, JSON.stringify(out.body, null, 1));
  const saved = await t.call('underwriter.nbo', `POST ${LDN}/save`, { body: exampleSlip(book) });
  const slip = await t.call('underwriter.nbo', `GET ${LDN}/interchange`, { query: { id: saved.body.id } });
  console.log(slip.status, JSON.stringify(slip.body, null, 1).slice(0, 6000));
  const body = Buffer.from(JSON.stringify(slip.body));
  const p = await t.call('underwriter.nbo', `POST ${UND}/interchange/preview`, { body });
  console.log(p.status, JSON.stringify(p.body, null, 1).slice(0, 9000));
  void examplePolicy;
});
