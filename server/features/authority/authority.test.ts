import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { codeOf } from '../../testing/chart.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { typedEndorsement } from '../endorsements/endorsements.factories.ts';
import { decideIn } from '../../testing/decide-record.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;

beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterEach(() => t.close());

const limit = (amount: string, options: { role?: string; kind?: string; who?: string } = {}) =>
  t.call(options.who ?? 'root', `POST ${SCA}/authority/save`, {
    body: { role: options.role ?? 'ROLE_MANAGER', kind: options.kind ?? 'policy', amount },
  });

/** The example of §2, waiting for its decision: its debit note is KES 562,500.00. */
async function pending(changes: Record<string, unknown> = {}, who = 'underwriter.nbo'): Promise<number> {
  const { body } = await t.call(who, `POST ${SCA}/underwriting/save`, { body: examplePolicy(book, changes) });
  await t.call(who, `PUT ${SCA}/underwriting/submit/${body.id}`);
  return body.id;
}

const decide = async (id: number, { who = 'manager.nbo', a = 'APPROVED' } = {}) =>
  decideIn(t)(who, `PUT ${SCA}/underwriting/approve/${id}/${a}/${await userId(t, who)}`, {
    body: a === 'REJECTED' ? { reason: 'Not like this' } : {},
  });
const preview = async (id: number, who = 'manager.nbo') =>
  (await t.call(who, `GET ${SCA}/underwriting/preview/${id}`)).body;

const lending = async (to: string, changes: Record<string, unknown> = {}, who = 'manager.nbo') =>
  t.call(who, `POST ${SCA}/lending/save`, {
    body: {
      borrower: await userId(t, to),
      permission: 'policies.decide',
      from: '2026-03-02',
      to: '2026-03-08',
      reason: 'On leave this week',
      ...changes,
    },
  });

async function lastFacts(id: number, entity = 'policy') {
  const { rows } = await t.ownerPool.query(
    'select action, facts from audit_trail where entity = $1 and entity_id = $2 order by id desc limit 1',
    [entity, id],
  );
  return rows[0];
}

const ABOVE = 'This is above your authority of KES 562,499.99. Ask someone with a higher one.';

