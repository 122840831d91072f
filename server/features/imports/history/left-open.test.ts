import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { firstOf } from '../../../../domain/errors.ts';
import { expectSound } from '../../../proofs/expect-sound.ts';
import { confirmedAccounts } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedReceipt } from '../../receipts/receipts.factories.ts';
import { voucherCalls } from '../../vouchers/vouchers.factories.ts';
import { SCA } from '../imports.factories.ts';
import { lookAtHistory, postHistory } from './command.ts';
import { historyCalls, historyOf, LAST, type Files } from './history.factories.ts';
import { folderSource } from './source.ts';

let t: TestApp;
const { found, confirm } = historyCalls(() => t);

describe('what a history left open', () => {
  const { files } = historyOf(4, 60);
  type Open = { id: number; number: string; party_id: number; due: string; security: number };

  test('is received and paid like anything else, and the books stay sound', async () => {
    await using own = { app: await testApp(), [Symbol.asyncDispose]: () => own.app.close() };
    t = own.app;
    await confirm(await found(files));
    const { rows } = await t.ownerPool.query<Open>(
      `select n.id, n.number, n.party_id, ((n.amount - n.settled) / 100.0)::numeric(20, 2)::text as due, p.party_id as security
       from notes n join note_parts p on p.debit_note_id = n.id and p.kind = 'SECURITY'
       where n.kind = 'DN' and n.currency = 'KES' and n.settled < n.amount order by n.id, p.id limit 1`,
    );
    const note = firstOf(rows);
    const open = await t.call('accountant.nbo', `GET ${SCA}/receivable/opennotes`, {
      query: { reinsured: note.party_id, currency: 'KES' },
    });
    expect(open.body).toContainEqual(
      expect.objectContaining({
        number: note.number,
        outstanding: note.due,
        policy: null,
        insured: expect.stringMatching(/^FAC\/\d+ · Harbour, "North" \d+$/),
      }),
    );
    await approvedReceipt(t, {
      dateOfIssue: '2026-03-02',
      receiptType: 'PREMIUM',
      reinsured: note.party_id,
      receiptAmount: note.due,
      currency: 'KES',
      allocations: [{ note: note.id, amount: note.due }],
    });
    const vouchers = voucherCalls(() => t);
    await confirmedAccounts(t, [note.security]);
    const payable = (await vouchers.payable(note.security)).filter((one) => !/^0(\.00)?$/.test(one.available));
    const [item] = payable;
    expect(item).toMatchObject({
      policy: null,
      credit_note: { number: expect.stringMatching(/^DN-\d{4}-\d{7}\/\d$/) },
    });
    const saved = await vouchers.savePremium(note.security, item?.available ?? '', {
      items: [{ item: item?.item, amount: item?.available }],
    });
    expect([saved.status, await vouchers.through(saved)]).toMatchObject([200, { status: 200 }]);
    const voucher = (await t.call('accountant.nbo', `GET ${SCA}/paymentvoucher/${saved.body.id}`)).body;
    expect(voucher).toMatchObject({ number: 'PV/NBO/2026/000001', items: [{ policy: null }] });

    for (const [path, param] of [
      ['facultativereportitem', note.party_id],
      ['paymentvoucher/securityreport', note.security],
      ['receivable/ageingsummaryreport', 'ALL'],
      ['paymentvoucher/ageingsummaryreport', 'ALL'],
      ['underwriting/s3', note.security],
    ] as const) {
      const { status, body } = await t.call('accountant.nbo', `GET ${SCA}/${path}`, { query: { param } });
      expect([path, status, body.data.length > 0]).toEqual([path, 200, true]);
    }
    await expectSound(t);
  });

  test('has taxes on the accounts that they were on', async () => {
    await using own = { app: await testApp(), [Symbol.asyncDispose]: () => own.app.close() };
    t = own.app;
    await confirm(await found(files));
    const { rows } = await t.ownerPool.query(
      `select code, account from taxes where account is not null order by account`,
    );
    expect(rows).toEqual([
      { code: 'LEVY', account: '2301' },
      { code: 'A2310', account: '2310' },
    ]);
  });

  test('keeps its numbers: no format may give them again', async () => {
    await using own = { app: await testApp(), [Symbol.asyncDispose]: () => own.app.close() };
    t = own.app;
    const documents = (files['documents.csv'] ?? '').replace('JV-2024-0000001', 'X-DN-NBO-2024-0000001');
    await confirm(await found({ ...files, 'documents.csv': documents }));
    const format = (text: string) =>
      t.call('root', `PUT ${SCA}/numbering/save`, { body: { kind: 'DN', format: text, version: 0 } });
    expect(await format('X-{KIND}-{BRANCH}-{YYYY}-{NNNNNNN}')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'format', message: expect.stringContaining('X-DN-NBO-2024-0000001') }] },
    });
    expect((await format('{KIND}-{BRANCH}-{YYYY}-{NNNNNNN}')).status).toBe(200);
  });
});

