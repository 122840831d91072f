import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Day } from '../../../domain/values/day.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { unsound } from '../../proofs/sound.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { SUMMED } from '../ledger/audit/sums.ts';
import { FOLDS } from '../ledger/folds.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';

const P = '/api/sca/v1/party';
/** Folds all that was appended. */
const foldAll = async () => {
  for (const fold of FOLDS) await t.ownerPool.query(`select ${fold}(1000)`);
};
let t: TestApp;
let books: Book[];

const row = (party: { id: number }) =>
  Object.fromEntries(Object.entries(party).filter(([name]) => FIGURES.includes(name)));
const QUERIES: Record<string, string>[] = [{}, { sort: 'to_us,desc' }, { open: 'YES', sort: 'by_us,asc' }];
const FIGURES = ['id', 'to_us', 'overdue', 'by_us', 'premium', 'premium_before', 'in_force'];

/** The lists of parties as they are shown, and with them the page of each party. */
async function shown(): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const list of ['clients', 'reinsurers'])
    for (const query of QUERIES) {
      const { status, body } = await t.call('manager.nbo', `GET ${P}/${list}`, { query });
      expect(status).toBe(200);
      all.push(body.data.map(row));
      for (const { id } of body.data)
        for (const part of ['position', 'premium'])
          all.push((await t.call('manager.nbo', `GET ${P}/${id}/${part}`, {})).body);
    }
  return all;
}

const COVERS = 'p.insurance_start_date <= $1::date and least(p.cover_end_date, p.cancelled_from - 1) >= $1::date';

/** The same of each party from every row: what is open, what it brought this year and last, and its policies in force. */
async function fromRows(today: Day): Promise<Map<number, Record<string, bigint | number>>> {
  const year = `date_trunc('year', $1::date)`;
  const { rows } = await t.ownerPool.query(
    `with brought as (
       select x.party_id, p.posted_on, p.base_fac_premium as base, ${COVERS} as in_force
       from policies p cross join lateral (values (p.reinsured_id), (p.current_insured_id)) x (party_id) where p.status = 'APPROVED'
       union all
       select l.security_id, p.posted_on, round(l.share_premium::numeric * p.base_fac_premium / p.fac_premium), ${COVERS}
       from policies p join policy_lines l on l.policy_id = p.id where p.status = 'APPROVED'
       union all
       select x.party_id, e.posted_on, e.base_fac_premium, false from endorsements e join policies p on p.id = e.policy_id
         cross join lateral (values (p.reinsured_id), (p.current_insured_id)) x (party_id) where e.status = 'APPROVED'
       union all
       select l.security_id, e.posted_on, round(l.share_premium * e.exchange_rate::numeric / 10000000000), false
       from endorsements e join endorsement_lines l on l.endorsement_id = e.id where e.status = 'APPROVED'),
     open as (
       select i.party_id, a.function in ('PREMIUM_PAYABLE', 'CLAIMS_PAYABLE') as by_us, a.function = 'UNALLOCATED_CASH' as cash, i.due_on, i.base_outstanding as base
       from open_items i join ledger_accounts a on a.code = i.account)
     select t.id,
       (select coalesce(sum(base) filter (where not by_us), 0) from open where party_id = t.id)::bigint as to_us,
       (select coalesce(sum(base) filter (where not by_us and not cash and due_on < $1::date), 0) from open where party_id = t.id)::bigint as overdue,
       (select coalesce(-sum(base) filter (where by_us), 0) from open where party_id = t.id)::bigint as by_us,
       (select coalesce(sum(base) filter (where posted_on >= ${year}), 0) from brought where party_id = t.id)::bigint as premium,
       (select coalesce(sum(base) filter (where posted_on < ${year} and posted_on >= ${year} - interval '1 year'), 0) from brought where party_id = t.id)::bigint as premium_before,
       (select count(*) filter (where in_force) from brought where party_id = t.id)::int as in_force
     from parties t`,
    [today],
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** The lists say of each party what its rows come to; answers how many figures are not nothing. */
async function expectAsRows(today: Day): Promise<number> {
  const own = await fromRows(today);
  const units = (figure: unknown) => (typeof figure === 'string' ? BigInt(figure.replace('.', '')) : figure);
  let compared = 0;
  for (const list of ['clients', 'reinsurers']) {
    const { body } = await t.call('manager.nbo', `GET ${P}/${list}`, { query: { length: 100 } });
    for (const party of body.data) {
      const { id, ...figures } = row(party);
      const shown = Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, units(figure)]));
      expect([id, shown]).toEqual([id, own.get(Number(id))]);
      compared += Object.values(shown).filter((figure) => BigInt(String(figure)) !== 0n).length;
    }
  }
  return compared;
}

