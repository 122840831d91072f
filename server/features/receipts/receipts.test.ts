import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import {
  approvedReceipt,
  approveReceipt,
  debitNoteOf,
  discrepancies,
  exampleReceipt,
  pendingReceipt,
  RECEIVABLE as RV,
} from './receipts.factories.ts';
import { OFFSETS } from '../../../domain/receipts/offset.ts';
import { codeOf } from '../../testing/chart.ts';
import { decideIn } from '../../testing/decide-record.ts';

let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerDatabase.updateTable('currencies').set({ active: true }).where('code', '=', 'USD').execute();
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1290000000000), ('USD', '2026-02-27', 1300000000000)`,
  );
});
afterEach(async () => expect(await discrepancies(t)).toEqual([]));
afterAll(() => t?.close());

const save = (changes: Record<string, unknown> = {}, who = 'accountant.nbo') =>
  t.call(who, `POST ${RV}/save`, { body: exampleReceipt(book, changes) });
const read = async (id: number) => (await t.call('manager.nbo', `GET ${RV}/${id}`)).body;
const allocate = (id: number, version: number, allocations: unknown[]) =>
  t.call('accountant.nbo', `PUT ${RV}/allocate`, { body: { id, version, allocations } });

async function openNote(changes: Record<string, unknown> = {}) {
  return debitNoteOf(t, await approvedPolicy(t, book, changes));
}

async function entriesOf(id: number, source = 'receipt') {
  const { rows } = await t.ownerPool.query(
    `select e.id, e.event, e.reverses_id, json_agg(json_build_array(l.account, l.amount, l.base_amount) order by l.id) as lines
     from journal_entries e join journal_lines l on l.entry_id = e.id where e.source_kind = $2 and e.source_id = $1 group by e.id order by e.id`,
    [id, source],
  );
  return rows;
}

describe('a receipt from draft to allocation', () => {
  test('the checker sees the journal, approves, and it is booked and allocated', async () => {
    const note = await openNote();
    const id = await pendingReceipt(t, exampleReceipt(book, { allocations: [{ note: note.id, amount: '281250.00' }] }));
    const { body: preview } = await t.call('manager.nbo', `GET ${RV}/preview/${id}`);
    expect(preview).toMatchObject({ can_decide: true, why_not: null, warnings: [] });
    expect(
      preview.journal.map((line: { account: string; debit: string; credit: string }) => [
        line.account,
        line.debit,
        line.credit,
      ]),
    ).toEqual([
      [codeOf('CLIENT_BANK'), '281250.00', null],
      [codeOf('UNALLOCATED_CASH'), null, '281250.00'],
      [codeOf('UNALLOCATED_CASH'), '281250.00', null],
      [codeOf('PREMIUM_RECEIVABLE'), null, '281250.00'],
    ]);
    const approved = await approveReceipt(t, id);
    expect(approved.body).toMatchObject({
      status: 'APPROVED',
      number: expect.stringMatching(/^RV\/NBO\/2026\/\d{6}$/),
    });
    expect(await read(id)).toMatchObject({
      allocated: '281250.00',
      left: '0.00',
      allocations: [
        { note: { id: note.id, number: note.number }, amount: '281250.00', effective: true, day: '2026-03-02' },
      ],
    });
    expect((await entriesOf(id)).map((entry) => entry.event)).toEqual(['RECEIPT', 'ALLOCATION']);
  });

  test('instalments are settled oldest due first', async () => {
    const note = await openNote({ payment_terms: 'INSTALMENTS_4' });
    await approvedReceipt(t, exampleReceipt(book, { allocations: [{ note: note.id, amount: '200000.00' }] }));
    const { rows } = await t.ownerPool.query(
      `select outstanding, settled_on from open_items where note_id = $1 order by sequence`,
      [note.id],
    );
    expect(rows.map((row) => row.outstanding)).toEqual([0n, 8125000n, 14062500n, 14062500n]);
    expect(rows[0].settled_on).toBe('2026-03-02');
    const { body } = await t.call('cashier.nbo', `GET ${RV}/opennotes`, {
      query: { reinsured: book.reinsured, currency: 'KES' },
    });
    const open = body.find((row: { id: number }) => row.id === note.id);
    expect(open).toMatchObject({ outstanding: '362500.00', due_on: '2026-06-01', insured: 'Kisumu Sugar Works' });
  });

  test('what is left is allocated later, part by part, and no more', async () => {
    const [first, second] = [await openNote(), await openNote()];
    const id = await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '600000.00' }));
    const one = await allocate(id, 3, [{ note: first.id, amount: '562500.00' }]);
    expect(one.body).toMatchObject({ status: 'APPROVED', version: 4 });
    const spent = await allocate(id, 4, [{ note: second.id, amount: '37500.01' }]);
    expect([spent.status, spent.body.title]).toEqual([409, 'Only KES 37,500.00 of this receipt is left to allocate.']);
    const over = await allocate(id, 4, [{ note: first.id, amount: '0.01' }]);
    expect([over.status, over.body.title]).toEqual([
      409,
      `Allocation exceeds the outstanding balance of ${first.number}.`,
    ]);
    expect((await allocate(id, 3, [{ note: second.id, amount: '1' }])).status).toBe(409);
    expect((await allocate(id, 4, [{ note: second.id, amount: '37500.00' }])).status).toBe(200);
    const { body: found } = await t.call('cashier.nbo', `GET ${RV}/items`, {
      query: { searchValue: 'rv/nbo/2026', sort: 'receiptAmount,desc' },
    });
    expect(found.data[0]).toMatchObject({ id, allocated: '600000.00', reinsured: 'Savannah Insurance' });
  });

  test('a broker reference proposes the open note of its policy, as far as the money goes', async () => {
    const policy = await approvedPolicy(t, book);
    const { broker_reference: reference } = await t.ownerDatabase
      .selectFrom('policies')
      .select('broker_reference')
      .where('id', '=', policy)
      .executeTakeFirstOrThrow();
    const { body } = await save({ brokerRef: reference, receiptAmount: '1000' });
    expect(await read(body.id)).toMatchObject({
      brokerRef: reference,
      allocations: [{ amount: '1000.00', effective: false }],
    });
    expect((await save({ brokerRef: 'NBO/FAC/1999/000001' })).body.errors[0].field).toBe('brokerRef');
  });

  test('a fee goes to the office bank', async () => {
    const id = await approvedReceipt(t, exampleReceipt(book, { receiptType: 'FEE', receiptAmount: '500' }));
    expect((await entriesOf(id))[0].lines.map((line: unknown[]) => line[0])).toEqual([
      codeOf('OFFICE_BANK'),
      codeOf('UNALLOCATED_CASH'),
    ]);
  });
});

describe('foreign currency', () => {
  test('a receipt at another rate than its note books the exchange difference and leaves no base behind', async () => {
    const note = await openNote({ currency: 'USD', sum_insured: '5000000', rate: '0.25' });
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1300000000000)`,
    );
    const half = { currency: 'USD', receiptAmount: '2812.50', allocations: [{ note: note.id, amount: '2812.50' }] };
    const gain = await approvedReceipt(t, exampleReceipt(book, { ...half, dateOfIssue: '2026-03-01' }));
    const [, allocation] = await entriesOf(gain);
    expect(allocation.lines).toEqual([
      [codeOf('UNALLOCATED_CASH'), 281250, 36562500],
      [codeOf('PREMIUM_RECEIVABLE'), -281250, -36281250],
      [codeOf('EXCHANGE_GAIN'), 0, -281250],
    ]);
    const { body: day } = await t.call('manager.nbo', `GET ${RV}/${gain}`);
    expect(day.allocations[0].day).toBe('2026-03-02');
    await approvedReceipt(t, exampleReceipt(book, half));
    const { rows } = await t.ownerPool.query(
      `select sum(outstanding) as o, sum(base_outstanding) as b from open_items where note_id = $1`,
      [note.id],
    );
    expect([rows[0].o, rows[0].b].map(String)).toEqual(['0', '0']);
  });

  test('no rate within 7 days is 409', async () => {
    const id = await pendingReceipt(t, exampleReceipt(book, { currency: 'USD', dateOfIssue: '2026-01-05' }));
    expect((await approveReceipt(t, id)).status).toBe(409);
  });
});

