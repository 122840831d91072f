import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { BANK, camt053, camtEntry, mt940, ourBankAccount, previewFile, readFile } from './banks.factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const rows = async (statement: string) => (await t.ownerPool.query(statement)).rows;
const one = (who: string, id: number) => t.call(who, `GET ${BANK}/${id}`);
let numbers = 500;
/** An account of its own for each test. */
const account = (changes: Parameters<typeof ourBankAccount>[1] = {}) => {
  numbers += 1;
  return ourBankAccount(t, { number: `01002${numbers}`, is_default: false, ...changes });
};
const own = async (changes: Parameters<typeof ourBankAccount>[1] = {}) => {
  const id = await account(changes);
  return { id, number: `01002${numbers}` };
};

describe('reading statements', () => {
  test('a statement is kept with its lines, follows the last one, and is seen by those who may', async () => {
    const { id, number } = await own();
    const first = mt940({
      account: number,
      opening: '1000.00',
      closing: '282250.00',
      entries: [{ amount: '281250.00', reference: 'FT1', text: 'Jubilee' }],
    });
    const preview = await previewFile(t, first, { account: id });
    expect(preview.body).toMatchObject({
      format: 'MT940',
      ready: true,
      sheet: null,
      read_before: null,
      statements: [{ opening: '1000.00', closing: '282250.00', paid_in: '281250.00', paid_out: '0.00', count: 1 }],
    });
    expect(await rows(`select 1 from bank_statements where bank_account_id = ${id}`)).toEqual([]);
    const read = await readFile(t, first, { account: id });
    expect(read.status).toBe(200);
    const statement = await one('manager.nbo', read.body.id);
    expect(statement.body).toMatchObject({
      status: 'READ',
      lines: 1,
      kept_because: null,
      read_by: { id: expect.any(Number) },
    });
    const lines = await t.call('auditor', `GET ${BANK}/lines`, { query: { statement: read.body.id } });
    expect(lines.body.data).toMatchObject([
      { amount: '281250.00', reference: 'FT1', text: 'Jubilee', day: '2026-03-02', matched: false },
    ]);
    const next = mt940({
      account: number,
      opening: '282250.00',
      closing: '282200.00',
      entries: [{ amount: '-50.00' }],
    });
    expect((await readFile(t, next, { account: id })).status).toBe(200);
    const accounts = await t.call('accountant.nbo', `GET ${BANK}/accounts`);
    expect(accounts.body.find((each: { id: number }) => each.id === id)).toMatchObject({
      balance: '282200.00',
      last_day: '2026-03-02',
      statements: 2,
    });
    const listed = await t.call('accountant.nbo', `GET ${BANK}/items`, { query: { bank: id } });
    expect(listed.body.data.map((each: { closing: string }) => each.closing)).toEqual(['282200.00', '282250.00']);
    expect(
      await rows(`select action from audit_trail where entity = 'bank_statement' and entity_id = ${read.body.id}`),
    ).toEqual([{ action: 'statement_read' }]);
  });

  test('the same file twice, a gap, a wrong sum and another account read nothing', async () => {
    const { id, number } = await own();
    const file = mt940({
      account: number,
      opening: '0.00',
      closing: '0.00',
      entries: [{ amount: '5.00' }, { amount: '-5.00' }],
    });
    expect((await readFile(t, file, { account: id })).status).toBe(200);
    const again = await readFile(t, file, { account: id });
    expect([again.status, again.body.code]).toEqual([409, 'FILE_READ']);
    expect((await previewFile(t, file, { account: id })).body).toMatchObject({
      ready: false,
      read_before: { statement: expect.any(Number) },
    });
    const other = await own();
    const refused: [string, RegExp][] = [
      [mt940({ account: number, opening: '1.00', closing: '1.00' }), /ended at KES 0\.00/],
      [mt940({ account: number, opening: '0.00', closing: '1.00' }), /lead to KES 0\.00, but it ends at KES 1\.00/],
      [mt940({ account: other.number, opening: '0.00', closing: '0.00' }), /not of Clients KES/],
    ];
    for (const [text, sentence] of refused) {
      const sent = await readFile(t, text, { account: id });
      expect([sent.status, sent.body.code]).toEqual([400, 'FILE_REFUSED']);
      expect(sent.body.errors[0].message).toMatch(sentence);
    }
    expect(await rows(`select count(*)::int as n from bank_statements where bank_account_id = ${id}`)).toEqual([
      { n: 1 },
    ]);
  });

  test('a line counts once, by its reference or by what it says, and the schema holds it', async () => {
    const { id, number } = await own();
    const entries = [
      { amount: '10.00', reference: 'ONCE' },
      { amount: '2.00', text: 'Fee back' },
    ];
    await readFile(t, mt940({ account: number, opening: '0.00', closing: '12.00', entries }), { account: id });
    for (const entry of entries) {
      const closing = entry.amount === '10.00' ? '22.00' : '14.00';
      const sent = await readFile(t, mt940({ account: number, opening: '12.00', closing, entries: [entry] }), {
        account: id,
      });
      expect([sent.status, sent.body.errors]).toEqual([
        400,
        [{ field: 'line.1', message: 'Was imported before, on the statement to 2 Mar 2026: a line counts once.' }],
      ]);
    }
    await expect(
      t.ownerPool
        .query(`insert into bank_lines (bank_account_id, statement_id, position, day, amount, reference, end_to_end, party, party_account, text, known_by)
        select bank_account_id, statement_id, 99, day, amount, reference, end_to_end, party, party_account, text, known_by from bank_lines where bank_account_id = ${id} limit 1`),
    ).rejects.toThrow('bank_line_once');
  });

  test('the schema refuses what does not add up or does not follow', async () => {
    const { id } = await own();
    const insert = (place: number, opening: number, closing: number) =>
      t.ownerPool
        .query(`insert into bank_statements (bank_account_id, place, format, currency, first_day, last_day, opening, closing, lines, file_name, sha256, read_by, read_at)
        select ${id}, ${place}, 'CSV', 'KES', '2026-03-01', '2026-03-02', ${opening}, ${closing}, 0, 'x', sha256('x'), min(id), now() from users`);
    await expect(insert(1, 0, 5)).rejects.toThrow('does not add up');
    await insert(1, 5, 5);
    await expect(insert(2, 6, 6)).rejects.toThrow('does not follow');
    await expect(insert(1, 5, 5)).rejects.toThrow('statement_place_once');
  });

  test('several statements of a file are read in their order, or none of them', async () => {
    const { id, number } = await own();
    const day = (opening: string, closing: string, amount: string) =>
      mt940({ account: number, opening, closing, entries: [{ amount }] });
    const broken = await readFile(t, day('0.00', '1.00', '1.00') + day('2.00', '3.00', '1.01'), { account: id });
    expect(broken.status).toBe(400);
    const whole = await readFile(t, day('0.00', '1.00', '1.00') + day('1.00', '3.00', '2.00'), { account: id });
    expect(whole.body.statements).toHaveLength(2);
  });

  test('a sheet: its columns are matched by a person once and remembered for the account', async () => {
    const id = await account();
    const csv = (day: string, amount: string) => `When;What;Moved\n${day};Jubilee;${amount}\n`;
    const name = 'march.csv';
    const first = await previewFile(t, csv('03/01/2026', '100.00'), { account: id, name });
    expect(first.body).toMatchObject({ ready: false, sheet: { remembered: false, asks_balances: true, matching: {} } });
    expect(first.body.statements[0].refusals[0]).toBe('Choose the column of the date.');
    const sheet = {
      matching: { day: 0, text: 1, amount: 2 },
      day_order: 'MONTH_FIRST',
      opening: '0.00',
      closing: '100.00',
    };
    const read = await readFile(t, csv('03/01/2026', '100.00'), { account: id, name, sheet });
    expect(read.status).toBe(200);
    expect((await one('accountant.nbo', read.body.id)).body).toMatchObject({ last_day: '2026-03-01', format: 'CSV' });
    const next = await previewFile(t, csv('03/02/2026', '5.00'), {
      account: id,
      name,
      sheet: { opening: '100.00', closing: '105.00' },
    });
    expect(next.body).toMatchObject({
      ready: true,
      sheet: { remembered: true, day_order: 'MONTH_FIRST', matching: { day: 0, text: 1, amount: 2 } },
    });
    const other = await previewFile(t, csv('03/02/2026', '5.00'), { account: await account(), name });
    expect(other.body.sheet).toMatchObject({ remembered: false, matching: {} });
  });

  test('CAMT.053 is read as it is, with faults by line', async () => {
    const { id, number } = await own();
    const file = (amount: string) =>
      camt053({ account: number, opening: '0.00', closing: '300.00', entries: camtEntry({ amount }) });
    const wrong = await readFile(t, file('300.005'), { account: id });
    expect(wrong.body.errors).toEqual([{ field: 'line.1', message: 'Its amount is no amount of KES.' }]);
    expect((await readFile(t, file('300.00'), { account: id })).status).toBe(200);
  });
});

