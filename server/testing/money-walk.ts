import type { Chance } from '../../domain/testing/chance.ts';
import { addDays } from '../../domain/values/day.ts';
import { formatAmount, parseAmount, sum } from '../../domain/values/money.ts';
import { proposedNets } from '../../domain/vouchers/netting.ts';
import { ADJ, adjustmentCalls } from '../features/adjustments/adjustments.factories.ts';
import { typedEndorsement } from '../features/endorsements/endorsements.factories.ts';
import { exampleInvoice, invoiceCalls } from '../features/invoices/invoices.factories.ts';
import { exampleReceipt, RECEIVABLE } from '../features/receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../features/vouchers/vouchers.factories.ts';
import { codeOf } from './chart.ts';
import { decideIn } from './decide-record.ts';
import type { Book } from './factories.ts';
import type { Rig, TestReply } from './rig.ts';

/** One policy of a firm with all that its money may become, in its own currency. */
export type Walk = {
  t: Rig;
  c: Chance;
  book: Book;
  others: Book;
  policy: number;
  day: string;
  currency: string;
  /** What its payers may pay in instead. M5. */
  elsewhere: string;
  /** What a step may be refused with where the walk mixes what the rules keep apart. */
  refusals: readonly number[];
};
export type Act = (walk: Walk) => Promise<void>;

/** A call that answered otherwise than a walk expects. */
export class Unexpected extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A reply that is none of these is a fault of ours. */
export function answered({ status, body }: Pick<TestReply, 'status' | 'body'>, ...right: readonly number[]): number {
  if (!right.includes(status))
    throw new Unexpected(status, `${status}, not ${right.join(' or ')}: ${JSON.stringify(body)}`);
  return status;
}

export async function rowsOf<R>({ t }: Walk, query: string): Promise<R[]> {
  return (await t.ownerPool.query(query)).rows as R[];
}

