import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt, RECEIVABLE } from './receipts.factories.ts';
import { codeOf } from '../../testing/chart.ts';

const SCA = '/api/sca/v1';
const PAYABLE = `${SCA}/paymentvoucher`;
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const ok = async (who: string, call: `${string} ${string}`, body?: unknown) => {
  const reply = await t.call(who, call, body === undefined ? {} : { body });
  if (reply.status !== 200) throw new Error(`${call}: ${JSON.stringify(reply.body)}`);
  return reply.body;
};
const rows = async (statement: string) => (await t.ownerPool.query(statement)).rows;
const bankAccount = (changes: Record<string, unknown> = {}) =>
  ok('root', `POST ${SCA}/bankaccount/save`, {
    name: 'Clients',
    bank: 'Bahari Bank',
    bank_branch: '',
    number: '0100200301',
    iban: '',
    swift: '',
    currency: 'KES',
    purpose: 'CLIENT',
    branch_id: null,
    is_default: true,
    ...changes,
  });

describe('accounts by function', () => {
  test('the account that a function takes by default is posted to, and figures count every account of it', async () => {
    await approvedPolicy(t, book);
    await t.ownerPool.query(`
      insert into ledger_accounts (code, name, type, sub_kind, function) values ('1201', 'Premium receivable, old books', 'ASSET', 'REINSURED', 'PREMIUM_RECEIVABLE');
      update ledger_accounts set is_default = false where code = '${codeOf('PREMIUM_RECEIVABLE')}'; update ledger_accounts set is_default = true where code = '1201'`);
    await approvedPolicy(t, book);
    await t.ownerPool.query(`update ledger_accounts set is_default = false where code = '1201';
      update ledger_accounts set is_default = true where code = '${codeOf('PREMIUM_RECEIVABLE')}'`);
    expect(
      await rows(
        `select account, sum(amount)::text as amount from journal_lines where account in ('${codeOf('PREMIUM_RECEIVABLE')}', '1201') group by 1 order by account = '1201'`,
      ),
    ).toEqual([
      { account: codeOf('PREMIUM_RECEIVABLE'), amount: '56250000' },
      { account: '1201', amount: '56250000' },
    ]);
    const ageing = await ok('accountant.nbo', `GET ${RECEIVABLE}/ageingoverviewreport`);
    expect(ageing.totals).toMatchObject([{ currency: 'KES', total: '1125000.00' }]);
  });

  test('what is owed on an account is settled on that account, whatever the default is', async () => {
    const [note] = await rows(
      `select n.id from notes n join open_items i on i.note_id = n.id where i.account = '1201'`,
    );
    await approvedReceipt(t, exampleReceipt(book, { allocations: [{ note: note.id, amount: '281250.00' }] }));
    expect(await rows(`select sum(amount)::text as open from journal_lines where account = '1201'`)).toEqual([
      { open: '28125000' },
    ]);
  });

  test('a function has one default account, and that one is active', async () => {
    await expect(t.ownerPool.query(`update ledger_accounts set is_default = true where code = '1201'`)).rejects.toThrow(
      'default_account',
    );
    await expect(
      t.ownerPool.query(
        `update ledger_accounts set status = 'INACTIVE' where code = '${codeOf('PREMIUM_RECEIVABLE')}'`,
      ),
    ).rejects.toThrow('default_of_its_function');
  });
});

