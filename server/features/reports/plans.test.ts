import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '../../platform/http/context.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { planAsRole, rowsReadAsRole } from '../../testing/plans.ts';
import { accounts, awaitingOf } from '../statements/account.ts';
import { remindersDue } from '../statements/overdue.ts';
import { positions } from '../closing/positions.ts';
import { yearClosing } from '../closing/year.ts';
import { clientList, reinsurerList } from '../parties/list.ts';
import { notesOf as notesOfParty, papersOf } from '../parties/notes.ts';
import { positionOf, premiumOf } from '../parties/party.ts';
import { moneyDeskOf } from './desks/money.ts';
import { ageing } from './money/ageing.ts';
import { ageingByNote } from './money/ageing-notes.ts';
import { dueFigures, dueToReinsurers, dueToUs } from './money/due-overview.ts';
import { itemMovements } from './money/item-movements.ts';
import { ledger } from './money/ledger.ts';
import { ledgerAccount } from './money/ledger-account.ts';
import { outstanding } from './money/outstanding.ts';
import { payableAgeing, payableAgeingByNote } from './money/payable-ageing.ts';
import { summaryOfSecurities } from './money/securities-summary.ts';
import { brokerageReport } from './production/brokerage.ts';
import { exposureReport } from './production/exposure.ts';
import { productionByMarket } from './production/markets.ts';
import { metricsOf } from './production/metrics.ts';
import { yearOf } from '../../../domain/values/day.ts';
import { premium, producedFigures } from './production/production-overview.ts';
import { warranties } from './production/warranties.ts';
import { releases } from '../vouchers/lists.ts';
import { taxReturn } from './money/tax-return.ts';
import { trialBalanceReport } from './money/trial-balance.ts';
import { codeOf } from '../../testing/chart.ts';
import { generatedApp } from './plans.factories.ts';

let t: TestApp;
let branch: number;
let party: number;

beforeAll(async () => {
  t = await generatedApp();
  branch = (await t.ownerPool.query(`select id from branches where code = 'QC'`)).rows[0].id;
  party = (await t.ownerPool.query(`select id from parties where name_key = 'cedant7'`)).rows[0].id;
});
afterAll(() => t.close());

const planOf = (work: (ctx: Ctx) => Promise<unknown>) => planAsRole(t, branch, work);

/** What parts release is worked out for those notes alone of which something may be held back: they are found by their index. */
function expectHeldBackAlone(plan: string): void {
  expect(plan).toContain('note_parts_held_back');
  expect(plan.match(/Function Scan on part_releases/g)).toHaveLength(1);
}

const params = {} as never;
const body = undefined as never;

