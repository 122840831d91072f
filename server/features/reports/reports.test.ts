import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { FORMULA, makeReportBook, type ReportBook } from './test-book.ts';
import { codeOf } from '../../testing/chart.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: ReportBook;

beforeAll(async () => {
  t = await testApp();
  book = await makeReportBook(t);
});
afterAll(() => t.close());

const get = async (who: string, path: string, query: Record<string, string | number> = {}) =>
  t.call(who, `GET ${SCA}/${path}`, { query });

type Named = Record<string, unknown>;
const pick = (rows: Named[], ...names: string[]) => rows.map((row) => names.map((name) => row[name]));

test.each([
  ['trialbalance/items', 'to'],
  ['taxes/return', 'to'],
  ['taxes/return/documents', 'to'],
  ['underwriting/brokerage', 'to'],
  ['claim/claimreport', 'asat'],
  ['ledger/items', 'to'],
  ['underwriting/items', 'to'],
  ['aggregate/dashboardpremiumoverview', 'to'],
])('%s of a period that begins after its last day is refused', async (path, last) => {
  const { status, body } = await get('root', path, { from: '2026-12-31', [last]: '2026-01-01' });
  const field = last === 'to' ? 'to' : 'from';
  expect([status, body.errors]).toEqual([400, [{ field, message: 'End date must not be before start date.' }]]);
});

test.each(['trialbalance/items', 'taxes/return', 'underwriting/brokerage', 'claim/claimreport'])(
  '%s from a day that is to come, without a last one, is refused',
  async (path) => expect((await get('root', path, { from: '2099-01-01' })).status).toBe(400),
);