describe('bank accounts as sub-ledgers', () => {
  test('money is kept before any account is entered, then under the default, then under the one that was chosen', async () => {
    const note = await debitNoteOf(t, await approvedPolicy(t, book));
    const pay = (changes: object) => ({ ...exampleReceipt(book), receiptAmount: '100.00', ...changes });
    const allocations = [{ note: note.id, amount: '100.00' }];
    await approvedReceipt(t, pay({ allocations }));
    const first = await bankAccount();
    const second = await bankAccount({ number: '0100200302', name: 'Clients two', is_default: false });
    await approvedReceipt(t, pay({ allocations }));
    const chosen = await approvedReceipt(t, pay({ allocations, bank_account: second.id }));
    const kept = await rows(`select b.name, sum(d.debit)::text as debit from daily_balances d
      join bank_accounts b on b.id = d.bank_account_id group by 1 order by 1`);
    expect(kept).toEqual([
      { name: 'Before bank accounts', debit: '28135000' },
      { name: 'Clients', debit: '10000' },
      { name: 'Clients two', debit: '10000' },
    ]);
    expect((await ok('cashier.nbo', `GET ${RECEIVABLE}/${chosen}`)).bank_account).toEqual({
      id: second.id,
      name: 'Clients two',
    });
    expect(first.id).not.toBe(second.id);
  });

  test('the trial balance, the sub-ledger accounts, the lines and the entries name the bank account', async () => {
    const account = codeOf('CLIENT_BANK');
    const names = ['Before bank accounts', 'Clients', 'Clients two'];
    const balances = ['281350.00', '100.00', '100.00'];
    const trial = await ok('accountant.nbo', `GET ${SCA}/trialbalance/items?detail=sub&account=${account}`);
    expect(trial.data.map((row: { bank: { name: string } }) => row.bank.name)).toEqual(names);
    expect(trial.data.map((row: { closing: string }) => row.closing)).toEqual(balances);
    const whole = await ok('accountant.nbo', `GET ${SCA}/trialbalance/items?account=${account}`);
    expect(whole.data).toMatchObject([{ bank: null, closing: '281550.00' }]);
    const subs = await ok('accountant.nbo', `GET ${SCA}/ledgeraccount/subaccounts?account=${account}`);
    const bank = trial.data[2].bank.id;
    expect(subs.data).toMatchObject([
      { name: names[0], balance: balances[0] },
      { name: names[1], balance: balances[1] },
      { name: names[2], balance: balances[2], bank_account_id: bank, party_id: null, tax_id: null },
    ]);
    const { data } = await ok('accountant.nbo', `GET ${SCA}/ledgeraccount/items`);
    expect(data.find((row: { code: string }) => row.code === account).subs).toBe(3);
    const lines = await ok('accountant.nbo', `GET ${SCA}/ledger/items?account=${account}&bank=${bank}`);
    expect(lines.data).toMatchObject([{ bank: { id: bank, name: 'Clients two' }, party: null, debit: '100.00' }]);
    const entry = await ok('accountant.nbo', `GET ${SCA}/ledger/entry/${lines.data[0].entry}`);
    expect(entry.lines.map((line: { bank: { name: string } | null }) => line.bank?.name ?? null)).toEqual([
      'Clients two',
      null,
    ]);
  });

  test('a draft from before bank accounts takes the default when it is saved again', async () => {
    const [{ id }] = await rows(
      `select id from bank_accounts where stands_in and currency = 'KES' and purpose = 'CLIENT'`,
    );
    const body = exampleReceipt(book, { bank_account: id });
    const saved = await ok('cashier.nbo', `POST ${RECEIVABLE}/save`, body);
    expect((await ok('cashier.nbo', `GET ${RECEIVABLE}/${saved.id}`)).bank_account.name).toBe('Clients');
  });

  test.each([
    ['of the office', { purpose: 'OFFICE', number: '0900' }],
    ['in another currency', { currency: 'USD', number: '0901' }],
    ['of another branch', { branch_id: 2, number: '0902', is_default: false }],
  ])('an account %s is refused', async (_, changes) => {
    const { id } = await bankAccount(changes);
    const body = exampleReceipt(book, { bank_account: id });
    const refused = await t.call('cashier.nbo', `POST ${RECEIVABLE}/save`, { body });
    expect(refused.body.errors).toEqual([
      { field: 'bank_account', message: 'Choose one of our client money accounts in KES.' },
    ]);
  });

  test('who works in its branch, too, is told where an account is of and what to do', async () => {
    const { id } = await bankAccount({ name: 'London clients', branch_id: 2, number: '0903', is_default: false });
    const message =
      'London clients is an account of London. Choose one of our client money accounts in KES in Nairobi, or enter this in London.';
    const receipt = { body: exampleReceipt(book, { bank_account: id }) };
    const refused = await t.call('root', `POST ${RECEIVABLE}/save`, receipt);
    expect(refused.body.errors).toEqual([{ field: 'bank_account', message }]);
    const there = await t.call('root', `POST ${RECEIVABLE}/save`, { ...receipt, headers: { 'slipway-branch': 'LON' } });
    expect(there.status, JSON.stringify(there.body)).toBe(200);
    const voucher = { kind: 'TAX', tax: 1, currency: 'KES', amount: '1.00', bank_date: '2026-03-02', bank_account: id };
    const unpaid = await t.call('root', `POST ${SCA}/paymentvoucher/save`, { body: voucher });
    expect(unpaid.body.errors).toContainEqual({ field: 'bank_account', message });
  });

  test.each([
    ['currency', { currency: 'USD' }],
    ['purpose', { purpose: 'OFFICE' }],
  ])('an account on which money was kept keeps its %s; another may change', async (field, changes) => {
    const { data } = await ok('root', `GET ${SCA}/bankaccount/items`);
    const used = data.find((row: { name: string }) => row.name === 'Clients two');
    const { account: _account, branch: _branch, status: _status, ...form } = used;
    const edit = (body: object) => t.call('root', `PUT ${SCA}/bankaccount/edit`, { body });
    const refused = await edit({ ...form, ...changes });
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field]);
    expect((await edit(form)).status).toBe(200);
    const fresh = await bankAccount({ number: `77${field}`, name: 'Not used', is_default: false });
    expect(
      (await edit({ ...form, id: fresh.id, version: fresh.version, number: `77${field}`, ...changes })).status,
    ).toBe(200);
  });

  test('the register offers no account that only stands in', async () => {
    const { data } = await ok('root', `GET ${SCA}/bankaccount/items`);
    expect(data.map((row: { name: string }) => row.name)).not.toContain('Before bank accounts');
    const [{ id }] = await rows(`select id from bank_accounts where stands_in limit 1`);
    const update = await t.call('root', `PUT ${SCA}/bankaccount/update`, {
      query: { id, status: 'ACTIVE' },
      body: { version: 1 },
    });
    expect(update.status).toBe(404);
  });
});

