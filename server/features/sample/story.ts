import type { PaymentTerms } from '../../../domain/placements/terms.ts';
import { addDays, daysBetween, firstOfMonth, lastOfMonth, type Day } from '../../../domain/values/day.ts';
import { formatAmount, parseAmount } from '../../../domain/values/money.ts';
import { dayWithin, type Desk } from './desk.ts';
import type { Chance } from './random.ts';
import type { Cast } from './setting.ts';
import { notifyLines, slipOf } from './slips.ts';

const SCA = '/api/sca/v1';
export type Saved = { id: number; version: number };
export type Branch = { code: 'NBO' | 'LON'; currencies: readonly string[] };

export type Story = {
  desk: Desk;
  chance: Chance;
  cast: Cast;
  users: ReadonlyMap<string, number>;
  /** Policies whose reinsured keeps the premium back, since it waits for the money of a claim. */
  withheld: Set<number>;
  first: Day;
  last: Day;
};

/** Something that happens on a day; one event may add another of a later day. */
type Event = { branch: Branch['code']; tell: () => Promise<void> };
export type Diary = Map<Day, Event[]>;

const BRANCHES: readonly Branch[] = [
  { code: 'NBO', currencies: ['KES', 'KES', 'KES', 'USD', 'UGX'] },
  { code: 'LON', currencies: ['USD', 'GBP', 'EUR', 'USD'] },
];
const TERMS: readonly PaymentTerms[] = ['LUMP_30', 'LUMP_60', 'LUMP_90', 'INSTALMENTS_2', 'INSTALMENTS_4'];
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
const WORTH: Readonly<Record<string, number>> = { KES: 1_000_000, UGX: 28_000_000, USD: 8_000, GBP: 6_000, EUR: 7_000 };

export function note(diary: Diary, day: Day | null, event: Event): void {
  if (day !== null) diary.set(day, [...(diary.get(day) ?? []), event]);
}

export const who = (role: string, branch: Branch['code']) => `${role}.${branch.toLowerCase()}`;

/** Signed lines in halves of a percent that fill the order. */
function linesFor(story: Story, order: number): { security: number; share: string }[] {
  const { chance, cast } = story;
  const count = chance.between(2, 5);
  const securities = chance.some(chance.happens(0.25) ? [...cast.local, ...cast.london] : cast.local, count);
  const halves = order * 2;
  const each = Math.floor(halves / count);
  const shares = securities.map(() => each);
  shares[0] = halves - each * (count - 1);
  const moved = chance.between(0, Math.max(0, each - 4));
  shares[0] += moved;
  shares[count - 1] = (shares[count - 1] ?? 0) - moved;
  return securities.map((security, index) => ({ security, share: String((shares[index] ?? 0) / 2) }));
}

/** A policy of a branch as its underwriter would enter it today. */
export function policyOf(story: Story, branch: Branch): Record<string, unknown> {
  const { chance, cast, desk } = story;
  const currency = chance.pick(branch.currencies);
  const order = chance.between(4, 18) * 5;
  const start = addDays(desk.today(), chance.between(-5, 14));
  const reinsured = chance.pick(cast.reinsureds);
  const insured = chance.pick(cast.insureds);
  return {
    reinsured,
    insured: insured.id,
    risk_country: insured.country,
    cover_type: chance.pick(cast.coverTypes),
    dateoffered: desk.today(),
    insurance_start_date: start,
    insurance_end_date: addDays(start, 364),
    currency,
    sum_insured: `${chance.between(40, 4_000) * (WORTH[currency] ?? 1_000_000)}.00`.replace(
      /\.00$/,
      currency === 'UGX' ? '' : '.00',
    ),
    rate: (chance.between(8, 95) / 100).toFixed(2),
    fac: String(order),
    cedant_commission: String(chance.between(40, 60) / 2),
    brokerage: String(chance.between(5, 15) / 2),
    cedant_policy_number: `P/${chance.between(1_000, 9_999)}/${start.slice(2, 4)}`,
    excess: chance.pick([
      '1% of each and every loss',
      '10% of loss, minimum 250,000',
      'As original',
      '2.5% of the sum insured for natural perils',
    ]),
    territory: chance.pick([
      COUNTRIES.of(insured.country),
      'East Africa',
      'Kenya, Uganda and Tanzania',
      'Worldwide excluding USA and Canada',
    ]),
    interest: 'Buildings, machinery, stock and other contents as in the original policy.',
    payment_terms: chance.pick(TERMS),
    ...(chance.happens(0.4) && { warranty: { kind: chance.pick(['PPW', 'PPC']), days: chance.pick([45, 60, 90]) } }),
    clauses: chance.some(cast.clauses, chance.between(2, 6)),
    claim_terms: {
      notification_days: 14,
      cash_loss_limit: `${25 * (WORTH[currency] ?? 1_000_000)}`,
      reinstatement_percent: '100',
      reinstatement_as_to_time: true,
    },
    securities: linesFor(story, order),
  };
}

