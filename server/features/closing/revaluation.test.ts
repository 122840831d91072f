import { POSITION_LAID, positionTable } from '../../../domain/closing/contract.ts';
import { positions } from '../../../domain/explained/ledger.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatAmount, parseAmount, sum } from '../../../domain/values/money.ts';
import { expectSound } from '../../proofs/expect-sound.ts';
import { codeOf } from '../../testing/chart.ts';
import { makeBook, type Book } from '../../testing/factories.ts';
import { testAppsOn, type TestApp } from '../../testing/testApp.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { askedMeanwhile, dollarPolicy, monthEndCalls, settleDollars } from './closing.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let policy: number;

const open = testAppsOn(async (laid) => {
  book = await makeBook(laid);
  policy = await dollarPolicy(laid, book);
});
beforeEach(async () => {
  t = await open();
});
afterEach(async () => {
  await expectSound(t);
  await t.close();
});

const { saveOther, through } = voucherCalls(() => t);
const { preview, revalue, undo, positionsAt, close } = monthEndCalls(() => t);

/** Entries of revaluations with what they gain (credit) and lose (debit) in base. */
async function entries() {
  const { rows } = await t.ownerPool.query<{ day: string; event: string; exchange: string }>(
    `select e.day::text, e.event, array_to_string(array_agg((l.base_amount / 100.0)::numeric(20, 2) order by l.account, l.base_amount)
        filter (where l.account in ($1, $2)), ' ') as exchange
     from journal_entries e join journal_lines l on l.entry_id = e.id where e.source_kind = 'revaluation' group by e.id order by e.id`,
    [codeOf('EXCHANGE_GAIN'), codeOf('EXCHANGE_LOSS')],
  );
  return rows.map((row) => `${row.day} ${row.event} ${row.exchange}`);
}
const baseOf = async (account: string, day: string) => {
  const { rows } = await t.ownerPool.query(
    `select coalesce(sum(base_debit - base_credit), 0)::text as base from daily_balances where account = $1 and day <= $2`,
    [account, day],
  );
  return rows[0].base;
};

/** What the dashboard says was due at a month's end is what was open on that day at booked rates, revalued or not. */
async function expectTrendsAsBooked(day: string): Promise<void> {
  const get = async (address: string, query: Record<string, string>) =>
    (await t.call('manager.nbo', `GET ${SCA}/${address}`, { query })).body;
  const { due_to_us: toUs, due_to_reinsurers: toThem } = await get('aggregate/dashboardfigures', {});
  for (const [due, ageing] of [
    [toUs, 'receivable/ageingoverviewreport'],
    [toThem, 'paymentvoucher/ageingoverviewreport'],
  ] as const) {
    const { data } = await get(ageing, { asat: day });
    expect(data).toHaveLength(ageing.startsWith('receivable') ? 1 : 2);
    const open = sum(data.map((row: { base_total: string }) => parseAmount(row.base_total, 'KES')));
    expect(due.trend).toContainEqual({ month: day.slice(0, 7), base: formatAmount(open, 'KES') });
  }
}

