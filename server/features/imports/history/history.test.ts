import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BUCKETS } from '../../../../domain/reports/buckets.ts';
import { LONG_FORM } from '../../../../domain/testing/runs.ts';
import { parseAmount } from '../../../../domain/values/money.ts';
import { expectSound } from '../../../proofs/expect-sound.ts';
import { hledgerIsThere, hledgerSums } from '../../../testing/hledger.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { closing, trialSums } from '../../reports/money/journal.factories.ts';
import { SCA, work } from '../imports.factories.ts';
import { archiveOf, historyCalls, historyOf, LAST, type Files } from './history.factories.ts';

let t: TestApp;
const { send, current, found, confirm } = historyCalls(() => t);
const base = (text: string) => parseAmount(text, 'KES') as bigint;

describe('an answer key', () => {
  test.each([1, 2, 3])('of seed %d: trial balance, ageing, client money and the auditor agree', async (seed) => {
    await using own = { app: await testApp(), [Symbol.asyncDispose]: () => own.app.close() };
    t = own.app;
    const { files, key } = historyOf(seed, 300);
    const ready = await found(files);
    expect(ready).toMatchObject({ state: 'READY', found: { fault_count: 0, counts: { documents: key.documents } } });
    expect((await confirm(ready)).status).toBe(200);
    expect((await current()).latest).toMatchObject({ state: 'DONE', message: null });

    const { body: trial } = await t.call('root', `GET ${SCA}/trialbalance/items`, { query: { to: LAST, length: 500 } });
    const have = new Map<string, { debit: bigint; credit: bigint }>();
    for (const row of trial.data) {
      const sums = have.get(row.account) ?? { debit: 0n, credit: 0n };
      have.set(row.account, { debit: sums.debit + base(row.base_debit), credit: sums.credit + base(row.base_credit) });
    }
    for (const [code, sums] of key.balances)
      expect([code, have.get(code) ?? { debit: 0n, credit: 0n }]).toEqual([code, sums]);
    expect([...have.keys()].filter((code) => !key.balances.has(code))).toEqual([]);

    const { rows: aged } = await t.ownerPool.query<Record<string, string>>(
      `select p.name, ${BUCKETS.map((bucket) => `sum(case when late ${WITHIN[bucket]} then base_outstanding else 0 end)::text as ${bucket}`).join()}
       from (select *, $1::date - due_on as late from open_items) i join ledger_accounts a on a.code = i.account and a.function = 'PREMIUM_RECEIVABLE'
       join parties p on p.id = i.party_id where outstanding <> 0 group by 1 order by 1`,
      [LAST],
    );
    const expected = [...key.aged].map(([party, row]) => ({
      name: `Cedant ${party.slice(1)} Insurance`,
      ...Object.fromEntries(BUCKETS.map((bucket) => [bucket, row[bucket].toString()])),
    }));
    expect(aged).toEqual(expected.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
    const { body: ageing } = await t.call('root', `GET ${SCA}/receivable/ageingoverviewreport`, {
      query: { asat: LAST },
    });
    const total = [...key.aged.values()].flatMap((row) => Object.values(row)).reduce((sum, one) => sum + one, 0n);
    expect(base(ageing.base_total)).toBe(total);

    const { body: money } = await t.call('root', `GET ${SCA}/clientmoney/items`, { query: { asat: LAST } });
    expect(money.data.map((row: { currency: string; result: string }) => `${row.currency} ${row.result}`)).toEqual([
      'JPY 0',
      'KES 0.00',
      'USD 0.00',
    ]);
    await expectSound(t);
  });
});

describe('another program', () => {
  const [seeds, size] = LONG_FORM ? [[1, 2, 3], 3_000] : [[1], 120];
  test.skipIf(!hledgerIsThere()).each(seeds)(
    'hledger, where it is installed, balances the ledger of seed %d and comes to our trial balance and the answer key',
    async (seed) => {
      await using own = { app: await testApp(), [Symbol.asyncDispose]: () => own.app.close() };
      t = own.app;
      const { files, key } = historyOf(seed, size);
      expect((await confirm(await found(files))).status).toBe(200);
      const query = { to: LAST };
      const journal = await t.call('root', `GET ${SCA}/ledger/export`, { query: { ...query, format: 'hledger' } });
      const theirs = hledgerSums(journal.bytes.toString('utf8'));
      const { body } = await t.call('root', `GET ${SCA}/trialbalance/items`, { query: { ...query, length: 500 } });
      const ours = trialSums(body.data);
      expect(closing(theirs.bases)).toEqual(closing(ours.bases));
      expect(closing(theirs.amounts)).toEqual(closing(ours.amounts));
      expect(new Set(closing(theirs.amounts).map(([account]) => account.split(' ')[1]))).toEqual(
        new Set(['JPY', 'KES', 'USD']),
      );
      const expected = new Map([...key.balances].map(([code, { debit, credit }]) => [code, debit - credit]));
      expect(closing(theirs.bases)).toEqual(closing(expected));
    },
  );
});

const WITHIN: Record<(typeof BUCKETS)[number], string> = {
  not_due: '<= 0',
  d1_30: 'between 1 and 30',
  d31_60: 'between 31 and 60',
  d61_90: 'between 61 and 90',
  d91_180: 'between 91 and 180',
  d181_365: 'between 181 and 365',
  over_365: '> 365',
};

describe('what is wrong is named by file and line, and nothing is posted', () => {
  const { files } = historyOf(5, 40);
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());
  const changed = (name: string, change: (lines: string[]) => string[]): Files => ({
    ...files,
    [name]: change((files[name] ?? '').split('\n')).join('\n'),
  });
  const cell = (line: number, column: number, value: string) => (lines: string[]) =>
    lines.map((text, index) => (index + 1 === line ? text.split(',').with(column, value).join(',') : text));
  // A receipt in full, in base: its bank is the line before it.
  const SETTLING =
    1 + (files['lines.csv'] ?? '').split('\n').findIndex((text) => /^\d+,\d+,2,[\d-]+,12\d\d,C\d+,KES,-/.test(text));
  const moreAt = (line: number) => (lines: string[]) =>
    [line - 1, line].reduce((changing, at) => {
      const sign = at === line ? '-' : '';
      return cell(at, 8, `${sign}99999999999`)(cell(at, 7, `${sign}99999999999`)(changing));
    }, lines);
  const faultsOf = async (broken: Files) => {
    const { state, found: findings } = await found(broken);
    expect(state).toBe('READY');
    const reply = await confirm((await current()).latest);
    expect([reply.status, findings.fault_count > 0]).toEqual([409, true]);
    return findings.faults;
  };

  test.each<[string, Files, object]>([
    [
      'a missing file',
      Object.fromEntries(Object.entries(files).filter(([name]) => name !== 'lines.csv')),
      { file: 'lines.csv', line: 0, message: 'This file is missing.' },
    ],
    [
      'a missing column',
      changed('lines.csv', (lines) => lines.map((text) => text.replace(/,[^,]*$/, ''))),
      { file: 'lines.csv', line: 1, message: 'Has no column narration.' },
    ],
    [
      'a wrong sum',
      changed('lines.csv', (lines) => cell(2, 8, '24999999')(cell(2, 7, '24999999')(lines))),
      { file: 'documents.csv', line: 2, message: 'JV-2024-0000001 is out by -1 in base (minor units).' },
    ],
    [
      'an unknown account',
      changed('lines.csv', cell(2, 4, '1999')),
      { file: 'lines.csv', line: 2, message: 'There is no account 1999.' },
    ],
    [
      'an unknown party',
      changed('documents.csv', cell(3, 7, 'C99')),
      { file: 'documents.csv', line: 3, message: 'There is no party C99.' },
    ],
    [
      'an unknown document',
      changed('lines.csv', cell(2, 1, '999')),
      { file: 'lines.csv', line: 2, message: 'There is no document 999.' },
    ],
    [
      'a number twice',
      changed('documents.csv', cell(3, 1, 'JV-2024-0000001')),
      { file: 'documents.csv', line: 3, message: 'Number JV-2024-0000001 is in line 2 already.' },
    ],
    [
      'a number of our own format',
      changed('documents.csv', cell(2, 1, 'DN/NBO/2024/000001')),
      { file: 'documents.csv', line: 2, message: expect.stringContaining('Settings, Numbering') },
    ],
    [
      'a day of another document',
      changed('lines.csv', cell(2, 3, '2024-01-02')),
      { file: 'lines.csv', line: 2, message: 'Its day is not that of JV-2024-0000001.' },
    ],
    [
      'an amount with decimals',
      changed('lines.csv', cell(2, 7, '250000.00')),
      { file: 'lines.csv', line: 2, message: expect.stringContaining('minor units') },
    ],
    [
      'a day that there is not',
      changed('documents.csv', cell(2, 3, '2024-02-30')),
      { file: 'documents.csv', line: 2, message: 'date: A day as YYYY-MM-DD.' },
    ],
    [
      'a formula',
      changed('parties.csv', cell(2, 3, '=HYPERLINK(1)')),
      { file: 'parties.csv', line: 2, message: 'Holds a formula. Paste values only.' },
    ],
    [
      'an item that nobody opened',
      changed('lines.csv', cell(SETTLING, 10, 'DN-2024-9999999')),
      {
        file: 'lines.csv',
        line: SETTLING,
        message: 'No line of this account, party and currency opens DN-2024-9999999.',
      },
    ],
    [
      'an item settled by more than it is',
      changed('lines.csv', moreAt(SETTLING)),
      { file: 'lines.csv', message: expect.stringContaining('is settled by more than it is.') },
    ],
    [
      'a receivable of a security',
      changed('parties.csv', (lines) => lines.map((text) => text.replace(',cedant,', ',security,'))),
      { file: 'lines.csv', message: 'A receivable is of a cedant.' },
    ],
  ])('%s', async (_name, broken, fault) => {
    expect(await faultsOf(broken)).toContainEqual(expect.objectContaining(fault));
  });

  test('many faults are counted, the first 200 listed', async () => {
    const { found: findings } = await found(
      changed('lines.csv', (lines) => [lines[0] ?? '', ...Array.from({ length: 500 }, () => 'x')]),
    );
    expect(findings.fault_count).toBeGreaterThan(500);
    expect(findings.faults).toHaveLength(200);
  });

  test.each<[string, Uint8Array]>([
    ['text', Buffer.from('code,name')],
    ['an archive that is cut short', archiveOf(files).subarray(0, 400)],
    ['an archive of other files', archiveOf({ 'notes.txt': 'x' })],
  ])('no history: %s', async (_name, bytes) => {
    expect(await send(bytes)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'file', message: expect.stringContaining('ZIP file') }] },
    });
  });

  test('nothing of all that was posted, and root alone may send a history', async () => {
    const { rows } = await t.ownerPool.query(`select count(*)::int as entries from journal_entries`);
    expect(rows).toEqual([{ entries: 0 }]);
    expect((await send(archiveOf(files), 'manager.nbo')).status).toBe(403);
  });
});

