import { addDays, dayIn, daysBetween, type Day } from '../../../domain/values/day.ts';
import { openDatabase, openPool } from '../../platform/db/pool.ts';
import { sealAudit } from '../../platform/audit/sealer.ts';
import type { Services } from '../../services.ts';
import { readStatements } from './bank.ts';
import { planClaims } from './claims.ts';
import { DEMO_DOMAIN, openDesk } from './desk.ts';
import { planMoney } from './money.ts';
import { planOffice } from './office.ts';
import { paidElsewhere } from './passing.ts';
import { chance } from './random.ts';
import { planRenewals } from './renewals.ts';
import { enterBudgets } from './budgets.ts';
import { fillRegisters, foundFirm, rateClerk } from './setting.ts';
import { BRANCH_CODES, planDiary, tellDay } from './story.ts';

const DAYS_BACK = 730;
/** Offered anew; with their renewals some 280. */
const POLICIES = 200;

type Options = {
  ownerUrl: string;
  appUrl: string;
  policies?: number;
  seed?: number;
  /** The day on which its story ends, and how many days it takes; left out: today, and two years. */
  last?: Day;
  days?: number;
  log: (message: string) => void;
};

/** Whether the database holds the sample firm, a real one, or nothing yet. */
async function held(services: Services): Promise<'nothing' | 'LOADING' | 'LOADED' | 'real'> {
  const firm = await openDatabase(services.pool).selectFrom('firm').select('sample').executeTakeFirst();
  if (!firm) return 'nothing';
  return (firm.sample as 'LOADING' | 'LOADED' | null) ?? 'real';
}

async function tell(services: Services, options: Options, period: { first: Day; last: Day }): Promise<void> {
  const luck = chance(options.seed ?? 7);
  const desk = openDesk(services, period.first);
  const cast = await fillRegisters(desk);
  await enterBudgets(desk, cast, period);
  const rows = await openDatabase(services.pool).selectFrom('users').select(['id', 'email']).execute();
  const users = new Map(rows.map((row) => [row.email.replace(`@${DEMO_DOMAIN}`, ''), row.id]));
  const stories = new Map(
    BRANCH_CODES.map((code, index) => [
      code,
      { desk, chance: chance((options.seed ?? 7) + index), cast, users, withheld: new Set<number>(), ...period },
    ]),
  );
  const diary = planDiary(stories, options.policies ?? POLICIES);
  planClaims(stories, diary, options.seed ?? 7);
  planOffice(stories, diary);
  planMoney(stories, diary, options.seed ?? 7);
  planRenewals(stories, diary, options.seed ?? 7);
  const enterRates = rateClerk(desk, luck);
  for (let day = period.first; day <= period.last; day = addDays(day, 1)) {
    // An event may write the next day's into the diary, so each day is looked up when it comes.
    const events = diary.get(day) ?? [];
    const week = daysBetween(period.first, day) % 7 === 0;
    if (events.length === 0 && !week) continue;
    desk.turnTo(day);
    if (week) await enterRates();
    await tellDay(events);
  }
  desk.turnTo(period.last);
  const nairobi = stories.get('NBO');
  // Nothing of either branch's story settles the note afterwards.
  if (nairobi) await paidElsewhere(nairobi);
  await readStatements(desk);
  await desk.close();
}

/**
 * Loads the sample firm once: two branches, all roles, two years of policies, receipts, vouchers and claims in every state, made
 * through the product's own calls. Refuses to touch a database that holds a real firm. Says whether it loaded.
 */
export async function loadSampleFirm(services: Services, options: Options): Promise<boolean> {
  const present = await held(services);
  if (present === 'LOADED') return false;
  if (present === 'LOADING')
    throw new Error('The sample firm was interrupted while it was loaded. Remove its data directory and start again.');
  if (present === 'real')
    throw new Error(
      'This data directory holds a real firm. The demo does not load over it; set SLIPWAY_DATA to another.',
    );
  const owner = openPool({ url: options.ownerUrl, max: 1 });
  try {
    await foundFirm(openDatabase(owner));
  } finally {
    await owner.end();
  }
  const last = options.last ?? dayIn('Africa/Nairobi', new Date());
  options.log('Loading the sample firm: two years of policies, receipts, vouchers and claims…');
  // All of it can be written again, so the story does not wait for the disk at each of its steps.
  const pool = openPool({ url: options.appUrl, parameters: '-c synchronous_commit=off' });
  try {
    await tell({ ...services, pool }, options, { first: addDays(last, -(options.days ?? DAYS_BACK)), last });
    await pool.query(`update firm set sample = 'LOADED'`);
  } finally {
    await pool.end();
  }
  while (await sealAudit(services.pool)) {
    // Until every row has its link.
  }
  return true;
}
