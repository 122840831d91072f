import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { codeOf } from '../../../testing/chart.ts';
import { adjustmentCalls } from '../../adjustments/adjustments.factories.ts';
import { approvedEndorsement } from '../../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { exampleInvoice, invoiceCalls, taxOnInvoices } from '../../invoices/invoices.factories.ts';
import { voucherCalls } from '../../vouchers/vouchers.factories.ts';

const PATH = 'GET /api/sca/v1/taxes/return';
let t: TestApp;
let book: Book;
/** C's premium of 187,500.00 bears the tax of 5 %: 9,375.00 of the first policy. */
let policy: number;
let endorsement: number;
let tax: number;

const { through: adjust, reverse } = adjustmentCalls(() => t);
const { saveOther, through: pay } = voucherCalls(() => t);

// March: two policies, one tax by certificate, one certificate taken back, 4,000.00 remitted. April: a return of 375.00.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
  tax = (await t.ownerPool.query(`select id from taxes where code = 'WHT'`)).rows[0].id;
  const note = (await debitNoteOf(t, policy)).id;
  const certificate = { note, kind: 'CERTIFICATE', tax };
  await adjust({ ...certificate, amount: '5000.00', certificate: 'WHT/1' });
  const mistaken = await adjust({ ...certificate, amount: '1000.00', certificate: 'WHT/2' });
  expect((await reverse(mistaken.id, 3)).status).toBe(200);
  await approvedReceipt(
    t,
    exampleReceipt(book, { receiptAmount: '557500.00', allocations: [{ note, amount: '557500.00' }] }),
  );
  expect((await pay(await saveOther({ kind: 'TAX', amount: '4000.00', tax }))).status).toBe(200);
  await approvedPolicy(t, book);
  t.clock.set('2026-04-10T08:00:00Z');
  const changes = { endorsementtype: 'RP', sum_insured: null, premium: '50000' };
  endorsement = await approvedEndorsement(t, policy, changes);
});
afterAll(() => t.close());

type Query = Record<string, string | number>;
const read = (query: Query = {}, who = 'accountant.nbo') => t.call(who, PATH, { query });
const documents = (query: Query = {}, who = 'accountant.nbo') => t.call(who, `${PATH}/documents`, { query });
const figures = {
  premium: '375000.00',
  opening: '0.00',
  charged: '18750.00',
  returned: '0.00',
  certified: '-5000.00',
  uncollectable: '0.00',
  other: '0.00',
  remitted: '-4000.00',
  closing: '9750.00',
};

test('a month has what was charged, paid by certificate and remitted; a certificate that was taken back is none', async () => {
  const { body } = await read({ from: '2026-03-01', to: '2026-03-31' });
  expect(body.data).toMatchObject([{ tax: { id: tax }, currency: 'KES', ...figures, base_charged: '18750.00' }]);
});

test('the next month opens with what was to remit, and has the return', async () => {
  const { body } = await read({ from: '2026-04-01', to: '2026-04-30' });
  expect(body.data).toMatchObject([
    {
      premium: '-7500.00',
      opening: '9750.00',
      charged: '0.00',
      returned: '-375.00',
      certified: '0.00',
      remitted: '0.00',
      closing: '9375.00',
      base_charged: '-375.00',
    },
  ]);
});

test('beside the same days of last year, with a tax that was charged then and not now', async () => {
  t.clock.set('2027-06-01T08:00:00Z');
  const lastYear = await read({ from: '2027-03-01', to: '2027-03-31', beside: 'last_year' });
  t.clock.set('2026-04-10T08:00:00Z');
  expect(lastYear.body.data).toMatchObject([
    {
      charged: '0.00',
      charged_last_year: '18750.00',
      change_charged: '-18750.00',
      returned_last_year: '0.00',
      opening: '9375.00',
      closing: '9375.00',
    },
  ]);
  // April gave back what had been charged on the premium that was returned.
  const both = (await read({ to: '2027-04-30', beside: 'last_year' })).body.data;
  expect(both).toMatchObject([
    { charged: '18750.00', change_charged: '0.00', returned: '-375.00', returned_last_year: '-375.00' },
  ]);
  const alone = (await read({})).body.data;
  expect(alone).toMatchObject([{ charged_last_year: null, change_charged: null, change_returned: null }]);
  const headsOf = async (query: Record<string, string>) =>
    (await read({ ...query, format: 'csv' })).bytes.toString('utf8').split('\r\n')[0] ?? '';
  expect(await headsOf({})).not.toMatch(/last year/);
  expect(await headsOf({ beside: 'last_year' })).toMatch(/Charged last year/);
  const refused = await read({ beside: 'budget' });
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'beside']);
});

