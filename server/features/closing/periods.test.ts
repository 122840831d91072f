import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { someoneWaits } from '../../testing/lock-wait.ts';
import { askedMeanwhile } from './closing.factories.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const close = (month: string, who = 'root') => t.call(who, `PUT ${API}/period/close`, { body: { month } });
const reopen = (month: string, reason = 'A receipt was missed') =>
  t.call('root', `PUT ${API}/period/reopen`, { body: { month, reason } });
const months = async (query: Record<string, number> = {}, who = 'root') =>
  (await t.call(who, `GET ${API}/period/items`, { query })).body;
const receiptIn = (day: string) =>
  t.call('cashier.nbo', `POST ${API}/receivable/save`, {
    body: {
      dateOfIssue: day,
      receiptType: 'PREMIUM',
      receiptAmount: '100.00',
      currency: 'KES',
      reinsured: book.reinsured,
    },
  });

describe('months', () => {
  test('are listed by the financial year, with what is booked in one’s own branches', async () => {
    await approvedPolicy(t, book);
    const year = await months();
    expect([year.year, year.label, year.data.length]).toEqual([2026, '2026', 12]);
    expect(year.data[2]).toMatchObject({ month: '2026-03', closed: false, entries: 1, undecided: 0, ended: false });
    expect((await months({}, 'manager.lon')).data[2].entries).toBe(0);
    await t.ownerPool.query('update firm set year_start_month = 4');
    const split = await months();
    expect([split.year, split.label, split.data[0].month, split.data[11].month]).toEqual([
      2025,
      '2025/26',
      '2025-04',
      '2026-03',
    ]);
    await t.ownerPool.query('update firm set year_start_month = 1');
  });

  test('a month is closed by root once it has ended, after saying what that does', async () => {
    expect((await close('2026-02', 'manager.nbo')).status).toBe(403);
    expect((await close('2026-03')).body.title).toContain('a month that has not ended');
    expect((await close('2026-13')).status).toBe(400);
    await receiptIn('2026-02-20');
    const { body } = await t.call('root', `GET ${API}/period/preview`, { query: { month: '2026-02' } });
    expect(body.effects[0]).toContain('Nothing more is posted into February 2026');
    expect(body.warnings[0]).toContain('1 receipt or voucher with a bank date in February 2026 is not decided');
    expect((await close('2026-02')).body).toEqual({ month: '2026-02', closed: true });
    expect((await close('2026-02')).status).toBe(409);
    expect((await months()).data[1]).toMatchObject({ closed: true, closed_by: 'root', undecided: 1 });
  });

  test('nothing is posted into a closed month until it is opened again, with a reason', async () => {
    const { id } = (await receiptIn('2026-02-21')).body;
    await t.call('cashier.nbo', `PUT ${API}/receivable/submit/${id}`);
    const approve = async () => decideIn(t)('accountant.nbo', `PUT ${API}/receivable/approve/${id}/APPROVED`);
    const refused = await approve();
    expect([refused.status, refused.body.title]).toEqual([409, 'February 2026 is closed.']);
    expect((await reopen('2026-02', 'no')).status).toBe(400);
    expect((await reopen('2026-02')).body).toEqual({ month: '2026-02', closed: false });
    expect((await reopen('2026-02')).status).toBe(409);
    expect((await approve()).status).toBe(200);
    const { rows } = await t.ownerPool.query(
      `select action, facts->>'reason' as reason from audit_trail where entity = 'period' order by id`,
    );
    expect(rows).toEqual([
      { action: 'closed', reason: null },
      { action: 'reopened', reason: 'A receipt was missed' },
    ]);
  });

  test('closing waits for a posting under way, and a posting that comes after finds the month closed', async () => {
    const saved = await t.call('underwriter.nbo', `POST ${API}/underwriting/save`, { body: examplePolicy(book) });
    await t.call('underwriter.nbo', `PUT ${API}/underwriting/submit/${saved.body.id}`);
    const manager = await userId(t, 'manager.nbo');
    // Whoever closes March holds it: an approval that began before the commit must not slip through.
    const closing = await t.ownerPool.connect();
    await closing.query('begin');
    await closing.query('select pg_advisory_xact_lock(7214, 202603)');
    await closing.query(`insert into closed_periods (month, closed_by) values ('2026-03-01', $1)`, [manager]);
    let answered = false;
    const approval = decideIn(t)(
      'manager.nbo',
      `PUT ${API}/underwriting/approve/${saved.body.id}/APPROVED/${manager}`,
    ).then((reply) => {
      answered = true;
      return reply;
    });
    await someoneWaits(t);
    expect(answered).toBe(false);
    await closing.query('commit');
    closing.release();
    expect((await approval).body.title).toBe('March 2026 is closed.');
    await t.ownerPool.query('delete from closed_periods');
  });

  test('who posts keeps the month open until the commit', async () => {
    const answer = await askedMeanwhile(t, 202601, () => close('2026-01'));
    expect(answer.status).toBe(200);
  });
});
