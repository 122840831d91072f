import { describe, expect, test } from 'vitest';
import { approvedPolicy, type Book } from '../../testing/factories.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { apart, together, type TestApp } from '../../testing/testApp.ts';
import {
  approvedReceipt,
  debitNoteOf,
  discrepancies,
  exampleReceipt,
  RECEIVABLE,
  trialBalance,
} from '../receipts/receipts.factories.ts';
import { readCount } from '../../../domain/values/decimal.ts';
import { codeOf } from '../../testing/chart.ts';
import { PV, voucherCalls } from './vouchers.factories.ts';

const OFFICE = codeOf('OFFICE_BANK');
const CLIENT = codeOf('CLIENT_BANK');
const DEBTORS = codeOf('PREMIUM_RECEIVABLE');
const PAYABLES = codeOf('PREMIUM_PAYABLE');
const TAXES = codeOf('TAXES_PAYABLE');
const INCOME = codeOf('BROKERAGE_INCOME');
const CHARGES = codeOf('BANK_CHARGES');
let t: TestApp;
let book: Book;

let serial: number;
const course = ownBooks((...entered) => ([t, book, serial] = entered), {
  look: async (app) => expect(await discrepancies(app)).toEqual([]),
});
/** What a security is called in refusals. */
const called = (name: string) => `${name} ${serial}`;

const { payable, savePremium, saveOther, submit, decide, reject, pay, reverse, through } = voucherCalls(() => t);

/** The example, with some of its debit note received. */
async function received(amount = '281250.00'): Promise<{ policy: number; note: number; receipt: number }> {
  const policy = await approvedPolicy(t, book);
  const { id: note } = await debitNoteOf(t, policy);
  const cash = exampleReceipt(book, { receiptAmount: amount, allocations: [{ note, amount }] });
  const receipt = await approvedReceipt(t, cash);
  return { policy, note, receipt };
}

async function part(kind: string, party: number | null = null) {
  const { rows } = await t.ownerPool.query(
    `select committed, paid from note_parts where kind = $1 and party_id is not distinct from $2`,
    [kind, party],
  );
  return rows[0];
}

