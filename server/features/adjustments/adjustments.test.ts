import { beforeEach, describe, expect, test } from 'vitest';
import { formatAmount } from '../../../domain/values/money.ts';
import { codeOf } from '../../testing/chart.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { apart, together, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { ADJ, adjustmentCalls, letBear } from './adjustments.factories.ts';

let t: TestApp;
let book: Book;
let note: number;
let tax: number;

let serial: number;
// Some tests look at another note.
const course = ownBooks(
  async (...entered) => {
    [t, book, serial] = entered;
    note = (await debitNoteOf(t, await approvedPolicy(t, book))).id;
    const ofTax = `select tax_id from note_parts where kind = 'TAX' and debit_note_id = $1`;
    tax = (await t.ownerPool.query(ofTax, [note])).rows[0].tax_id;
  },
  { look: expectBalanced },
);

const { save, attach, submit, decide, reverse, through } = adjustmentCalls(() => t);
const { payable, savePremium, saveOther, through: payVoucher, submit: submitVoucher } = voucherCalls(() => t);

const receive = (amount: string) =>
  approvedReceipt(t, exampleReceipt(book, { receiptAmount: amount, allocations: [{ note, amount }] }));
const certificate = (amount = '9375.00', number = `WHT/${serial}`) => ({
  note,
  kind: 'CERTIFICATE',
  amount,
  tax,
  certificate: number,
});
const lost = (amount: string) => ({ note, kind: 'UNCOLLECTABLE', amount, reason: 'The reinsured is insolvent' });
const writtenOff = (amount: string) => ({ note, kind: 'WRITE_OFF', amount, reason: 'Bank rounding' });
const available = async () =>
  Promise.all([book.a, book.b, book.c].map(async (security) => (await payable(security))[0]?.available));
const brokerage = async () => {
  const { rows } = await t.ownerPool.query<{ available: bigint }>(
    `select r.available from part_releases(array[$1::int]) r join note_parts p on p.id = r.part_id where p.kind = 'BROKERAGE'`,
    [note],
  );
  return formatAmount(rows[0]?.available ?? 0n, 'KES');
};
const noteNow = async () => {
  const { rows } = await t.ownerPool.query<{ amount: bigint; settled: bigint }>(
    'select amount, settled from notes where id = $1',
    [note],
  );
  return formatAmount((rows[0]?.amount ?? 0n) - (rows[0]?.settled ?? 0n), 'KES');
};

const journal = (id: number) => journalOf(t, { kind: 'adjustment', id });

