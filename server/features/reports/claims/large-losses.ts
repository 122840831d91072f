import { sql } from 'kysely';
import { adviceIsDue } from '../../../../domain/claims/ratios.ts';
import { largeLosses, largeLossTable } from '../../../../domain/claims/large-losses.ts';
import { AppError } from '../../../../domain/errors.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { convert, type ExchangeRate } from '../../../../domain/values/rate.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { rateOn } from '../../ledger/rates.ts';
import { report } from '../report.ts';

type Row = Values<typeof largeLossTable>;
type Stored = Omit<Row, 'policy' | 'base_incurred' | 'advice_due'> & { policy_id: number; reference: string };

/** Approved claims of classes that have an amount from which a loss is large. */
async function claimsOfSuchClasses(ctx: Ctx): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select c.id, c.number, o.id as policy_id, o.broker_reference as reference, r.name as reinsured, r.id as reinsured_id, i.name as insured, i.id as insured_id,
      coalesce(kc.name, k.name) as class, e.name as event, c.loss_date as data_loss_date,
      c.notified_on - c.loss_date as notice_days, o.notification_days as notice_allowed, c.currency, c.incurred,
      coalesce(k.large_loss_from, kc.large_loss_from) as base_threshold, c.advised as base_advised
    from claims c join policies o on o.id = c.policy_id join parties r on r.id = o.reinsured_id
    join parties i on i.id = o.current_insured_id join cover_types k on k.id = o.cover_type_id
    left join cover_types kc on kc.id = k.class_id left join loss_events e on e.id = c.event_id
    where c.branch_id = any(${[...ctx.scope]}::int[]) and c.status = 'APPROVED'
      and coalesce(k.large_loss_from, kc.large_loss_from) is not null`.execute(ctx.db);
  return rows;
}

/** Today's rates of some currencies; one that has none is left out, since nothing in it can be compared. */
async function ratesOf(ctx: Ctx, currencies: readonly string[]): Promise<Map<string, ExchangeRate>> {
  const rates = new Map<string, ExchangeRate>();
  for (const currency of new Set(currencies))
    try {
      rates.set(currency, await rateOn(ctx, currency, ctx.today));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  return rates;
}

async function rowsOf(ctx: Ctx): Promise<Row[]> {
  const claims = await claimsOfSuchClasses(ctx);
  const rates = await ratesOf(
    ctx,
    claims.map((claim) => claim.currency),
  );
  const rows = claims.flatMap(({ policy_id: id, reference: name, ...claim }): Row[] => {
    const rate = rates.get(claim.currency);
    if (rate === undefined) return [];
    const incurred = convert(claim.incurred, { from: claim.currency, to: ctx.firm.baseCurrency, rate });
    if (incurred < claim.base_threshold) return [];
    const loss = { incurred, threshold: claim.base_threshold, advised: claim.base_advised };
    return [{ ...claim, policy: { id, name }, base_incurred: incurred, advice_due: adviceIsDue(loss) }];
  });
  return rows.toSorted((a, b) =>
    a.base_incurred === b.base_incurred ? b.id - a.id : a.base_incurred > b.base_incurred ? -1 : 1,
  );
}

/** Large losses, the largest first. C18. */
export const largeLossReport = report({
  endpoint: largeLosses,
  table: largeLossTable,
  name: 'large-losses',
  title: 'Large losses',
  reply: async (ctx) => (await rowsOf(ctx)).map((row) => replyRow(largeLossTable, row, ctx.firm.baseCurrency)),
  rows: (ctx) => rowsOf(ctx),
});