describe('of its own parties', () => {
  together(course);

  describe('pay as paid', () => {
    test('a draft holds nothing, a submitted voucher holds its money, more than is received is refused', async () => {
      await received();
      const first = await savePremium(book.a, '100000.00');
      expect(await part('SECURITY', book.a)).toEqual({ committed: 0n, paid: 0n });
      const tooMuch = await savePremium(book.a, '218750.00');
      const refused = await submit(tooMuch.body.id);
      expect([refused.status, refused.body.title]).toEqual([
        409,
        `Only KES 109,375.00 has been received for ${called('Security A')}.`,
      ]);
      await submit(first.body.id);
      expect(await part('SECURITY', book.a)).toEqual({ committed: 10000000n, paid: 0n });
      expect((await payable(book.a))[0]?.available).toBe('9375.00');
      expect((await submit(first.body.id)).status).toBe(409);
      await t.call('accountant.nbo', `PUT ${PV}/withdraw/${first.body.id}`);
      expect(await part('SECURITY', book.a)).toEqual({ committed: 0n, paid: 0n });
      await submit(first.body.id);
      expect((await reject(first.body.id)).body.status).toBe('REJECTED');
      expect(await part('SECURITY', book.a)).toEqual({ committed: 0n, paid: 0n });
    });

    test('of two vouchers submitted at once for the same money one is refused', async () => {
      await received();
      const ids = [(await savePremium(book.a, '109375')).body.id, (await savePremium(book.a, '109375')).body.id];
      const replies = await Promise.all(ids.map(submit));
      expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409]);
      expect(replies.find((reply) => reply.status === 409)?.body.title).toBe(
        `Only KES 0.00 has been received for ${called('Security A')}.`,
      );
    });

    test('a receipt reversed after the approval stops the payment', async () => {
      const { receipt } = await received();
      const { body } = await savePremium(book.a, '109375');
      await submit(body.id);
      await decide(body.id);
      await t.call('manager.nbo', `PUT ${RECEIVABLE}/reverse/${receipt}`, { body: { version: 3, reason: 'Returned' } });
      const refused = await pay(body.id);
      expect([refused.status, refused.body.title]).toEqual([
        409,
        `Only KES 0.00 has been received for ${called('Security A')}.`,
      ]);
      const { body: preview } = await t.call('cashier.nbo', `GET ${PV}/preview/${body.id}`);
      expect(preview.warnings).toEqual([`Only KES 0.00 has been received for ${called('Security A')}.`]);
      expect((await reverse(body.id, 3)).body.status).toBe('REVERSED');
      expect(await part('SECURITY', book.a)).toEqual({ committed: 0n, paid: 0n });
    });

    test('what was paid beyond the release is due back and blocks the next voucher', async () => {
      const { receipt } = await received();
      await through(await savePremium(book.a, '109375'));
      await t.call('manager.nbo', `PUT ${RECEIVABLE}/reverse/${receipt}`, { body: { version: 3, reason: 'Returned' } });
      const second = await makeSecond();
      const notice = `${called('Security A')} has KES 109,375.00 to give back. Set it off on this voucher, or say why it is paid in full anyway.`;
      expect((await submit(second)).status).toBe(200);
      const { body: preview } = await t.call('manager.nbo', `GET ${PV}/preview/${second}`);
      expect([preview.warnings, preview.reason_needed]).toEqual([[notice], notice]);
      const refused = await decide(second);
      expect([refused.status, refused.body.errors]).toEqual([400, [{ field: 'reason', message: notice }]]);
      const reason = 'It pays the other back on Friday';
      expect((await decide(second, 'manager.nbo', { reason })).status).toBe(200);
      expect((await pay(second)).body.status).toBe('PAID');
      const { rows } = await t.ownerPool.query(
        `select facts from audit_trail where entity = 'voucher' and entity_id = $1 and action = 'approved'`,
        [second],
      );
      expect(rows[0].facts).toMatchObject({ reason, dueBack: '10937500' });
    });

    async function makeSecond(): Promise<number> {
      const { policy } = await received();
      const { id: item } = await t.ownerDatabase
        .selectFrom('note_parts as p')
        .innerJoin('notes as n', 'n.id', 'p.debit_note_id')
        .select('p.id')
        .where('n.policy_id', '=', policy)
        .where('p.party_id', '=', book.a)
        .executeTakeFirstOrThrow();
      const body = { currency: 'KES', bank_date: '2026-03-02', security: book.a, items: [{ item, amount: '1' }] };
      return (await t.call('accountant.nbo', `POST ${PV}/save2`, { body })).body.id;
    }
  });

  describe('who may', () => {
    test('neither the maker decides nor the decider pays; root included', async () => {
      await received();
      const { body } = await savePremium(book.a, '100');
      await submit(body.id);
      expect((await decide(body.id, 'accountant.nbo')).status).toBe(403);
      expect((await decide(body.id, 'root', { version: 1 })).status).toBe(409);
      expect((await decide(body.id, 'root')).status).toBe(200);
      const own = await pay(body.id, 3, { who: 'root' });
      expect([own.status, own.body.title]).toEqual([403, 'You cannot approve your own entry.']);
      expect((await pay(body.id, 2)).status).toBe(409);
      expect((await pay(body.id, 3, { bank_date: '2026-03-03' })).body.errors).toEqual([
        { field: 'bank_date', message: 'The bank date cannot be in the future.' },
      ]);
      expect((await pay(body.id)).status).toBe(200);
      expect((await pay(body.id, 4)).status).toBe(409);
      expect((await decide(body.id)).body.title).toMatch(/^Already approved by root/);
    });

    test('London neither sees nor pays Nairobi’s vouchers, and cannot ask for its parts', async () => {
      await received();
      const { body } = await savePremium(book.a, '100');
      const [item] = await payable(book.a);
      expect((await t.call('manager.lon', `GET ${PV}/${body.id}`)).status).toBe(404);
      expect((await pay(body.id, 1, { who: 'cashier.lon' })).status).toBe(404);
      expect(await payable(book.a, 'accountant.lon')).toEqual([]);
      const foreign = {
        currency: 'KES',
        bank_date: '2026-03-02',
        security: book.a,
        items: [{ item: item?.item, amount: '1' }],
      };
      expect((await t.call('accountant.lon', `POST ${PV}/save2`, { body: foreign })).body.errors[0].field).toBe(
        'items.0.item',
      );
    });

    test('every bad field at once', async () => {
      await received();
      const bad = await savePremium(book.b, '1', { security: book.a, currency: 'ISK' });
      expect(bad.body.errors).toEqual([
        { field: 'currency', message: 'Choose an active currency.' },
        { field: 'items.0.item', message: 'Choose one from the list.' },
      ]);
      expect(
        (await saveOther({ kind: 'TAX', amount: '0' })).body.errors.map((error: { field: string }) => error.field),
      ).toEqual(['amount', 'tax']);
      expect(
        (await saveOther({ kind: 'EXPENSE', amount: '1', account: codeOf('EXCHANGE_LOSS') })).body.errors[0].field,
      ).toBe('account');
    });
  });

  test('drafts are edited, disabled and found', async () => {
    await received();
    const [item] = await payable(book.a);
    const { body } = await savePremium(book.a, '1');
    const edit = {
      id: body.id,
      version: 1,
      currency: 'KES',
      bank_date: '2026-03-09',
      security: book.a,
      items: [{ item: item?.item, amount: '7.50' }],
      narration: 'März',
    };
    expect((await t.call('accountant.nbo', `PUT ${PV}/edit2`, { body: edit })).body).toMatchObject({
      version: 2,
      status: 'DRAFT',
    });
    expect((await t.call('accountant.nbo', `PUT ${PV}/edit2`, { body: edit })).status).toBe(409);
    const found = await t.call('manager.nbo', `GET ${PV}/items2`, {
      query: { searchValue: 'marz', sort: 'bank_date,desc' },
    });
    expect(found.body.data).toMatchObject([
      { id: body.id, payee: called('Security A'), amount: '7.50', kind: 'PREMIUM' },
    ]);
    expect((await t.call('accountant.nbo', `DELETE ${PV}/${body.id}`)).body.status).toBe('DISABLED');
    expect((await submit(body.id)).status).toBe(409);
  });
});

