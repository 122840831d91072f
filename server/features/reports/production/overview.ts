import type { Reply } from '../../../../domain/endpoint.ts';
import type { dashboardFigures } from '../../../../domain/reports/contract.ts';
import { overviewTotals } from '../../../../domain/reports/tables.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';

type Figures = { totals: readonly Values<typeof overviewTotals>[]; trend: OverviewFigure['trend'] };
export type DashboardFigures = Reply<typeof dashboardFigures>;
/** What an overview comes to in base, with its trend: what a dashboard shows of it. */
type OverviewFigure = NonNullable<DashboardFigures['premium']>;
type Lines<Input, Page, Rows> = {
  reply: (ctx: Ctx, input: Input) => Promise<Page>;
  rows: (ctx: Ctx, input: Input) => Promise<Rows>;
};

/** A list behind a figure of the dashboard, with its totals and the trend of twelve months; `narrow` keeps to whom it is for. */
export function overview<Input, Page, Rows, L extends Lines<Input, Page, Rows>>(
  lines: L & Lines<Input, Page, Rows>,
  { narrow, figures }: { narrow: (ctx: Ctx) => Ctx; figures: (ctx: Ctx, input: Input) => Promise<Figures> },
) {
  return {
    ...lines,
    rows: (ctx: Ctx, input: Input) => lines.rows(narrow(ctx), input),
    reply: async (anyone: Ctx, input: Input) => {
      const ctx = narrow(anyone);
      const base = ctx.firm.baseCurrency;
      const [page, { totals, trend }] = await Promise.all([lines.reply(ctx, input), figures(ctx, input)]);
      return {
        ...page,
        base_currency: base,
        totals: totals.map((total) => replyRow(overviewTotals, total, base)),
        base_total: formatAmount(sum(totals.map((total) => total.base)), base),
        trend,
      };
    },
  };
}
