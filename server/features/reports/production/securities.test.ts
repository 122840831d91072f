import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { voucherCalls } from '../../vouchers/vouchers.factories.ts';
import { codeOf } from '../../../testing/chart.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let policy: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
});
afterAll(() => t.close());

const schedule = (param: string | number, who = 'underwriter.nbo', query: Record<string, string> = {}) =>
  t.call(who, `GET ${SCA}/underwriting/ss`, { query: { param, ...query } });
type Row = Record<string, string> & { security: { name: string } };
const figures = (rows: Row[], ...fields: string[]) =>
  rows.map((row) => [row.security.name, ...fields.map((one) => row[one])]);

async function must(who: string, call: `${string} ${string}`, body?: unknown) {
  const reply = await t.call(who, call, body === undefined ? {} : { body });
  if (reply.status !== 200) throw new Error(`${call}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

test('the example: lines, nets, nothing paid yet', async () => {
  const { body } = await schedule(policy);
  expect(body).toMatchObject({
    policy: { id: policy },
    currency: 'KES',
    total: { netpayable: '515625.00', paid: '0.00' },
  });
  expect(figures(body.data, 'share', 'sharepremium', 'netpayable', 'paid', 'balance')).toEqual([
    ['Security A', '25', '312500.00', '218750.00', '0.00', '218750.00'],
    ['Security B', '20', '250000.00', '175000.00', '0.00', '175000.00'],
    ['Security C', '15', '187500.00', '121875.00', '0.00', '121875.00'],
  ]);
  expect(body.data[0]).toMatchObject({ endorsement: null, note: { number: expect.stringContaining('CN/') } });
});

test('by broker reference, and what was paid to one', async () => {
  const { id: note } = await debitNoteOf(t, policy);
  await approvedReceipt(t, {
    ...exampleReceipt(book),
    receiptAmount: '562500.00',
    allocations: [{ note, amount: '562500.00' }],
  });
  const [item] = await must('accountant.nbo', `GET ${SCA}/paymentvoucher/findPoliciesBySecurity?security=${book.a}`);
  const voucher = await must('accountant.nbo', `POST ${SCA}/paymentvoucher/save2`, {
    currency: 'KES',
    bank_date: '2026-03-02',
    security: book.a,
    items: [{ item: item.item, amount: '100000.00' }],
  });
  await must('accountant.nbo', `PUT ${SCA}/paymentvoucher/submit/${voucher.id}`);
  await must('manager.nbo', `PUT ${SCA}/paymentvoucher/approve/${voucher.id}/APPROVED`, { version: 2 });
  await must('cashier.nbo', `PUT ${SCA}/paymentvoucher/pay/${voucher.id}`, { version: 3, bank_reference: 'FT 901' });
  const { body: record } = await t.call('underwriter.nbo', `GET ${SCA}/underwriting/${policy}`);
  const { body } = await schedule(record.broker_reference);
  expect(figures(body.securities, 'paid', 'balance')).toEqual([
    ['Security A', '100000.00', '118750.00'],
    ['Security B', '0.00', '175000.00'],
    ['Security C', '0.00', '121875.00'],
  ]);
});

test('an endorsement is listed under its original, and counts in the totals', async () => {
  const saved = await must('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, {
    policy,
    endorsementtype: 'AP',
    effective_date: '2026-06-01',
    description: 'Sum insured up',
    basis: 'KEYED',
    premium: '100000',
  });
  expect((await schedule(policy)).body.data).toHaveLength(3);
  await must('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${saved.id}`);
  await must('manager.nbo', `PUT ${SCA}/endorsement/approve/${saved.id}/APPROVED`, { version: 2 });
  const { body } = await schedule(policy);
  expect(body.data.map((row: Row) => [row.security.name, row['endorsement'], row['netpayable']])).toEqual([
    ['Security A', null, '218750.00'],
    ['Security A', saved.number, '17500.00'],
    ['Security B', null, '175000.00'],
    ['Security B', saved.number, '14000.00'],
    ['Security C', null, '121875.00'],
    ['Security C', saved.number, '9750.00'],
  ]);
  expect(body.total).toMatchObject({ netpayable: '556875.00', paid: '100000.00', balance: '456875.00' });
});

