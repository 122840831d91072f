import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { decideIn } from '../../testing/decide-record.ts';
import { approvedPolicy, type Book, examplePolicy, makeBook, userId } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { discrepancies } from '../receipts/receipts.factories.ts';
import {
  approveClaim,
  approvedClaim,
  approvedMovement,
  CLAIM,
  exampleClaim,
  pendingClaim,
} from './claims.factories.ts';

let t: TestApp;
let book: Book;
let policy: number;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
});
afterEach(async () => expect(await discrepancies(t)).toEqual([]));
afterAll(() => t?.close());

const save = (changes: Record<string, unknown> = {}, who = 'claims.nbo') =>
  t.call(who, `POST ${CLAIM}/save`, { body: exampleClaim(policy, changes) });
const read = async (id: number) => (await t.call('manager.nbo', `GET ${CLAIM}/${id}`)).body;
const faults = (reply: { body: { errors?: { field: string; message: string }[] } }) =>
  (reply.body.errors ?? []).map((one) => [one.field, one.message]);

describe('the first form', () => {
  test('a claim from draft to approval, which posts nothing', async () => {
    const saved = await save();
    expect(saved.body).toMatchObject({
      version: 1,
      status: 'DRAFT',
      number: expect.stringMatching(/^NBO\/CL\/2026\/\d{6}$/),
    });
    const { id } = saved.body;
    expect((await t.call('claims.nbo', `PUT ${CLAIM}/submit/${id}`)).body.status).toBe('PENDING');
    const { body: preview } = await t.call('manager.nbo', `GET ${CLAIM}/preview/${id}`);
    expect(preview).toMatchObject({ can_decide: true, why_not: null, journal: [], notes: [] });
    expect((await approveClaim(t, id)).body.status).toBe('APPROVED');
    const claim = await read(id);
    expect(claim).toMatchObject({ stage: 'NOTIFIED', claim_share: '60', approved_on: '2026-03-02', disputed: false });
    expect(claim.figures.incurred).toEqual({ whole: '39000000.00', ours: '23400000.00' });
    expect(claim.securities.map((one: { incurred: string }) => one.incurred)).toEqual([
      '9750000.00',
      '7800000.00',
      '5850000.00',
    ]);
    const { rows } = await t.ownerPool.query(
      `select 1 from journal_entries where source_kind in ('claim', 'movement')`,
    );
    expect(rows).toEqual([]);
  });

  test.each([
    [{ claimreserve: '0' }, [['claimreserve', 'Claim reserve must be more than 0.']]],
    [{ claimreserve: 'abc' }, [['claimreserve', 'Write it in digits, with a point before decimals, as 281250.00.']]],
    [{ claimreserve: '1.001' }, [['claimreserve', 'KES amounts have fewer decimals.']]],
    [
      { data_loss_date: '2026-03-03', notified_on: null },
      [
        ['data_loss_date', 'Date of loss cannot be in the future.'],
        ['notified_on', 'It cannot be notified before the date of loss.'],
      ],
    ],
    [{ claim_share: '50' }, [['share_reason', 'The lines at the date of loss make 60%. Say why it is another share.']]],
    [
      { currency: 'CHF' },
      [
        ['exchange_rate', 'Enter the rate of CHF to KES.'],
        ['currency', 'Choose an active currency.'],
      ],
    ],
    [{ event: 999 }, [['event', 'Choose one from the list.']]],
    [{ handler: 99999 }, [['handler', 'Choose an active colleague.']]],
    [{ policy: 99999 }, [['policy', 'Choose an approved policy.']]],
    [
      { experts: [{ role: 'ADJUSTER', name: 'Crawford', fee: '-1' }] },
      [['experts.0.fee', 'Amount must be more than 0.']],
    ],
  ])('%o is refused', async (changes, expected) => {
    const reply = await save(changes);
    expect(reply.status).toBe(400);
    expect(faults(reply)).toEqual(expected);
  });

  test('a claim of another branch answers like a missing one', async () => {
    const { body } = await save();
    expect((await t.call('claims.lon', `GET ${CLAIM}/${body.id}`)).status).toBe(404);
    expect((await save({}, 'claims.lon')).status).toBe(400);
    expect((await save({}, 'underwriter.nbo')).status).toBe(403);
  });

  test('its maker does not decide it, nor anybody a version that they have not seen', async () => {
    const id = await pendingClaim(t, exampleClaim(policy));
    const at = (who: number) => `PUT ${CLAIM}/approve/${id}/APPROVED/${who}` as const;
    const manager = await userId(t, 'manager.nbo');
    expect((await t.call('manager.nbo', at(manager), { body: { version: 1 } })).status).toBe(409);
    expect((await decideIn(t)('manager.nbo', at(await userId(t, 'root')))).status).toBe(403);
    expect((await decideIn(t)('claims.nbo', at(await userId(t, 'claims.nbo')))).status).toBe(403);
    expect((await approveClaim(t, id)).status).toBe(200);
    expect((await approveClaim(t, id)).body.title).toMatch(/^Already approved by/);
  });

  test('what may be the same loss, and what the cover raises, warns', async () => {
    const own = await approvedPolicy(t, book, { warranty: { kind: 'PPW', days: 0 + 1 } });
    const first = await save({ policy: own });
    expect(first.body.warnings).toEqual([]);
    const second = await save({ policy: own, claimreserve: '600000000.00' });
    expect(second.body.warnings).toEqual([
      'Reserve exceeds the sum insured.',
      `${first.body.number} has a loss of Mar 2, 2026 on the same policy: is it this one?`,
    ]);
    const { body: cover } = await t.call('claims.nbo', `GET ${CLAIM}/cover?policy=${own}&data_loss_date=2026-02-28`);
    expect(cover.warnings).toEqual([{ rule: 'PERIOD', sentence: 'Date of loss is outside the period of insurance.' }]);
    expect(cover).toMatchObject({ share: '60', limit_left: '500000000.00', policy: { id: own } });
  });
});