describe('refusals', () => {
  test('an offset, which moves no bank, with where it is entered', async () => {
    const { status, body } = await save({ method: 'OFFSET' });
    expect([status, body.errors]).toEqual([400, [{ field: 'method', message: OFFSETS.PREMIUM.message }]]);
  });

  test('every bad field at once', async () => {
    const { status, body } = await save({
      receiptAmount: '0',
      dateOfIssue: '2026-03-03',
      reinsured: 999999,
      allocations: [{ note: 999999, amount: '1.001' }],
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { field: 'receiptAmount', message: 'Amount must be more than 0.' },
        { field: 'dateOfIssue', message: 'The bank date cannot be in the future.' },
        { field: 'reinsured', message: 'Choose one from the list.' },
        { field: 'allocations.0.note', message: 'Choose an open debit note of this reinsured.' },
        { field: 'allocations.0.amount', message: 'KES amounts have fewer decimals.' },
      ]),
    );
    expect((await save({ receiptAmount: '99999999999999999' })).status).toBe(400);
  });

  test('an amount that is none says nothing of the reference, and a currency that is not in use nothing of accounts', async () => {
    const { rows } = await t.ownerPool.query<{ reference: string }>(
      'select broker_reference as reference from policies where reinsured_id = $1 and status = $2 limit 1',
      [book.reinsured, 'APPROVED'],
    );
    const wrong = await save({ receiptAmount: '-5', brokerRef: rows[0]?.reference });
    expect(wrong.body.errors).toEqual([{ field: 'receiptAmount', message: 'Amount must be more than 0.' }]);
    const { status, body } = await save({ currency: 'ZZZ' });
    expect([status, body.errors]).toEqual([400, [{ field: 'currency', message: 'Choose an active currency.' }]]);
  });

  test('a note of another reinsured is not this payer’s to settle', async () => {
    const other = await makeBook(t, ' Two');
    const note = await debitNoteOf(t, await approvedPolicy(t, other));
    const { body } = await save({ allocations: [{ note: note.id, amount: '1' }] });
    expect(body.errors).toEqual([
      { field: 'allocations.0.note', message: 'Choose an open debit note of this reinsured.' },
    ]);
  });

  test('the same payer, amount and bank reference again warns', async () => {
    const twin = { bank_reference: 'FT-0099', receiptAmount: '77.00' };
    expect((await save(twin)).body.warnings).toEqual([]);
    const second = await save(twin);
    expect([second.status, second.body.warnings]).toEqual([
      200,
      ['A receipt with this bank reference already exists.'],
    ]);
    expect((await t.call('manager.nbo', `GET ${RV}/preview/${second.body.id}`)).body.warnings).toEqual([
      'A receipt with this bank reference already exists.',
    ]);
  });

  test('nobody decides their own entry; a second decision, a second submit and a stale version are 409', async () => {
    const id = await pendingReceipt(t, exampleReceipt(book));
    expect((await t.call('accountant.nbo', `PUT ${RV}/submit/${id}`)).status).toBe(409);
    const own = await approveReceipt(t, id, 'accountant.nbo');
    expect([own.status, own.body.title]).toEqual([403, 'You cannot approve your own entry.']);
    expect(
      (await decideIn(t)('manager.nbo', `PUT ${RV}/approve/${id}/APPROVED`, { body: { version: 1 } })).status,
    ).toBe(409);
    expect((await decideIn(t)('manager.nbo', `PUT ${RV}/approve/${id}/REJECTED`)).body.errors[0].field).toBe('reason');
    expect((await approveReceipt(t, id)).status).toBe(200);
    expect((await approveReceipt(t, id)).body.title).toBe('Already approved by manager.nbo on Mar 2, 2026.');
  });

  test('two receipts for the same note: the second approval finds it settled', async () => {
    const note = await openNote();
    const body = exampleReceipt(book, {
      receiptAmount: '562500.00',
      allocations: [{ note: note.id, amount: '562500.00' }],
    });
    const ids = [await pendingReceipt(t, body), await pendingReceipt(t, body)];
    const replies = await Promise.all(ids.map((id) => approveReceipt(t, id)));
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409]);
    const refused = replies.find((reply) => reply.status === 409);
    expect(refused?.body.title).toBe(`Allocation exceeds the outstanding balance of ${note.number}.`);
  });

  test('London neither sees nor touches Nairobi’s receipts and notes', async () => {
    const id = await pendingReceipt(t, exampleReceipt(book));
    expect((await t.call('manager.lon', `GET ${RV}/${id}`)).status).toBe(404);
    expect((await approveReceipt(t, id, 'manager.lon')).status).toBe(404);
    const note = await openNote();
    const { status, body } = await save({ allocations: [{ note: note.id, amount: '1' }] }, 'accountant.lon');
    expect([status, body.errors[0].field]).toEqual([400, 'allocations.0.note']);
    expect((await t.call('accountant.lon', `GET ${RV}/items`)).body.data).toEqual([]);
  });

  test('a closed month takes no receipt', async () => {
    const root = await t.ownerDatabase
      .selectFrom('users')
      .select('id')
      .where('name', '=', 'root')
      .executeTakeFirstOrThrow();
    await t.ownerDatabase.insertInto('closed_periods').values({ month: '2026-01-01', closed_by: root.id }).execute();
    const id = await pendingReceipt(t, exampleReceipt(book, { dateOfIssue: '2026-01-31' }));
    expect((await approveReceipt(t, id)).body.title).toBe('January 2026 is closed.');
  });
});

