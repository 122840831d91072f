import type { revaluationLines } from '../../../domain/closing/contract.ts';
import type { getAdjustable } from '../../../domain/adjustments/contract.ts';
import type { listStatementAccounts } from '../../../domain/banks/contract.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import type { findForeignNotes } from '../../../domain/receipts/contract.ts';
import type { listReminders } from '../../../domain/statements/contract.ts';
import { addDays, addMonths, firstOfMonth } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import { convert, parseExchangeRate } from '../../../domain/values/rate.ts';
import type { listVouchers } from '../../../domain/vouchers/contract.ts';
import type {
  findPoliciesBySecurity,
  refundableNotes,
  voucherOwing,
} from '../../../domain/vouchers/payables-contract.ts';
import type { getPolicy } from '../../../domain/placements/contract.ts';
import { proposedNets } from '../../../domain/vouchers/netting.ts';
import { chance } from './random.ts';
import { pageOf } from './scan.ts';
import { DEPOSIT } from './setting.ts';
import { approved, confirmAccount, decided, paidOut, received, SCA } from './steps.ts';
import {
  type Branch,
  type Diary,
  minorUnits,
  note,
  policyOf,
  type Saved,
  type Story,
  submitAndDecide,
  who,
} from './story.ts';

const BRANCH = 'NBO';
const BASE = 'KES';
const clerk = who('accountant', BRANCH);
const manager = who('manager', BRANCH);
/** So many days before the story ends, its policies of this page were placed. */
const PLACED = 150;

type Debit = { policy: number; note: number; payer: number; amount: string; currency: string };

/** So many days of its cover have passed when a policy of this page is declared: no claim of the sample firm falls on it. */
const EXPIRED = 370;

/** A policy that was declared when its cover had ended, approved, with its debit note. */
async function placed(story: Story, currency: string): Promise<Debit> {
  const { desk, cast } = story;
  const [first, , , , foreign, , , , , , far] = cast.local;
  const { warranty: _warranty, ...terms } = policyOf(story, { code: BRANCH, currencies: [currency] });
  const maker = who('underwriter', BRANCH);
  const body = {
    ...terms,
    insurance_start_date: addDays(desk.today(), -EXPIRED),
    insurance_end_date: addDays(desk.today(), 364 - EXPIRED),
    sum_insured: currency === BASE ? '420000000.00' : '3400000.00',
    rate: '0.25',
    fac: '60',
    payment_terms: 'LUMP_30',
    securities: [
      { security: first, share: '25' },
      { security: foreign, share: '20' },
      { security: far, share: '15' },
    ],
  };
  const { id } = await desk.call<Saved>(maker, `POST ${SCA}/underwriting/save`, { body });
  await submitAndDecide(story, 'underwriting', { id, maker, checker: manager });
  const { notes, reinsured } = await desk.call<WireReply<typeof getPolicy>>(clerk, `GET ${SCA}/underwriting/${id}`);
  const debit = notes.find(({ kind }) => kind === 'DN');
  if (!debit) throw new Error(`The policy ${id} of the sample firm has no debit note.`);
  return { policy: id, note: debit.id, payer: reinsured.id, amount: debit.amount, currency };
}

const adjustable = ({ desk }: Story, { note: id }: Debit) =>
  desk.call<WireReply<typeof getAdjustable>>(clerk, `GET ${SCA}/adjustment/note`, { query: { note: String(id) } });

/** All that is open of a note is paid. */
async function collected(story: Story, debit: Debit): Promise<void> {
  const { outstanding: amount, note: named } = await adjustable(story, debit);
  await received(story, BRANCH, {
    payer: debit.payer,
    amount,
    currency: debit.currency,
    type: 'PREMIUM',
    words: `Premium ${named.number}`,
    reference: `FT${90_000 + debit.note}`,
    allocations: [{ note: debit.note, amount }],
  });
}

