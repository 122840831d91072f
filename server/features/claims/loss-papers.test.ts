import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Book, makeBook } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, approvedMovement, CLAIM } from './claims.factories.ts';

let t: TestApp;
let book: Book;
let claim: number;

type Paper = { id: number; kind: string; number: string; version: number };
const make = (what: string, query: Record<string, string | number>, who = 'claims.nbo') =>
  t.call(who, `PUT ${CLAIM}/${what}`, { query });
const textOf = async (what: string, query: Record<string, string | number>) => {
  const reply = await t.call('claims.nbo', `PUT ${CLAIM}/${what}`, { query, headers: { accept: 'application/pdf' } });
  return readPdfText(reply.bytes).replace(/\s+/g, ' ');
};
const advisedOf = async (id: number): Promise<string | null> =>
  (await t.ownerPool.query(`select advised::text from claims where id = $1`, [id])).rows[0].advised;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  claim = await approvedClaim(t, book, { experts: [{ role: 'ADJUSTER', name: 'Upesi Adjusters', reference: 'U/1' }] });
});
afterAll(() => t?.close());

describe('loss advice', () => {
  test('one to each security with its share of the estimate; the same again is the same', async () => {
    const made = await make('lossadvice', { id: claim });
    expect(made.body.map((one: Paper) => one.kind)).toEqual(['loss-advice', 'loss-advice', 'loss-advice']);
    expect((await make('lossadvice', { id: claim })).body).toEqual(made.body);
    expect((await make('lossadvice', { id: claim, security: 'Security B' })).body).toEqual([made.body[1]]);
    const text = await textOf('lossadvice', { id: claim, security: book.c });
    for (const words of ['Security C', '5,850,000.00', '23,400,000.00', '39,000,000.00', 'Upesi Adjusters'])
      expect(text).toContain(words);
  });

  test('when the estimate moves a new one takes its place', async () => {
    const [before] = (await make('lossadvice', { id: claim, security: book.a })).body;
    await approvedMovement(t, claim, { type: 'RESERVE', amount: '42000000.00' });
    const [after] = (await make('lossadvice', { id: claim, security: book.a })).body;
    expect(after.number).not.toBe(before.number);
    const { body: listed } = await t.call('manager.nbo', 'GET /api/sca/v1/document/items', {
      query: { record_kind: 'claim', record_id: claim },
    });
    const replaced = listed.find((one: Paper & { replaced_by: string | null }) => one.id === before.id);
    expect(replaced.replaced_by).toBe(after.number);
  });

  test('of a large loss they count as advised, so that the next advice is due at a rise by 25 %', async () => {
    const large = await approvedClaim(t, book, { claimreserve: '2000000.00' });
    await make('lossadvice', { id: large });
    expect(await advisedOf(large)).toBeNull();
    await t.ownerPool.query(`update cover_types set large_loss_from = 100000000 where id = $1`, [book.coverType]);
    await make('lossadvice', { id: large, security: book.a });
    expect(await advisedOf(large)).toBeNull();
    await make('lossadvice', { id: large });
    expect(await advisedOf(large)).toBe('200000000');
    await approvedMovement(t, large, { type: 'RESERVE', amount: '2400000.00' });
    await make('lossadvice', { id: large });
    expect(await advisedOf(large)).toBe('200000000');
    await approvedMovement(t, large, { type: 'RESERVE', amount: '2500000.00' });
    await make('lossadvice', { id: large });
    expect(await advisedOf(large)).toBe('250000000');
  });

  test('a security without a line is refused, and a claim that is not approved', async () => {
    expect((await make('lossadvice', { id: claim, security: 'Security X' })).status).toBe(409);
    const saved = await t.call('claims.nbo', `POST ${CLAIM}/save`, {
      body: {
        policy: (await t.call('manager.nbo', `GET ${CLAIM}/${claim}`)).body.policy.id,
        claimreserve: '1.00',
        data_loss_date: '2026-03-02',
      },
    });
    expect((await make('lossadvice', { id: saved.body.id })).status).toBe(409);
    expect((await make('statement', { id: saved.body.id })).status).toBe(409);
  });
});

