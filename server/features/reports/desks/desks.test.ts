import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, confirmedAccounts, examplePolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { FIRST_ROWS } from '../../../../domain/reports/desks.ts';
import { addDays } from '../../../../domain/values/day.ts';
import { approvedSlip } from '../../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim, approvedMovement, CLAIM, invoicesOf } from '../../claims/claims.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { voucherCalls } from '../../vouchers/vouchers.factories.ts';

const SCA = '/api/sca/v1';
const UW = `${SCA}/underwriting`;
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const get = async (who: string, path: string) => (await t.call(who, `GET ${SCA}/${path}`)).body;

describe('who heads claims', () => {
  let claim: number;
  const desk = (who = 'claims.nbo') => get(who, 'claim/desk');
  const names = (list: { data: { claim: { id: number } }[] }) => list.data.map((row) => row.claim.id);
  beforeAll(async () => {
    t.clock.set('2026-03-02T08:00:00Z');
    const policy = await approvedPolicy(t, book);
    claim = await approvedClaim(t, book, { policy, claimreserve: '200000.00' });
  });

  test('a claim is unmoved once 30 days passed since anything was entered on it', async () => {
    t.clock.set('2026-03-31T08:00:00Z');
    expect(names((await desk()).unmoved)).not.toContain(claim);
    t.clock.set('2026-04-01T08:00:00Z');
    const [row] = (await desk()).unmoved.data;
    expect(row).toMatchObject({ claim: { id: claim }, days: 30, moved_on: '2026-03-02', outstanding: '120000.00' });
    expect((await desk('claims.lon')).unmoved).toEqual({ count: 0, data: [] });
  });

  test('reserves of the month: what new claims brought, what others rose and fell by, and what is the month’s alone', async () => {
    await t.ownerPool.query(`update movements set created_at = $1`, ['2026-04-01T08:00:00Z']);
    await approvedMovement(t, claim, { type: 'RESERVE', amount: '300000.00', movement_date: '2026-04-01' });
    const other = await approvedClaim(t, book, { claimreserve: '100000.00' });
    expect((await desk()).reserves).toEqual([
      { currency: 'KES', opened: '60000.00', raised: '60000.00', lowered: '0.00', net: '120000.00' },
    ]);
    await approvedMovement(t, other, { type: 'RESERVE', amount: '50000.00', movement_date: '2026-04-01' });
    t.clock.set('2026-05-02T08:00:00Z');
    expect((await desk()).reserves).toEqual([]);
    await approvedMovement(t, claim, { type: 'RESERVE', amount: '250000.00', movement_date: '2026-05-02' });
    expect((await desk()).reserves).toEqual([
      { currency: 'KES', opened: '0.00', raised: '0.00', lowered: '-30000.00', net: '-30000.00' },
    ]);
    // A claim that is taken back had 30,000.00 of ours left; one that came and went this month moved nothing.
    const [brief, reason] = [await approvedClaim(t, book, { claimreserve: '70000.00' }), 'Entered twice'];
    for (const of of [other, brief])
      expect((await t.call('manager.nbo', `DELETE ${CLAIM}/${of}`, { body: { reason } })).status).toBe(200);
    expect((await desk()).reserves).toEqual([
      { currency: 'KES', opened: '0.00', raised: '0.00', lowered: '-60000.00', net: '-60000.00' },
    ]);
  });

  test('what was collected is to be passed on after five days, and no more than it', async () => {
    await approvedMovement(t, claim, { amount: '100000.00', movement_date: '2026-05-02' });
    const note = (await invoicesOf(t, claim)).get(book.a);
    await approvedReceipt(
      t,
      exampleReceipt(book, {
        dateOfIssue: '2026-05-02',
        reinsured: book.a,
        receiptType: 'CLAIM',
        receiptAmount: '25000.00',
        allocations: [{ note: note?.id, amount: '25000.00' }],
      }),
    );
    t.clock.set('2026-05-06T08:00:00Z');
    expect((await desk()).to_pass_on.count).toBe(0);
    t.clock.set('2026-05-07T08:00:00Z');
    expect((await desk()).to_pass_on).toMatchObject({
      count: 1,
      data: [{ claim: { id: claim }, currency: 'KES', amount: '25000.00', since: '2026-05-02', days: 5 }],
    });
  });

  test('the diary shows what is due, one’s own first, and is work of who is named', async () => {
    const { rows } = await t.ownerPool.query<{ id: number }>(`select id from users where email like 'claims.nbo@%'`);
    const body = { claim, due_on: '2026-05-09', colleague: rows[0]?.id, text: 'Call the adjuster' };
    expect((await t.call('claims.nbo', `POST ${CLAIM}/diary`, { body })).status).toBe(200);
    expect((await desk()).diary.count).toBe(0);
    t.clock.set('2026-05-09T08:00:00Z');
    expect((await desk()).diary.data).toMatchObject([
      { claim: { id: claim }, text: 'Call the adjuster', due_on: '2026-05-09', mine: true },
    ]);
    expect((await desk('manager.nbo')).diary.data).toMatchObject([{ mine: false }]);
    const work = (await get('claims.nbo', 'aggregate/mywork')).data as { reason: string; title: string }[];
    expect(work.filter(({ reason }) => reason === 'DIARY')).toMatchObject([{ id: claim, title: 'Call the adjuster' }]);
    const others = (await get('manager.nbo', 'aggregate/mywork')).data as { reason: string }[];
    expect(others.filter(({ reason }) => reason === 'DIARY')).toEqual([]);
    const later = { ...body, due_on: '2026-05-10', text: 'Ask again' };
    expect((await t.call('claims.nbo', `POST ${CLAIM}/diary`, { body: later })).status).toBe(200);
    t.clock.set('2026-05-10T08:00:00Z');
    const both = (await get('claims.nbo', 'aggregate/mywork')).data as { reason: string; title: string }[];
    expect(both.filter(({ reason }) => reason === 'DIARY')).toMatchObject([{ id: claim, title: 'Call the adjuster' }]);
  });

  test('a claim is notified late by the days that its policy allows', async () => {
    const policy = await approvedPolicy(t, book);
    await t.ownerPool.query(`update policies set notification_days = 14 where id = $1`, [policy]);
    const inTime = await approvedClaim(t, book, { policy, data_loss_date: '2026-04-25', notified_on: '2026-05-09' });
    const late = await approvedClaim(t, book, { policy, data_loss_date: '2026-04-24', notified_on: '2026-05-09' });
    const { late_notice: notice } = await desk();
    expect(notice).toMatchObject({ count: 1, data: [{ claim: { id: late }, days: 15, allowed: 14 }] });
    expect(names(notice)).not.toContain(inTime);
  });

  test('it lies since the day on which more was collected than is paid, and what was reversed was not', async () => {
    const lying = async (today: string) => {
      t.clock.set(`${today}T08:00:00Z`);
      return (await desk()).to_pass_on.data.map((row: Record<string, unknown>) => [row['amount'], row['since']]);
    };
    const note = (await invoicesOf(t, claim)).get(book.b);
    const collected = async (day: string, amount: string) => {
      t.clock.set(`${day}T08:00:00Z`);
      const of = { dateOfIssue: day, reinsured: book.b, receiptType: 'CLAIM', receiptAmount: amount };
      return approvedReceipt(t, exampleReceipt(book, { ...of, allocations: [{ note: note?.id, amount }] }));
    };
    await collected('2026-05-10', '12000.00');
    const { saveOther, through } = voucherCalls(() => t);
    await confirmedAccounts(t, [book.reinsured]);
    const paid = await through(
      await saveOther({ kind: 'CLAIM', claim, amount: '37000.00', bank_date: '2026-05-10' }, 'accountant.nbo'),
    );
    expect(paid.status).toBe(200);
    const receipt = await collected('2026-05-20', '5000.00');
    expect(await lying('2026-05-24')).toEqual([]);
    expect(await lying('2026-05-25')).toEqual([['5000.00', '2026-05-20']]);
    const reversal = { version: 3, reason: 'Returned by the bank' };
    const reversed = await t.call('manager.nbo', `PUT ${SCA}/receivable/reverse/${receipt}`, { body: reversal });
    expect(reversed.status).toBe(200);
    await collected('2026-05-26', '3000.00');
    expect(await lying('2026-05-31')).toEqual([['3000.00', '2026-05-26']]);
  });

  test('what salvage was set against did not come in, and is not to be passed on', async () => {
    t.clock.set('2026-06-01T08:00:00Z');
    const of = await approvedClaim(t, book, { claimreserve: '100000.00' });
    await approvedMovement(t, of, { amount: '100000.00', movement_date: '2026-06-01' });
    // Of the 25,000.00 of the first security, 10,000.00 are not to be collected.
    await approvedMovement(t, of, { type: 'SALVAGE', amount: '40000.00', movement_date: '2026-06-01' });
    t.clock.set('2026-06-10T08:00:00Z');
    const note = (await invoicesOf(t, of)).get(book.a);
    const body = { dateOfIssue: '2026-06-10', reinsured: book.a, receiptType: 'CLAIM', receiptAmount: '15000.00' };
    await approvedReceipt(t, exampleReceipt(book, { ...body, allocations: [{ note: note?.id, amount: '15000.00' }] }));
    const lying = async () =>
      (await desk()).to_pass_on.data.filter((row: { claim: { id: number } }) => row.claim.id === of);
    expect(await lying()).toEqual([]);
    t.clock.set('2026-06-15T08:00:00Z');
    expect(await lying()).toMatchObject([{ amount: '15000.00', since: '2026-06-10' }]);
  });

  test('who sees no claims has none of it', async () => {
    expect((await t.call('cashier.nbo', `GET ${CLAIM}/desk`)).status).toBe(403);
  });
});

