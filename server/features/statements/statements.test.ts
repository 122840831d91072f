import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { approvedPolicy, confirmedAccounts, makeBook, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, approvedMovement, invoicesOf } from '../claims/claims.factories.ts';
import { approvedReceipt, exampleReceipt } from '../receipts/receipts.factories.ts';
import { statementHandlers, workStatements } from './statements.factories.ts';

const S = '/api/sca/v1/statements';
const DAY = '2026-03-02';
let t: TestApp;
let book: Book;
let bare: Book;
const sent: OutgoingMail[] = [];

const handlers = () => statementHandlers(t, sent);
const work = () => workStatements(t, sent);

type Body = { side?: string; asat?: string; parties?: number[]; mail?: boolean };
const start = (body: Body, who = 'accountant.nbo') =>
  t.call(who, `POST ${S}/batch`, { body: { side: 'REINSURED', asat: DAY, mail: false, ...body } });
async function started(body: Body): Promise<number> {
  const reply = await start(body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
}
const batchOf = async (id: number, who = 'accountant.nbo') => (await t.call(who, `GET ${S}/batch/${id}`)).body;
const accountsOf = async (query: Record<string, string> = {}, who = 'accountant.nbo') =>
  (await t.call(who, `GET ${S}/accounts`, { query: { side: 'REINSURED', ...query } })).body;
const ofParty = (body: { data: { party: { id: number } }[] }, id: number) =>
  body.data.filter((row) => row.party.id === id);

// The example called in full, of which A and B have paid: M12's account. Another reinsured owes a premium and has no address.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  bare = await makeBook(t, ' Two');
  await confirmedAccounts(t, [book.reinsured]);
  await t.ownerPool.query(`update parties set email = 'accounts@savannah.test' where id = $1`, [book.reinsured]);
  await t.ownerPool.query(
    `insert into party_contacts (party_id, position, name, email, documents) values ($1, 1, 'Accounts', 'statements@savannah.test', '{statement}')`,
    [book.reinsured],
  );
  const policy = await approvedPolicy(t, book);
  const claim = await approvedClaim(t, book, { policy });
  await approvedMovement(t, claim);
  const invoices = await invoicesOf(t, claim);
  for (const [security, amount] of [
    [book.a, '2500000.00'],
    [book.b, '2000000.00'],
  ] as const)
    await approvedReceipt(
      t,
      exampleReceipt(book, {
        reinsured: security,
        receiptType: 'CLAIM',
        receiptAmount: amount,
        allocations: [{ note: invoices.get(security)?.id, amount }],
      }),
    );
  await approvedPolicy(t, bare);
});
afterAll(async () => {
  await expectSound(t);
  await t.close();
});

const M12 = {
  currency: 'KES',
  premium: '562500.00',
  returns: '0.00',
  claims: '-4500000.00',
  unallocated: '0.00',
  balance: '-3937500.00',
  to_come: '1500000.00',
};