/** One debit note of 1,000.00 whose security was paid 540.00 before anything came in. */
const PAID_AHEAD: Files = {
  'accounts.csv':
    'code,name,type,group\n1020,Client bank,asset,\n1200,Premium debtors,receivable,\n2200,Securities payable,payable,\n4000,Brokerage,income,\n',
  'parties.csv':
    'id,code,kind,name,currency,country\n1,C1,cedant,Acacia Insurance,KES,KE\n2,S1,security,Baobab Re,KES,KE\n',
  'documents.csv': `id,number,kind,date,due_date,currency,rate_micro,party,class,policy_no,insured,status,narration
1,D-1,DN,2025-01-10,2025-02-10,KES,1000000,C1,Fire,P/1,Mill,posted,
2,P-1,PV,2025-01-20,,KES,1000000,S1,Fire,P/1,Mill,posted,Ahead of the money
`,
  'lines.csv': `id,document,line_no,date,account,party,currency,amount,base_amount,due_date,open_item,settled_by,narration
1,1,1,2025-01-10,1200,C1,KES,100000,100000,2025-02-10,D-1,,
2,1,2,2025-01-10,2200,S1,KES,-90000,-90000,2025-03-10,D-1,,
3,1,3,2025-01-10,4000,,KES,-10000,-10000,,,,
4,2,1,2025-01-20,2200,S1,KES,54000,54000,2025-03-10,D-1,,
5,2,2,2025-01-20,1020,,KES,-54000,-54000,,,,
`,
};

test('a security that was paid ahead of the money is named, and the books are sound', async () => {
  await using own = { app: await testApp(), [Symbol.asyncDispose]: () => own.app.close() };
  t = own.app;
  const ready = await found(PAID_AHEAD);
  expect(ready.found.faults).toEqual([]);
  await confirm(ready);
  const { rows } = await t.ownerPool.query(
    `select kind, amount::int, paid::int, advanced::int from note_parts order by id`,
  );
  expect(rows).toEqual([
    { kind: 'SECURITY', amount: 90_000, paid: 54_000, advanced: 54_000 },
    { kind: 'BROKERAGE', amount: 10_000, paid: 0, advanced: 0 },
  ]);
  const money = (await t.call('root', `GET ${SCA}/clientmoney/items`, { query: { asat: LAST } })).body.data;
  expect(money).toMatchObject([{ currency: 'KES', held: '-540.00', short: '-540.00', other: '0.00' }]);
  await expectSound(t);
});

/**
 * Two debit notes, the first paid in full and so its security. Of the taxes, 50.00 and 25.00, 60.00 were remitted; of the brokerage of 100.00 all was
 * drawn and 30.00 put back.
 */
const REMITTED: Files = {
  'accounts.csv':
    'code,name,type,group\n1000,Office bank,asset,\n1020,Client bank,asset,\n1200,Premium debtors,receivable,\n2200,Securities payable,payable,\n2301,Withholding tax payable,liability,\n4000,Brokerage,income,\n',
  'parties.csv': PAID_AHEAD['parties.csv'] ?? '',
  'documents.csv': `id,number,kind,date,due_date,currency,rate_micro,party,class,policy_no,insured,status,narration
1,D-1,DN,2025-01-10,2025-02-10,KES,1000000,C1,Fire,P/1,Mill,posted,
2,R-1,RC,2025-01-20,,KES,1000000,C1,Fire,P/1,Mill,posted,
3,P-1,PV,2025-01-25,,KES,1000000,S1,Fire,P/1,Mill,posted,
4,P-2,PV,2025-01-26,,KES,1000000,,,,,posted,Tax remitted
5,J-1,JV,2025-01-27,,KES,1000000,,,,,posted,Brokerage drawn
6,J-2,JV,2025-01-28,,KES,1000000,,,,,posted,Drawn too much
7,D-2,DN,2025-02-10,2025-03-10,KES,1000000,C1,Fire,P/2,Mill,posted,
`,
  'lines.csv': `id,document,line_no,date,account,party,currency,amount,base_amount,due_date,open_item,settled_by,narration
1,1,1,2025-01-10,1200,C1,KES,100000,100000,2025-02-10,D-1,,
2,1,2,2025-01-10,2200,S1,KES,-85000,-85000,2025-03-10,D-1,,
3,1,3,2025-01-10,4000,,KES,-10000,-10000,,,,
4,1,4,2025-01-10,2301,,KES,-5000,-5000,,,,
5,2,1,2025-01-20,1020,,KES,100000,100000,,,,
6,2,2,2025-01-20,1200,C1,KES,-100000,-100000,2025-02-10,D-1,,
7,3,1,2025-01-25,2200,S1,KES,85000,85000,2025-03-10,D-1,,
8,3,2,2025-01-25,1020,,KES,-85000,-85000,,,,
9,4,1,2025-01-26,2301,,KES,6000,6000,,,,
10,4,2,2025-01-26,1020,,KES,-6000,-6000,,,,
11,5,1,2025-01-27,1000,,KES,10000,10000,,,,
12,5,2,2025-01-27,1020,,KES,-10000,-10000,,,,
13,6,1,2025-01-28,1020,,KES,3000,3000,,,,
14,6,2,2025-01-28,1000,,KES,-3000,-3000,,,,
15,7,1,2025-02-10,1200,C1,KES,50000,50000,2025-03-10,D-2,,
16,7,2,2025-02-10,2200,S1,KES,-42500,-42500,2025-04-10,D-2,,
17,7,3,2025-02-10,4000,,KES,-5000,-5000,,,,
18,7,4,2025-02-10,2301,,KES,-2500,-2500,,,,
`,
};

