import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../vouchers/vouchers.factories.ts';
import { workStatements } from './statements.factories.ts';

const R = '/api/sca/v1/statements/remittances';
let t: TestApp;
let book: Book;
let made = 0;
const sent: OutgoingMail[] = [];
const { savePremium, through, submit, decide, reverse } = voucherCalls(() => t);

beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  await expectSound(t);
  await t.close();
});
// Each begins with a policy of its own whose premium is received.
beforeEach(async () => {
  t.clock.set('2026-03-02T08:00:00.000Z');
  made += 1;
  book = await makeBook(t, ` ${made}`);
  await t.ownerPool.query(`update parties set email = 'security' || id || '@example.test' where id = any($1)`, [
    [book.a, book.b],
  ]);
  await paidPolicy();
  sent.length = 0;
});

async function paidPolicy(): Promise<void> {
  const note = await debitNoteOf(t, await approvedPolicy(t, book));
  const allocations = [{ note: note.id, amount: '562500.00' }];
  await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '562500.00', allocations }));
}

const work = () => workStatements(t, sent);

/** A paid premium voucher to a security. */
async function paid(security: number, amount: string): Promise<number> {
  const saved = await savePremium(security, amount);
  const reply = await through(saved);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return saved.body.id;
}
const send = (vouchers: readonly number[], who = 'cashier.nbo', mail = true) =>
  t.call(who, `POST ${R}/send`, { body: { vouchers, mail } });
const plan = async (vouchers: readonly number[]) =>
  (await t.call('cashier.nbo', `POST ${R}/plan`, { body: { vouchers } })).body;
const batchOf = async (id: number) => (await t.call('cashier.nbo', `GET ${R}/${id}`)).body;
const voucherOf = async (id: number) => (await t.call('cashier.nbo', `GET ${PV}/${id}`)).body;
async function advise(vouchers: readonly number[]): Promise<number> {
  const reply = await send(vouchers);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await work();
  return reply.body.id;
}
async function textOf(document: number): Promise<string> {
  const { bytes } = await t.call('cashier.nbo', `GET /api/sca/v1/document/${document}`);
  return readPdfText(bytes).replace(/\s+/g, ' ');
}

