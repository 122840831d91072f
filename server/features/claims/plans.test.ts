import { afterAll, beforeAll, expect, test } from 'vitest';
import type { claimReportTotals } from '../../../domain/claims/report-contract.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { makeBook } from '../../testing/factories.ts';
import { planAsRole, PLANNED_ONCE, rowsReadAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { nettable } from '../adjustments/nettable.ts';
import { claimRecovery, openRecoveries } from '../reports/claims/claim-recovery.ts';
import { claimRegister, claimRegisterTotals } from '../reports/claims/claim-register.ts';
import { claimsAgainstPremium } from '../reports/claims/claim-underwriting.ts';
import { claimFunds } from '../vouchers/claim-funds.ts';
import { openPartsOfClaim } from '../vouchers/queries.ts';
import { eventRecord } from './events.ts';
import { claims } from './lists.ts';
import { moneyOf, notesOf, ordersOf } from './money.ts';
import { vacuum } from '../../testing/vacuum.ts';

let t: TestApp;
const NOTHING = { params: {} as never, query: {} as never, body: undefined as never };
let of: { branch: number; claim: number; event: number; security: number; reinsured: number };

/** Four branches with 500 policies and 1,000 claims each, all called of three securities; 50 events with 80 claims each. */
async function generate(): Promise<void> {
  const { ownerPool: owner } = t;
  const book = await makeBook(t);
  await owner.query(
    `insert into branches (code, name) select 'Q' || chr(65 + g), 'Branch ' || g from generate_series(0, 3) g`,
  );
  const ours = `(select b.id, b.code, u.id as who from branches b, (select min(id) as id from users) u where b.code like 'Q_') b`;
  await owner.query(
    `insert into policies (branch_id, market, broker_reference, status, reinsured_id, insured_id, cover_type_id,
      date_offered, insurance_start_date, insurance_end_date, currency, sum_insured, premium, fac, placed, fac_premium, cedant_commission,
      brokerage, payment_terms, posted_on, producer_id, made_by, edited_by, hands, decided_by, checker_waived, search_text)
    select b.id, 'LOCAL', b.code || '/FAC/' || g, 'APPROVED', $1, $2, $3, d.day, d.day, d.day + 365, 'KES', 1000000, 1000, 60000000,
      60000000, 600, 0, 0, 'LUMP_30', d.day, b.who, b.who, b.who, array[b.who], b.who, true, b.code || g
    from ${ours}, generate_series(0, 499) g, lateral (select date '2022-01-01' + g % 1500 as day) d`,
    [book.reinsured, book.insured, book.coverType],
  );
  await owner.query(`insert into loss_events (name, name_key, first_day, last_day, made_by)
    select 'Event ' || g, 'event' || g, '2024-01-01', '2024-01-02', (select min(id) from users) from generate_series(1, 50) g`);
  await owner.query(`insert into claims (branch_id, policy_id, number, status, currency, claim_reserve, claim_share, loss_date, notified_on,
      event_id, incurred, called, ours_incurred, ours_called, approved_on, made_by, edited_by, hands, decided_by, checker_waived, search_text)
    select p.branch_id, p.id, 'CL' || p.id || '/' || g, 'APPROVED', 'KES', 1000, 60000000, p.insurance_start_date + 30, p.insurance_start_date + 40,
      (select min(id) from loss_events) + p.id % 50, 1000, 500, 600, 300, p.insurance_start_date + 50, p.made_by, p.made_by, p.hands,
      p.made_by, true, 'claim ' || p.id
    from policies p, generate_series(1, 2) g where p.broker_reference like 'Q_/FAC/%'`);
  await owner.query(`insert into movements (branch_id, claim_id, sequence, number, status, movement_type, movement_date, reason, currency, amount,
      ours, approval, posted_on, due_on, after_incurred, after_called, after_fees, after_ex_gratia, after_salvage, after_ours_incurred, after_ours_called,
      after_ours_fees, after_ours_ex_gratia, after_ours_salvage, made_by, edited_by, hands, decided_by, checker_waived)
    select branch_id, id, 1, number || '/M1', 'APPROVED', 'CALL', approved_on, 'Generated', 'KES', 500, 300, 1, approved_on, approved_on + 30,
      1000, 500, 0, 0, 0, 600, 300, 0, 0, 0, made_by, made_by, hands, made_by, true from claims`);
  const lines = [book.a, book.b, book.c];
  await owner.query(
    `insert into claim_lines (branch_id, claim_id, security_id, position, line)
     select branch_id, id, s, o, 20000000 from claims, unnest($1::int[]) with ordinality u (s, o)`,
    [lines],
  );
  await owner.query(
    `insert into movement_parts (branch_id, movement_id, security_id, line, amount, after_amount)
     select branch_id, id, s, 20000000, 100, 100 from movements, unnest($1::int[]) s`,
    [lines],
  );
  await owner.query(
    `insert into notes (branch_id, kind, purpose, number, party_id, currency, amount, base_amount, settled, posted_on, due_on, claim_id, movement_id)
    select branch_id, 'INV', 'CLAIM', number || '/' || s, s, 'KES', 100, 100, case when claim_id % 3 = 0 then 100 else 0 end, posted_on, due_on,
      claim_id, id from movements, unnest($1::int[]) s`,
    [lines],
  );
  await owner.query(
    `insert into note_parts (branch_id, debit_note_id, kind, party_id, currency, amount)
     select branch_id, id, 'CLAIM', $1, currency, amount from notes where claim_id is not null`,
    [book.reinsured],
  );
  // A premium's notes, so that claim invoices are few among all.
  await owner.query(`insert into notes (branch_id, kind, purpose, origin, number, party_id, currency, amount, base_amount, posted_on, due_on)
    select branch_id, 'DN', 'PREMIUM', 'HISTORY', 'D' || id || '/' || g, reinsured_id, 'KES', 100, 100, posted_on, posted_on + 30
    from policies, generate_series(1, 8) g where broker_reference like 'Q_/FAC/%'`);
  await owner.query('analyze');
  const ids = await owner.query(
    `select c.branch_id as branch, c.id as claim, c.event_id as event from claims c join branches b on b.id = c.branch_id
     where b.code = 'QC' order by c.id desc limit 1`,
  );
  of = { ...ids.rows[0], security: book.a, reinsured: book.reinsured };
}

beforeAll(async () => {
  t = await testApp();
  await generate();
});
afterAll(() => t?.close());

const WHOLE = /Seq Scan on (claims|claim_lines|movements|movement_parts|notes|note_parts)\b/;

test.each([
  {},
  { status: 'APPROVED' as const },
  { sort: 'data_loss_date,desc' },
  { sort: 'incurred,desc' },
  { from: '2026-01-01', to: '2026-01-31' },
])('the list of claims %j walks an index of its branch, and reads the money of its page alone', async (query) => {
  const plan = await planAsRole(t, of.branch, (ctx) => claims.reply(ctx, { query }));
  const [page = ''] = plan.split('\n\n');
  expect(page).toMatch(/(using|on) claims_\w+/);
  expect(page).not.toMatch(WHOLE);
});

test.each([{ stage: 'CALLED' as const }, { stage: 'PART_COLLECTED' as const }])(
  'claims of a stage %j are found by what is kept with them, and the money of those shown alone is read',
  async (query) => {
    await t.ownerPool.query('select fold_claim_stages(100000)');
    await vacuum(t.ownerPool, 'claims', 'claims_touched');
    const plan = await planAsRole(t, of.branch, (ctx) => claims.reply(ctx, { query }));
    expect(plan).toMatch(/Index Only Scan using claims_newest/);
    expect(plan).not.toMatch(WHOLE);
    const rows = await rowsReadAsRole(t, of.branch, (ctx) => claims.reply(ctx, { query: { ...query, length: 20 } }));
    expect(rows('notes')).toBeLessThanOrEqual(20 * 4);
  },
);

test.each(['reinsured', 'cover_type'] as const)(
  'claims of a %s are found without looking up a policy',
  async (filter) => {
    const id = filter === 'reinsured' ? of.reinsured : 1;
    const list = await rowsReadAsRole(t, of.branch, (ctx) =>
      claims.reply(ctx, { query: { [filter]: id, length: 20 } }),
    );
    expect(list('policies')).toBeLessThanOrEqual(20 * 2);
    const register = await rowsReadAsRole(t, of.branch, (ctx) =>
      claimRegister.reply(ctx, { query: { [filter]: id, length: 20 } }),
    );
    expect(register('policies')).toBeLessThanOrEqual(20 * 2);
  },
);

test('what claims come to is added up from each and its last movement; of some of them no other is read', async () => {
  const reading = (query: Decoded<typeof claimReportTotals>['query']) =>
    rowsReadAsRole(t, of.branch, (ctx) => claimRegisterTotals(ctx, { ...NOTHING, query }));
  const all = await reading({});
  expect(all('claims') + all('movements')).toBeLessThanOrEqual(2 * 1_000 + 10);
  const ofEvent = await reading({ event: of.event });
  // Of 80 claims of an event some forty are of this branch.
  expect(ofEvent('claims') + ofEvent('movements')).toBeLessThanOrEqual(2 * 40 + 10);
  expect((await reading({ searchValue: 'claim 7' }))('movements')).toBeLessThanOrEqual(100);
  for (const table of ['policies', 'notes', 'claim_lines', 'movement_parts'])
    expect([table, all(table)]).toEqual([table, 0]);
});

test('what a security has of claims is added up without their money, and of no paper, party or policy', async () => {
  const query = { security: of.security };
  let totals: unknown;
  const rows = await rowsReadAsRole(t, of.branch, async (ctx) => {
    ({ totals } = await claimRegisterTotals(ctx, { ...NOTHING, query }));
  });
  expect(totals).toMatchObject([{ currency: 'KES', claims: 1_000 }]);
  expect(rows('claims')).toBeGreaterThan(0);
  for (const table of ['notes', 'note_parts', 'open_items', 'settlements', 'note_offsets', 'policies', 'parties'])
    expect([table, rows(table)]).toEqual([table, 0]);
});

test('a search of the register finds claims by their text, and looks nothing up for the others', async () => {
  const query = { searchValue: `claim ${of.claim}`, length: 20 };
  const rows = await rowsReadAsRole(t, of.branch, (ctx) => claimRegister.reply(ctx, { query }));
  for (const table of ['policies', 'parties', 'cover_types']) expect(rows(table), table).toBeLessThanOrEqual(20 * 5);
});

test('claims of a security are known by an index of its lines, and no claim is asked for them one by one', async () => {
  await vacuum(t.ownerPool, 'claims', 'claim_lines');
  const plan = await planAsRole(t, of.branch, (ctx) => claims.reply(ctx, { query: { security: of.security } }));
  expect(plan).toMatch(/Index Only Scan using claim_lines_security/);
  // Either way to a claim alone would be looked up for each claim of the branch.
  expect(plan).not.toMatch(/hashed SubPlan/);
});

test('the claims of an event, of a policy, of a person come off their index', async () => {
  for (const query of [{ event: of.event }, { policy: 1 }, { handler: 1 }]) {
    const plan = await planAsRole(t, of.branch, (ctx) => claims.reply(ctx, { query }));
    expect(plan, JSON.stringify(query)).not.toMatch(WHOLE);
  }
});

test.each([
  ['its notes', (ctx) => notesOf(ctx, of.claim)],
  ['its money', (ctx) => moneyOf(ctx, of.claim)],
  ['what its experts are owed', (ctx) => ordersOf(ctx, of.claim)],
  ['what was made good for it', (ctx) => claimFunds(ctx, of.claim, { lock: false })],
  ['what may be paid of it', (ctx) => openPartsOfClaim(ctx, { id: of.claim, payeeId: of.reinsured, toOrder: '' })],
  ['how it may be settled net', (ctx) => nettable(ctx, { ...NOTHING, query: { claim: of.claim } })],
  ['its event', (ctx) => eventRecord(ctx, { ...NOTHING, params: { id: of.event } })],
] satisfies [string, (ctx: Parameters<typeof notesOf>[0]) => Promise<unknown>][])(
  'of a claim, %s is read by index',
  async (_what, read) => {
    expect(await planAsRole(t, of.branch, read)).not.toMatch(WHOLE);
  },
);

test('the recovery board reads claim invoices by an index of theirs, and opens by security', async () => {
  const board = await planAsRole(t, of.branch, (ctx) => claimRecovery.reply(ctx, NOTHING, undefined));
  expect(board).toContain('notes_of_claims');
  const items = await planAsRole(t, of.branch, (ctx) =>
    openRecoveries(ctx, { ...NOTHING, query: { security: of.security } }),
  );
  expect(items).not.toMatch(/Seq Scan on notes\b/);
});

/** The money of claims: read for what is shown, never for a branch's thousand claims. */
const MONEY = ['movements', 'movement_parts', 'notes', 'note_parts', 'open_items', 'settlements'];

test.each([{}, { sort: 'id,desc' }, { asat: '2024-06-30' }])(
  'a page of the register %j reads the money of its claims alone',
  async (query) => {
    const rows = await rowsReadAsRole(t, of.branch, (ctx) =>
      claimRegister.reply(ctx, { query: { ...query, length: 20 } }),
    );
    for (const table of MONEY) expect(rows(table), table).toBeLessThanOrEqual(20 * 20);
    expect(rows('movements')).toBeGreaterThan(0);
  },
);

test('how many claims the register has is counted in an index alone', async () => {
  const plan = await planAsRole(t, of.branch, (ctx) => claimRegister.reply(ctx, { query: { length: 20 } }));
  expect(plan).toContain('Index Only Scan using claims_known');
});

test('the first page of the register is planned once; where it is narrowed, what is shown of the claims found', async () => {
  const plansOf = async (query: Parameters<typeof claimRegister.reply>[1]['query']) => {
    const plan = await planAsRole(t, of.branch, (ctx) => claimRegister.reply(ctx, { query: { ...query, length: 20 } }));
    return plan.split('\n\n').map((one) => one.startsWith(PLANNED_ONCE));
  };
  expect(await plansOf({})).toEqual([true]);
  expect(await plansOf({ start: 20 })).toEqual([false, true]);
  expect(await plansOf({ currency: 'KES' })).toEqual([false, true]);
});

test.each([
  { stage: 'CALLED' as const, asat: '2024-12-31' },
  { stage: 'COLLECTED' as const, asat: '2024-06-30' },
])('claims at a stage %j read the money of the branch once', async (query) => {
  const rows = await rowsReadAsRole(t, of.branch, (ctx) =>
    claimRegister.reply(ctx, { query: { ...query, length: 20 } }),
  );
  // 4,000 movements and 12,000 invoices of four branches, besides those of the page.
  expect(rows('movements')).toBeLessThanOrEqual(2 * 4_000);
  expect(rows('notes')).toBeLessThanOrEqual(12_000 + 20 * 20);
});

test('a bordereau finds the claims of its security at once, and reads the invoices of those that it shows', async () => {
  const query = { security: of.security, length: 20 };
  const rows = await rowsReadAsRole(t, of.branch, (ctx) => claimRegister.reply(ctx, { query }));
  expect(rows('movement_parts')).toBeLessThanOrEqual(12_000 + 20 * 20);
  for (const table of ['notes', 'note_parts', 'open_items', 'settlements'])
    expect(rows(table), table).toBeLessThanOrEqual(20 * 20);
});

test.each(['class', 'security'] as const)('a result by %s reads claims and their movements once', async (by) => {
  const rows = await rowsReadAsRole(t, of.branch, (ctx) =>
    claimsAgainstPremium.reply(ctx, { ...NOTHING, query: { by } }, undefined),
  );
  expect(rows('claims')).toBeGreaterThan(0);
  for (const table of ['claims', 'movements']) expect(rows(table), table).toBeLessThanOrEqual(2 * 4_000);
});
