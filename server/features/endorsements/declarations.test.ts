import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { approvedSlip } from '../../testing/slip-factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement } from './endorsements.factories.ts';
import { decideIn } from '../../testing/decide-record.ts';

const API = '/api/sca/v1';
const DECLARE = `${API}/endorsement/declaration`;
// 0.5 % of turnover; the deposit of the example is 1,250,000.00.
const ADJUSTABLE = { adjustment_basis: 'annual turnover', adjustment_rate: '0.5', minimum_premium: '1000000' };
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(`update firm set lloyds_broker_number = '1234'`);
});
afterAll(() => t.close());

const declare = (policy: number, declared: string, who = 'underwriter.nbo') =>
  t.call(who, `POST ${DECLARE}`, { body: { policy, declared } });
const effect = async (policy: number, declared: string) =>
  (await t.call('underwriter.nbo', `POST ${DECLARE}/effect`, { body: { policy, declared } })).body;
const step = (id: number, act: string, who: string) =>
  t.call(who, `PUT ${API}/endorsement/${act.replace('{id}', String(id))}`);
const policyOf = async (id: number) => (await t.call('underwriter.nbo', `GET ${API}/underwriting/${id}`)).body;

async function approve(id: number) {
  await step(id, 'submit/{id}', 'underwriter.nbo');
  return decideIn(t)('manager.nbo', `PUT ${API}/endorsement/approve/${id}/APPROVED`);
}

