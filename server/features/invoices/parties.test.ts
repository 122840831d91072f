import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedReceipt, exampleReceipt } from '../receipts/receipts.factories.ts';
import { exampleInvoice, INVOICE, invoiceCalls, taxOnInvoices } from './invoices.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let tax: number;
beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
  tax = await taxOnInvoices(t);
});
afterEach(async () => {
  await expectSound(t);
  await t.close();
});
const { save, submit, decide, read, through } = invoiceCalls(() => t);

test('of two parties that become one, the invoices go over to the one that stays, and are found by its name', async () => {
  const { insured: stays } = await makeBook(t, ' Holdings');
  const { id } = await through(exampleInvoice(book, tax, { party: book.insured }));
  const { rows } = await t.ownerPool.query('select id, version from parties where id = any($1) order by id', [
    [book.insured, stays],
  ]);
  const [loser, survivor] = rows;
  const body = { loser, survivor };
  expect((await t.call('root', `PUT ${SCA}/insurancecompany/merge`, { body })).status).toBe(200);
  expect((await read(id)).party).toEqual({ id: stays, name: 'Kisumu Sugar Works Holdings' });
  const { body: list } = await t.call('accountant.nbo', `GET ${INVOICE}/items?searchValue=holdings`);
  expect(list.data).toMatchObject([{ id }]);
});

test('a person is erased once their invoices are decided and paid; the books keep the invoice', async () => {
  const { rows } = await t.ownerPool.query(
    `update parties set name = 'Nyambura Kihara', name_key = 'nyamburakihara', search_text = 'nyambura kihara' where id = $1 returning version`,
    [book.insured],
  );
  const draft = (await save(exampleInvoice(book, tax, { party: book.insured }))).body.id;
  const erasure = async () =>
    (await t.call('root', `GET ${SCA}/privacy/erasure`, { query: { kind: 'party', id: book.insured } })).body.why_not;
  expect(await erasure()).toHaveLength(1);
  await t.call('accountant.nbo', `DELETE ${INVOICE}/${draft}`);
  const { id } = await through(exampleInvoice(book, tax, { party: book.insured }));
  expect(await erasure()).toHaveLength(1);
  const { note } = await read(id);
  const allocations = [{ note: note.id, amount: note.outstanding }];
  const paid = { receiptType: 'FEE', reinsured: book.insured, receiptAmount: note.outstanding, allocations };
  await approvedReceipt(t, exampleReceipt(book, paid));
  expect(await erasure()).toEqual([]);
  const body = { kind: 'party', id: book.insured, version: rows[0].version, reason: 'They asked for it.' };
  expect((await t.call('root', `PUT ${SCA}/privacy/erase`, { body })).status).toBe(200);
  expect((await read(id)).party.name).toBe(`Erased party ${book.insured}`);
  const { body: list } = await t.call('accountant.nbo', `GET ${INVOICE}/items?searchValue=nyambura`);
  expect(list.data).toEqual([]);
});

test('a party that is not active is invoiced no more: not saved, not approved; what it was invoiced can be credited', async () => {
  const { id: invoice } = await through(exampleInvoice(book, tax, { party: book.insured }));
  const waiting = (await save(exampleInvoice(book, tax, { party: book.insured }))).body.id;
  await submit(waiting);
  await t.ownerPool.query(`update parties set status = 'INACTIVE' where id = $1`, [book.insured]);
  const message = 'Kisumu Sugar Works is not active. Choose another party, or have it made active first.';
  for (const reply of [await save(exampleInvoice(book, tax, { party: book.insured })), await decide(waiting)])
    expect([reply.status, reply.body.errors]).toEqual([400, [{ field: 'party', message }]]);
  const credit = exampleInvoice(book, tax, { party: book.insured, credits: invoice, terms: '' });
  expect((await through(credit)).status).toBe(200);
});