describe('the specification’s first form', () => {
  const form = (query: Record<string, string>, who = 'claims.nbo') =>
    t.call(who, `PUT ${CLAIM}/editFirstForm?${new URLSearchParams(query).toString()}`);

  test('without an id it makes a claim, with one it changes what is sent', async () => {
    const { rows } = await t.ownerPool.query(`select broker_reference from policies where id = $1`, [policy]);
    const made = await form({
      id: '',
      broker_reference_number: rows[0].broker_reference,
      claimreserve: '39000000.00',
      data_loss_date: '2026-03-01',
      claim_desc: 'Fire',
    });
    expect(made.body).toMatchObject({ status: 'DRAFT', version: 1 });
    const id = String(made.body.id);
    const changed = await form({ id, claimreserve: '40000000.00' });
    expect(changed.body).toMatchObject({ id: made.body.id, version: 2 });
    expect(await read(made.body.id)).toMatchObject({
      broker_reference_number: rows[0].broker_reference,
      claimreserve: '40000000.00',
      data_loss_date: '2026-03-01',
      claim_desc: 'Fire',
    });
  });

  test('another share without its reason is kept with a warning, and submitted once the reason is there', async () => {
    const { rows } = await t.ownerPool.query(`select broker_reference from policies where id = $1`, [policy]);
    const sent = { broker_reference_number: rows[0].broker_reference, data_loss_date: '2026-03-01' };
    const made = await form({ ...sent, claimreserve: '1000.00', claim_share: '50' });
    const why = 'The lines at the date of loss make 60%. Say why it is another share.';
    expect([made.status, made.body.warnings[0]]).toEqual([200, why]);
    const id = String(made.body.id);
    expect(await read(made.body.id)).toMatchObject({ claim_share: '50', share_reason: '' });
    const submit = () => t.call('claims.nbo', `PUT ${CLAIM}/submit/${id}`);
    expect(faults(await submit())).toEqual([['share_reason', why]]);
    const reasoned = await form({ id, share_reason: 'Agreed with the cedant' });
    expect(reasoned.body.warnings).not.toContain(why);
    expect(await read(made.body.id)).toMatchObject({ claim_share: '50', share_reason: 'Agreed with the cedant' });
    expect((await submit()).body.status).toBe('PENDING');
  });

  test('a claim in another currency sends its rate', async () => {
    const { rows } = await t.ownerPool.query(`select broker_reference from policies where id = $1`, [policy]);
    const sent = { broker_reference_number: rows[0].broker_reference, data_loss_date: '2026-03-01', currency: 'USD' };
    const dollars = { ...sent, claimreserve: '1000.00' };
    expect(faults(await form(dollars))).toEqual([['exchange_rate', 'Enter the rate of USD to KES.']]);
    expect((await form({ ...dollars, exchange_rate: '0' })).status).toBe(400);
    const made = await form({ ...dollars, exchange_rate: '129.5' });
    expect(await read(made.body.id)).toMatchObject({ currency: 'USD', exchange_rate: '129.5' });
  });

  test('what cannot be read gives the field’s message', async () => {
    const { rows } = await t.ownerPool.query(`select broker_reference from policies where id = $1`, [policy]);
    const named = { broker_reference_number: rows[0].broker_reference, data_loss_date: '2026-03-01' };
    expect(faults(await form({ ...named, claimreserve: 'abc' }))).toEqual([
      ['claimreserve', 'Write it in digits, with a point before decimals, as 281250.00.'],
    ]);
    expect(faults(await form({ broker_reference_number: 'NBO/FAC/1', data_loss_date: 'soon' }))).toEqual([
      ['data_loss_date', 'Enter the date of loss.'],
    ]);
    expect(faults(await form({ broker_reference_number: 'NBO/FAC/1', data_loss_date: '2026-03-01' }))).toEqual([
      ['broker_reference_number', 'Enter the broker reference of an approved policy.'],
    ]);
    expect((await form({ id: '99999', claimreserve: '1' })).status).toBe(404);
  });
});

