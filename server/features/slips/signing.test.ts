import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { makeBook, type Book } from '../../testing/factories.ts';
import { approvedSlip, exampleSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
const LDN = `${SCA}/londonslip`;
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

const get = async (id: number) => (await t.call('underwriter.nbo', `GET ${LDN}/${id}`)).body;
const record = async (id: number, body: Record<string, unknown>) =>
  t.call('underwriter.nbo', `PUT ${LDN}/signing/${id}`, {
    body: { version: (await get(id)).version, notified_on: null, ...body },
  });
const listed = async (query: Record<string, string | number>) => {
  const { body } = await t.call('underwriter.nbo', `GET ${LDN}/items`, { query: { length: 500, ...query } });
  return body.data.map((row: { id: number }) => row.id);
};
const work = async (who: string) => {
  const { body } = await t.call(who, `GET ${SCA}/aggregate/mywork`);
  return body.data
    .filter((task: { reason: string }) => task.reason === 'NOTIFY')
    .map((task: { id: number }) => task.id);
};

describe('signed lines are notified security by security', () => {
  test('when, to whom and by whom is said at each line; the slip is notified once all are', async () => {
    const id = await approvedSlip(t, book);
    const reply = await record(id, {
      lines: [{ security: book.a, notified_on: '2026-03-02', notified_to: 'Ann Writer, a@syndicate.test' }],
    });
    expect(reply.status).toBe(200);
    const slip = await get(id);
    expect(
      slip.securities.map((line: Record<string, unknown>) => [
        line['notified_on'],
        line['notified_to'],
        line['notified_by'],
      ]),
    ).toEqual([
      ['2026-03-02', 'Ann Writer, a@syndicate.test', 'underwriter.nbo'],
      [null, '', null],
      [null, '', null],
    ]);
    expect(slip.securities[0].notified_at).toMatch(/^2026-03-02T/);
    expect(slip.notification).toMatchObject({ state: 'NOT_DUE', notified_on: null });
    // What is left is said for the whole slip, and leaves what was recorded as it is.
    expect((await record(id, { notified_on: '2026-03-02' })).status).toBe(200);
    const all = await get(id);
    expect(all.notification).toMatchObject({ state: 'NOTIFIED', notified_on: '2026-03-02' });
    expect(all.securities[0].notified_to).toBe('Ann Writer, a@syndicate.test');
  });

  test('days that cannot be are refused at their line, every one at once', async () => {
    const id = await approvedSlip(t, book);
    const refused = await record(id, {
      lines: [
        { security: book.a, notified_on: '2026-03-03' },
        { security: book.b, notified_to: 'Somebody' },
        { security: book.c, signed_on: '2026-03-02', notified_on: '2026-03-01' },
      ],
    });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      { field: 'lines.0.notified_on', message: 'Day of the notification cannot be in the future.' },
      { field: 'lines.1.notified_on', message: 'Enter the day of the notification.' },
      { field: 'lines.2.notified_on', message: 'Day of the notification is before the day on which it was signed.' },
    ]);
    const before = await record(id, { notified_on: '2026-03-01' });
    expect(before.body.errors[0]).toEqual({
      field: 'notified_on',
      message: 'Day of the notification is before the day on which it was signed.',
    });
    expect((await get(id)).securities[1].notified_by).toBeNull();
  });

  test('whom it was told to is kept apart in the trail, where it can be erased', async () => {
    const id = await approvedSlip(t, book);
    await record(id, { lines: [{ security: book.a, notified_on: '2026-03-02', notified_to: 'Ann Writer' }] });
    const { rows } = await t.ownerPool.query(
      `select facts::text, personal from audit_trail where entity = 'policy' and entity_id = $1 and action = 'signed'`,
      [id],
    );
    expect(rows[0].facts).not.toContain('Ann Writer');
    expect(rows[0].personal[`notified_to.${book.a}`]).toBe('Ann Writer');
  });
});

