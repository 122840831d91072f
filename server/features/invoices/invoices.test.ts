import { describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { approvedPolicy, type Book } from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { together, type TestApp } from '../../testing/testApp.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt, RECEIVABLE } from '../receipts/receipts.factories.ts';
import { exampleInvoice, INVOICE, invoiceCalls, taxOnInvoices } from './invoices.factories.ts';

let t: TestApp;
let book: Book;
let tax: number;
let serial: number;
together(
  ownBooks((...entered) => ([t, book, serial] = entered), {
    lay: async (app) => {
      tax = await taxOnInvoices(app);
      await app.ownerPool.query(
        `insert into ledger_accounts (code, name, type, sub_kind) values ('4150', 'Profit commission', 'INCOME', 'SECURITY');
         insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1295000000000)`,
      );
    },
    look: expectBalanced,
  }),
);
const { save, submit, decide, reverse, read, through } = invoiceCalls(() => t);
const example = (changes: Record<string, unknown> = {}) => exampleInvoice(book, tax, changes);
const line = (changes: Record<string, unknown> = {}) => ({
  description: 'Administration',
  account: codeOf('FEE_INCOME'),
  quantity: '1',
  price: '1000.00',
  ...changes,
});
const fieldsOf = (body: { errors: { field: string }[] }) => body.errors.map((fault) => fault.field);
const journal = (id: number, currency = 'KES') => journalOf(t, { kind: 'invoice', id, currency });
const openFor = async (party = book.reinsured) =>
  (await t.call('accountant.nbo', `GET ${RECEIVABLE}/opennotes?reinsured=${party}&currency=KES`)).body;
const received = (note: number, amount: string, receiptType = 'FEE') =>
  approvedReceipt(t, exampleReceipt(book, { receiptType, receiptAmount: amount, allocations: [{ note, amount }] }));

describe('an invoice', () => {
  test('approved by another, books its journal to the cent and issues its note', async () => {
    const { id, status, body } = await through(example());
    expect([status, body.number]).toEqual([200, 'INV/NBO/2026/000001']);
    expect(await journal(id)).toEqual([
      'INVOICE_APPROVED INVOICES_RECEIVABLE 130320.98',
      'INVOICE_APPROVED FEE_INCOME -112345.67',
      'INVOICE_APPROVED TAXES_PAYABLE -17975.31',
    ]);
    expect(await read(id)).toMatchObject({
      status: 'APPROVED',
      net: '112345.67',
      tax: '17975.31',
      amount: '130320.98',
      posted_on: '2026-03-02',
      lines: [
        { quantity: '2.5', price: '40000.00', net: '100000.00', tax_rate: '16', tax_amount: '16000.00' },
        { quantity: '1', net: '12345.67', tax: { id: tax, name: 'Value added tax' }, tax_amount: '1975.31' },
      ],
      note: { outstanding: '130320.98', settled: '0.00', due: [{ due_on: '2026-04-01', amount: '130320.98' }] },
    });
    expect(await openFor()).toMatchObject([
      { number: 'INV/NBO/2026/000001', purpose: 'FEE', policy: null, outstanding: '130320.98', due_on: '2026-04-01' },
    ]);
    const { body: due } = await t.call('accountant.nbo', 'GET /api/sca/v1/aggregate/dashboardamoundduetouusoverview');
    expect(due.data).toMatchObject([{ invoice: id, policy: null, outstanding: '130320.98' }]);
  });

  test('to any party, by instalments, on several accounts and their sub-ledger accounts', async () => {
    const lines = [line({ price: '100.01' }), line({ account: '4150', sub_account: book.a, price: '0.02' })];
    const { id, status } = await through(
      example({ party: book.insured, kind: 'OTHER', terms: 'INSTALMENTS_2', lines }),
    );
    expect(status).toBe(200);
    expect(await journal(id)).toEqual([
      'INVOICE_APPROVED INVOICES_RECEIVABLE 100.03',
      'INVOICE_APPROVED FEE_INCOME -100.01',
      'INVOICE_APPROVED 4150 -0.02',
    ]);
    expect((await read(id)).note.due).toMatchObject([
      { due_on: '2026-03-02', amount: '50.01' },
      { due_on: '2026-09-02', amount: '50.02' },
    ]);
    const { rows } = await t.ownerPool.query(`select party_id from journal_lines where account = '4150'`);
    expect(rows).toEqual([{ party_id: book.a }]);
  });

  test('in another currency at the rate of its day', async () => {
    const lines = [line({ price: '33.33', tax, tax_rate: '16' })];
    const { id } = await through(example({ currency: 'USD', terms: '', due_on: '2026-05-01', lines }));
    expect(await journal(id, 'USD')).toEqual([
      'INVOICE_APPROVED INVOICES_RECEIVABLE 38.66',
      'INVOICE_APPROVED FEE_INCOME -33.33',
      'INVOICE_APPROVED TAXES_PAYABLE -5.33',
    ]);
    const { rows } = await t.ownerPool.query('select base_amount, due_on from notes where invoice_id = $1', [id]);
    // 38.66 × 129.50 = 5,006.47
    expect(rows).toEqual([{ base_amount: 500647n, due_on: '2026-05-01' }]);
  });

  test('shows its checker the note and the journal before', async () => {
    const { id } = (await save(example())).body;
    await submit(id);
    const { body } = await t.call('manager.nbo', `GET ${INVOICE}/preview/${id}`);
    expect(body).toMatchObject({
      can_decide: true,
      notes: [{ kind: 'Invoice', party: `Savannah Insurance ${serial}`, amount: '130320.98', due_on: '2026-04-01' }],
      journal: [
        { account: codeOf('INVOICES_RECEIVABLE'), party: `Savannah Insurance ${serial}`, debit: '130320.98' },
        { account: codeOf('FEE_INCOME'), credit: '112345.67' },
        { account: codeOf('TAXES_PAYABLE'), party: 'Value added tax', credit: '17975.31' },
      ],
    });
  });

  test('is changed as a draft, found, listed and its own work', async () => {
    const { id } = (await save(example())).body;
    const changed = { ...example({ reference: 'PO 9', lines: [line()] }), id, version: 1 };
    expect((await t.call('accountant.nbo', `PUT ${INVOICE}/edit`, { body: changed })).body).toMatchObject({
      version: 2,
    });
    expect((await t.call('accountant.nbo', `PUT ${INVOICE}/edit`, { body: changed })).body.code).toBe('STALE');
    await submit(id);
    const { body } = await t.call('manager.nbo', 'GET /api/sca/v1/aggregate/mywork');
    const own = body.data.filter((one: { kind: string; id: number }) => one.kind === 'invoice' && one.id === id);
    expect(own).toMatchObject([{ reason: 'APPROVE', amount: '1000.00' }]);
    const { number } = (await decide(id)).body;
    const list = (query: string) => t.call('cashier.nbo', `GET ${INVOICE}/items?${query}`);
    expect((await list('searchValue=po%209&sort=amount,desc')).body.data).toMatchObject([
      { id, number, outstanding: '1000.00', credit: false, due_on: '2026-04-01' },
    ]);
    expect((await list('kind=OTHER&searchValue=po%209')).body.data).toEqual([]);
    const { body: hits } = await t.call('accountant.nbo', `GET /api/sca/v1/aggregate/search?searchValue=${number}`);
    expect(hits).toMatchObject([{ kind: 'invoice', id, title: number }]);
    const steps = `select action from audit_trail where entity = 'invoice' and entity_id = $1 order by id`;
    const { rows } = await t.ownerPool.query(steps, [id]);
    expect(rows.map((row) => row.action)).toEqual(['saved', 'edited', 'submitted', 'approved']);
  });

  test('has its paper once it is approved', async () => {
    const { id } = (await save(example())).body;
    const paper = () => t.call('accountant.nbo', `PUT ${INVOICE}/document?id=${id}`);
    expect((await paper()).body.code).toBe('NOT_APPROVED');
    await submit(id);
    const { number } = (await decide(id)).body;
    const made = await paper();
    expect(made.body).toMatchObject({ kind: 'invoice', number });
    expect((await paper()).body).toEqual(made.body);
  });
});

describe('what is refused of an invoice', () => {
  test.each([
    ['no lines', { lines: [] }, ['lines']],
    ['another firm’s party', { party: 2_000_000 }, ['party']],
    ['a currency that is none', { currency: 'XXQ' }, ['currency']],
    ['terms and a due date', { due_on: '2026-05-01' }, ['due_on']],
    ['neither', { terms: '' }, ['due_on']],
    ['a due date gone by', { terms: '', due_on: '2026-03-01' }, ['due_on']],
    ['terms that are none', { terms: 'SOON' }, ['terms']],
    [
      'a line of nothing',
      { lines: [{}] },
      ['lines.0.description', 'lines.0.account', 'lines.0.quantity', 'lines.0.price'],
    ],
    ['an expense account', { lines: [{ account: 'EXPENSES' }] }, ['lines.0.account']],
    ['the exchange gain', { lines: [{ account: 'EXCHANGE_GAIN' }] }, ['lines.0.account']],
    ['a sub-ledger account of an account without', { lines: [{ sub_account: 1 }] }, ['lines.0.sub_account']],
    [
      'a tax that is none, a rate without one',
      { lines: [{ tax: 999, tax_rate: '16' }, { tax_rate: '16' }] },
      ['lines.0.tax', 'lines.1.tax'],
    ],
    ['a tax that has no rate on invoices', { lines: [{ tax: 1 }] }, ['lines.0.tax']],
    [
      'what cannot be read',
      { lines: [{ price: 'x', quantity: {}, tax_rate: '101' }] },
      ['lines.0.quantity', 'lines.0.price', 'lines.0.tax_rate'],
    ],
  ])('%s', async (_, { lines, ...changes }: Record<string, unknown>, fields) => {
    const typed = Array.isArray(lines)
      ? lines.map((one) => {
          const { account } = one;
          if (Object.keys(one).length === 0) return one;
          return line({ ...one, ...(account !== undefined && { account: codeOf(account) }) });
        })
      : example().lines;
    const { status, body } = await save(example({ ...changes, lines: typed }));
    expect([status, fieldsOf(body)]).toEqual([400, fields]);
  });

  test('an account by party without its party, and with one of another kind', async () => {
    for (const sub of [null, book.reinsured]) {
      const { body } = await save(example({ lines: [line({ account: '4150', sub_account: sub })] }));
      expect(fieldsOf(body)).toEqual(['lines.0.sub_account']);
    }
  });

  test('by right and by branch', async () => {
    for (const who of ['cashier.nbo', 'manager.nbo', 'underwriter.nbo', 'claims.nbo'])
      expect((await save(example(), who)).body.code).toBe('FORBIDDEN');
    const { id } = (await save(example())).body;
    expect((await t.call('underwriter.nbo', `GET ${INVOICE}/${id}`)).body.code).toBe('FORBIDDEN');
    expect((await t.call('cashier.nbo', `GET ${INVOICE}/${id}`)).status).toBe(200);
    expect((await t.call('accountant.lon', `GET ${INVOICE}/${id}`)).body.code).toBe('NOT_FOUND');
    expect((await submit(id, 'accountant.lon')).body.code).toBe('NOT_FOUND');
    await submit(id);
    expect((await decide(id, 'accountant.nbo')).body.code).toBe('FORBIDDEN');
    expect((await decide(id, 'manager.lon')).body.code).toBe('NOT_FOUND');
    expect((await t.call('accountant.lon', `GET ${INVOICE}/items`)).body.data).toEqual([]);
  });

  test('a decision of one’s own', async () => {
    const { id } = (await save(example(), 'root')).body;
    await submit(id, 'root');
    expect((await decide(id, 'root')).body.code).toBe('SELF_DECISION');
    expect((await decide(id)).status).toBe(200);
  });
});

describe('settling an invoice', () => {
  test('a fee comes into the office bank and settles it, in parts', async () => {
    const { id, body: invoice } = await through(example());
    const { note } = await read(id);
    const receipt = await received(note.id, '30320.98');
    expect(await journalOf(t, { kind: 'receipt', id: receipt })).toEqual([
      'RECEIPT OFFICE_BANK 30320.98',
      'RECEIPT UNALLOCATED_CASH -30320.98',
      'ALLOCATION UNALLOCATED_CASH 30320.98',
      'ALLOCATION INVOICES_RECEIVABLE -30320.98',
    ]);
    const { body } = await t.call('accountant.nbo', `GET ${RECEIVABLE}/${receipt}`);
    expect(body.allocations).toMatchObject([{ note: { number: invoice.number }, policy: null }]);
    expect((await read(id)).note).toMatchObject({ settled: '30320.98', outstanding: '100000.00' });
    await received(note.id, '100000.00', 'OTHER');
    expect((await read(id)).note.outstanding).toBe('0.00');
    expect(await openFor()).toEqual([]);
  });

  test('a fee never settles a debit note: clients’ money would lie in the office bank', async () => {
    const note = await debitNoteOf(t, await approvedPolicy(t, book));
    const body = exampleReceipt(book, {
      receiptType: 'FEE',
      receiptAmount: '1.00',
      allocations: [{ note: note.id, amount: '1.00' }],
    });
    const { status, body: refusal } = await t.call('accountant.nbo', `POST ${RECEIVABLE}/save`, { body });
    expect([status, fieldsOf(refusal)]).toEqual([400, ['allocations.0.note']]);
    const fee = await approvedReceipt(t, exampleReceipt(book, { receiptType: 'FEE', receiptAmount: '500' }));
    const later = await t.call('accountant.nbo', `PUT ${RECEIVABLE}/allocate`, {
      body: { id: fee, version: 3, allocations: [{ note: note.id, amount: '1.00' }] },
    });
    expect(fieldsOf(later.body)).toEqual(['allocations.0.note']);
    const { id } = await through(example());
    const paid = await t.call('accountant.nbo', `PUT ${RECEIVABLE}/allocate`, {
      body: { id: fee, version: 3, allocations: [{ note: (await read(id)).note.id, amount: '500.00' }] },
    });
    expect(paid.status).toBe(200);
  });

  test('the receipt reversed, it is open again', async () => {
    const { id } = await through(example());
    const receipt = await received((await read(id)).note.id, '130320.98');
    expect((await reverse(id, 3)).body.code).toBe('IN_USE');
    const back = { body: { version: 3, reason: 'Entered by mistake' } };
    expect((await t.call('manager.nbo', `PUT ${RECEIVABLE}/reverse/${receipt}`, back)).status).toBe(200);
    expect((await read(id)).note.outstanding).toBe('130320.98');
    expect((await reverse(id, 3)).status).toBe(200);
  });
});

test('reversed, its note is void and the mirror is booked; once', async () => {
  const { id } = await through(example());
  expect((await reverse(id, 3, 'accountant.nbo')).body.code).toBe('FORBIDDEN');
  expect((await reverse(id, 2)).body.code).toBe('STALE');
  expect((await reverse(id, 3)).status).toBe(200);
  expect((await journal(id)).slice(3)).toEqual([
    'INVOICE_REVERSED INVOICES_RECEIVABLE -130320.98',
    'INVOICE_REVERSED FEE_INCOME 112345.67',
    'INVOICE_REVERSED TAXES_PAYABLE 17975.31',
  ]);
  expect((await read(id)).note).toMatchObject({ void: true, outstanding: '0.00' });
  expect(await openFor()).toEqual([]);
  expect((await reverse(id, 4)).body.code).toBe('WRONG_STATE');
});

describe('a credit', () => {
  const part = (credits: number, changes: Record<string, unknown> = {}) =>
    example({
      credits,
      terms: '',
      lines: [line({ description: 'Half a day less', quantity: '0.5', price: '40000.00', tax, tax_rate: '16' })],
      ...changes,
    });

  test('in part: the mirror, its own note, set against the invoice', async () => {
    const { id: invoice, body: credited } = await through(example());
    const { id, status, body } = await through(part(invoice));
    expect([status, body.number]).toEqual([200, expect.stringMatching(/^CN\/NBO\/2026\/\d{6}$/)]);
    expect(await journal(id)).toEqual([
      'INVOICE_APPROVED INVOICES_RECEIVABLE -23200.00',
      'INVOICE_APPROVED FEE_INCOME 20000.00',
      'INVOICE_APPROVED TAXES_PAYABLE 3200.00',
      'CREDIT_SET_OFF INVOICES_RECEIVABLE 23200.00',
      'CREDIT_SET_OFF INVOICES_RECEIVABLE -23200.00',
    ]);
    expect(await read(invoice)).toMatchObject({
      note: { outstanding: '107120.98', settled: '23200.00' },
      credited_by: [{ id, number: body.number, amount: '23200.00', status: 'APPROVED' }],
    });
    expect(await read(id)).toMatchObject({
      credits: { id: invoice, number: credited.number, outstanding: '107120.98' },
      note: { outstanding: '0.00' },
    });
    await received((await read(invoice)).note.id, '107120.98');
    expect((await read(invoice)).note.outstanding).toBe('0.00');
    const made = await t.call('accountant.nbo', `PUT ${INVOICE}/document?id=${id}`);
    expect(made.body).toMatchObject({ kind: 'invoice-credit', number: body.number });
  });

  test('in whole, and then no more of it', async () => {
    const { id: invoice } = await through(example());
    expect((await through(example({ credits: invoice, terms: '' }))).status).toBe(200);
    expect((await read(invoice)).note.outstanding).toBe('0.00');
    expect(fieldsOf((await save(part(invoice))).body)).toEqual(['lines']);
    expect((await reverse(invoice, 3)).body.code).toBe('IN_USE');
  });

  test('that fitted when it was submitted, and does not any more, is refused', async () => {
    const { id: invoice } = await through(example());
    const { id } = (await save(part(invoice))).body;
    await submit(id);
    await received((await read(invoice)).note.id, '130000.00');
    const { body } = await t.call('manager.nbo', `GET ${INVOICE}/preview/${id}`);
    expect(body.warnings).toEqual(['Only KES 320.98 of the invoice is unpaid: a credit is at most that.']);
    expect(fieldsOf((await decide(id)).body)).toEqual(['lines']);
  });

  test('approved at once with another that would give back as much, one counts', async () => {
    const { id: invoice } = await through(example());
    const ids: number[] = [];
    for (const who of ['accountant.nbo', 'root']) {
      const { id } = (await save(example({ credits: invoice, terms: '' }), who)).body;
      await submit(id, who);
      ids.push(id);
    }
    const replies = await Promise.all(ids.map((id) => decide(id)));
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 400]);
    expect((await read(invoice)).note.outstanding).toBe('0.00');
  });

  test('in another currency, at another rate: an exchange difference', async () => {
    const usd = { currency: 'USD', lines: [line({ price: '100.00' })] };
    const { id: invoice } = await through(example(usd));
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1301000000000)`,
    );
    const { id } = await through(example({ ...usd, credits: invoice, terms: '' }));
    // The credit at 130.10 is of 13,010.00, the invoice at 129.50 of 12,950.00: what was booked too much is a gain.
    const { rows } = await t.ownerPool.query(
      `select l.account, l.base_amount from journal_entries e join journal_lines l on l.entry_id = e.id
       where e.source_kind = 'invoice' and e.source_id = $1 and e.event = 'CREDIT_SET_OFF' order by l.id`,
      [id],
    );
    expect(rows).toEqual([
      { account: codeOf('INVOICES_RECEIVABLE'), base_amount: 1301000n },
      { account: codeOf('INVOICES_RECEIVABLE'), base_amount: -1295000n },
      { account: codeOf('EXCHANGE_GAIN'), base_amount: -6000n },
    ]);
  });

  test('of what is no approved invoice of this branch, or another’s, is refused', async () => {
    const draft = (await save(example())).body.id;
    const { id: invoice } = await through(example());
    const { id: credit } = await through(part(invoice));
    for (const credits of [draft, credit, 2_000_000])
      expect(fieldsOf((await save(part(credits))).body)).toEqual(['credits']);
    expect(fieldsOf((await save(part(invoice), 'accountant.lon')).body)).toEqual(['credits']);
    const other = part(invoice, { kind: 'OTHER', party: book.a, terms: 'LUMP_30' });
    expect(fieldsOf((await save(other)).body)).toEqual(['terms', 'kind', 'party']);
    const undone = await reverse(credit, 3);
    expect([undone.status, undone.body.code]).toEqual([409, 'WRONG_STATE']);
  });
});