/** Tax that the reinsured withheld and remitted itself, with the paper of it. M1. */
async function certified(story: Story, debit: Debit): Promise<void> {
  const { taxes, party } = await adjustable(story, debit);
  const withheld = taxes.find(({ open }) => minorUnits(open, debit.currency) > 0n);
  if (!withheld) throw new Error(`Nothing is withheld of the note ${debit.note} of the sample firm.`);
  const certificate = `WHT/${debit.note}`;
  const { id: tax, name, open: amount } = withheld;
  const lines = [`Certificate ${certificate}`, `${name}: ${debit.currency} ${amount}`, `Withheld by ${party.name}`];
  await approved(story, BRANCH, {
    kind: 'adjustment',
    paper: { name: 'certificate.pdf', file: pageOf(lines) },
    body: { note: debit.note, kind: 'CERTIFICATE', amount, day: story.desk.today(), tax, certificate },
  });
}

/** What is available to the first security of the story, paid, less what it owes. M15. */
async function securityPaid({ desk, ...story }: Story, { currency }: Debit): Promise<void> {
  const [security] = story.cast.local;
  const query = { security: String(security), currency };
  const rows = await desk.call<WireReply<typeof findPoliciesBySecurity>>(
    clerk,
    `GET ${SCA}/paymentvoucher/findPoliciesBySecurity`,
    { query },
  );
  const owing = await desk.call<WireReply<typeof voucherOwing>>(clerk, `GET ${SCA}/paymentvoucher/owing`, {
    query: { kind: 'PREMIUM', payee: String(security), currency },
  });
  const items = rows
    .filter(({ available }) => minorUnits(available, currency) > 0n)
    .map(({ item, available }) => ({ item, amount: available }));
  // What it owes on claims it pays as their own story tells.
  const returns = owing.filter(({ purpose }) => purpose === 'RETURN');
  const nets = proposedNets(
    sum(items.map(({ amount }) => minorUnits(amount, currency))),
    returns.map(({ item, open }) => ({ key: item, open: minorUnits(open, currency) })),
  ).map(({ key, amount }) => ({ note: key, amount: formatAmount(amount, currency) }));
  const body = {
    currency,
    bank_date: desk.today(),
    security,
    items,
    nets,
    narration: 'Premium account, returns set off',
  };
  const voucher = await approved({ desk, ...story }, BRANCH, { kind: 'paymentvoucher', save: 'save2', body });
  await paidOut({ desk, ...story }, BRANCH, voucher);
}

/** A part of a paid premium is given back: its securities' returns are due to us. */
async function returned({ desk }: Story, { policy }: Debit): Promise<void> {
  const maker = who('underwriter', BRANCH);
  const body = {
    policy,
    endorsementtype: 'RP',
    effective_date: addDays(desk.today(), -EXPIRED / 2),
    description: 'The second mill was sold and is no longer insured.',
    premium: '180000.00',
  };
  const { id } = await desk.call<Saved>(maker, `POST ${SCA}/underwriting/endorsement`, { body });
  const { version } = await desk.call<Saved>(maker, `PUT ${SCA}/endorsement/submit/${id}`);
  await desk.call(manager, `PUT ${SCA}/endorsement/approve/${id}/APPROVED`, { body: { version } });
}

/** What of a return is in hand goes back to the reinsured. M17. */
async function refunded(story: Story, { payer, currency }: Debit): Promise<void> {
  await confirmAccount(story.desk, { branch: BRANCH, reinsured: payer, currency });
  const rows = await story.desk.call<WireReply<typeof refundableNotes>>(clerk, `GET ${SCA}/paymentvoucher/refundable`, {
    query: { payee: String(payer) },
  });
  for (const { item, available } of rows.filter((row) => minorUnits(row.available, currency) > 0n)) {
    const refund = { kind: 'REFUND', note: item, amount: available, narration: 'Return premium' };
    await vouched(story, { ...refund, currency });
  }
}

/** Another policy is paid, the next payment to the security lessened by its return, and the reinsured has its own. M15, M17. */
async function netted(story: Story, debit: Debit): Promise<void> {
  const next = await placed(story, BASE);
  await collected(story, next);
  await securityPaid(story, next);
  await refunded(story, debit);
}

/** A voucher of another kind, approved and paid today. */
async function vouched(story: Story, body: { currency: string } & Record<string, unknown>): Promise<void> {
  const dated = { ...body, bank_date: story.desk.today() };
  await paidOut(story, BRANCH, await approved(story, BRANCH, { kind: 'paymentvoucher', body: dated }));
}