beforeAll(async () => {
  t = await testApp();
  books = [await makeBook(t), await makeBook(t, ' Two')];
  const [one, two] = books;
  const policies = [await approvedPolicy(t, one!), await approvedPolicy(t, one!), await approvedPolicy(t, two!)];
  const { id: note } = await debitNoteOf(t, policies[0]!);
  await approvedReceipt(t, exampleReceipt(one!, { allocations: [{ note, amount: '281250.00' }] }));
  await approvedEndorsement(t, policies[0]!);
  await approvedEndorsement(t, policies[1]!, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
  await approvedEndorsement(t, policies[2]!, {
    endorsementtype: 'CANCEL_FLAT',
    effective_date: '2026-03-01',
    sum_insured: null,
  });
  const taken = await approvedPolicy(t, two!);
  const gone = await t.call('manager.nbo', `DELETE /api/sca/v1/underwriting/${taken}`, {
    query: { reason: 'Keyed twice' },
  });
  expect([gone.status, gone.body]).toMatchObject([200, {}]);
}, 240_000);
afterAll(() => t?.close());

test('figures of parties are what their rows come to on any day, folded, in part or not at all, and after a merge', async () => {
  const days: Day[] = ['2026-03-02', '2026-07-01', '2027-02-27', '2027-03-02'];
  const unfolded: unknown[] = [];
  for (const day of days) {
    t.clock.set(`${day}T08:00:00Z`);
    expect(await expectAsRows(day)).toBeGreaterThan(8);
    unfolded.push(await shown());
  }
  for (const most of [1, 3, 7, 1_000]) {
    for (const fold of FOLDS) await t.ownerPool.query(`select ${fold}($1)`, [most]);
    for (const [at, day] of days.entries()) {
      t.clock.set(`${day}T08:00:00Z`);
      await expectAsRows(day);
      expect(await shown()).toEqual(unfolded[at]);
    }
    expect(await unsound(t.ownerPool)).toEqual([]);
  }
  const { rows } = await t.ownerPool.query('select count(*)::int as left from party_changes');
  expect(rows).toEqual([{ left: 0 }]);
  for (const [path, key] of [
    ['securities', 'a'],
    ['insurancecompany', 'insured'],
    ['reinsured', 'reinsured'],
  ] as const) {
    const versions = await t.ownerPool.query('select id, version from parties where id = any($1)', [
      books.map((book) => book[key]),
    ]);
    const named = (id: number) => ({ id, version: versions.rows.find((party) => party.id === id).version });
    const body = { loser: named(books[1]![key]), survivor: named(books[0]![key]) };
    const merged = await t.call('root', `PUT /api/sca/v1/${path}/merge`, { body });
    expect([merged.status, merged.body]).toMatchObject([200, {}]);
    await expectAsRows('2027-03-02');
    expect(await unsound(t.ownerPool)).toEqual([]);
  }
  await foldAll();
  await expectAsRows('2027-03-02');
  expect(await unsound(t.ownerPool)).toEqual([]);
}, 240_000);

test.each([
  'update party_months set premium = premium + 1',
  'update party_months set in_force = in_force + 1',
  'update party_months set party_id = party_id + 1000',
  'update party_days set in_force = in_force + 1',
  'delete from party_days',
])('once all is folded, the auditor finds: %s', async (statement) => {
  await foldAll();
  const client = await t.ownerPool.connect();
  try {
    await client.query('begin');
    expect((await client.query(statement)).rowCount).toBeGreaterThan(0);
    const faults: unknown[] = [];
    for (const check of SUMMED) faults.push(...(await client.query(check)).rows);
    expect(faults).not.toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
