import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, type Book, makeBook, userId } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, approvedMovement, CLAIM, MOVEMENT } from './claims.factories.ts';

let t: TestApp;
let book: Book;
let claim: number;
let call: number;
const GENERATE = `GET ${CLAIM}/generateinvoice` as const;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  claim = await approvedClaim(t, book);
  call = await approvedMovement(t, claim);
});
afterAll(() => t?.close());

const generate = (query: Record<string, string | number>, who = 'claims.nbo') => t.call(who, GENERATE, { query });

test('one invoice of each security, and the same ones again', async () => {
  const made = await generate({ id: claim });
  expect(made.body.map((one: { kind: string; number: string }) => [one.kind, one.number.slice(0, 13)])).toEqual(
    Array.from({ length: 3 }, () => ['claim-invoice', 'INV/NBO/2026/']),
  );
  expect((await generate({ id: claim })).body).toEqual(made.body);
  expect((await generate({ movement: call, security: 'Security B' })).body).toEqual([made.body[1]]);
  const { body } = await t.call('manager.nbo', `GET ${CLAIM}/${claim}`);
  expect(body.notes.map((note: { document: number }) => note.document)).toEqual(
    made.body.map((one: { id: number }) => one.id),
  );
});

test('the claim is found by the policy’s or its own reference and the date of loss; several are listed', async () => {
  const policy = await approvedPolicy(t, book);
  const first = await approvedClaim(t, book, { policy });
  await approvedMovement(t, first);
  const { rows } = await t.ownerPool.query(`select broker_reference from policies where id = $1`, [policy]);
  const brokerref = rows[0].broker_reference;
  const found = await generate({ brokerref, lossdate: '2026-03-02', security: book.a });
  expect(found.body).toHaveLength(1);
  const unread: Record<string, string>[] = [{}, { lossdate: '' }, { lossdate: 'garbage' }];
  for (const sent of unread) {
    const { status, body } = await generate({ brokerref, ...sent });
    expect([status, body.errors]).toEqual([400, [{ field: 'lossdate', message: 'Enter the date of loss.' }]]);
  }
  await approvedClaim(t, book, { policy });
  const several = await generate({ brokerref, lossdate: '2026-03-02' });
  expect([several.status, several.body.title]).toEqual([
    409,
    expect.stringMatching(/^Several claims match: NBO\/CL\//),
  ]);
});

test.each([
  [{ claimreserve: '39000000', claimshare: '60.0', currency: 'kes', lossdate: '2026-03-02', premium: '1250000' }, 200],
  [{ security: 'Security A', share: '25', brokerage: '5' }, 200],
  [{ security: 'Security A', share: '20' }, 409],
  [{ claimreserve: '38999999.99' }, 409],
  [{ description: 'Flood' }, 409],
  [{ security: 'Security X' }, 409],
])('what is sent must be what was booked: %o', async (query, status) => {
  expect((await generate({ id: claim, ...query })).status).toBe(status);
});

test('nothing is made of a claim that was not called, for another user, in another branch, in advance', async () => {
  const uncalled = await approvedClaim(t, book);
  expect((await generate({ id: uncalled })).body.title).toBe('Nothing was called of this claim yet.');
  expect((await generate({ id: claim, userId: await userId(t, 'root') })).status).toBe(403);
  expect((await generate({ id: claim }, 'claims.lon')).status).toBe(404);
  expect((await generate({ id: claim }, 'underwriter.nbo')).status).toBe(403);
  const sent: Record<string, string>[] = [{ 'sec-purpose': 'prefetch' }, { 'sec-fetch-site': 'cross-site' }];
  for (const headers of sent)
    expect((await t.call('claims.nbo', GENERATE, { query: { id: claim }, headers })).status).toBe(403);
});

test('a date of loss that cannot be read is none that was sent', async () => {
  const one = { id: claim, security: book.c };
  expect((await generate({ ...one, lossdate: 'garbage' })).body).toEqual((await generate(one)).body);
  expect((await generate({ ...one, lossdate: '2020-01-01' })).status).toBe(409);
});

test('the paper says what is called of whom', async () => {
  const reply = await t.call('claims.nbo', GENERATE, {
    query: { movement: call, security: book.c },
    headers: { accept: 'application/pdf' },
  });
  const text = readPdfText(reply.bytes);
  for (const words of ['Claim invoice', 'Security C', '1,500,000.00', 'JAI/C/991']) expect(text).toContain(words);
  expect((await t.call('manager.nbo', `GET ${MOVEMENT}/${call}`)).body.notes).toHaveLength(3);
});