type Underwritten = 'underwriting' | 'londonslip';

/** Submits a record and has it decided, which is approved where nothing else is said: gives it as it is then. */
export async function submitAndDecide(
  story: Story,
  kind: Underwritten | 'receivable' | 'paymentvoucher',
  record: { id: number; maker: string; checker: string; decision?: 'APPROVED' | 'REJECTED' },
): Promise<Saved> {
  const { desk, users } = story;
  const { version } = await desk.call<Saved>(record.maker, `PUT ${SCA}/${kind}/submit/${record.id}`);
  const decision = record.decision ?? 'APPROVED';
  const named = kind === 'underwriting' || kind === 'londonslip' ? `/${users.get(record.checker) ?? 0}` : '';
  return desk.call<Saved>(record.checker, `PUT ${SCA}/${kind}/approve/${record.id}/${decision}${named}`, {
    body: {
      version,
      ...(decision === 'REJECTED' && { reason: 'Please check the figures against the slip.' }),
    },
  });
}

function offer(story: Story, diary: Diary, branch: Branch): Event {
  const { desk, chance, last } = story;
  return {
    branch: branch.code,
    tell: async () => {
      const maker = who('underwriter', branch.code);
      const kind: Underwritten = branch.code === 'LON' && chance.happens(0.5) ? 'londonslip' : 'underwriting';
      const policy = policyOf(story, branch);
      const body = kind === 'londonslip' ? slipOf(story, policy) : policy;
      const { id } = await desk.call<Saved>(maker, `POST ${SCA}/${kind}/save`, { body });
      const recent = daysBetween(desk.today(), last) < 16;
      const fate = chance.next();
      if (recent && fate < 0.25) return;
      if (recent && fate < 0.55) {
        await desk.call(maker, `PUT ${SCA}/${kind}/submit/${id}`);
        return;
      }
      const rejected = fate > 0.96;
      note(diary, dayWithin(desk.today(), 1, last), {
        branch: branch.code,
        tell: async () => {
          await submitAndDecide(story, kind, {
            id,
            maker,
            checker: who('manager', branch.code),
            decision: rejected ? 'REJECTED' : 'APPROVED',
          });
          if (!rejected) planPayments(story, diary, { id, kind, branch: branch.code });
          else if (daysBetween(desk.today(), last) > 20)
            note(diary, dayWithin(desk.today(), 2, last), corrected(story, diary, { id, kind, branch: branch.code }));
        },
      });
    },
  };
}

/** What was sent back is looked over, sent again and approved. */
function corrected(story: Story, diary: Diary, policy: Placed): Event {
  return {
    branch: policy.branch,
    tell: async () => {
      await submitAndDecide(story, policy.kind, {
        id: policy.id,
        maker: who('underwriter', policy.branch),
        checker: who('manager', policy.branch),
      });
      planPayments(story, diary, policy);
    },
  };
}

type Placed = { id: number; kind: Underwritten; branch: Branch['code'] };

// Signed lines are notified in time, save some of late: they are work to be done.
function planNotice(story: Story, diary: Diary, { id, branch }: Placed): void {
  const { chance, desk, last } = story;
  if (daysBetween(desk.today(), last) < 50 && chance.happens(0.4)) return;
  const maker = who('underwriter', branch);
  note(diary, dayWithin(desk.today(), chance.between(2, 20), last), {
    branch,
    tell: () => notifyLines(story, { id, maker }),
  });
}

