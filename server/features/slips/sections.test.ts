import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { unsound } from '../../proofs/sound.ts';
import { makeBook, type Book } from '../../testing/factories.ts';
import { approvedSlip, changedSections, exampleSlip, slipCalls } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement, typedEndorsement } from '../endorsements/endorsements.factories.ts';

const LDN = '/api/sca/v1/londonslip';
const E = '/api/sca/v1/endorsement';
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

const MATERIAL = { name: 'Material damage', sum_insured: '400000000', limit_amount: '250000000', premium: '1000000' };
const REVENUE = { name: 'Loss of revenue', sum_insured: '100000000', premium: '250000.00' };
/** The example with what is figures elsewhere left empty, and with sections. */
const slipOf = (...sections: object[]) => ({
  slip: {
    ...changedSections(book.a, {
      risk: { limit: '', payment_terms: '', taxes_payable: [] },
      remuneration: { brokerage: '', deductions: '' },
    }),
    sections,
  },
});
const premiums = (slip: { sections: Record<string, unknown>[] }) =>
  slip.sections.map((one) => [one['sum_insured'], one['premium']]);
/** A reply with its fixed spaces as plain ones. */
const read = async (call: `${string} ${string}`, query: Record<string, string> = {}) =>
  JSON.parse(JSON.stringify((await t.call('underwriter.nbo', call, { query })).body).replaceAll('\u00a0', ' '));
const headingsOf = (paper: { sections: { headings: { label: string; pairs?: unknown; paragraphs?: unknown }[] }[] }) =>
  new Map(paper.sections.flatMap(({ headings }) => headings).map((one) => [one.label, one.pairs ?? one.paragraphs]));

describe('sections of a slip', () => {
  test('are kept in minor units and come back with the currency’s decimals', async () => {
    const { body } = await save(slipOf(MATERIAL, REVENUE));
    const slip = await get(body.id);
    expect(slip.slip.sections).toMatchObject([
      { name: 'Material damage', sum_insured: '400000000.00', limit_amount: '250000000.00', premium: '1000000.00' },
      { name: 'Loss of revenue', sum_insured: '100000000.00', limit_amount: null, premium: '250000.00' },
    ]);
    const { rows } = await t.ownerPool.query(
      'select sum_insured, limit_amount, premium from slip_sections where policy_id = $1 order by position',
      [body.id],
    );
    expect(rows.map((row) => Object.values(row).map(String))).toEqual([
      ['40000000000', '25000000000', '100000000'],
      ['10000000000', 'null', '25000000'],
    ]);
    const edited = await t.call('underwriter.nbo', `PUT ${LDN}/edit`, {
      body: { ...exampleSlip(book, slipOf(REVENUE)), id: body.id, version: slip.version },
    });
    expect(edited.status).toBe(200);
    expect(premiums((await get(body.id)).slip)).toEqual([['100000000.00', '250000.00']]);
    const { rows: left } = await t.ownerPool.query('select 1 from slip_sections where policy_id = $1', [body.id]);
    expect(left).toHaveLength(1);
  });

  test('are refused with their fault at its field; sums that do not add up stop Submit', async () => {
    const bad = await save(slipOf({ ...MATERIAL, limit_amount: '400000000.01', premium: '-1' }, { name: '' }));
    expect(bad.status).toBe(400);
    expect(bad.body.errors.map((one: { field: string }) => one.field)).toEqual(['slip.sections.1.name']);
    const over = await save(slipOf({ ...MATERIAL, limit_amount: '400000000.01', premium: '-1' }));
    expect(over.body.errors.map((one: { field: string }) => one.field).toSorted()).toEqual([
      'slip.sections.0.limit_amount',
      'slip.sections.0.premium',
    ]);
    const short = await save(slipOf(MATERIAL, { ...REVENUE, premium: '249999.99' }));
    const stopped = await submit(short.body.id);
    expect([stopped.status, stopped.body.errors]).toEqual([
      400,
      [
        {
          field: 'slip.sections',
          message: 'Sections total KES 1,249,999.99 but the premium is KES 1,250,000.00.',
        },
      ],
    ]);
  });

  test('what is figures elsewhere is said by the figures: no gap, and the same on the paper', async () => {
    const id = await approvedSlip(t, book, slipOf(MATERIAL, REVENUE));
    expect((await get(id)).findings).toEqual([]);
    const headings = headingsOf(await read(`GET ${LDN}/londonslipreport`, { id: String(id) }));
    expect(headings.get('Limit or sum insured')).toEqual(['KES 350,000,000.00']);
    expect(headings.get('Premium payment terms')).toEqual(['In full within 30 days']);
    expect(headings.get('Brokerage')).toEqual(['5% of the premium']);
    expect(headings.get('Other deductions from premium')).toEqual(['Cedant commission 25% of the premium']);
    expect(headings.get('Section 1: Material damage')).toContainEqual({ label: 'Limit', value: 'KES 250,000,000.00' });
    expect(headings.get('Section 2: Loss of revenue')).toEqual([
      { label: 'Sum insured', value: 'KES 100,000,000.00' },
      { label: 'Premium', value: 'KES 250,000.00' },
    ]);
    expect(headings.get('All sections')).toEqual([
      { label: 'Sum insured', value: 'KES 500,000,000.00' },
      { label: 'Premium', value: 'KES 1,250,000.00' },
      { label: 'Lines', value: 'The securities’ lines are the same on every section.' },
    ]);
  });
});