test('taxes that were remitted before, and brokerage that was drawn, are not paid again', async () => {
  await using own = { app: await testApp(), [Symbol.asyncDispose]: () => own.app.close() };
  t = own.app;
  await confirm(await found(REMITTED));
  const { rows } = await t.ownerPool.query(
    `select kind, amount::int, paid::int, advanced::int from note_parts where kind <> 'SECURITY' order by id`,
  );
  expect(rows).toEqual([
    { kind: 'BROKERAGE', amount: 10_000, paid: 7_000, advanced: 0 },
    { kind: 'TAX', amount: 5_000, paid: 5_000, advanced: 0 },
    { kind: 'BROKERAGE', amount: 5_000, paid: 0, advanced: 0 },
    { kind: 'TAX', amount: 2_500, paid: 1_000, advanced: 1_000 },
  ]);
  const free = (await t.call('manager.nbo', `GET ${SCA}/paymentvoucher/releases`)).body;
  expect(free).toMatchObject([{ kind: 'BROKERAGE', available: '30.00' }]);
  const money = async (asat: string) =>
    (await t.call('root', `GET ${SCA}/clientmoney/items`, { query: { asat } })).body.data;
  // On the first day C1's money lay there for the tax and for us; 10.00 of the other note were paid ahead.
  expect(await money('2025-01-25')).toMatchObject([{ held: '150.00', premiums: '150.00', result: '0.00' }]);
  expect(await money(LAST)).toMatchObject([{ held: '20.00', premiums: '30.00', short: '-10.00', other: '0.00' }]);
  await expectSound(t);
});

describe('the command', () => {
  const { files, key } = historyOf(6, 50);
  const inFolder = async (own: Files, work: (folder: string) => Promise<void>) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-history-'));
    for (const [name, text] of Object.entries(own)) await writeFile(path.join(folder, name), text);
    await work(folder).finally(() => rm(folder, { recursive: true }));
  };
  const commandOf = (folder: string, branch?: string) => ({
    database: t.database,
    source: folderSource(folder),
    name: 'books',
    branch,
  });

  test('looks at a folder, and posts it with the uses of a mapping', async () => {
    await using own = { app: await testApp(), [Symbol.asyncDispose]: () => own.app.close() };
    t = own.app;
    await inFolder(files, async (folder) => {
      await expect(lookAtHistory(commandOf(folder), {})).rejects.toThrow('Name the branch of the books with --branch');
      const command = commandOf(folder, 'NBO');
      const { uses, fault_count } = await lookAtHistory(command, {});
      expect(fault_count).toBe(0);
      const wrong = { ...uses, 9999: { function: null, tax: null, is_default: false } };
      await expect(lookAtHistory(command, { uses: wrong })).rejects.toThrow('Account 9999: Is not in accounts.csv.');
      const posted: number[] = [];
      const mapped = { ...uses, 4900: { function: 'FEE_INCOME' as const, tax: null, is_default: true } };
      await postHistory(command, {
        uses: mapped,
        found: () => undefined,
        posted: async (count) => void posted.push(count),
      });
      expect(posted).toEqual([100]);
      await expect(lookAtHistory(command, {})).rejects.toThrow('posted here already');
    });
    const { rows } = await t.ownerPool.query(
      `select (select count(*)::int from journal_entries) as entries, (select code from ledger_accounts where is_default and function = 'FEE_INCOME') as fees`,
    );
    expect(rows).toEqual([{ entries: key.documents, fees: '4900' }]);
    await expectSound(t);
  });

  test('posts nothing of a folder with a fault', async () => {
    await using own = { app: await testApp(), [Symbol.asyncDispose]: () => own.app.close() };
    t = own.app;
    await inFolder({ ...files, 'parties.csv': '' }, async (folder) => {
      const watched = { found: () => undefined, posted: async () => undefined };
      await expect(postHistory(commandOf(folder, 'NBO'), watched)).rejects.toThrow('Correct the files');
    });
    const { rows } = await t.ownerPool.query(`select count(*)::int as entries from journal_entries`);
    expect(rows).toEqual([{ entries: 0 }]);
  });
});
