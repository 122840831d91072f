import { FOLDS } from '../../features/ledger/folds.ts';
import { SUMMED } from '../../features/ledger/audit/sums.ts';
import { approvedEndorsement, lineOfC } from '../../features/endorsements/endorsements.factories.ts';
import { adjustmentCalls } from '../../features/adjustments/adjustments.factories.ts';
import { exampleInvoice, invoiceCalls } from '../../features/invoices/invoices.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../features/receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../../features/vouchers/vouchers.factories.ts';
import { codeOf } from '../../testing/chart.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import type { Rig } from '../../testing/rig.ts';
import { unsound } from '../sound.ts';
import type { Probe } from './probes.ts';

/** The statement that changes a part of what is released, as the owner. */
export const released = (was: string, is: string) =>
  `do $$ begin execute replace(pg_get_functiondef('part_releases'::regproc), '${was}', '${is}'); end $$`;

/** A voucher over all that its security is owed, paid; gives the status of the step that ended it. */
async function payInFull(rig: Rig, security: number): Promise<number> {
  const { payable, submit, decide, pay } = voucherCalls(() => rig);
  const items = (await payable(security)).map(({ item, released: amount }) => ({ item, amount }));
  const body = { currency: 'KES', bank_date: '2026-03-02', security, items };
  const { id } = (await rig.call('accountant.nbo', `POST ${PV}/save2`, { body })).body;
  for (const step of [submit, decide]) {
    const { status } = await step(id);
    if (status !== 200) return status;
  }
  return (await pay(id)).status;
}

/** What one security was paid too much is not paid to the one that took over from it. M0. */
export const heldBack: Probe = async (rig) => {
  const book = await makeBook(rig);
  const next = await makeBook(rig, ' next');
  const policy = await approvedPolicy(rig, book);
  const { id: note } = await debitNoteOf(rig, policy);
  const allocations = [{ note, amount: '562500.00' }];
  await approvedReceipt(rig, exampleReceipt(book, { receiptAmount: '562500.00', allocations }));
  const first = await payInFull(rig, book.c);
  if (first !== 200) throw new Error(`The first voucher answered ${first}.`);
  await approvedEndorsement(rig, policy, lineOfC(book, next.a));
  return (await payInFull(rig, next.a)) === 409;
};