describe('going back', () => {
  test('drafts are edited, withdrawn and disabled by their maker', async () => {
    const id = await pendingReceipt(t, exampleReceipt(book));
    expect((await t.call('cashier.nbo', `PUT ${RV}/withdraw/${id}`)).status).toBe(403);
    expect((await t.call('accountant.nbo', `PUT ${RV}/withdraw/${id}`)).body.status).toBe('DRAFT');
    const edit = { ...exampleReceipt(book), receiptAmount: '5', id, version: 3 };
    expect((await t.call('accountant.nbo', `PUT ${RV}/edit`, { body: edit })).body).toMatchObject({
      version: 4,
      status: 'DRAFT',
    });
    expect((await t.call('accountant.nbo', `PUT ${RV}/edit`, { body: edit })).status).toBe(409);
    expect((await t.call('cashier.nbo', `DELETE ${RV}/${id}`)).status).toBe(403);
    expect((await t.call('accountant.nbo', `DELETE ${RV}/${id}`)).body.status).toBe('DISABLED');
  });

  test('a reversal undoes the allocations and mirrors every entry, once, by another than the maker', async () => {
    const note = await openNote({ payment_terms: 'INSTALMENTS_2' });
    const id = await approvedReceipt(
      t,
      exampleReceipt(book, { receiptAmount: '400000', allocations: [{ note: note.id, amount: '300000.00' }] }),
    );
    await allocate(id, 3, [{ note: note.id, amount: '50000.00' }]);
    const body = { reason: 'Cheque returned', version: 4 };
    expect((await t.call('accountant.nbo', `PUT ${RV}/reverse/${id}`, { body })).status).toBe(403);
    expect((await t.call('manager.nbo', `PUT ${RV}/reverse/${id}`, { body: { version: 4, reason: '' } })).status).toBe(
      400,
    );
    const reversed = await t.call('manager.nbo', `PUT ${RV}/reverse/${id}`, { body });
    expect(reversed.body).toMatchObject({ status: 'REVERSED', number: expect.stringMatching(/^RV/) });
    const entries = await entriesOf(id);
    expect(entries.slice(3).map((entry) => entry.reverses_id)).toEqual(entries.slice(0, 3).map((entry) => entry.id));
    expect(entries.slice(3).every((entry) => entry.event === 'RECEIPT_REVERSED')).toBe(true);
    const { rows } = await t.ownerPool.query(`select settled from notes where id = $1`, [note.id]);
    expect(rows[0].settled).toBe(0n);
    expect(await read(id)).toMatchObject({
      allocated: '0.00',
      left: '0.00',
      allocations: [{ effective: false }, { effective: false }],
    });
    expect((await t.call('manager.nbo', `PUT ${RV}/reverse/${id}`, { body: { ...body, version: 5 } })).status).toBe(
      409,
    );
  });
});