describe('slips that are not notified', () => {
  test('are listed as not notified at once, as due from the 25th day, as overdue after the 30th', async () => {
    const id = await approvedSlip(t, book);
    const lists = async () => ({
      all: (await listed({ to_notify: 'all' })).includes(id),
      due: (await listed({ to_notify: 'true' })).includes(id),
      overdue: (await listed({ to_notify: 'overdue' })).includes(id),
      work: (await work('underwriter.nbo')).includes(id),
    });
    expect(await lists()).toEqual({ all: true, due: false, overdue: false, work: false });
    t.clock.set('2026-03-25T08:00:00.000Z');
    expect(await lists()).toEqual({ all: true, due: false, overdue: false, work: false });
    t.clock.set('2026-03-26T08:00:00.000Z');
    expect(await lists()).toEqual({ all: true, due: true, overdue: false, work: true });
    t.clock.set('2026-03-31T08:00:00.000Z');
    expect(await lists()).toEqual({ all: true, due: true, overdue: false, work: true });
    t.clock.set('2026-04-01T08:00:00.000Z');
    expect(await lists()).toEqual({ all: true, due: true, overdue: true, work: true });
    expect(await work('cashier.nbo')).toEqual([]);
    expect(await work('underwriter.lon')).toEqual([]);
    await record(id, { notified_on: '2026-04-01' });
    expect(await lists()).toEqual({ all: false, due: false, overdue: false, work: false });
    t.clock.set('2026-03-02T08:00:00.000Z');
  });

  test('are not those that were cancelled from their first day; what was on risk for a while is still notified', async () => {
    const cancelled = async (endorsementtype: string, effective_date: string) => {
      const id = await approvedSlip(t, book);
      const endorsement = { endorsementtype, effective_date, sum_insured: undefined };
      await approvedEndorsement(t, id, { market: 'londonslip', ...endorsement });
      return id;
    };
    const flat = await cancelled('CANCEL_FLAT', '2026-03-01');
    const later = await cancelled('CANCEL_PRORATA', '2026-03-20');
    t.clock.set('2026-04-10T08:00:00.000Z');
    for (const to_notify of ['all', 'true', 'overdue']) {
      const found = await listed({ to_notify });
      expect([found.includes(flat), found.includes(later)], to_notify).toEqual([false, true]);
    }
    const asked = await work('underwriter.nbo');
    expect([asked.includes(flat), asked.includes(later)]).toEqual([false, true]);
    const shown = async (id: number) => (await t.call('underwriter.nbo', `GET ${LDN}/${id}`)).body.notification;
    expect(await shown(flat)).toMatchObject({ state: 'NOT_DUE', sentence: null });
    expect((await shown(later)).state).toBe('OVERDUE');
    t.clock.set('2026-03-02T08:00:00.000Z');
  });
});

describe('the list', () => {
  const save = async (changes: Record<string, unknown>) =>
    (await t.call('underwriter.nbo', `POST ${LDN}/save`, { body: exampleSlip(book, changes) })).body;

  test('filters by stage, and finds a slip by its leader and by its UMR', async () => {
    const unled = exampleSlip(book)['slip'] as { subscription: Record<string, unknown> };
    const slip = { ...unled, subscription: { ...unled.subscription, leader: null } };
    const offered = await save({ securities: [{ security: book.a }], slip });
    const quoted = await save({ securities: [{ security: book.a, quoted_on: '2026-02-20' }], slip });
    const written = await save({});
    const signed = await approvedSlip(t, book);
    for (const [stage, id] of [
      ['OFFERED', offered.id],
      ['QUOTED', quoted.id],
      ['WRITTEN', written.id],
      ['SIGNED', signed],
    ] as const) {
      const found = await listed({ stage });
      expect(found, stage).toContain(id);
      expect([offered.id, quoted.id, written.id, signed].filter((one) => found.includes(one))).toEqual([id]);
    }
    const led = await listed({ searchValue: 'security a' });
    expect(led).toEqual(expect.arrayContaining([written.id, signed]));
    expect(led).not.toContain(offered.id);
    const { umr } = await get(written.id);
    expect(await listed({ searchValue: umr.toLowerCase() })).toEqual([written.id]);
    const bad = await t.call('underwriter.nbo', `GET ${LDN}/items`, { query: { stage: 'LOST' } });
    expect(bad.status).toBe(400);
  });

  test('a slip is found by the UMR that it kept, also after an edit under another broker number', async () => {
    const { id, version } = await save({});
    const { umr } = await get(id);
    await t.ownerPool.query(`update firm set lloyds_broker_number = '777'`);
    await t.call('underwriter.nbo', `PUT ${LDN}/edit`, { body: { ...exampleSlip(book), id, version } });
    await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
    expect(await listed({ searchValue: umr })).toEqual([id]);
  });

  test('numbers of the firm’s own format still make a UMR, each its own', async () => {
    const before = await save({});
    const format = await t.call('root', `PUT ${SCA}/numbering/save`, {
      body: { kind: 'LDN', format: 'KEN-{KIND}-{BRANCH}-{YY}-{NNNN}', version: 0 },
    });
    expect(format.status).toBe(200);
    const after = await save({});
    expect(after.number).toMatch(/^KEN-LDN-NBO-26-\d{4}$/);
    const umrs = [(await get(before.id)).umr, (await get(after.id)).umr];
    expect(umrs[1]).toBe(`B1234NBO2600${after.number.slice(-4)}`);
    expect(new Set(umrs).size).toBe(2);
    expect((await get(after.id)).findings).toEqual([]);
  });
});