describe('of one note', () => {
  together(course);

  describe('a certificate (M1)', () => {
    test('reversed, its tax waits for money again', async () => {
      await receive('281250.00');
      const { id } = await through(certificate());
      expect((await reverse(id, 3)).status).toBe(200);
      expect(await available()).toEqual(['109375.00', '87500.00', '60937.50']);
      expect(await noteNow()).toBe('281250.00');
      expect((await reverse(id, 4)).status).toBe(409);
    });

    test('carries its paper', async () => {
      const { id } = (await save(certificate())).body;
      const refused = await submit(id);
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [{ field: 'certificate', message: 'Attach the certificate first.' }],
      ]);
      expect((await attach(id)).status).toBe(200);
      expect((await submit(id)).status).toBe(200);
    });

    test('is decided by a second person, who has the right', async () => {
      const { id } = (await save(certificate())).body;
      await attach(id);
      await submit(id);
      expect((await decide(id, 'accountant.nbo')).body.code).toBe('FORBIDDEN');
      expect((await decide(id, 'manager.lon')).body.code).toBe('NOT_FOUND');
      expect((await save(certificate(), 'cashier.nbo')).body.code).toBe('FORBIDDEN');
      expect((await decide(id)).status).toBe(200);
    });

    test('counts once with its number', async () => {
      expect((await through(certificate('1000.00'))).status).toBe(200);
      const again = await through(certificate('1000.00', `wht/${serial}`));
      expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE']);
    });
  });

  describe('a small difference (M2)', () => {
    test('settles the note, and the firm pays it in the same act', async () => {
      await letBear(t, 'KES', 1000n);
      await receive('562496.80');
      const { id, status } = await through(writtenOff('3.20'));
      expect(status).toBe(200);
      expect(await journal(id)).toEqual([
        'WRITE_OFF WRITE_OFFS 3.20',
        'WRITE_OFF PREMIUM_RECEIVABLE -3.20',
        'MADE_GOOD CLIENT_BANK 3.20',
        'MADE_GOOD OFFICE_BANK -3.20',
      ]);
      expect([await noteNow(), await available()]).toEqual(['0.00', ['218750.00', '175000.00', '121875.00']]);
      expect((await payVoucher(await savePremium(book.a, '218750.00'))).status).toBe(200);
      expect((await reverse(id, 3)).status).toBe(200);
      expect(await noteNow()).toBe('3.20');
    });
  });

  test('a charge kept by the payer’s bank is the firm’s (M4)', async () => {
    await letBear(t, 'KES', 100_000n);
    await receive('562000.00');
    const { id } = await through({ note, kind: 'BANK_CHARGE', amount: '500.00' });
    expect(await journal(id)).toEqual([
      'BANK_CHARGE BANK_CHARGES 500.00',
      'BANK_CHARGE PREMIUM_RECEIVABLE -500.00',
      'MADE_GOOD CLIENT_BANK 500.00',
      'MADE_GOOD OFFICE_BANK -500.00',
    ]);
    expect(await available()).toEqual(['218750.00', '175000.00', '121875.00']);
  });

  describe('premium that cannot be collected (M3)', () => {
    test('is the securities’ loss, and ours for brokerage', async () => {
      await receive('281250.00');
      const { id, status } = await through(lost('281250.00'));
      expect(status).toBe(200);
      expect((await journal(id)).toSorted()).toEqual(
        [
          'UNCOLLECTABLE BROKERAGE_INCOME 18750.00',
          'UNCOLLECTABLE PREMIUM_PAYABLE 109375.00',
          'UNCOLLECTABLE PREMIUM_PAYABLE 60937.50',
          'UNCOLLECTABLE PREMIUM_PAYABLE 87500.00',
          'UNCOLLECTABLE PREMIUM_RECEIVABLE -281250.00',
          'UNCOLLECTABLE TAXES_PAYABLE 4687.50',
        ].toSorted(),
      );
      expect(await available()).toEqual(['109375.00', '87500.00', '60937.50']);
      expect((await payVoucher(await savePremium(book.a, '109375.00'))).status).toBe(200);
      expect(await payable(book.a)).toEqual([]);
      expect((await reverse(id, 3)).status).toBe(200);
      expect((await payable(book.a))[0]).toMatchObject({ net: '218750.00', available: '0.00' });
    });

    test('after a certificate, of what is left', async () => {
      await receive('281250.00');
      await through(certificate());
      const { id } = await through(lost('271875.00'));
      const page = await t.call('manager.nbo', `GET ${ADJ}/${id}`);
      const amounts = page.body.parts.map((part: { amount: string }) => part.amount);
      expect(amounts.toSorted()).toEqual(['107521.19', '86016.95', '59904.66', '18432.20'].toSorted());
      expect(await noteNow()).toBe('0.00');
    });

    test('is divided anew once a change of securities resized the parts', async () => {
      await receive('281250.00');
      const first = await through(lost('281250.00'));
      const next = (await makeBook(t, ' D')).a;
      const { rows } = await t.ownerPool.query<{ policy: number }>(
        'select policy_id as policy from notes where id = $1',
        [note],
      );
      const policy = rows[0]?.policy ?? 0;
      const securities = [
        { security: book.a, share: '25' },
        { security: book.b, share: '20' },
        { security: next, share: '15' },
      ];
      const change = { endorsementtype: 'SEC', sum_insured: null, securities };
      await expect(approvedEndorsement(t, policy, change)).rejects.toThrow('LOSS_FIRST');
      expect((await reverse(first.id, 3)).status).toBe(200);
      await approvedEndorsement(t, policy, change);
      const anew = await through(lost('281250.00'));
      const page = await t.call('manager.nbo', `GET ${ADJ}/${anew.id}`);
      const amounts = page.body.parts.map((part: { amount: string }) => part.amount);
      expect(amounts.toSorted()).toEqual(
        ['109375.00', '87500.00', '36562.50', '18750.00', '2812.50', '26250.00'].toSorted(),
      );
    });

    test('never more than is outstanding, and for a reason', async () => {
      await receive('281250.00');
      expect((await through(lost('281250.01'))).body.code).toBe('OVER_ALLOCATED');
      const silent = await save({ ...lost('1.00'), reason: '' });
      expect(silent.body.errors).toEqual([{ field: 'reason', message: 'Say why it is not collected.' }]);
    });
  });

  test('in another currency the note gives up the base that it was booked at', async () => {
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1290000000000)`,
    );
    const policy = await approvedPolicy(t, book, { currency: 'USD' });
    note = (await debitNoteOf(t, policy)).id;
    await letBear(t, 'USD', 5000n);
    expect((await through(writtenOff('12.34'))).status).toBe(200);
    expect((await through(certificate('1.23'))).status).toBe(200);
    expect((await through(lost('1000.01'))).status).toBe(200);
  });
});

describe('of all that there is', () => {
  apart(course);

  test('a certificate pays its own tax and nothing else', async () => {
    await receive('281250.00');
    const { id, status, body } = await through(certificate());
    expect([status, body.number]).toEqual([200, 'ADJ/NBO/2026/000001']);
    expect(await available()).toEqual(['111228.81', '88983.05', '61970.33']);
    expect(await brokerage()).toBe('19067.79');
    expect(await noteNow()).toBe('271875.00');
    expect(await journal(id)).toEqual(['CERTIFICATE TAXES_PAYABLE 9375.00', 'CERTIFICATE PREMIUM_RECEIVABLE -9375.00']);
    const page = await t.call('accountant.nbo', `GET ${ADJ}/${id}`);
    expect(page.body).toMatchObject({ certificate: `WHT/${serial}`, parts: [{ amount: '9375.00' }], tax: { id: tax } });
    await receive('271875.00');
    expect(await available()).toEqual(['218750.00', '175000.00', '121875.00']);
  });

  test('a certificate pays at most its tax, less what is on vouchers', async () => {
    await receive('562500.00');
    const taken = await saveOther({ kind: 'TAX', tax, amount: '5000.00' });
    expect((await submitVoucher(taken.body.id)).status).toBe(200);
    expect((await through(certificate('1.00'))).body.code).toBe('VALIDATION');
  });

  test('a certificate leaves room for what a voucher holds of its tax', async () => {
    await receive('281250.00');
    const taken = await saveOther({ kind: 'TAX', tax, amount: '4687.50' });
    expect((await submitVoucher(taken.body.id)).status).toBe(200);
    const over = await through(certificate('4687.51'));
    expect(over.body.errors?.[0]?.message).toBe(
      'Only KES 4,687.50 of this tax is open on the note: the rest is on vouchers, or certified already.',
    );
    expect((await through(certificate('4687.50'))).status).toBe(200);
  });

  test('a small difference is within the limit of its currency, over all of the note', async () => {
    const none = await through(writtenOff('0.01'));
    expect(none.body.errors[0].message).toMatch(/^No limit for KES/);
    await letBear(t, 'KES', 1000n);
    expect((await through(writtenOff('6.00'))).status).toBe(200);
    const over = await through({ note, kind: 'BANK_CHARGE', amount: '4.01' });
    expect(over.body.errors[0].message).toBe('The firm bears at most KES 4.00 more of this note.');
    expect((await through({ note, kind: 'BANK_CHARGE', amount: '4.00' })).status).toBe(200);
  });

  test('root sets the limit, a manager does not', async () => {
    const { rows } = await t.ownerPool.query(`select id, version from currencies where code = 'KES'`);
    const body = { ...rows[0], amount: '10.00' };
    const set = (who: string, changes = {}) =>
      t.call(who, 'PUT /api/sca/v1/currency/writeofflimit', { body: { ...body, ...changes } });
    expect((await set('manager.nbo')).body.code).toBe('FORBIDDEN');
    expect((await set('root', { amount: '-1' })).body.code).toBe('VALIDATION');
    expect((await set('root', { amount: '0.001' })).body.code).toBe('VALIDATION');
    expect((await set('root')).status).toBe(200);
    expect((await set('root')).body.code).toBe('STALE');
    const one = await t.call('manager.nbo', `GET /api/sca/v1/currency/${rows[0].id}`);
    expect(one.body.write_off_limit).toBe('10.00');
  });

  describe('brokerage recognised on receipt', () => {
    const deferred = async () => {
      const { rows } = await t.ownerPool.query(
        `select coalesce(sum(amount), 0)::bigint as sum from journal_lines where account = '${codeOf('DEFERRED_BROKERAGE')}'`,
      );
      return formatAmount(rows[0].sum, 'KES');
    };
    beforeEach(async () => {
      await t.ownerDatabase.updateTable('firm').set({ brokerage_recognition: 'RECEIPT' }).execute();
      note = (await debitNoteOf(t, await approvedPolicy(t, book))).id;
      await t.ownerDatabase.updateTable('firm').set({ brokerage_recognition: 'DEBIT_NOTE' }).execute();
    });
    test('is collected as it is released, certificate or not, and lost with what cannot be collected', async () => {
      await receive('281250.00');
      expect(await deferred()).toBe('-18750.00');
      await through(certificate());
      expect(await deferred()).toBe('-18432.21');
      await through(lost('271875.00'));
      expect(await deferred()).toBe('0.00');
    });
  });
});