describe('revaluation at a month’s end', () => {
  test('M7 to the end: 600.00, 6,000.00, 7,650.00, 3,150.00, in all 1,500.00', async () => {
    t.clock.set('2026-04-02T08:00:00.000Z');
    const shown = await preview('2026-03');
    expect(shown).toMatchObject({ day: '2026-03-31', booked: 0, totals: { gain: '4000.00', loss: '3400.00' } });
    expect(shown.data.map((row: Record<string, string>) => [row['account'], row['amount'], row['difference']])).toEqual(
      [
        [codeOf('PREMIUM_RECEIVABLE'), '10000.00', '4000.00'],
        [codeOf('PREMIUM_PAYABLE'), '-5100.00', '-2040.00'],
        [codeOf('PREMIUM_PAYABLE'), '-3400.00', '-1360.00'],
      ],
    );
    expect(shown.data[0]).toMatchObject({ rate: '129.9', base: '1295000.00', value: '1299000.00', reversed: true });
    expect((await revalue('2026-03')).body).toEqual({ month: '2026-03', branches: 1 });
    expect(await entries()).toEqual([
      '2026-03-31 REVALUATION -4000.00 3400.00',
      '2026-04-01 REVALUATION_REVERSED 4000.00 -3400.00',
    ]);
    // Open items keep their booked base, and the account has it again on the next day.
    expect(await baseOf(codeOf('PREMIUM_RECEIVABLE'), '2026-03-31')).toBe('129900000');
    expect(await baseOf(codeOf('PREMIUM_RECEIVABLE'), '2026-04-01')).toBe('129500000');
    await expectTrendsAsBooked('2026-03-31');
    await settleDollars(t, book, policy);
    t.clock.set('2026-05-02T08:00:00.000Z');
    await expectTrendsAsBooked('2026-03-31');
    const april = await positionsAt('2026-04-30');
    expect(april).toMatchObject({ totals: { unrealised: '3150.00', revalued: '0.00', realised: '-1650.00' } });
    expect((await revalue('2026-04')).status).toBe(200);
    expect((await entries()).slice(2)).toEqual(['2026-04-30 BANK_REVALUATION -3150.00']);
    expect(await positionsAt('2026-05-01')).toMatchObject({
      data: [
        {
          currency: 'USD',
          banks: '1500.00',
          owed_to_us: '0.00',
          net: '1500.00',
          base: '195750.00',
          unrealised: '0.00',
        },
      ],
      totals: { unrealised: '0.00', revalued: '3150.00', realised: '-1650.00' },
    });
    const exchange = [codeOf('EXCHANGE_GAIN'), codeOf('EXCHANGE_LOSS')];
    const { rows } = await t.ownerPool.query(
      `select (-sum(base_amount))::text as gained from journal_lines where account = any($1)`,
      [exchange],
    );
    expect(rows).toEqual([{ gained: '150000' }]);
  });

  describe('a position beside another day', () => {
    const get = (query: Record<string, string>) => t.call('root', `GET ${SCA}/position/items`, { query });
    type Amounts = Record<string, string | null>;
    const units = (amount: string | null | undefined) => BigInt((amount ?? '').replace('.', ''));
    /** The figures of the one row by the lines that they say are behind them; of those that name none, the reason. */
    async function behind(query: Record<string, string>, row: Amounts): Promise<Record<string, string>> {
      const reasons: Record<string, string> = {};
      const names = Object.entries(POSITION_LAID).flatMap(([name, laid]) => [name, ...laid]);
      for (const name of names) {
        const figure = positions.figure(name, positionTable.row.parse(row), { query, today: '2026-05-02' });
        if (typeof figure === 'string') reasons[name] = figure;
        if (figure === undefined || typeof figure === 'string') continue;
        const { data } = (
          await t.call('root', `GET ${SCA}/ledger/items`, { query: { ...figure.query, length: '500' } })
        ).body;
        const added = sum(data.map((line: Amounts) => units(line[figure.column])));
        expect([name, figure.turned ? -added : added]).toEqual([name, units(row[name])]);
      }
      return reasons;
    }
    beforeEach(async () => {
      await settleDollars(t, book, policy);
      t.clock.set('2026-05-02T08:00:00.000Z');
    });

    test('each figure is beside what it was, and opens to the lines of its day or of those between', async () => {
      const query = { asat: '2026-04-15', beside: '2026-03-31' };
      const { data, totals, totals_beside, totals_change } = (await get(query)).body;
      // The dollars of the debit note came in on 10 April, the securities are not paid yet.
      expect(data).toMatchObject([
        {
          currency: 'USD',
          banks: '10000.00',
          banks_beside: '0.00',
          banks_change: '10000.00',
          owed_to_us: '0.00',
          owed_to_us_beside: '10000.00',
          owed_to_us_change: '-10000.00',
          owed_by_us: '8500.00',
          owed_by_us_beside: '8500.00',
          owed_by_us_change: '0.00',
          net: '1500.00',
          beside: '1500.00',
          change: '0.00',
          base: '200250.00',
          base_beside: '194250.00',
          base_change: '6000.00',
          value: '195150.00',
          value_beside: '194850.00',
          value_change: '300.00',
          rate: '130.1',
          rate_beside: '129.9',
          unrealised: '-5100.00',
          unrealised_beside: '600.00',
          unrealised_change: '-5700.00',
          realised: '6000.00',
          realised_beside: '0.00',
          realised_change: '6000.00',
          from_beside: '2026-01-01',
        },
      ]);
      expect([totals, totals_beside, totals_change]).toEqual([
        { unrealised: '-5100.00', revalued: '0.00', realised: '6000.00' },
        { unrealised: '600.00', revalued: '0.00', realised: '0.00' },
        { unrealised: '-5700.00', revalued: '0.00', realised: '6000.00' },
      ]);
      const [{ banks_change, ...reasons }] = [await behind(query, data[0])];
      expect(banks_change).toBe(undefined);
      expect(new Set(Object.values(reasons))).toEqual(new Set(['BY_SIGN', 'CONVERTED']));
      expect(Object.keys(reasons).toSorted()).toEqual(
        ['owed_by_us', 'owed_to_us', 'unrealised', 'value'].flatMap((name) => [
          name,
          `${name}_beside`,
          `${name}_change`,
        ]),
      );
      // The other way round the differences have the other sign.
      const turned = { asat: query.beside, beside: query.asat };
      const [earlier] = (await get(turned)).body.data;
      expect(earlier).toMatchObject({
        banks_change: '-10000.00',
        base_change: '-6000.00',
        realised_change: '-6000.00',
      });
      await behind(turned, earlier);
    });

    test('one of that day alone is there with nothing; gains of two years have no lines between them', async () => {
      const query = { asat: '2026-02-28', beside: '2026-04-30' };
      const before = (await get(query)).body;
      expect(before.data).toMatchObject([
        {
          currency: 'USD',
          net: '0.00',
          beside: '1500.00',
          change: '-1500.00',
          value: '0.00',
          rate: null,
          from: '2026-01-01',
        },
      ]);
      expect(before.totals.unrealised).toBe('0.00');
      await behind(query, before.data[0]);
      const later = { asat: '2026-04-30', beside: '2025-12-31' };
      const [row] = (await get(later)).body.data;
      expect(row).toMatchObject({ beside: '0.00', rate_beside: null, value_beside: '0.00', from_beside: '2025-01-01' });
      expect(await behind(later, row)).toMatchObject({ realised_change: 'COLUMNS', revalued_change: 'COLUMNS' });
    });

    test('what has no rate on one of the days has no difference', async () => {
      await t.ownerPool.query(
        `delete from exchange_rates where currency = 'USD' and day < '2026-03-31' and day > '2026-03-02'`,
      );
      const { data, totals, totals_beside, totals_change } = (await get({ asat: '2026-04-15', beside: '2026-03-20' }))
        .body;
      expect(data).toMatchObject([
        {
          value: '195150.00',
          value_beside: null,
          value_change: null,
          rate_beside: null,
          unrealised_change: null,
          base_beside: '194250.00',
        },
      ]);
      expect([totals.unrealised, totals_beside.unrealised, totals_change.unrealised]).toEqual(['-5100.00', null, null]);
      const turned = (await get({ asat: '2026-03-20', beside: '2026-04-15' })).body.data;
      expect(turned).toMatchObject([{ value: null, value_beside: '195150.00', value_change: null, rate: null }]);
    });

    test('without another day its columns are in no file and its totals are not there; an unknown day is refused', async () => {
      const head = async (query: Record<string, string>) =>
        (await get({ ...query, format: 'csv' })).bytes.toString('utf8').split('\r\n')[0];
      const whole = await head({ beside: 'month_end' });
      expect(whole).toContain('Net,Net at the other day,"Net, difference",With other branches');
      expect(whole?.match(/at the other day/g)).toHaveLength(11);
      expect(await head({})).not.toMatch(/other day|difference/);
      expect((await get({})).body).toMatchObject({
        totals_beside: null,
        totals_change: null,
        data: [{ change: null }],
      });
      expect((await get({ beside: 'someday' })).status).toBe(400);
    });
  });

  test('a bank of nothing that kept a base is brought to nothing', async () => {
    await settleDollars(t, book, policy);
    await t.ownerPool.query(`update exchange_rates set rate = 1305000000000 where day = '2026-04-20'`);
    t.clock.set('2026-04-21T08:00:00.000Z');
    const drawn = { kind: 'DRAWING', currency: 'USD', bank_date: '2026-04-21', amount: '1500.00' };
    expect((await through(await saveOther(drawn))).body.status).toBe('PAID');
    t.clock.set('2026-05-02T08:00:00.000Z');
    const lines = (await preview('2026-04')).data;
    expect(lines.find((row: Record<string, string>) => row['amount'] === '0.00')).toMatchObject({
      account: codeOf('CLIENT_BANK'),
      value: '0.00',
      reversed: false,
    });
    expect((await revalue('2026-04')).status).toBe(200);
    expect(await baseOf(codeOf('CLIENT_BANK'), '2026-04-30')).toBe('0');
    expect((await preview('2026-04')).data).toEqual([]);
  });

  test('moves no money: what came in and went out is the same, booked or undone', async () => {
    await settleDollars(t, book, policy);
    t.clock.set('2026-05-02T08:00:00.000Z');
    const april = async () => (await t.call('root', `GET ${SCA}/underwriting/cumulativemetricsadmin`)).body.months[3];
    const before = await april();
    expect([before.receipts, before.payments]).toEqual(['1301000.00', '1108400.00']);
    await revalue('2026-04');
    expect(await april()).toEqual(before);
    await undo('2026-04');
    expect(await april()).toEqual(before);
  });

  test('booked twice it books nothing twice; two at once book it once; the schema has it once', async () => {
    t.clock.set('2026-04-02T08:00:00.000Z');
    const both = await Promise.all([revalue('2026-03'), revalue('2026-03')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const again = await revalue('2026-03');
    expect([again.status, again.body.title]).toEqual([409, 'This is revalued already: revaluing it is not possible.']);
    expect(await entries()).toHaveLength(2);
    await expect(
      t.ownerPool.query(`insert into revaluations (branch_id, month, gain, loss, made_by, made_at)
        select branch_id, month, 0, 0, made_by, made_at from revaluations`),
    ).rejects.toMatchObject({ constraint: 'revaluation_once' });
  });

  test('waits for who posts into the month, and revalues what they booked', async () => {
    t.clock.set('2026-04-02T08:00:00.000Z');
    const answer = await askedMeanwhile(t, 202603, () => revalue('2026-03'));
    expect(answer.status).toBe(200);
  });

  test('undone with a reason it leaves every day as it was, and can be booked at another rate', async () => {
    t.clock.set('2026-04-02T08:00:00.000Z');
    expect((await undo('2026-03')).status).toBe(409);
    await revalue('2026-03');
    expect((await undo('2026-03', 'no')).status).toBe(400);
    expect((await undo('2026-03')).body).toEqual({ month: '2026-03', branches: 1 });
    for (const day of ['2026-03-31', '2026-04-01'])
      expect(await baseOf(codeOf('PREMIUM_RECEIVABLE'), day)).toBe('129500000');
    await t.ownerPool.query(`update exchange_rates set rate = 1300000000000 where day = '2026-03-31'`);
    expect((await revalue('2026-03')).status).toBe(200);
    expect((await entries()).slice(-2)).toEqual([
      '2026-03-31 REVALUATION -5000.00 4250.00',
      '2026-04-01 REVALUATION_REVERSED 5000.00 -4250.00',
    ]);
    const { body } = await t.call('accountant.nbo', `GET ${SCA}/revaluation/items`, { query: { month: '2026-03' } });
    expect(body.data).toMatchObject([
      { status: 'BOOKED', gain: '5000.00', loss: '4250.00', made_by: 'root', undone_by: null },
      { status: 'UNDONE', gain: '4000.00', undone_by: 'root', undone_reason: 'The rate was wrong' },
    ]);
    const { rows } = await t.ownerPool.query(
      `select action, facts->>'rates' as rates, facts->>'reason' as reason from audit_trail where entity = 'revaluation' order by id`,
    );
    expect(rows).toEqual([
      { action: 'booked', rates: 'USD 129.9', reason: null },
      { action: 'undone', rates: null, reason: 'The rate was wrong' },
      { action: 'booked', rates: 'USD 130', reason: null },
    ]);
  });

  test('is root’s, of a month that has ended and is open, at a rate, with none later', async () => {
    expect((await revalue('2026-03')).body.title).toContain('a month that has not ended');
    t.clock.set('2026-05-02T08:00:00.000Z');
    expect((await revalue('2026-03', 'manager.nbo')).status).toBe(403);
    expect((await revalue('2026-13')).status).toBe(400);
    await t.ownerPool.query(`delete from exchange_rates where day = '2026-04-30'`);
    expect((await revalue('2026-04')).body.title).toBe(
      'There is no USD rate within 7 days of 30 Apr 2026. Enter one first.',
    );
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) values ('USD', '2026-04-30', 1305000000000)`,
    );
    expect((await revalue('2026-04')).status).toBe(200);
    expect((await revalue('2026-03')).body.title).toContain('before April 2026, which is revalued');
    expect((await undo('2026-04')).status).toBe(200);
    await close('2026-03');
    expect((await revalue('2026-03')).body.title).toBe('March 2026 is closed.');
    expect((await revalue('2026-02')).body.title).toContain('at the rates already');
  });

  test('shows to each branch its own, and as files', async () => {
    t.clock.set('2026-04-02T08:00:00.000Z');
    expect((await preview('2026-03', 'accountant.nbo')).data).toHaveLength(3);
    expect((await preview('2026-03', 'manager.lon')).data).toEqual([]);
    expect((await positionsAt('2026-03-31', 'manager.lon')).data).toEqual([]);
    const query = { month: '2026-03', format: 'csv' };
    const csv = (await t.call('root', `GET ${SCA}/revaluation/preview`, { query })).bytes.toString('utf8');
    expect(csv.split('\r\n')[0]).toContain('Balance,Booked (KES),Rate,At the rate (KES),Difference (KES)');
    expect(csv).toContain('USD,10000.00,1295000.00,129.9,1299000.00,4000.00,Yes');
    expect((await t.call('underwriter.nbo', `GET ${SCA}/position/items`)).status).toBe(403);
  });
});