/** Dollars that are paid in shillings at the rate of the day, bought with them, and what that cost made good. M5, M6. */
async function paidInShillings(story: Story, debit: Debit): Promise<void> {
  const { desk } = story;
  const { rates } = await desk.call<WireReply<typeof findForeignNotes>>(clerk, `GET ${SCA}/receivable/foreignnotes`, {
    query: { reinsured: String(debit.payer), currency: BASE, day: desk.today() },
  });
  const rate = parseExchangeRate(rates.find((one) => one.currency === debit.currency)?.rate ?? '');
  if (typeof rate !== 'bigint') throw new Error(`The sample firm has no rate of ${debit.currency}.`);
  const worth = convert(minorUnits(debit.amount, debit.currency), { from: debit.currency, to: BASE, rate });
  const amount = formatAmount(worth, BASE);
  await received(story, BRANCH, {
    payer: debit.payer,
    amount,
    currency: BASE,
    type: 'PREMIUM',
    words: `${debit.currency} ${debit.amount} paid in shillings`,
    reference: `FT${90_000 + debit.note}`,
    allocations: [{ note: debit.note, amount, note_amount: debit.amount }],
  });
  const cost = worth / 1_000n + 1n;
  await vouched(story, {
    kind: 'CLIENT_TRANSFER',
    currency: BASE,
    amount: formatAmount(worth + cost, BASE),
    into_currency: debit.currency,
    into_amount: debit.amount,
    narration: 'Dollars bought for premium that was paid in shillings',
  });
  const { data } = await desk.call<WireReply<typeof listVouchers>>(clerk, `GET ${SCA}/paymentvoucher/items2`, {
    query: { kind: 'MAKE_GOOD', status: 'DRAFT', currency: BASE },
  });
  for (const { id } of data) await paidOut(story, BRANCH, await decided(story, BRANCH, { kind: 'paymentvoucher', id }));
}

/** Money of nobody's note yet, as it comes in. */
const onAccount = (
  story: Story,
  payer: number,
  { amount, method }: { amount: string; method: 'BANK_TRANSFER' | 'CHEQUE' },
) =>
  received(story, BRANCH, {
    payer,
    amount,
    currency: BASE,
    type: 'ON_ACCOUNT',
    method,
    words: method === 'CHEQUE' ? 'Cheque 000417' : 'Paid without a reference',
    reference: `FT${amount.replace('.', '')}`,
  });

/** The payer's bank does not pay the cheque. */
async function bounced({ desk }: Story, { id, version }: Saved): Promise<void> {
  const body = { version, reason: 'Returned unpaid: refer to drawer.' };
  await desk.call(manager, `PUT ${SCA}/receivable/bounce/${id}`, { body });
}

/** Money that nobody could place goes back to its payer. M17. */
async function givenBack(story: Story, payer: number, refund: { receipt: number; amount: string }): Promise<void> {
  await confirmAccount(story.desk, { branch: BRANCH, reinsured: payer, currency: BASE });
  await vouched(story, { kind: 'REFUND', currency: BASE, ...refund, narration: 'Paid to us in error' });
}

/** Some of the clients' money lies in another account of theirs. M6. */
async function laidAside(story: Story): Promise<void> {
  const accounts = await story.desk.call<WireReply<typeof listStatementAccounts>>(
    'root',
    `GET ${SCA}/bankstatement/accounts`,
  );
  const deposit = accounts.find(({ name }) => name.includes(DEPOSIT));
  await vouched(story, {
    kind: 'CLIENT_TRANSFER',
    currency: BASE,
    amount: '250000.00',
    into_account: deposit?.id,
    narration: 'To the call deposit until the end of the quarter',
  });
}

/** What a reinsured owes and will not pay is the securities' loss, and ours for brokerage. M3. */
async function lost(story: Story, debit: Debit): Promise<void> {
  const { outstanding: amount } = await adjustable(story, debit);
  const body = { note: debit.note, kind: 'UNCOLLECTABLE', amount, day: story.desk.today() };
  const reason = 'The reinsured was wound up; its liquidator pays no premium.';
  await approved(story, BRANCH, { kind: 'adjustment', body: { ...body, reason } });
}

