import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, approvedMovement, CLAIM } from '../claims/claims.factories.ts';
import { approvedReceipt, exampleReceipt } from '../receipts/receipts.factories.ts';

const P = '/api/sca/v1/party';
let t: TestApp;
let book: Book;
let debitNote: { id: number; number: string };

const get = (who: string, path: string, query: Record<string, string | number> = {}) =>
  t.call(who, `GET ${path}`, { query });
const body = async (who: string, path: string, query: Record<string, string | number> = {}) => {
  const reply = await get(who, path, query);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};
const named = (rows: { data: { id: number }[] }, id: number) => rows.data.find((row) => row.id === id);

// 562,500.00 is due of the reinsured, of which 100,000.00 came in; A is owed 218,750.00 and wrote 312,500.00 of premium.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await approvedPolicy(t, book);
  await t.call('underwriter.nbo', `POST /api/sca/v1/underwriting/save`, { body: examplePolicy(book) });
  const { rows } = await t.ownerPool.query<{ id: number; number: string }>(
    `select id, number from notes where party_id = $1 and kind = 'DN'`,
    [book.reinsured],
  );
  debitNote = rows[0]!;
  await approvedReceipt(
    t,
    exampleReceipt(book, {
      receiptAmount: '100000.00',
      allocations: [{ note: debitNote.id, amount: '100000.00' }],
    }),
  );
});
afterAll(() => t.close());

describe('the lists of clients and reinsurers', () => {
  test('say what is open, written and in force, in base', async () => {
    const clients = await body('manager.nbo', `${P}/clients`);
    expect(clients).toMatchObject({ base_currency: 'KES' });
    expect(named(clients, book.reinsured)).toMatchObject({
      name: 'Savannah Insurance',
      kind: 'REINSURED',
      to_us: '462500.00',
      overdue: '0.00',
      by_us: '0.00',
      premium: '750000.00',
      premium_before: '0.00',
      in_force: 1,
    });
    expect(named(clients, book.insured)).toMatchObject({ kind: 'INSURED', to_us: '0.00', premium: '750000.00' });
    expect(named(clients, book.a)).toBeUndefined();
    const reinsurers = await body('manager.nbo', `${P}/reinsurers`);
    expect(named(reinsurers, book.a)).toMatchObject({ by_us: '218750.00', premium: '312500.00', in_force: 1 });
    expect(named(reinsurers, book.reinsured)).toBeUndefined();
  });

  test('show each figure to those alone who may see it, and of their branches', async () => {
    const hidden = { to_us: null, overdue: null, by_us: null };
    const seen = async (who: string) => named(await body(who, `${P}/clients`), book.reinsured);
    expect(await seen('underwriter.nbo')).toMatchObject({ ...hidden, premium: '750000.00', in_force: 1 });
    expect(await seen('cashier.nbo')).toMatchObject({ to_us: '462500.00', by_us: null, premium: null, in_force: 1 });
    expect(await seen('manager.lon')).toMatchObject({ to_us: '0.00', premium: '0.00', in_force: 0 });
  });

  test('are ordered by what is open, searched, filtered and sent as files', async () => {
    const sorted = await body('manager.nbo', `${P}/clients`, { sort: 'to_us,desc' });
    expect(sorted.data[0]).toMatchObject({ id: book.reinsured, to_us: '462500.00' });
    const open = await body('manager.nbo', `${P}/clients`, { open: 'YES' });
    expect(open.data.map((row: { id: number }) => row.id)).toEqual([book.reinsured]);
    expect(open.recordsTotal).toBeGreaterThan(1);
    const found = await body('manager.nbo', `${P}/clients`, { searchValue: 'KISUMU', kind: 'INSURED' });
    expect(found).toMatchObject({ recordsFiltered: 1, data: [{ id: book.insured }] });
    expect((await get('manager.nbo', `${P}/clients`, { sort: 'overdue,asc' })).status).toBe(400);
    const csv = await get('manager.nbo', `${P}/clients`, { format: 'csv', searchValue: 'savannah' });
    expect(String(csv.body)).toContain('Savannah Insurance');
    expect(String(csv.body)).toContain('Owed to us (KES)');
  });
});