describe('remittance advice', () => {
  test('is one paper for each payee and bank date over several vouchers, mailed once', async () => {
    const [first, second, other] = [
      await paid(book.a, '200000.00'),
      await paid(book.a, '18750.00'),
      await paid(book.b, '175000.00'),
    ];
    const planned = await plan([first, second, other]);
    expect(planned.advices).toMatchObject([
      { party: { id: book.a }, day: '2026-03-02', to: [`security${book.a}@example.test`] },
      { party: { id: book.b }, to: [`security${book.b}@example.test`] },
    ]);
    expect(planned.advices[0].vouchers.map((one: { id: number }) => one.id)).toEqual([first, second]);
    const batch = await batchOf(await advise([first, second, other]));
    expect(batch).toMatchObject({
      kind: 'REMITTANCE',
      side: 'PAYEE',
      state: 'DONE',
      parties: 2,
      mailed: 2,
      problems: 0,
    });
    expect(sent.map((mail) => mail.to).flat()).toEqual([
      `security${book.a}@example.test`,
      `security${book.b}@example.test`,
    ]);
    expect(sent[0]?.attachments?.map((one) => one.name.split('.').pop())).toEqual(['pdf']);
    const voucher = await voucherOf(second);
    expect(voucher.advice).toMatchObject({ outcome: 'MAILED', day: '2026-03-02', problem: '' });
    const text = await textOf(voucher.advice.paper.id);
    for (const words of [
      'Remittance advice',
      'KES 218,750.00 paid 2 March 2026',
      '312,500.00',
      '−93,750.00',
      '200,000.00',
      '18,750.00',
      '•••• ',
    ])
      expect(text).toContain(words);
    // Each once: by a second sending, and by the schema.
    const again = await send([first]);
    expect([again.status, again.body.errors[0].message]).toEqual([
      400,
      expect.stringContaining('Its advice was sent.'),
    ]);
    expect((await plan([first])).left_out).toMatchObject([{ id: first, why: 'Its advice was sent.' }]);
    await expect(
      t.ownerPool.query(
        `insert into remittance_lines (advice_id, branch_id, voucher_id, day)
          select (select max(id) from statement_items), branch_id, voucher_id, day from remittance_lines where voucher_id = $1`,
        [first],
      ),
    ).rejects.toThrow(/remittance_once/);
  });

  test('two who send the same together send it once', async () => {
    const voucher = await paid(book.a, '218750.00');
    const replies = await Promise.all([send([voucher]), send([voucher]), send([voucher])]);
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status !== 200).every((reply) => [400, 409].includes(reply.status))).toBe(
      true,
    );
    await work();
    expect(sent).toHaveLength(1);
  });

  test('a part of a note is listed with the whole note; what is set off is taken off', async () => {
    const voucher = await paid(book.a, '100000.00');
    await advise([voucher]);
    const { advice } = await voucherOf(voucher);
    const text = await textOf(advice.paper.id);
    for (const words of ['218,750.00', '100,000.00', 'KES 100,000.00 paid']) expect(text).toContain(words);
  });

  test('without an address nothing is made; with one it is sent later', async () => {
    await t.ownerPool.query(`update parties set email = '' where id = $1`, [book.a]);
    const [lost, other] = [await paid(book.a, '218750.00'), await paid(book.b, '175000.00')];
    expect((await plan([lost])).advices).toMatchObject([{ to: [] }]);
    const batch = await batchOf(await advise([lost, other]));
    expect(batch).toMatchObject({ made: 1, mailed: 1, problems: 1 });
    expect(batch.data).toMatchObject([
      {
        party: { id: book.a },
        outcome: 'PROBLEM',
        problem: expect.stringContaining('no address takes its payment advice'),
      },
      { outcome: 'MAILED' },
    ]);
    expect((await voucherOf(lost)).advice).toMatchObject({ outcome: 'PROBLEM', paper: null });
    await t.ownerPool.query(`update parties set email = 'late@example.test' where id = $1`, [book.a]);
    await advise([lost]);
    expect(sent.at(-1)?.to).toEqual(['late@example.test']);
    expect((await voucherOf(lost)).advice).toMatchObject({ outcome: 'MAILED', problem: '' });
  });

  test('a payee that was erased, and a payment that was reversed meanwhile, get none', async () => {
    const [gone, undone] = [await paid(book.a, '218750.00'), await paid(book.b, '175000.00')];
    const { body } = await send([gone, undone]);
    await t.ownerPool.query(`update parties set erased_at = now() where id = $1`, [book.a]);
    expect((await reverse(undone, 4)).status).toBe(200);
    await work();
    await t.ownerPool.query(`update parties set erased_at = null where id = $1`, [book.a]);
    expect((await batchOf(body.id)).data.map((row: { problem: string }) => row.problem)).toEqual([
      'Nothing was sent: what named this payee was erased.',
      expect.stringContaining('the payment was reversed'),
    ]);
    expect(sent).toEqual([]);
    // What was not sent may be sent again, but not of what was reversed.
    expect(await plan([gone, undone])).toMatchObject({
      advices: [{ party: { id: book.a } }],
      left_out: [{ id: undone, why: 'Its payment was reversed.' }],
    });
  });

  test('who lost the right to pay sends nothing more', async () => {
    const voucher = await paid(book.a, '218750.00');
    const { body } = await send([voucher]);
    const role = `(select id from users where email like 'cashier.nbo@%')`;
    await t.ownerPool.query(`update users set status = 'INACTIVE' where id = ${role}`);
    await work();
    await t.ownerPool.query(`update users set status = 'ACTIVE' where id = ${role}`);
    expect(await batchOf(body.id)).toMatchObject({
      state: 'FAILED',
      message: expect.stringContaining('no longer have the right to make remittance advice'),
    });
    expect(sent).toEqual([]);
    expect((await plan([voucher])).advices).toHaveLength(1);
  });

  test('a batch that was stopped sent nothing: it may be sent again', async () => {
    const voucher = await paid(book.a, '218750.00');
    const { body } = await send([voucher]);
    expect((await t.call('cashier.nbo', `PUT ${R}/cancel/${body.id}`)).status).toBe(200);
    await work();
    expect(sent).toEqual([]);
    await advise([voucher]);
    expect(sent).toHaveLength(1);
  });

  test('what a payment file orders is advised as ordered; what is only approved is not', async () => {
    const saved = await savePremium(book.a, '218750.00');
    await submit(saved.body.id);
    await decide(saved.body.id);
    const refused = await send([saved.body.id]);
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      400,
      expect.stringContaining('neither paid nor in a payment file'),
    ]);
    await t.ownerPool.query(
      `with f as (insert into payment_files (branch_id, bank_account_id, day, currency, vouchers, total, status, made_by, made_at, xml)
          select branch_id, bank_account_id, '2026-03-03', currency, 1, amount, 'READY', made_by, now(), '<x/>' from vouchers where id = $1 returning id)
        insert into payment_file_vouchers (branch_id, file_id, voucher_id, amount) select v.branch_id, f.id, v.id, v.amount from f, vouchers v where v.id = $1`,
      [saved.body.id],
    );
    await advise([saved.body.id]);
    const { advice } = await voucherOf(saved.body.id);
    expect(advice).toMatchObject({ day: '2026-03-03', outcome: 'MAILED' });
    expect(await textOf(advice.paper.id)).toContain('ordered for 3 March 2026');
  });

  test('a paper is void once a payment that it names was reversed', async () => {
    const voucher = await paid(book.a, '218750.00');
    await advise([voucher]);
    const { rows } = await t.ownerPool.query(
      `select code from documents where kind = 'remittance-advice' order by id desc limit 1`,
    );
    const status = async () =>
      (await t.call('cashier.nbo', `GET /api/sca/v1/document/verify/${rows[0].code}`)).body.status;
    expect(await status()).toBe('ISSUED');
    await reverse(voucher, 4);
    expect(await status()).toBe('VOID');
  });

  test('is in the history of its vouchers and of the payee', async () => {
    const voucher = await paid(book.a, '218750.00');
    await advise([voucher]);
    const actions = async (entity: string, id: number) =>
      (await t.call('accountant.nbo', 'GET /api/sca/v1/audit/history', { query: { entity, id } })).body.map(
        (row: { action: string }) => row.action,
      );
    expect(await actions('voucher', voucher)).toContain('advice_sent');
    expect(await actions('party', book.a)).toContain('advice_sent');
  });

  test('is looked at before it is sent, and looking keeps nothing', async () => {
    const voucher = await paid(book.a, '218750.00');
    const preview = await t.call('cashier.nbo', `POST ${R}/preview`, { body: { vouchers: [voucher] } });
    expect([preview.status, preview.headers['content-type']]).toEqual([200, 'application/pdf']);
    const text = readPdfText(preview.bytes).replace(/\s+/g, ' ');
    for (const words of ['NOT ISSUED', 'Remittance advice', '218,750.00']) expect(text).toContain(words);
    expect((await plan([voucher])).advices).toHaveLength(1);
    expect((await voucherOf(voucher)).advice).toBeNull();
  });

  test.each([
    ['cashier.lon', 404],
    ['manager.nbo', 403],
    ['auditor', 403],
  ])('%s neither sends nor looks at it: %i', async (who, status) => {
    const voucher = await paid(book.a, '218750.00');
    expect((await send([voucher], who)).status).toBe(status);
    for (const call of ['plan', 'preview'])
      expect((await t.call(who, `POST ${R}/${call}`, { body: { vouchers: [voucher] } })).status).toBe(status);
    expect((await send([999_999_999])).status).toBe(404);
    expect((await send([])).status).toBe(400);
  });
});