describe('an endorsement of a slip with sections', () => {
  const raise = { sum_insured: '600000000', section: 2 };

  test('says which section it changes; the others and the sums stay', async () => {
    const id = await approvedSlip(t, book, slipOf(MATERIAL, REVENUE));
    const shown = await t.call('underwriter.nbo', `POST ${E}/effect`, { body: typedEndorsement(id, raise) });
    expect(shown.body.in_force.sections.map((one: { name: string }) => one.name)).toEqual([
      'Material damage',
      'Loss of revenue',
    ]);
    const endorsement = await approvedEndorsement(t, id, { market: 'londonslip', ...raise });
    expect((await read(`GET ${E}/${endorsement}`)).section).toBe('2. Loss of revenue');
    expect(premiums((await get(id)).slip)).toEqual([
      ['400000000.00', '1000000.00'],
      ['200000000.00', '350000.00'],
    ]);
    // The extension names none: it is of both in proportion.
    await approvedEndorsement(t, id, {
      market: 'londonslip',
      endorsementtype: 'EXT',
      effective_date: '2027-03-01',
      insurance_end_date: '2027-03-30',
      sum_insured: undefined,
    });
    const after = await get(id);
    const added = after.slip.sections.map((one: { premium: string }) => one.premium);
    expect(after.current.premium).toBe('1473287.67');
    expect(added).toEqual(['1091324.20', '381963.47']);
    const headings = headingsOf(await read(`GET ${LDN}/londonslipreport`, { id: String(id) }));
    expect(headings.get('All sections')).toContainEqual({ label: 'Premium', value: 'KES 1,473,287.67' });
    await expectSound(t);
  });

  test('a section that is none, gives back more than it has, or is none of the type’s business is refused', async () => {
    const id = await approvedSlip(t, book, slipOf(MATERIAL, REVENUE));
    const faults = async (changes: Record<string, unknown>) =>
      (await t.call('underwriter.nbo', `POST ${E}/effect`, { body: typedEndorsement(id, changes) })).body.faults;
    expect(await faults({ ...raise, section: 3 })).toEqual([
      { field: 'section', message: 'Choose a section of this slip.' },
    ]);
    expect(await faults({ endorsementtype: 'RP', sum_insured: undefined, premium: '250000.01', section: 2 })).toEqual([
      { field: 'premium', message: 'Return premium exceeds the premium of section 2.' },
    ]);
    expect(await faults({ endorsementtype: 'RP', sum_insured: undefined, premium: '250000', section: 2 })).toEqual([]);
    expect(await faults({ endorsementtype: 'NIL', sum_insured: undefined, section: 1 })).toEqual([
      { field: 'section', message: 'Only an additional or a return premium is about one section.' },
    ]);
  });

  test('the auditor finds a section that somebody changed on an approved slip', async () => {
    const id = await approvedSlip(t, book, slipOf(MATERIAL, REVENUE));
    for (const column of ['premium', 'sum_insured']) {
      const change = (by: number) =>
        t.ownerPool.query(`update slip_sections set ${column} = ${column} + $1 where policy_id = $2 and position = 2`, [
          by,
          id,
        ]);
      await change(1);
      expect(JSON.stringify(await unsound(t.ownerPool))).toContain(`slip ${id}: its sections come to`);
      await change(-1);
    }
    await expectSound(t);
  });

  test('a renewal has the sections as they are, each with its part of the new premium', async () => {
    const id = await approvedSlip(t, book, slipOf(MATERIAL, REVENUE));
    await approvedEndorsement(t, id, { market: 'londonslip', ...raise });
    const renewed = await t.call('underwriter.nbo', `PUT /api/sca/v1/underwriting/renew/${id}`);
    const next = await get(renewed.body.id);
    expect(next.premium).toBe('1500000.00');
    expect(premiums(next.slip)).toEqual([
      ['400000000.00', '1000000.00'],
      ['200000000.00', '500000.00'],
    ]);
  });
});

test('sections of before, typed as text among the headings, are read in minor units', async () => {
  const { body } = await save(slipOf());
  const old = [{ name: 'One', limit: 'KES 5m', premium: '1250.5' }, { name: 'Two', premium: null }, { name: 'Three' }];
  await t.ownerPool.query(`update slips set sections = sections || $2 where policy_id = $1`, [
    body.id,
    JSON.stringify({ sections: old }),
  ]);
  const migration = readFileSync(new URL('../../platform/db/migrations/047_sections.sql', import.meta.url), 'utf8');
  await t.ownerPool.query(migration.slice(migration.indexOf('insert into slip_sections')));
  expect((await get(body.id)).slip.sections).toMatchObject([
    { name: 'One', limit: 'KES 5m', sum_insured: null, premium: '1250.50' },
    { name: 'Two', premium: null },
    { name: 'Three', premium: null },
  ]);
});