describe('a declaration of an adjustable policy', () => {
  test('above the deposit is an additional premium of the whole difference, whatever days are left', async () => {
    const policy = await approvedPolicy(t, book, ADJUSTABLE);
    expect((await policyOf(policy)).adjustment).toEqual({
      basis: 'annual turnover',
      rate: '0.5',
      minimum_premium: '1000000.00',
      minimum_kept: 'FULL',
      declaration_due: false,
    });
    const shown = await effect(policy, '300000000');
    expect(shown).toMatchObject({
      by_rate: '1500000.00',
      at_minimum: false,
      adjusted: '1500000.00',
      premium_now: '1250000.00',
      difference: '250000.00',
      endorsementtype: 'AP',
      effective_date: '2026-03-01',
      effect: { change: { premium: '250000.00', debit_note: '112500.00' } },
    });
    const saved = await declare(policy, '300000000');
    expect(saved.body).toMatchObject({ status: 'DRAFT' });
    expect((await approve(saved.body.id)).status).toBe(200);
    expect((await policyOf(policy)).current).toMatchObject({ premium: '1500000.00', debit_note: '675000.00' });
    await expectSound(t);
    // It adjusts the period that was declared: the next one starts from the deposit.
    const { body: renewal } = await t.call('underwriter.nbo', `PUT ${API}/underwriting/renew/${policy}`);
    expect((await policyOf(renewal.id)).premium).toBe('1250000.00');
  });

  test('cancelled, the minimum stays: in full, or for the days that cover ran where the policy says so', async () => {
    const cancelled = async (changes: Record<string, unknown>) => {
      const policy = await approvedPolicy(t, book, { ...ADJUSTABLE, ...changes });
      await approvedEndorsement(t, policy, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
      return (await policyOf(policy)).current.premium;
    };
    expect(await cancelled({})).toBe('1000000.00');
    expect(await cancelled({ minimum_kept: 'PRO_RATA' })).toBe('750000.00');
    await expectSound(t);
  });

  test('below the minimum gives back down to the minimum alone', async () => {
    const policy = await approvedPolicy(t, book, ADJUSTABLE);
    const shown = await effect(policy, '10');
    expect(shown).toMatchObject({ by_rate: '0.05', at_minimum: true, difference: '-250000.00', endorsementtype: 'RP' });
    const saved = await declare(policy, '10');
    expect((await approve(saved.body.id)).status).toBe(200);
    expect((await policyOf(policy)).current.premium).toBe('1000000.00');
    await expectSound(t);
  });

  test('of a slip too, after other endorsements, and what moves nothing is kept', async () => {
    const slip = await approvedSlip(t, book, ADJUSTABLE);
    await approvedEndorsement(t, slip, { market: 'londonslip' });
    // 1,350,000.00 is on the slip: the declaration comes to just that.
    expect(await effect(slip, '270000000')).toMatchObject({
      endorsementtype: 'NIL',
      difference: '0.00',
      effective_date: '2026-10-06',
    });
    const saved = await declare(slip, '270000000');
    expect((await approve(saved.body.id)).status).toBe(200);
    await expectSound(t);
  });

  test('is entered once at a time, by who may, of what is adjustable', async () => {
    const policy = await approvedPolicy(t, book, ADJUSTABLE);
    expect((await declare(policy, '1', 'auditor')).status).toBe(403);
    expect((await declare(policy, '1', 'underwriter.lon')).status).toBe(404);
    expect((await declare(policy, '-1')).body.errors).toEqual([
      { field: 'declared', message: 'What was declared must not be less than 0.' },
    ]);
    expect((await declare(policy, '300000000')).status).toBe(200);
    expect((await declare(policy, '300000000')).body.errors[0].field).toBe('declared');
    const flat = await approvedPolicy(t, book);
    expect((await declare(flat, '1')).body.errors[0].field).toBe('policy');
  });

  test('its endorsement must come to what was declared: neither typed otherwise nor approved after another', async () => {
    const policy = await approvedPolicy(t, book, ADJUSTABLE);
    const { id } = (await declare(policy, '300000000')).body;
    const { body: record } = await t.call('underwriter.nbo', `GET ${API}/endorsement/${id}`);
    const edited = await t.call('underwriter.nbo', `PUT ${API}/endorsement/edit`, {
      body: { ...record.typed, premium: '1', id, version: 1 },
    });
    expect([edited.status, edited.body.errors[0].field]).toEqual([400, 'premium']);
    await approvedEndorsement(t, policy, { effective_date: '2026-03-01' });
    const late = await step(id, 'submit/{id}', 'underwriter.nbo');
    expect([late.status, late.body.errors[0].field]).toEqual([400, 'premium']);
  });

  test('is due once the cover has ended, until one is entered', async () => {
    const over = { insurance_start_date: '2025-03-01', insurance_end_date: '2026-02-28', dateoffered: '2025-02-20' };
    const policy = await approvedPolicy(t, book, { ...ADJUSTABLE, ...over });
    const work = async () =>
      (await t.call('underwriter.nbo', `GET ${API}/aggregate/mywork`)).body.data.filter(
        (task: { reason: string; id: number }) => task.reason === 'DECLARE' && task.id === policy,
      );
    expect((await policyOf(policy)).adjustment.declaration_due).toBe(true);
    expect(await work()).toHaveLength(1);
    const { id } = (await declare(policy, '300000000')).body;
    expect(await work()).toEqual([]);
    // A declaration that is given up is due again.
    await t.call('underwriter.nbo', `DELETE ${API}/endorsement/${id}`);
    expect(await work()).toHaveLength(1);
    expect((await approve((await declare(policy, '300000000')).body.id)).status).toBe(200);
    expect((await policyOf(policy)).adjustment.declaration_due).toBe(false);
  });
});

describe('an adjustable premium as entered', () => {
  test('is whole or not at all', async () => {
    const half = { adjustment_basis: '', adjustment_rate: '0.5' };
    const refused = await t.call('underwriter.nbo', `POST ${API}/underwriting/save`, {
      body: examplePolicy(book, half),
    });
    expect(refused.body.errors.map((fault: { field: string }) => fault.field)).toEqual([
      'adjustment_basis',
      'minimum_premium',
    ]);
  });

  test('is in the slip of either market, and in the renewal', async () => {
    const slip = await approvedSlip(t, book, ADJUSTABLE);
    const { body } = await t.call('underwriter.nbo', `GET ${API}/londonslip/londonslipreport`, { query: { id: slip } });
    expect(JSON.stringify(body.sections)).toContain('0.5% of the declared annual turnover');
    const policy = await approvedPolicy(t, book, ADJUSTABLE);
    const { body: renewal } = await t.call('underwriter.nbo', `PUT ${API}/underwriting/renew/${policy}`);
    expect((await policyOf(renewal.id)).adjustment).toMatchObject({ rate: '0.5', minimum_premium: '1000000.00' });
  });
});
