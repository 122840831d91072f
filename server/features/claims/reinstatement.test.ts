import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { approvedPolicy, type Book, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, CLAIM } from './claims.factories.ts';

let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterEach(() => expectSound(t));
afterAll(() => t?.close());

describe('C12: reinstatement', () => {
  test('39,000,000 of 500,000,000 with 146 of 365 days left is 39,000.00 at 100 %', async () => {
    const claim_terms = { reinstatement_percent: '100', reinstatement_as_to_time: true };
    const period = { insurance_start_date: '2025-07-27', insurance_end_date: '2026-07-26' };
    const policy = await approvedPolicy(t, book, { claim_terms, ...period, dateoffered: '2025-07-20' });
    // 146 days are left on the day of the loss: both it and the last day are counted.
    const loss = { data_loss_date: '2026-03-03', notified_on: '2026-03-03' };
    t.clock.set('2026-03-03T08:00:00Z');
    const claim = await approvedClaim(t, book, { policy, ...loss });
    const { body } = await t.call('claims.nbo', `GET ${CLAIM}/reinstatement?claim=${claim}`);
    expect(body).toMatchObject({ premium: '39000.00', days_left: 146, days: 365, why_not: null });
    expect(body.securities.map((one: { amount: string }) => one.amount)).toEqual(['9750.00', '7800.00', '5850.00']);
    const over = await t.call('claims.nbo', `GET ${CLAIM}/reinstatement?claim=${claim}&amount=39000000.01`);
    expect(over.body.errors).toEqual([{ field: 'amount', message: 'More than the claim used of the limit.' }]);
    const forbidden = await t.call('claims.nbo', `POST ${CLAIM}/reinstatement`, { body: { claim } });
    expect(forbidden.status).toBe(403);
    const drafted = await t.call('underwriter.nbo', `POST ${CLAIM}/reinstatement`, { body: { claim } });
    expect([drafted.status, drafted.body.errors]).toEqual([200, undefined]);
    const { id } = drafted.body;
    const ENDORSEMENT = '/api/sca/v1/endorsement';
    expect((await t.call('underwriter.nbo', `PUT ${ENDORSEMENT}/submit/${id}`)).status).toBe(200);
    const approved = await decideIn(t)('manager.nbo', `PUT ${ENDORSEMENT}/approve/${id}/APPROVED`);
    expect([approved.status, approved.body.errors]).toEqual([200, undefined]);
    const { rows } = await t.ownerPool.query(
      `select share_premium::text as gross, commission_amount::text as commission, brokerage_amount::text as brokerage, net_payable::text as net
       from endorsement_lines where endorsement_id = $1 order by position`,
      [id],
    );
    expect(rows).toEqual([
      { gross: '975000', commission: '0', brokerage: '0', net: '975000' },
      { gross: '780000', commission: '0', brokerage: '0', net: '780000' },
      { gross: '585000', commission: '0', brokerage: '0', net: '555750' },
    ]);
    const again = await t.call('underwriter.nbo', `POST ${CLAIM}/reinstatement`, { body: { claim } });
    expect(again.body.errors).toEqual([
      { field: 'amount', message: 'All that the claim used of the limit is put back.' },
    ]);
  });

  test('what is put back is part of an aggregate limit again', async () => {
    const claim_terms = { limit_basis: 'AGGREGATE', reinstatement_percent: '100' };
    const policy = await approvedPolicy(t, book, { claim_terms });
    const claim = await approvedClaim(t, book, { policy, claimreserve: '400000000.00' });
    const left = async () =>
      (await t.call('claims.nbo', `GET ${CLAIM}/cover?policy=${policy}&data_loss_date=2026-03-02`)).body.limit_left;
    expect(await left()).toBe('100000000.00');
    const body = { claim, amount: '300000000.00' };
    const { id } = (await t.call('underwriter.nbo', `POST ${CLAIM}/reinstatement`, { body })).body;
    await t.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${id}`);
    expect(await left()).toBe('100000000.00');
    const approved = await decideIn(t)('manager.nbo', `PUT /api/sca/v1/endorsement/approve/${id}/APPROVED`);
    expect([approved.status, approved.body.errors]).toEqual([200, undefined]);
    expect(await left()).toBe('400000000.00');
  });

  test('put back in two steps it costs what it does in one: 10,000.00 and 29,000.00', async () => {
    const claim_terms = { reinstatement_percent: '100', reinstatement_as_to_time: true };
    const period = { insurance_start_date: '2025-07-26', insurance_end_date: '2026-07-25' };
    const policy = await approvedPolicy(t, book, { claim_terms, ...period, dateoffered: '2025-07-20' });
    const claim = await approvedClaim(t, book, { policy });
    for (const [amount, premium] of [
      ['10000000.00', '10000.00'],
      ['29000000.00', '29000.00'],
    ]) {
      const { body } = await t.call('claims.nbo', `GET ${CLAIM}/reinstatement?claim=${claim}&amount=${amount}`);
      expect(body).toMatchObject({ premium, days_left: 146, days: 365 });
      const { id } = (await t.call('underwriter.nbo', `POST ${CLAIM}/reinstatement`, { body: { claim, amount } })).body;
      await t.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${id}`);
      const approved = await decideIn(t)('manager.nbo', `PUT /api/sca/v1/endorsement/approve/${id}/APPROVED`);
      expect([approved.status, approved.body.errors]).toEqual([200, undefined]);
    }
  });

  test('a declaration of an adjustable premium leaves it apart: 250,000.00 more for 300,000,000 at 0.5 %', async () => {
    const adjustable = { adjustment_basis: 'annual turnover', adjustment_rate: '0.5', minimum_premium: '1000000' };
    const policy = await approvedPolicy(t, book, { ...adjustable, claim_terms: { reinstatement_percent: '100' } });
    const claim = await approvedClaim(t, book, { policy });
    const { id } = (await t.call('underwriter.nbo', `POST ${CLAIM}/reinstatement`, { body: { claim } })).body;
    await t.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${id}`);
    await decideIn(t)('manager.nbo', `PUT /api/sca/v1/endorsement/approve/${id}/APPROVED`);
    const declaration = '/api/sca/v1/endorsement/declaration';
    const body = { policy, declared: '300000000' };
    const { body: shown } = await t.call('underwriter.nbo', `POST ${declaration}/effect`, { body });
    expect(shown).toMatchObject({ premium_now: '1250000.00', adjusted: '1500000.00', difference: '250000.00' });
    const saved = await t.call('underwriter.nbo', `POST ${declaration}`, { body });
    await t.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${saved.body.id}`);
    const approved = await decideIn(t)('manager.nbo', `PUT /api/sca/v1/endorsement/approve/${saved.body.id}/APPROVED`);
    expect([approved.status, approved.body.errors]).toEqual([200, undefined]);
    // 1,500,000.00 for the cover, 97,500.00 for the limit that was put back.
    const now = await t.call('underwriter.nbo', `GET /api/sca/v1/underwriting/${policy}`);
    expect(now.body.current.premium).toBe('1597500.00');
  });

  test('what two drafts would put back is put back once', async () => {
    const policy = await approvedPolicy(t, book, { claim_terms: { reinstatement_percent: '100' } });
    const claim = await approvedClaim(t, book, { policy });
    const ENDORSEMENT = '/api/sca/v1/endorsement';
    const drafted = async () => {
      const { id } = (await t.call('underwriter.nbo', `POST ${CLAIM}/reinstatement`, { body: { claim } })).body;
      expect((await t.call('underwriter.nbo', `PUT ${ENDORSEMENT}/submit/${id}`)).status).toBe(200);
      return id;
    };
    const [first, second] = [await drafted(), await drafted()];
    const approve = (id: number) => decideIn(t)('manager.nbo', `PUT ${ENDORSEMENT}/approve/${id}/APPROVED`);
    expect((await approve(first)).status).toBe(200);
    const refused = await approve(second);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'reinstates.amount', message: 'More than the claim used of the limit.' }],
    ]);
  });

  test('no more is put back than the limit, however high the estimate', async () => {
    const policy = await approvedPolicy(t, book, { claim_terms: { reinstatement_percent: '100' } });
    const claim = await approvedClaim(t, book, { policy, claimreserve: '600000000.00' });
    const body = {
      policy,
      endorsementtype: 'AP',
      basis: 'KEYED',
      effective_date: '2026-03-02',
      description: 'Reinstatement',
      reason: 'As the policy has it',
      premium: '1250000.00',
      reinstates: { claim, amount: '500000000.01' },
    };
    const over = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/endorsement', { body });
    expect([over.status, over.body.errors]).toEqual([
      400,
      [{ field: 'reinstates.amount', message: 'More than the claim used of the limit.' }],
    ]);
    const whole = { ...body, reinstates: { claim, amount: '500000000.00' } };
    expect((await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/endorsement', { body: whole })).status).toBe(
      200,
    );
  });

  test('a policy without one says so', async () => {
    const { body } = await t.call('claims.nbo', `GET ${CLAIM}/reinstatement?claim=${await approvedClaim(t, book)}`);
    expect(body).toMatchObject({ premium: '0.00', why_not: 'The policy has no reinstatement.' });
  });
});
