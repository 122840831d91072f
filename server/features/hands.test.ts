import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../testing/factories.ts';
import { decideIn } from '../testing/decide-record.ts';
import { testApp, type TestApp } from '../testing/testApp.ts';
import { auditInvariants } from './ledger/audit/invariants.ts';
import { exampleReceipt } from './receipts/receipts.factories.ts';
import { endWorkingAlone } from './second-person.ts';

const SCA = '/api/sca/v1';
const RV = `${SCA}/receivable`;
const UW = `${SCA}/underwriting`;
const OWN = 'SELF_DECISION';

let t: TestApp;
let book: Book;

async function open() {
  t = await testApp();
  book = await makeBook(t);
}
const I5 = async () => (await auditInvariants(t.ownerPool)).find(({ id }) => id === 'I5');

async function savedReceipt(who = 'cashier.nbo'): Promise<number> {
  const { status, body } = await t.call(who, `POST ${RV}/save`, { body: exampleReceipt(book) });
  expect(status).toBe(200);
  return body.id;
}
const edit = (who: string, id: number, version: number) =>
  t.call(who, `PUT ${RV}/edit`, { body: { ...exampleReceipt(book), id, version, narrationRef: `Edited by ${who}` } });
const submit = (who: string, id: number) => t.call(who, `PUT ${RV}/submit/${id}`);
const approve = (who: string, id: number) => decideIn(t)(who, `PUT ${RV}/approve/${id}/APPROVED`);
const read = async (id: number) => (await t.call('manager.nbo', `GET ${RV}/${id}`)).body;
const namesOf = (hands: { name: string }[]) => hands.map(({ name }) => name).toSorted();

describe('who has worked on a record', () => {
  beforeAll(open);
  afterEach(async () => expect(await I5()).toMatchObject({ ok: true, detail: 'holds' }));
  afterAll(() => t?.close());

  test('who edited it between two edits of its maker does not decide it', async () => {
    const id = await savedReceipt();
    expect((await edit('accountant.nbo', id, 1)).status).toBe(200);
    expect((await edit('cashier.nbo', id, 2)).status).toBe(200);
    await submit('cashier.nbo', id);
    expect((await approve('accountant.nbo', id)).body.code).toBe(OWN);
    const preview = await t.call('accountant.nbo', `GET ${RV}/preview/${id}`);
    expect(preview.body).toMatchObject({ can_decide: false, why_not: 'You cannot approve your own entry.' });
    const waits = async (who: string) =>
      (await t.call(who, `GET ${SCA}/aggregate/mywork`)).body.data.map((row: { id: number }) => row.id);
    expect(await waits('accountant.nbo')).toEqual([]);
    expect(await waits('manager.nbo')).toEqual([id]);
    expect(namesOf((await read(id)).hands)).toEqual(['accountant.nbo', 'cashier.nbo']);
    expect((await approve('manager.nbo', id)).status).toBe(200);
  });

  test('a list says who worked on a policy, so that who submitted it is offered to take it back', async () => {
    const { body } = await t.call('underwriter.nbo', `POST ${UW}/save`, { body: examplePolicy(book) });
    await t.call('root', `PUT ${UW}/submit/${body.id}`);
    const { data } = (await t.call('root', `GET ${UW}/items`, { query: { branch: 'NBO' } })).body;
    const row = data.find(({ id }: { id: number }) => id === body.id);
    expect(row.hands.toSorted()).toEqual([await userId(t, 'root'), await userId(t, 'underwriter.nbo')].toSorted());
    expect((await t.call('root', `PUT ${UW}/withdraw/${body.id}`)).status).toBe(200);
  });

  test('who submitted it does not decide it, and takes it back as its maker may', async () => {
    const id = await savedReceipt();
    await submit('accountant.nbo', id);
    expect((await approve('accountant.nbo', id)).body.code).toBe(OWN);
    expect((await t.call('root', `PUT ${RV}/withdraw/${id}`)).status).toBe(403);
    expect((await t.call('accountant.nbo', `PUT ${RV}/withdraw/${id}`)).status).toBe(200);
    // They are one of its hands for good, even if another submits it the next time.
    await submit('cashier.nbo', id);
    expect((await approve('accountant.nbo', id)).body.code).toBe(OWN);
    expect((await approve('manager.nbo', id)).status).toBe(200);
  });

  test('none of them reverses it', async () => {
    const id = await savedReceipt('root');
    await submit('root', id);
    expect((await approve('manager.nbo', id)).status).toBe(200);
    const reverse = (who: string) =>
      t.call(who, `PUT ${RV}/reverse/${id}`, { body: { version: 3, reason: 'Keyed twice' } });
    expect((await reverse('root')).body.code).toBe(OWN);
    expect((await reverse('manager.nbo')).body.status).toBe('REVERSED');
  });

  test('none of them disables what was approved, which takes back its entry', async () => {
    const { body } = await t.call('root', `POST ${UW}/save`, { body: examplePolicy(book) });
    await t.call('root', `PUT ${UW}/submit/${body.id}`);
    const manager = await userId(t, 'manager.nbo');
    expect((await decideIn(t)('manager.nbo', `PUT ${UW}/approve/${body.id}/APPROVED/${manager}`)).status).toBe(200);
    const disable = (who: string) => t.call(who, `DELETE ${UW}/${body.id}`, { query: { reason: 'Placed twice' } });
    expect((await disable('root')).body.code).toBe(OWN);
    expect((await disable('manager.nbo')).body.status).toBe('DISABLED');
  });

  test('hands only grow, and hold who made and who edited', async () => {
    const id = await savedReceipt();
    await submit('accountant.nbo', id);
    const set = (change: string) => t.ownerPool.query(`update receipts set ${change} where id = ${id}`);
    await expect(set('hands = hands[1:1]')).rejects.toThrow('only grow');
    await expect(set(`hands = '{}'`)).rejects.toThrow('only grow');
    await expect(set('decided_before_hands = true')).rejects.toThrow('only grow');
    await expect(set(`edited_by = ${await userId(t, 'manager.nbo')}`)).rejects.toThrow('maker_among_hands');
    for (const hand of ['cashier.nbo', 'accountant.nbo'])
      await expect(set(`decided_by = ${await userId(t, hand)}`)).rejects.toThrow('maker_is_not_checker');
  });
});

