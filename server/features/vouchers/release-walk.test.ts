import { expect, test } from 'vitest';
import { chance, type Chance } from '../../../domain/testing/chance.ts';
import { LONG_FORM, SEED } from '../../../domain/testing/runs.ts';
import { addDays } from '../../../domain/values/day.ts';
import { formatAmount, parseAmount, sum } from '../../../domain/values/money.ts';
import { proposedNets } from '../../../domain/vouchers/netting.ts';
import { unsound } from '../../proofs/sound.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { expectExplained } from '../../testing/client-money.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { ADJ, adjustmentCalls, letBear } from '../adjustments/adjustments.factories.ts';
import { typedEndorsement } from '../endorsements/endorsements.factories.ts';
import { exampleReceipt, RECEIVABLE } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from './vouchers.factories.ts';

const WALKS = LONG_FORM ? 60 : 2;
const STEPS = 16;

type Walk = { t: TestApp; c: Chance; book: Book; others: Book; policy: number; day: string };

async function rowsOf<R>({ t }: Walk, query: string): Promise<R[]> {
  return (await t.ownerPool.query(query)).rows as R[];
}

async function endorse(walk: Walk, changes: Record<string, unknown>): Promise<void> {
  const { t } = walk;
  walk.day = addDays(walk.day, walk.c.int(0, 20));
  const body = typedEndorsement(walk.policy, { effective_date: walk.day, sum_insured: null, ...changes });
  const saved = await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/endorsement', { body });
  if (saved.status >= 500) throw new Error(JSON.stringify(saved.body));
  if (saved.status !== 200) return;
  await t.call('underwriter.nbo', `PUT /api/sca/v1/endorsement/submit/${saved.body.id}`);
  const done = await decideIn(t)('manager.nbo', `PUT /api/sca/v1/endorsement/approve/${saved.body.id}/APPROVED`);
  if (done.status >= 500) throw new Error(JSON.stringify(done.body));
}

/** Something of an open debit note comes in: from the reinsured, or what a security gives back. */
async function receive(walk: Walk): Promise<void> {
  const { t, c, book } = walk;
  const open = await rowsOf<{ id: number; party: number; open: bigint }>(
    walk,
    `select id, party_id as party, amount - settled as open from notes where kind = 'DN' and settled < amount order by id`,
  );
  if (open.length === 0) return;
  const note = c.pick(open);
  const settled = formatAmount(c.happens(0.5) ? note.open : 1n + c.below(note.open), 'KES');
  // Now and then it is paid in dollars, at whatever was agreed. M5.
  const dollars = c.happens(0.25);
  const amount = dollars ? formatAmount(c.big(1, 500_000), 'USD') : settled;
  const body = exampleReceipt(book, {
    reinsured: note.party,
    receiptAmount: amount,
    currency: dollars ? 'USD' : 'KES',
    allocations: [{ note: note.id, amount, note_amount: settled }],
  });
  const { id } = (await t.call('accountant.nbo', `POST ${RECEIVABLE}/save`, { body })).body;
  await t.call('accountant.nbo', `PUT ${RECEIVABLE}/submit/${id}`);
  expect((await decideIn(t)('manager.nbo', `PUT ${RECEIVABLE}/approve/${id}/APPROVED`)).status).toBe(200);
}

const kes = (text: string) => parseAmount(text, 'KES') as bigint;
const lessOf = (whole: string, part: string) => formatAmount(kes(whole) - kes(part), 'KES');