test('a draft has its lines and no note', async () => {
  const { body: draft } = await t.call('underwriter.nbo', `POST ${SCA}/underwriting/save`, {
    body: examplePolicy(book),
  });
  const { body } = await schedule(draft.id);
  expect(body.data[0]).toMatchObject({
    netpayable: '218750.00',
    paid: '0.00',
    balance: '0.00',
    note: null,
    due_on: null,
  });
});

test('what is void is not owed', async () => {
  const other = await approvedPolicy(t, book);
  await must('manager.nbo', `DELETE ${SCA}/underwriting/${other}`, { reason: 'Keyed twice' });
  expect((await schedule(other)).body.total).toMatchObject({ paid: '0.00', balance: '0.00' });
});

test('as CSV, row for row', async () => {
  const file = await schedule(policy, 'underwriter.nbo', { format: 'csv' });
  const lines = file.bytes.toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(7);
  expect(lines[1]).toContain('218750.00');
});

test('another branch finds none, whatever it asks; nothing and nonsense are said', async () => {
  const { body: record } = await t.call('underwriter.nbo', `GET ${SCA}/underwriting/${policy}`);
  for (const param of [policy, record.broker_reference, 999_999, '99999999999', "' or 1=1"])
    expect((await schedule(param, 'manager.lon')).status, String(param)).toBe(404);
  expect((await t.call('underwriter.nbo', `GET ${SCA}/underwriting/ss`)).status).toBe(400);
});

test('the policies of one reinsured with their specifics', async () => {
  const call = (who: string, query: Record<string, string | number>) =>
    t.call(who, `GET ${SCA}/underwriting/findUnderwritingSpecificsByReinsured`, { query });
  const { body } = await call('underwriter.nbo', { reinsured: book.reinsured, status: 'APPROVED' });
  expect(body.data).toMatchObject([{ id: policy, fac: '60', currency: 'KES', payment: 'PART' }]);
  expect((await call('underwriter.nbo', { reinsured: book.insured })).body.data).toEqual([]);
  expect((await call('underwriter.lon', { reinsured: book.reinsured })).body.data).toEqual([]);
  expect((await call('underwriter.nbo', {})).status).toBe(400);
});

