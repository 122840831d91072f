import { addDays, type Day } from '../../domain/values/day.ts';
import { DEMO_DOMAIN } from '../features/sample/desk.ts';
import { unexplained } from '../testing/unexplained.ts';
import { tellSampleFirm } from '../testing/sample-firm.ts';
import { chanceOf, type Proof, tally } from './proof.ts';
import { unsound } from './sound.ts';

const FIRST: Day = '2026-11-27';
/** Told each time: the first, and one on which what was free for our brokerage became less while others were paid. */
const ALWAYS: readonly Day[] = [FIRST, '2027-02-10'];
/** Leap day, ends of months and of years are among them. */
const DAYS = 3 * 365;
const STORY = { short: { policies: 40, days: 240 }, full: { policies: 300, days: 730 } };

/** What the story is told for; each is there whichever day it is. */
const PRESENT: Readonly<Record<string, string>> = {
  'a claim settled net': `select 1 from adjustments where kind = 'NET_SETTLEMENT' and status = 'APPROVED'`,
  'a set-off': `select 1 from vouchers where kind = 'SET_OFF' and status in ('APPROVED', 'PAID')`,
  'a reinstatement': `select 1 from endorsements where reinstated is not null and status = 'APPROVED'`,
};

/**
 * The sample firm ends on the day on which it is loaded, and its two years fall otherwise on each: what its people do must be possible on all of them. Loads it
 * whole on some days and on others by chance; the auditor finds nothing, and all client money is explained.
 */
export const proveSampleDays: Proof = async (run) => {
  const { rounds, seed, short, log } = run;
  const counted = tally();
  const chance = chanceOf(seed);
  for (let round = 0; round < rounds; round += 1) {
    const last = ALWAYS[round] ?? addDays(FIRST, chance.below(DAYS));
    const began = performance.now();
    try {
      const t = await tellSampleFirm(run.server, { ...(short ? STORY.short : STORY.full), last });
      try {
        const wrong = await unsound(t.ownerPool);
        counted.check(wrong.length === 0, () => `${last}: the auditor finds ${JSON.stringify(wrong).slice(0, 500)}`);
        for (const branch of ['nbo', 'lon']) {
          const open = await unexplained(t, `manager.${branch}@${DEMO_DOMAIN}`);
          counted.check(open.length === 0, () => `${last}: money of ${branch} that nothing explains`);
        }
        if (!short)
          for (const [what, query] of Object.entries(PRESENT))
            counted.check((await t.ownerPool.query(query)).rows.length > 0, `${last}: there is no ${what}`);
      } finally {
        await t.close();
      }
    } catch (error) {
      counted.check(false, `${last}: ${error instanceof Error ? error.message : String(error)}`);
    }
    log(`${last}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  }
  return counted.result();
};