describe('accounts (M12)', () => {
  test('562,500.00 due to us, 4,500,000.00 to it: net 3,937,500.00 to it, and 1,500,000.00 to come', async () => {
    const body = await accountsOf();
    expect(ofParty(body, book.reinsured)).toEqual([
      { party: { id: book.reinsured, name: 'Savannah Insurance' }, ...M12, addressed: true },
    ]);
    expect(ofParty(body, bare.reinsured)).toMatchObject([{ balance: '562500.00', addressed: false }]);
    expect(body.totals).toEqual([{ ...M12, premium: '1125000.00', balance: '-3375000.00' }]);
  });

  test('the statement on the screen says the same of one reinsured', async () => {
    const { body } = await t.call('accountant.nbo', 'GET /api/sca/v1/facultativereportitem', {
      query: { param: String(book.reinsured) },
    });
    expect(body.totals).toEqual([
      {
        currency: 'KES',
        amount: '562500.00',
        paid: '0.00',
        uncollectable: '0.00',
        balance: '562500.00',
        base_balance: '562500.00',
        base_closing: null,
        beside: null,
        change: null,
        unallocated: '0.00',
        claims: '4500000.00',
        to_come: '1500000.00',
      },
    ]);
  });

  test('a security is owed its net, and owes what was called of it', async () => {
    const body = await accountsOf({ side: 'SECURITY' });
    expect(ofParty(body, book.a)).toMatchObject([{ premium: '-218750.00', claims: '0.00', balance: '-218750.00' }]);
    expect(ofParty(body, book.c)).toMatchObject([
      { premium: '-121875.00', claims: '1500000.00', balance: '1378125.00', to_come: '0.00' },
    ]);
  });

  test.each(['2026-03-01', DAY])('on %s both sides come to what the control accounts do', async (asat) => {
    const [reinsureds, securities] = [await accountsOf({ asat }), await accountsOf({ asat, side: 'SECURITY' })];
    const minor = (amount: string) => BigInt(amount.replace('.', ''));
    const rows: { balance: string; to_come: string }[] = [...reinsureds.data, ...securities.data];
    // What is to come is owed by the books, and due to nobody yet.
    const ours = rows.reduce((all, row) => all + minor(row.balance) - minor(row.to_come), 0n);
    const { rows: ledger } = await t.ownerPool.query<{ balance: bigint }>(
      `select coalesce(sum(l.amount), 0)::bigint as balance from journal_lines l join ledger_accounts a on a.code = l.account
        where a.function in ('PREMIUM_RECEIVABLE', 'PREMIUM_PAYABLE', 'CLAIMS_RECOVERABLE', 'CLAIMS_PAYABLE', 'UNALLOCATED_CASH')
          and l.day <= $1`,
      [asat],
    );
    expect(ours).toBe(ledger[0]?.balance);
  });

  test('before anything was booked there is nothing, and another branch has none of it', async () => {
    expect((await accountsOf({ asat: '2026-03-01' })).data).toEqual([]);
    expect((await accountsOf({}, 'accountant.lon')).data).toEqual([]);
    const refused = await t.call('underwriter.nbo', `GET ${S}/accounts`, { query: { side: 'REINSURED' } });
    expect(refused.status).toBe(403);
  });
});

