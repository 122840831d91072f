import {
  noteInLondon,
  officesOf,
  passedOn,
  passOn,
  reverseReceipt,
  secondRoot,
  submitReceipt,
} from '../../features/receipts/passing.factories.ts';
import { approvedReceipt, exampleReceipt } from '../../features/receipts/receipts.factories.ts';
import { makeBook } from '../../testing/factories.ts';
import type { Rig } from '../../testing/rig.ts';

/** When cash passes between branches in these books, and when some of it comes back. */
export const PASSING = ['2026-03-02', '2026-03-09', '2026-03-16'] as const;

/**
 * Cash that Nairobi received and London uses: of a payer with notes there, a part of it allocated, and of one who owes
 * nothing anywhere; some waits for its second person, and some comes back.
 */
export async function passCash(t: Rig): Promise<void> {
  const [received, used, back] = PASSING;
  const at = (day: string) => t.clock.set(`${day}T08:00:00Z`);
  at(received);
  const [owing, other] = [await makeBook(t), await makeBook(t, ' Two')];
  await secondRoot(t);
  const { lon: into } = await officesOf(t);
  const note = await noteInLondon(t, owing);
  const cash = await approvedReceipt(t, exampleReceipt(owing, { receiptAmount: '600000.00' }));
  const spare = await approvedReceipt(t, exampleReceipt(other, { receiptAmount: '90000.00' }));
  at(used);
  const allocations = [{ note: note.id, amount: '281250.00' }];
  await passedOn(t, { source: cash, into, receiptAmount: '300000.00', allocations });
  await passedOn(t, { source: spare, into, receiptAmount: '50000.00', allocations: [] });
  const reversed = await passedOn(t, {
    source: cash,
    into,
    receiptAmount: '100000.00',
    allocations: [{ note: note.id, amount: '60000.00' }],
  });
  const { body: held } = await passOn(t, { source: cash, into, receiptAmount: '70000.00', allocations: [] });
  const submitted = await submitReceipt(t, held.id);
  if (submitted.status !== 200) throw new Error(JSON.stringify(submitted.body));
  at(back);
  const undone = await reverseReceipt(t, reversed);
  if (undone.status !== 200) throw new Error(JSON.stringify(undone.body));
}