describe('trial balance', () => {
  const tb = (who: string, query: Record<string, string | number> = {}) => get(who, 'trialbalance/items', query);

  test('closes per account and balances', async () => {
    const { status, body } = await tb('accountant.nbo');
    expect(status).toBe(200);
    expect(pick(body.data, 'account', 'currency', 'opening', 'debit', 'credit', 'closing')).toEqual([
      [codeOf('CLIENT_BANK'), 'KES', '0.00', '300000.00', '0.00', '300000.00'],
      [codeOf('UNALLOCATED_CASH'), 'KES', '0.00', '281250.00', '300000.00', '-18750.00'],
      [codeOf('PREMIUM_RECEIVABLE'), 'KES', '0.00', '562500.00', '281250.00', '281250.00'],
      [codeOf('PREMIUM_PAYABLE'), 'KES', '0.00', '0.00', '515625.00', '-515625.00'],
      [codeOf('TAXES_PAYABLE'), 'KES', '0.00', '0.00', '9375.00', '-9375.00'],
      [codeOf('BROKERAGE_INCOME'), 'KES', '0.00', '0.00', '37500.00', '-37500.00'],
    ]);
    expect(body).toMatchObject({
      recordsTotal: 6,
      recordsFiltered: 6,
      base_currency: 'KES',
      totals: { base_opening: '0.00', base_debit: '1143750.00', base_credit: '1143750.00', base_closing: '0.00' },
    });
  });

  test('root sees both branches, each currency by itself and base beside', async () => {
    const { body } = await tb('root');
    const receivable = body.data.filter((row: Named) => row['account'] === codeOf('PREMIUM_RECEIVABLE'));
    expect(pick(receivable, 'currency', 'closing', 'base_closing')).toEqual([
      ['KES', '281250.00', '281250.00'],
      ['USD', '562500.00', '73125000.00'],
    ]);
    expect(body.totals.base_closing).toBe('0.00');
    const { body: london } = await tb('root', { branch: 'LON' });
    expect(new Set(london.data.map((row: Named) => row['currency']))).toEqual(new Set(['USD']));
  });

  test('as at an earlier day, and from a day with what was before it', async () => {
    const { body: march } = await tb('accountant.nbo', { to: '2026-03-31' });
    expect(pick(march.data, 'account', 'closing')).toEqual([
      [codeOf('PREMIUM_RECEIVABLE'), '562500.00'],
      [codeOf('PREMIUM_PAYABLE'), '-515625.00'],
      [codeOf('TAXES_PAYABLE'), '-9375.00'],
      [codeOf('BROKERAGE_INCOME'), '-37500.00'],
    ]);
    const { body: april } = await tb('accountant.nbo', { from: '2026-04-01', account: codeOf('PREMIUM_RECEIVABLE') });
    expect(pick(april.data, 'opening', 'debit', 'credit', 'closing')).toEqual([
      ['562500.00', '0.00', '281250.00', '281250.00'],
    ]);
  });

  test('per party and tax, sorted, searched and paged', async () => {
    const { body } = await tb('accountant.nbo', {
      detail: 'sub',
      account: codeOf('PREMIUM_PAYABLE'),
      sort: 'closing,asc',
    });
    expect(body.data.map((row: { party: { name: string }; closing: string }) => [row.party.name, row.closing])).toEqual(
      [
        ['Security A', '-218750.00'],
        ['Security B', '-175000.00'],
        ['Security C', '-121875.00'],
      ],
    );
    const { body: found } = await tb('accountant.nbo', { detail: 'sub', searchValue: 'SÉCURITY b' });
    expect(found).toMatchObject({ recordsTotal: 8, recordsFiltered: 1 });
    const { body: second } = await tb('accountant.nbo', { detail: 'sub', start: 3, length: 2 });
    expect(pick(second.data, 'account', 'closing')).toEqual([
      [codeOf('PREMIUM_PAYABLE'), '-218750.00'],
      [codeOf('PREMIUM_PAYABLE'), '-175000.00'],
    ]);
    expect(second.recordsFiltered).toBe(8);
    const { body: beyond } = await tb('accountant.nbo', { start: 500 });
    expect(beyond).toMatchObject({ data: [], recordsFiltered: 6, totals: { base_closing: '0.00' } });
    const { body: taxes } = await tb('accountant.nbo', { detail: 'sub', account: codeOf('TAXES_PAYABLE') });
    expect(taxes.data[0].tax.name).toEqual(expect.any(String));
  });

  test('refuses an unknown sort, a far offset, a wrong day, a foreign branch and who may not', async () => {
    expect((await tb('accountant.nbo', { sort: 'party_id,asc' })).status).toBe(400);
    expect((await tb('accountant.nbo', { start: 10_001 })).status).toBe(400);
    expect((await tb('accountant.nbo', { to: '2026-02-30' })).body.errors).toEqual([
      { field: 'to', message: 'Enter a day.' },
    ]);
    expect((await tb('accountant.nbo', { branch: 'LON' })).status).toBe(403);
    expect((await tb('underwriter.nbo')).status).toBe(403);
    expect((await tb('cashier.nbo')).status).toBe(403);
  });
});

