import { expect, test } from 'vitest';
import { approvedPolicy, type Book } from '../../testing/factories.ts';
import { someoneWaits } from '../../testing/lock-wait.ts';
import { together, type TestApp } from '../../testing/testApp.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { approvedClaim, CLAIM } from '../claims/claims.factories.ts';
import { debitNoteOf } from '../receipts/receipts.factories.ts';
import { voucherCalls } from './vouchers.factories.ts';

let t: TestApp;
let book: Book;
let policy: number;
together(
  ownBooks(
    async (app, own) => {
      [t, book] = [app, own];
      policy = await approvedPolicy(t, book);
    },
    { look: expectBalanced },
  ),
);

const { savePremium, saveOther, submit, decide, pay, reverse, through } = voucherCalls(() => t);
/** Security A is to be paid before anything came in. */
const drafted = async (): Promise<number> => (await savePremium(book.a, '218750.00', { override: true })).body.id;
const disable = () =>
  t.call('root', `DELETE /api/sca/v1/underwriting/${policy}`, { body: { reason: 'Entered twice' } });

test('a draft that pays ahead of a policy that was disabled since, or makes good for it, is not submitted', async () => {
  const { id: note } = await debitNoteOf(t, policy);
  const ahead = await drafted();
  const good = (await saveOther({ kind: 'MAKE_GOOD', amount: '1000.00', note })).body.id;
  expect((await disable()).body.status).toBe('DISABLED');
  for (const voucher of [ahead, good]) {
    const refused = await submit(voucher);
    expect([refused.status, refused.body.title]).toEqual([
      409,
      'This is for a note that was taken back: paying it is not possible.',
    ]);
  }
});

test('what is approved to be made good for a policy that was disabled since is not paid', async () => {
  const { id: note } = await debitNoteOf(t, policy);
  const { id } = (await saveOther({ kind: 'MAKE_GOOD', amount: '1000.00', note })).body;
  await submit(id);
  await decide(id);
  expect((await disable()).body.status).toBe('DISABLED');
  expect([(await pay(id)).body.code, (await reverse(id, 3)).body.status]).toEqual(['WRONG_STATE', 'REVERSED']);
});

test('a policy is not disabled under a voucher that is submitted at the same moment', async () => {
  const voucher = await drafted();
  const { id: note } = await debitNoteOf(t, policy);
  const other = await t.ownerPool.connect();
  await other.query('begin');
  await other.query('select id from notes where id = $1 for update', [note]);
  const submitted = submit(voucher);
  await someoneWaits(t);
  const disabled = disable();
  await someoneWaits(t, 2);
  await other.query('commit');
  other.release();
  expect((await submitted).body.status).toBe('PENDING');
  expect([(await disabled).status, (await disabled).body.code]).toEqual([409, 'CANCEL_BY_ENDORSEMENT']);
});

test('what was made good for a policy that was disabled since is drawn back; nothing more is made good for it', async () => {
  const { id: note } = await debitNoteOf(t, policy);
  const of = (kind: string) => saveOther({ kind, amount: '1000.00', note });
  expect((await through(await of('MAKE_GOOD'))).body.status).toBe('PAID');
  expect((await disable()).body.status).toBe('DISABLED');
  expect((await of('MAKE_GOOD')).body.errors).toEqual([{ field: 'note', message: 'Choose one from the list.' }]);
  expect((await through(await of('DRAW_BACK'))).body.status).toBe('PAID');
  const money = await t.call('accountant.nbo', 'GET /api/sca/v1/clientmoney/items');
  expect(money.body.data).toEqual([]);
});

test('what was made good for a claim that was disabled since is drawn back; nothing more is made good for it', async () => {
  const claim = await approvedClaim(t, book, { policy });
  const of = (kind: string) => saveOther({ kind, amount: '1000.00', claim });
  expect((await through(await of('MAKE_GOOD'))).body.status).toBe('PAID');
  const waiting = (await of('MAKE_GOOD')).body.id;
  const gone = await t.call('manager.nbo', `DELETE ${CLAIM}/${claim}`, { body: { reason: 'Entered twice' } });
  expect(gone.body.status).toBe('DISABLED');
  expect((await submit(waiting)).body.title).toBe(
    'This is for a claim that was taken back: paying it is not possible.',
  );
  expect((await of('MAKE_GOOD')).body.errors).toEqual([{ field: 'claim', message: 'Choose an approved claim.' }]);
  expect((await through(await of('DRAW_BACK'))).body.status).toBe('PAID');
  const money = await t.call('accountant.nbo', 'GET /api/sca/v1/clientmoney/items');
  expect(money.body.data).toEqual([]);
});
