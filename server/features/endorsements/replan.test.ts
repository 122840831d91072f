import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { unsound } from '../../proofs/sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { approvedEndorsement, typedEndorsement } from './endorsements.factories.ts';
import { decideIn } from '../../testing/decide-record.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;

// It is 2026-03-02: the first of four quarters is due since the day before, 140,625.00 each.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const quarters = () => approvedPolicy(t, book, { payment_terms: 'INSTALMENTS_4' });
const nil = (instalments: { due_on: string; amount: string }[] | undefined, changes = {}) => ({
  endorsementtype: 'NIL',
  effective_date: '2026-03-02',
  description: 'Change of payment terms',
  sum_insured: null,
  ...(instalments && { instalments }),
  ...changes,
});
const TWO = [
  { due_on: '2026-07-01', amount: '210937.50' },
  { due_on: '2026-12-01', amount: '210937.50' },
];
type Row = {
  due_on: string;
  amount: string;
  outstanding: string;
  paid: string;
  set_off: string;
  state: string;
  changed_by: { name: string } | null;
};
const schedule = async (policy: number) =>
  (await t.call('underwriter.nbo', `GET ${API}/endorsement/schedule`, { query: { policy } })).body;
const shown = (body: { instalments: Row[] }) => body.instalments.map((row) => [row.due_on, row.amount, row.state]);
const saved = (policy: number, body: Record<string, unknown>) =>
  t.call('underwriter.nbo', `POST ${API}/underwriting/endorsement`, { body: typedEndorsement(policy, body) });