describe('a limit of authority', () => {
  test('refuses what is above it, in the approval and in its preview; to the cent it is within', async () => {
    const { id: limitId } = (await limit('562499.99')).body;
    const id = await pending();
    expect(await preview(id)).toMatchObject({ can_decide: true, why_not: ABOVE });
    const refused = await decide(id);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'ABOVE_AUTHORITY', title: ABOVE });
    const edited = await t.call('root', `PUT ${SCA}/authority/edit`, {
      body: { id: limitId, version: 1, amount: '562500' },
    });
    expect(edited.body).toMatchObject({ version: 2 });
    expect(await preview(id)).toMatchObject({ can_decide: true, why_not: null });
    expect((await decide(id)).status).toBe(200);
  });

  test('lets everybody reject, and root approve', async () => {
    await limit('1');
    expect((await decide(await pending(), { a: 'REJECTED' })).status).toBe(200);
    expect((await decide(await pending(), { who: 'root' })).status).toBe(200);
  });

  test('is the highest of the roles that carry the right', async () => {
    await limit('1');
    await limit('600000', { role: 'ROLE_ACCOUNTANT' });
    const manager = await userId(t, 'manager.nbo');
    const give = (role: string) =>
      t.ownerPool.query(
        `insert into user_roles (user_id, branch_id, role) select $1, id, $2 from branches where code = 'NBO'`,
        [manager, role],
      );
    await give('ROLE_ACCOUNTANT');
    const id = await pending();
    // An accountant does not decide policies: that limit does not count for them.
    expect((await decide(id)).body.code).toBe('ABOVE_AUTHORITY');
    await t.ownerPool.query(
      `insert into roles (code, name, name_key, permissions) values ('ROLE_SENIOR', 'Senior', 'senior', '{policies.view,policies.decide}')`,
    );
    await limit('600000', { role: 'ROLE_SENIOR' });
    await give('ROLE_SENIOR');
    expect((await decide(id)).status).toBe(200);
  });

  test('is held in the base currency, at the rate of the day', async () => {
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1290000000000)`,
    );
    await limit('72562499.99');
    const id = await pending({ currency: 'USD' });
    expect((await preview(id)).why_not).toContain('KES 72,562,499.99');
    await t.ownerPool.query(`update authority_limits set amount = amount + 1`);
    expect((await decide(id)).status).toBe(200);
  });

  test('of an endorsement holds a return as it holds a premium', async () => {
    const policy = await approvedPolicy(t, book);
    await limit('100', { kind: 'endorsement' });
    const approveEndorsement = async (body: Record<string, unknown>) => {
      const { id } = (await t.call('underwriter.nbo', `POST ${SCA}/underwriting/endorsement`, { body })).body;
      await t.call('underwriter.nbo', `PUT ${SCA}/endorsement/submit/${id}`);
      return decideIn(t)('manager.nbo', `PUT ${SCA}/endorsement/approve/${id}/APPROVED`);
    };
    const cancelled = { endorsementtype: 'CANCEL_FLAT', effective_date: '2026-03-01', sum_insured: undefined };
    expect((await approveEndorsement(typedEndorsement(policy))).body.code).toBe('ABOVE_AUTHORITY');
    expect((await approveEndorsement(typedEndorsement(policy, cancelled))).body.code).toBe('ABOVE_AUTHORITY');
    // What passes from one security to another counts, though the reinsured pays and gets nothing.
    const securities = [
      { security: book.a, share: '20' },
      { security: book.b, share: '25' },
      { security: book.c, share: '15' },
    ];
    const divided = { endorsementtype: 'SEC', sum_insured: undefined, securities };
    expect((await approveEndorsement(typedEndorsement(policy, divided))).body.code).toBe('ABOVE_AUTHORITY');
    await limit('1', { kind: 'receipt' });
    expect(
      (await approveEndorsement(typedEndorsement(policy, { endorsementtype: 'NIL', sum_insured: undefined }))).status,
    ).toBe(200);
  });

  test('of receipts and vouchers is their amount', async () => {
    await limit('99.99', { kind: 'receipt' });
    await limit('99.99', { kind: 'voucher' });
    const receipt = { dateOfIssue: '2026-03-02', receiptType: 'PREMIUM', reinsured: book.reinsured, currency: 'KES' };
    const expense = {
      kind: 'EXPENSE',
      currency: 'KES',
      bank_date: '2026-03-02',
      account: codeOf('EXPENSES'),
      narration: 'Bank charges',
    };
    for (const [path, body] of [
      ['receivable/save', { ...receipt, receiptAmount: '100.00' }],
      ['paymentvoucher/save', { ...expense, amount: '100.00' }],
    ] as const) {
      const saved = await t.call('accountant.nbo', `POST ${SCA}/${path}`, { body });
      expect(saved.body, path).toMatchObject({ status: 'DRAFT' });
      const base = path.split('/')[0] ?? '';
      await t.call('accountant.nbo', `PUT ${SCA}/${base}/submit/${saved.body.id}`);
      const decided = await decideIn(t)('manager.nbo', `PUT ${SCA}/${base}/approve/${saved.body.id}/APPROVED`);
      expect(decided.body, path).toMatchObject({ code: 'ABOVE_AUTHORITY' });
      const seen = await t.call('manager.nbo', `GET ${SCA}/${base}/preview/${saved.body.id}`);
      expect(seen.body.why_not, path).toBe('This is above your authority of KES 99.99. Ask someone with a higher one.');
    }
  });

  test('is root’s to set, once for a role and kind, and never root’s own', async () => {
    expect((await limit('5', { who: 'manager.nbo' })).status).toBe(403);
    expect((await limit('5', { role: 'ROLE_ROOT' })).body.errors).toEqual([
      { field: 'role', message: 'Root has no limit.' },
    ]);
    expect((await limit('0')).body.errors).toEqual([{ field: 'amount', message: 'Enter an amount of more than 0.' }]);
    expect((await limit('5', { role: 'ROLE_GOD' })).body.errors).toEqual([
      { field: 'role', message: 'Choose a role.' },
    ]);
    const { id } = (await limit('5000000')).body;
    expect((await limit('6')).body.code).toBe('DUPLICATE');
    const items = await t.call('manager.nbo', `GET ${SCA}/authority/items`);
    expect(items.body).toEqual({
      currency: 'KES',
      data: [{ id, version: 1, role: 'Manager', kind: 'policy', amount: '5000000.00' }],
    });
    const edit = (version: number) =>
      t.call('root', `PUT ${SCA}/authority/edit`, { body: { id, version, amount: '7' } });
    expect((await edit(1)).status).toBe(200);
    expect((await edit(1)).body.code).toBe('STALE');
    expect(await lastFacts(id, 'authority_limit')).toMatchObject({
      action: 'edited',
      facts: { role: 'ROLE_MANAGER', kind: 'policy', before: '500000000', after: '700' },
    });
    expect((await t.call('root', `DELETE ${SCA}/authority/${id}`)).status).toBe(200);
    expect((await t.call('root', `GET ${SCA}/authority/items`)).body.data).toEqual([]);
    expect((await lastFacts(id, 'authority_limit')).action).toBe('deleted');
  });
});

describe('a right that is lent', () => {
  test('lets its borrower decide in its days and its branch, and the trail says whose right it was', async () => {
    const id = await pending();
    expect((await decide(id, { who: 'claims.nbo' })).status).toBe(403);
    const reply = await lending('claims.nbo', { from: '2026-03-03', to: '2026-03-04' });
    expect(reply.body).toMatchObject({ version: 1, status: 'TO_COME' });
    expect((await decide(id, { who: 'claims.nbo' })).status).toBe(403);
    t.clock.set('2026-03-04T20:59:59.000Z');
    expect(await preview(id, 'claims.nbo')).toMatchObject({ can_decide: true, why_not: null });
    const session = await t.call('claims.nbo', `GET ${SCA}/auth/session`);
    expect(session.body.user.permissions).toContain('policies.decide');
    expect((await decide(id, { who: 'claims.nbo' })).status).toBe(200);
    expect(await lastFacts(id)).toMatchObject({
      action: 'approved',
      facts: { lent_by: await userId(t, 'manager.nbo') },
    });
    const history = await t.call('manager.nbo', `GET ${SCA}/audit/history`, { query: { entity: 'policy', id } });
    expect(history.body[0]).toMatchObject({
      by: 'claims.nbo',
      by_id: await userId(t, 'claims.nbo'),
      facts: { lent_by: 'manager.nbo' },
    });
    const other = await pending();
    // Nairobi is three hours ahead: its fifth of March begins now.
    t.clock.set('2026-03-04T21:00:00.000Z');
    expect((await decide(other, { who: 'claims.nbo' })).status).toBe(403);
    expect((await decide(other)).status).toBe(200);
    expect((await lastFacts(other)).facts).not.toHaveProperty('lent_by');
  });

  test('reaches as far as its lender’s authority, and no further than what the lender still holds', async () => {
    await limit('562499.99');
    await lending('claims.nbo');
    const id = await pending();
    expect((await decide(id, { who: 'claims.nbo' })).body.title).toBe(ABOVE);
    await lending('claims.nbo', {}, 'root');
    expect((await decide(id, { who: 'claims.nbo' })).status).toBe(200);
    expect((await lastFacts(id)).facts).toMatchObject({ lent_by: await userId(t, 'root') });
    const other = await pending();
    await t.ownerPool.query(`update users set status = 'DISABLED' where name in ('root', 'manager.nbo')`);
    expect((await decide(other, { who: 'claims.nbo' })).body.code).toBe('FORBIDDEN');
  });

  test('never decides one’s own entry', async () => {
    await lending('underwriter.nbo');
    const id = await pending();
    expect(await preview(id, 'underwriter.nbo')).toMatchObject({ can_decide: false });
    expect((await decide(id, { who: 'underwriter.nbo' })).body.code).toBe('SELF_DECISION');
    expect((await decide(id)).status).toBe(200);
  });

  test('is ended by its lender or root, at once', async () => {
    const { id: loan } = (await lending('claims.nbo')).body;
    const end = (who: string, version = 1) => t.call(who, `PUT ${SCA}/lending/end/${loan}`, { body: { version } });
    const id = await pending();
    expect((await end('manager.lon')).status).toBe(404);
    expect((await end('underwriter.nbo')).status).toBe(403);
    expect((await end('manager.nbo', 2)).body.code).toBe('STALE');
    expect((await end('root')).body).toMatchObject({ version: 2, status: 'ENDED' });
    expect((await end('root', 2)).body.code).toBe('WRONG_STATE');
    expect((await decide(id, { who: 'claims.nbo' })).status).toBe(403);
    expect(await lastFacts(await userId(t, 'claims.nbo'), 'user')).toMatchObject({ action: 'lending_ended' });
  });

  test('is given by name, of what one holds oneself, to somebody who works in the branch', async () => {
    const faults = async (to: string, changes: Record<string, unknown> = {}) =>
      (await lending(to, changes)).body.errors.map(({ field }: { field: string }) => field);
    expect(await faults('claims.nbo', { from: '2026-03-01' })).toEqual(['from']);
    expect(await faults('claims.nbo', { to: '2026-05-31' })).toEqual(['to']);
    expect(await faults('claims.nbo', { permission: 'firm.manage' })).toEqual(['permission']);
    expect(await faults('claims.lon')).toEqual(['borrower']);
    expect(await faults('manager.nbo')).toEqual(['borrower']);
    expect((await lending('claims.nbo', {}, 'accountant.nbo')).status).toBe(403);
    // Lent on, it would reach whom its lender never named.
    await t.ownerPool.query(
      `insert into roles (code, name, name_key, permissions) values ('ROLE_LENDS', 'Lends', 'lends', '{users.view,users.lend}')`,
    );
    await t.ownerPool.query(
      `insert into user_roles (user_id, branch_id, role) select u.id, b.id, 'ROLE_LENDS' from users u, branches b where u.name = 'claims.nbo' and b.code = 'NBO'`,
    );
    await lending('claims.nbo');
    expect((await lending('cashier.nbo', {}, 'claims.nbo')).body.code).toBe('BEYOND_OWN_RIGHTS');
  });

  test('is listed in its branch and on the pages of both', async () => {
    await lending('claims.nbo');
    await lending('underwriter.nbo', { from: '2026-04-01', to: '2026-04-09' });
    const items = (who: string, query = {}) => t.call(who, `GET ${SCA}/lending/items`, { query });
    expect((await items('manager.nbo')).body.data).toMatchObject([
      { borrower: { name: 'underwriter.nbo' }, status: 'TO_COME', from: '2026-04-01' },
      {
        borrower: { name: 'claims.nbo' },
        lender: { name: 'manager.nbo' },
        permission: 'policies.decide',
        status: 'ACTIVE',
        branch: 'NBO',
        reason: 'On leave this week',
      },
    ]);
    expect((await items('manager.nbo', { status: 'ACTIVE' })).body).toMatchObject({ recordsFiltered: 1 });
    expect((await items('manager.nbo', { searchValue: 'UNDERWRITER' })).body).toMatchObject({ recordsFiltered: 1 });
    expect((await items('manager.lon')).body.data).toEqual([]);
    expect((await items('claims.nbo')).status).toBe(403);
    const own = async (who: string) => (await t.call(who, `GET ${SCA}/lending/own`)).body.data.length;
    expect(await Promise.all(['manager.nbo', 'claims.nbo', 'cashier.nbo'].map(own))).toEqual([2, 1, 0]);
  });
});