export function planPayments(story: Story, diary: Diary, policy: Placed): void {
  const { chance, desk, last } = story;
  if (policy.kind === 'londonslip') planNotice(story, diary, policy);
  const fate = chance.next();
  if (fate < 0.1) return;
  const halved = fate < 0.35;
  for (let part = 1; part <= (halved ? 2 : 1); part += 1) {
    if (part === 2 && chance.happens(0.4)) break;
    const day = dayWithin(desk.today(), chance.between(15, 75) * part, last);
    note(diary, day, receive(story, policy, { divide: halved && part === 1 ? 2n : 1n }));
  }
}

type OpenNote = {
  notes: { id: number; kind: string; amount: string; settled: string }[];
  currency: string;
  reinsured: { id: number };
  broker_reference: string;
};

export function minorUnits(text: string, currency: string): bigint {
  const amount = parseAmount(text, currency);
  if (typeof amount !== 'bigint') throw new Error(`${text} is no amount of ${currency}.`);
  return amount;
}

function receive(story: Story, policy: { id: number; branch: Branch['code'] }, { divide }: { divide: bigint }): Event {
  const { desk, chance, last } = story;
  return {
    branch: policy.branch,
    tell: async () => {
      if (story.withheld.has(policy.id)) return;
      const cashier = who('cashier', policy.branch);
      const record = await desk.call<OpenNote>(cashier, `GET ${SCA}/underwriting/${policy.id}`);
      const debit = record.notes.find((one) => one.kind === 'DN');
      if (!debit) return;
      const { currency } = record;
      const part = (minorUnits(debit.amount, currency) - minorUnits(debit.settled, currency)) / divide;
      if (part === 0n) return;
      const amount = formatAmount(part, currency);
      const { id } = await desk.call<Saved>(cashier, `POST ${SCA}/receivable/save`, {
        body: {
          dateOfIssue: desk.today(),
          receiptType: 'PREMIUM',
          reinsured: record.reinsured.id,
          receiptAmount: amount,
          currency,
          brokerRef: record.broker_reference,
          bank_reference: `FT${desk.today().replaceAll('-', '')}${chance.between(1000, 9999)}`,
          narrationRef: `Premium ${record.broker_reference}`,
          allocations: [{ note: debit.id, amount }],
        },
      });
      const recent = daysBetween(desk.today(), last) < 14;
      const fate = chance.next();
      if (recent && fate < 0.2) return;
      if (recent && fate < 0.5) {
        await desk.call(cashier, `PUT ${SCA}/receivable/submit/${id}`);
        return;
      }
      await submitAndDecide(story, 'receivable', {
        id,
        maker: cashier,
        checker: who('accountant', policy.branch),
        ...(fate > 0.97 && { decision: 'REJECTED' as const }),
      });
    },
  };
}

type Release = {
  kind: 'SECURITY' | 'BROKERAGE' | 'TAX' | 'CLAIM' | 'SALVAGE' | 'REFUND';
  payee: { id: number } | null;
  currency: string;
  available: string;
};
type Item = { item: number; available: string; currency: string };

const nothing = (amount: string) => /^0*\.?0*$/.test(amount);
// What was collected on claims, and what returns give back, is paid as their own stories tell.
const ofPremium = ({ kind }: Release) => kind === 'SECURITY' || kind === 'BROKERAGE' || kind === 'TAX';

async function saveFor(story: Story, branch: Branch['code'], release: Release): Promise<number | null> {
  const { desk } = story;
  const maker = who('accountant', branch);
  const common = { currency: release.currency, bank_date: desk.today() };
  if (release.kind === 'SECURITY') {
    const items = await desk.call<Item[]>(maker, `GET ${SCA}/paymentvoucher/findPoliciesBySecurity`, {
      query: { security: String(release.payee?.id), currency: release.currency },
    });
    const chosen = items
      .filter((item) => !nothing(item.available))
      .map(({ item, available }) => ({ item, amount: available }));
    if (chosen.length === 0) return null;
    return (
      await desk.call<Saved>(maker, `POST ${SCA}/paymentvoucher/save2`, {
        body: { ...common, security: release.payee?.id, items: chosen, narration: 'Premium account' },
      })
    ).id;
  }
  const kind = release.kind === 'BROKERAGE' ? 'DRAWING' : 'TAX';
  const body = {
    ...common,
    kind,
    amount: release.available,
    ...(kind === 'TAX' && { tax: release.payee?.id }),
    narration: kind === 'TAX' ? 'Monthly remittance' : 'Brokerage of the month',
  };
  return (await desk.call<Saved>(maker, `POST ${SCA}/paymentvoucher/save`, { body })).id;
}