describe('ledger', () => {
  test('lines of an account, newest first, each opening to its entry', async () => {
    const { body } = await get('accountant.nbo', 'ledger/items', {
      account: codeOf('PREMIUM_RECEIVABLE'),
      party: book.nbo.reinsured,
      currency: 'KES',
    });
    expect(pick(body.data, 'day', 'event', 'debit', 'credit')).toEqual([
      ['2026-04-10', 'ALLOCATION', null, '281250.00'],
      ['2026-03-02', 'POLICY_APPROVED', '562500.00', null],
    ]);
    expect(body.data[1]).toMatchObject({
      branch: 'NBO',
      party: { name: 'Savannah Insurance' },
      note: expect.stringMatching(/^DN\//),
    });
    const { body: entry } = await get('accountant.nbo', `ledger/entry/${body.data[1].entry}`);
    expect(entry).toMatchObject({
      source_kind: 'policy',
      source_number: expect.stringMatching(/^NBO\/FAC\//),
      made_by: { name: 'manager.nbo' },
    });
    expect(entry.lines).toHaveLength(6);
    const { body: cash } = await get('accountant.nbo', `ledger/entry/${body.data[0].entry}`);
    expect(cash.source_number).toBe('RV/NBO/2026/000001');
    expect((await get('accountant.lon', `ledger/entry/${body.data[0].entry}`)).status).toBe(404);
  });

  test('filters by days, tax and narration; pages; refuses other columns', async () => {
    const items = (query: Record<string, string | number>) => get('accountant.nbo', 'ledger/items', query);
    expect((await items({ from: '2026-04-01' })).body.recordsFiltered).toBe(4);
    expect((await items({ to: '2026-03-31', account: codeOf('BROKERAGE_INCOME') })).body.data[0].credit).toBe(
      '37500.00',
    );
    const { body: everything } = await items({ length: 2, start: 2 });
    expect(everything).toMatchObject({ recordsTotal: 10, recordsFiltered: 10 });
    expect(everything.data).toHaveLength(2);
    expect((await items({ searchValue: 'RECEIVED from' })).body.recordsFiltered).toBe(2);
    expect((await items({ sort: 'amount,desc' })).status).toBe(400);
  });
});

describe('ageing', () => {
  const ageing = (who: string, query: Record<string, string> = {}) =>
    get(who, 'receivable/ageingoverviewreport', query);

  test('by due date, with unallocated cash in its own column', async () => {
    const { body } = await ageing('cashier.nbo');
    expect(body.as_at).toBe('2026-05-15');
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      party: { name: 'Savannah Insurance' },
      not_due: '0.00',
      d31_60: '281250.00',
      unallocated: '18750.00',
      total: '262500.00',
      base_total: '262500.00',
    });
    expect(body.totals).toMatchObject([{ currency: 'KES', d31_60: '281250.00', total: '262500.00' }]);
  });

  test('an earlier day undoes what was settled after it and leaves out what was opened after it', async () => {
    const { body } = await ageing('cashier.nbo', { asat: '2026-04-05' });
    expect(body.data).toMatchObject([{ d1_30: '562500.00', unallocated: '0.00', total: '562500.00' }]);
    expect((await ageing('cashier.nbo', { asat: '2026-04-01' })).body.data[0].not_due).toBe('562500.00');
    expect((await ageing('cashier.nbo', { asat: '2026-03-01' })).body.data).toEqual([]);
    expect((await ageing('cashier.nbo', { asat: '2026-04-10' })).body.data[0].unallocated).toBe('18750.00');
  });

  test('all branches: per currency and in base; the dashboard in base', async () => {
    const { body } = await ageing('root');
    expect(pick(body.totals, 'currency', 'total')).toEqual([
      ['KES', '262500.00'],
      ['USD', '562500.00'],
    ]);
    expect(body.base_total).toBe('73387500.00');
    const { body: dashboard } = await get('root', 'receivable/ageingoverviewreportdashboard');
    expect(dashboard).toMatchObject({
      currency: 'KES',
      d31_60: '73406250.00',
      unallocated: '18750.00',
      total: '73387500.00',
    });
    expect((await get('underwriter.nbo', 'receivable/ageingoverviewreportdashboard')).status).toBe(403);
  });
});

describe('statement of a reinsured', () => {
  test.each(['facultativereportitem', 'receivable/facultativereportitem'])('%s', async (path) => {
    const { body } = await get('accountant.nbo', path, { param: book.nbo.reinsured });
    expect(body).toMatchObject({
      party: { name: 'Savannah Insurance' },
      data: [
        {
          insured: 'Kisumu Sugar Works',
          class: 'Test class',
          amount: '562500.00',
          paid: '281250.00',
          balance: '281250.00',
        },
      ],
      totals: [
        { currency: 'KES', amount: '562500.00', paid: '281250.00', balance: '281250.00', unallocated: '18750.00' },
      ],
    });
  });

  test('as at an earlier day, of all, and of nobody', async () => {
    const { body } = await get('accountant.nbo', 'facultativereportitem', { param: 'ALL', asat: '2026-04-09' });
    expect(body.data).toMatchObject([
      { reinsured: { name: 'Savannah Insurance' }, paid: '0.00', balance: '562500.00' },
    ]);
    const { body: all } = await get('root', 'facultativereportitem', { param: 'ALL' });
    expect(all.party).toBeNull();
    expect(pick(all.totals, 'currency', 'balance', 'unallocated')).toEqual([
      ['KES', '281250.00', '18750.00'],
      ['USD', '562500.00', '0.00'],
    ]);
    const { body: foreign } = await get('accountant.nbo', 'facultativereportitem', { param: book.lon.reinsured });
    expect(foreign).toMatchObject({ data: [], totals: [] });
    expect((await get('root', 'facultativereportitem', { param: book.nbo.a })).status).toBe(404);
    expect((await get('root', 'facultativereportitem', { param: '9999999999' })).status).toBe(404);
    expect((await get('cashier.nbo', 'facultativereportitem', { param: 'ALL' })).status).toBe(403);
  });
});