describe('who heads finance', () => {
  test('unallocated cash by the days since it came; what is released by the days since it fell due', async () => {
    t.clock.set('2026-03-02T08:00:00Z');
    const policy = await approvedPolicy(t, book);
    const note = await debitNoteOf(t, policy);
    await approvedReceipt(
      t,
      exampleReceipt(book, {
        dateOfIssue: '2026-03-02',
        receiptAmount: '300000.00',
        allocations: [{ note: note.id, amount: '281250.00' }],
      }),
    );
    const before = await get('accountant.nbo', 'aggregate/moneydesk');
    expect(before.unallocated).toMatchObject([{ currency: 'KES', not_due: '18750.00', total: '18750.00' }]);
    expect(before.released).toMatchObject([{ currency: 'KES', not_due: '257812.50', total: '257812.50' }]);
    t.clock.set('2026-05-31T08:00:00Z');
    const later = await get('accountant.nbo', 'aggregate/moneydesk');
    expect(later.unallocated).toMatchObject([{ not_due: '0.00', d61_90: '18750.00', total: '18750.00' }]);
    const queue = (await get('accountant.nbo', 'paymentvoucher/ageingoverviewreport')) as {
      totals: { currency: string; released: string; due_released: string }[];
    };
    const kes = queue.totals.find(({ currency }) => currency === 'KES');
    const [row] = later.released;
    expect(row.total).toBe(kes?.released);
    expect(Number(row.total) - Number(row.not_due)).toBe(Number(kes?.due_released));
    expect(later.bank_lines).toEqual({ count: 0, oldest: null });
    expect((await get('accountant.lon', 'aggregate/moneydesk')).unallocated).toEqual([]);
    expect((await t.call('underwriter.nbo', `GET ${SCA}/aggregate/moneydesk`)).status).toBe(403);
  });
});