describe('a batch of statements', () => {
  test('makes a paper and a sheet of each, mails who has an address, and says why not of the others', async () => {
    const id = await started({ mail: true });
    expect(await batchOf(id)).toMatchObject({ state: 'WAITING', parties: 2, made: 0 });
    sent.length = 0;
    await work();
    const done = await batchOf(id);
    expect(done).toMatchObject({ state: 'DONE', parties: 2, made: 2, mailed: 1, problems: 1, as_at: DAY });
    const [first, second] = done.data;
    expect(first).toMatchObject({ party: { id: bare.reinsured }, outcome: 'UNMAILED' });
    expect(first.problem).toContain('no address takes its statements');
    expect(second).toMatchObject({ party: { id: book.reinsured }, outcome: 'MAILED', problem: '' });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.to).toEqual(['statements@savannah.test']);
    expect(sent[0]?.attachments?.map((one) => one.name.split('.').pop())).toEqual(['pdf', 'xlsx']);
    const paper = await t.call('accountant.nbo', `GET /api/sca/v1/document/${second.statement.id}`);
    const text = readPdfText(paper.bytes);
    for (const words of ['3,937,500.00', 'due to you', '−4,500,000.00', 'Claims not collected yet', '1,500,000.00'])
      expect(text).toContain(words);
    const sheet = await t.call('accountant.nbo', `GET ${S}/sheet/${second.id}`);
    expect([sheet.status, sheet.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  });

  test('is in the history of each party, and in the list of batches by the name of a party', async () => {
    const { body } = await t.call('accountant.nbo', 'GET /api/sca/v1/audit/history', {
      query: { entity: 'party', id: book.reinsured },
    });
    expect(body.map((row: { action: string }) => row.action)).toContain('statement_sent');
    const list = (searchValue: string) => t.call('accountant.nbo', `GET ${S}/items`, { query: { searchValue } });
    expect((await list('savannah')).body.data).toMatchObject([{ side: 'REINSURED', state: 'DONE', made: 2 }]);
    expect((await list('nobody of this name')).body.data).toEqual([]);
  });

  test('of chosen parties makes theirs alone; nothing open is said', async () => {
    const id = await started({ side: 'SECURITY', parties: [book.a, book.c], asat: DAY });
    await work();
    expect(await batchOf(id)).toMatchObject({ state: 'DONE', parties: 2, made: 2, mailed: 0, problems: 0 });
    const { data } = await batchOf(id);
    const ofA = data.find((row: { party: { id: number } }) => row.party.id === book.a);
    const { bytes } = await t.call('accountant.nbo', `GET /api/sca/v1/document/${ofA.statement.id}`);
    expect(readPdfText(bytes).replace(/\s+/g, ' ')).toContain(
      'Of the premium, KES 218,750.00 has not been received from the reinsureds yet.',
    );
    const early = await started({ parties: [book.reinsured], asat: '2026-03-01', mail: true });
    await work();
    expect((await batchOf(early)).data).toMatchObject([
      { outcome: 'PROBLEM', statement: null, problem: 'Nothing is open on this account.' },
    ]);
  });

  test('is taken up again where it stopped: nobody is mailed twice', async () => {
    const id = await started({ parties: [book.reinsured], mail: true });
    sent.length = 0;
    const job = (await t.ownerPool.query(`select payload from jobs where kind = 'statements' order by id desc limit 1`))
      .rows[0];
    await work();
    // A worker whose lease ended, and one that took the job from it.
    const again = { id: 0n, last: false, report: async () => undefined, cancelled: async () => false };
    await Promise.all([handlers()['statements']?.(job.payload, again), handlers()['statements']?.(job.payload, again)]);
    await work();
    expect(await batchOf(id)).toMatchObject({ state: 'DONE', mailed: 1, problems: 0 });
    expect(sent).toHaveLength(1);
    const { rows } = await t.ownerPool.query(
      `select count(*)::int as mails from document_sendings s join documents d on d.id = s.document_id
        join statement_items i on i.document_id = d.id where i.batch_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ mails: 1 }]);
    await expect(
      t.ownerPool.query(
        `insert into statement_mails (item_id, branch_id, sending_id)
          select m.item_id, m.branch_id, (select min(s.id) from document_sendings s) from statement_mails m order by 1 desc limit 1`,
      ),
    ).rejects.toThrow(/unique/);
  });

  test('two workers at once mail once', async () => {
    await started({ parties: [book.reinsured], mail: true });
    sent.length = 0;
    const job = (await t.ownerPool.query(`select payload from jobs where kind = 'statements' order by id desc limit 1`))
      .rows[0];
    const twice = { id: 0n, last: true, report: async () => undefined, cancelled: async () => false };
    const run = () => handlers()['statements']?.(job.payload, twice);
    await Promise.all([run(), run(), run()]);
    await work();
    expect(sent).toHaveLength(1);
  });

  test('where the hour holds no more mails, the paper is made and says so', async () => {
    await t.ownerPool.query(
      `insert into renewal_notices (branch_id, reinsured_id, recipients, subject, text, made_by, made_at, status)
        select b.id, $1, array_fill('a@b.test'::text, array[10]), 's', 't', u.id, $2, 'SENT'
        from generate_series(1, 100), branches b, users u where b.code = 'NBO' and u.email = 'accountant.nbo@slipway.test'`,
      [book.reinsured, t.clock.now()],
    );
    const id = await started({ parties: [book.reinsured], mail: true });
    sent.length = 0;
    await work();
    await t.ownerPool.query('delete from renewal_notices');
    expect(await batchOf(id)).toMatchObject({
      state: 'DONE',
      made: 1,
      mailed: 0,
      data: [{ outcome: 'UNMAILED', problem: expect.stringContaining('You can mail 1,000 addresses an hour.') }],
    });
    expect(sent).toEqual([]);
  });

  test('stops after the party in hand, and the rest is left', async () => {
    const id = await started({ mail: true });
    expect((await t.call('accountant.nbo', `PUT ${S}/cancel/${id}`)).status).toBe(200);
    sent.length = 0;
    await work();
    expect(await batchOf(id)).toMatchObject({ state: 'CANCELLED', made: 0 });
    expect(sent).toEqual([]);
    const late = await t.call('accountant.nbo', `PUT ${S}/cancel/${id}`);
    expect([late.status, late.body.title]).toEqual([409, 'This is stopped: stopping it is not possible.']);
  });

  test('of many parties shows the first, those that were not done before the others; a file has all', async () => {
    const id = await started({ parties: [book.reinsured], mail: true });
    await work();
    await t.ownerPool.query(
      `insert into statement_items (branch_id, batch_id, party_id, day, problem, done_at)
       select b.branch_id, b.id, $2, date '2026-01-01' + n, 'Not made', now() from statement_batches b, generate_series(1, 500) n where b.id = $1`,
      [id, bare.reinsured],
    );
    const { data, ...batch } = await batchOf(id);
    expect([data.length, batch.more, batch.parties, batch.done]).toEqual([500, true, 501, 501]);
    expect(data.map((row: { outcome: string }) => row.outcome)).not.toContain('MAILED');
    const file = await t.call('accountant.nbo', `GET ${S}/batch/${id}`, { query: { format: 'csv' } });
    expect(file.bytes.toString().trim().split('\n')).toHaveLength(502);
    expect((await batchOf(await started({ parties: [book.reinsured] }))).more).toBeUndefined();
    await work();
  });
});

test('parties that a batch had become one: what was done for both stays, and while it waits they do not', async () => {
  const [one, two] = [await makeBook(t, ' Merging'), await makeBook(t, ' Merged')];
  await approvedPolicy(t, one);
  await approvedPolicy(t, two);
  const versionOf = async (id: number) =>
    (await t.ownerPool.query('select version from parties where id = $1', [id])).rows[0].version;
  const merge = async () =>
    t.call('root', 'PUT /api/sca/v1/reinsured/merge', {
      body: {
        loser: { id: two.reinsured, version: await versionOf(two.reinsured) },
        survivor: { id: one.reinsured, version: await versionOf(one.reinsured) },
      },
    });
  const id = await started({ parties: [one.reinsured, two.reinsured] });
  expect((await merge()).status).toBe(409);
  await work();
  expect((await merge()).status).toBe(200);
  const { data } = await batchOf(id);
  expect(data.map((row: { party: { id: number } }) => row.party.id)).toEqual([one.reinsured, one.reinsured]);
});

describe('what is refused', () => {
  // Who may see money and no longer sends papers, and who may see none.
  test.each([
    ['ROLE_AUDITOR', true],
    ['ROLE_AUDITOR', false],
    ['ROLE_CLAIMS', true],
  ])('rights are looked at when a statement is made and leaves: now %s, by mail %s', async (role, mail) => {
    const id = await started({ parties: [book.reinsured], mail });
    sent.length = 0;
    const become = (other: string) =>
      t.ownerPool.query(
        `update user_roles set role = $1 where user_id = (select id from users where email = 'accountant.nbo@slipway.test')`,
        [other],
      );
    await become(role);
    await work();
    await become('ROLE_ACCOUNTANT');
    expect(sent).toEqual([]);
    expect(await batchOf(id)).toMatchObject({
      state: 'FAILED',
      made: 0,
      message: 'You no longer have the right to make statements. What is made and mailed already stays.',
    });
  });

  test.each([
    ['a day to come', { asat: '2026-03-03' }, 400],
    ['no day', { asat: '' }, 400],
    ['nobody chosen', { parties: [] }, 400],
    ['a party of the other side', { parties: [1] }, 404],
    ['a party that is not there', { parties: [999_999] }, 404],
    ['a day on which nobody has a balance', { asat: '2025-01-01' }, 409],
    ['another side', { side: 'INSURED' }, 400],
  ])('%s', async (_what, body: Body, status) => {
    const one = body.parties?.[0] === 1 ? { parties: [book.a] } : {};
    expect((await start({ ...body, ...one })).status).toBe(status);
  });

  test('auditors and underwriters look or not, and start none; another branch sees none', async () => {
    const id = await started({ parties: [book.reinsured] });
    await work();
    expect((await start({}, 'auditor')).status).toBe(403);
    expect((await start({}, 'underwriter.nbo')).status).toBe(403);
    expect((await t.call('underwriter.nbo', `GET ${S}/batch/${id}`)).status).toBe(403);
    expect((await t.call('accountant.lon', `GET ${S}/batch/${id}`)).status).toBe(404);
    const item = (await batchOf(id)).data[0];
    expect((await t.call('accountant.lon', `GET ${S}/sheet/${item.id}`)).status).toBe(404);
    expect((await t.call('accountant.lon', `GET /api/sca/v1/document/${item.statement.id}`)).status).toBe(404);
    expect((await t.call('underwriter.nbo', `GET /api/sca/v1/document/${item.statement.id}`)).status).toBe(404);
  });
});
