import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideIn } from '../../testing/decide-record.ts';
import { type Book, makeBook, userId } from '../../testing/factories.ts';
import { completeSections, exampleSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, approvedMovement, CLAIM, MOVEMENT, pendingMovement } from './claims.factories.ts';

let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update currencies set active = true where code = 'GBP'`);
  await t.ownerPool.query(`insert into exchange_rates (currency, day, rate) values ('GBP', '2026-03-02', 1600000000000)
    on conflict do nothing`);
});
afterAll(() => t?.close());

const answer = (body: Record<string, unknown>, who = 'claims.nbo') => t.call(who, `PUT ${CLAIM}/agreement`, { body });
const movementOf = async (id: number) => (await t.call('manager.nbo', `GET ${MOVEMENT}/${id}`)).body;
const SLIP = '/api/sca/v1/londonslip';

/** A slip that is approved as it is, whatever its check advises. */
async function slipAsItIs(changes: Record<string, unknown>): Promise<number> {
  const { id } = (await t.call('underwriter.nbo', `POST ${SLIP}/save`, { body: exampleSlip(book, changes) })).body;
  await t.call('underwriter.nbo', `PUT ${SLIP}/submit/${id}`);
  const address = `PUT ${SLIP}/approve/${id}/APPROVED/${await userId(t, 'manager.nbo')}` as const;
  expect((await decideIn(t)('manager.nbo', address, { body: { reason: 'As agreed' } })).status).toBe(200);
  return id;
}

const requiredOf = async (id: number) =>
  (await movementOf(id)).agreements.flatMap((one: { required: boolean; security: { id: number } }) =>
    one.required ? [one.security.id] : [],
  );

test('each security of a local policy agrees for itself; who denies is owed the invoice all the same', async () => {
  const claim = await approvedClaim(t, book);
  const call = await approvedMovement(t, claim);
  expect(await requiredOf(call)).toEqual([book.a, book.b, book.c]);
  expect((await movementOf(call)).agreement).toBe('ASKED');
  await answer({ movement: call, security: book.a, answer: 'AGREED', reference: 'A/77', answered_on: '2026-03-01' });
  const refused = await answer({ movement: call, security: book.b, answer: 'DENIED' });
  expect(refused.body.errors).toEqual([{ field: 'remark', message: 'Say why it does not agree.' }]);
  const denied = await answer({ movement: call, security: book.b, answer: 'DENIED', remark: 'Late notice' });
  expect(denied.body).toMatchObject({ answer: 'DENIED', answered_on: '2026-03-02', required: true });
  const shown = (await t.call('manager.nbo', `GET ${CLAIM}/${claim}`)).body;
  expect(shown).toMatchObject({ disputed: true, stage: 'CALLED' });
  expect(shown.securities.map((one: { agreement: string }) => one.agreement)).toEqual(['AGREED', 'DENIED', 'ASKED']);
  expect(shown.securities[1].open).toBe('2000000.00');
  const { rows } = await t.ownerPool.query(
    `select count(*)::int as entries from journal_entries where source_kind = 'movement'`,
  );
  expect(rows[0].entries).toBe(1);
});

test.each([
  [{ answer: 'AGREED', answered_on: '2026-03-03' }, 'answered_on'],
  [{ answer: 'AGREED', security: 99999 }, 'security'],
])('%o is refused', async (changes, field) => {
  const call = await pendingMovement(t, await approvedClaim(t, book));
  const reply = await answer({ movement: call, security: book.a, ...changes });
  expect([reply.status, reply.body.errors[0].field]).toEqual([400, field]);
  expect((await answer({ movement: call, security: book.a, answer: 'AGREED' }, 'claims.lon')).status).toBe(404);
});

test('London: the leader, from the threshold both leads, one alone within the clause, both when it is disputed', async () => {
  const slipWith = (changes: Record<string, unknown> = {}) => {
    const sections = completeSections(book.a);
    const subscription = { ...(sections['subscription'] as object), second_lead: book.b, ...changes };
    return slipAsItIs({ slip: { ...sections, subscription } });
  };
  const claimOf = (policy: number, reserve: string) => approvedClaim(t, book, { policy, claimreserve: reserve });
  const call = (claim: number) => pendingMovement(t, claim, { amount: '1000.00' });
  const slip = await slipWith();
  // GBP 2,000,000.00 at 160 is KES 320,000,000.00.
  expect(await requiredOf(await call(await claimOf(slip, '319999999.99')))).toEqual([book.a]);
  expect(await requiredOf(await call(await claimOf(slip, '320000000.00')))).toEqual([book.a, book.b]);
  const alone = await claimOf(await slipWith({ single_agreement_limit: '2500000.00' }), '330000000.00');
  const first = await call(alone);
  expect(await requiredOf(first)).toEqual([book.a]);
  await answer({ movement: first, security: book.a, answer: 'DISPUTED', remark: 'Quantum' });
  expect(await requiredOf(await call(alone))).toEqual([book.a, book.b]);
});