describe('what is called', () => {
  test('an invoice says what is called in all, what was called before, and where it is paid to', async () => {
    const own = await approvedClaim(t, book);
    const first = await approvedMovement(t, own);
    const final = await approvedMovement(t, own, { type: 'FINAL', amount: '37000000.01' });
    const invoice = async (movement: number) => {
      const reply = await t.call('claims.nbo', `GET ${CLAIM}/generateinvoice`, {
        query: { movement, security: book.a },
        headers: { accept: 'application/pdf' },
      });
      return readPdfText(reply.bytes).replace(/\s+/g, ' ');
    };
    const [early, late] = [await invoice(first), await invoice(final)];
    for (const words of ['Your share of the cash call', '25% of 10,000,000.00', '2,500,000.00'])
      expect(early).toContain(words);
    expect(early).not.toContain('called before');
    for (const words of ['25% of 37,000,000.01', '9,250,000.01', '−2,500,000.00', '6,750,000.01'])
      expect(late).toContain(words);
  });

  test('a fee and an ex gratia payment are called by themselves', async () => {
    const own = await approvedClaim(t, book);
    await approvedMovement(t, own);
    const fee = await approvedMovement(t, own, { type: 'FEE', amount: '500000.00', payee: 'Upesi Adjusters' });
    const gratia = await approvedMovement(t, own, { amount: '1000000.00', ex_gratia: true, agreed: [book.a] });
    const invoice = async (movement: number) => {
      const reply = await t.call('claims.nbo', `GET ${CLAIM}/generateinvoice`, {
        query: { movement, security: book.a },
        headers: { accept: 'application/pdf' },
      });
      return readPdfText(reply.bytes).replace(/\s+/g, ' ');
    };
    const text = await invoice(fee);
    for (const words of ['Your share of the fee', '25% of 500,000.00', '125,000.00', 'Upesi Adjusters'])
      expect(text).toContain(words);
    expect(await invoice(gratia)).toContain('Your share of the ex gratia payment');
  });
});

describe('salvage note and claim statement', () => {
  test('what was recovered, shared as the loss was borne, less what is set against open invoices', async () => {
    const own = await approvedClaim(t, book);
    expect((await make('salvagenote', { id: own })).body.title).toBe('Nothing was recovered on this claim yet.');
    await approvedMovement(t, own);
    await approvedMovement(t, own, { type: 'SALVAGE', amount: '5000000.00', reason: 'Scrap sold' });
    const made = await make('salvagenote', { id: own });
    expect(made.body).toHaveLength(1);
    expect((await make('salvagenote', { id: own })).body).toEqual(made.body);
    const text = await textOf('salvagenote', { id: own });
    for (const words of ['Salvage note', '3,000,000.00', '1,250,000.00', 'Set against', 'Scrap sold'])
      expect(text).toContain(words);
  });

  test('a statement is made anew when the claim moves', async () => {
    const own = await approvedClaim(t, book);
    const first = (await make('statement', { id: own })).body;
    expect((await make('statement', { id: own })).body).toEqual(first);
    await approvedMovement(t, own);
    const second = (await make('statement', { id: own })).body;
    expect(second.number).not.toBe(first.number);
    const text = await textOf('statement', { id: own });
    for (const words of ['Cash call', '6,000,000.00', '2,500,000.00', 'Savannah Insurance'])
      expect(text).toContain(words);
  });

  test('a final settlement is shown with what it called, at 100% and of the order, so that calls add up', async () => {
    const own = await approvedClaim(t, book);
    await approvedMovement(t, own);
    await approvedMovement(t, own, { type: 'FINAL', amount: '37000000.01', reason: 'Agreed' });
    const text = await textOf('statement', { id: own });
    // With the 10,000,000.00 of the cash call, 37,000,000.01; of the order, 60%, with 6,000,000.00 22,200,000.01.
    expect(text).toContain('Final settlement Agreed 27,000,000.01 16,200,000.01');
  });

  test('they are found by who may see the claim, replaced for a reason, and void with it', async () => {
    const own = await approvedClaim(t, book);
    const paper = (await make('statement', { id: own })).body;
    expect((await make('statement', { id: own }, 'claims.lon')).status).toBe(404);
    expect((await make('statement', { id: own }, 'underwriter.nbo')).status).toBe(403);
    const replaced = await t.call('claims.nbo', 'PUT /api/sca/v1/document/supersede', {
      body: { id: paper.id, reason: 'Letterhead changed' },
    });
    expect(replaced.body).toMatchObject({ kind: 'claim-statement', number: paper.number });
    const { rows } = await t.ownerPool.query(`select code from documents where id = $1`, [replaced.body.id]);
    const verify = async () => (await t.call(null, `GET /api/sca/v1/document/verify/${rows[0].code}`)).body.status;
    expect(await verify()).toBe('ISSUED');
    const { version } = (await t.call('manager.nbo', `GET ${CLAIM}/${own}`)).body;
    await t.call('manager.nbo', `DELETE ${CLAIM}/${own}`, { query: { reason: 'Notified twice' }, body: { version } });
    expect(await verify()).toBe('VOID');
  });
});