describe('plans as the application’s role', () => {
  test.each([
    {},
    { detail: 'sub' as const },
    { account: codeOf('PREMIUM_RECEIVABLE') },
    { detail: 'sub' as const, account: codeOf('PREMIUM_RECEIVABLE'), to: '2025-01-31' },
  ])('trial balance %j reads the daily balances of its branch by their key, and no lines', async (query) => {
    const plan = await planOf((ctx) => trialBalanceReport.reply(ctx, { params, body, query }, undefined));
    expect(plan).toContain('daily_balances_pkey');
    expect(plan).not.toMatch(/Seq Scan on daily_balances/);
    expect(plan).not.toContain('journal_lines');
  });

  test('a trial balance without the closing of years finds their entries by their index', async () => {
    const query = { year_end: 'without' as const };
    const plan = await planOf((ctx) => trialBalanceReport.reply(ctx, { params, body, query }, undefined));
    expect(plan).toContain('journal_entries_year_ends');
    expect(plan).not.toMatch(/Seq Scan on (daily_balances|journal_entries|journal_lines)/);
  });

  test('positions and what a year moved come off the daily balances by their key', async () => {
    for (const work of [
      (ctx: Ctx) => positions.rows(ctx, { params, body, query: { asat: '2025-01-31' } }),
      (ctx: Ctx) => yearClosing.rows(ctx, { params, body, query: { year: 2024 } }),
    ]) {
      const plan = await planOf(work);
      expect(plan).toContain('daily_balances_pkey');
      expect(plan).not.toMatch(/Seq Scan on (daily_balances|journal_lines|journal_entries)/);
    }
  });

  test('of what exchange gained, lines are read of revaluations and closed years alone', async () => {
    const plan = await planOf((ctx) => positions.rows(ctx, { params, body, query: { asat: '2025-01-31' } }));
    expect(plan).toContain('journal_entries_revaluations');
    expect(plan).toContain('journal_entries_year_ends');
    expect(plan).toMatch(/using journal_lines_entry/);
    expect(plan).not.toMatch(/using journal_lines_(?!entry)/);
  });

  test('the lists of parties and a party’s position and premium read sums alone', async () => {
    const of = { params: { id: party }, query: {}, body };
    for (const work of [
      (ctx: Ctx) => clientList.reply(ctx, { query: { length: 5 } }),
      (ctx: Ctx) => clientList.reply(ctx, { query: { length: 5, sort: 'to_us,desc' } }),
      (ctx: Ctx) => reinsurerList.reply(ctx, { query: { open: 'YES' } }),
      (ctx: Ctx) => positionOf(ctx, of),
      (ctx: Ctx) => premiumOf(ctx, of),
    ]) {
      const plan = await planOf(work);
      expect(plan).toMatch(/ on (open_sums|party_months)/);
      expect(plan).not.toMatch(
        / on (open_items|notes|policies|policy_lines|endorsements|endorsement_lines|journal_lines|daily_balances) /,
      );
    }
  });

  test('open notes and papers of a party’s page are its own, the notes from their index alone, the papers as many as are shown', async () => {
    const notes = await planOf((ctx) => notesOfParty(ctx, { params: { id: party }, query: {}, body }));
    expect(notes).toContain('Index Only Scan using open_items_party');
    expect(notes).not.toMatch(/Seq Scan on (open_items|notes|journal_lines|daily_balances)/);
    const papers = await planOf((ctx) => papersOf(ctx, { params: { id: party }, query: {}, body }));
    expect(papers.match(/using party_papers_party/g)).toHaveLength(2);
    expect(papers).not.toMatch(/ on (notes|receipts|vouchers|statement_items) |Seq Scan on documents|Sort /);
  });

  test('notes are found by the index of how their number begins and ends', async () => {
    const { rows } = await t.ownerPool.query(
      `explain select id from notes where lower(number) like 'dqc19%' or reverse(lower(number)) like '91cqd%'`,
    );
    const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    expect(plan).toContain('notes_number_begins');
    expect(plan).toContain('notes_number_ends');
  });

  test.each([{}, { ofParty: true, currency: 'KES' }, { from: '2025-01-01', to: '2025-01-31' }])(
    'ledger lines %j use the account’s index',
    async ({ ofParty, ...narrowed }) => {
      const query = { account: codeOf('PREMIUM_RECEIVABLE'), ...(ofParty && { party }), ...narrowed };
      const plan = await planOf((ctx) => ledger.reply(ctx, { query }));
      expect(plan).toMatch(/using journal_lines_(account|newest)/);
      expect(plan).not.toMatch(/Seq Scan on journal_lines/);
    },
  );

  test('lines in a rare currency are found by their keys, not by walking the days', async () => {
    const rows = await rowsReadAsRole(t, branch, async (ctx) => {
      const found = await ledger.reply(ctx, { query: { currency: 'USD', length: 20 } });
      expect(found).toMatchObject({ recordsFiltered: 400 });
    });
    expect(rows('journal_lines')).toBeLessThanOrEqual(2 * 400);
  });

  test('a search of lines finds its entries by the index of what they say, and their lines by the entry', async () => {
    const narration = `Généré ${branch * 10_000 + 17}`;
    const plan = await planOf(async (ctx) => {
      const found = await ledger.reply(ctx, { query: { searchValue: narration.toUpperCase() } });
      expect(found).toMatchObject({ recordsFiltered: 4, data: [0, 1, 2, 3].map(() => ({ narration })) });
    });
    expect(plan).toContain('using journal_lines_entry');
    expect(plan).not.toMatch(/Seq Scan on journal_(lines|entries)/);
    // What more than are counted say is met along the order.
    const query = { searchValue: 'genere', length: 2 };
    const { body } = await t.call('root', 'GET /api/sca/v1/ledger/items', { query });
    expect(body).toMatchObject({ recordsFiltered: 10_001, more: true, data: [{}, {}] });
  });

  test.each([
    {},
    { ofParty: true },
    { from: '2025-01-01', to: '2025-01-31' },
    { ofParty: true, after: { day: '2024-06-01', id: 5000 } },
    { after: { day: '2024-06-01', id: 5000 } },
  ])('a page of an account %j comes off its index, what came before off the balances', async ({ ofParty, ...of }) => {
    const query = { account: codeOf('PREMIUM_RECEIVABLE'), currency: 'KES', ...(ofParty && { party }), ...of };
    const plan = await planOf((ctx) => ledgerAccount.reply(ctx, { params, body, query }));
    expect(plan).toMatch(/Index Scan (Backward )?using journal_lines_(currency|account|newest)/);
    expect(plan).toContain('daily_balances_pkey');
    expect(plan).not.toMatch(/Seq Scan on (daily_balances|journal_lines|journal_entries)/);
  });

  test('ageing reads the sums, and of items those of the rest of the month alone', async () => {
    const plan = await planOf((ctx) =>
      ageing.reply(ctx, { params, body, query: { asat: undefined, branch: undefined, format: undefined } }, undefined),
    );
    expect(plan).toContain('open_sums');
    expect(plan).toContain('open_items_opened');
    expect(plan).toContain('settlements_day');
    expect(plan).not.toMatch(/Seq Scan on (open_items|settlements)|open_items_party/);
  });

  test('ageing at the end of a month reads no item', async () => {
    const plan = await planOf((ctx) =>
      ageing.reply(
        ctx,
        { params, body, query: { asat: '2026-02-28', branch: undefined, format: undefined } },
        undefined,
      ),
    );
    expect(plan).toContain('open_moves');
    expect(plan).not.toMatch(/ on (open_items|settlements) /);
  });

  test.each(['all', 'one'])('what is open by note, of %s, is read by the partial index, party by party', async (of) => {
    const { rows } = await t.ownerPool.query('select party_id as id from open_items where branch_id = $1 limit 1', [
      branch,
    ]);
    const query = { param: of === 'all' ? 'ALL' : String(rows[0].id) };
    const plan = await planOf((ctx) => ageingByNote.reply(ctx, { params, body, query }, undefined));
    expect(plan).toContain('open_sums');
    expect(plan).toContain('open_items_party');
    expect(plan).toContain('settlements_day');
    expect(plan).not.toMatch(/Seq Scan on (open_items|settlements|journal_lines)/);
    // The first statement alone is of all parties, and reads their sums.
    expect(plan).toMatch(/party_id = ANY/);
  });

  test.each(['2026-03-02', '2026-02-28', '2024-05-15'])(
    'outstanding on %s is read from its sums, and its notes from theirs',
    async (asat) => {
      const plan = await planOf((ctx) => outstanding.reply(ctx, { params, body, query: { asat } }, undefined));
      expect(plan).toContain('open_sums');
      expect(plan).toContain('owed_sums');
      expect(plan).toContain('owed_notes_day');
      // Of notes those alone of which something was written back, by their key.
      expect(plan).toContain('settlements_entry');
      expect(plan.match(/ on notes /g)).toHaveLength(1);
      expect(plan).toContain('notes_pkey');
      expect(plan).not.toMatch(/open_items_party|Seq Scan on (open_items|settlements|owed_notes)/);
    },
  );

  test('movements of what is open, and of two days, are read by their items and days', async () => {
    const open = await planOf((ctx) => itemMovements.reply(ctx, { query: { side: 'RECEIVABLE', party } }));
    expect(open).toContain('open_items_party');
    expect(open).not.toMatch(/Seq Scan on (open_items|settlements|journal_entries|notes)/);
    const days = { from: '2025-01-01', asat: '2025-01-31' };
    const moved = await planOf((ctx) => itemMovements.reply(ctx, { query: { side: 'RECEIVABLE', party, ...days } }));
    expect(moved).toContain('open_items_opened');
    expect(moved).toContain('settlements_day');
    expect(moved).not.toMatch(/Seq Scan on (open_items|settlements|journal_entries|notes)/);
  });

  test.each(['2026-03-02', '2026-02-28'])(
    'accounts of a side on %s are read from the sums, and of notes those of claims by their key',
    async (asat) => {
      const query = { side: 'SECURITY' as const, asat };
      const plan = await planOf((ctx) => accounts.reply(ctx, { params, body, query }, undefined));
      expect(plan).toContain('open_sums');
      expect(plan).toContain('notes_pkey');
      expect(plan).toContain('note_parts_pkey');
      expect(plan).not.toMatch(/Seq Scan on (open_items|settlements|notes|note_parts)/);
    },
  );

  test('reminders that are due are counted without reading lists whole', async () => {
    const plan = await planAsRole(t, branch, (ctx) => remindersDue(ctx));
    // The first of each account come off the index in the order of their days, and their notes from one of keys.
    expect(plan).toMatch(/Index (Only )?Scan using open_items_due/);
    expect(plan).toContain('notes_of_premium');
    expect(plan).not.toMatch(/Seq Scan on (open_items|notes)|open_items_party/);
  });

  test('production of the dashboard reads months, and of days only what is booked ahead', async () => {
    const markets = await planOf((ctx) => productionByMarket(ctx, yearOf(ctx.today)));
    expect(markets).toContain('production_months');
    expect(markets).not.toMatch(/ on (policies|endorsements) /);
    const sums = (await planOf((ctx) => premium.reply(ctx, { query: { length: 1 } })))
      .split('\n\n')
      .find((plan) => plan.includes('production_totals'));
    expect(sums).toContain('production_totals');
    expect(sums).toContain(`posted_on >= '2026-03-03'`);
    expect(sums).not.toContain(`posted_on >= '2026-03-01'`);
  });

  test('what was called of securities is added up from an index alone', async () => {
    const plan = await planOf((ctx) => metricsOf(ctx, 2026));
    expect(plan).toContain('Index Only Scan using notes_called');
    expect(plan).toContain('production_totals');
  });

  test('the figures of a dashboard read what is kept by month, and no open item, note or policy', async () => {
    const plan = await planOf((ctx) => Promise.all([producedFigures(ctx), dueFigures(ctx)]));
    expect(plan).toContain('production_totals');
    expect(plan).toContain('control_months');
    // What is booked ahead of today is looked for by its day, where there is nothing.
    expect(plan).not.toMatch(/Seq Scan on (open_items|settlements|notes|journal_lines)| on open_sums/);
  });

  test('what waits for a security is of its own items and their debit notes', async () => {
    const { rows } = await t.ownerPool.query<{ id: number }>(`select id from parties where name_key = 'reinsurer1'`);
    const of = { party: rows[0]?.id ?? 0, day: '2026-03-02' };
    const plan = await planAsRole(t, branch, (ctx) => awaitingOf(ctx, of));
    expect(plan).toContain('open_items_party');
    expect(plan).not.toMatch(/Seq Scan on (open_items|notes|note_parts|journal_entries|settlements)/);
  });

  test('exposure of whole policies reads what is placed of each, and no line of a security', async () => {
    for (const by of ['class', 'country', 'reinsured'] as const)
      expect(await planOf((ctx) => exposureReport.reply(ctx, { params, body, query: { by } }, undefined))).not.toMatch(
        / on (policy_lines|endorsement_lines)/,
      );
  });

  test('a securities summary reads policies once for lines, once for endorsements, notes and claims, and sorts no line', async () => {
    const security = (await t.ownerPool.query(`select id from parties where name_key = 'reinsurer7'`)).rows[0].id;
    const query = { param: String(security) };
    const plan = await planOf((ctx) => summaryOfSecurities.reply(ctx, { params, body, query }, undefined));
    // Besides, of each of the first two and of the notes those that were taken back, of what was written back its own, and of what was settled since, which are few.
    expect(plan.match(/ on policies /g)).toHaveLength(10);
    expect(plan.match(/ on policy_lines l/g)).toHaveLength(1);
    expect(plan).toMatch(/using open_items_(party|due) on open_items i /);
    expect(plan).not.toMatch(/Seq Scan on (open_items|notes|note_parts|settlements)/);
  });

  test('what is released is read for the notes of the page alone, and worked out where something may be held back alone', async () => {
    const plan = await planOf((ctx) => dueToReinsurers.reply(ctx, { query: {} }));
    expect(plan).toMatch(/CTE shown/);
    expect(plan).toMatch(/CTE Scan on page/);
    expect(plan).toContain('open_items_due');
    expect(plan).toMatch(/note_parts_(left_to_pay|credit)/);
    expectHeldBackAlone(plan);
    expect(plan).not.toMatch(/Seq Scan on (notes|note_parts|open_items)/);
  });

  test('what is due is found among open items alone; names are looked up where they sort or are searched', async () => {
    const found = (query: { sort?: string; searchValue?: string }) => planOf((ctx) => dueToUs.reply(ctx, { query }));
    // The first of them come off their index, and only what is counted is read besides.
    const byDay = await found({});
    expect(byDay).toMatch(/Index Only Scan using open_items_due/);
    // Of parts as well, no more than are shown and those of the same day.
    expect(byDay).toMatch(
      /->  Limit .*\n\s+InitPlan \d+\n\s+->  Result .*\n\s+->  Index (Only )?Scan using open_items_due_part/,
    );
    expect(byDay.match(/ on notes /g)).toHaveLength(1);
    expect(byDay).toContain('control_months');
    expect(byDay).not.toMatch(/daily_balances|open_sums/);
    const byAmount = await found({ sort: 'outstanding,asc' });
    expect(byAmount).not.toMatch(/Seq Scan on open_items/);
    expect(byAmount.match(/ on notes /g)).toHaveLength(1);
    expect((await found({ sort: 'party,asc' })).match(/ on notes /g)).toHaveLength(2);
    // A search knows the items that it names first.
    expect(await found({ searchValue: 'cedant 7' })).not.toMatch(/Seq Scan on (open_items|notes)/);
  });

  test('the release queue reads what is not paid by its index, and works out what may be held back alone', async () => {
    const plan = await planOf((ctx) => releases.rows(ctx, { params, body, query: {} }));
    expect(plan).toContain('note_parts_unpaid');
    expectHeldBackAlone(plan);
    expect(plan).not.toMatch(/Seq Scan on note_parts/);
  });

  test.each([
    ['by security', (ctx: Ctx) => payableAgeing.reply(ctx, { params, body, query: {} }, undefined)],
    ['by note', (ctx: Ctx) => payableAgeingByNote.reply(ctx, { params, body, query: { param: 'ALL' } }, undefined)],
    ['on the desk of finance', (ctx: Ctx) => moneyDeskOf(ctx)],
  ])('what securities are owed today, %s, is read from its sums, and what is released as well', async (...[, work]) => {
    const plan = await planOf((ctx) => work({ ...ctx, today: '2026-03-02' }));
    expect(plan).toContain('open_sums');
    expect(plan).toContain('released_sums');
    expectHeldBackAlone(plan);
    expect(plan).not.toMatch(/Seq Scan on (note_parts|notes|open_items|settlements|journal_lines)/);
  });

  test.each(['2026-03-02', '2026-02-28'])(
    'premium under a warranty on %s comes off the index in the order of its days, a branch at a time',
    async (asat) => {
      const plan = await planOf((ctx) => warranties.reply(ctx, { params, body, query: { asat } }, undefined));
      expect(plan).toContain('notes_warranty');
      expect(plan).not.toMatch(/Seq Scan on (notes|open_items|settlements)|open_items_party/);
    },
  );

  test('the tax return reads lines of its period alone, and what there was before off the daily balances', async () => {
    const query = { from: '2025-01-01', to: '2025-01-31' };
    const plan = await planOf((ctx) => taxReturn.reply(ctx, { params, body, query }, undefined));
    expect(plan).toContain('daily_balances_pkey');
    expect(plan).toMatch(/day >= '2025-01-01'::date\) AND \(day <= '2025-01-31'::date/);
    expect(plan).not.toMatch(/(Seq Scan on|_day on) (daily_balances|journal_lines|journal_entries)/);
  });

  test.each(['producer', 'class'] as const)(
    'brokerage by %s reads the lines of its accounts, and of entries those of the lines',
    async (by) => {
      const query = { by, from: '2025-01-01', to: '2025-01-31' };
      const plan = await planOf((ctx) => brokerageReport.reply(ctx, { params, body, query }, undefined));
      expect(plan).toContain('journal_entries_pkey');
      expect(plan).not.toMatch(/(Seq Scan on|_day on) (journal_lines|journal_entries)/);
    },
  );

  test('ages are looked at once for the items of a party that fall due on one day', async () => {
    const plan = await planOf((ctx) => ageing.reply(ctx, { params, body, query: {} }, undefined));
    expect(plan).toMatch(/Group Key: .*function.*party_id.*currency.*due_on/);
  });
});
