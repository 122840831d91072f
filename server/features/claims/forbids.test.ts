import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideIn } from '../../testing/decide-record.ts';
import { approvedPolicy, type Book, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
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
afterAll(() => t?.close());

/** An endorsement that is submitted; gives its reply. */
async function submitted(policy: number, changes: Record<string, unknown>) {
  const body = { policy, effective_date: '2026-03-02', description: 'As agreed with the reinsured', ...changes };
  const saved = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/endorsement', { body });
  expect([saved.status, saved.body]).toMatchObject([200, {}]);
  const reply = await t.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${saved.body.id}`);
  return { id: saved.body.id as number, reply };
}
const approve = (id: number, reason?: string) =>
  decideIn(t)('manager.nbo', `PUT /api/sca/v1/endorsement/approve/${id}/APPROVED`, {
    body: reason === undefined ? {} : { reason },
  });

test('premium is given back on an open claim for a reason alone, which the preview asks for', async () => {
  const policy = await approvedPolicy(t, book);
  await approvedClaim(t, book, { policy });
  const { id } = await submitted(policy, { endorsementtype: 'RP', premium: '1000.00' });
  const { body: preview } = await t.call('manager.nbo', `GET /api/sca/v1/endorsement/preview/${id}`);
  expect(preview.reason_needed).toMatch(/^NBO\/CL\/2026\/\d+ is open: say why premium is given back\.$/);
  expect((await approve(id)).body.errors).toEqual([{ field: 'reason', message: preview.reason_needed }]);
  expect((await approve(id, 'Stock was sold before the loss')).body.status).toBe('APPROVED');
});

test('once something was called the policy is neither cancelled from its first day nor re-divided before the loss', async () => {
  const policy = await approvedPolicy(t, book);
  const claim = await approvedClaim(t, book, { policy });
  const panel = [
    { security: book.a, share: '35' },
    { security: book.b, share: '25' },
  ];
  const flat = await submitted(policy, { endorsementtype: 'CANCEL_FLAT', effective_date: '2026-03-01' });
  const sec = await submitted(policy, { endorsementtype: 'SEC', securities: panel });
  expect([flat.reply.status, sec.reply.status]).toEqual([200, 200]);
  await approvedMovement(t, claim);
  for (const { id } of [flat, sec]) {
    const refused = await approve(id, 'As agreed');
    expect([refused.status, refused.body.title]).toEqual([409, expect.stringMatching(/was called/)]);
  }
  const later = await submitted(policy, { endorsementtype: 'SEC', securities: panel, effective_date: '2026-03-03' });
  expect((await approve(later.id)).body.status).toBe('APPROVED');
  const disabled = await t.call('root', `DELETE /api/sca/v1/underwriting/${policy}`, { body: { reason: 'Twice' } });
  expect([disabled.status, disabled.body.title]).toEqual([
    409,
    expect.stringMatching(/was called: the policy cannot be/),
  ]);
});

test('nothing is called of a policy that was disabled; its claim is closed', async () => {
  const policy = await approvedPolicy(t, book);
  const claim = await approvedClaim(t, book, { policy });
  const call = await pendingMovement(t, claim);
  const gone = await t.call('root', `DELETE /api/sca/v1/underwriting/${policy}`, { body: { reason: 'Twice' } });
  expect(gone.body.status).toBe('DISABLED');
  const errors = [{ field: 'type', message: 'The policy was disabled: nothing is called or recovered any more.' }];
  const refused = [
    await approveMovement(t, call),
    ...(await Promise.all(
      ['CALL', 'FEE', 'FINAL'].map((type) =>
        t.call('claims.nbo', `POST ${MOVEMENT}/save`, { body: exampleMovement(claim, { type }) }),
      ),
    )),
  ];
  for (const { status, body } of refused) expect([status, body.errors]).toEqual([400, errors]);
  await approvedMovement(t, claim, { type: 'CLOSE', amount: undefined });
  const { rows } = await t.ownerPool.query('select 1 from notes where claim_id = $1', [claim]);
  expect(rows).toEqual([]);
});

test('a change of securities before a loss of which nothing was called moves what its event costs each of them', async () => {
  const policy = await approvedPolicy(t, book);
  const event = { name: 'Long rains flood', first_day: '2026-03-02' };
  const { id } = (await t.call('claims.nbo', `POST ${CLAIM}/event/save`, { body: event })).body;
  await approvedClaim(t, book, { policy, event: id });
  const shares = async () =>
    (await t.call('claims.nbo', `GET ${CLAIM}/event/${id}`)).body.securities.map(
      (one: { security: { id: number }; incurred: string }) => [one.security.id, one.incurred],
    );
  expect(await shares()).toEqual([
    [book.a, '9750000.00'],
    [book.b, '7800000.00'],
    [book.c, '5850000.00'],
  ]);
  const securities = [
    { security: book.a, share: '35' },
    { security: book.b, share: '25' },
  ];
  const sec = await submitted(policy, { endorsementtype: 'SEC', securities });
  expect((await approve(sec.id)).body.status).toBe('APPROVED');
  expect(await shares()).toEqual([
    [book.a, '13650000.00'],
    [book.b, '9750000.00'],
  ]);
});

test('two securities of one claim are not merged', async () => {
  const policy = await approvedPolicy(t, book);
  const claim = await approvedClaim(t, book, { policy });
  const movement = await approvedMovement(t, claim);
  const { a: once } = await makeBook(t, ' Two');
  const at = `/api/sca/v1/securities/${once}/merge?into=${book.a}`;
  expect((await t.call('root', `GET ${at}`)).body.why_not).toBeNull();
  await t.ownerPool.query(
    `insert into claim_agreements (branch_id, movement_id, security_id, required)
     select branch_id, id, $2, false from movements where id = $1`,
    [movement, once],
  );
  expect((await t.call('root', `GET ${at}`)).body.why_not).toMatch(/^Both are on NBO\/CL\/2026\/\d+\. /);
});
