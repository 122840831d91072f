import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLAIM_STAGES } from '../../../../domain/claims/states.ts';
import { approvedPolicy, type Book, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import {
  approvedClaim,
  approvedMovement,
  approveMovement,
  CLAIM,
  pendingMovement,
} from '../../claims/claims.factories.ts';
import { approvedEndorsement, dividedAmong } from '../../endorsements/endorsements.factories.ts';

let t: TestApp;
let book: Book;
let claim: number;
let unmoved: number;

type Row = Record<string, string> & { id: number };
const register = async (query: Record<string, string> = {}, who = 'manager.nbo') =>
  (await t.call(who, `GET ${CLAIM}/claimreport`, { query })).body;
const rowOf = async (id: number, query: Record<string, string>): Promise<Row | undefined> =>
  (await register(query)).data.find((row: Row) => row.id === id);
const at = (day: string) => t.clock.set(`${day}T08:00:00Z`);

// C2: approved in March, raised in April, called in May, final in June, closed, salvage, reopened.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  claim = await approvedClaim(t, book);
  unmoved = await approvedClaim(t, book, { claimreserve: '200000.00', cedantclaimnumber: 'JAI/C/992' });
  at('2026-04-10');
  await approvedMovement(t, claim, { type: 'RESERVE', amount: '42000000.00' });
  at('2026-05-10');
  await approvedMovement(t, claim);
  at('2026-06-10');
  await approvedMovement(t, claim, { type: 'FINAL', amount: '37000000.01' });
  at('2026-07-10');
  await approvedMovement(t, claim, { type: 'CLOSE', amount: null });
  at('2026-08-10');
  await approvedMovement(t, claim, { type: 'SALVAGE', amount: '5000000.00' });
  at('2026-09-10');
  await approvedMovement(t, claim, { type: 'REOPEN', amount: '40000000.00' });
});
afterAll(() => t?.close());