describe('what reinsureds owe', () => {
  test('note by note, with cash that is not allocated; its sums are the row of the overview', async () => {
    const { body } = await get('cashier.nbo', 'receivable/ageingsummaryreport', { param: book.nbo.reinsured });
    const open = { note: { number: expect.stringMatching(/^DN/) }, receipt: null };
    const cash = { note: null, policy: null, receipt: { id: book.receipt } };
    expect(body.data).toMatchObject([open, cash]);
    expect(pick(body.data, 'overdue', 'd31_60', 'unallocated', 'total')).toEqual([
      [44, '281250.00', '0.00', '281250.00'],
      [0, '0.00', '18750.00', '-18750.00'],
    ]);
    const { body: overview } = await get('cashier.nbo', 'receivable/ageingoverviewreport');
    expect(body.totals).toEqual(
      overview.totals.map((of: object) => ({ ...of, beside: null, change: null, base_closing: null })),
    );
    expect(body.base_total).toBe(overview.base_total);
    const { body: all } = await get('root', 'receivable/ageingsummaryreport', { param: 'ALL', asat: '2026-04-05' });
    expect(pick(all.data, 'currency', 'd1_30', 'total')).toEqual([
      ['KES', '562500.00', '562500.00'],
      ['USD', '562500.00', '562500.00'],
    ]);
  });

  test('outstanding by reinsured and currency comes to the ledger’s accounts', async () => {
    const { body } = await get('root', 'receivable/facultativereport');
    const figures = ['notes', 'amount', 'paid', 'balance', 'overdue', 'unallocated', 'owed', 'oldest_due_on'];
    expect(pick(body.data, 'currency', ...figures)).toEqual([
      ['KES', 1, '562500.00', '281250.00', '281250.00', '281250.00', '18750.00', '262500.00', '2026-04-01'],
      ['USD', 1, '562500.00', '0.00', '562500.00', '562500.00', '0.00', '562500.00', '2026-04-01'],
    ]);
    expect(body.base_total).toBe('73387500.00');
    expect(pick(body.totals, 'currency', 'owed')).toEqual([
      ['KES', '262500.00'],
      ['USD', '562500.00'],
    ]);
    const { body: early } = await get('accountant.nbo', 'receivable/facultativereport', { asat: '2026-03-01' });
    expect(early).toMatchObject({ data: [], totals: [], base_total: '0.00' });
  });

  test.each(['facultativereportall', 'receivable/facultativereportall'])('%s is the statement of all', async (path) => {
    const { body } = await get('root', path, { asat: '2026-04-09' });
    expect(body).toEqual((await get('root', 'facultativereportitem', { param: 'ALL', asat: '2026-04-09' })).body);
    expect(body.data).toHaveLength(2);
  });

  test('nobody, another branch, and who may not', async () => {
    const summary = 'receivable/ageingsummaryreport';
    expect((await get('root', summary, { param: book.nbo.a })).status).toBe(404);
    expect((await get('root', summary)).body.errors).toEqual([{ field: 'param', message: 'Choose a reinsured.' }]);
    expect((await get('accountant.lon', summary, { param: book.nbo.reinsured })).body.data).toEqual([]);
    expect((await get('underwriter.nbo', summary, { param: 'ALL' })).status).toBe(403);
    for (const path of ['receivable/facultativereport', 'facultativereportall'])
      expect((await get('cashier.nbo', path)).status, path).toBe(403);
  });
});