describe('taking a statement back', () => {
  test('the last one, with a reason; its lines may then be read again', async () => {
    const { id, number } = await own();
    const file = (opening: string, closing: string, reference: string) =>
      mt940({ account: number, opening, closing, entries: [{ amount: '1.00', reference }] });
    const first = (await readFile(t, file('0.00', '1.00', 'A'), { account: id })).body.id;
    const second = (await readFile(t, file('1.00', '2.00', 'B'), { account: id })).body.id;
    const back = (statement: number, body: object, who = 'accountant.nbo') =>
      t.call(who, `PUT ${BANK}/takeback/${statement}`, { body });
    expect((await back(first, { version: 1, reason: 'Wrong file' })).body).toMatchObject({ code: 'STATEMENT_KEPT' });
    expect((await back(second, { version: 1, reason: ' ' })).status).toBe(400);
    expect((await back(second, { version: 2, reason: 'Wrong file' })).body.code).toBe('STALE');
    expect((await back(second, { version: 1, reason: 'Wrong file' }, 'manager.nbo')).status).toBe(403);
    expect((await back(second, { version: 1, reason: 'Wrong file' })).body).toMatchObject({
      status: 'TAKEN_BACK',
      version: 2,
    });
    expect((await back(second, { version: 2, reason: 'Again' })).body.title).toMatch(/taken back already/);
    expect((await one('accountant.nbo', second)).body.taken_back).toMatchObject({ reason: 'Wrong file' });
    expect((await readFile(t, file('1.00', '2.00', 'B'), { account: id })).status).toBe(200);
  });
});