/** A return that one voucher carries is not carried by another as well. M15. */
export const nettedOnce: Probe = async (rig) => {
  const book = await makeBook(rig);
  const received = async () => {
    const policy = await approvedPolicy(rig, book);
    const { id: note } = await debitNoteOf(rig, policy);
    const allocations = [{ note, amount: '562500.00' }];
    await approvedReceipt(rig, exampleReceipt(book, { receiptAmount: '562500.00', allocations }));
    return policy;
  };
  const policy = await received();
  const first = await payInFull(rig, book.a);
  if (first !== 200) throw new Error(`The first voucher answered ${first}.`);
  await approvedEndorsement(rig, policy, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
  await received();
  await received();
  const { payable, submit } = voucherCalls(() => rig);
  const query = { kind: 'PREMIUM', currency: 'KES', payee: book.a };
  const [due] = (await rig.call('accountant.nbo', `GET ${PV}/owing`, { query })).body;
  const free = (await payable(book.a)).filter((one) => one.available === '218750.00');
  const carrying = async (item: number | undefined) => {
    const nets = [{ note: due.item, amount: due.open }];
    const items = [{ item, amount: '218750.00' }];
    const body = { currency: 'KES', bank_date: '2026-03-02', security: book.a, nets, items };
    return (await rig.call('accountant.nbo', `POST ${PV}/save2`, { body })).body.id;
  };
  const [one, other] = [await carrying(free[0]?.item), await carrying(free[1]?.item)];
  if ((await submit(one)).status !== 200) throw new Error('The first voucher was refused.');
  return (await submit(other)).body.code === 'OVER_NETTED';
};

/** Of our fees only what came into client accounts is drawn, and once. */
export const feeDrawnOnce: Probe = async (rig) => {
  const book = await makeBook(rig);
  const { through, read } = invoiceCalls(() => rig);
  const line = { description: 'Advice', account: codeOf('FEE_INCOME'), quantity: '1', price: '1000.00' };
  for (const receiptType of ['PREMIUM', 'FEE']) {
    const { id } = await through(exampleInvoice(book, 0, { lines: [line] }));
    const { note } = await read(id);
    const allocations = [{ note: note.id, amount: '1000.00' }];
    await approvedReceipt(rig, exampleReceipt(book, { receiptType, receiptAmount: '1000.00', allocations }));
  }
  const { saveOther, submit } = voucherCalls(() => rig);
  const draw = async () => submit((await saveOther({ kind: 'FEE_DRAWING', amount: '1000.00' })).body.id);
  const first = await draw();
  if (first.status !== 200) throw new Error(`The first drawing answered ${first.status}.`);
  return (await draw()).body.code === 'OVER_RELEASED';
};

/** A certificate pays its own tax and releases nothing to others; the firm's mistake would pay them with nobody's money. M1. */
export const certificateIsNoCash: Probe = async (rig) => {
  const book = await makeBook(rig);
  const policy = await approvedPolicy(rig, book);
  const { id: note } = await debitNoteOf(rig, policy);
  const allocations = [{ note, amount: '281250.00' }];
  await approvedReceipt(rig, exampleReceipt(book, { allocations }));
  const { rows } = await rig.ownerPool.query<{ tax: number }>(
    `select tax_id as tax from note_parts where kind = 'TAX' and debit_note_id = $1`,
    [note],
  );
  const body = { note, kind: 'CERTIFICATE', amount: '9375.00', tax: rows[0]?.tax, certificate: 'WHT/1' };
  const { status } = await adjustmentCalls(() => rig).through(body);
  if (status !== 200) throw new Error(`The certificate answered ${status}.`);
  const [item] = await voucherCalls(() => rig).payable(book.a);
  return item?.available === '111228.81';
};

/** A return that is set off is no money: nothing is released by it. M0. */
export const setOffIsNoMoney: Probe = async (rig) => {
  const book = await makeBook(rig);
  const policy = await approvedPolicy(rig, book);
  await approvedEndorsement(rig, policy, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
  const [item] = await voucherCalls(() => rig).payable(book.a);
  return item?.released === '0.00';
};

/** A note settled in another currency releases what was settled of it, not what was taken of the receipt. M5. */
export const settledInItsCurrency: Probe = async (rig) => {
  const book = await makeBook(rig);
  await rig.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1301000000000)`,
  );
  const { id: note } = await debitNoteOf(rig, await approvedPolicy(rig, book, { currency: 'USD' }));
  const allocations = [{ note, amount: '130100.00', note_amount: '1000.00' }];
  await approvedReceipt(rig, exampleReceipt(book, { receiptAmount: '130100.00', allocations }));
  const { rows } = await rig.ownerPool.query<{ settled: bigint }>('select settled from notes where id = $1', [note]);
  return rows[0]?.settled === 100_000n && (await unsound(rig.ownerPool)).length === 0;
};

/** Whether something of a note is released, and kept as it is worked out. */
async function keptOf(rig: Rig, note: number): Promise<boolean> {
  const { rows } = await rig.ownerPool.query<{ kept: boolean }>(
    `select bool_and(p.released = r.released) and sum(p.released) > 0 as kept
     from part_releases(array[$1::int]) r join note_parts p on p.id = r.part_id`,
    [note],
  );
  return rows[0]?.kept === true;
}

/** What is released of parts is kept as money comes, as a change of securities lessens parts, and of parts that are added. M0. */
export const releasedIsKept: Probe = async (rig) => {
  const book = await makeBook(rig);
  const next = await makeBook(rig, ' next');
  const policy = await approvedPolicy(rig, book);
  const { id: note } = await debitNoteOf(rig, policy);
  await approvedReceipt(rig, exampleReceipt(book, { allocations: [{ note, amount: '281250.00' }] }));
  const received = await keptOf(rig, note);
  await approvedEndorsement(rig, policy, lineOfC(book, next.a));
  const resized = (await keptOf(rig, note)) && (await unsound(rig.ownerPool)).length === 0;
  await rig.ownerPool.query(
    `insert into note_parts (branch_id, debit_note_id, kind, party_id, currency, amount)
     select branch_id, debit_note_id, kind, party_id, currency, amount from note_parts where debit_note_id = $1 order by id limit 1`,
    [note],
  );
  return received && resized && (await keptOf(rig, note));
};

/** The sums of open items and of production follow every act, folded or not. I3. */
export const sumsAreKept: Probe = async (rig) => {
  const sound = async () => {
    const faults = await Promise.all(SUMMED.map(async (check) => (await rig.ownerPool.query(check)).rows));
    return faults.flat().length === 0;
  };
  /** Whether all is sound as it is, and once it is folded. */
  const soundFolded = async () => {
    const before = await sound();
    await rig.ownerPool.query(`select ${FOLDS.map((name) => `${name}(1000)`).join()}`);
    return before && (await sound());
  };
  const book = await makeBook(rig);
  const policy = await approvedPolicy(rig, book);
  const approved = await soundFolded();
  const { id: note } = await debitNoteOf(rig, policy);
  await approvedReceipt(rig, exampleReceipt(book, { allocations: [{ note, amount: '281250.00' }] }));
  // A note that is paid whole is open no longer.
  const second = await approvedPolicy(rig, book);
  const { id: whole } = await debitNoteOf(rig, second);
  const opened = await soundFolded();
  const allocations = [{ note: whole, amount: '562500.00' }];
  await approvedReceipt(rig, exampleReceipt(book, { receiptAmount: '562500.00', allocations }));
  const received = opened && (await soundFolded());
  // Another security takes a part over, and becomes one that was there.
  const [joins, stays] = [(await makeBook(rig, ' D')).a, (await makeBook(rig, ' E')).a];
  const securities = [
    { security: book.a, share: '40' },
    { security: joins, share: '20' },
  ];
  await approvedEndorsement(rig, policy, { endorsementtype: 'SEC', sum_insured: null, securities });
  const changed = await soundFolded();
  await rig.ownerPool.query('select merge_parties($1, $2, (select user_id from user_roles where role = $3 limit 1))', [
    joins,
    stays,
    'ROLE_ROOT',
  ]);
  const merged = changed && (await soundFolded());
  await approvedEndorsement(rig, second);
  const { status } = await rig.call('underwriter.nbo', `PUT /api/sca/v1/underwriting/renew/${second}`);
  const renewed = merged && status === 200 && (await soundFolded());
  await approvedEndorsement(rig, policy, { endorsementtype: 'CANCEL_PRORATA', sum_insured: null });
  const folded = renewed && (await soundFolded());
  await rig.ownerPool.query('update open_items set due_on = due_on + 40');
  const moved = await soundFolded();
  // An instalment that falls due before the others takes what is released first.
  await rig.ownerPool.query(
    `insert into open_items (branch_id, account, party_id, currency, entry_id, note_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding)
     select branch_id, account, party_id, currency, entry_id, note_id, opened_on, due_on - 20, amount, base_amount, outstanding, base_outstanding from open_items
     where note_id in (select note_id from released_notes) limit 1`,
  );
  return approved && received && folded && moved && (await soundFolded());
};
