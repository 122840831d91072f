import { mt940, ourBankAccount, readFile } from '../../features/banks/banks.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../features/receipts/receipts.factories.ts';
import { voucherCalls } from '../../features/vouchers/vouchers.factories.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import type { Rig } from '../../testing/rig.ts';
import type { Probe } from './probes.ts';

const MATCH = '/api/sca/v1/bankmatch';
type Entry = { amount: string; reference?: string; text?: string };

/** Reads a statement into an account of ours; throws where it is refused. */
async function bankSays(rig: Rig, entries: Entry[], closing: string): Promise<number> {
  const account = await ourBankAccount(rig, { number: '66001', is_default: false });
  const read = await readFile(rig, mt940({ account: '66001', opening: '0.00', closing, entries }), { account });
  if (read.status !== 200) throw new Error(JSON.stringify(read.body));
  return account;
}

/** A line of the bank counts once, whatever file brings it. M9. */
export const countedOnce: Probe = async (rig) => {
  const entries = [{ amount: '10.00', reference: 'ONCE' }];
  const account = await bankSays(rig, entries, '10.00');
  const again = mt940({ account: '66001', opening: '10.00', closing: '20.00', entries });
  return (await readFile(rig, again, { account })).status !== 200;
};

/** A payer whom nobody knows is not taken for one who owes that amount. M10. */
export const neverByAmount: Probe = async (rig) => {
  await approvedPolicy(rig, await makeBook(rig));
  const account = await bankSays(rig, [{ amount: '562500.00', text: '/ORDP/Stranger Ltd/REMI/hello/' }], '562500.00');
  const { body } = await rig.call('accountant.nbo', `GET ${MATCH}/open`, { query: { account } });
  return body.data[0].proposals.length === 0;
};

/** A line is matched once, however many confirm it at once. M10. */
export const matchedOnce: Probe = async (rig) => {
  const [first, second] = [await makeBook(rig), await makeBook(rig, ' two')];
  const note = await debitNoteOf(rig, await approvedPolicy(rig, first));
  await approvedPolicy(rig, second);
  const account = await bankSays(rig, [{ amount: '281250.00', text: note.number }], '281250.00');
  const maker = 'accountant.nbo';
  const keys = await Promise.all(
    [first, second].map(async ({ reinsured }) => {
      const body = {
        dateOfIssue: '2026-03-02',
        receiptType: 'ON_ACCOUNT',
        reinsured,
        receiptAmount: '281250.00',
        currency: 'KES',
        bank_account: account,
      };
      return `receipt:${(await rig.call(maker, 'POST /api/sca/v1/receivable/save', { body })).body.id}`;
    }),
  );
  const { body } = await rig.call(maker, `GET ${MATCH}/open`, { query: { account } });
  const [{ id: line }] = body.data;
  const replies = await Promise.all(
    keys.map((key) => rig.call(maker, `PUT ${MATCH}/confirm`, { body: { account, items: [{ line, key }] } })),
  );
  if (!replies.some(({ status }) => status === 200)) throw new Error(JSON.stringify(replies.map((one) => one.body)));
  return replies.filter(({ status }) => status === 200).length === 1;
};

/** An approved voucher is ordered at the bank once: made again, its file is refused. M11. */
export const orderedOnce: Probe = async (rig) => {
  const book = await makeBook(rig);
  const note = await debitNoteOf(rig, await approvedPolicy(rig, book));
  const account = await ourBankAccount(rig, { number: '66002', is_default: false });
  const whole = { bank_account: account, receiptAmount: '562500.00' };
  await approvedReceipt(rig, exampleReceipt(book, { ...whole, allocations: [{ note: note.id, amount: '562500.00' }] }));
  const { savePremium, submit, decide } = voucherCalls(() => rig);
  const { id } = (await savePremium(book.a, '218750.00', { bank_account: account })).body;
  await submit(id);
  await decide(id);
  const body = { account, day: '2026-03-02', vouchers: [id] };
  const make = () => rig.call('cashier.nbo', 'POST /api/sca/v1/paymentfile/save', { body });
  const first = await make();
  if (first.status !== 200) throw new Error(JSON.stringify(first.body));
  return (await make()).status !== 200;
};