describe('a director', () => {
  test('sees what expires, what was renewed, and what was lost and why', async () => {
    t.clock.set('2026-03-02T08:00:00Z');
    const outcomes = () => get('manager.nbo', 'underwriting/renewals/outcomes');
    const of = (range: { data: { state: string; policies: number; base: string }[] }, state: string) =>
      range.data.find((one) => one.state === state);
    expect(await outcomes()).toMatchObject({ ahead: { from: '2026-03-02', to: '2026-05-31' }, reasons: [] });
    const ending = (day: string) => ({ insurance_start_date: '2025-05-02', insurance_end_date: day });
    // Its last day is the last of the range; one ended yesterday.
    await approvedPolicy(t, book, ending('2026-05-31'));
    await approvedPolicy(t, book, ending('2026-03-01'));
    const [left, also] = [
      await approvedPolicy(t, book, ending('2026-04-01')),
      await approvedPolicy(t, book, ending('2026-02-01')),
    ];
    await approvedPolicy(t, book, ending('2026-06-01'));
    const leave = (ids: number[], reason: string) =>
      t.call('underwriter.nbo', `PUT ${UW}/renewals/notrenewed`, { body: { ids, reason } });
    expect((await leave([left], 'Placed elsewhere')).status).toBe(200);
    expect((await leave([also], 'Placed elsewhere')).status).toBe(200);
    const found = await outcomes();
    expect(of(found.ahead, 'OPEN')).toMatchObject({ policies: 1, base: '750000.00' });
    expect(of(found.ahead, 'NOT_RENEWED')).toMatchObject({ policies: 1 });
    expect(of(found.past, 'OPEN')).toMatchObject({ policies: 1 });
    expect(found.reasons).toEqual([{ reason: 'Placed elsewhere', policies: 2, base: '1500000.00' }]);
    expect((await t.call('cashier.nbo', `GET ${UW}/renewals/outcomes`)).status).toBe(403);
    expect(of((await get('manager.lon', 'underwriting/renewals/outcomes')).ahead, 'OPEN')).toMatchObject({
      policies: 0,
    });
  });

  test('counts warranties as the radar lists them', async () => {
    const warranty = { warranty: { kind: 'PPW', days: 60 } };
    await approvedPolicy(t, book, {
      ...warranty,
      insurance_start_date: '2026-01-02',
      insurance_end_date: '2027-01-01',
    });
    await approvedPolicy(t, book, {
      ...warranty,
      insurance_start_date: '2025-12-01',
      insurance_end_date: '2026-11-30',
    });
    const listed = (await get('manager.nbo', 'underwriting/warranties')).data as { state: string }[];
    const states = Map.groupBy(listed, ({ state }) => state);
    const counted = await get('manager.nbo', 'underwriting/warranties/count');
    expect(counted).toEqual({
      broken: states.get('BROKEN')?.length ?? 0,
      falling_due: states.get('FALLING_DUE')?.length ?? 0,
    });
    expect(counted).toMatchObject({ broken: 1, falling_due: 1 });
  });
});

