import { expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { unsound } from '../../proofs/sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { together, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement, dividedAmong } from '../endorsements/endorsements.factories.ts';
import { FOLDS } from '../ledger/folds.ts';

let t: TestApp;
let book: Book;
let joins: number;
// What the lists say of the parties that each test has entered.
together(
  ownBooks(
    async (app, own, serial) => {
      [t, book] = [app, own];
      joins = (await makeBook(t, ` D ${serial}`)).a;
    },
    { look: expectSound },
  ),
);

const at = (day: string) => t.clock.set(`${day}T08:00:00Z`);
type Row = { id: number; premium: string; in_force: number };
/** What the lists say of some parties, the same whether it is folded or not. */
async function shown(list: 'clients' | 'reinsurers', ids: readonly number[]) {
  const read = async () => {
    const { body } = await t.call('manager.nbo', `GET /api/sca/v1/party/${list}`, { query: { length: 100 } });
    const rows: Row[] = body.data;
    return ids.map((id) => rows.find((row) => row.id === id));
  };
  const before = await read();
  for (const fold of FOLDS) await t.ownerPool.query(`select ${fold}(1000)`);
  expect(await read()).toEqual(before);
  expect(await unsound(t.ownerPool)).toEqual([]);
  return before;
}
const changed = (effective_date: string) => ({ ...dividedAmong([book.a, '40'], [joins, '20']), effective_date });

test('a policy is in force to the last day that a cancellation leaves, and from its first day not at all', async () => {
  const policy = await approvedPolicy(t, book);
  const other = await approvedPolicy(t, book);
  at('2026-05-01');
  const cancelled = { endorsementtype: 'CANCEL_PRORATA', effective_date: '2026-05-10', sum_insured: null };
  await approvedEndorsement(t, policy, cancelled);
  const inForce = async () => {
    const clients = await shown('clients', [book.reinsured, book.insured]);
    return [...clients, ...(await shown('reinsurers', [book.a]))].map((one) => one?.in_force);
  };
  at('2026-05-09');
  expect(await inForce()).toEqual([2, 2, 2]);
  at('2026-05-10');
  expect(await inForce()).toEqual([1, 1, 1]);
  await approvedEndorsement(t, other, {
    endorsementtype: 'CANCEL_FLAT',
    effective_date: '2026-03-01',
    sum_insured: null,
  });
  expect(await inForce()).toEqual([0, 0, 0]);
});

test('a change of securities moves premium from who leaves to who joins', async () => {
  const policy = await approvedPolicy(t, book);
  at('2026-04-10');
  await approvedEndorsement(t, policy, changed('2026-05-10'));
  // On 10 May 295 of 365 days are not earned: what is for them goes from B and C to A and D.
  const brought = await shown('reinsurers', [book.a, book.b, book.c, joins]);
  expect(brought.map((one) => one?.premium)).toEqual(['464041.10', '47945.21', '35958.90', '202054.79']);
});

test('in another currency it is at the rate that it was booked at', async () => {
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1295000000000), ('USD', '2026-04-10', 1301000000000)`,
  );
  const dollars = { currency: 'USD', sum_insured: '1000000.00' };
  const policy = await approvedPolicy(t, book, dollars);
  at('2026-04-10');
  const before = await shown('reinsurers', [book.a, joins]);
  await approvedEndorsement(t, policy, changed('2026-04-10'));
  const { rows } = await t.ownerPool.query(
    `select l.security_id as id, round(l.share_premium * e.exchange_rate::numeric / 10000000000)::text as base
     from endorsements e join endorsement_lines l on l.endorsement_id = e.id where e.policy_id = $1`,
    [policy],
  );
  const minor = (one: Row | undefined) => BigInt(one?.premium.replace('.', '') ?? 0);
  const after = await shown('reinsurers', [book.a, joins]);
  expect(after.map((one, index) => String(minor(one) - minor(before[index])))).toEqual(
    [book.a, joins].map((id) => rows.find((row) => row.id === id).base),
  );
});

test('making a party inactive touches policies that an extension keeps in force, and none that is cancelled', async () => {
  const policies = [await approvedPolicy(t, book), await approvedPolicy(t, book)];
  const touched = async () =>
    (await t.call('manager.nbo', `GET /api/sca/v1/reinsured/${book.reinsured}/effects`)).body.in_force;
  expect(await touched()).toBe(2);
  at('2027-02-20');
  const none = { sum_insured: null };
  const extended = { endorsementtype: 'EXT', effective_date: '2027-03-01', insurance_end_date: '2027-03-31' };
  await approvedEndorsement(t, policies[0]!, { ...none, ...extended });
  await approvedEndorsement(t, policies[1]!, {
    ...none,
    endorsementtype: 'CANCEL_PRORATA',
    effective_date: '2027-02-20',
  });
  expect(await touched()).toBe(1);
  at('2027-03-31');
  expect(await touched()).toBe(1);
  at('2027-04-01');
  expect(await touched()).toBe(0);
});

test('after a change of securities those who took the risk over have it in force, from its day to the end that follows', async () => {
  const policy = await approvedPolicy(t, book);
  at('2026-04-20');
  await approvedEndorsement(t, policy, changed('2026-05-01'));
  const inForce = async (day: string) => {
    at(day);
    return (await shown('reinsurers', [book.a, book.b, book.c, joins])).map((one) => one?.in_force);
  };
  const usedIn = await t.call('manager.nbo', `GET /api/sca/v1/securities/${joins}/uses`);
  expect([usedIn.status, usedIn.body]).toMatchObject([200, { policies: { recordsTotal: 1, data: [{ id: policy }] } }]);
  expect(await inForce('2026-04-30')).toEqual([1, 1, 1, 0]);
  expect(await inForce('2026-05-01')).toEqual([1, 0, 0, 1]);
  await approvedEndorsement(t, policy, {
    ...changed('2026-06-01'),
    securities: [{ security: book.b, share: '60' }],
  });
  expect(await inForce('2026-05-31')).toEqual([1, 0, 0, 1]);
  expect(await inForce('2026-06-01')).toEqual([0, 1, 0, 0]);
  await approvedEndorsement(t, policy, {
    endorsementtype: 'CANCEL_PRORATA',
    effective_date: '2026-07-01',
    sum_insured: null,
  });
  expect(await inForce('2026-06-30')).toEqual([0, 1, 0, 0]);
  expect(await inForce('2026-07-01')).toEqual([0, 0, 0, 0]);
});

test('who took a risk over and is merged has it in force as the one that stays', async () => {
  const stays = (await makeBook(t, ' E')).a;
  const policy = await approvedPolicy(t, book);
  at('2026-04-20');
  await approvedEndorsement(t, policy, changed('2026-05-01'));
  at('2026-05-02');
  const { rows } = await t.ownerPool.query('select id, version from parties where id = any($1)', [[joins, stays]]);
  const named = (id: number) => ({ id, version: rows.find((party) => party.id === id).version });
  const merged = await t.call('root', 'PUT /api/sca/v1/securities/merge', {
    body: { loser: named(joins), survivor: named(stays) },
  });
  expect([merged.status, merged.body]).toMatchObject([200, {}]);
  expect((await shown('reinsurers', [book.a, book.b, stays])).map((one) => one?.in_force)).toEqual([1, 0, 1]);
});
