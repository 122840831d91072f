import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { approvedClaim, CLAIM } from '../claims/claims.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

async function submitted(who: string): Promise<number> {
  const { body } = await t.call(who, `POST ${SCA}/underwriting/save`, { body: examplePolicy(book) });
  await t.call(who, `PUT ${SCA}/underwriting/submit/${body.id}`);
  return body.id;
}

async function voucher(values: {
  branch: string;
  status: string;
  maker: string;
  decider: string | null;
}): Promise<number> {
  const { rows } = await t.ownerPool.query<{ id: number }>(
    `insert into vouchers (branch_id, number, kind, status, payee_id, currency, amount, bank_date, bank_account_id, made_by, edited_by, hands, decided_by, decided_at, search_text)
     select b.id, case when $2 = 'APPROVED' then 'PV/' || $1 || '/' || $6::text end, 'PREMIUM', $2, $3, 'KES', 12345, '2026-03-02', (select id from bank_accounts where stands_in and purpose = 'CLIENT' and currency = 'KES'), $4, $4, array[$4::int], $5::int, case when $5::int is not null then now() end, 'pv'
     from branches b where b.code = $1 returning id`,
    [
      values.branch,
      values.status,
      book.a,
      await userId(t, values.maker),
      values.decider && (await userId(t, values.decider)),
      String(performance.now()),
    ],
  );
  return rows[0]?.id ?? 0;
}

const work = async (who: string, query: Record<string, string> = {}) => {
  const { body } = await t.call(who, `GET ${SCA}/aggregate/mywork`, { query });
  return body.data.map((item: Record<string, unknown>) => [item['kind'], item['reason'], item['id']]);
};

test('what waits for each: to approve, sent back, to pay; never one’s own, never another branch’s', async () => {
  const pending = await submitted('underwriter.nbo');
  const rejected = await submitted('underwriter.nbo');
  const manager = await userId(t, 'manager.nbo');
  await decideIn(t)('manager.nbo', `PUT ${SCA}/underwriting/approve/${rejected}/REJECTED/${manager}`, {
    body: { reason: 'Too low' },
  });
  const own = await submitted('root');
  const london = await submitted('underwriter.lon');
  const toDecide = await voucher({ branch: 'NBO', status: 'PENDING', maker: 'accountant.nbo', decider: null });
  const toPay = await voucher({ branch: 'NBO', status: 'APPROVED', maker: 'accountant.nbo', decider: 'manager.nbo' });
  const londonToPay = await voucher({
    branch: 'LON',
    status: 'APPROVED',
    maker: 'accountant.lon',
    decider: 'manager.lon',
  });

  expect(new Set(await work('manager.nbo'))).toEqual(
    new Set([
      ['policy', 'APPROVE', pending],
      ['policy', 'APPROVE', own],
      ['voucher', 'APPROVE', toDecide],
    ]),
  );
  expect(await work('underwriter.nbo')).toEqual([['policy', 'REJECTED', rejected]]);
  expect(await work('accountant.nbo')).toEqual([['voucher', 'PAY', toPay]]);
  expect(await work('cashier.lon')).toEqual([['voucher', 'PAY', londonToPay]]);
  const root = await work('root');
  expect(root).not.toContainEqual(['policy', 'APPROVE', own]);
  expect(root).toEqual(
    expect.arrayContaining([
      ['policy', 'APPROVE', london],
      ['voucher', 'PAY', toPay],
      ['voucher', 'PAY', londonToPay],
    ]),
  );
  expect(await work('root', { branch: 'LON' })).toEqual([
    ['policy', 'APPROVE', london],
    ['voucher', 'PAY', londonToPay],
  ]);
  expect((await t.call('manager.nbo', `GET ${SCA}/aggregate/mywork`, { query: { branch: 'LON' } })).status).toBe(403);
});

test('what was sent back is there for as long as its maker may see records of its kind', async () => {
  const sentBack = async () => (await work('underwriter.nbo')).filter(([, reason]: string[]) => reason === 'REJECTED');
  const [mine] = await sentBack();
  expect(mine).toEqual(['policy', 'REJECTED', expect.any(Number)]);
  const underwriter = await userId(t, 'underwriter.nbo');
  const becomes = async (role: string) => {
    await t.ownerPool.query('update user_roles set role = $1 where user_id = $2', [role, underwriter]);
  };
  await t.ownerPool.query(
    `insert into roles (code, name, name_key, permissions) values ('ROLE_BOOKS', 'Books', 'books', '{ledger.view}')`,
  );
  await becomes('ROLE_BOOKS');
  expect(await sentBack()).toEqual([]);
  await becomes('ROLE_UNDERWRITER');
  expect(await sentBack()).toEqual([mine]);
});

test('at most fifty of a kind, the oldest first, and for which reasons there are more', async () => {
  const more = async () => (await t.call('manager.lon', `GET ${SCA}/aggregate/mywork`)).body.more;
  expect(await more()).toEqual([]);
  for (let index = 0; index < 51; index += 1) await submitted('underwriter.lon');
  const items = (await work('manager.lon')) as unknown[][];
  expect(items).toHaveLength(50);
  expect(await more()).toEqual(['APPROVE']);
  expect(items.map((item) => item[2])).toEqual(items.map((item) => item[2]).toSorted((a, b) => Number(a) - Number(b)));
});

test('what waits since a day waits since it began where the firm is, also west of Greenwich', async () => {
  const over = { insurance_start_date: '2025-03-01', insurance_end_date: '2026-02-28', dateoffered: '2025-02-20' };
  const adjustable = { adjustment_basis: 'annual turnover', adjustment_rate: '0.5', minimum_premium: '1000000' };
  const declared = await approvedPolicy(t, book, { ...adjustable, ...over });
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
  const slip = await approvedSlip(t, book);
  const claim = await approvedClaim(t, book);
  const colleague = await userId(t, 'underwriter.nbo');
  const note = { claim, due_on: '2026-03-20', text: 'Ask the adjuster', colleague };
  expect((await t.call('claims.nbo', `POST ${CLAIM}/diary`, { body: note })).status).toBe(200);
  await t.ownerPool.query(`update firm set time_zone = 'America/New_York'`);
  t.clock.set('2026-03-30T12:00:00Z');
  const { body } = await t.call('underwriter.nbo', `GET ${SCA}/aggregate/mywork`);
  type Task = { reason: string; id: number; since: string };
  const since = body.data.map(({ reason, id, since: at }: Task) => [reason, id, at]);
  // Summer time begins there on 8 March.
  expect(since.filter(([reason]: string[]) => reason !== 'REJECTED')).toEqual([
    ['DECLARE', declared, '2026-03-01T05:00:00.000Z'],
    ['DIARY', claim, '2026-03-20T04:00:00.000Z'],
    ['NOTIFY', slip, '2026-03-26T04:00:00.000Z'],
  ]);
});