describe('how it came in', () => {
  test('a cheque that comes back unpaid takes its receipt back, by a second person', async () => {
    const note = await openNote();
    const allocations = [{ note: note.id, amount: '281250.00' }];
    const id = await approvedReceipt(t, exampleReceipt(book, { method: 'CHEQUE', allocations }));
    const bounce = (who: string) =>
      t.call(who, `PUT ${RV}/bounce/${id}`, { body: { version: 3, reason: 'Insufficient funds' } });
    expect((await bounce('accountant.nbo')).body.code).toBe('FORBIDDEN');
    expect((await bounce('manager.lon')).body.code).toBe('NOT_FOUND');
    expect((await bounce('manager.nbo')).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'REVERSED', method: 'CHEQUE', bounced: true, left: '0.00' });
    const { rows } = await t.ownerPool.query('select settled from notes where id = $1', [note.id]);
    expect(rows[0].settled).toBe(0n);
    expect((await bounce('manager.nbo')).body.code).toBe('STALE');
  });

  test('only a cheque comes back unpaid', async () => {
    const id = await approvedReceipt(t, exampleReceipt(book));
    const refused = await t.call('manager.nbo', `PUT ${RV}/bounce/${id}`, { body: { version: 3, reason: 'Unpaid' } });
    expect([refused.status, refused.body.code]).toEqual([409, 'WRONG_STATE']);
    expect(await read(id)).toMatchObject({ status: 'APPROVED', method: 'BANK_TRANSFER', bounced: false });
  });

  test('money on account is allocated once it is known what for', async () => {
    const note = await openNote();
    const allocations = [{ note: note.id, amount: '281250.00' }];
    const body = exampleReceipt(book, { receiptType: 'ON_ACCOUNT', method: 'MOBILE_MONEY' });
    const named = await t.call('accountant.nbo', `POST ${RV}/save`, { body: { ...body, allocations } });
    expect(named.body.errors).toEqual([
      { field: 'allocations', message: 'Money on account is allocated once it is known what for.' },
    ]);
    const id = await approvedReceipt(t, body);
    expect((await allocate(id, 3, allocations)).status).toBe(200);
    expect(await read(id)).toMatchObject({ receiptType: 'ON_ACCOUNT', left: '0.00' });
  });
});

