import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { debitNoteOf } from '../receipts/receipts.factories.ts';
import { ADJ, adjustmentCalls } from './adjustments.factories.ts';

let t: TestApp;
let book: Book;
const { through } = adjustmentCalls(() => t);

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(
    `with t as (insert into taxes (code, name) values ('LEVY2', 'Second levy'), ('BRK', 'Tax on our brokerage'), ('BRK2', 'Another on it'), ('RLEVY', 'Levy of the reinsured') returning id, code)
      insert into tax_rates (tax_id, rate, basis, borne_by, effective_from)
      select id, 2000000, case when code like 'BRK%' then 'BROKERAGE' else 'GROSS' end, case code when 'RLEVY' then 'REINSURED' when 'LEVY2' then 'SECURITY' else 'BROKER' end, '2020-01-01' from t`,
  );
});
afterAll(async () => {
  await expectSound(t);
  await t.close();
});

const taxesOf = async (note: number): Promise<{ id: number; name: string; open: string }[]> =>
  (await t.call('accountant.nbo', `GET ${ADJ}/note`, { query: { note } })).body.taxes;

test('each tax is offered its own: what one takes of our brokerage, another was never offered', async () => {
  const note = (await debitNoteOf(t, await approvedPolicy(t, book))).id;
  const openOf = async (name: string) => (await taxesOf(note)).find((tax) => tax.name === name)?.open;
  const offered = await taxesOf(note);
  expect(Object.fromEntries(offered.map(({ name, open }) => [name, open]))).toMatchObject({
    'Withholding tax on reinsurance premium': '9375.00',
    'Second levy': '15000.00',
    'Levy of the reinsured': '15000.00',
    // Two in a hundred of our brokerage of 37,500.00.
    'Tax on our brokerage': '750.00',
    'Another on it': '750.00',
    // Of one that the placement does not have, what those two leave.
    'Stamp duty': '36000.00',
  });
  let number = 0;
  for (const { id, name } of offered) {
    number += 1;
    const open = await openOf(name);
    // What was offered at first is still there, however many others were certified: but of one that has no part of its own.
    if (['Stamp duty', 'Insurance premium levy', 'Training levy'].includes(name)) continue;
    expect([name, open]).toEqual([name, offered.find((tax) => tax.id === id)?.open]);
    const { status } = await through({ note, kind: 'CERTIFICATE', tax: id, amount: open, certificate: `C/${number}` });
    expect([name, status]).toEqual([name, 200]);
    expect(await openOf(name)).toBe('0.00');
  }
});