describe('who underwrites', () => {
  const desk = (who = 'underwriter.nbo') => get(who, 'underwriting/desk');

  test('has their own drafts, the oldest first, and nobody else’s', async () => {
    t.clock.set('2026-03-02T08:00:00Z');
    const saved = await t.call('underwriter.nbo', `POST ${UW}/save`, { body: examplePolicy(book) });
    expect((await desk()).drafts).toMatchObject({ count: 1, data: [{ kind: 'policy', id: saved.body.id }] });
    const { rows } = await t.ownerPool.query(`select broker_reference from policies where id = $1`, [saved.body.id]);
    expect((await desk()).drafts.data[0].number).toBe(rows[0].broker_reference);
    expect((await desk('underwriter.lon')).drafts.count).toBe(0);
  });

  test('has quotes until they are written, and subjectivities about their day', async () => {
    const { rows } = await t.ownerPool.query<{ id: number }>(
      `update policy_lines set quoted_on = '2026-02-20' where id = (select l.id from policy_lines l join policies p on p.id = l.policy_id
         where p.status = 'DRAFT' order by l.id limit 1) returning id`,
    );
    expect((await desk()).quotes).toMatchObject({ count: 1, data: [{ quoted_on: '2026-02-20', days: 10 }] });
    await t.ownerPool.query(`update policy_lines set written_on = '2026-03-01' where id = $1`, [rows[0]?.id]);
    expect((await desk()).quotes.count).toBe(0);
    await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
    const slip = await approvedSlip(t, book);
    t.clock.set('2026-04-01T08:00:00Z');
    const shown = async () =>
      (await desk()).subjectivities.data.map((row: { policy: { id: number } }) => row.policy.id) as number[];
    const { rows: slips } = await t.ownerPool.query<{ by: string }>(
      `select sections -> 'risk' -> 'subjectivities' -> 0 ->> 'by' as by from slips where policy_id = $1`,
      [slip],
    );
    const day = slips[0]?.by ?? '';
    const on = async (offset: number) => {
      t.clock.set(`${addDays(day, offset)}T08:00:00Z`);
      return shown();
    };
    expect(await on(-31)).toEqual([]);
    expect(await on(-30)).toEqual([slip]);
    expect(await on(14)).toEqual([slip]);
    expect(await on(15)).toEqual([]);
  });

  test('the first rows of a list come with how many there are, and more of them where more are asked for', async () => {
    t.clock.set('2026-03-02T08:00:00Z');
    for (let one = 0; one < 9; one += 1)
      await t.call('underwriter.lon', `POST ${UW}/save`, { body: examplePolicy(book) });
    const drafts = async (query: Record<string, string>) => {
      const { status, body } = await t.call('underwriter.lon', `GET ${UW}/desk`, { query });
      return status === 200 ? [body.drafts.count, body.drafts.data.length] : body.errors;
    };
    expect(await drafts({})).toEqual([9, FIRST_ROWS]);
    expect(await drafts({ length: '500' })).toEqual([9, 9]);
    expect(await drafts({ length: '501' })).toEqual([{ field: 'length', message: 'length must be from 1 to 500.' }]);
  });
});
