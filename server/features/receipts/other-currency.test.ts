import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { expectExplained } from '../../testing/client-money.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { apart, testAppsOn, together, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { adjustmentCalls, letBear } from '../adjustments/adjustments.factories.ts';
import { ourBankAccount } from '../banks/banks.factories.ts';
import { readJournal } from '../reports/money/journal.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import {
  approvedReceipt,
  approveReceipt,
  debitNoteOf,
  exampleReceipt,
  pendingReceipt,
  RECEIVABLE as RV,
} from './receipts.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
/** USD 11,250.00, booked at 129.50. */
let note: { id: number; number: string };

const rateOf = (currency: string, rate: string) =>
  t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ($1, '2026-03-02', $2::numeric * 10000000000)
     on conflict (currency, day) do update set rate = excluded.rate`,
    [currency, rate],
  );

let serial = 0;
/** Parties, and a note that has become dearer since. */
async function noted(): Promise<void> {
  serial += 1;
  book = await makeBook(t, ` ${serial}`);
  await rateOf('USD', '129.50');
  note = await debitNoteOf(t, await approvedPolicy(t, book, { currency: 'USD', sum_insured: '10000000' }));
  await rateOf('USD', '130.10');
}
let laid: { book: Book; note: typeof note };
const onGround = testAppsOn(async (ground) => {
  t = ground;
  await ourBankAccount(t, { name: 'Clients KES', number: '7001' });
  await ourBankAccount(t, { name: 'Clients USD', number: '7003', currency: 'USD' });
  await noted();
  laid = { book, note };
});
const open = async () => {
  t = await onGround();
};
const close = async () => {
  await expectBalanced(t);
  await expectExplained(t);
  await t.close();
};
const OF_ALL = { open, enter: async () => void ({ book, note } = laid), close };
const OF_ITS_NOTE = { open, enter: noted, close };

const { payable, saveOther, submit, decide, pay, through: throughVoucher } = voucherCalls(() => t);
const shillings = (amount: string, part: Record<string, unknown> = {}, changes: Record<string, unknown> = {}) =>
  exampleReceipt(book, { receiptAmount: amount, allocations: [{ note: note.id, amount, ...part }], ...changes });
const save = (body: Record<string, unknown>) => t.call('accountant.nbo', `POST ${RV}/save`, { body });
const read = async (id: number) => (await t.call('manager.nbo', `GET ${RV}/${id}`)).body;
const allocate = (id: number, version: number, allocations: unknown[]) =>
  t.call('accountant.nbo', `PUT ${RV}/allocate`, { body: { id, version, allocations } });
const reversed = (id: number, version: number, step = 'reverse') =>
  t.call('manager.nbo', `PUT ${RV}/${step}/${id}`, { body: { version, reason: 'By mistake' } });
const clientMoney = async () => (await t.call('accountant.nbo', `GET ${SCA}/clientmoney/items`)).body;
async function linesOf(id: number) {
  const { rows } = await t.ownerPool.query(
    `select l.account, l.currency, l.amount, l.base_amount as base from journal_entries e join journal_lines l on l.entry_id = e.id
     where e.source_kind = 'receipt' and e.source_id = $1 and e.event = 'ALLOCATION' order by l.id`,
    [id],
  );
  return rows.map((row) => [row.account, row.currency, row.amount, row.base]);
}
async function settledOf(id: number) {
  const { rows } = await t.ownerPool.query(
    `select n.settled, sum(i.base_outstanding)::bigint as base from notes n join open_items i on i.note_id = n.id where n.id = $1 group by 1`,
    [id],
  );
  return [rows[0].settled, rows[0].base];
}
const M5 = [
  [codeOf('UNALLOCATED_CASH'), 'KES', 130_100_000, 130_100_000],
  [codeOf('EXCHANGE_CLEARING'), 'KES', -130_100_000, -130_100_000],
  [codeOf('EXCHANGE_CLEARING'), 'USD', 1_000_000, 130_100_000],
  [codeOf('PREMIUM_RECEIVABLE'), 'USD', -1_000_000, -129_500_000],
  [codeOf('EXCHANGE_GAIN'), 'USD', 0, -600_000],
];
const plain = (rows: unknown[][]) => rows.map((row) => row.map((one) => (typeof one === 'bigint' ? Number(one) : one)));

describe('KES 1,301,000.00 for USD 10,000.00 of a note booked at 129.50 (M5)', () => {
  apart(OF_ALL);

  test('is shown to its checker, booked in one entry, releases in the note’s currency and shows both amounts', async () => {
    const id = await pendingReceipt(t, shillings('1301000.00'));
    const shown = (await t.call('manager.nbo', `GET ${RV}/preview/${id}`)).body;
    expect(shown.warnings).toEqual(['An exchange gain of KES 6,000.00 is booked with it.']);
    expect(
      shown.journal.map((line: Record<string, string>) => [line['account'], line['currency'], line['debit'] ?? null]),
    ).toEqual([
      [codeOf('CLIENT_BANK'), 'KES', '1301000.00'],
      [codeOf('UNALLOCATED_CASH'), 'KES', null],
      [codeOf('UNALLOCATED_CASH'), 'KES', '1301000.00'],
      [codeOf('EXCHANGE_CLEARING'), 'KES', null],
      [codeOf('EXCHANGE_CLEARING'), 'USD', '10000.00'],
      [codeOf('PREMIUM_RECEIVABLE'), 'USD', null],
    ]);
    expect((await approveReceipt(t, id)).status).toBe(200);
    expect(plain(await linesOf(id))).toEqual(M5);
    const file = await t.call('manager.nbo', `GET ${SCA}/ledger/export`, { query: { format: 'hledger' } });
    expect(readJournal(file.bytes.toString('utf8')).entries.filter((entry) => entry.base !== 0n)).toEqual([]);
    expect(await settledOf(note.id)).toEqual([1_000_000n, 145_687_500n - 129_500_000n]);
    // 10,000 of 11,250 of A's USD 4,375.00.
    expect((await payable(book.a))[0]).toMatchObject({ released: '3888.88' });
    expect(await read(id)).toMatchObject({
      currency: 'KES',
      allocated: '1301000.00',
      left: '0.00',
      allocations: [{ amount: '1301000.00', note_amount: '10000.00', note_currency: 'USD', effective: true }],
    });
    const get = async (call: string) => (await t.call('accountant.nbo', `GET ${SCA}/${call}`)).body;
    expect((await get(`facultativereportitem?param=${book.reinsured}`)).data).toMatchObject([
      { paid: '10000.00', balance: '1250.00' },
    ]);
    expect((await get('receivable/ageingoverviewreport')).totals).toMatchObject([
      { currency: 'USD', total: '1250.00' },
    ]);
    const paper = await t.call('accountant.nbo', `PUT ${RV}/receipt2`, {
      query: { id },
      headers: { accept: 'application/pdf' },
    });
    const text = readPdfText(paper.bytes).replace(/\s+/g, ' ');
    for (const words of ['USD 11,250.00', 'USD 10,000.00', 'USD 1,250.00', 'Total received 1,301,000.00'])
      expect(text).toContain(words);
  });

  test('leaves client money short of dollars and over in shillings, until it is converted as proposed', async () => {
    await approvedReceipt(t, shillings('1301000.00'));
    const before = await clientMoney();
    expect(before.data).toMatchObject([
      { currency: 'KES', held: '1301000.00', required: '0.00', exchanged: '1301000.00', result: '1301000.00' },
      { currency: 'USD', held: '0.00', premiums: '10000.00', exchanged: '-10000.00', result: '-10000.00' },
    ]);
    expect(before.to_convert).toEqual([
      { branch: 'NBO', currency: 'KES', amount: '1301000.00', into_currency: 'USD', into_amount: '10000.00' },
    ]);
    const [{ branch: _, ...proposed }] = before.to_convert;
    expect((await throughVoucher(await saveOther({ kind: 'CLIENT_TRANSFER', ...proposed }))).status).toBe(200);
    const after = await clientMoney();
    expect(after.data).toMatchObject([{ currency: 'USD', held: '10000.00', exchanged: '0.00', result: '0.00' }]);
    expect(after.to_convert).toEqual([]);
    const { rows } = await t.ownerPool.query(
      `select sum(debit - credit)::int as amount, sum(base_debit - base_credit)::int as base from daily_balances where account = $1 group by currency`,
      [codeOf('EXCHANGE_CLEARING')],
    );
    expect(rows).toEqual([
      { amount: 0, base: 0 },
      { amount: 0, base: 0 },
    ]);
  });

  test.each([
    ['reversed', 'reverse', {}],
    ['a cheque returned unpaid', 'bounce', { method: 'CHEQUE' }],
  ])('is %s whole: the note is open again by its own amount', async (_, step, changes) => {
    const id = await approvedReceipt(t, shillings('1301000.00', {}, changes));
    expect((await reversed(id, 3, step)).status).toBe(200);
    expect(await settledOf(note.id)).toEqual([0n, 145_687_500n]);
    expect((await payable(book.a)).map((one) => one.released)).toEqual(['0.00']);
    expect(await read(id)).toMatchObject({ status: 'REVERSED', allocations: [{ effective: false }] });
    expect((await clientMoney()).data).toEqual([]);
  });
});

describe('the other way round', () => {
  apart(OF_ALL);

  test('a receipt in dollars settles a note in shillings, whose side is in base', async () => {
    const own = await debitNoteOf(t, await approvedPolicy(t, book));
    const allocations = [{ note: own.id, amount: '1000.00', note_amount: '129900.00' }];
    const id = await approvedReceipt(
      t,
      exampleReceipt(book, { currency: 'USD', receiptAmount: '1000.00', allocations }),
    );
    expect(plain(await linesOf(id))).toEqual([
      [codeOf('UNALLOCATED_CASH'), 'USD', 100_000, 13_010_000],
      [codeOf('EXCHANGE_CLEARING'), 'USD', -100_000, -12_990_000],
      [codeOf('EXCHANGE_CLEARING'), 'KES', 12_990_000, 12_990_000],
      [codeOf('PREMIUM_RECEIVABLE'), 'KES', -12_990_000, -12_990_000],
      [codeOf('EXCHANGE_GAIN'), 'USD', 0, -20_000],
    ]);
    expect((await clientMoney()).to_convert).toEqual([
      { branch: 'NBO', currency: 'USD', amount: '1000.00', into_currency: 'KES', into_amount: '129900.00' },
    ]);
  });
});

describe('currencies with 0, 2 and 3 decimals', () => {
  // Each receipt is taken back, and nothing is left of it.
  together(OF_ALL);

  beforeEach(async () => {
    await rateOf('JPY', '0.8674');
    await rateOf('KWD', '423.55');
    await t.ownerPool.query(`insert into currencies (code, name, exponent) values ('JPY', 'Yen', 0), ('KWD', 'Dinar', 3)
      on conflict (code) do update set active = true`);
  });

  test.each([
    [
      { currency: 'JPY', receiptAmount: '1000000' },
      { currency: 'KWD', settles: '2047.928', units: 2_047_928 },
    ],
    [
      { currency: 'KWD', receiptAmount: '204.793' },
      { currency: 'JPY', settles: '100000', units: 100_000 },
    ],
    [
      { currency: 'KES', receiptAmount: '1000.00' },
      { currency: 'JPY', settles: '1153', units: 1153 },
    ],
    [
      { currency: 'JPY', receiptAmount: '115300' },
      { currency: 'KES', settles: '100011.22', units: 10_001_122 },
    ],
  ])('%j settles %j, and what it leaves is converted', async (paid, { currency, settles, units }) => {
    const own = await debitNoteOf(t, await approvedPolicy(t, book, { currency, sum_insured: '500000000' }));
    const allocations = [{ note: own.id, amount: paid.receiptAmount }];
    const id = await approvedReceipt(t, exampleReceipt(book, { ...paid, allocations }));
    expect((await settledOf(own.id))[0]).toBe(BigInt(units));
    expect((await read(id)).allocations).toMatchObject([{ note_amount: settles, note_currency: currency }]);
    expect((await clientMoney()).to_convert).toMatchObject([
      { currency: paid.currency, amount: paid.receiptAmount, into_currency: currency, into_amount: settles },
    ]);
    expect((await reversed(id, 3)).status).toBe(200);
    expect((await settledOf(own.id))[0]).toBe(0n);
  });
});

describe('of its own note', () => {
  together(OF_ITS_NOTE);

  describe('which amounts', () => {
    test('both are as typed; the note is settled in full by its own amount', async () => {
      const id = await pendingReceipt(t, shillings('1465000.00', { note_amount: '11250.00' }));
      expect((await t.call('manager.nbo', `GET ${RV}/preview/${id}`)).body.warnings).toEqual([
        `KES 1,465,000.00 settles USD 11,250.00 of ${note.number}. At the rates of the day it comes to USD 11,260.57.`,
        'An exchange gain of KES 8,125.00 is booked with it.',
      ]);
      await approveReceipt(t, id);
      expect(await settledOf(note.id)).toEqual([1_125_000n, 0n]);
      expect(plain(await linesOf(id)).at(-1)).toEqual([codeOf('EXCHANGE_GAIN'), 'USD', 0, -812_500]);
    });

    test('more than the note owes is refused in its currency, more than the receipt has in its own', async () => {
      const over = await save(shillings('1301000.00', { note_amount: '11250.01' }));
      expect([over.status, over.body.code]).toEqual([409, 'OVER_ALLOCATED']);
      const spent = await save(shillings('1301000.00', { amount: '1301000.01' }));
      expect([spent.status, spent.body.code]).toEqual([409, 'RECEIPT_SPENT']);
    });

    test('within one currency nothing else is settled than is taken of the receipt', async () => {
      const own = await debitNoteOf(t, await approvedPolicy(t, book));
      const { status, body } = await save(shillings('1.00', { note: own.id, note_amount: '2.00' }));
      const message = 'A note in KES is settled by what is taken of the receipt.';
      expect([status, body.errors]).toEqual([400, [{ field: 'allocations.0.note_amount', message }]]);
    });

    test('of a currency without a rate both are asked for', async () => {
      await t.ownerPool.query(`delete from exchange_rates`);
      const { status, body } = await save(shillings('1301000.00'));
      expect([status, body.errors]).toEqual([
        400,
        [{ field: 'allocations.0.note_amount', message: 'Enter what it settles in USD.' }],
      ]);
      expect((await save(shillings('1301000.00', { note_amount: '10000.00' }))).status).toBe(200);
    });

    test('what is left later goes at the rate of that day, and the rest is given back', async () => {
      const id = await approvedReceipt(
        t,
        exampleReceipt(book, { receiptAmount: '1500000.00', receiptType: 'ON_ACCOUNT' }),
      );
      expect((await allocate(id, 3, [{ note: note.id, amount: '1301000.00' }])).status).toBe(200);
      expect(plain(await linesOf(id))).toEqual(M5);
      expect((await allocate(id, 4, [{ note: note.id, amount: '199000.01' }])).body.code).toBe('RECEIPT_SPENT');
      expect((await allocate(id, 4, [{ note: note.id, amount: '1.00', note_amount: '1250.01' }])).body.code).toBe(
        'OVER_ALLOCATED',
      );
      const refund = await saveOther({ kind: 'REFUND', receipt: id, amount: '199000.00' });
      await submit(refund.body.id);
      await decide(refund.body.id, 'manager.nbo', { reason: 'Agreed with both' });
      expect((await pay(refund.body.id, 3, { reason: 'By hand' })).status).toBe(200);
      expect(await read(id)).toMatchObject({ left: '0.00', refunded: '199000.00' });
    });
  });

  describe('what else such a note is settled by', () => {
    test('a certificate and a small difference are of the note’s currency, and settle it beside the shillings', async () => {
      await letBear(t, 'USD', 10_000n);
      // The note's tax on C is USD 187.50.
      const { rows } = await t.ownerPool.query(
        `select tax_id as tax, amount from note_parts where kind = 'TAX' and debit_note_id = $1`,
        [note.id],
      );
      expect(rows[0].amount).toBe(18_750n);
      const { through } = adjustmentCalls(() => t);
      const certificate = {
        note: note.id,
        kind: 'CERTIFICATE',
        amount: '187.50',
        tax: rows[0].tax,
        certificate: 'WHT/1',
      };
      expect((await through(certificate)).status).toBe(200);
      const over = await save(shillings('1301000.00', { note_amount: '11062.51' }));
      expect(over.body.code).toBe('OVER_ALLOCATED');
      await approvedReceipt(t, shillings('1438000.00', { note_amount: '11060.00' }));
      expect((await through({ note: note.id, kind: 'WRITE_OFF', amount: '2.50', reason: 'Rounding' })).status).toBe(
        200,
      );
      expect(await settledOf(note.id)).toEqual([1_125_000n, 0n]);
    });

    test('brokerage that was deferred is collected in the note’s currency', async () => {
      await t.ownerPool.query(`update firm set brokerage_recognition = 'RECEIPT'`);
      const own = await debitNoteOf(t, await approvedPolicy(t, book, { currency: 'USD', sum_insured: '10000000' }));
      const id = await approvedReceipt(t, shillings('731812.50', { note: own.id, note_amount: '5625.00' }));
      const lines = (await linesOf(id)).map(([account, currency, amount]) => [account, currency, Number(amount)]);
      expect(lines.filter(([account]) => account === codeOf('BROKERAGE_INCOME'))).toEqual([
        [codeOf('BROKERAGE_INCOME'), 'USD', -37_500],
      ]);
    });
  });

  describe('notes in other currencies', () => {
    const foreign = (query: Record<string, unknown> = {}) =>
      t.call('accountant.nbo', `GET ${RV}/foreignnotes`, {
        query: { reinsured: book.reinsured, currency: 'KES', ...query },
      });

    test('are listed apart, with the rates of the day', async () => {
      const own = await debitNoteOf(t, await approvedPolicy(t, book));
      expect((await foreign()).body).toMatchObject({
        notes: [{ id: note.id, currency: 'USD', outstanding: '11250.00' }],
        rates: [
          { currency: 'KES', rate: '1' },
          { currency: 'USD', rate: '130.1' },
        ],
      });
      expect((await foreign({ currency: 'USD', day: '2026-02-01' })).body).toMatchObject({
        notes: [{ id: own.id }],
        rates: [{ rate: null }, { rate: '1' }],
      });
      const offered = await t.call('accountant.nbo', `GET ${RV}/opennotes`, {
        query: { reinsured: book.reinsured, currency: 'KES' },
      });
      expect(offered.body.map((one: { id: number }) => one.id)).toEqual([own.id]);
    });

    test('are those of one payer alone', async () => {
      expect((await foreign({ reinsured: book.a })).body).toEqual({ notes: [], rates: [] });
    });
  });
});