describe('disabling', () => {
  const disable = (id: number, who: string, body?: Record<string, unknown>) =>
    t.call(who, `DELETE ${CLAIM}/${id}`, body ? { body } : {});

  test('a manager disables an approved claim of which nothing was called, with a reason', async () => {
    const id = await approvedClaim(t, book, { policy });
    expect((await disable(id, 'claims.nbo')).status).toBe(403);
    expect(faults(await disable(id, 'manager.nbo'))).toEqual([['reason', 'Say why it is disabled.']]);
    expect((await disable(id, 'root', { reason: 'Notified twice' })).body.status).toBe('DISABLED');
  });

  test('one that was called is closed by a movement', async () => {
    const id = await approvedClaim(t, book, { policy });
    await approvedMovement(t, id);
    const reply = await disable(id, 'root', { reason: 'Notified twice' });
    expect([reply.status, reply.body.title]).toEqual([
      409,
      'Something was called of this claim: close it by a movement.',
    ]);
  });
});

test('what is known of an approved loss is completed without a decision', async () => {
  const id = await approvedClaim(t, book, { policy });
  const { version } = await read(id);
  const body = {
    id,
    version,
    cause: 'Electrical',
    experts: [{ role: 'ADJUSTER', name: 'Crawford', fee: '500000.00' }],
  };
  expect((await t.call('claims.nbo', `PUT ${CLAIM}/amend`, { body })).body).toMatchObject({ status: 'APPROVED' });
  expect(await read(id)).toMatchObject({ cause: 'Electrical', experts: [{ name: 'Crawford', fee: '500000.00' }] });
  expect((await t.call('claims.nbo', `PUT ${CLAIM}/amend`, { body })).status).toBe(409);
});

test('colleagues are those of the branch, by name', async () => {
  const named = async (who: string, searchValue: string) => {
    const { body } = await t.call(who, `GET ${CLAIM}/colleagues`, { query: { searchValue } });
    return body.map((one: { id: number }) => one.id);
  };
  expect(await named('claims.nbo', 'manager.nbo')).toEqual([await userId(t, 'manager.nbo')]);
  expect(await named('claims.nbo', 'claims.lon')).toEqual([]);
  expect(await named('claims.lon', 'claims.lon')).toEqual([await userId(t, 'claims.lon')]);
  expect((await t.call('cashier.nbo', `GET ${CLAIM}/colleagues`)).status).toBe(403);
});

test('the diary puts a day before a colleague of the branch', async () => {
  const id = await approvedClaim(t, book, { policy });
  const note = { claim: id, due_on: '2026-03-09', text: 'Ask the adjuster', colleague: await userId(t, 'manager.nbo') };
  const { body: made } = await t.call('claims.nbo', `POST ${CLAIM}/diary`, { body: note });
  expect(made).toMatchObject({ due_on: '2026-03-09', done_at: null });
  const foreign = { ...note, colleague: await userId(t, 'claims.lon') };
  expect(faults(await t.call('claims.nbo', `POST ${CLAIM}/diary`, { body: foreign }))).toEqual([
    ['colleague', 'Choose an active colleague of this branch.'],
  ]);
  const { body: done } = await t.call('claims.nbo', `PUT ${CLAIM}/diary/done`, { body: { id: made.id } });
  expect(done.done_by).toMatchObject({ id: await userId(t, 'claims.nbo') });
  expect((await t.call('claims.nbo', `PUT ${CLAIM}/diary/done`, { body: { id: made.id } })).status).toBe(409);
});

