import { addDays, type Day, earlierOf } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { type Loss, SCA, type Step } from './claim-desk.ts';
import { claimSteps } from './claim-steps.ts';
import { dayWithin } from './desk.ts';
import { ADJUSTERS, CATASTROPHE, LOSSES } from './losses.ts';
import { type Chance, chance } from './random.ts';
import { type Branch, type Diary, minorUnits, note, type Saved, type Story, who } from './story.ts';

type Code = Branch['code'];
type Steps = ReturnType<typeof claimSteps>;
/** What happens to a claim, each so many days after what came before. */
type Plot = readonly (readonly [days: number, step: Step])[];

const settled = (s: Steps): Plot => [
  [0, s.submit],
  [2, s.approve],
  [14, s.reserve(112)],
  [18, s.call(40)],
  [4, s.agree],
  [20, s.collect('all')],
  [4, s.pay],
  [40, s.final(96)],
  [5, s.agree],
  [17, s.collect('all')],
  [5, s.pay],
];
const closed = (s: Steps): Plot => [...settled(s), [9, s.close]];

/** The ways in which claims go; where the story ends first, that is their state. */
const PLOTS = {
  draft: () => [],
  pending: (s) => [[0, s.submit]],
  rejected: (s) => [
    [0, s.submit],
    [1, s.reject],
  ],
  noted: (s) => [
    [0, s.submit],
    [2, s.approve],
    [9, s.reserve(118)],
  ],
  called: (s) => [
    [0, s.submit],
    [1, s.approve],
    [12, s.call(30)],
    [5, s.agree],
    [3, s.remind],
  ],
  settled,
  closed,
  late: (s) => [
    [0, s.submit],
    [1, s.approve],
    [16, s.call(35)],
    [6, s.agree],
    [26, s.collect('all but the last')],
    [3, s.pay],
  ],
  disputed: (s) => [
    [0, s.submit],
    [3, s.approve],
    [11, s.call(50)],
    [9, s.dispute],
    [20, s.collect('all but the last')],
    [5, s.pay],
  ],
  fees: (s) => [
    [0, s.submit],
    [1, s.approve],
    [10, s.fee(4)],
    [9, s.call(25)],
    [21, s.collect('all')],
  ],
  salvaged: (s) => [...settled(s), [15, s.salvage(8)], [6, s.close]],
  reopened: (s) => [...closed(s), [35, s.reopen(130)], [12, s.call(10)]],
  setOff: (s) => [
    [0, s.submit],
    [1, s.approve],
    [4, s.call(20)],
    [7, s.collect('all')],
    [2, s.setOff],
  ],
  net: (s) => [
    [0, s.submit],
    [1, s.approve],
    [5, s.call(60)],
    [3, s.agree],
    [4, s.net],
    [3, s.pay],
  ],
  reinstated: (s) => [
    [0, s.submit],
    [2, s.approve],
    [15, s.call(45)],
    [5, s.agree],
    [6, s.reinstate],
    [12, s.collect('all')],
    [3, s.pay],
  ],
  kindness: (s) => [
    [0, s.submit],
    [2, s.approve],
    [13, s.exGratia(6)],
    [19, s.collect('all')],
  ],
} as const satisfies Record<string, (steps: Steps) => Plot>;
type PlotName = keyof typeof PLOTS;

