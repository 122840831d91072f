import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../proofs/expect-sound.ts';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../testing/factories.ts';
import { testApp, type TestApp } from '../testing/testApp.ts';
import { decideIn } from '../testing/decide-record.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

async function pendingPolicy(changes: Record<string, unknown> = {}): Promise<number> {
  const saved = await t.call('underwriter.nbo', `POST ${SCA}/underwriting/save`, {
    body: examplePolicy(book, changes),
  });
  await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/submit/${saved.body.id}`);
  return saved.body.id;
}
const approve = async (id: number, posting_day: string, a = 'APPROVED') =>
  decideIn(t)('manager.nbo', `PUT ${SCA}/underwriting/approve/${id}/${a}/${await userId(t, 'manager.nbo')}`, {
    body: { posting_day },
  });
const preview = (id: number, posting_day?: string) =>
  t.call('manager.nbo', `GET ${SCA}/underwriting/preview/${id}`, { query: posting_day ? { posting_day } : {} });
const endorse = async (policy: number, changes: Record<string, unknown> = {}): Promise<number> => {
  const body = {
    policy,
    endorsementtype: 'AP',
    effective_date: '2026-10-06',
    description: 'More',
    premium: '100000.00',
    ...changes,
  };
  const saved = await t.call('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, { body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  await t.call('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${saved.body.id}`);
  return saved.body.id;
};
const approveEndorsement = (id: number, posting_day: string) =>
  decideIn(t)('manager.nbo', `PUT ${SCA}/endorsement/approve/${id}/APPROVED`, { body: { posting_day } });
const daysOf = async (kind: string, id: number) =>
  (
    await t.ownerPool.query(
      `select distinct e.day::text from journal_entries e where e.source_kind = $1 and e.source_id = $2 order by 1`,
      [kind, id],
    )
  ).rows.map((row) => row.day);
const today = () => '2026-03-02';

describe('the posting day of an approval', () => {
  test('is today, or an earlier day that the preview shows first: entry, notes, due days and trail have it', async () => {
    const id = await pendingPolicy();
    expect((await preview(id)).body.posting).toEqual({ day: today(), from: null });
    const seen = (await preview(id, '2026-02-27')).body;
    expect(seen.posting).toEqual({ day: '2026-02-27', from: null });
    expect((await approve(id, '2026-02-27')).status).toBe(200);
    expect(await daysOf('policy', id)).toEqual(['2026-02-27']);
    const record = (await t.call('manager.nbo', `GET ${SCA}/underwriting/${id}`)).body;
    expect(record.posted_on).toBe('2026-02-27');
    expect(new Set(record.notes.map((note: { posted_on: string }) => note.posted_on))).toEqual(new Set(['2026-02-27']));
    expect(record.notes[0].due_on).toBe(seen.notes[0].due_on);
    const { rows } = await t.ownerPool.query(
      `select facts from audit_trail where entity = 'policy' and entity_id = $1 and action = 'approved'`,
      [id],
    );
    expect(rows[0].facts.posting_day).toBe('2026-02-27');
    await expectSound(t);
  });

  test('of an endorsement is never before the last posting on its policy', async () => {
    const id = await pendingPolicy();
    await approve(id, '2026-02-25');
    const endorsement = await endorse(id);
    const seen = await t.call('manager.nbo', `GET ${SCA}/endorsement/preview/${endorsement}`);
    expect(seen.body.posting).toEqual({ day: today(), from: '2026-02-25' });
    const early = await approveEndorsement(endorsement, '2026-02-24');
    expect([early.status, early.body.errors]).toEqual([
      400,
      [
        {
          field: 'posting_day',
          message: 'The last posting on this policy is of Feb 25, 2026. Choose that day or a later one.',
        },
      ],
    ]);
    expect((await approveEndorsement(endorsement, '2026-02-26')).status).toBe(200);
    expect(await daysOf('endorsement', endorsement)).toEqual(['2026-02-26']);
    const back = await endorse(id, { endorsementtype: 'RP' });
    expect((await approveEndorsement(back, '2026-02-25')).status).toBe(400);
    expect((await approveEndorsement(back, '2026-02-27')).status).toBe(200);
    expect(await daysOf('endorsement', back)).toEqual(['2026-02-27']);
    await expectSound(t);
  });

  test('is not in the future, and no day at all is refused at its field', async () => {
    const id = await pendingPolicy();
    for (const [day, message] of [
      ['2099-01-01', 'The posting day cannot be in the future.'],
      ['31/02/2026', 'Enter a day.'],
    ] as const) {
      const reply = await approve(id, day);
      expect([reply.status, reply.body.errors]).toEqual([400, [{ field: 'posting_day', message }]]);
      expect((await preview(id, day)).status).toBe(400);
    }
    // A rejection books nothing.
    const rejected = await decideIn(t)(
      'manager.nbo',
      `PUT ${SCA}/underwriting/approve/${id}/REJECTED/${await userId(t, 'manager.nbo')}`,
      { body: { posting_day: '2099-01-01', reason: 'No' } },
    );
    expect(rejected.status).toBe(200);
  });

  test('of money is its bank date', async () => {
    const saved = await t.call('cashier.nbo', `POST ${SCA}/receivable/save`, {
      body: {
        dateOfIssue: '2026-02-20',
        receiptType: 'PREMIUM',
        receiptAmount: '100.00',
        currency: 'KES',
        reinsured: book.reinsured,
        bank_reference: 'FT-1',
      },
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    await t.call('cashier.nbo', `PUT ${SCA}/receivable/submit/${saved.body.id}`);
    const reply = await decideIn(t)('accountant.nbo', `PUT ${SCA}/receivable/approve/${saved.body.id}/APPROVED`, {
      body: { posting_day: '2026-02-19' },
    });
    expect([reply.status, reply.body.errors]).toEqual([
      400,
      [{ field: 'posting_day', message: 'The posting day of a receipt is its bank date. Change that.' }],
    ]);
  });

  test('is never in a closed month, nor before the last one that is closed', async () => {
    await approvedPolicy(t, book);
    expect((await t.call('root', `PUT ${SCA}/period/close`, { body: { month: '2026-01' } })).status).toBe(200);
    const id = await pendingPolicy();
    expect((await preview(id)).body.posting.from).toBe('2026-02-01');
    for (const [day, month] of [
      ['2026-01-31', 'January 2026'],
      ['2025-12-31', 'December 2025'],
    ] as const) {
      const reply = await approve(id, day);
      expect([reply.status, reply.body.title]).toEqual([409, `${month} is closed.`]);
      expect((await preview(id, day)).status).toBe(409);
    }
    expect((await approve(id, '2026-02-01')).status).toBe(200);
    await expectSound(t);
  });
});