test('lists, lookups and search find a claim by its number, policy, parties and stage', async () => {
  const id = await approvedClaim(t, book, { policy, cedantclaimnumber: 'ZEBRA/77' });
  const { number } = await read(id);
  const ids = async (query: string) =>
    (await t.call('manager.nbo', `GET ${CLAIM}/items?${query}`)).body.data.map((row: { id: number }) => row.id);
  for (const query of [
    'searchValue=zebra/77',
    `searchValue=${number}`,
    'searchValue=zebra&stage=NOTIFIED&size=23400000',
  ])
    expect(await ids(query)).toEqual([id]);
  for (const query of [
    'searchValue=zebra&stage=CALLED',
    'searchValue=zebra&size=23400000.01',
    'searchValue=zebra&age=1',
  ])
    expect(await ids(query)).toEqual([]);
  expect(
    await ids(`searchValue=zebra&security=${book.a}&reinsured=${book.reinsured}&cover_type=${book.coverType}`),
  ).toEqual([id]);
  const { body: approved } = await t.call('claims.nbo', `GET ${CLAIM}/findAllApproved?searchValue=zebra`);
  expect(approved).toMatchObject([{ id, name: number }]);
  const { body: policies } = await t.call('claims.nbo', `GET ${CLAIM}/policies?searchValue=Kisumu`);
  expect(policies.map((one: { id: number }) => one.id)).toContain(policy);
  const { body: hits } = await t.call('claims.nbo', 'GET /api/sca/v1/aggregate/search?searchValue=zebra');
  expect(hits).toMatchObject([{ kind: 'claim', id }]);
});

describe('what a policy says of its claims', () => {
  const POLICY = '/api/sca/v1/underwriting';
  const claimTerms = { limit_basis: 'AGGREGATE', notification_days: 14, cash_loss_limit: '5000000.00' };

  test('is kept with it, stays when an edit does not send it, and is refused where it is wrong', async () => {
    const body = examplePolicy(book, { claim_terms: claimTerms });
    const { id } = (await t.call('underwriter.nbo', `POST ${POLICY}/save`, { body })).body;
    const shown = async () => (await t.call('underwriter.nbo', `GET ${POLICY}/${id}`)).body.claim_terms;
    expect(await shown()).toMatchObject({ ...claimTerms, cover_trigger: 'OCCURRENCE', reinstatement_percent: null });
    const edit = { ...examplePolicy(book), id, version: 1 };
    expect((await t.call('underwriter.nbo', `PUT ${POLICY}/edit`, { body: edit })).status).toBe(200);
    expect(await shown()).toMatchObject(claimTerms);
    const wrong = { ...edit, version: 2, claim_terms: { retroactive_on: '2025-01-01' } };
    expect(faults(await t.call('underwriter.nbo', `PUT ${POLICY}/edit`, { body: wrong }))).toEqual([
      ['claim_terms.retroactive_on', 'Only a claims-made policy has a retroactive date.'],
    ]);
  });

  test('holds its claims together, hurries large calls, and warns of late notice', async () => {
    const own = await approvedPolicy(t, book, { claim_terms: claimTerms });
    const first = await approvedClaim(t, book, { policy: own, claimreserve: '400000000.00' });
    const call = await approvedMovement(t, first, { amount: '6000000.00' });
    expect((await t.call('manager.nbo', `GET ${CLAIM}/movement/${call}`)).body.due_on).toBe('2026-03-17');
    const second = await save({ policy: own, claimreserve: '150000000.00', data_loss_date: '2026-02-01' });
    expect(second.body.warnings).toEqual([
      'Date of loss is outside the period of insurance.',
      'Notified 29 days after the loss; the policy allows 14.',
      'Reserve exceeds the sum insured: other claims leave KES 100,000,000.00 of it.',
    ]);
  });
});

test('a claim is found by its class and by its event, that of a draft and that of one which is amended', async () => {
  const event = { name: 'Flood of Nyando', first_day: '2026-03-01', last_day: '2026-03-02' };
  const { body: flood } = await t.call('claims.nbo', `POST ${CLAIM}/event/save`, { body: event });
  const id = await approvedClaim(t, book, { policy, claim_desc: 'Yellow submarine' });
  const found = async (searchValue: string, list = 'items') =>
    (await t.call('manager.nbo', `GET ${CLAIM}/${list}`, { query: { searchValue, length: '500' } })).body.data.map(
      (row: { id: number }) => row.id,
    );
  for (const list of ['items', 'claimreport']) {
    expect(await found('TEST class', list), list).toContain(id);
    expect(await found('flood of nyando', list), list).not.toContain(id);
  }
  const { version } = await read(id);
  const body = { id, version, event: flood.id, claim_desc: 'Yellow submarine' };
  expect((await t.call('claims.nbo', `PUT ${CLAIM}/amend`, { body })).status).toBe(200);
  for (const list of ['items', 'claimreport']) expect(await found('flood of nyando', list), list).toEqual([id]);
});