describe('payment dates changed by an endorsement without premium', () => {
  test('four instalments become two; what is due stays due, totals stay, the credit notes follow', async () => {
    const policy = await quarters();
    expect(shown(await schedule(policy))).toEqual([
      ['2026-03-01', '140625.00', 'OVERDUE'],
      ['2026-06-01', '140625.00', 'TO_COME'],
      ['2026-09-01', '140625.00', 'TO_COME'],
      ['2026-12-01', '140625.00', 'TO_COME'],
    ]);
    const draft = (await saved(policy, nil(TWO))).body;
    await t.call('underwriter.nbo', `PUT ${API}/endorsement/submit/${draft.id}`);
    const { body: preview } = await t.call('manager.nbo', `GET ${API}/endorsement/preview/${draft.id}`);
    expect(preview.warnings.slice(0, 2)).toEqual([
      'Instalments now: KES 140,625.00 on Jun 1, 2026, KES 140,625.00 on Sep 1, 2026, KES 140,625.00 on Dec 1, 2026.',
      'Instalments then: KES 210,937.50 on Jul 1, 2026, KES 210,937.50 on Dec 1, 2026.',
    ]);
    // Nothing moves before the approval.
    expect(shown(await schedule(policy))[1]).toEqual(['2026-06-01', '140625.00', 'TO_COME']);
    expect((await decideIn(t)('manager.nbo', `PUT ${API}/endorsement/approve/${draft.id}/APPROVED`)).status).toBe(200);
    const after = await schedule(policy);
    expect(shown(after)).toEqual([
      ['2026-03-01', '140625.00', 'OVERDUE'],
      ['2026-07-01', '210937.50', 'TO_COME'],
      ['2026-12-01', '210937.50', 'TO_COME'],
      ['2026-12-01', '0.00', 'CANCELLED'],
    ]);
    expect(after.instalments.map((row: Row) => row.changed_by?.name.slice(-2) ?? null)).toEqual([
      null,
      'E1',
      'E1',
      'E1',
    ]);
    const { rows: credits } = await t.ownerPool.query(
      `select i.due_on, sum(i.amount)::text as amount from open_items i join notes n on n.id = i.note_id
       where n.policy_id = $1 and n.party_id = $2 and i.amount <> 0 group by 1 order by 1`,
      [policy, book.a],
    );
    expect(credits.map((row) => [row.due_on, row.amount])).toEqual([
      ['2026-03-31', '-5468750'],
      ['2026-07-31', '-8203125'],
      ['2026-12-31', '-8203125'],
    ]);
    const { rows: trail } = await t.ownerPool.query(
      `select facts from audit_trail where entity = 'endorsement' and entity_id = $1 and action = 'approved'`,
      [draft.id],
    );
    expect(trail[0].facts.instalments[0]).toMatchObject({
      before: { length: 4 },
      after: [{ due_on: '2026-03-01' }, { due_on: '2026-07-01' }, { due_on: '2026-12-01' }],
    });
    await expectSound(t);
  });

  test('a credit note of which a part was given back keeps its due instalments', async () => {
    const policy = await quarters();
    const securities = [
      { security: book.a, share: '40' },
      { security: book.b, share: '20' },
    ];
    await approvedEndorsement(t, policy, {
      endorsementtype: 'SEC',
      effective_date: '2026-10-06',
      sum_insured: null,
      securities,
    });
    await approvedEndorsement(t, policy, nil(TWO, { effective_date: '2026-10-06' }));
    const { rows } = await t.ownerPool.query(
      `select i.due_on from open_items i join notes n on n.id = i.note_id
       where n.policy_id = $1 and n.party_id = $2 and n.endorsement_id is null and i.outstanding <> 0 order by 1`,
      [policy, book.c],
    );
    expect(rows.map((row) => row.due_on)).toEqual(['2026-03-31', '2026-07-31', '2026-12-31']);
    await expectSound(t);
  });

  test('the ageing follows, and cash goes to the new plan oldest first', async () => {
    const own = await makeBook(t, ' Ageing');
    const policy = await approvedPolicy(t, own, { payment_terms: 'INSTALMENTS_4' });
    await approvedEndorsement(t, policy, nil([{ due_on: '2027-01-15', amount: '421875.00' }]));
    const ageing = async (asat: string) => {
      const { body } = await t.call('root', `GET ${API}/receivable/ageingoverviewreport`, { query: { asat } });
      const row = body.data.find((one: { party: { id: number } }) => one.party.id === own.reinsured);
      return row.not_due;
    };
    expect(await ageing('2026-10-01')).toBe('421875.00');
    const note = await debitNoteOf(t, policy);
    await approvedReceipt(
      t,
      exampleReceipt(own, { receiptAmount: '200000.00', allocations: [{ note: note.id, amount: '200000.00' }] }),
    );
    const body = await schedule(policy);
    expect(body.instalments.map((row: Row) => [row.paid, row.outstanding])).toContainEqual(['59375.00', '362500.00']);
    expect(body.not_due).toBe('362500.00');
    await expectSound(t);
  });

  test.each([
    ['another total', [{ due_on: '2026-07-01', amount: '100' }], 'instalments'],
    ['a day that is past', [{ due_on: '2026-03-02', amount: '421875.00' }], 'instalments.0.due_on'],
    ['too many decimals', [{ due_on: '2026-07-01', amount: '421875.001' }], 'instalments.0.amount'],
  ])('%s is refused', async (_, instalments, field) => {
    const refused = await saved(await quarters(), nil(instalments));
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, field]);
  });

  test('only without premium, and rechecked when it is decided', async () => {
    const policy = await quarters();
    const refused = await saved(policy, { instalments: TWO });
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'instalments']);
    const draft = (await saved(policy, nil(TWO))).body;
    await t.call('underwriter.nbo', `PUT ${API}/endorsement/submit/${draft.id}`);
    const note = await debitNoteOf(t, policy);
    await approvedReceipt(
      t,
      exampleReceipt(book, { receiptAmount: '300000.00', allocations: [{ note: note.id, amount: '300000.00' }] }),
    );
    const late = await decideIn(t)('manager.nbo', `PUT ${API}/endorsement/approve/${draft.id}/APPROVED`);
    expect([late.status, late.body.errors[0].field]).toEqual([400, 'instalments']);
    await expectSound(t);
  });

  test('a form that does not know of dates keeps them; null takes them away', async () => {
    const policy = await quarters();
    const draft = (await saved(policy, nil(TWO))).body;
    const edit = (version: number, changes: Record<string, unknown>) =>
      t.call('underwriter.nbo', `PUT ${API}/endorsement/edit`, {
        body: { ...typedEndorsement(policy, nil(undefined)), id: draft.id, version, ...changes },
      });
    expect((await edit(1, {})).status).toBe(200);
    const kept = await t.call('underwriter.nbo', `GET ${API}/endorsement/${draft.id}`);
    expect(kept.body.typed.instalments).toEqual(TWO);
    expect((await edit(2, { instalments: null })).status).toBe(200);
    expect((await t.call('underwriter.nbo', `GET ${API}/endorsement/${draft.id}`)).body.typed.instalments).toBeNull();
  });

  test('a cancellation is set off against the last of the new plan, and an addition spreads over its days', async () => {
    const policy = await quarters();
    await approvedEndorsement(t, policy, nil(TWO));
    await approvedEndorsement(t, policy, { effective_date: '2026-04-01' });
    const added = (await schedule(policy)).instalments.filter(
      (row: Row & { endorsement: unknown }) => row.endorsement !== null,
    );
    expect(added.map((row: Row) => row.due_on)).toEqual(['2026-07-01', '2026-12-01']);
    await approvedEndorsement(t, policy, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
    const rows: Row[] = (await schedule(policy)).instalments;
    expect(rows[0]).toMatchObject({ due_on: '2026-03-01', set_off: '0.00', state: 'OVERDUE' });
    expect(rows.filter((row) => row.state === 'RETURNED').map((row) => row.due_on)).toContain('2026-12-01');
    await expectSound(t);
  });
});

test('the auditor finds an instalment that no approved plan moved, and one that lost what it was of', async () => {
  const policy = await quarters();
  const other = await approvedEndorsement(t, policy, nil(undefined));
  const { rows } = await t.ownerPool.query(
    `select min(i.id) as id from open_items i join notes n on n.id = i.note_id where n.policy_id = $1`,
    [policy],
  );
  const change = (set: string, value: number | null) =>
    t.ownerPool.query(
      `update open_items set ${set} where id = $1`,
      value === null ? [rows[0].id] : [rows[0].id, value],
    );
  await change('changed_by = $2', other);
  expect(await unsound(t.ownerPool)).not.toEqual([]);
  await change('changed_by = null', null);
  await change('amount = amount + 1, outstanding = outstanding + 1', null);
  expect(await unsound(t.ownerPool)).not.toEqual([]);
  await change('amount = amount - 1, outstanding = outstanding - 1', null);
  await expectSound(t);
});