export async function endorse(walk: Walk, changes: Record<string, unknown>): Promise<void> {
  const { t } = walk;
  walk.day = addDays(walk.day, walk.c.int(0, 20));
  const body = typedEndorsement(walk.policy, { effective_date: walk.day, sum_insured: null, ...changes });
  const saved = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/endorsement', { body });
  if (answered(saved, 200, 400, 409) !== 200) return;
  await t.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${saved.body.id}`);
  const done = await decideIn(t)('manager.nbo', `PUT /api/sca/v1/endorsement/approve/${saved.body.id}/APPROVED`);
  answered(done, 200, 400, 409);
}

/** Something of an open debit note comes in: from the reinsured, or what a security gives back. */
async function receive(walk: Walk): Promise<void> {
  const { t, c, book, currency, elsewhere } = walk;
  const open = await rowsOf<{ id: number; party: number; open: bigint }>(
    walk,
    `select id, party_id as party, amount - settled as open from notes where kind = 'DN' and currency = '${walk.currency}' and settled < amount order by id`,
  );
  if (open.length === 0) return;
  const note = c.pick(open);
  const settled = formatAmount(c.happens(0.5) ? note.open : 1n + c.below(note.open), currency);
  // Now and then it is paid in another currency, at whatever was agreed. M5.
  const foreign = c.happens(0.25);
  const amount = foreign ? formatAmount(c.big(1, 500_000), elsewhere) : settled;
  const body = exampleReceipt(book, {
    reinsured: note.party,
    receiptAmount: amount,
    currency: foreign ? elsewhere : currency,
    allocations: [{ note: note.id, amount, note_amount: settled }],
  });
  const saved = await t.call('accountant.nbo', `POST ${RECEIVABLE}/save`, { body });
  answered(saved, 200);
  const { id } = saved.body;
  await t.call('accountant.nbo', `PUT ${RECEIVABLE}/submit/${id}`);
  answered(await decideIn(t)('manager.nbo', `PUT ${RECEIVABLE}/approve/${id}/APPROVED`), 200);
}

export function minor(text: string, currency: string): bigint {
  const amount = parseAmount(text, currency);
  if (typeof amount !== 'bigint') throw new Error(`${text} is no amount of ${currency}.`);
  return amount;
}

const voucher: Act = (walk) => voucherTo(walk, walk.c.pick([walk.book.a, walk.book.b, walk.book.c, walk.others.a]));

/** A voucher to a security that owes a return, where there is one. M15. */
export const voucherToDebtor: Act = async (walk) => {
  const owing = await rowsOf<{ id: number }>(
    walk,
    `select distinct party_id as id from notes where kind = 'DN' and purpose = 'RETURN' and currency = '${walk.currency}'
       and settled < amount order by 1`,
  );
  if (owing.length > 0) await voucherTo(walk, walk.c.pick(owing).id);
};

async function voucherTo(walk: Walk, security: number): Promise<void> {
  const { t, c, currency } = walk;
  const { payable, submit, decide, pay } = voucherCalls(() => t);
  // Now and then a manager lets it be paid ahead of what was received.
  const override = c.happens(0.15);
  const items = (await payable(security))
    .filter((one) => one.currency === currency)
    .map(({ item, available, net, committed }) => ({
      item,
      units: override ? minor(net, currency) - minor(committed, currency) : minor(available, currency),
    }))
    .filter(({ units }) => units > 0n)
    .map(({ item, units }) => ({ item, amount: formatAmount(units, currency) }));
  if (items.length === 0) return;
  // What it owes is set off now and then, never more than is paid.
  const nets = c.happens(0.5) ? await owed(walk, { kind: 'PREMIUM', payee: security }, totalOf(items, currency)) : [];
  const body = { currency, bank_date: '2026-03-02', security, items, nets, override };
  const saved = await t.call('accountant.nbo', `POST ${PV}/save2`, { body });
  if (answered(saved, 200, ...walk.refusals) !== 200) return;
  const { id } = saved.body;
  // What is available can be taken, all of it at once.
  answered(await submit(id), 200, ...(override ? [409] : walk.refusals));
  if (c.happens(0.8)) await decide(id, 'manager.nbo', { reason: 'Agreed with both' });
  if (c.happens(0.8)) await pay(id);
}

const totalOf = (items: readonly { amount: string }[], currency: string) =>
  sum(items.map((one) => minor(one.amount, currency)));

/** What is owed to a voucher of an amount and can be set against it, oldest first. M15. */
async function owed(
  { t, currency }: Walk,
  of: { kind: string; payee: number | null },
  paying: bigint,
): Promise<{ note: number; amount: string }[]> {
  const query = { kind: of.kind, currency, ...(of.payee !== null && { payee: of.payee }) };
  const { body } = await t.call('accountant.nbo', `GET ${PV}/owing`, { query });
  const owing = body as { item: number; open: string }[];
  return proposedNets(
    paying,
    owing.map((one) => ({ key: one.item, open: minor(one.open, currency) })),
  ).map(({ key, amount }) => ({ note: key, amount: formatAmount(amount, currency) }));
}

type Release = {
  kind: 'TAX' | 'BROKERAGE' | 'SECURITY' | 'REFUND' | 'FEE_DRAWING';
  payee: { id: number } | null;
  currency: string;
  available: string;
};

/** Taxes and brokerage, all of it that is available: what one of them took moves what is held back from the next. M0. */
async function drawing(walk: Walk): Promise<void> {
  const { t, c, currency } = walk;
  const { saveOther, submit, decide, pay } = voucherCalls(() => t);
  const releases = async (): Promise<Release[]> =>
    ((await t.call('manager.nbo', `GET ${PV}/releases`)).body as Release[]).filter((one) => one.currency === currency);
  for (const { kind, payee } of await releases()) {
    if ((kind !== 'TAX' && kind !== 'BROKERAGE') || c.happens(0.5)) continue;
    const tax = payee?.id ?? null;
    const now = (await releases()).find((one) => one.kind === kind && (one.payee?.id ?? null) === tax);
    if (now === undefined) continue;
    const of = kind === 'TAX' ? 'TAX' : 'DRAWING';
    // What of it was paid too much is left out of the payment.
    const most = minor(now.available, currency) - 1n;
    const setOff =
      c.happens(0.5) && most > 0n ? totalOf(await owed(walk, { kind: of, payee: tax }, most), currency) : 0n;
    const amount = formatAmount(minor(now.available, currency) - setOff, currency);
    const saved = await saveOther({
      kind: of,
      currency,
      amount,
      tax,
      ...(setOff > 0n && { set_off: formatAmount(setOff, currency) }),
    });
    if (answered(saved, 200, ...walk.refusals) !== 200) continue;
    const { id } = saved.body;
    for (const step of [submit, decide, pay]) if (answered(await step(id), 200, ...walk.refusals) !== 200) break;
  }
}

/** What of returns can be refunded to the reinsured, or now and then all of one ahead of what came back. M17. */
async function refund({ t, c, currency, refusals }: Walk): Promise<void> {
  const { saveOther, submit, decide, pay } = voucherCalls(() => t);
  const { body } = await t.call('accountant.nbo', `GET ${PV}/refundable`);
  const rows = body as { item: number; currency: string; available: string; owed: string }[];
  const open = rows.filter((one) => one.currency === currency);
  if (open.length === 0) return;
  const { item, available, owed: all } = c.pick(open);
  const override = c.happens(0.2);
  const amount = override ? all : available;
  if (minor(amount, currency) <= 0n) return;
  const { id } = (await saveOther({ kind: 'REFUND', currency, note: item, amount, override })).body;
  if (answered(await submit(id), 200, ...refusals) !== 200) return;
  answered(await decide(id, 'manager.nbo', { reason: 'Agreed with both' }), 200, ...refusals);
  if (c.happens(0.8)) await pay(id, 3, { reason: 'By hand' });
}

/** A certificate, a difference or charge that the firm bears, or a loss, of what is open: refused where it does not fit. */
async function adjust(walk: Walk): Promise<void> {
  const { t, c, currency } = walk;
  const open = await rowsOf<{ note: number; open: bigint; tax: number | null; part: bigint | null }>(
    walk,
    `select n.id as note, n.amount - n.settled as open, p.tax_id as tax, p.effective - p.certified - p.committed as part
     from notes n left join note_parts p on p.debit_note_id = n.id and p.kind = 'TAX'
     where n.kind = 'DN' and n.currency = '${walk.currency}' and n.settled < n.amount order by n.id, p.id`,
  );
  if (open.length === 0) return;
  const { note, open: outstanding, tax, part } = c.pick(open);
  const kind = tax !== null && c.happens(0.5) ? 'CERTIFICATE' : c.pick(['WRITE_OFF', 'BANK_CHARGE', 'UNCOLLECTABLE']);
  const most = kind === 'CERTIFICATE' && part !== null && part > 0n && part < outstanding ? part : outstanding;
  const amount = formatAmount(c.happens(0.4) ? most : 1n + c.below(most), currency);
  const certificate = `WHT/${c.int(1, 1_000_000)}`;
  const body = { note, kind, amount, reason: 'Of chance', ...(kind === 'CERTIFICATE' && { tax, certificate }) };
  answered(await adjustmentCalls(() => t).through(body), 200, 400, 409);
}

const PATHS = { vouchers: PV, receipts: RECEIVABLE, adjustments: ADJ } as const;

async function reversal(walk: Walk, table: keyof typeof PATHS): Promise<void> {
  const path = PATHS[table];
  const done = await rowsOf<{ id: number; version: number }>(
    walk,
    `select id, version from ${table} where status in ('APPROVED', 'PAID') order by id`,
  );
  if (done.length === 0) return;
  const { id, version } = walk.c.pick(done);
  const body = { version, reason: 'By mistake' };
  answered(await walk.t.call('manager.nbo', `PUT ${path}/reverse/${id}`, { body }), 200, ...walk.refusals);
}

/** A voucher for policies that waits goes back to its maker, or one that went back is submitted again: it lets go, or holds anew. */
async function backAndForth(walk: Walk): Promise<void> {
  const { submit, withdraw, reject } = voucherCalls(() => walk.t);
  const found = await rowsOf<{ id: number; status: string }>(
    walk,
    `select id, status from vouchers where status in ('PENDING', 'REJECTED', 'DRAFT')
       and kind in ('PREMIUM', 'DRAWING', 'TAX', 'REFUND', 'FEE_DRAWING') order by id`,
  );
  if (found.length === 0) return;
  const { id, status } = walk.c.pick(found);
  if (status !== 'PENDING') answered(await submit(id), 200, 400, 409);
  else if (walk.c.happens(0.5)) answered(await reject(id), 200, ...walk.refusals);
  // Who had no hand in it does not take it back.
  else answered(await withdraw(id), 200, 403, ...walk.refusals);
}

function panel({ c, book, others }: Walk): Record<string, unknown> {
  const shares = [c.int(1, 30), c.int(1, 20)];
  const [first = 1, second = 1] = shares;
  const rest = 60 - first - second;
  const securities = [book.a, book.b, c.pick([book.c, others.a])].map((security, index) => ({
    security,
    share: String([first, second, rest][index]),
  }));
  return { endorsementtype: 'SEC', securities };
}

/** A fee of ours that is paid into the client bank, in part or all, and drawn from there or left. */
async function fee({ t, c, book, currency, refusals }: Walk): Promise<void> {
  const { saveOther, submit, decide, pay } = voucherCalls(() => t);
  const units = c.big(1, 5_000_000);
  const line = {
    description: 'Advice',
    account: codeOf('FEE_INCOME'),
    quantity: '1',
    price: formatAmount(units, currency),
  };
  const made = await invoiceCalls(() => t).through(exampleInvoice(book, 0, { currency, lines: [line] }));
  if (answered(made, 200, ...refusals) !== 200) return;
  const { note } = await invoiceCalls(() => t).read(made.id);
  const amount = formatAmount(c.happens(0.5) ? units : 1n + c.below(units), currency);
  const body = exampleReceipt(book, { receiptAmount: amount, currency, allocations: [{ note: note.id, amount }] });
  const { id } = (await t.call('accountant.nbo', `POST ${RECEIVABLE}/save`, { body })).body;
  await t.call('accountant.nbo', `PUT ${RECEIVABLE}/submit/${id}`);
  answered(await decideIn(t)('manager.nbo', `PUT ${RECEIVABLE}/approve/${id}/APPROVED`), 200);
  if (c.happens(0.3)) return;
  const releases: Release[] = (await t.call('manager.nbo', `GET ${PV}/releases`)).body;
  const free = releases.find((one) => one.kind === 'FEE_DRAWING' && one.currency === currency);
  if (free === undefined) return;
  const saved = await saveOther({ kind: 'FEE_DRAWING', currency, amount: free.available });
  answered(await submit(saved.body.id), 200);
  if (c.happens(0.8)) await decide(saved.body.id);
  if (c.happens(0.8)) await pay(saved.body.id);
}

/** What may become of the money of a policy, each as often as it is listed here. */
export const MONEY_ACTS: readonly Act[] = [
  receive,
  receive,
  voucher,
  voucher,
  drawing,
  refund,
  (walk) => endorse(walk, panel(walk)),
  (walk) => endorse(walk, panel(walk)),
  (walk) => endorse(walk, { premium: formatAmount(walk.c.big(1, 50_000_000), walk.currency) }),
  (walk) => endorse(walk, { endorsementtype: 'RP', premium: formatAmount(walk.c.big(1, 30_000_000), walk.currency) }),
  adjust,
  adjust,
  fee,
  (walk) => reversal(walk, 'adjustments'),
  (walk) => reversal(walk, 'vouchers'),
  backAndForth,
  (walk) => (walk.c.happens(0.4) ? reversal(walk, 'receipts') : receive(walk)),
];