async function voucher(walk: Walk): Promise<void> {
  const { t, c, book, others } = walk;
  const { payable, submit, decide, pay } = voucherCalls(() => t);
  const security = c.pick([book.a, book.b, book.c, others.a]);
  // Now and then a manager lets it be paid ahead of what was received.
  const override = c.happens(0.15);
  const items = (await payable(security))
    .map(({ item, available, net, committed }) => ({ item, amount: override ? lessOf(net, committed) : available }))
    .filter((one) => !/^-|^0\.00$/.test(one.amount));
  if (items.length === 0) return;
  // What it owes is set off now and then, never more than is paid.
  const nets = c.happens(0.5) ? await owed(walk, { kind: 'PREMIUM', payee: security }, totalOf(items)) : [];
  const body = { currency: 'KES', bank_date: '2026-03-02', security, items, nets, override };
  const { id } = (await t.call('accountant.nbo', `POST ${PV}/save2`, { body })).body;
  // What is available can be taken, all of it at once.
  const submitted = await submit(id);
  expect(override ? [200, 409] : [200]).toContain(submitted.status);
  if (c.happens(0.8)) await decide(id, 'manager.nbo', { reason: 'Agreed with both' });
  if (c.happens(0.8)) await pay(id);
}

const totalOf = (items: readonly { amount: string }[]) => sum(items.map((one) => kes(one.amount)));

/** What is owed to a voucher of an amount and can be set against it, oldest first. M15. */
async function owed(
  { t }: Walk,
  of: { kind: string; payee: number | null },
  paying: bigint,
): Promise<{ note: number; amount: string }[]> {
  const query = { kind: of.kind, currency: 'KES', ...(of.payee !== null && { payee: of.payee }) };
  const { body } = await t.call('accountant.nbo', `GET ${PV}/owing`, { query });
  const owing = body as { item: number; open: string }[];
  return proposedNets(
    paying,
    owing.map((one) => ({ key: one.item, open: kes(one.open) })),
  ).map(({ key, amount }) => ({ note: key, amount: formatAmount(amount, 'KES') }));
}

type Release = { kind: 'TAX' | 'BROKERAGE' | 'SECURITY' | 'REFUND'; payee: { id: number } | null; available: string };

/** Taxes and brokerage, all of it that is available: what one of them took moves what is held back from the next. M0. */
async function drawing(walk: Walk): Promise<void> {
  const { t, c } = walk;
  const { saveOther, through } = voucherCalls(() => t);
  const releases = async (): Promise<Release[]> => (await t.call('manager.nbo', `GET ${PV}/releases`)).body;
  for (const { kind, payee } of await releases()) {
    if (kind === 'SECURITY' || kind === 'REFUND' || c.happens(0.5)) continue;
    const tax = payee?.id ?? null;
    const now = (await releases()).find((one) => one.kind === kind && (one.payee?.id ?? null) === tax);
    if (now === undefined) continue;
    const of = kind === 'TAX' ? 'TAX' : 'DRAWING';
    // What of it was paid too much is left out of the payment.
    const most = kes(now.available) - 1n;
    const setOff = c.happens(0.5) && most > 0n ? totalOf(await owed(walk, { kind: of, payee: tax }, most)) : 0n;
    const amount = formatAmount(kes(now.available) - setOff, 'KES');
    const saved = await saveOther({
      kind: of,
      amount,
      tax,
      ...(setOff > 0n && { set_off: formatAmount(setOff, 'KES') }),
    });
    expect((await through(saved)).status).toBe(200);
  }
}

/** What of returns can be refunded to the reinsured, or now and then all of one ahead of what came back. M17. */
async function refund({ t, c }: Walk): Promise<void> {
  const { saveOther, submit, decide, pay } = voucherCalls(() => t);
  const { body } = await t.call('accountant.nbo', `GET ${PV}/refundable`);
  const open = body as { item: number; available: string; owed: string }[];
  if (open.length === 0) return;
  const { item, available, owed: all } = c.pick(open);
  const override = c.happens(0.2);
  const amount = override ? all : available;
  if (kes(amount) <= 0n) return;
  const { id } = (await saveOther({ kind: 'REFUND', note: item, amount, override })).body;
  expect((await submit(id)).status).toBe(200);
  expect((await decide(id, 'manager.nbo', { reason: 'Agreed with both' })).status).toBe(200);
  if (c.happens(0.8)) await pay(id, 3, { reason: 'By hand' });
}