test('what is to remit is the balance of the ledger', async () => {
  const { body } = await t.call('accountant.nbo', 'GET /api/sca/v1/trialbalance/items', {
    query: { detail: 'sub', account: codeOf('TAXES_PAYABLE') },
  });
  const { body: whole } = await read();
  expect(body.data.map((row: { closing: string }) => row.closing)).toEqual([`-${whole.data[0].closing}`]);
});

test('each document has the premium that was taxed; their sums are what was charged less what was returned', async () => {
  const { body } = await documents({ tax });
  expect(body.data).toMatchObject([
    { policy: { id: policy }, endorsement: null, premium: '187500.00', rate: '5', amount: '9375.00' },
    { endorsement: null, premium: '187500.00', amount: '9375.00' },
    { policy: { id: policy }, endorsement: { id: endorsement }, premium: '-7500.00', amount: '-375.00' },
  ]);
  expect(body.totals).toEqual([{ currency: 'KES', premium: '367500.00', amount: '18375.00' }]);
  const march = (await documents({ from: '2026-03-01', to: '2026-03-31' })).body;
  expect([march.data.length, march.totals[0].amount]).toEqual([2, '18750.00']);
});

test('another branch has nothing of it; a tax that is not there is not found; a file has the same rows', async () => {
  expect((await read({}, 'accountant.lon')).body.data).toEqual([]);
  expect((await documents({}, 'accountant.lon')).body).toEqual({ totals: [], data: [] });
  expect((await documents({ tax: 999_999 })).status).toBe(404);
  expect((await read({ from: 'yesterday' })).status).toBe(400);
  expect((await read({}, 'underwriter.nbo')).status).toBe(403);
  const csv = (await documents({ tax, format: 'csv' })).bytes.toString('utf8');
  expect(csv.match(/NBO\/FAC\/2026/g)?.length).toBe(4);
});

test('the tax of an invoice is charged with it, its credit and reversal return it, and its remittance is remitted', async () => {
  t.clock.set('2026-05-04T08:00:00Z');
  const vat = await taxOnInvoices(t);
  const { through } = invoiceCalls(() => t);
  const invoiced = (price: string, changes: Record<string, unknown> = {}) =>
    through(
      exampleInvoice(book, vat, {
        lines: [{ description: 'Fee', account: codeOf('FEE_INCOME'), quantity: '1', price, tax: vat }],
        ...changes,
      }),
    );
  const first = await invoiced('1000.00');
  const second = await invoiced('500.00');
  const credit = await invoiced('250.00', { credits: first.id, terms: '' });
  const third = await invoiced('100.00');
  const undone = await t.call('manager.nbo', `PUT /api/sca/v1/invoice/reverse/${third.id}`, {
    body: { version: 3, reason: 'Twice' },
  });
  expect([first.status, second.status, credit.status, undone.status]).toEqual([200, 200, 200, 200]);
  const may = { from: '2026-05-01', to: '2026-05-31' };
  const ofVat = async () => (await read(may)).body.data.filter((row: { tax: { id: number } }) => row.tax.id === vat);
  // 160 + 80 + 16 charged, 40 credited and 16 reversed.
  expect(await ofVat()).toMatchObject([
    { premium: '1250.00', charged: '256.00', returned: '-56.00', other: '0.00', remitted: '0.00', closing: '200.00' },
  ]);
  const { body } = await documents({ ...may, tax: vat });
  expect(body.data).toMatchObject([
    { invoice: { id: first.id }, policy: null, premium: '1000.00', rate: '16', amount: '160.00' },
    { invoice: { id: second.id }, premium: '500.00', amount: '80.00' },
    { invoice: { id: credit.id }, premium: '-250.00', amount: '-40.00' },
    { invoice: { id: third.id }, premium: '0.00', amount: '0.00' },
  ]);
  expect(body.totals).toEqual([{ currency: 'KES', premium: '1250.00', amount: '200.00' }]);
  const queue = (await t.call('accountant.nbo', 'GET /api/sca/v1/paymentvoucher/releases')).body;
  expect(queue.filter((row: { kind: string }) => row.kind === 'INVOICE_TAX')).toMatchObject([
    { payee: { id: vat }, available: '200.00', owed: '200.00' },
  ]);
  const remittance = { kind: 'INVOICE_TAX', tax: vat, bank_date: '2026-05-04' };
  expect((await pay(await saveOther({ ...remittance, amount: '150.00' }))).status).toBe(200);
  expect(await ofVat()).toMatchObject([{ remitted: '-150.00', closing: '50.00', other: '0.00' }]);
  const { body: balance } = await t.call('accountant.nbo', 'GET /api/sca/v1/trialbalance/items', {
    query: { detail: 'sub', account: codeOf('TAXES_PAYABLE') },
  });
  expect(balance.data.map((row: { closing: string }) => row.closing)).toContain('-50.00');
});

