import { saveBudget } from '../../../domain/budgets/contract.ts';
import { type Day, yearOf } from '../../../domain/values/day.ts';
import type { Desk } from './desk.ts';
import type { Cast } from './setting.ts';
import { who } from './story.ts';

/** What a branch expects of a class in a year, in millions of the base, before what is the class's own. */
const EXPECTED = { NBO: 36, LON: 19 } as const;
const OF_CLASS = [80, 105, 120, 90, 110];
/** Of each hundred of premium. */
const BROKERAGE = 5;
const GROWTH = 6;

/** The budgets of each whole year that the firm has been in business, class by class, as the managers of both branches enter them. */
export async function enterBudgets(desk: Desk, { coverTypes }: Cast, { first, last }: { first: Day; last: Day }) {
  const start = yearOf(first) + 1;
  for (let year = start; year <= yearOf(last); year += 1)
    for (const branch of ['NBO', 'LON'] as const)
      for (const [place, id] of coverTypes.entries()) {
        const percent = (OF_CLASS[place % OF_CLASS.length] ?? 100) + GROWTH * (year - start);
        const premium = EXPECTED[branch] * percent * 10_000;
        await desk.call(who('manager', branch), `POST ${saveBudget.path}`, {
          body: { year, class: id, premium: `${premium}.00`, brokerage: `${(premium * BROKERAGE) / 100}.00` },
        });
      }
}