describe('the page of a party', () => {
  test('has its head in one call, of any register; what is not there is not found', async () => {
    expect(await body('cashier.nbo', `${P}/${book.reinsured}`)).toMatchObject({ kind: 'REINSURED', erased: false });
    expect(await body('cashier.nbo', `${P}/${book.a}`)).toMatchObject({ kind: 'LOCAL' });
    for (const part of ['', '/position', '/premium', '/notes', '/papers'])
      expect((await get('manager.nbo', `${P}/999999${part}`)).status, part).toBe(404);
  });

  test('shows what is open by side, currency and age', async () => {
    const { data } = await body('manager.nbo', `${P}/${book.reinsured}/position`);
    expect(data).toEqual([
      expect.objectContaining({
        side: 'TO_US',
        currency: 'KES',
        not_due: '462500.00',
        overdue: '0.00',
        total: '462500.00',
      }),
    ]);
    expect((await body('manager.nbo', `${P}/${book.a}/position`)).data).toMatchObject([
      { side: 'BY_US', total: '218750.00' },
    ]);
    expect((await body('underwriter.nbo', `${P}/${book.reinsured}/position`)).data).toBeNull();
    // What we owe is not the cashier's to see.
    expect((await body('cashier.nbo', `${P}/${book.a}/position`)).data).toEqual([]);
    expect((await body('manager.lon', `${P}/${book.reinsured}/position`)).data).toEqual([]);
  });

  test('shows its premium by month against last year', async () => {
    const made = await body('underwriter.nbo', `${P}/${book.a}/premium`);
    const whole = made.months.filter((one: { premium: string }) => one.premium !== '0.00');
    expect(made).toMatchObject({ currency: 'KES' });
    expect(made.months).toHaveLength(12);
    expect(whole).toMatchObject([{ premium: '312500.00', before: '0.00' }]);
    expect((await body('cashier.nbo', `${P}/${book.a}/premium`)).months).toBeNull();
    const london = await body('manager.lon', `${P}/${book.a}/premium`);
    expect(london.months.every((one: { premium: string }) => one.premium === '0.00')).toBe(true);
  });

  test('shows its open notes, either way, in the branches of the caller', async () => {
    const notes = await body('manager.nbo', `${P}/${book.reinsured}/notes`);
    expect(notes).toMatchObject({
      recordsTotal: 1,
      data: [
        { id: debitNote.id, number: debitNote.number, side: 'TO_US', purpose: 'PREMIUM', outstanding: '462500.00' },
      ],
    });
    expect((await body('manager.nbo', `${P}/${book.a}/notes`)).data).toMatchObject([
      { side: 'BY_US', outstanding: '218750.00' },
    ]);
    expect((await body('manager.nbo', `${P}/${book.a}/notes`, { side: 'TO_US' })).data).toEqual([]);
    expect((await body('manager.lon', `${P}/${book.reinsured}/notes`)).data).toEqual([]);
    expect((await body('underwriter.nbo', `${P}/${book.reinsured}/notes`)).data).toEqual([]);
  });

  test('shows the papers issued to it', async () => {
    expect((await body('manager.nbo', `${P}/${book.reinsured}/papers`)).data).toEqual([]);
    const made = await t.call('underwriter.nbo', 'PUT /api/sca/v1/underwriting/debitnote', { query: { id: 1 } });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect((await body('manager.nbo', `${P}/${book.reinsured}/papers`)).data).toMatchObject([
      { kind: 'Debit note', number: debitNote.number, note: debitNote.id },
    ]);
    expect((await body('manager.lon', `${P}/${book.reinsured}/papers`)).data).toEqual([]);
  });

  test('lists a paper to those alone who may open it: a claim invoice to who sees claims', async () => {
    const claim = await approvedClaim(t, book);
    await approvedMovement(t, claim);
    const query = { id: claim, security: book.b };
    const made = await t.call('claims.nbo', `GET ${CLAIM}/generateinvoice`, { query });
    const [invoice] = made.body;
    const papers = async (who: string) => body(who, `${P}/${book.b}/papers`);
    expect(await papers('claims.nbo')).toMatchObject({
      recordsTotal: 1,
      data: [{ id: invoice.id, kind: 'Claim invoice' }],
    });
    expect((await get('cashier.nbo', `/api/sca/v1/document/${invoice.id}`)).status).toBe(404);
    expect(await papers('cashier.nbo')).toMatchObject({ recordsTotal: 0, data: [] });
  });
});

describe('a note', () => {
  const N = '/api/sca/v1/issuednote';

  test('says whose it is, what it is made of and what was booked on it, with the records behind', async () => {
    const note = await body('manager.nbo', `${N}/${debitNote.id}`);
    expect(note).toMatchObject({
      series: 'DN',
      party: { id: book.reinsured },
      policy: { name: 'NBO/FAC/2026/000001' },
      amount: '562500.00',
      settled: '100000.00',
      outstanding: '462500.00',
    });
    expect(note.parts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'SECURITY', party: { id: book.a, name: 'Security A' } }),
      ]),
    );
    expect(note.entries).toMatchObject([
      { source_kind: 'policy', number: 'NBO/FAC/2026/000001', amount: '562500.00' },
      { source_kind: 'receipt', number: 'RV/NBO/2026/000001', amount: '-100000.00' },
    ]);
  });

  test('is not there for another branch, and without the ledger its entries are not shown', async () => {
    expect((await get('manager.lon', `${N}/${debitNote.id}`)).status).toBe(404);
    expect((await get('root', `${N}/999999`)).status).toBe(404);
    expect((await body('underwriter.nbo', `${N}/${debitNote.id}`)).entries).toBeNull();
  });
});

describe('what a record is linked with', () => {
  const L = '/api/sca/v1/aggregate/links';

  test('a policy its notes and entries, a receipt the note that it settles; a bank line of none', async () => {
    const policy = await body('manager.nbo', L, { entity: 'policy', id: 1 });
    expect(policy.notes[0]).toMatchObject({
      id: debitNote.id,
      number: debitNote.number,
      party: { id: expect.any(Number), name: 'Savannah Insurance' },
      void: false,
    });
    expect(policy.entries).toMatchObject([{ event: 'POLICY_APPROVED' }]);
    expect(policy.bank_lines).toEqual([]);
    const receipt = await body('cashier.nbo', L, { entity: 'receipt', id: 1 });
    expect(receipt).toMatchObject({ notes: [{ id: debitNote.id }], entries: null, bank_lines: null });
  });

  test('of a record that one may not view nothing, as if it were not there', async () => {
    expect((await get('underwriter.nbo', L, { entity: 'receipt', id: 1 })).status).toBe(404);
    expect((await get('manager.lon', L, { entity: 'policy', id: 1 })).status).toBe(404);
    expect((await get('root', L, { entity: 'voucher', id: 999_999 })).status).toBe(404);
  });
});