describe('the schema', () => {
  const entry = (lines: string) => `
    with e as (insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
      values (1, '2026-03-02', 'PROBE', 'policy', 1, 'probe', 1) returning id)
    insert into journal_lines (entry_id, branch_id, day, account, currency, amount, base_amount, bank_account_id)
    select e.id, 1, '2026-03-02', l.* from e, (values ${lines}) l`;
  const bank = `(select min(id) from bank_accounts where currency = 'USD' and purpose = 'CLIENT')`;

  test.each([
    [
      'each currency sums to zero',
      `('${codeOf('EXCHANGE_CLEARING')}', 'KES', 5, 5, null::int), ('${codeOf('EXCHANGE_CLEARING')}', 'USD', -5, -5, null)`,
      'in its currency',
    ],
    [
      'no amount but on an exchange account',
      `('${codeOf('EXCHANGE_CLEARING')}', 'KES', 0, 5, null::int), ('${codeOf('EXCHANGE_GAIN')}', 'KES', 0, -5, null)`,
      'exchange difference',
    ],
    [
      'a bank names its account',
      `('${codeOf('CLIENT_BANK')}', 'KES', 5, 5, null::int), ('${codeOf('EXCHANGE_CLEARING')}', 'KES', -5, -5, null)`,
      'name an account of that bank',
    ],
    [
      'in its currency',
      `('${codeOf('CLIENT_BANK')}', 'KES', 5, 5, ${bank}), ('${codeOf('EXCHANGE_CLEARING')}', 'KES', -5, -5, null)`,
      'name an account of that bank',
    ],
    [
      'and nothing else does',
      `('${codeOf('EXCHANGE_CLEARING')}', 'KES', 5, 5, ${bank}), ('${codeOf('EXPENSES')}', 'KES', -5, -5, null)`,
      'name an account of that bank',
    ],
  ])('refuses lines unless %s', async (_, lines, message) => {
    await expect(t.ownerPool.query(entry(lines))).rejects.toThrow(message);
  });

  test('takes an entry that passes once in each of two currencies', async () => {
    const lines = `('${codeOf('EXCHANGE_CLEARING')}', 'KES', 1301, 1301, null::int), ('${codeOf('EXPENSES')}', 'KES', -1301, -1301, null), ('${codeOf('EXCHANGE_CLEARING')}', 'USD', -10, -1301, null), ('${codeOf('EXPENSES')}', 'USD', 10, 1301, null)`;
    await t.ownerPool.query(`begin`);
    await t.ownerPool.query(entry(lines));
    await t.ownerPool.query(`rollback`);
  });

  test('a placement has one debit note, a claim as many notes as it has calls', async () => {
    const policy = await approvedPolicy(t, book);
    const copy = (purpose: string, number: string) =>
      t.ownerPool
        .query(`insert into notes (branch_id, kind, number, policy_id, party_id, currency, amount, base_amount, posted_on, due_on, purpose)
        select branch_id, kind, '${number}', policy_id, party_id, currency, amount, base_amount, posted_on, due_on, '${purpose}'
        from notes where policy_id = ${policy} and kind = 'DN' and purpose = 'PREMIUM'`);
    await expect(copy('PREMIUM', 'X/1')).rejects.toThrow('debit_note_once');
    await copy('CLAIM', 'X/2');
    await copy('CLAIM', 'X/3');
    await t.ownerPool.query(`delete from notes where number like 'X/%'`);
  });
});