describe('the register as at a day', () => {
  test.each([
    ['2026-03-01', undefined],
    ['2026-03-02', ['NOTIFIED', '39000000.00', '23400000.00', '0.00', '23400000.00', '23400000.00', '0.00']],
    ['2026-04-10', ['NOTIFIED', '42000000.00', '25200000.00', '0.00', '25200000.00', '25200000.00', '0.00']],
    ['2026-05-31', ['CALLED', '42000000.00', '25200000.00', '6000000.00', '19200000.00', '25200000.00', '6000000.00']],
    ['2026-06-10', ['CALLED', '37000000.01', '22200000.01', '22200000.01', '0.00', '22200000.01', '22200000.01']],
    ['2026-07-10', ['CLOSED', '37000000.01', '22200000.01', '22200000.01', '0.00', '22200000.01', '22200000.01']],
    ['2026-08-31', ['CLOSED', '37000000.01', '22200000.01', '22200000.01', '0.00', '22200000.01', '22200000.01']],
    ['2026-09-10', ['CALLED', '40000000.00', '24000000.00', '22200000.01', '1799999.99', '24000000.00', '22200000.01']],
  ])('at %s', async (asat, figures) => {
    const row = await rowOf(claim, { asat });
    expect(
      row && [
        row['stage'],
        row['incurred_whole'],
        row['incurred'],
        row['called'],
        row['outstanding'],
        row['incurred_moved'],
        row['called_moved'],
      ],
    ).toEqual(figures);
  });

  test('the movement of a period is what changed in it, down as well as up', async () => {
    expect(await rowOf(claim, { asat: '2026-04-30', from: '2026-04-01' })).toMatchObject({
      incurred_moved: '1800000.00',
      called_moved: '0.00',
    });
    expect(await rowOf(claim, { asat: '2026-06-30', from: '2026-06-01' })).toMatchObject({
      incurred_moved: '-2999999.99',
      called_moved: '16200000.01',
    });
    expect(await register({ asat: '2026-06-30' })).toMatchObject({ asat: '2026-06-30', from: '2026-01-01' });
  });

  test('salvage is apart and lowers nothing', async () => {
    expect(await rowOf(claim, { asat: '2026-08-31' })).toMatchObject({ salvage: '3000000.00', called: '22200000.01' });
  });

  test('a claim that was disabled since is in the register of the days before', async () => {
    const { version } = (await t.call('manager.nbo', `GET ${CLAIM}/${unmoved}`)).body;
    const reply = await t.call('manager.nbo', `DELETE ${CLAIM}/${unmoved}`, {
      query: { reason: 'Notified twice' },
      body: { version },
    });
    expect(reply.body.status).toBe('DISABLED');
    expect(await rowOf(unmoved, { asat: '2026-09-09' })).toMatchObject({ stage: 'NOTIFIED', incurred: '120000.00' });
    expect(await rowOf(unmoved, { asat: '2026-09-10' })).toBeUndefined();
  });

  test('filters and search narrow it; a period that ends before it begins is refused', async () => {
    const ids = async (query: Record<string, string>) =>
      (await register({ asat: '2026-09-01', ...query })).data.map((row: Row) => row.id);
    expect(await ids({ stage: 'CLOSED' })).toEqual([claim]);
    expect(await ids({ stage: 'NOTIFIED' })).toEqual([unmoved]);
    expect(await ids({ currency: 'USD' })).toEqual([]);
    expect(await ids({ searchValue: 'jai/c/992' })).toEqual([unmoved]);
    expect(await ids({ reinsured: String(book.reinsured), cover_type: String(book.coverType) })).toHaveLength(2);
    expect(await ids({ reinsured: String(book.a) })).toEqual([]);
    const refused = await t.call('manager.nbo', `GET ${CLAIM}/claimreport`, {
      query: { asat: '2026-05-01', from: '2026-05-02' },
    });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'from' }] } });
    expect(await register({}, 'manager.lon')).toMatchObject({ recordsTotal: 0, data: [] });
  });

  test.each(['2026-03-02', '2026-05-31', '2026-06-10', '2026-08-31', '2026-09-10'])(
    'a stage finds the claims that show it at %s, also of a security, and by days gone as by what is kept today',
    async (asat) => {
      for (const security of [undefined, String(book.a), String(book.b)]) {
        const query = { asat, ...(security && { security }) };
        const all: Row[] = (await register(query)).data;
        for (const stage of CLAIM_STAGES) {
          const found: Row[] = (await register({ ...query, stage })).data;
          const shown = all.filter((row) => row['stage'] === stage).map((row) => row.id);
          expect([stage, found.map((row) => row.id)]).toEqual([stage, shown]);
        }
      }
    },
  );

  test('the list of claims finds by a stage the claims that show it, also once one is closed', async () => {
    const list = async (query: Record<string, string> = {}): Promise<Row[]> =>
      (await t.call('manager.nbo', `GET ${CLAIM}/items`, { query })).body.data;
    const found = async () => {
      const all = await list();
      for (const stage of CLAIM_STAGES)
        expect((await list({ stage })).map((row) => row.id)).toEqual(
          all.filter((row) => row['stage'] === stage).map((row) => row.id),
        );
      return all.map((row) => row['stage']);
    };
    const before = await found();
    const third = await approvedClaim(t, book, { claimreserve: '300000.00', cedantclaimnumber: 'JAI/C/993' });
    expect(await found()).toEqual(['NOTIFIED', ...before]);
    await approvedMovement(t, third, { type: 'CLOSE', amount: null });
    expect(await found()).toEqual(['CLOSED', ...before]);
  });

  test('it comes as CSV, exact, and as PDF', async () => {
    const csv = await t.call('manager.nbo', `GET ${CLAIM}/claimreport`, {
      query: { asat: '2026-06-10', format: 'csv' },
    });
    expect(csv.bytes.toString('utf8')).toContain('22200000.01');
    const pdf = await t.call('manager.nbo', `GET ${CLAIM}/claimreport`, { query: { format: 'pdf' } });
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('the bordereau of a security', () => {
  const part = async (security: number, asat: string) => {
    const row = await rowOf(claim, { asat, security: String(security) });
    return row && [row['line'], row['incurred'], row['called'], row['outstanding'], row['salvage']];
  };

  test('each claim with its part, as its invoices have it; the parts make ours on every day', async () => {
    expect(await part(book.a, '2026-06-10')).toEqual(['25', '9250000.01', '9250000.01', '0.00', '0.00']);
    expect(await part(book.c, '2026-05-31')).toEqual(['15', '6300000.00', '1500000.00', '4800000.00', '0.00']);
    expect(await part(book.b, '2026-08-31')).toEqual(['20', '7400000.00', '7400000.00', '0.00', '1000000.00']);
    for (const asat of ['2026-03-02', '2026-04-10', '2026-05-31', '2026-06-10', '2026-09-10']) {
      const rows = await Promise.all(
        [book.a, book.b, book.c].map((id) => rowOf(claim, { asat, security: String(id) })),
      );
      const whole = await rowOf(claim, { asat });
      for (const name of ['incurred', 'called', 'outstanding', 'incurred_moved'])
        expect(
          rows.reduce((sum, row) => sum + BigInt((row?.[name] ?? '').replace('.', '')), 0n),
          `${name} at ${asat}`,
        ).toBe(BigInt((whole?.[name] ?? '').replace('.', '')));
    }
  });

  test('lines at the date of loss are those that a claim is divided by', async () => {
    at('2026-04-15');
    const policy = await approvedPolicy(t, book, { cedant_policy_number: 'SEC/1' });
    const [early, late] = [
      await approvedClaim(t, book, { policy, data_loss_date: '2026-04-01', notified_on: '2026-04-15' }),
      await approvedClaim(t, book, { policy, data_loss_date: '2026-04-15', notified_on: '2026-04-15' }),
    ];
    await approvedEndorsement(t, policy, {
      ...dividedAmong([book.a, '45'], [book.b, '15']),
      effective_date: '2026-04-10',
    });
    for (const id of [early, late]) {
      const { securities } = (await t.call('manager.nbo', `GET ${CLAIM}/${id}`)).body;
      for (const { security, line, incurred } of securities)
        expect(await rowOf(id, { security: String(security.id) }), `${id} ${security.name}`).toMatchObject({
          line,
          incurred,
        });
    }
    expect(await rowOf(late, { security: String(book.c) })).toBeUndefined();
    expect(await rowOf(early, { security: String(book.c) })).toMatchObject({ line: '15' });
  });
});

test('a claim is what the movement approved last made it, whatever it is numbered and at whatever instant it was decided', async () => {
  const twice = await approvedClaim(t, book, { cedantclaimnumber: 'JAI/C/993' });
  const numberedFirst = await pendingMovement(t, twice, { type: 'RESERVE', amount: '45000000.00' });
  const approvedFirst = await pendingMovement(t, twice, { type: 'RESERVE', amount: '50000000.00' });
  for (const id of [approvedFirst, numberedFirst]) expect((await approveMovement(t, id)).status).toBe(200);
  const { rows } = await t.ownerPool.query(
    'select approval, count(*) over (partition by decided_at)::int as at_once from movements where claim_id = $1 order by id',
    [twice],
  );
  expect(rows).toEqual([
    { approval: 2, at_once: 2 },
    { approval: 1, at_once: 2 },
  ]);
  expect(await rowOf(twice, { asat: '2026-12-31' })).toMatchObject({ incurred_whole: '45000000.00' });
  await expect(t.ownerPool.query('update movements set approval = 1 where id = $1', [numberedFirst])).rejects.toThrow(
    'movement_approved_in_its_place',
  );
});
