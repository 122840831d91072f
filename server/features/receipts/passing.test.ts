import { describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { type Book, makeBook } from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { together, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import {
  noteInLondon,
  officesOf,
  passedOn,
  passOn,
  reverseReceipt,
  secondRoot,
  submitReceipt,
  type Offices,
} from './passing.factories.ts';
import { approvedReceipt, exampleReceipt, RECEIVABLE as RV } from './receipts.factories.ts';

let t: TestApp;
let book: Book;
let offices: Offices;
/** KES 600,000.00 that Nairobi received and allocated to nothing. */
let source: number;
let note: { id: number; number: string };

const course = ownBooks(
  async (...entered) => {
    [t, book] = entered;
    source = await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '600000.00' }));
    note = await noteInLondon(t, book);
  },
  {
    lay: async (app) => {
      await secondRoot(app);
      offices = await officesOf(app);
    },
    look: expectBalanced,
  },
);

const half = (changes: Record<string, unknown> = {}) => ({
  source,
  into: offices.lon,
  receiptAmount: '300000.00',
  allocations: [{ note: note.id, amount: '281250.00' }],
  ...changes,
});
const read = async (id: number, who = 'root') => (await t.call(who, `GET ${RV}/${id}`)).body;
const left = async () => (await read(source)).left;
const approve = (id: number, who: string) => decideIn(t)(who, `PUT ${RV}/approve/${id}/APPROVED`);
async function pending(changes: Record<string, unknown> = {}): Promise<number> {
  const { body } = await passOn(t, half(changes));
  expect((await submitReceipt(t, body.id)).status).toBe(200);
  return body.id;
}

together(course);