describe('a receipt from any party', () => {
  test('a security pays back what a cancellation returned, on its own account', async () => {
    const fresh = await makeBook(t, ' G6');
    const policy = await approvedPolicy(t, fresh);
    const note = await debitNoteOf(t, policy);
    await approvedReceipt(
      t,
      exampleReceipt(fresh, { receiptAmount: '562500.00', allocations: [{ note: note.id, amount: '562500.00' }] }),
    );
    const parts = await ok('accountant.nbo', `GET ${PAYABLE}/findPoliciesBySecurity?security=${fresh.a}`);
    const items = parts.map((row: { item: number; available: string }) => ({ item: row.item, amount: row.available }));
    const body = { currency: 'KES', bank_date: '2026-03-02', security: fresh.a, items };
    const { id } = await ok('accountant.nbo', `POST ${PAYABLE}/save2`, body);
    await ok('accountant.nbo', `PUT ${PAYABLE}/submit/${id}`);
    const approved = await ok('manager.nbo', `PUT ${PAYABLE}/approve/${id}/APPROVED`, { version: 2 });
    await ok('cashier.nbo', `PUT ${PAYABLE}/pay/${id}`, { version: approved.version, bank_reference: 'FT 900' });
    await approvedEndorsement(t, policy, {
      endorsementtype: 'CANCEL_PRORATA',
      effective_date: '2026-09-01',
      sum_insured: null,
    });
    const open = await ok('accountant.nbo', `GET ${RECEIVABLE}/opennotes?reinsured=${fresh.a}&currency=KES`);
    expect(open).toHaveLength(1);
    expect(open[0].number).toMatch(/^DN\//);
    const { outstanding } = open[0];
    const allocations = [{ note: open[0].id, amount: outstanding }];
    const receipt = { ...exampleReceipt(fresh), reinsured: fresh.a, receiptAmount: outstanding, allocations };
    await approvedReceipt(t, receipt);
    const [owed] = await rows(
      `select sum(outstanding)::text as open from open_items where party_id = ${fresh.a} and note_id = ${open[0].id}`,
    );
    expect(owed.open).toBe('0');
    const payable = await rows(
      `select sum(amount)::text as amount from journal_lines where party_id = ${fresh.a} and account = '${codeOf('PREMIUM_PAYABLE')}'`,
    );
    expect(payable).toEqual([{ amount: '0' }]);
  });
});