describe('search and history', () => {
  test('finds what the caller may view, in their branches', async () => {
    // Parties belong to the firm; records are those of the caller's branches.
    const find = async (who: string, searchValue: string) =>
      (await get(who, 'aggregate/search', { searchValue })).body.filter((hit: Named) => hit['kind'] !== 'party');
    expect(await find('accountant.nbo', 'Savannah')).toMatchObject([
      { kind: 'policy', id: book.policies.nbo, state: 'Approved' },
      { kind: 'receipt', id: book.receipt, title: 'RV/NBO/2026/000001', amount: '300000.00', state: 'Approved' },
    ]);
    expect((await find('underwriter.nbo', 'savannah')).map((hit: Named) => hit['kind'])).toEqual(['policy']);
    expect(await find('accountant.lon', 'rv/nbo')).toEqual([]);
    expect((await find('root', 'fac/2026')).length).toBe(2);
    expect((await get('root', 'aggregate/search', { searchValue: 'x' })).status).toBe(400);
  });

  test('history of a record for who may view it, without personal values', async () => {
    await t.ownerPool.query(
      `insert into audit_trail (at, user_id, branch_id, entity, entity_id, action, facts, personal, digest)
       values (now(), null, $1, 'policy', $2, 'noted', '{"seen": true, "personal": {"email": "digest"}}', '{"email": "a@b.c", "salt": "s"}', '\\x00')`,
      [book.branches.nbo, book.policies.nbo],
    );
    const { body } = await get('underwriter.nbo', 'audit/history', { entity: 'policy', id: book.policies.nbo });
    expect(body.map((row: Named) => row['action'])).toEqual(['noted', 'approved', 'submitted', 'saved']);
    expect(body[0]).toMatchObject({ by: 'System', facts: { seen: true } });
    expect(JSON.stringify(body)).not.toMatch(/digest|a@b\.c/);
    expect((await get('underwriter.lon', 'audit/history', { entity: 'policy', id: book.policies.nbo })).status).toBe(
      404,
    );
    expect((await get('underwriter.nbo', 'audit/history', { entity: 'receipt', id: book.receipt })).status).toBe(404);
    expect((await get('cashier.nbo', 'audit/history', { entity: 'receipt', id: book.receipt })).status).toBe(200);
    expect((await get('root', 'audit/history', { entity: 'voucher', id: 4711 })).status).toBe(404);
  });

  test('personal values of what is in a branch stay out also where it is no record; those of the firm’s registers are shown', async () => {
    const noted = (entity: string, id: number) =>
      t.ownerPool.query(
        `insert into audit_trail (at, entity, entity_id, action, facts, personal, digest)
         values (now(), $1, $2, 'edited', '{"personal": {"name": "digest"}}', '{"name": "Jane Doe", "salt": "s"}', '\\x00')`,
        [entity, id],
      );
    const body = { year: 2026, class: book.nbo.coverType, premium: '12.00' };
    const { id } = (await t.call('manager.nbo', `POST ${SCA}/budget/save`, { body })).body;
    const entries = { budget: id, party: book.nbo.reinsured };
    const shown = [];
    for (const [entity, of] of Object.entries(entries)) {
      await noted(entity, of);
      shown.push((await get('manager.nbo', 'audit/history', { entity, id: of })).body[0]);
    }
    expect(shown).toMatchObject([{ facts: {} }, { facts: { after: { name: 'Jane Doe' } } }]);
    expect(JSON.stringify(shown[0])).not.toContain('Jane');
  });

  test(`a formula is a name like any other in a reply`, async () => {
    const { body } = await get('root', 'facultativereportitem', { param: book.lon.reinsured });
    expect(body.party.name).toBe(FORMULA);
  });
});
