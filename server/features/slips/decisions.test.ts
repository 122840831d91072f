import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { approvedSlip, changedSections, exampleSlip, slipCalls, writtenLines } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { decideIn } from '../../testing/decide-record.ts';

const LDN = '/api/sca/v1/londonslip';
const UW = '/api/sca/v1/underwriting';
let t: TestApp;
let book: Book;
let manager: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  manager = await userId(t, 'manager.nbo');
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

const { save, get, submit } = slipCalls(
  () => t,
  () => book,
);
const approve = (id: number, body?: unknown) =>
  decideIn(t)('manager.nbo', `PUT ${LDN}/approve/${id}/APPROVED/${manager}`, body === undefined ? {} : { body });
const sections = (changes: Record<string, Record<string, unknown>>) => changedSections(book.a, changes);

describe('the check and the approval', () => {
  test('another placement with the same number of the cedant is named, of either market; it stops nobody', async () => {
    const number = 'SAV/CARGO/12';
    const local = await t.call('underwriter.nbo', `POST ${UW}/save`, {
      body: examplePolicy(book, { cedant_policy_number: number }),
    });
    const { body: slip } = await save({ cedant_policy_number: 'sav/cargo/12' });
    const query = { reinsured: book.reinsured, number, start: '2026-03-01', end: '2027-02-28', policy: slip.id };
    const typed = await t.call('underwriter.nbo', `GET ${UW}/samenumber`, { query });
    expect(typed.body).toEqual([{ id: local.body.id, name: local.body.number }]);
    expect((await submit(slip.id)).status).toBe(200);
    const { body: preview } = await t.call('manager.nbo', `GET ${LDN}/preview/${slip.id}`);
    expect(preview.warnings).toContain(`${local.body.number} has the same cedant’s policy number for this period.`);
    expect(preview.why_not).toBeNull();
  });

  test('findings lead to the fields of the form', async () => {
    const { body } = await save({
      slip: sections({
        risk: { interest: 'TBA', jurisdiction: '', limit: '$ 5,000,000' },
        fiscal: { risk_codes: [{ code: 'P3', percent: '90' }], country_of_origin: 'XX' },
        subscription: { leader: null },
      }),
      securities: writtenLines([book.a, '60']).map((line) => ({ ...line, stamp: '' })),
    });
    const { body: check } = await t.call('underwriter.nbo', `GET ${LDN}/check/${body.id}`);
    expect(check.complete).toBe(false);
    const refused = check.findings.filter((one: { severity: string }) => one.severity === 'refuse');
    expect(refused.map((one: { field: string }) => one.field)).toEqual([
      'slip.risk.jurisdiction',
      'slip.risk.interest',
      'slip.risk.limit',
      'securities.0.stamp',
      'slip.subscription.leader',
      'slip.fiscal.country_of_origin',
      'slip.fiscal.risk_codes',
    ]);
  });

  test('a slip with gaps is approved with a reason alone, and the trail keeps both', async () => {
    const { body } = await save({ slip: sections({ risk: { choice_of_law: '' } }) });
    await submit(body.id);
    const { body: preview } = await t.call('manager.nbo', `GET ${LDN}/preview/${body.id}`);
    expect(preview.findings).toHaveLength(1);
    const refused = await approve(body.id);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'reason', message: 'The check finds a gap: say why the slip is approved as it is.' }],
    ]);
    expect((await approve(body.id, { reason: 'Law agreed by the lead, wording follows' })).status).toBe(200);
    const { rows } = await t.ownerPool.query(
      `select facts from audit_trail where entity = 'policy' and entity_id = $1 and action = 'approved'`,
      [body.id],
    );
    expect(rows[0].facts).toMatchObject({
      reason: 'Law agreed by the lead, wording follows',
      gaps: [expect.stringMatching(/choice of law/i)],
    });
  });

  test('a clean slip needs none; its lines are signed on that day', async () => {
    const id = await approvedSlip(t, book);
    const slip = await get(id);
    expect(slip.securities.map((line: Record<string, string>) => [line['stage'], line['signed_on']])).toEqual([
      ['SIGNED', '2026-03-02'],
      ['SIGNED', '2026-03-02'],
      ['SIGNED', '2026-03-02'],
    ]);
    expect((await approve(id)).body.title).toMatch(/^Already approved/);
  });

  test('its maker does not decide it, and a rejection says why', async () => {
    const { body } = await save();
    await submit(body.id);
    const own = await userId(t, 'underwriter.nbo');
    expect((await decideIn(t)('underwriter.nbo', `PUT ${LDN}/approve/${body.id}/APPROVED/${own}`)).status).toBe(403);
    const rejected = await decideIn(t)('manager.nbo', `PUT ${LDN}/approve/${body.id}/REJECTED/${manager}`);
    expect(rejected.body.errors).toEqual([{ field: 'reason', message: 'Say why it is rejected.' }]);
  });
});