describe('of all that there is', () => {
  apart(course);

  describe('the example of product.md', () => {
    test('half received releases half; paying A, then everything, gives the trial balances of §3', async () => {
      const { note } = await received();
      const released = await Promise.all(
        [book.a, book.b, book.c].map(async (security) => (await payable(security))[0]?.released),
      );
      expect(released).toEqual(['109375.00', '87500.00', '60937.50']);
      const saved = await savePremium(book.a, '109375.00');
      await submit(saved.body.id);
      expect((await decide(saved.body.id)).body.number).toBe('PV/NBO/2026/000001');
      const { body: preview } = await t.call('cashier.nbo', `GET ${PV}/preview/${saved.body.id}`);
      expect(preview).toMatchObject({ can_decide: true, warnings: [] });
      expect(preview.journal).toMatchObject([
        { account: PAYABLES, party: called('Security A'), debit: '109375.00' },
        { account: CLIENT, credit: '109375.00' },
      ]);
      const paid = await pay(saved.body.id, 3, { bank_reference: 'RTGS 1' });
      expect(paid.body).toMatchObject({ status: 'PAID', version: 4 });
      expect(await trialBalance(t)).toEqual({
        [CLIENT]: 17187500n,
        [DEBTORS]: 28125000n,
        [PAYABLES]: -40625000n,
        [TAXES]: -937500n,
        [INCOME]: -3750000n,
      });
      await approvedReceipt(t, exampleReceipt(book, { allocations: [{ note, amount: '281250.00' }] }));
      for (const [security, amount] of [
        [book.a, '109375'],
        [book.b, '175000.00'],
        [book.c, '121875'],
      ] as const)
        expect((await through(await savePremium(security, amount))).status).toBe(200);
      const drawn = await through(await saveOther({ kind: 'DRAWING', amount: '37500.00' }));
      expect(drawn.body.status).toBe('PAID');
      expect(await trialBalance(t)).toEqual({
        [OFFICE]: 3750000n,
        [CLIENT]: 937500n,
        [TAXES]: -937500n,
        [INCOME]: -3750000n,
      });
      const { body: queue } = await t.call('manager.nbo', `GET ${PV}/releases`);
      expect(queue).toMatchObject([{ kind: 'TAX', currency: 'KES', owed: '9375.00', available: '9375.00', items: 1 }]);
      expect((await through(await saveOther({ kind: 'TAX', amount: '9375.00', tax: queue[0].payee.id }))).status).toBe(
        200,
      );
      expect(await trialBalance(t)).toEqual({ [OFFICE]: 3750000n, [INCOME]: -3750000n });
    });

    test('the release queue tells payees apart', async () => {
      await received();
      const { body } = await t.call('manager.nbo', `GET ${PV}/releases`);
      expect(
        body.map((row: { kind: string; payee: { name: string } | null; available: string }) => [
          row.kind,
          row.payee?.name ?? null,
          row.available,
        ]),
      ).toEqual([
        ['TAX', expect.any(String), '4687.50'],
        ['SECURITY', called('Security A'), '109375.00'],
        ['SECURITY', called('Security B'), '87500.00'],
        ['SECURITY', called('Security C'), '60937.50'],
        ['BROKERAGE', null, '18750.00'],
      ]);
    });
  });

  describe('other vouchers', () => {
    test('an expense is paid from the office bank', async () => {
      const saved = await saveOther({
        kind: 'EXPENSE',
        amount: '250.50',
        account: CHARGES,
        narration: 'Bank charges of February',
      });
      expect((await through(saved)).body.status).toBe('PAID');
      expect(await trialBalance(t)).toEqual({ [OFFICE]: -25050n, [CHARGES]: 25050n });
      const { body } = await t.call('auditor', `GET ${PV}/${saved.body.id}`);
      expect(body).toMatchObject({
        kind: 'EXPENSE',
        account: { id: readCount(CHARGES) },
        payee: null,
        amount: '250.50',
      });
    });

    test('a drawing is spread over the oldest brokerage and gives it back when rejected', async () => {
      await received();
      await received();
      const { body } = await saveOther({ kind: 'DRAWING', amount: '20000' });
      await submit(body.id);
      const { body: voucher } = await t.call('manager.nbo', `GET ${PV}/${body.id}`);
      expect(voucher.items.map((item: { amount: string }) => item.amount)).toEqual(['18750.00', '1250.00']);
      await reject(body.id);
      expect((await part('BROKERAGE')).committed).toBe(0n);
      const tooMuch = await saveOther({ kind: 'DRAWING', amount: '37500.01' });
      expect((await submit(tooMuch.body.id)).body.title).toBe(
        'Only KES 37,500.00 has been received for our brokerage.',
      );
    });

    test('of two drawings submitted at once the brokerage is drawn once', async () => {
      await received();
      const ids = [
        (await saveOther({ kind: 'DRAWING', amount: '18750' })).body.id,
        (await saveOther({ kind: 'DRAWING', amount: '18750' })).body.id,
      ];
      const replies = await Promise.all(ids.map(submit));
      expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409]);
      expect((await part('BROKERAGE')).committed).toBe(1875000n);
    });
  });

  describe('reversal and repetition', () => {
    test('a paid voucher is mirrored, its credit note open again, its money free again', async () => {
      await received();
      const saved = await savePremium(book.a, '109375');
      await through(saved);
      expect((await reverse(saved.body.id, 4)).body.status).toBe('REVERSED');
      expect(await part('SECURITY', book.a)).toEqual({ committed: 0n, paid: 0n });
      expect((await trialBalance(t))[PAYABLES]).toBe(-51562500n);
      const { rows } = await t.ownerPool.query(
        `select r.event, e.event as of from journal_entries r join journal_entries e on e.id = r.reverses_id`,
      );
      expect(rows).toEqual([{ event: 'VOUCHER_REVERSED', of: 'VOUCHER_PAID' }]);
      expect((await through(await savePremium(book.a, '109375'))).status).toBe(200);
    });

    test('one key, one payment, one answer', async () => {
      await received();
      const { body } = await savePremium(book.a, '109375');
      await submit(body.id);
      await decide(body.id);
      const paying = { version: 3, bank_reference: 'FT 77' };
      const input = { body: paying, headers: { 'idempotency-key': 'pay-voucher-0001' } };
      const replies = await Promise.all([1, 2].map(() => t.call('cashier.nbo', `PUT ${PV}/pay/${body.id}`, input)));
      expect(replies.map((reply) => reply.status)).toEqual([200, 200]);
      expect(replies[1]?.body).toEqual(replies[0]?.body);
      expect((await trialBalance(t))[CLIENT]).toBe(17187500n);
    });
  });

  describe('foreign currency', () => {
    test('payment at another rate books the difference and leaves no base behind', async () => {
      await t.ownerDatabase.updateTable('currencies').set({ active: true }).where('code', '=', 'USD').execute();
      await t.ownerPool.query(
        `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1290000000000), ('USD', '2026-03-05', 1283333330000)`,
      );
      const policy = await approvedPolicy(t, book, { currency: 'USD', sum_insured: '5000000' });
      const { id: note } = await debitNoteOf(t, policy);
      await approvedReceipt(
        t,
        exampleReceipt(book, { currency: 'USD', receiptAmount: '5625.00', allocations: [{ note, amount: '5625.00' }] }),
      );
      t.clock.set('2026-03-05T08:00:00.000Z');
      const usd = { currency: 'USD', bank_date: '2026-03-05' };
      const [item] = await payable(book.a);
      for (const amount of ['1000.01', '1187.49'])
        expect(
          (await through(await savePremium(book.a, amount, { ...usd, items: [{ item: item?.item, amount }] }))).status,
        ).toBe(200);
      const { rows } = await t.ownerPool.query(`select distinct tax_id as id from note_parts where tax_id is not null`);
      for (const amount of ['0.01', '93.74'])
        expect((await through(await saveOther({ ...usd, kind: 'TAX', tax: rows[0].id, amount }))).status).toBe(200);
      const base = await trialBalance(t, 'base_amount');
      const left = await t.ownerPool.query(
        `select sum(base_amount)::bigint as base, sum(amount)::bigint as amount from journal_lines where account = '${TAXES}' or (account = '${PAYABLES}' and party_id = $1)`,
        [book.a],
      );
      expect(left.rows).toEqual([{ base: 0n, amount: 0n }]);
      // (2,187.50 + 93.75) × (129 − 128.333333): the payables cost less than they were booked at.
      expect(base[codeOf('EXCHANGE_GAIN')]).toBe(-152083n);
    });
  });
});