/** Days before the end on which each claim begins, where, how it goes, and its size in thousandths of the sum insured. */
const CLAIMS: readonly (readonly [daysAgo: number, branch: Code, plot: PlotName, size: number])[] = [
  [640, 'NBO', 'closed', 14],
  [610, 'LON', 'closed', 9],
  [575, 'NBO', 'reopened', 32],
  [540, 'NBO', 'closed', 6],
  [505, 'NBO', 'salvaged', 41],
  [480, 'LON', 'closed', 12],
  [450, 'NBO', 'closed', 4],
  [420, 'NBO', 'settled', 22],
  [390, 'LON', 'salvaged', 14],
  [360, 'NBO', 'late', 11],
  [335, 'NBO', 'closed', 3],
  [300, 'LON', 'settled', 27],
  [280, 'NBO', 'disputed', 36],
  [255, 'NBO', 'closed', 8],
  [230, 'LON', 'late', 15],
  [205, 'NBO', 'settled', 5],
  [180, 'NBO', 'setOff', 10],
  [150, 'LON', 'fees', 21],
  [140, 'NBO', 'reinstated', 10],
  [110, 'NBO', 'net', 24],
  [125, 'NBO', 'late', 160],
  [100, 'NBO', 'settled', 7],
  [85, 'LON', 'called', 13],
  [75, 'NBO', 'kindness', 9],
  [60, 'NBO', 'fees', 16],
  [44, 'LON', 'called', 6],
  [33, 'NBO', 'called', 24],
  [24, 'NBO', 'noted', 12],
  [17, 'LON', 'noted', 8],
  [12, 'NBO', 'noted', 20],
  [8, 'NBO', 'rejected', 5],
  [5, 'LON', 'pending', 10],
  [3, 'NBO', 'pending', 17],
  [1, 'NBO', 'draft', 4],
];
/** The flood, and what became of each of its eight claims. */
const FLOOD_DAYS_AGO = 210;
const FLOODED: readonly PlotName[] = ['closed', 'settled', 'late', 'called', 'settled', 'noted', 'late', 'fees'];

type Policy = {
  id: number;
  reinsured: { id: number };
  currency: string;
  insurance_start_date: Day;
  insurance_end_date: Day;
};
type Happening = (typeof LOSSES)[number];
type Telling = {
  story: Story;
  diary: Diary;
  branch: Code;
  luck: Chance;
  used: Set<number>;
  /** What happens next, each once before anything happens again. */
  happenings: Happening[];
};

/** Approved policies of a branch that cover a day, those without a claim first. */
async function coveringPolicies({ story, branch, used }: Telling, lossOn: Day): Promise<Policy[]> {
  const all = await story.desk.call<Policy[]>(who('claims', branch), `GET ${SCA}/claim/policies`);
  const covered = all.filter((one) => one.insurance_start_date <= lossOn && lossOn <= one.insurance_end_date);
  return [...covered.filter((one) => !used.has(one.id)), ...covered.filter((one) => used.has(one.id))];
}

/** The newest policy on which nothing is paid: until its premium comes a claim on it can be set off, or settled net. */
async function unpaidOf({ story, branch }: Telling, policies: readonly Policy[]): Promise<Policy | undefined> {
  for (const policy of policies) {
    const { notes } = await story.desk.call<{ notes: { kind: string; settled: string }[] }>(
      who('accountant', branch),
      `GET ${SCA}/underwriting/${policy.id}`,
    );
    const debit = notes.find((one) => one.kind === 'DN');
    if (debit && minorUnits(debit.settled, policy.currency) === 0n) return policy;
  }
  return policies[0];
}

/** So many of the policies whose risk lies in a country. */
async function lyingIn(
  { story, branch }: Telling,
  country: string,
  of: { policies: readonly Policy[]; count: number },
) {
  const lying: Policy[] = [];
  for (const policy of of.policies) {
    if (lying.length === of.count) break;
    const { risk_country } = await story.desk.call<{ risk_country: string | null }>(
      who('claims', branch),
      `GET ${SCA}/underwriting/${policy.id}`,
    );
    if (risk_country === country) lying.push(policy);
  }
  return lying;
}

/** An amount at 100 %: thousandths of the sum insured in round figures. */
function reserveOf(sumInsured: bigint, thousandths: number): bigint {
  const exact = (sumInsured * BigInt(thousandths)) / 1000n;
  const round = 10n ** BigInt(Math.max(0, String(exact).length - 3));
  return exact < round ? exact : (exact / round) * round;
}

type Noted = { policy: Policy; lossOn: Day; size: number; words: Record<string, unknown> };

