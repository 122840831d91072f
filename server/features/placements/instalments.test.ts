import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

/** The example's 562,500.00 in three parts of its own. */
const THREE = [
  { due_on: '2026-03-15', amount: '100000.00' },
  { due_on: '2026-07-01', amount: '200000.00' },
  { due_on: '2027-01-31', amount: '262500.00' },
];
const byHand = (instalments: unknown = THREE, changes: Record<string, unknown> = {}) => ({
  payment_terms: 'BY_HAND',
  instalments,
  ...changes,
});
const save = (changes: Record<string, unknown>) =>
  t.call('underwriter.nbo', `POST ${SCA}/underwriting/save`, { body: examplePolicy(book, changes) });
const record = async (id: number) => (await t.call('manager.nbo', `GET ${SCA}/underwriting/${id}`)).body;
const openItems = async (policy: number, kind: string, endorsement = false) =>
  (
    await t.ownerPool.query(
      `select i.due_on::text as due, abs(sum(i.amount))::text as amount from open_items i join notes n on n.id = i.note_id
       where n.policy_id = $1 and n.kind = $2 and (n.endorsement_id is not null) = $3 group by 1 order by 1`,
      [policy, kind, endorsement],
    )
  ).rows.map((row) => [row.due, row.amount]);

describe('instalments by dates and amounts', () => {
  test('are kept with the draft, booked as they were entered, and the credit notes follow', async () => {
    const id = await approvedPolicy(t, book, byHand());
    expect(await openItems(id, 'DN')).toEqual([
      ['2026-03-15', '10000000'],
      ['2026-07-01', '20000000'],
      ['2027-01-31', '26250000'],
    ]);
    // 30 days behind, in proportion: 218,750.00 + 175,000.00 + 121,875.00 over the three.
    const credits = await openItems(id, 'CN');
    expect(credits.map(([due]) => due)).toEqual(['2026-04-14', '2026-07-31', '2027-03-02']);
    expect(credits.reduce((sum, [, amount]) => sum + BigInt(amount ?? '0'), 0n)).toBe(51_562_500n);
    const shown = await record(id);
    expect([shown.payment_terms, shown.instalments]).toEqual(['BY_HAND', THREE]);
    const schedule = await t.call('manager.nbo', `GET ${SCA}/endorsement/schedule`, { query: { policy: String(id) } });
    expect(
      schedule.body.instalments.map((one: { due_on: string; amount: string }) => [one.due_on, one.amount]),
    ).toEqual(THREE.map((one) => [one.due_on, one.amount]));
    await expectSound(t);
  });

  test.each([
    { name: 'none', instalments: [], field: 'instalments', message: 'Enter at least one instalment.' },
    {
      name: 'out of order',
      instalments: [THREE[1], THREE[0]],
      field: 'instalments.1.due_on',
      message: 'Due day must be after Jul 1, 2026.',
    },
    {
      name: 'of nothing',
      instalments: [{ due_on: '2026-03-15', amount: '0' }],
      field: 'instalments.0.amount',
      message: 'Amount must be more than 0.',
    },
    {
      name: 'without a day',
      instalments: [{ due_on: '', amount: '1' }],
      field: 'instalments.0.due_on',
      message: 'Enter a day.',
    },
    {
      name: 'of more decimals',
      instalments: [{ due_on: '2026-03-15', amount: '1.005' }],
      field: 'instalments.0.amount',
      message: 'KES amounts have fewer decimals.',
    },
    { name: 'left out', instalments: null, field: 'instalments', message: 'Enter at least one instalment.' },
  ])('$name: refused at the field', async ({ instalments, field, message }) => {
    const reply = await save(byHand(instalments));
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toContainEqual({ field, message });
  });

  test('belong to no other terms, and to no more than 60', async () => {
    const other = await save({ payment_terms: 'LUMP_30', instalments: THREE });
    expect(other.body.errors).toEqual([
      { field: 'instalments', message: 'These terms have instalments of their own. Choose dates and amounts.' },
    ]);
    const many = Array.from({ length: 61 }, () => THREE[0]);
    expect((await save(byHand(many))).body.errors).toEqual([
      { field: 'instalments', message: 'At most 60 instalments.' },
    ]);
  });

  test('that do not add up are saved as a draft, and neither submitted nor approved', async () => {
    const message = 'Instalments total KES 300,000.00 but the debit note is KES 562,500.00.';
    const saved = await save(byHand(THREE.slice(0, 2)));
    expect(saved.status).toBe(200);
    const { id, version } = saved.body;
    const submitted = await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/submit/${id}`);
    expect([submitted.status, submitted.body.errors]).toEqual([400, [{ field: 'instalments', message }]]);
    expect((await t.call('manager.nbo', `GET ${SCA}/underwriting/preview/${id}`)).body.warnings).toContain(message);
    const body = { ...examplePolicy(book, byHand()), id, version };
    expect((await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/edit`, { body })).status).toBe(200);
    expect((await record(id)).instalments).toEqual(THREE);
    expect((await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/submit/${id}`)).status).toBe(200);
    // The debit note becomes another one before its approval: a tax of 1 % on the reinsured from its first day.
    await t.ownerPool.query(
      `insert into tax_rates (tax_id, rate, basis, borne_by, effective_from) select id, 1000000, 'GROSS', 'REINSURED', '2026-03-01'
       from taxes where code = 'LEVY'`,
    );
    const refused = await decideIn(t)(
      'manager.nbo',
      `PUT ${SCA}/underwriting/approve/${id}/APPROVED/${await userId(t, 'manager.nbo')}`,
    );
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'instalments']);
    await t.ownerPool.query(`delete from tax_rates where basis = 'GROSS' and rate = 1000000`);
  });

  test('edited to another term, they are gone; other terms stay as they were', async () => {
    const { body: saved } = await save(byHand());
    const body = { ...examplePolicy(book, { payment_terms: 'INSTALMENTS_6' }), id: saved.id, version: saved.version };
    const edited = await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/edit`, { body });
    expect(edited.status).toBe(400);
    expect(edited.body.errors[0].message).toBe('The firm does not offer these terms. Choose others.');
    const offered = { ...body, payment_terms: 'INSTALMENTS_3' };
    expect((await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/edit`, { body: offered })).status).toBe(200);
    expect((await record(saved.id)).instalments).toEqual([]);
    const three = await approvedPolicy(t, book, { payment_terms: 'INSTALMENTS_3' });
    expect(await openItems(three, 'DN')).toEqual([
      ['2026-03-01', '18750000'],
      ['2026-07-01', '18750000'],
      ['2026-11-01', '18750000'],
    ]);
  });

  test('after a warranty’s day warn at the field', async () => {
    const { body: saved } = await save(byHand(THREE, { warranty: { kind: 'PPW', days: 60 } }));
    const { warnings } = (await t.call('manager.nbo', `GET ${SCA}/underwriting/preview/${saved.id}`)).body;
    expect(warnings).toContain('Premium falls due on Jul 1, 2026, after the premium payment warranty of Apr 30, 2026.');
  });

  test('an endorsement’s premium falls on the days to come; a return on the last', async () => {
    const id = await approvedPolicy(t, book, byHand());
    const endorse = async (body: object) => {
      const saved = await t.call('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, {
        body: { policy: id, effective_date: '2026-10-06', description: 'More', premium: '100000.00', ...body },
      });
      await t.call('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${saved.body.id}`);
      return decideIn(t)('manager.nbo', `PUT ${SCA}/endorsement/approve/${saved.body.id}/APPROVED`, { body: {} });
    };
    expect((await endorse({ endorsementtype: 'AP' })).status).toBe(200);
    expect(await openItems(id, 'DN', true)).toEqual([['2027-01-31', '4500000']]);
    expect((await endorse({ endorsementtype: 'RP' })).status).toBe(200);
    await expectSound(t);
  });

  test('of a London slip as of a local policy', async () => {
    const id = await approvedSlip(t, book, byHand());
    expect((await openItems(id, 'DN')).map(([due]) => due)).toEqual(THREE.map((one) => one.due_on));
    const slip = (await t.call('manager.nbo', `GET ${SCA}/londonslip/${id}`)).body;
    expect([slip.payment_terms, slip.instalments]).toEqual(['BY_HAND', THREE]);
    await expectSound(t);
  });

  test('are on the debit note, with what the terms are called', async () => {
    const id = await approvedPolicy(t, book, byHand());
    const made = await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/debitnote`, { query: { id } });
    const { bytes } = await t.call('underwriter.nbo', `GET ${made.body.url}`);
    const text = readPdfText(bytes).replace(/\s+/g, ' ');
    for (const part of ['By dates and amounts', '100,000.00', '200,000.00', '262,500.00', '31 January 2027'])
      expect(text).toContain(part);
  });

  test('a renewal has them a year later, adding up to its own debit note', async () => {
    const id = await approvedPolicy(t, book, byHand());
    const renewed = await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/renew/${id}`);
    expect(renewed.status, JSON.stringify(renewed.body)).toBe(200);
    const next = await record(renewed.body.id);
    expect(next.payment_terms).toBe('BY_HAND');
    expect(next.instalments.map((one: { due_on: string }) => one.due_on)).toEqual([
      '2027-03-15',
      '2027-07-01',
      '2028-01-31',
    ]);
    const total = next.instalments.reduce(
      (sum: bigint, one: { amount: string }) => sum + BigInt(one.amount.replace('.', '')),
      0n,
    );
    expect(total).toBe(BigInt(next.figures.debit_note.replace('.', '')));
    const copy = await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/copy/${id}`);
    expect((await record(copy.body.id)).instalments).toEqual(THREE);
  });

  test('a note is due when the oldest of what is open of it is, and is not overdue once what was due is paid', async () => {
    t.clock.set('2026-03-14T08:00:00Z');
    const id = await approvedPolicy(t, book, byHand());
    const { id: note } = await debitNoteOf(t, id);
    t.clock.set('2026-03-16T08:00:00Z');
    const said = async () => {
      const { body: page } = await t.call('manager.nbo', `GET ${SCA}/issuednote/${note}`);
      const query = { searchValue: page.number };
      const { body: hits } = await t.call('manager.nbo', `GET ${SCA}/aggregate/search`, { query });
      const found = hits.find((hit: { kind: string; id: number }) => hit.kind === 'note' && hit.id === note);
      const { due_on: due } = (await record(id)).notes.find((one: { id: number }) => one.id === note);
      return [page.due_on, due, found.state];
    };
    expect(await said()).toEqual(['2026-03-15', '2026-03-15', 'Overdue']);
    const allocations = [{ note, amount: '100000.00' }];
    const paid = { dateOfIssue: '2026-03-16', receiptAmount: '100000.00', allocations };
    await approvedReceipt(t, exampleReceipt(book, paid));
    expect(await said()).toEqual(['2026-07-01', '2026-07-01', 'Open']);
  });
});