test('a tax on our brokerage is ours to remit: its documents have the brokerage that it was charged on', async () => {
  const other = await testApp();
  const { rows } = await other.ownerPool.query<{ id: number }>(
    `with own as (insert into taxes (code, name) values ('BRK', 'Tax on brokerage') returning id)
     insert into tax_rates (tax_id, rate, basis, borne_by, effective_from) select id, 2000000, 'BROKERAGE', 'BROKER', '2026-01-01' from own returning tax_id as id`,
  );
  const id = await approvedPolicy(other, await makeBook(other));
  const summary = (await other.call('accountant.nbo', PATH)).body.data;
  const ofBrokerage = summary.filter((row: { tax: { id: number } }) => row.tax.id === rows[0]?.id);
  expect(ofBrokerage).toMatchObject([{ premium: '37500.00', charged: '750.00', closing: '750.00' }]);
  const { body } = await other.call('accountant.nbo', `${PATH}/documents`, { query: { tax: rows[0]?.id ?? 0 } });
  expect(body.data).toMatchObject([{ policy: { id }, premium: '37500.00', rate: '2', amount: '750.00' }]);
  expect(body.totals).toEqual([{ currency: 'KES', premium: '37500.00', amount: '750.00' }]);
  await other.close();
});

describe('a policy that is disabled in a later month', () => {
  let other: TestApp;
  let id: number;
  beforeAll(async () => {
    other = await testApp();
    id = await approvedPolicy(other, await makeBook(other));
  });
  afterAll(() => other.close());
  const during = async (from: string, to: string) => {
    const query = { from, to };
    const summary = (await other.call('accountant.nbo', PATH, { query })).body;
    const list = (await other.call('accountant.nbo', `${PATH}/documents`, { query })).body;
    return { data: summary.data, documents: list.data, totals: list.totals };
  };

  test('is given back in that month; the return of the first stays as it was', async () => {
    const march = await during('2026-03-01', '2026-03-31');
    expect(march.data).toMatchObject([{ premium: '187500.00', charged: '9375.00', returned: '0.00' }]);
    expect(march.documents).toMatchObject([{ policy: { id }, premium: '187500.00', amount: '9375.00' }]);
    other.clock.set('2026-04-10T08:00:00Z');
    const disabled = await other.call('manager.nbo', `DELETE /api/sca/v1/underwriting/${id}`, {
      body: { reason: 'Written twice' },
    });
    expect(disabled.status).toBe(200);
    expect(await during('2026-03-01', '2026-03-31')).toEqual(march);
    const april = await during('2026-04-01', '2026-04-30');
    expect(april.data).toMatchObject([{ premium: '-187500.00', charged: '0.00', returned: '-9375.00' }]);
    expect(april.documents).toMatchObject([
      { posted_on: '2026-04-10', policy: { id }, premium: '-187500.00', amount: '-9375.00' },
    ]);
    expect(april.totals).toMatchObject([{ premium: '-187500.00', amount: '-9375.00' }]);
  });

  test('of both months together, comes to nothing', async () => {
    const { documents: rows, totals } = await during('2026-03-01', '2026-04-30');
    expect(rows).toHaveLength(2);
    expect(totals).toMatchObject([{ premium: '0.00', amount: '0.00' }]);
  });
});