// The same firm later: the debit note of 562,500.00 received in full, that of the additional premium (45,000.00) open, A paid
// 100,000.00 in March and B 75,000.00 on 10 May; a policy approved on 15 May is disabled on the 20th. It is 20 May afterwards.
describe('what securities are owed', () => {
  type Money = Record<string, string | null>;
  const ask = (path: string, query: Record<string, string | number> = {}, who = 'accountant.nbo') =>
    t.call(who, `GET ${SCA}/${path}`, { query });
  const named = (rows: Row[], ...fields: string[]) =>
    rows.map((row) => [(row['party'] as unknown as { name: string }).name, ...fields.map((one) => row[one])]);
  /** The ledger's own balance of premium payable, credit positive. */
  async function payable(to: string): Promise<string> {
    const { body } = await ask('trialbalance/items', { to, account: codeOf('PREMIUM_PAYABLE') });
    return String(body.data[0].closing).replace('-', '');
  }

  beforeAll(async () => {
    t.clock.set('2026-05-15T08:00:00Z');
    const { savePremium, through } = voucherCalls(() => t);
    const paid = await through(await savePremium(book.b, '75000.00', { bank_date: '2026-05-10' }));
    if (paid.status !== 200) throw new Error(JSON.stringify(paid.body));
    const late = await approvedPolicy(t, book);
    t.clock.set('2026-05-20T08:00:00Z');
    await must('manager.nbo', `DELETE ${SCA}/underwriting/${late}`, { reason: 'Keyed twice' });
  });

  test('by age, what is due and released apart from what is due and awaits the reinsured', async () => {
    const { body } = await ask('paymentvoucher/ageingoverviewreport');
    expect(named(body.data, 'not_due', 'd1_30', 'due_released', 'due_awaiting', 'released', 'total')).toEqual([
      ['Security A', '17500.00', '118750.00', '118750.00', '0.00', '118750.00', '136250.00'],
      ['Security B', '14000.00', '100000.00', '100000.00', '0.00', '100000.00', '114000.00'],
      ['Security C', '9750.00', '121875.00', '121875.00', '0.00', '121875.00', '131625.00'],
    ]);
    // The additional premium falls due on 31 July and nothing of it came in.
    const { body: later } = await ask('paymentvoucher/ageingoverviewreport', { asat: '2026-08-15' });
    expect(named(later.data, 'd1_30', 'd91_180', 'due_released', 'due_awaiting')).toEqual([
      ['Security A', '17500.00', '118750.00', '118750.00', '17500.00'],
      ['Security B', '14000.00', '100000.00', '100000.00', '14000.00'],
      ['Security C', '9750.00', '121875.00', '121875.00', '9750.00'],
    ]);
  });

  test('as at an earlier day the settlements after it are undone, and what was released then is not known', async () => {
    const { body } = await ask('paymentvoucher/ageingoverviewreport', { asat: '2026-05-09' });
    expect(named(body.data, 'd1_30', 'due_released', 'released', 'total')[1]).toEqual([
      'Security B',
      '175000.00',
      null,
      null,
      '189000.00',
    ]);
    expect((await ask('paymentvoucher/ageingoverviewreport', { asat: '2026-03-01' })).body).toMatchObject({
      data: [],
      totals: [],
      base_total: '0.00',
    });
  });

  test.each(['2026-03-02', '2026-05-09', '2026-05-15', '2026-05-20'])(
    'on %s every report of them comes to the ledger’s balance',
    async (asat) => {
      const ledger = await payable(asat);
      const { body: overview } = await ask('paymentvoucher/ageingoverviewreport', { asat });
      const { body: notes } = await ask('paymentvoucher/ageingsummaryreport', { asat, param: 'ALL' });
      const { body: statement } = await ask('paymentvoucher/securityreport', { asat, param: 'ALL' });
      const { body: summary } = await ask('underwriting/s3', { asat });
      expect([
        overview.totals[0].total,
        overview.base_total,
        notes.totals[0].total,
        notes.base_total,
        statement.totals[0].balance,
        summary.totals[0].balance,
      ]).toEqual(Array(6).fill(ledger));
    },
  );

  test('one security, note by note', async () => {
    const { body } = await ask('paymentvoucher/ageingsummaryreport', { param: book.b });
    expect(body).toMatchObject({ party: { name: 'Security B' }, totals: [{ total: '114000.00' }] });
    expect(
      body.data.map((row: Money) => [row['due_on'], row['overdue'], row['d1_30'], row['not_due'], row['due_released']]),
    ).toEqual([
      ['2026-05-01', 19, '100000.00', '0.00', '100000.00'],
      ['2026-07-31', 0, '0.00', '14000.00', '0.00'],
    ]);
    expect(body.data[0]).toMatchObject({ policy: { id: policy }, note: { number: expect.stringMatching(/^CN\//) } });
  });

  test('its statement: net, released, paid, balance', async () => {
    const { body } = await ask('paymentvoucher/securityreport', { param: book.b });
    expect(body.data.map((row: Money) => [row['amount'], row['released'], row['paid'], row['balance']])).toEqual([
      ['175000.00', '175000.00', '75000.00', '100000.00'],
      ['14000.00', '0.00', '0.00', '14000.00'],
    ]);
    const asAsked = { beside: null, change: null, base_closing: null };
    expect(body.totals).toEqual([
      {
        currency: 'KES',
        amount: '189000.00',
        released: '175000.00',
        paid: '75000.00',
        uncollectable: '0.00',
        balance: '114000.00',
        base_balance: '114000.00',
        ...asAsked,
      },
    ]);
    const { body: before } = await ask('paymentvoucher/securityreport', { param: book.b, asat: '2026-05-09' });
    expect(before.totals).toEqual([
      {
        currency: 'KES',
        amount: '189000.00',
        // The reinsured's money came in on 2 March.
        released: '175000.00',
        paid: '0.00',
        uncollectable: '0.00',
        balance: '189000.00',
        base_balance: '189000.00',
        ...asAsked,
      },
    ]);
  });

  test('the summary per security and class; a policy counts until it was disabled', async () => {
    const { body } = await ask('underwriting/s3', { param: book.b });
    expect(body.data).toMatchObject([
      {
        security: { name: 'Security B' },
        class: 'Test class',
        policies: 1,
        sharepremium: '270000.00',
        netpayable: '189000.00',
        paid: '75000.00',
        balance: '114000.00',
        claims: '0.00',
        claims_open: '0.00',
      },
    ]);
    const { body: before } = await ask('underwriting/s3', { param: book.b, asat: '2026-05-15' });
    expect(before.data).toMatchObject([{ policies: 2, netpayable: '364000.00', balance: '289000.00' }]);
    const { body: beside } = await ask('underwriting/s3', { param: book.b, beside: '2026-05-15' });
    expect(beside.data).toMatchObject([{ balance: '114000.00', beside: '289000.00', change: '-175000.00' }]);
    const { body: gone } = await ask('underwriting/s3', { param: book.b, asat: '2026-02-01', beside: '2026-05-15' });
    expect(gone.data).toMatchObject([{ policies: 0, balance: '0.00', beside: '289000.00', change: '-289000.00' }]);
  });

  test('what is released and not due yet is not due and released', async () => {
    t.clock.set('2026-04-20T08:00:00Z');
    const { body } = await ask('paymentvoucher/ageingoverviewreport');
    t.clock.set('2026-05-20T08:00:00Z');
    expect(named(body.data, 'not_due', 'due_released', 'due_awaiting', 'released')[0]).toEqual([
      'Security A',
      '136250.00',
      '0.00',
      '0.00',
      '118750.00',
    ]);
  });

  test('a return that a security owes is apart, and still comes to the ledger', async () => {
    const { savePremium, through } = voucherCalls(() => t);
    await through(await savePremium(book.c, '121875.00', { bank_date: '2026-05-20' }));
    const saved = await must('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, {
      policy,
      endorsementtype: 'RP',
      effective_date: '2026-06-01',
      description: 'Sum insured down',
      basis: 'KEYED',
      premium: '200000',
    });
    await must('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${saved.id}`);
    await must('manager.nbo', `PUT ${SCA}/endorsement/approve/${saved.id}/APPROVED`, { version: 2 });
    const { body } = await ask('paymentvoucher/ageingoverviewreport');
    // The returns of 35,000.00, 28,000.00 and 19,500.00 are set off against what is open; C, which was paid, owes the rest.
    expect(named(body.data, 'd1_30', 'not_due', 'due_released', 'due_awaiting', 'returns', 'total')).toEqual([
      ['Security A', '101250.00', '0.00', '101250.00', '0.00', '0.00', '101250.00'],
      ['Security B', '86000.00', '0.00', '86000.00', '0.00', '0.00', '86000.00'],
      ['Security C', '0.00', '-9750.00', '0.00', '0.00', '-9750.00', '-9750.00'],
    ]);
    const { body: one } = await ask('paymentvoucher/securityreport', { param: book.c });
    expect(one.data.map((row: Money) => [row['amount'], row['released'], row['paid'], row['balance']])).toEqual([
      // Of its part 9,750.00 is due back, so that it is paid that much ahead of what is released.
      ['121875.00', '112125.00', '121875.00', '0.00'],
      ['9750.00', '0.00', '9750.00', '0.00'],
      ['-19500.00', null, '-9750.00', '-9750.00'],
    ]);
    const ledger = await payable('2026-05-20');
    expect(body.totals[0].total).toBe(ledger);
    expect((await ask('underwriting/s3')).body.totals[0].balance).toBe(ledger);
    expect((await ask('paymentvoucher/securityreport', { param: 'ALL' })).body.totals[0].balance).toBe(ledger);
  });

  test('nobody, another branch, and who may not', async () => {
    const paths = ['paymentvoucher/ageingsummaryreport', 'paymentvoucher/securityreport', 'underwriting/s3'];
    for (const path of paths) {
      expect((await ask(path, { param: book.reinsured })).status, path).toBe(404);
      expect((await ask(path, { param: '9999999999' })).status, path).toBe(404);
      expect((await ask(path, { param: 'B' })).body.errors, path).toEqual([
        { field: 'param', message: 'Choose a security.' },
      ]);
      expect((await ask(path, { param: book.b }, 'manager.lon')).body.data, path).toEqual([]);
    }
    for (const path of [...paths, 'paymentvoucher/ageingoverviewreport'])
      for (const who of ['underwriter.nbo', 'cashier.nbo'])
        expect((await ask(path, { param: 'ALL' }, who)).status, `${path} ${who}`).toBe(403);
    expect((await ask('paymentvoucher/ageingoverviewreport', {}, 'manager.lon')).body.data).toEqual([]);
    expect((await ask('paymentvoucher/ageingoverviewreport', { branch: 'LON' })).status).toBe(403);
  });
});