describe('money', () => {
  const journal = async (id: number) =>
    (
      await t.ownerPool.query(
        `select l.account, l.party_id, l.amount, l.base_amount from journal_entries e join journal_lines l on l.entry_id = e.id
         where e.source_kind = 'policy' and e.source_id = $1 order by l.id`,
        [id],
      )
    ).rows;

  test('notes and journal are those of the same placement in the local market', async () => {
    const slip = await approvedSlip(t, book);
    const local = await approvedPolicy(t, book);
    const notes = async (id: number) =>
      (
        await t.ownerPool.query(
          `select kind, party_id, amount, base_amount, due_on from notes where policy_id = $1 order by id`,
          [id],
        )
      ).rows;
    expect(await notes(slip)).toEqual(await notes(local));
    expect(await journal(slip)).toEqual(await journal(local));
    expect(await journal(slip)).toHaveLength(6);
  });

  test('a manager undoes an approval on which nothing moved', async () => {
    const id = await approvedSlip(t, book);
    const { status, body } = await t.call('manager.nbo', `DELETE ${LDN}/${id}`, { query: { reason: 'Keyed twice' } });
    expect([status, body.status]).toEqual([200, 'DISABLED']);
    const total = new Map<string, bigint>();
    for (const line of await journal(id)) {
      const key = `${line.account}/${line.party_id}`;
      total.set(key, (total.get(key) ?? 0n) + line.amount);
    }
    expect([...total.values()].every((amount) => amount === 0n)).toBe(true);
  });
});

describe('two markets', () => {
  test('each call knows its own market alone; an id of the other answers like a missing one', async () => {
    const slip = await approvedSlip(t, book);
    const local = await approvedPolicy(t, book);
    const missing = await t.call('manager.nbo', `GET ${LDN}/99999999`);
    const foreign = await t.call('manager.nbo', `GET ${LDN}/${local}`);
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body]);
    for (const address of [
      `PUT ${UW}/withdraw/${slip}`,
      `DELETE ${UW}/${slip}`,
      `PUT ${UW}/approve/${slip}/APPROVED/${manager}`,
      `PUT ${LDN}/withdraw/${local}`,
      `DELETE ${LDN}/${local}`,
      `PUT ${LDN}/approve/${local}/APPROVED/${manager}`,
    ] as const)
      expect(
        (await t.call('root', address, address.includes('/approve/') ? { query: { version: 3 } } : {})).status,
        address,
      ).toBeOneOf([403, 404]);
    expect((await t.call('manager.nbo', `PUT ${UW}/debitnote`, { query: { id: slip } })).status).toBe(404);
    expect((await t.call('manager.nbo', `PUT ${LDN}/debitnote`, { query: { id: local } })).status).toBe(404);
    // Whoever has the id of a note's policy alone finds it, and its market.
    expect((await t.call('manager.nbo', `GET ${UW}/${slip}`)).body.market).toBe('LONDON');
  });

  test('lists and look-ups are by market; a slip is found by its UMR', async () => {
    const { body } = await save({ cedant_policy_number: 'LDN-777' });
    const { umr } = await get(body.id);
    const found = await t.call('underwriter.nbo', `GET ${LDN}/items`, { query: { searchValue: umr } });
    expect(found.body.data).toHaveLength(1);
    expect(found.body.data[0]).toMatchObject({
      umr,
      leader: 'Security A',
      leader_id: book.a,
      written: '60',
      signed: '60',
      placing: 'FULL',
      notification: null,
    });
    const local = await t.call('underwriter.nbo', `GET ${UW}/items`, { query: { searchValue: 'LDN-777' } });
    expect(local.body.data).toEqual([]);
    const all = await t.call('underwriter.nbo', `GET ${LDN}/findAll`, { query: { searchValue: 'LDN-777' } });
    expect(all.body).toHaveLength(1);
    const led = await t.call('underwriter.nbo', `GET ${LDN}/items`, { query: { leader: book.b } });
    expect(led.body.data).toEqual([]);
    const csv = await t.call('underwriter.nbo', `GET ${LDN}/items`, { query: { format: 'csv', searchValue: umr } });
    expect(csv.bytes.toString()).toContain(umr);
  });

  test('under- and over-placed at a glance', async () => {
    const under = await save({ securities: writtenLines([book.a, '25']), cedant_policy_number: 'UNDER-1' });
    const over = await save({ securities: writtenLines([book.a, '75']), cedant_policy_number: 'OVER-1' });
    expect([under.status, over.status]).toEqual([200, 200]);
    const placing = async (text: string) =>
      (await t.call('underwriter.nbo', `GET ${LDN}/items`, { query: { searchValue: text } })).body.data[0].placing;
    expect([await placing('UNDER-1'), await placing('OVER-1')]).toEqual(['UNDER', 'OVER']);
  });
});