describe('cash that is used in another branch', () => {
  test('is drafted by root, held while it waits, decided by somebody else and booked in both branches', async () => {
    const { body: draft } = await passOn(t, half());
    expect([draft.status, await left()]).toEqual(['DRAFT', '600000.00']);
    await submitReceipt(t, draft.id);
    expect(await left()).toBe('300000.00');
    const { body: preview } = await t.call('root.two', `GET ${RV}/preview/${draft.id}`);
    const shown = preview.journal.map((line: Record<string, string>) => [
      line['branch'],
      line['account'],
      line['debit'],
    ]);
    expect([preview.can_decide, shown]).toEqual([
      true,
      [
        ['NBO', codeOf('UNALLOCATED_CASH'), '300000.00'],
        ['NBO', codeOf('INTER_BRANCH'), null],
        ['LON', codeOf('INTER_BRANCH'), '300000.00'],
        ['LON', codeOf('UNALLOCATED_CASH'), null],
        ['LON', codeOf('UNALLOCATED_CASH'), '281250.00'],
        ['LON', codeOf('PREMIUM_RECEIVABLE'), null],
      ],
    ]);
    expect((await approve(draft.id, 'root')).body.title).toBe('You cannot approve your own entry.');
    const approved = await approve(draft.id, 'root.two');
    expect(approved.body.number).toMatch(/^RV\/LON\/2026\/\d{6}$/);
    expect(await journalOf(t, { kind: 'receipt', id: draft.id })).toEqual([
      'CASH_TAKEN_OVER INTER_BRANCH 300000.00',
      'CASH_TAKEN_OVER UNALLOCATED_CASH -300000.00',
      'ALLOCATION UNALLOCATED_CASH 281250.00',
      'ALLOCATION PREMIUM_RECEIVABLE -281250.00',
    ]);
    expect((await journalOf(t, { kind: 'receipt', id: source })).slice(2)).toEqual([
      'CASH_PASSED_ON UNALLOCATED_CASH 300000.00',
      'CASH_PASSED_ON INTER_BRANCH -300000.00',
    ]);
    const { receiptNumber } = await read(source);
    expect(await read(draft.id)).toMatchObject({
      method: 'BRANCH',
      bank_account: null,
      dateOfIssue: '2026-03-02',
      source: { id: source, number: receiptNumber, branch: { code: 'NBO' } },
      left: '18750.00',
    });
    expect(await read(source, 'manager.nbo')).toMatchObject({
      left: '300000.00',
      passed_on: '300000.00',
      passings: [
        {
          id: draft.id,
          number: approved.body.number,
          status: 'APPROVED',
          branch: { code: 'LON' },
          amount: '300000.00',
        },
      ],
    });
    expect((await read(draft.id, 'manager.lon')).source).toMatchObject({
      number: receiptNumber,
      branch: { code: 'NBO' },
    });
  });

  test('is listed with where it comes from, and found by that', async () => {
    const id = await passedOn(t, half());
    const { receiptNumber } = await read(source);
    const found = await t.call('cashier.lon', `GET ${RV}/items`, { query: { searchValue: receiptNumber } });
    expect(found.body.data).toMatchObject([{ id, source: receiptNumber, allocated: '281250.00' }]);
    const own = await t.call('cashier.nbo', `GET ${RV}/items`);
    const ofBranch = new Map<number, unknown>(own.body.data.map((row: { id: number }) => [row.id, row]));
    expect(ofBranch.get(source)).toMatchObject({ source: null, passed_on: '300000.00' });
    expect(ofBranch.has(id)).toBe(false);
  });

  test('what is left of it there is allocated there', async () => {
    const id = await passedOn(t, half({ allocations: [] }));
    const { version } = await read(id);
    const body = { id, version, allocations: [{ note: note.id, amount: '300000.00' }] };
    expect((await t.call('accountant.lon', `PUT ${RV}/allocate`, { body })).status).toBe(200);
    expect(await read(id)).toMatchObject({ left: '0.00', allocated: '300000.00' });
  });

  test('is changed until it is submitted, and once it was rejected', async () => {
    const id = await pending();
    const edit = async (changes: Record<string, unknown>) =>
      t.call('root', `PUT ${RV}/passon`, {
        body: { id, version: (await read(id)).version, receiptType: 'PREMIUM', receiptAmount: '1.00', ...changes },
      });
    expect((await edit({})).status).toBe(409);
    const version = (await read(id)).version;
    await t.call('root.two', `PUT ${RV}/approve/${id}/REJECTED`, { body: { reason: 'Too much', version } });
    expect(await left()).toBe('600000.00');
    expect((await edit({ receiptAmount: '200000.00' })).body.status).toBe('DRAFT');
    expect(await read(id)).toMatchObject({ receiptAmount: '200000.00', allocations: [], source: { id: source } });
    await submitReceipt(t, id);
    expect(await left()).toBe('400000.00');
    expect((await t.call('root', `PUT ${RV}/withdraw/${id}`)).status).toBe(200);
    expect(await left()).toBe('600000.00');
  });

  test('goes back with both its entries when it is reversed, and the receipt can be reversed then', async () => {
    const id = await passedOn(t, half());
    expect((await reverseReceipt(t, source, 'manager.nbo')).status).toBe(409);
    expect((await reverseReceipt(t, id)).body.status).toBe('REVERSED');
    expect((await journalOf(t, { kind: 'receipt', id: source })).slice(4)).toEqual([
      'RECEIPT_REVERSED UNALLOCATED_CASH -300000.00',
      'RECEIPT_REVERSED INTER_BRANCH 300000.00',
    ]);
    expect((await journalOf(t, { kind: 'receipt', id })).slice(4).toSorted()).toEqual([
      'RECEIPT_REVERSED INTER_BRANCH -300000.00',
      'RECEIPT_REVERSED PREMIUM_RECEIVABLE 281250.00',
      'RECEIPT_REVERSED UNALLOCATED_CASH -281250.00',
      'RECEIPT_REVERSED UNALLOCATED_CASH 300000.00',
    ]);
    expect(await read(source)).toMatchObject({
      left: '600000.00',
      passed_on: '0.00',
      passings: [{ status: 'REVERSED' }],
    });
    expect((await reverseReceipt(t, source, 'manager.nbo')).body.status).toBe('REVERSED');
  });

  test('the cheque that it comes from does not bounce while it is used', async () => {
    const cheque = await approvedReceipt(t, exampleReceipt(book, { method: 'CHEQUE', receiptAmount: '300000.00' }));
    const id = await passedOn(t, half({ source: cheque }));
    const bounce = async () =>
      t.call('manager.nbo', `PUT ${RV}/bounce/${cheque}`, {
        body: { reason: 'No funds', version: (await read(cheque)).version },
      });
    expect((await bounce()).status).toBe(409);
    await reverseReceipt(t, id);
    expect((await bounce()).body.status).toBe('REVERSED');
  });
});

