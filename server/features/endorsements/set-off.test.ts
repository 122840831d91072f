import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { decideIn } from '../../testing/decide-record.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

/** Four instalments of 140,625.00: the first on March 1, which is past, then June, September and December. */
const inFour = () => approvedPolicy(t, book, { payment_terms: 'INSTALMENTS_4' });
/** 100,000.00 of 100 % back: 45,000.00 to the reinsured. */
const returned = (policy: number, changes: Record<string, unknown> = {}) => ({
  policy,
  endorsementtype: 'RP',
  effective_date: '2026-10-06',
  description: 'Less',
  premium: '100000.00',
  ...changes,
});
const effect = async (body: object) =>
  (await t.call('underwriter.nbo', `POST ${SCA}/endorsement/effect`, { body })).body;
async function approved(policy: number, changes: Record<string, unknown>): Promise<number> {
  const body = returned(policy, changes);
  const saved = await t.call('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, { body });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  await t.call('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${saved.body.id}`);
  const done = await decideIn(t)('manager.nbo', `PUT ${SCA}/endorsement/approve/${saved.body.id}/APPROVED`, {
    body: {},
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return saved.body.id;
}
const open = async (policy: number, kind = 'DN') =>
  (
    await t.ownerPool.query(
      `select i.due_on::text as due, abs(sum(i.outstanding))::text as open from open_items i join notes n on n.id = i.note_id
       where n.policy_id = $1 and n.kind = $2 and n.endorsement_id is null group by 1 order by 1`,
      [policy, kind],
    )
  ).rows.map((row) => [row.due, row.open]);

describe('a return is set against', () => {
  test.each([
    {
      order: undefined,
      days: ['2026-12-01'],
      amounts: ['45000.00'],
      left: [14_062_500n, 14_062_500n, 14_062_500n, 9_562_500n],
    },
    {
      order: 'NEXT',
      days: ['2026-06-01'],
      amounts: ['45000.00'],
      left: [14_062_500n, 9_562_500n, 14_062_500n, 14_062_500n],
    },
    {
      order: 'SPREAD',
      days: ['2026-06-01', '2026-09-01', '2026-12-01'],
      amounts: ['15000.00', '15000.00', '15000.00'],
      left: [14_062_500n, 12_562_500n, 12_562_500n, 12_562_500n],
    },
  ])('$order: shown in its effect, then booked, the credit notes alike', async ({ order, days, amounts, left }) => {
    const policy = await inFour();
    const typed = order === undefined ? {} : { set_off: order };
    const shown = (await effect(returned(policy, typed))).set_off;
    expect(shown.refund).toBe('0.00');
    expect(shown.instalments.map((one: { due_on: string }) => one.due_on)).toEqual(days);
    expect(shown.instalments.map((one: { amount: string }) => one.amount)).toEqual(amounts);
    const before = await open(policy, 'CN');
    const id = await approved(policy, typed);
    const dues = ['2026-03-01', '2026-06-01', '2026-09-01', '2026-12-01'];
    expect(await open(policy)).toEqual(dues.map((due, index) => [due, String(left[index])]));
    const behind = await open(policy, 'CN');
    expect(behind.map(([, amount], index) => amount === before[index]?.[1])).toEqual(
      left.map((amount) => amount === 14_062_500n),
    );
    const slip = await t.call('manager.nbo', `GET ${SCA}/endorsement/preview/${id}`);
    expect(slip.status).toBe(200);
    await expectSound(t);
  });

  test('the preview says so where it is not the usual order', async () => {
    const policy = await inFour();
    const body = returned(policy, { set_off: 'NEXT' });
    const saved = await t.call('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, { body });
    const { warnings } = (await t.call('manager.nbo', `GET ${SCA}/endorsement/preview/${saved.body.id}`)).body;
    expect(warnings).toEqual(['Set against the next instalments: KES 45,000.00 of Jun 1, 2026.']);
    const record = (await t.call('manager.nbo', `GET ${SCA}/endorsement/${saved.body.id}`)).body;
    expect(record.typed.set_off).toBe('NEXT');
  });

  // C leaves: 48,750.00 of its 121,875.00, in four of 30,468.75. What a credit note owes falls due 30 days behind.
  test.each([
    {
      order: undefined,
      taken: [
        ['2026-10-01', '18281.25'],
        ['2026-12-31', '30468.75'],
      ],
    },
    {
      order: 'NEXT',
      taken: [
        ['2026-07-01', '30468.75'],
        ['2026-10-01', '18281.25'],
      ],
    },
    {
      order: 'SPREAD',
      taken: [
        ['2026-07-01', '16250.00'],
        ['2026-10-01', '16250.00'],
        ['2026-12-31', '16250.00'],
      ],
    },
  ])('what securities give back by a change of securities, $order', async ({ order, taken }) => {
    const policy = await inFour();
    const change = {
      endorsementtype: 'SEC',
      premium: undefined,
      securities: [
        { security: book.a, share: '40' },
        { security: book.b, share: '20' },
      ],
      ...(order !== undefined && { set_off: order }),
    };
    const shown = (await effect(returned(policy, change))).set_off;
    expect([shown.to, shown.refund]).toEqual(['SECURITY', '0.00']);
    expect(new Set(shown.instalments.map((one: { party: string }) => one.party))).toEqual(new Set(['Security C']));
    const rows = shown.instalments.map((one: { due_on: string; amount: string }) => [one.due_on, one.amount]);
    expect(rows).toEqual(taken);
    const id = await approved(policy, change);
    // Booked as shown: what the instalments of its credit note lack now.
    const { rows: booked } = await t.ownerPool.query(
      `select i.due_on::text as due, s.amount from settlements s join open_items i on i.id = s.item_id
       join notes n on n.id = i.note_id join journal_entries j on j.id = s.entry_id
       where j.event = 'RETURN_SET_OFF' and j.source_id = $1 and n.kind = 'CN' order by i.due_on`,
      [id],
    );
    expect(
      booked.map((one) => [one.due, (BigInt(one.amount) < 0n ? -BigInt(one.amount) : BigInt(one.amount)).toString()]),
    ).toEqual(taken.map(([due, amount]) => [due, amount?.replace('.', '')]));
    await expectSound(t);
  });

  test('only a return chooses, and from the list', async () => {
    const policy = await inFour();
    const added = await effect(returned(policy, { endorsementtype: 'AP', set_off: 'NEXT' }));
    expect(added.faults).toEqual([{ field: 'set_off', message: 'Only a return is set against instalments.' }]);
    expect((await effect(returned(policy, { endorsementtype: 'AP' }))).set_off).toBe(null);
    expect((await effect(returned(policy, { set_off: 'FIRST' }))).errors).toEqual([
      { field: 'set_off', message: 'Choose what it is set against.' },
    ]);
  });
});
