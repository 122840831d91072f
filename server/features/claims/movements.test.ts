import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { approvedPolicy, type Book, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { discrepancies } from '../receipts/receipts.factories.ts';
import {
  approvedClaim,
  approvedMovement,
  approveMovement,
  CLAIM,
  exampleMovement,
  MOVEMENT,
  pendingMovement,
} from './claims.factories.ts';

let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterEach(async () => expect(await discrepancies(t)).toEqual([]));
afterAll(() => t?.close());

const read = async (id: number) => (await t.call('manager.nbo', `GET ${CLAIM}/${id}`)).body;
const save = (claim: number, changes: Record<string, unknown>) =>
  t.call('claims.nbo', `POST ${MOVEMENT}/save`, { body: exampleMovement(claim, changes) });
const effect = async (claim: number, changes: Record<string, unknown> = {}) =>
  (await t.call('claims.nbo', `POST ${MOVEMENT}/effect`, { body: exampleMovement(claim, changes) })).body;
const faults = (body: { errors?: { field: string; message: string }[] }) =>
  (body.errors ?? []).map((one) => [one.field, one.message]);
const partsOf = (shown: { securities: { now: string }[] }) => shown.securities.map((one) => one.now);

async function entriesOf(movement: number) {
  const { rows } = await t.ownerPool.query<{ event: string; lines: [string, string | null, number][] }>(
    `select e.event, json_agg(json_build_array(l.account, p.name, l.amount) order by l.id) as lines
     from journal_entries e join journal_lines l on l.entry_id = e.id left join parties p on p.id = l.party_id
     where e.source_kind = 'movement' and e.source_id = $1 group by e.id order by e.id`,
    [movement],
  );
  return rows;
}
const [RECOVERABLE, PAYABLE] = [codeOf('CLAIMS_RECOVERABLE'), codeOf('CLAIMS_PAYABLE')];

describe('C2 and C5', () => {
  test('raised, called, invoiced and settled to the cent', async () => {
    const claim = await approvedClaim(t, book);
    await approvedMovement(t, claim, { type: 'RESERVE', amount: '42000000.00', reason: 'Adjuster’s second report' });
    const before = await effect(claim);
    expect(before).toMatchObject({ faults: [], warnings: [], due_on: '2026-04-01', moved: 1, ours: '6000000.00' });
    expect(partsOf(before)).toEqual(['2500000.00', '2000000.00', '1500000.00']);
    expect(before.after.whole).toMatchObject({
      incurred: '42000000.00',
      called: '10000000.00',
      outstanding: '32000000.00',
    });
    const call = await pendingMovement(t, claim);
    const { body: preview } = await t.call('manager.nbo', `GET ${MOVEMENT}/preview/${call}`);
    expect(preview).toMatchObject({ can_decide: true, why_not: null, moved: 1 });
    expect(
      preview.notes.map((note: { kind: string; party: string; amount: string }) => [
        note.kind,
        note.party,
        note.amount,
      ]),
    ).toEqual([
      ['Claim invoice', 'Security A', '2500000.00'],
      ['Claim invoice', 'Security B', '2000000.00'],
      ['Claim invoice', 'Security C', '1500000.00'],
    ]);
    expect((await approveMovement(t, call)).body.status).toBe('APPROVED');
    expect(await entriesOf(call)).toEqual([
      {
        event: 'MOVEMENT_APPROVED',
        lines: [
          [RECOVERABLE, 'Security A', 250_000_000],
          [RECOVERABLE, 'Security B', 200_000_000],
          [RECOVERABLE, 'Security C', 150_000_000],
          [PAYABLE, 'Savannah Insurance', -600_000_000],
        ],
      },
    ]);
    const final = await approvedMovement(t, claim, { type: 'FINAL', amount: '37000000.01' });
    const { body: movement } = await t.call('manager.nbo', `GET ${MOVEMENT}/${final}`);
    expect(partsOf(movement)).toEqual(['6750000.01', '5400000.00', '4050000.00']);
    expect(movement.securities.map((one: { after: string }) => one.after)).toEqual([
      '9250000.01',
      '7400000.00',
      '5550000.00',
    ]);
    const shown = await read(claim);
    expect(shown.figures.incurred).toEqual({ whole: '37000000.01', ours: '22200000.01' });
    expect(shown.figures.outstanding).toEqual({ whole: '0.00', ours: '0.00' });
    expect(shown.stage).toBe('CALLED');
    expect(shown.notes).toHaveLength(6);
    expect(shown.notes[0]).toMatchObject({
      kind: 'Claim invoice',
      number: expect.stringMatching(/^INV\/NBO\/2026\/\d{6}$/),
      outstanding: '2500000.00',
      due_on: '2026-04-01',
    });
  });

  test('each invoice has one part, for the reinsured, and nothing of it is released yet', async () => {
    const claim = await approvedClaim(t, book);
    await approvedMovement(t, claim);
    const { rows } = await t.ownerPool.query(
      `select p.kind, p.party_id, p.amount::text, r.released::text from notes n join note_parts p on p.debit_note_id = n.id
       join part_releases(array(select id from notes where claim_id = $1)) r on r.part_id = p.id where n.claim_id = $1 order by p.id`,
      [claim],
    );
    expect(rows).toEqual(
      ['250000000', '200000000', '150000000'].map((amount) => ({
        kind: 'CLAIM',
        party_id: book.reinsured,
        amount,
        released: '0',
      })),
    );
  });
});

describe('what is refused', () => {
  test.each([
    [
      'C2a',
      { type: 'FINAL', amount: '9999999.99' },
      [['amount', 'Less than was called. What comes back is entered as salvage.']],
    ],
    [
      'C3',
      { amount: '490000000.01' },
      [['amount', 'The limit of the policy leaves KES 500,000,000.00 for this claim.']],
    ],
    ['no amount', { amount: null }, [['amount', 'Amount must be more than 0.']]],
    ['an amount to close', { type: 'CLOSE' }, [['amount', 'Closing has no amount: it leaves what was called.']]],
    ['a day to come', { movement_date: '2026-03-03' }, [['movement_date', 'The date cannot be in the future.']]],
    [
      'a planned day that is over',
      { planned_on: '2026-03-01' },
      [['planned_on', 'The planned day cannot be in the past.']],
    ],
  ])('%s', async (_, changes, expected) => {
    const claim = await approvedClaim(t, book, { claimreserve: '500000000.00' });
    await approvedMovement(t, claim);
    const reply = await save(claim, changes);
    expect([reply.status, faults(reply.body)]).toEqual([400, expected]);
    expect((await effect(claim, changes)).faults.map((one: { message: string }) => one.message)).toEqual(
      expected.map(([, message]) => message),
    );
  });

  test('a claim that is not approved is not moved, a foreign one not found', async () => {
    const { body: draft } = await t.call('claims.nbo', `POST ${CLAIM}/save`, {
      body: { policy: await approvedPolicy(t, book), claimreserve: '1000.00', data_loss_date: '2026-03-02' },
    });
    expect((await save(draft.id, {})).status).toBe(409);
    const reply = await t.call('claims.lon', `POST ${MOVEMENT}/save`, { body: exampleMovement(draft.id) });
    expect(reply.status).toBe(404);
  });

  test('a movement that was approved is not approved again, nor one that the checker saw before another', async () => {
    const claim = await approvedClaim(t, book);
    const [first, second] = [await pendingMovement(t, claim), await pendingMovement(t, claim)];
    const { body: seen } = await t.call('manager.nbo', `GET ${MOVEMENT}/preview/${second}`);
    expect((await approveMovement(t, first)).status).toBe(200);
    expect((await approveMovement(t, first)).body.title).toMatch(/^Already approved by/);
    const stale = { version: seen.version, moved: seen.moved };
    const reply = await t.call('manager.nbo', `PUT ${MOVEMENT}/approve/${second}/APPROVED`, { body: stale });
    expect([reply.status, reply.body.title]).toEqual([409, 'This record changed since you opened it.']);
    expect((await approveMovement(t, second, 'claims.nbo')).status).toBe(403);
  });
});

test('C9: who agrees pays an ex gratia payment, and it is in neither incurred nor called', async () => {
  const claim = await approvedClaim(t, book);
  const agreed = [book.a, book.c];
  const movement = await approvedMovement(t, claim, { amount: '1000000.00', ex_gratia: true, agreed });
  const { body } = await t.call('manager.nbo', `GET ${MOVEMENT}/${movement}`);
  expect(partsOf(body)).toEqual(['250000.00', '150000.00']);
  expect(body.left_with_reinsured).toBe('200000.00');
  const { figures } = await read(claim);
  expect([figures.incurred.ours, figures.called.ours, figures.ex_gratia.ours]).toEqual([
    '23400000.00',
    '0.00',
    '400000.00',
  ]);
});

test('C10: a fee is booked and invoiced apart from the indemnity', async () => {
  const claim = await approvedClaim(t, book);
  const fee = await approvedMovement(t, claim, { type: 'FEE', amount: '500000.00', payee: 'Crawford' });
  const [entry] = await entriesOf(fee);
  expect(entry?.lines.map((line) => line[2])).toEqual([12_500_000, 10_000_000, 7_500_000, -30_000_000]);
  const { figures } = await read(claim);
  expect([figures.called.ours, figures.fees]).toEqual(['0.00', { whole: '500000.00', ours: '300000.00' }]);
});

describe('C11', () => {
  test('salvage is first set against what is not collected, and that part is not paid out', async () => {
    const claim = await approvedClaim(t, book);
    await approvedMovement(t, claim);
    const salvage = await approvedMovement(t, claim, { type: 'SALVAGE', amount: '5000000.00' });
    const [entry, setOff] = await entriesOf(salvage);
    expect(entry?.lines).toEqual([
      [RECOVERABLE, 'Security A', -125_000_000],
      [RECOVERABLE, 'Security B', -100_000_000],
      [RECOVERABLE, 'Security C', -75_000_000],
      [PAYABLE, 'Savannah Insurance', 300_000_000],
    ]);
    expect(setOff?.event).toBe('SALVAGE_SET_OFF');
    const { rows } = await t.ownerPool.query(
      `select n.purpose, n.kind, n.amount - n.settled as open, n.set_off, p.kind as part, p.amount - p.returned as left
       from notes n join note_parts p on p.debit_note_id = n.id where n.claim_id = $1 order by n.id, p.id`,
      [claim],
    );
    expect(rows.map((row) => [row.purpose, row.kind, row.open, row.part, row.left])).toEqual([
      ['CLAIM', 'INV', 125_000_000n, 'CLAIM', 125_000_000n],
      ['CLAIM', 'INV', 100_000_000n, 'CLAIM', 100_000_000n],
      ['CLAIM', 'INV', 75_000_000n, 'CLAIM', 75_000_000n],
      ['SALVAGE', 'DN', 0n, 'SALVAGE', 0n],
      ['SALVAGE', 'DN', 0n, 'SALVAGE', 0n],
      ['SALVAGE', 'DN', 0n, 'SALVAGE', 0n],
    ]);
    const { figures, stage } = await read(claim);
    expect([figures.called.ours, figures.incurred.ours, figures.salvage.ours, figures.collected, stage]).toEqual([
      '6000000.00',
      '23400000.00',
      '3000000.00',
      '0.00',
      'CALLED',
    ]);
  });
});

test('a claim is closed to what was called, refuses more, and is opened again', async () => {
  const claim = await approvedClaim(t, book);
  await approvedMovement(t, claim);
  await approvedMovement(t, claim, { type: 'CLOSE', amount: null, reason: 'Settled' });
  expect(await read(claim)).toMatchObject({ stage: 'CLOSED', closed_on: '2026-03-02' });
  expect(faults((await save(claim, {})).body)).toEqual([['type', 'This claim is closed. Reopen it first.']]);
  await approvedMovement(t, claim, { type: 'REOPEN', amount: '12000000.00', reason: 'Second fire pump' });
  const shown = await read(claim);
  expect(shown).toMatchObject({ stage: 'CALLED', closed_on: null });
  expect(shown.figures.outstanding.whole).toBe('2000000.00');
  expect(shown.movements.map((one: { type: string }) => one.type)).toEqual(['CALL', 'CLOSE', 'REOPEN']);
});

test('a draft movement is edited, withdrawn and disabled', async () => {
  const claim = await approvedClaim(t, book);
  const { body: saved } = await save(claim, {});
  expect(saved.number).toMatch(/^NBO\/CL\/2026\/\d{6}\/M1$/);
  const edit = { ...exampleMovement(claim, { amount: '1000000.00' }), id: saved.id, version: 1 };
  expect((await t.call('claims.nbo', `PUT ${MOVEMENT}/edit`, { body: edit })).body.version).toBe(2);
  expect((await t.call('claims.nbo', `PUT ${MOVEMENT}/edit`, { body: edit })).status).toBe(409);
  expect((await t.call('claims.nbo', `PUT ${MOVEMENT}/submit/${saved.id}`)).body.status).toBe('PENDING');
  expect((await t.call('claims.nbo', `PUT ${MOVEMENT}/withdraw/${saved.id}`)).body.status).toBe('DRAFT');
  expect((await t.call('claims.nbo', `DELETE ${MOVEMENT}/${saved.id}`)).body.status).toBe('DISABLED');
  expect((await read(claim)).figures.called.whole).toBe('0.00');
});

test('many who approve movements of one claim at once, one of them twice: each is booked once, on what the last one left', async () => {
  const claim = await approvedClaim(t, book);
  const calls: number[] = [];
  for (let count = 0; count < 6; count += 1) calls.push(await pendingMovement(t, claim, { amount: '0.01' }));
  const [first = 0] = calls;
  const replies = await Promise.all([approveMovement(t, first, 'root'), ...calls.map((id) => approveMovement(t, id))]);
  expect(replies.map((one) => one.status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 409]);
  const { figures } = await read(claim);
  // Six cents at 60 % are four of ours, whichever came first.
  expect(figures.called).toEqual({ whole: '0.06', ours: '0.04' });
});