/** The papers of a month: statements of three reinsureds, and letters for what is overdue longest. M12. */
async function lettersSent(story: Story): Promise<void> {
  const { desk, cast } = story;
  const body = { side: 'REINSURED', asat: desk.today(), parties: cast.reinsureds.slice(0, 3), mail: false };
  await desk.call(clerk, `POST ${SCA}/statements/batch`, { body });
  const { data } = await desk.call<WireReply<typeof listReminders>>(clerk, `GET ${SCA}/statements/reminders`, {
    query: { stopped: 'no', length: '3' },
  });
  const items = data.map(({ id }) => id);
  if (items.length > 0)
    await desk.call(clerk, `POST ${SCA}/statements/reminders/send`, { body: { items, mail: false } });
}

/** Advice to the payees of the premium that was paid last, mailed. */
async function payeesAdvised({ desk }: Story): Promise<void> {
  const cashier = who('cashier', BRANCH);
  const { data } = await desk.call<WireReply<typeof listVouchers>>(cashier, `GET ${SCA}/paymentvoucher/items2`, {
    query: { kind: 'PREMIUM', status: 'PAID', length: '6' },
  });
  const vouchers = data.map(({ id }) => id);
  if (vouchers.length > 0)
    await desk.call(cashier, `POST ${SCA}/statements/remittances/send`, { body: { vouchers, mail: true } });
}

/** Each month but the last is revalued and closed on the sixth day of the next. M7. */
function planMonthEnds(story: Story, diary: Diary): void {
  const closed = firstOfMonth(addMonths(story.last, -2));
  for (let month = firstOfMonth(story.first); month <= closed; month = firstOfMonth(addMonths(month, 1))) {
    const body = { month: month.slice(0, 7) };
    note(diary, addDays(firstOfMonth(addMonths(month, 1)), 5), {
      branch: BRANCH,
      tell: async () => {
        const { data } = await story.desk.call<WireReply<typeof revaluationLines>>(
          'root',
          `GET ${SCA}/revaluation/preview`,
          { query: body },
        );
        if (data.length > 0) await story.desk.call('root', `PUT ${SCA}/revaluation/book`, { body });
        await story.desk.call('root', `PUT ${SCA}/period/close`, { body });
      },
    });
  }
}

/** What becomes of one debit note after another, by the days before the end on which it happens. */
const PLOTS: readonly {
  currency: string;
  plot: readonly [daysAgo: number, tell: (story: Story, debit: Debit) => Promise<void>][];
}[] = [
  {
    currency: BASE,
    plot: [
      [125, certified],
      [118, collected],
    ],
  },
  { currency: 'USD', plot: [[110, paidInShillings]] },
  {
    currency: BASE,
    plot: [
      [104, collected],
      [104, securityPaid],
      [104, returned],
      [103, netted],
    ],
  },
  { currency: BASE, plot: [[40, lost]] },
];

/**
 * What else the money of a firm comes to: certificates, a return that is netted and refunded, premium in another currency
 * with its conversion, a cheque that bounces, cash that goes back, a transfer, a loss, letters, and the ends of months.
 */
export function planMoney(stories: ReadonlyMap<Branch['code'], Story>, diary: Diary, seed: number): void {
  const nairobi = stories.get(BRANCH);
  if (!nairobi) return;
  const story: Story = { ...nairobi, chance: chance(seed + 200) };
  const on = (daysAgo: number, tell: () => Promise<unknown>): void =>
    note(diary, addDays(story.last, -daysAgo), { branch: BRANCH, tell: async () => void (await tell()) });
  planMonthEnds(story, diary);
  for (const { currency, plot } of PLOTS)
    on(PLACED, async () => {
      const debit = await placed(story, currency);
      for (const [daysAgo, tell] of plot) on(daysAgo, () => tell(story, debit));
    });
  const [drawer = 0, payer = 0] = story.cast.reinsureds;
  on(90, async () => {
    const cheque = await onAccount(story, drawer, { amount: '350000.00', method: 'CHEQUE' });
    on(84, () => bounced(story, cheque));
  });
  on(80, async () => {
    const cash = await onAccount(story, payer, { amount: '125000.00', method: 'BANK_TRANSFER' });
    on(73, () => givenBack(story, payer, { receipt: cash.id, amount: '125000.00' }));
  });
  on(70, () => laidAside(story));
  on(0, () => lettersSent(story));
  on(0, () => payeesAdvised(story));
}