describe('the version that was seen', () => {
  beforeAll(open);
  afterAll(() => t?.close());
  const decide = (id: number, input: object) => t.call('manager.nbo', `PUT ${RV}/approve/${id}/APPROVED`, input);

  test('is named, in the body or in the address', async () => {
    const [first, second] = [await savedReceipt(), await savedReceipt()];
    for (const id of [first, second]) await submit('cashier.nbo', id);
    const bare = await decide(first, {});
    expect([bare.status, bare.body.errors.map(({ field }: { field: string }) => field)]).toEqual([400, ['version']]);
    expect((await decide(first, { body: { reason: 'Fine' } })).status).toBe(400);
    for (const query of [{ version: 0 }, { version: '2x' }, { version: '' }])
      expect((await decide(first, { query })).status).toBe(400);
    expect((await decide(first, { body: { version: 2 }, query: { version: 1 } })).status).toBe(400);
    expect((await decide(first, { query: { version: 1 } })).body.code).toBe('STALE');
    expect((await read(first)).status).toBe('PENDING');
    expect((await decide(first, { query: { version: 2 } })).status).toBe(200);
    expect((await decide(second, { body: { version: 2 } })).status).toBe(200);
  });
});

describe('a firm of one', () => {
  beforeEach(async () => {
    await open();
    await t.ownerPool.query(`update users set status = 'DISABLED' where name not in ('root', 'auditor')`);
  });
  afterEach(async () => {
    expect(await I5()).toMatchObject({ ok: true });
    await t.close();
  });
  const books = async (who: string, maker_checker: boolean) => {
    const { books: before, version } = (await t.call('root', `GET ${SCA}/firm`)).body;
    return t.call(who, `PUT ${SCA}/firm/books`, { body: { ...before, maker_checker, version } });
  };
  const own = async () => {
    const id = await savedReceipt('root');
    await submit('root', id);
    return approve('root', id);
  };
  const back = (name: string) => t.ownerPool.query(`update users set status = 'ACTIVE' where name = $1`, [name]);
  const firm = async () => (await t.ownerPool.query('select maker_checker from firm')).rows[0].maker_checker;
  const mails = async () =>
    (
      await t.ownerPool.query(
        `select payload ->> 'to' as "to", payload ->> 'subject' as subject from jobs where kind = 'mail' order by id`,
      )
    ).rows;

  test('decides its own once the switch is off, which is mailed and kept with each decision', async () => {
    expect((await own()).body.code).toBe(OWN);
    expect((await books('root', false)).status).toBe(200);
    const subject = 'One person may decide their own records';
    expect(await mails()).toEqual([
      { to: 'auditor@slipway.test', subject },
      { to: 'root@slipway.test', subject },
    ]);
    const { body } = await own();
    expect(body.status).toBe('APPROVED');
    const { rows } = await t.ownerPool.query(
      `select r.checker_waived, a.facts ->> 'waived' as waived from receipts r
       join audit_trail a on a.entity = 'receipt' and a.entity_id = r.id and a.action = 'approved' where r.id = $1`,
      [body.id],
    );
    expect(rows).toEqual([{ checker_waived: true, waived: 'true' }]);
  });

  test('no longer does where a second person holds the right in that branch, by a role or lent', async () => {
    await books('root', false);
    await back('manager.lon');
    expect((await own()).body.status).toBe('APPROVED');
    await back('cashier.nbo');
    expect((await own()).body.status).toBe('APPROVED');
    const lent = await t.call('root', `POST ${SCA}/lending/save`, {
      body: {
        borrower: await userId(t, 'cashier.nbo'),
        permission: 'receipts.decide',
        from: '2026-03-02',
        to: '2026-03-03',
        reason: 'On leave',
      },
    });
    expect(lent.status).toBe(200);
    expect((await own()).body.code).toBe(OWN);
    t.clock.set('2026-03-05T08:00:00.000Z');
    expect((await own()).body.status).toBe('APPROVED');
    await back('accountant.nbo');
    expect((await own()).body.code).toBe(OWN);
    // A policy is not theirs to decide: there root is still alone.
    const { body } = await t.call('root', `POST ${UW}/save`, { body: examplePolicy(book) });
    await t.call('root', `PUT ${UW}/submit/${body.id}`);
    const decided = await decideIn(t)('root', `PUT ${UW}/approve/${body.id}/APPROVED/${await userId(t, 'root')}`);
    expect(decided.body.status).toBe('APPROVED');
  });

  test('ends by itself with the second person, for good, and says so', async () => {
    await books('root', false);
    await t.ownerPool.query(`delete from jobs`);
    const second = await t.call('root', `POST ${SCA}/user/create`, {
      body: { name: 'Second root', email: 'second@slipway.test', role: 'ROLE_ROOT' },
    });
    expect(second.status).toBe(200);
    expect(await firm()).toBe(true);
    const subject = 'A second person decides again';
    expect(await mails()).toContainEqual({ to: 'auditor@slipway.test', subject });
    expect((await own()).body.code).toBe(OWN);
    const { rows } = await t.ownerPool.query(
      `select user_id, facts ->> 'maker_checker' as now from audit_trail where entity = 'firm' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ user_id: null, now: 'true' }]);
    await t.ownerPool.query(`update users set status = 'DISABLED' where name = 'Second root'`);
    expect((await own()).body.code).toBe(OWN);
  });

  test('cannot begin while two can decide everything, and upkeep ends what nobody looked at', async () => {
    await books('root', false);
    await back('manager.nbo');
    await endWorkingAlone(t.database, t.clock.now());
    expect(await firm()).toBe(false);
    await back('manager.lon');
    await endWorkingAlone(t.database, t.clock.now());
    expect(await firm()).toBe(true);
    const refused = await books('root', false);
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'maker_checker']);
  });
});

test('decisions of before hands were kept are named apart, and are no fault', async () => {
  await open();
  try {
    const id = await approvedPolicy(t, book);
    const accountant = await userId(t, 'manager.nbo');
    // What the migration leaves: hands from the trail, the decision marked.
    await t.ownerPool.query(`alter table audit_trail disable trigger user; alter table policies disable trigger user;
      update audit_trail set user_id = ${accountant} where entity = 'policy' and entity_id = ${id} and action = 'submitted'`);
    expect(await I5()).toMatchObject({ ok: false });
    await t.ownerPool.query(
      `update policies set decided_before_hands = true, hands = array[made_by, ${accountant}] where id = ${id}`,
    );
    expect(await I5()).toEqual({
      id: 'I5',
      ok: true,
      detail: `holds; by the rule of before, decided by one who worked on it: policy ${id}`,
    });
    await t.ownerPool.query(`alter table policies drop constraint maker_is_not_checker;
      update policies set decided_before_hands = false where id = ${id}`);
    expect(await I5()).toMatchObject({ ok: false });
  } finally {
    await t.close();
  }
});
