import type { Market } from '../../../domain/placements/figures.ts';
import { addDays, daysBetween, type Day } from '../../../domain/values/day.ts';
import { formatRate, parseRate } from '../../../domain/values/rate.ts';
import { dayWithin } from './desk.ts';
import { type Chance, chance } from './random.ts';
import { writtenAgain } from './slips.ts';
import { SCA } from './steps.ts';
import { type Branch, type Diary, note, planPayments, type Saved, type Story, submitAndDecide, who } from './story.ts';

type Code = Branch['code'];
type Telling = { story: Story; diary: Diary; branch: Code; luck: Chance };
type Expiring = { id: number; market: Market; state: string };
type Terms = { rate?: string | null; insurance_start_date: Day; insurance_end_date: Day } & (
  | object
  | Parameters<typeof writtenAgain>[0]
);

const KINDS = { LOCAL: 'underwriting', LONDON: 'londonslip' } as const satisfies Record<Market, string>;

/** Every so many days an underwriter goes through what expires in the days from the next list to this one. */
const EVERY = 28;
const AHEAD = 12;
/** The rates that cedants settle for, in percent of last year's. */
const RATES = [100n, 100n, 100n, 92n, 95n, 103n, 105n, 110n, 118n] as const;
const REASONS = [
  'The cedant placed it with its treaty.',
  'Lost to another broker on price.',
  'The insured no longer has the risk.',
  'The cedant keeps it for its own account.',
];
/** Terms that are agreed some days before the cover begins are left as drafts or wait, where the story ends first. */
const RECENT = 10;

const UW = `${SCA}/underwriting`;

/** A policy's next year, at last year's rate or another; a slip is quoted and written again. */
async function agreed({ story: { desk }, branch, luck }: Telling, { id, market }: Expiring): Promise<Saved> {
  const maker = who('underwriter', branch);
  const draft = await desk.call<Saved>(maker, `PUT ${UW}/renew/${id}`);
  const change = luck.pick(RATES);
  if (market === 'LOCAL' && change === 100n) return draft;
  const { terms } = await desk.call<{ terms: Terms }>(maker, `GET ${UW}/renewals/lastyear/${draft.id}`);
  const { insurance_start_date: from, insurance_end_date: to } = terms;
  const start = addDays(to, 1);
  const period = { insurance_start_date: start, insurance_end_date: addDays(start, daysBetween(from, to)) };
  const before = parseRate(terms.rate ?? '');
  // What was keyed as an amount has no rate to change.
  const rate = typeof before === 'bigint' ? { rate: formatRate((before * change) / 100n) } : {};
  const next = 'slip' in terms ? writtenAgain(terms, { day: desk.today(), start }, luck) : terms;
  const of = { id: draft.id, version: draft.version, dateoffered: desk.today() };
  const body = { ...next, ...of, ...period, ...rate };
  return desk.call<Saved>(maker, `PUT ${SCA}/${KINDS[market]}/edit`, { body });
}

/** Of what expires most is renewed and some lost; nothing is done about the rest. */
async function goThrough(telling: Telling): Promise<void> {
  const { story, diary, branch, luck } = telling;
  const { desk, last } = story;
  const maker = who('underwriter', branch);
  const from = addDays(desk.today(), AHEAD);
  const { data } = await desk.call<{ data: Expiring[] }>(maker, `GET ${UW}/renewals`, {
    query: { startdate: from, enddate: addDays(from, EVERY - 1), length: '100' },
  });
  for (const expiring of data.filter(({ state }) => state === 'OPEN')) {
    const fate = luck.next();
    if (fate > 0.9) continue;
    if (fate > 0.7) {
      await desk.call(maker, `PUT ${UW}/notrenewed/${expiring.id}`, { body: { reason: luck.pick(REASONS) } });
      continue;
    }
    const kind = KINDS[expiring.market];
    const { id } = await agreed(telling, expiring);
    const left = daysBetween(desk.today(), last) < RECENT ? luck.next() : 1;
    if (left < 0.2) continue;
    if (left < 0.8) {
      await desk.call(maker, `PUT ${SCA}/${kind}/submit/${id}`);
      continue;
    }
    note(diary, dayWithin(desk.today(), luck.between(1, 9), last), {
      branch,
      tell: async () => {
        await submitAndDecide(story, kind, { id, maker, checker: who('manager', branch) });
        planPayments(story, diary, { id, kind, branch });
      },
    });
  }
}

/** Renewals of both branches, with a luck of their own. Whether they are paid is by the luck of the branch's other policies. */
export function planRenewals(stories: ReadonlyMap<Code, Story>, diary: Diary, seed: number): void {
  for (const [position, [branch, story]] of [...stories].entries()) {
    const telling = { story, diary, branch, luck: chance(seed + 300 + position) };
    for (let day = addDays(story.first, EVERY); day <= story.last; day = addDays(day, EVERY))
      note(diary, day, { branch, tell: () => goThrough(telling) });
  }
}