describe('the wall between branches', () => {
  test('London sees nothing of a slip of Nairobi, through the calls and below them', async () => {
    const { body } = await save();
    const foreign = await t.call('manager.lon', `GET ${LDN}/${body.id}`);
    const missing = await t.call('manager.lon', `GET ${LDN}/99999999`);
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body]);
    expect((await t.call('underwriter.lon', `GET ${LDN}/items`)).body.data).toEqual([]);
    const client = await t.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('slipway.branches', '{2}', true)`);
      const { rows } = await client.query(`select policy_id from slips where policy_id = $1`, [body.id]);
      expect(rows).toEqual([]);
      const other = await t.ownerPool.query(`select id from branches where code = 'NBO'`);
      await client.query(`select set_config('slipway.branches', '{${other.rows[0].id}}', true)`);
      const own = await client.query(`select policy_id from slips where policy_id = $1`, [body.id]);
      expect(own.rows).toHaveLength(1);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('signed lines', () => {
  test('are notified within 30 days of inception: a warning at 25, and a list of those to notify', async () => {
    const id = await approvedSlip(t, book);
    const state = async () => (await get(id)).notification;
    expect(await state()).toMatchObject({ state: 'NOT_DUE', due_on: '2026-03-31', sentence: null });
    t.clock.set('2026-03-27T08:00:00.000Z');
    expect(await state()).toMatchObject({
      state: 'WARNING',
      sentence: 'Signed lines are to be notified by Mar 31, 2026, 30 days from inception.',
    });
    t.clock.set('2026-04-02T08:00:00.000Z');
    expect((await state()).state).toBe('OVERDUE');
    const due = () => t.call('underwriter.nbo', `GET ${LDN}/items`, { query: { to_notify: 'true', length: 500 } });
    const ids = async () => (await due()).body.data.map((row: { id: number }) => row.id);
    expect(await ids()).toContain(id);
    const { version } = await get(id);
    const future = await t.call('underwriter.nbo', `PUT ${LDN}/signing/${id}`, {
      body: { version, notified_on: '2026-12-01', lines: [{ security: 1, signed_on: null }] },
    });
    expect(future.body.errors.map((error: { field: string }) => error.field)).toEqual([
      'notified_on',
      'lines.0.security',
    ]);
    const kept = await t.call('underwriter.nbo', `PUT ${LDN}/signing/${id}`, {
      body: {
        version,
        notified_on: '2026-04-02',
        lines: [{ security: book.a, signed_on: '2026-03-03', signing_reference: 'SND 12345' }],
      },
    });
    expect(kept.status).toBe(200);
    const slip = await get(id);
    expect(slip.notification).toMatchObject({ state: 'NOTIFIED', notified_on: '2026-04-02' });
    expect(slip.securities[0]).toMatchObject({
      signed_on: '2026-03-03',
      signing_reference: 'SND 12345',
      stamp: 'AAA 1234',
    });
    expect(await ids()).not.toContain(id);
    t.clock.set('2026-03-02T08:00:00.000Z');
  });

  test('a draft has none to keep', async () => {
    const { body } = await save();
    const early = await t.call('underwriter.nbo', `PUT ${LDN}/signing/${body.id}`, {
      body: { version: 1, notified_on: null },
    });
    expect(early.status).toBe(409);
  });
});

describe('what stops Submit', () => {
  test('texts against the figures, each at its field; put right, it goes', async () => {
    const changed = sections({
      risk: { limit: 'KES 400,000,000.00 any one occurrence', taxes_payable: [{ tax: 'None' }] },
      remuneration: { brokerage: '10% of the premium', deductions: 'Cedant commission 20%' },
    });
    const { body } = await save({ slip: changed });
    const stopped = await submit(body.id);
    expect([stopped.status, stopped.body.errors.map((one: { field: string }) => one.field)]).toEqual([
      400,
      [
        'slip.risk.limit',
        'slip.risk.taxes_payable.0.tax',
        'slip.remuneration.brokerage',
        'slip.remuneration.deductions',
      ],
    ]);
    expect(stopped.body.errors[0].message).toBe(
      'The limit names KES 400,000,000.00 but the sum insured is KES 500,000,000.00: name the sum insured, or change it.',
    );
    const draft = await get(body.id);
    expect(draft.status).toBe('DRAFT');
    expect(draft.findings.every((one: { fatal?: boolean }) => one.fatal === true)).toBe(true);
    const put = { ...exampleSlip(book), id: body.id, version: draft.version };
    expect((await t.call('underwriter.nbo', `PUT ${LDN}/edit`, { body: put })).status).toBe(200);
    expect((await submit(body.id)).status).toBe(200);
  });

  test('a slip that does not say what is covered', async () => {
    const { body } = await save({ slip: sections({ risk: { interest: 'TBA', situation: '' } }) });
    const stopped = await submit(body.id);
    expect(stopped.body.errors.map((one: { field: string }) => one.field)).toEqual([
      'slip.risk.interest',
      'slip.risk.situation',
    ]);
  });
});