/** A certificate, a difference or charge that the firm bears, or a loss, of what is open: refused where it does not fit. */
async function adjust(walk: Walk): Promise<void> {
  const { t, c } = walk;
  const open = await rowsOf<{ note: number; open: bigint; tax: number | null; part: bigint | null }>(
    walk,
    `select n.id as note, n.amount - n.settled as open, p.tax_id as tax, p.effective - p.certified - p.committed as part
     from notes n left join note_parts p on p.debit_note_id = n.id and p.kind = 'TAX'
     where n.kind = 'DN' and n.settled < n.amount order by n.id, p.id`,
  );
  if (open.length === 0) return;
  const { note, open: outstanding, tax, part } = c.pick(open);
  const kind = tax !== null && c.happens(0.5) ? 'CERTIFICATE' : c.pick(['WRITE_OFF', 'BANK_CHARGE', 'UNCOLLECTABLE']);
  const most = kind === 'CERTIFICATE' && part !== null && part > 0n && part < outstanding ? part : outstanding;
  const amount = formatAmount(c.happens(0.4) ? most : 1n + c.below(most), 'KES');
  const certificate = `WHT/${c.int(1, 1_000_000)}`;
  const body = { note, kind, amount, reason: 'Of chance', ...(kind === 'CERTIFICATE' && { tax, certificate }) };
  const { status, body: reply } = await adjustmentCalls(() => t).through(body);
  if (status >= 500) throw new Error(JSON.stringify(reply));
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
  const { status } = await walk.t.call('manager.nbo', `PUT ${path}/reverse/${id}`, {
    body: { version, reason: 'By mistake' },
  });
  expect(status).toBe(200);
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

const ACTS: readonly ((walk: Walk) => Promise<void>)[] = [
  receive,
  receive,
  voucher,
  voucher,
  drawing,
  refund,
  (walk) => endorse(walk, panel(walk)),
  (walk) => endorse(walk, panel(walk)),
  (walk) => endorse(walk, { premium: formatAmount(walk.c.big(1, 50_000_000), 'KES') }),
  (walk) => endorse(walk, { endorsementtype: 'RP', premium: formatAmount(walk.c.big(1, 30_000_000), 'KES') }),
  adjust,
  adjust,
  (walk) => reversal(walk, 'adjustments'),
  (walk) => reversal(walk, 'vouchers'),
  (walk) => (walk.c.happens(0.4) ? reversal(walk, 'receipts') : receive(walk)),
];

test('on random lives of a policy no more is ever available than is in hand, and the books stay sound', async () => {
  for (let run = 0; run < WALKS; run += 1) {
    const t = await testApp();
    try {
      const book = await makeBook(t);
      const others = await makeBook(t, ' D');
      const policy = await approvedPolicy(t, book, { payment_terms: 'INSTALMENTS_4' });
      await letBear(t, 'KES', 10_000_000n);
      await t.ownerPool.query(
        `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1301000000000)`,
      );
      const walk: Walk = { t, c: chance(SEED + run), book, others, policy, day: '2026-03-10' };
      for (let step = 0; step < STEPS; step += 1) {
        await walk.c.pick(ACTS)(walk);
        // A reversed receipt leaves what vouchers hold above what is released: that alone stays red until it is made good.
        const faults = (await unsound(t.ownerPool)).filter(({ detail }) => !/^part \d+ holds/.test(detail));
        expect(faults, `seed ${SEED}, walk ${run}, step ${step}`).toEqual([]);
      }
      if (walk.c.happens(0.7)) await endorse(walk, { endorsementtype: 'CANCEL_PRORATA' });
      expect((await unsound(t.ownerPool)).filter(({ detail }) => !/^part \d+ holds/.test(detail))).toEqual([]);
      await expectExplained(t);
    } finally {
      await t.close();
    }
  }
  console.info(`releases: seed ${SEED}, ${WALKS} policies of ${STEPS} acts`);
}, 900_000);