const isSame = (one: Release, other: Release) =>
  one.kind === other.kind && one.payee?.id === other.payee?.id && one.currency === other.currency;

/** The month's payments of a branch: what was released to securities, our brokerage, the taxes. */
function payReleased(story: Story, branch: Branch['code']): Event {
  const { desk, chance, last } = story;
  return {
    branch,
    tell: async () => {
      const queue = () => desk.call<Release[]>(who('accountant', branch), `GET ${SCA}/paymentvoucher/releases`);
      const recent = daysBetween(desk.today(), last) < 10;
      for (const due of (await queue()).filter((one) => ofPremium(one) && !nothing(one.available))) {
        // Four in ten payments of a security wait for the next month.
        if (chance.happens(due.kind === 'SECURITY' ? 0.4 : 0.15)) continue;
        // What one part of a note has to give back is kept from those that are still free: of what waits there may be less than before others were paid.
        const release = due.kind === 'SECURITY' ? due : (await queue()).find((one) => isSame(one, due));
        const id = release === undefined ? null : await saveFor(story, branch, release);
        const fate = chance.next();
        if (id === null || (recent && fate < 0.15)) continue;
        const maker = who('accountant', branch);
        if (recent && fate < 0.4) {
          await desk.call(maker, `PUT ${SCA}/paymentvoucher/submit/${id}`);
          continue;
        }
        const rejected = fate > 0.97;
        const { version } = await submitAndDecide(story, 'paymentvoucher', {
          id,
          maker,
          checker: who('manager', branch),
          ...(rejected && { decision: 'REJECTED' as const }),
        });
        if (rejected || (recent && fate < 0.65)) continue;
        await desk.call(who('cashier', branch), `PUT ${SCA}/paymentvoucher/pay/${id}`, {
          body: { version, bank_reference: `OUT${chance.between(10_000, 99_999)}` },
        });
      }
    },
  };
}

/** What was keyed wrongly is reversed, with its reason: the last receipt and the last paid voucher of a branch. */
function undo(story: Story, branch: Branch['code']): Event {
  const { desk } = story;
  const manager = who('manager', branch);
  const reverse = async (kind: 'receivable' | 'paymentvoucher', list: string, status: string) => {
    const { data } = await desk.call<{ data: Saved[] }>(manager, `GET ${SCA}/${kind}/${list}`, {
      query: { status, length: '1' },
    });
    const first = data[0];
    if (first)
      await desk.call(manager, `PUT ${SCA}/${kind}/reverse/${first.id}`, {
        body: { reason: 'Keyed to the wrong account.', version: first.version },
      });
  };
  return {
    branch,
    tell: async () => {
      await reverse('paymentvoucher', 'items2', 'PAID');
      await reverse('receivable', 'items', 'APPROVED');
    },
  };
}

/** Offers spread over the period, and the payments of each month's end. Each branch has its own luck. */
export function planDiary(stories: ReadonlyMap<Branch['code'], Story>, policies: number): Diary {
  const diary: Diary = new Map();
  for (const [position, branch] of BRANCHES.entries()) {
    const story = stories.get(branch.code);
    if (!story) continue;
    const { first, last } = story;
    const days = daysBetween(first, last);
    for (let index = 0; index < policies; index += 1) {
      // Two policies in Nairobi for each in London; more at first, since later renewals come beside what is new.
      if ((index % 3 === 2) === (position === 1))
        note(diary, addDays(first, Math.floor(days * (index / policies) ** 1.4)), offer(story, diary, branch));
    }
    for (let month = firstOfMonth(first); month <= last; month = addDays(lastOfMonth(month), 1)) {
      const day = addDays(month, 24);
      if (day >= first && day <= last) note(diary, day, payReleased(story, branch.code));
    }
    note(diary, addDays(last, -6), undo(story, branch.code));
    note(diary, addDays(last, -2), payReleased(story, branch.code));
  }
  return diary;
}

/** Tells what happens on a day: the branches work side by side, each in its own order. */
export async function tellDay(events: readonly Event[]): Promise<void> {
  await Promise.all(
    BRANCHES.map(async ({ code }) => {
      for (const event of events) if (event.branch === code) await event.tell();
    }),
  );
}

export const BRANCH_CODES = BRANCHES.map((branch) => branch.code);
