import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { codeOf } from '../../testing/chart.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { exampleInvoice, INVOICE, invoiceCalls, taxOnInvoices } from './invoices.factories.ts';

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
const example = (changes: Record<string, unknown> = {}) => exampleInvoice(book, tax, changes);
const line = (changes: Record<string, unknown> = {}) => ({
  description: 'Administration',
  account: codeOf('FEE_INCOME'),
  quantity: '1',
  price: '1000.00',
  ...changes,
});
const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map((fault) => fault.field);
const journal = (id: number) => journalOf(t, { kind: 'invoice', id });

describe('the tax of an invoice', () => {
  const rate = (percent: number, from: string, to: string | null = null) =>
    t.ownerPool.query(
      `insert into tax_rates (tax_id, rate, basis, borne_by, effective_from, effective_to) values ($1, $2, 'INVOICE', 'REINSURED', $3, $4)`,
      [tax, percent * 1_000_000, from, to],
    );
  const end = (day: string) =>
    t.ownerPool.query(`update tax_rates set effective_to = $2 where tax_id = $1 and effective_to is null`, [tax, day]);
  const untyped = () => example({ lines: [line({ price: '1000.00', tax })] });

  test('is the register’s of its day, whether it is sent or not; another is refused', async () => {
    const { id } = (await save(untyped())).body;
    expect(await read(id)).toMatchObject({ tax: '160.00', lines: [{ tax_rate: '16', tax_amount: '160.00' }] });
    const wrong = await save(example({ lines: [line({ tax, tax_rate: '15' })] }));
    expect(wrong.body.errors).toEqual([{ field: 'lines.0.tax_rate', message: 'The register has 16%.' }]);
    const { body } = await t.call('accountant.nbo', `GET ${INVOICE}/taxes?party=${book.reinsured}&currency=KES`);
    expect(body).toEqual([{ id: tax, code: 'VAT', name: 'Value added tax', rates: ['16'] }]);
  });

  test('is that of the day on which it is booked: a draft of before is booked with the new rate, and says so', async () => {
    const { id } = (await save(untyped())).body;
    await submit(id);
    await end('2026-03-31');
    await rate(18, '2026-04-01');
    t.clock.set('2026-04-01T08:00:00Z');
    const { body } = await t.call('manager.nbo', `GET ${INVOICE}/preview/${id}`);
    expect(body.notes).toMatchObject([{ amount: '1180.00' }]);
    expect(body.warnings).toEqual([
      'A rate of its taxes has changed: it was drafted for KES 1,160.00 and is booked with KES 1,180.00.',
    ]);
    expect((await decide(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ amount: '1180.00', tax: '180.00', lines: [{ tax_rate: '18' }] });
    expect(await journal(id)).toEqual([
      'INVOICE_APPROVED INVOICES_RECEIVABLE 1180.00',
      'INVOICE_APPROVED FEE_INCOME -1000.00',
      'INVOICE_APPROVED TAXES_PAYABLE -180.00',
    ]);
  });

  test('of what is approved stays: its credit gives back at its rate', async () => {
    const { id: invoice } = await through(untyped());
    await end('2026-03-02');
    await rate(18, '2026-03-03');
    t.clock.set('2026-03-10T08:00:00Z');
    expect(await read(invoice)).toMatchObject({ tax: '160.00' });
    const { id, status } = await through({ ...untyped(), credits: invoice, terms: '' });
    expect([status, (await read(id)).tax]).toEqual([200, '160.00']);
    const wrong = await save({ ...example({ lines: [line({ tax, tax_rate: '18' })] }), credits: invoice, terms: '' });
    expect(wrong.body.errors.map((fault: { message: string }) => fault.message)).toContain('The invoice has 16%.');
  });

  test('without a rate on that day is refused, when it is saved and when it is approved', async () => {
    const { id } = (await save(untyped())).body;
    await submit(id);
    await end('2026-03-01');
    expect(fieldsOf((await save(untyped())).body)).toEqual(['lines.0.tax']);
    expect(fieldsOf((await decide(id)).body)).toEqual(['lines.0.tax']);
    expect((await read(id)).status).toBe('PENDING');
  });

  test('on invoices falls on no policy, and a rate that an invoice has is not corrected', async () => {
    await through(untyped());
    const { body } = await t.call('root', 'GET /api/sca/v1/tax/items');
    const [vat] = body.data.filter((one: { id: number }) => one.id === tax);
    expect(vat.rates).toMatchObject([{ basis: 'INVOICE', rate: '16', used: true }]);
    const policy = await approvedPolicy(t, book);
    const { rows } = await t.ownerPool.query(`select 1 from policy_taxes where policy_id = $1 and tax_id = $2`, [
      policy,
      tax,
    ]);
    expect(rows).toEqual([]);
  });
});