describe('a history that was posted', () => {
  const { files } = historyOf(9, 120);
  beforeEach(async () => {
    t = await testApp();
    return () => t.close();
  });

  test('is hostile text and all: it is shown as text, and does not end a line of the journal', async () => {
    const hostile = `"<script>alert(1)</script>; tag:x | \u202e ünïcode"`;
    const lines = (files['documents.csv'] ?? '').split('\n');
    lines[1] = (lines[1] ?? '').replace(/JV 1$/, hostile);
    const ready = await found({ ...files, 'documents.csv': lines.join('\n') });
    expect(ready.found.faults).toEqual([]);
    await confirm(ready);
    const journal = (
      await t.call('root', `GET ${SCA}/ledger/export`, { query: { format: 'hledger', to: LAST } })
    ).bytes.toString();
    expect(journal).toContain('<script>alert(1)</script>, tag.x /');
    expect(journal).toMatch(/@@ KES/);
    // Exchange differences are in base alone. G3.
    const { rows } = await t.ownerPool.query(
      `select distinct l.amount::int from journal_lines l join ledger_accounts a on a.code = l.account and a.function in ('EXCHANGE_GAIN', 'EXCHANGE_LOSS')`,
    );
    expect(rows).toEqual([{ amount: 0 }]);
  });

  test('is known to the planner as it is, without waiting for a count of its own', async () => {
    await confirm(await found(files));
    const tables = [
      'notes',
      'note_parts',
      'journal_entries',
      'journal_lines',
      'open_items',
      'settlements',
      'daily_balances',
    ];
    for (const table of tables) {
      const { rows } = await t.ownerPool.query(
        `select (select reltuples::int from pg_class where oid = $1::regclass) as known, (select count(*)::int from ${table}) as rows`,
        [table],
      );
      expect(rows[0].rows, table).toBeGreaterThan(0);
      expect(rows[0].known, table).toBe(rows[0].rows);
    }
  });

  test('is the only one: another is refused, and so is a first one once something was posted', async () => {
    const ready = await found(files);
    await confirm(ready);
    expect(await send(archiveOf(files))).toMatchObject({
      status: 409,
      body: { title: expect.stringContaining('posted here already') },
    });
    expect((await confirm(ready)).status).toBe(409);
  });

  test('given up while it is posted leaves nothing behind', async () => {
    const ready = await found(files);
    const reply = await t.call('root', `PUT ${SCA}/import/history/confirm/${ready.id}`, {
      body: { version: ready.version },
    });
    expect(reply.status).toBe(200);
    expect((await t.call('root', `PUT ${SCA}/import/cancel/${ready.id}`)).status).toBe(200);
    await work(t);
    const { rows } = await t.ownerPool.query(
      `select (select count(*)::int from journal_entries) as entries, (select count(*)::int from notes) as notes`,
    );
    expect(rows).toEqual([{ entries: 0, notes: 0 }]);
    expect((await current()).latest.state).toBe('CANCELLED');
  });

  test('given up in the middle, it is taken back', async () => {
    const ready = await found(historyOf(11, 1_500).files);
    await t.call('root', `PUT ${SCA}/import/history/confirm/${ready.id}`, { body: { version: ready.version } });
    const done = work(t);
    await expect.poll(async () => (await current()).latest.progress, { interval: 10 }).toBeGreaterThan(30);
    expect((await t.call('root', `PUT ${SCA}/import/cancel/${ready.id}`)).status).toBe(200);
    await done;
    expect((await current()).latest.state).toBe('CANCELLED');
    const { rows } = await t.ownerPool.query(
      `select (select count(*)::int from journal_entries) as entries, (select name from ledger_accounts where function = 'CLIENT_BANK') as bank`,
    );
    expect(rows).toEqual([{ entries: 0, bank: 'Client bank' }]);
  });

  test('has accounts for what a person says they are for', async () => {
    const ready = await found(files);
    const { uses } = ready.found;
    const match = (accounts: object) =>
      t.call('root', `PUT ${SCA}/import/history/match/${ready.id}`, { body: { version: ready.version, accounts } });
    expect(await match({ ...uses, 4900: { ...uses['4900'], function: 'BANK_CHARGES' } })).toMatchObject({
      status: 400,
      body: { errors: expect.arrayContaining([expect.objectContaining({ field: 'accounts.4900' })]) },
    });
    expect(await match({ ...uses, 1200: { ...uses['1200'], is_default: false } })).toMatchObject({ status: 400 });
    expect((await match({ ...uses, 4900: { function: 'FEE_INCOME', tax: null, is_default: true } })).status).toBe(200);
    await work(t);
    await confirm((await current()).latest);
    const { rows } = await t.ownerPool.query(
      `select function, code, name from ledger_accounts where is_default and function in ('FEE_INCOME', 'EQUITY', 'CLAIMS_PAYABLE') order by 1`,
    );
    expect(rows).toEqual([
      { function: 'CLAIMS_PAYABLE', code: expect.stringMatching(/^\d{4}$/), name: 'Claims payable' },
      { function: 'EQUITY', code: '3100', name: 'Retained earnings' },
      { function: 'FEE_INCOME', code: '4900', name: 'Interest received' },
    ]);
  });
});
