import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstOf } from '../../../domain/errors.ts';
import { policyTable } from '../../../domain/placements/tables.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { policies } from '../../features/placements/lists.ts';
import { premium } from '../../features/reports/production/production-overview.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { planAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { vacuum } from '../../testing/vacuum.ts';

// Some 25,000 receipts and as many policies in two branches: a list's search finds, counts and sorts its matches, however many they are and wherever they lie.
let t: TestApp;
let scope: number[];

const TEXTS = {
  none: 'nothing like it',
  'a few': 'rare',
  'just as many as are counted': 'tenth',
  'many and old': 'ancient',
  'many of one branch': 'branch q',
  'all, and a sign that means something to like': 'r%',
  // Found by its end, which other numbers have too.
  'a number’s beginning': 'rv/q/0012',
  'the end of other numbers alone': 'rv/z/0012',
  'the beginning of most numbers': 'rv/q/',
  'a number with a word behind it': 'rv/p/005000 appr',
  'a number that another word follows': 'rv/p/005000 paid',
  'a number with a sign that means something to like': 'rv/q/0_12',
};

const TEXT = `'r% ' || case when g <= 11000 then 'ancient ' else '' end || case when g > 12000 and g <= 22000 then 'tenth ' else '' end
  || case when g % 2 = 0 then 'branch q ' else '' end || case when g % 5000 = 0 then 'rare ' else '' end
  || 'rv/' || case when g % 10 = 0 then 'p' else 'q' end || '/' || lpad(g::text, 6, '0') || ' approved'`;

beforeAll(async () => {
  t = await testApp();
  const book = await makeBook(t);
  const { rows } = await t.ownerPool.query(
    `insert into branches (code, name) values ('QA', 'One'), ('QB', 'Two') returning id`,
  );
  scope = rows.map((row) => row.id);
  // Amounts and days are in no order of their numbers, and many are alike.
  const day = `date '2024-01-01' + g * 7 % 400`;
  const amount = '1 + g * 7919 % 500';
  const branch = '($1::int[])[1 + (g % 2)]';
  const currency = `case when g % 3 = 0 then 'UGX' else 'KES' end`;
  const numbers = 'generate_series(1, 25000) g, (select min(id) as id from users) u';
  await t.ownerPool.query(
    `insert into receipts (branch_id, receipt_type, payer_id, bank_date, currency, amount, bank_account_id, made_by, edited_by, hands, search_text)
    select ${branch}, 'PREMIUM', $2, ${day}, ${currency}, ${amount}, (select min(id) from bank_accounts), u.id, u.id, array[u.id], ${TEXT} from ${numbers}`,
    [scope, book.reinsured],
  );
  await t.ownerPool.query(
    `insert into policies (branch_id, market, broker_reference, reinsured_id, insured_id, cover_type_id, date_offered, insurance_start_date, insurance_end_date,
      currency, sum_insured, premium, fac, cedant_commission, brokerage, payment_terms, fac_premium, producer_id, made_by, edited_by, hands, search_text)
    select ${branch}, case when g % 100 = 0 then 'LONDON' else 'LOCAL' end, 'R/' || g, $2, $3, $4, ${day}, ${day}, ${day} + 364,
      ${currency}, 1000000, ${amount}, 60000000, 25000000, 5000000, 'LUMP_30', ${amount}, u.id, u.id, u.id, array[u.id], ${TEXT} from ${numbers}`,
    [scope, book.reinsured, book.insured, book.coverType],
  );
  await vacuum(t.ownerPool, 'receipts', 'policies', 'policy_texts');
});
afterAll(() => t?.close());

type Searched = { source: string; market: string | null; orders: [string[], boolean[]][] };
type Asked = { text: string; columns: string[]; descending: boolean[]; within: number[] };

