import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import { RENEWAL_STATES, type RenewalState } from '../../../domain/renewals/states.ts';
import { MOST_REASONS, OUTCOME_DAYS, type renewalOutcomes } from '../../../domain/reports/desks.ts';
import { addDays } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { expiringIn } from './kept.ts';

type Outcomes = Reply<typeof renewalOutcomes>;
type Row = { ahead: boolean; state: RenewalState; reason: string; policies: number; base: bigint };
type Counted = { policies: number; base: bigint };

const added = (rows: readonly Counted[]): Counted => ({
  policies: rows.reduce((total, { policies }) => total + policies, 0),
  base: sum(rows.map(({ base }) => base)),
});

/** Why policies were lost, most of their premium first; what is beyond the first few is one row. */
function reasonsOf(rows: readonly Row[]): { reason: string | null; counted: Counted }[] {
  const lost = rows.filter(({ state }) => state === 'NOT_RENEWED');
  const all = [...Map.groupBy(lost, ({ reason }) => reason)]
    .map(([reason, of]) => ({ reason, counted: added(of) }))
    .toSorted((a, b) =>
      a.counted.base === b.counted.base ? a.reason.localeCompare(b.reason) : a.counted.base > b.counted.base ? -1 : 1,
    );
  const [first, rest] = [all.slice(0, MOST_REASONS), all.slice(MOST_REASONS)];
  return rest.length === 0 ? first : [...first, { reason: null, counted: added(rest.map((one) => one.counted)) }];
}

/** What expires soon and what became of what expired, as the list of renewals has it: cancelled policies are in neither. */
export async function outcomesOf(ctx: Ctx): Promise<Outcomes> {
  const currency = ctx.firm.baseCurrency;
  const [from, to] = [addDays(ctx.today, -OUTCOME_DAYS), addDays(ctx.today, OUTCOME_DAYS)];
  const { rows } = await sql<Row>`
    with ${expiringIn(ctx, { startdate: from, enddate: to })}
    select day >= ${ctx.today}::date as ahead, state, reason, sum(policies)::int as policies, sum(base_fac_premium)::bigint as base
    from expiring group by 1, 2, 3 having sum(policies) > 0`.execute(ctx.db);
  const written = ({ policies, base }: Counted) => ({ policies, base: formatAmount(base, currency) });
  const states = (ahead: boolean) =>
    RENEWAL_STATES.map((state) => ({
      state,
      ...written(added(rows.filter((row) => row.ahead === ahead && row.state === state))),
    }));
  return {
    base_currency: currency,
    ahead: { from: ctx.today, to, data: states(true) },
    past: { from, to: addDays(ctx.today, -1), data: states(false) },
    reasons: reasonsOf(rows).map(({ reason, counted }) => ({ reason, ...written(counted) })),
  };
}