async function saveLoss(telling: Telling, { policy, lossOn, size, words }: Noted): Promise<Loss> {
  const { story, branch, luck, used } = telling;
  const maker = who('claims', branch);
  const { sum_insured: sum } = await story.desk.call<{ sum_insured: string }>(maker, `GET ${SCA}/claim/cover`, {
    query: { policy: String(policy.id), data_loss_date: lossOn },
  });
  const reserve = reserveOf(minorUnits(sum, policy.currency), size);
  const { id } = await story.desk.call<Saved>(maker, `POST ${SCA}/claim/save`, {
    body: {
      policy: policy.id,
      claimreserve: formatAmount(reserve, policy.currency),
      data_loss_date: lossOn,
      notified_on: earlierOf(story.desk.today(), addDays(lossOn, luck.between(1, 12))),
      cedantclaimnumber: `C/${luck.between(1_000, 9_999)}/${lossOn.slice(2, 4)}`,
      handler: story.users.get(maker) ?? null,
      experts: luck.happens(0.7)
        ? [{ role: 'ADJUSTER', name: luck.pick(ADJUSTERS), reference: `A${luck.between(1_000, 9_999)}` }]
        : [],
      ...words,
    },
  });
  used.add(policy.id);
  return { id, branch, currency: policy.currency, reserve, policy: policy.id, reinsured: policy.reinsured.id };
}

/** Tells the first step of a plot on its day, and writes the next one into the diary when it has happened. */
function follow(telling: Telling, loss: Loss, [first, ...rest]: Plot): void {
  if (!first) return;
  const { story, diary, branch } = telling;
  const [days, step] = first;
  note(diary, dayWithin(story.desk.today(), days, story.last), {
    branch,
    tell: async () => {
      await step(loss);
      follow(telling, loss, rest);
    },
  });
}

async function begin(telling: Telling, plot: PlotName, noted: Noted): Promise<void> {
  const loss = await saveLoss(telling, noted);
  const steps: Plot = PLOTS[plot](claimSteps(telling.story, telling.luck));
  const [first, ...rest] = steps;
  // What begins on the day of its first form is told with it.
  if (first?.[0] !== 0) {
    follow(telling, loss, steps);
    return;
  }
  await first[1](loss);
  follow(telling, loss, rest);
}

async function oneLoss(telling: Telling, plot: PlotName, size: number): Promise<void> {
  const { story, luck } = telling;
  const lossOn = addDays(story.desk.today(), -luck.between(1, 9));
  const policies = await coveringPolicies(telling, lossOn);
  const withholds = plot === 'setOff' || plot === 'net';
  const policy = withholds ? await unpaidOf(telling, policies) : policies[0];
  if (!policy) return;
  if (withholds) story.withheld.add(policy.id);
  if (telling.happenings.length === 0) telling.happenings = luck.some(LOSSES, LOSSES.length);
  const [description = '', cause = '', place = ''] = telling.happenings.pop() ?? [];
  await begin(telling, plot, { policy, lossOn, size, words: { claim_desc: description, cause, place } });
}

/** One event and the claims of eight policies that it hit. */
async function flood(telling: Telling): Promise<void> {
  const { story, branch, luck } = telling;
  const { name, country, description, claim, cause, places } = CATASTROPHE;
  const lossOn = addDays(story.desk.today(), -6);
  const event = await story.desk.call<Saved>(who('claims', branch), `POST ${SCA}/claim/event/save`, {
    body: { name, first_day: lossOn, last_day: addDays(lossOn, 3), country, description },
  });
  const covering = await coveringPolicies(telling, lossOn);
  const policies = await lyingIn(telling, country, { policies: covering, count: FLOODED.length });
  for (const [nth, plot] of FLOODED.entries()) {
    const policy = policies[nth];
    if (!policy) return;
    const words = { claim_desc: claim, cause, place: places[nth], event: event.id };
    await begin(telling, plot, { policy, lossOn: addDays(lossOn, nth % 3), size: luck.between(3, 20), words });
  }
}

/** Forty-two claims in every state, written into the diary of the sample firm: each branch has its own luck with them. */
export function planClaims(stories: ReadonlyMap<Code, Story>, diary: Diary, seed: number): void {
  for (const [index, [branch, story]] of [...stories].entries()) {
    const telling: Telling = {
      story,
      diary,
      branch,
      luck: chance(seed + 100 + index),
      used: new Set(),
      happenings: [],
    };
    for (const [daysAgo, where, plot, size] of CLAIMS)
      if (where === branch)
        note(diary, addDays(story.last, -daysAgo), { branch, tell: () => oneLoss(telling, plot, size) });
    if (branch === 'NBO') note(diary, addDays(story.last, -FLOOD_DAYS_AGO), { branch, tell: () => flood(telling) });
  }
}