describe('brokerage recognised on receipt', () => {
  test('is deferred with the note and collected in step with its money, and goes back with a reversal', async () => {
    await t.ownerDatabase.updateTable('firm').set({ brokerage_recognition: 'RECEIPT' }).execute();
    const note = await openNote();
    await t.ownerDatabase.updateTable('firm').set({ brokerage_recognition: 'DEBIT_NOTE' }).execute();
    const third = { receiptAmount: '187500.01', allocations: [{ note: note.id, amount: '187500.01' }] };
    const first = await approvedReceipt(t, exampleReceipt(book, third));
    const collected = async () => {
      const { rows } = await t.ownerPool.query(
        `select coalesce(sum(amount), 0)::bigint as sum from journal_lines where account = '${codeOf('DEFERRED_BROKERAGE')}' and note_id = $1`,
        [note.id],
      );
      return rows[0].sum;
    };
    expect(await collected()).toBe(1250000n);
    const rest = await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '374999.99' }));
    await allocate(rest, 3, [{ note: note.id, amount: '374999.98' }]);
    expect(await collected()).toBe(3749999n);
    await allocate(rest, 4, [{ note: note.id, amount: '0.01' }]);
    expect(await collected()).toBe(3750000n);
    await t.call('manager.nbo', `PUT ${RV}/reverse/${first}`, { body: { reason: 'Returned', version: 3 } });
    expect(await collected()).toBe(2499999n); // 37,500.00 × 374,999.99 ÷ 562,500.00, rounded down.
  });
});

describe('the same request twice', () => {
  test('one key, one approval, one answer', async () => {
    const note = await openNote();
    const id = await pendingReceipt(t, exampleReceipt(book, { allocations: [{ note: note.id, amount: '281250.00' }] }));
    const once = { headers: { 'idempotency-key': 'approve-receipt-01' }, body: { version: 2 } };
    const replies = [
      await t.call('manager.nbo', `PUT ${RV}/approve/${id}/APPROVED`, once),
      await t.call('manager.nbo', `PUT ${RV}/approve/${id}/APPROVED`, once),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
    expect(await entriesOf(id)).toHaveLength(2);
  });
});
