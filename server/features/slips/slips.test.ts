import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBook, type Book } from '../../testing/factories.ts';
import { changedSections, exampleSlip, slipCalls, writtenLines } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const LDN = '/api/sca/v1/londonslip';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

const { save, get, submit } = slipCalls(
  () => t,
  () => book,
);
const sections = (changes: Record<string, Record<string, unknown>>) => changedSections(book.a, changes);

describe('saving a slip', () => {
  test('gets its LDN reference, its UMR from the broker number, and a clean check', async () => {
    const { status, body } = await save();
    expect([status, body.status]).toEqual([200, 'DRAFT']);
    expect(body.number).toMatch(/^NBO\/LDN\/2026\/\d{6}$/);
    const slip = await get(body.id);
    expect(slip.umr).toBe(`B1234NBO26${body.number.slice(-6)}`);
    expect(slip).toMatchObject({
      market: 'LONDON',
      findings: [],
      placing: { outcome: 'SIGNED', over: '0', short: '0' },
    });
    expect(slip.slip.fiscal.risk_codes).toEqual([
      { code: 'P3', percent: '60' },
      { code: 'B3', percent: '40' },
    ]);
    expect(slip).toMatchObject({
      interest: 'Buildings, plant and stock as in the original policy.',
      territory: 'Kisumu, Kenya',
      excess: 'KES 2,500,000.00 each and every loss',
    });
  });

  test('an edit keeps the UMR and brings everything back as it was kept', async () => {
    const { body } = await save();
    const before = await get(body.id);
    await t.ownerPool.query(`update firm set lloyds_broker_number = '987'`);
    const edited = await t.call('underwriter.nbo', `PUT ${LDN}/edit`, {
      body: { ...exampleSlip(book), id: body.id, version: 1 },
    });
    await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
    expect([edited.status, edited.body.version]).toEqual([200, 2]);
    const after = await get(body.id);
    expect([after.umr, after.slip, after.securities]).toEqual([before.umr, before.slip, before.securities]);
    const stale = await t.call('underwriter.nbo', `PUT ${LDN}/edit`, {
      body: { ...exampleSlip(book), id: body.id, version: 1 },
    });
    expect(stale.status).toBe(409);
  });

  test('without a broker number there is no UMR, and the check says so', async () => {
    await t.ownerPool.query(`update firm set lloyds_broker_number = ''`);
    const { body } = await save();
    const slip = await get(body.id);
    await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
    expect(slip.umr).toBe('');
    expect(slip.findings).toContainEqual({
      heading: 'RISK',
      field: 'slip.risk.umr',
      severity: 'refuse',
      message: expect.stringMatching(/unique market reference/i),
    });
  });

  test('every bad field at once: of the placement, of the lines and of the slip', async () => {
    const { status, body } = await save({
      insurance_end_date: '2026-02-01',
      dateoffered: '2027-01-01',
      sum_insured: '1',
      premium: '2',
      securities: [
        { security: book.a, written: '25', quoted_on: '2026-02-20', written_on: '2026-02-10' },
        { security: book.a, written: '35', signed_on: '2027-01-01' },
      ],
      slip: { ...sections({ subscription: { leader: book.c } }), sections: [{ name: 'One', premium: '1.234' }] },
    });
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field).toSorted()).toEqual([
      'dateoffered',
      'insurance_end_date',
      'premium',
      'securities.0.written_on',
      'securities.1.security',
      'securities.1.signed_on',
      'slip.sections.0.premium',
      'slip.subscription.leader',
    ]);
  });

  test('what does not decode is named by its place in the slip', async () => {
    const { status, body } = await save({
      securities: [{ security: book.a, written: '101' }],
      slip: sections({ risk: { start_time: '25:00' }, fiscal: { risk_codes: [{ code: 'TOO LONG', percent: '1' }] } }),
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual(
      expect.arrayContaining([
        { field: 'securities.0.written', message: 'Line must be between 0 and 100.' },
        { field: 'slip.risk.start_time', message: 'Enter a time as 00:01.' },
        { field: 'slip.fiscal.risk_codes.0.code', message: 'A risk code has two letters or digits.' },
      ]),
    );
  });

  test('a caller sends no signed line and no UMR of its own', async () => {
    expect((await save({ securities: [{ security: book.a, written: '60', share: '60' }] })).status).toBe(400);
    expect((await save({ slip: sections({ risk: { umr: 'B9999X' } }) })).status).toBe(400);
  });
});

describe('signing down', () => {
  const signedOf = async (securities: unknown, changes: Record<string, unknown> = {}) => {
    const { body } = await save({ fac: '100', securities, ...changes });
    const slip = await get(body.id);
    return { slip, signed: slip.securities.map((line: { share: string }) => line.share) };
  };

  test('written over the order signs down exactly: 40/35/25/25 signs 32/28/20/20', async () => {
    const fourth = (await makeBook(t, ' four')).a;
    const { slip, signed } = await signedOf(
      writtenLines([book.a, '40'], [book.b, '35'], [book.c, '25'], [fourth, '25']),
    );
    expect(signed).toEqual(['32', '28', '20', '20']);
    expect(slip.placing).toMatchObject({
      outcome: 'SIGNED',
      written: '125',
      over: '25',
      sentence: '25% over: written lines total 125% of an order of 100%.',
    });
    expect(slip.figures.placed).toBe('100');
  });

  test('a line to stand keeps its size and the others share what is left', async () => {
    const { signed } = await signedOf(writtenLines([book.a, '50', true], [book.b, '50'], [book.c, '25']));
    expect(signed).toEqual(['50', '33.3333', '16.6667']);
  });

  test('written in % of order, the lines are kept in % of the whole', async () => {
    const { slip, signed } = await signedOf(writtenLines([book.a, '50'], [book.b, '50']), {
      fac: '60',
      slip: sections({ security: { written_basis: 'ORDER' } }),
    });
    expect(signed).toEqual(['30', '30']);
    expect(
      slip.securities.map((line: Record<string, string>) => [line['written'], line['offer'], line['of_order']]),
    ).toEqual([
      ['50', '30', '50'],
      ['50', '30', '50'],
    ]);
  });

  test('lines to stand beyond the order are refused', async () => {
    const { status, body } = await save({
      fac: '60',
      securities: writtenLines([book.a, '40', true], [book.b, '30', true]),
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: 'securities', message: 'Lines to stand total 70% but the order is 60%.' }]);
  });

  test('under-written it is saved, and says by how much it cannot be submitted', async () => {
    const { body } = await save({ securities: writtenLines([book.a, '25'], [book.b, '20']) });
    const { status, body: refusal } = await submit(body.id);
    expect([status, refusal.title]).toEqual([409, '15% still to place: written lines total 45% of an order of 60%.']);
  });

  test('a security that has only quoted has no line yet and cannot be signed for nothing', async () => {
    const quoted = { security: book.c, quoted_on: '2026-02-20', quote_reference: 'Q-9' };
    const { status, body } = await save({ securities: [...writtenLines([book.a, '40'], [book.b, '20']), quoted] });
    expect(status).toBe(200);
    const slip = await get(body.id);
    expect(slip.securities[2]).toMatchObject({ stage: 'QUOTED', share: '0', written: null, quote_reference: 'Q-9' });
    expect((await submit(body.id)).body.errors).toEqual([
      { field: 'securities.2.written', message: 'Security C has no signed line: take it off the slip.' },
    ]);
  });
});