describe('who may', () => {
  test('an accountant reads them, managers and auditors look, others see nothing; another branch’s are not there', async () => {
    const [branch] = await rows(`select id from branches where code = 'LON'`);
    const london = await account({ branch_id: branch.id });
    const everyones = await account();
    const file = mt940({ opening: '0.00', closing: '0.00' });
    expect((await previewFile(t, file, { account: london })).status).toBe(404);
    expect((await readFile(t, file, { account: london })).status).toBe(404);
    expect((await readFile(t, file, { account: 999_999 })).status).toBe(404);
    for (const who of ['manager.nbo', 'cashier.nbo', 'underwriter.nbo'])
      expect((await readFile(t, file, { account: everyones, who })).status).toBe(403);
    expect((await t.call('cashier.nbo', `GET ${BANK}/items`)).status).toBe(403);
    const accounts = await t.call('accountant.nbo', `GET ${BANK}/accounts`);
    expect(accounts.body.map((each: { id: number }) => each.id)).not.toContain(london);
  });

  test('an account with statements stays in its branch, its currency and for its purpose', async () => {
    const { id, number } = await own();
    await readFile(t, mt940({ account: number, opening: '0.00', closing: '0.00' }), { account: id });
    const [row] = await rows(`select * from bank_accounts where id = ${id}`);
    const [branch] = await rows(`select id from branches where code = 'NBO'`);
    const { name, bank, bank_branch, iban, swift, version } = row;
    const kept = {
      id,
      name,
      bank,
      bank_branch,
      number,
      iban,
      swift,
      currency: 'KES',
      purpose: 'CLIENT',
      branch_id: null,
      is_default: false,
      version,
    };
    for (const [field, value] of [
      ['branch_id', branch.id],
      ['purpose', 'OFFICE'],
      ['currency', 'USD'],
    ]) {
      const sent = await t.call('root', 'PUT /api/sca/v1/bankaccount/edit', { body: { ...kept, [field]: value } });
      expect([sent.status, sent.body.errors?.[0]?.field]).toEqual([400, field]);
    }
  });
});