describe('what is refused', () => {
  test('more than is left, at drafting, at submitting and beside what is held', async () => {
    const over = await passOn(t, half({ receiptAmount: '600000.01' }));
    expect([over.status, over.body.title]).toEqual([409, 'Only KES 600,000.00 of this receipt is left to allocate.']);
    const { body: second } = await passOn(t, half({ receiptAmount: '400000.00', allocations: [] }));
    await pending();
    expect((await submitReceipt(t, second.id)).body.title).toBe(
      'Only KES 300,000.00 of this receipt is left to allocate.',
    );
    const held = await t.call('accountant.nbo', `PUT ${RV}/allocate`, {
      body: { id: source, version: (await read(source)).version, allocations: [{ note: note.id, amount: '1.00' }] },
    });
    expect(held.status).toBe(400);
    // Nor does a refund take what is held.
    const refund = { kind: 'REFUND', currency: 'KES', amount: '300000.01', receipt: source, bank_date: '2026-03-02' };
    const { body: voucher } = await t.call('accountant.nbo', 'POST /api/sca/v1/paymentvoucher/save', { body: refund });
    const taken = await t.call('accountant.nbo', `PUT /api/sca/v1/paymentvoucher/submit/${voucher.id}`);
    expect(taken.body.title).toBe('Only KES 300,000.00 of this receipt is left to allocate.');
  });

  test.each([
    ['no amount', { receiptAmount: '0' }, 'receiptAmount'],
    ['its own branch', () => ({ into: offices.nbo, allocations: [] }), 'into'],
    ['a branch that is not there', { into: 9999, allocations: [] }, 'into'],
    ['a fee', { receiptType: 'FEE', allocations: [] }, 'receiptType'],
    ['notes of money on account', { receiptType: 'ON_ACCOUNT' }, 'allocations'],
    [
      'a note twice',
      () => ({ allocations: [note, note].map(({ id }) => ({ note: id, amount: '1' })) }),
      'allocations.1.note',
    ],
    ['a note that is not there', { allocations: [{ note: 99_999, amount: '1' }] }, 'allocations.0.note'],
  ])('%s', async (_what, changes, field) => {
    const wrong = await passOn(t, half(typeof changes === 'function' ? changes() : changes));
    expect([wrong.status, wrong.body.errors?.map((one: { field: string }) => one.field)]).toEqual([400, [field]]);
  });

  test('cash of a draft, of a fee, and cash that comes from another branch itself', async () => {
    const { body: draft } = await t.call('accountant.nbo', `POST ${RV}/save`, { body: exampleReceipt(book) });
    const fee = await approvedReceipt(t, exampleReceipt(book, { receiptType: 'FEE' }));
    const there = await passedOn(t, half());
    const chained = { source: there, into: offices.nbo, allocations: [], receiptAmount: '1.00' };
    for (const changes of [{ source: draft.id }, { source: fee }, chained]) {
      const wrong = await passOn(t, half(changes));
      expect([wrong.status, wrong.body.errors.map((one: { field: string }) => one.field)]).toEqual([400, ['source']]);
    }
    expect((await passOn(t, half({ source: 99_999 }))).status).toBe(404);
  });

  test('a note of the branch that received it, of another payer, and more than a note is open', async () => {
    const other = await makeBook(t, ' of another payer');
    const theirs = await noteInLondon(t, other);
    const wrong = await passOn(t, half({ allocations: [{ note: theirs.id, amount: '1' }] }));
    expect(wrong.body.errors[0].message).toBe('Choose an open debit note of this reinsured.');
    const over = await passOn(
      t,
      half({ receiptAmount: '600000', allocations: [{ note: note.id, amount: '562500.01' }] }),
    );
    expect(over.body.title).toBe(`Allocation exceeds the outstanding balance of ${note.number}.`);
  });

  test('whoever is not root neither makes, decides, changes, sees the effect of nor reverses it', async () => {
    for (const who of ['manager.nbo', 'accountant.nbo', 'cashier.nbo', 'manager.lon', 'accountant.lon', 'auditor'])
      expect((await passOn(t, half(), who)).status).toBe(403);
    const id = await pending();
    for (const who of ['manager.lon', 'accountant.lon']) {
      expect((await approve(id, who)).status).toBe(403);
      const { body } = await t.call(who, `GET ${RV}/preview/${id}`);
      expect(body).toMatchObject({ can_decide: false, why_not: 'You do not have the right to do this.', journal: [] });
    }
    expect((await approve(id, 'manager.nbo')).status).toBe(404);
    const work = async (who: string) =>
      (await t.call(who, 'GET /api/sca/v1/aggregate/mywork')).body.data.filter((row: { id: number }) => row.id === id)
        .length;
    expect([await work('manager.lon'), await work('root'), await work('root.two')]).toEqual([0, 0, 1]);
    await approve(id, 'root.two');
    expect((await reverseReceipt(t, id, 'manager.lon')).status).toBe(403);
    expect((await reverseReceipt(t, id, 'root')).status).toBe(403);
    const body = { ...exampleReceipt(book), id, version: (await read(id)).version };
    expect((await t.call('accountant.lon', `PUT ${RV}/edit`, { body })).status).toBe(409);
  });

  test('a branch that is inactive', async () => {
    await t.ownerPool.query(`update branches set status = 'INACTIVE' where id = $1`, [offices.lon]);
    expect((await passOn(t, half({ allocations: [] }))).body.errors).toMatchObject([{ field: 'into' }]);
    await t.ownerPool.query(`update branches set status = 'ACTIVE' where id = $1`, [offices.lon]);
  });

  test('a draft of it is not changed into one of the bank', async () => {
    const { body: draft } = await passOn(t, half());
    const body = { ...exampleReceipt(book), id: draft.id, version: 1 };
    const wrong = await t.call('accountant.lon', `PUT ${RV}/edit`, { body });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'bank_account']);
    expect((await t.call('accountant.lon', `PUT ${RV}/submit/${draft.id}`)).status).toBe(403);
  });

  test('of two who take the same cash at once, one has it', async () => {
    const drafts = await Promise.all(
      [1, 2, 3].map(async () => (await passOn(t, half({ receiptAmount: '400000.00' }))).body.id),
    );
    const answers = await Promise.all(drafts.map((id) => submitReceipt(t, id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await left()).toBe('200000.00');
    const first = drafts[answers.findIndex(({ status }) => status === 200)] ?? 0;
    const at = (await read(first)).version;
    const decide = () => t.call('root.two', `PUT ${RV}/approve/${first}/APPROVED`, { body: { version: at } });
    const decided = await Promise.all([decide(), decide()]);
    expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