/** As the application's role, in some branches. */
async function asRole<R>(within: number[], text: string, values: unknown[]): Promise<R> {
  const client = await t.pool.connect();
  try {
    await client.query('begin read only');
    await client.query(`select set_config('slipway.branches', $1, true)`, [`{${within.join(',')}}`]);
    const { rows } = await client.query(text, values);
    return rows as R;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function expected(
  { text, columns, descending, within }: Asked,
  { source, market }: Pick<Searched, 'source' | 'market'> = RECEIPTS,
): Promise<number[]> {
  const order = columns.map((column, at) => `${column} ${descending[at] === true ? 'desc' : 'asc'}`).join(', ');
  const { rows } = await t.ownerPool.query(
    `select id from ${source} where strpos(search_text, $1) > 0 and branch_id = any($2)${market === null ? '' : ` and market = '${market}'`} order by ${order}`,
    [text, within],
  );
  return rows.map((row) => row.id);
}

const ORDERS: [string[], boolean[]][] = [
  [['id'], [true]],
  [['id'], [false]],
  [
    ['currency', 'amount', 'id'],
    [true, true, true],
  ],
  [
    ['bank_date', 'amount', 'id'],
    [false, true, true],
  ],
];
const RECEIPTS: Searched = { source: 'receipts', market: null, orders: ORDERS };
// Their texts lie apart from them.
const POLICIES: Searched = {
  source: 'policies',
  market: 'LOCAL',
  orders: [
    [['id'], [true]],
    [
      ['currency', 'current_fac_premium', 'insurance_start_date', 'id'],
      [true, true, false, false],
    ],
  ],
};

test.each(
  [RECEIPTS, POLICIES].flatMap((searched) =>
    Object.entries(TEXTS).map(([many, text]) => [searched.source, many, { searched, text }] as const),
  ),
)(
  '%s, %s: what is found, how many, and the first of them in each order',
  async (_source, _many, { searched, text }) => {
    const { source, market, orders } = searched;
    for (const within of [scope, scope.slice(0, 1)])
      for (const [columns, descending] of orders) {
        const all = await expected({ text, columns, descending, within }, searched);
        for (const shown of [20, 10_000]) {
          const [{ found, ids }] = await asRole<[{ found: number; ids: number[] | null }]>(
            within,
            'select found, ids from matches_in_order($1, $2, $3, $4, $5, 10001, $6)',
            [source, text, market, columns, descending, shown],
          );
          expect(found).toBe(Math.min(all.length, 10_001));
          expect(ids).toEqual(all.length > 10_000 ? null : all.slice(0, shown));
        }
        if (all.length > 10_000)
          for (const most of [1, 20, 9_990]) {
            const [{ first }] = await asRole<[{ first: number[] }]>(
              within,
              'select first_matches($1, $2, $3, $4, $5, $6) as first',
              [source, text, market, columns, descending, most],
            );
            expect(first).toEqual(all.slice(0, most));
          }
      }
  },
);

test.each(Object.entries(policyTable.columns).flatMap(([name, column]) => ('sort' in column ? name : [])))(
  'a search of policies is ordered by %s',
  async (name) => {
    const query = { searchValue: 'searched', sort: `${name},desc` };
    const found = await t.call('root', 'GET /api/sca/v1/underwriting/items', { query });
    expect([found.status, found.body.recordsFiltered]).toEqual([200, 0]);
  },
);

test('what is searched of a policy follows it, and a decision leaves it as it is', async () => {
  const book = await makeBook(t, ' searched');
  const id = await approvedPolicy(t, book);
  const { rows } = await t.ownerPool.query(
    'select x.search_text = p.search_text as same, x.xmin <> p.xmin as left_alone from policy_texts x join policies p using (id) where id = $1',
    [id],
  );
  expect(rows).toEqual([{ same: true, left_alone: true }]);
  const { rows: indexes } = await t.ownerPool.query(
    `select indexname from pg_indexes where tablename = 'policies' and indexdef like '%search_text%'`,
  );
  expect(indexes).toEqual([]);
});

test('the application reads the texts of policies, of its branches alone, and writes none', async () => {
  const [{ own }] = await asRole<[{ own: number[] }]>(
    scope.slice(0, 1),
    'select array(select distinct branch_id from policy_texts) as own',
    [],
  );
  expect(own).toEqual(scope.slice(0, 1));
  for (const change of [
    `insert into policy_texts select * from policy_texts limit 1`,
    `update policy_texts set search_text = ''`,
    'delete from policy_texts',
  ])
    await expect(t.pool.query(change), change).rejects.toThrow('permission denied');
});

test.each([
  ['policies', 'LONDON', 'policy_texts_london'],
  ['policies', 'LOCAL', 'policy_texts_local'],
  ['receipts', null, 'receipts_search'],
])('of %s, %s, a text that few have is found by the index %s', async (source, market, index) => {
  // From the first to the last: the count before, the search, the count after.
  const scans = `pg_stat_get_xact_numscans('${index}'::regclass)`;
  const [{ counts }] = await asRole<[{ counts: bigint[] }]>(
    scope,
    `select array[${scans}, (select found from matches_in_order('${source}', 'rare rv/p/005000', $1, '{id}', '{t}', 10001, 20)), ${scans}] as counts`,
    [market],
  );
  expect(Number(counts[2])).toBe(Number(counts[0]) + 1);
});

test.each([
  ['NBO/FAC/2026/004122', '004122'],
  ['bulk/654322 approved', '654322'],
  ['fac/2026', '2026'],
  ['kisumu sugar 2026', 'kisumu sugar 2026'],
  ['nbo/fac/', 'nbo/fac/'],
  ['kisumu sugar', 'kisumu sugar'],
])('%s is found by %s', async (wanted, by) => {
  const { rows } = await t.pool.query('select found_by($1) as by', [wanted]);
  expect(rows).toEqual([{ by }]);
});

test('pages of a search through the list, alone and with a filter, are those of all rows', async () => {
  const path = 'GET /api/sca/v1/receivable/items';
  const { email } = (
    await t.ownerPool.query(
      `select u.email from users u join user_roles r on r.user_id = u.id where r.role = 'ROLE_ROOT'`,
    )
  ).rows[0];
  for (const text of [TEXTS['just as many as are counted'], TEXTS['many and old']])
    for (const filter of [{}, { status: 'DRAFT' }] as Record<string, string>[])
      for (const start of [0, 9_980]) {
        const all = await expected({
          text,
          columns: ['currency', 'amount', 'id'],
          descending: [true, true, true],
          within: scope,
        });
        const query = { searchValue: text, sort: 'receiptAmount,desc', start, length: 20, ...filter };
        const { status, body } = await t.call(email, path, { query });
        expect(status).toBe(200);
        expect(body.data.map((row: { id: number }) => row.id)).toEqual(all.slice(start, start + 20));
        expect([body.recordsFiltered, body.more]).toEqual(
          all.length > 10_000 ? [10_001, true] : [all.length, undefined],
        );
      }
});

test('the first of many are met without reading all of them, and nothing else is searched', async () => {
  const read = async (text: string) => {
    const [plan] = await asRole<[{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }]>(
      scope,
      `explain (analyze, buffers, format json) select first_matches('receipts', '${text}', null, '{currency,amount,id}', '{t,t,t}', 20)`,
      [],
    );
    const { Plan } = plan['QUERY PLAN'][0];
    return (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0);
  };
  // Along the index of the order: a block for each row that is looked at, and no more than four times the page in each branch.
  expect(await read('branch q')).toBeLessThan(600);
  await expect(asRole(scope, `select matches_in_order('users', 'a', null, '{id}', '{t}', 5, 5)`, [])).rejects.toThrow(
    'Nothing is searched in users',
  );
});

test.each([
  ['first_matches', '5'],
  ['matches_sorted', '5'],
  ['matches_in_order', '5, 5'],
])('%s reads no other table with its owner’s rights', async (search, numbers) => {
  const asking = t.pool.query(`select * from ${search}('parties', 'a', null, '{id}', '{false}', ${numbers})`);
  await expect(asking).rejects.toThrow('Nothing is searched in parties');
});

describe('beside a filter', () => {
  beforeAll(async () => {
    // Approved, as nearly all of an office are; what an approval keeps of them is not looked at here.
    await t.ownerPool.query(`alter table policies disable trigger user, drop constraint signed_in_full;
      update policies set status = 'APPROVED', decided_by = made_by, decided_at = now(), checker_waived = true,
        posted_on = coalesce(posted_on, date '2026-01-01' + id % 50), base_fac_premium = coalesce(base_fac_premium, fac_premium);
      alter table policies enable trigger user`);
    await vacuum(t.ownerPool, 'policies');
  });

  test.each([
    [{ to: '2024-06-30' }, 'Index Only Scan using policies_newest'],
    [{ cover: 'EXPIRED' as const }, 'Index Only Scan using policies_newest'],
    [{ cover: 'CANCELLED' as const }, 'policies_cancelled'],
  ])('as the application’s role, policies with %j are found in an index alone', async (filter, index) => {
    const plan = await planAsRole(t, firstOf(scope), (ctx) =>
      policies.reply(ctx, { query: { ...filter, length: 20 } }),
    );
    const keys = plan.split('\n\n').find((one) => one.includes('unnest'));
    expect(keys).toContain(index);
    expect(keys).not.toMatch(/Seq Scan on policies|Index Scan using policies_newest/);
  });

  test('covers that are over are counted by their end, in an index alone', async () => {
    const plan = await planAsRole(t, firstOf(scope), (ctx) =>
      policies.reply(ctx, { query: { cover: 'EXPIRED', length: 20 } }),
    );
    const count = plan.split('\n\n').find((one) => /^Aggregate[\s\S]*Limit/.test(one));
    expect(count).toContain('Index Only Scan using policies_cover_end');
  });

  test.each(['rare', 'ancient', 'r%', 'nothing like it'])(
    'production searched by “%s” is that of its policies',
    async (searchValue) => {
      const { rows } = await t.ownerPool.query(
        `select id, sum(base_fac_premium) over () as base from policies where strpos(search_text, $1) > 0 and branch_id = $2 and posted_on is not null order by posted_on desc, id desc`,
        [searchValue, scope[0]],
      );
      await planAsRole(t, firstOf(scope), async (ctx) => {
        const found = await premium.reply(ctx, { query: { searchValue, length: 20 } });
        expect(found.data.map(({ policy }) => policy)).toEqual(rows.slice(0, 20).map(({ id }) => id));
        expect(found.recordsFiltered).toBe(Math.min(rows.length, 10_001));
        expect(found).toMatchObject({ base_total: formatAmount(BigInt(rows[0]?.base ?? 0), 'KES') });
      });
    },
  );
});
