import type { Decoded, Endpoint } from '../../../domain/endpoint.ts';
import type { Columns, Table } from '../../../domain/tables/table.ts';
import { writtenDay, type Day } from '../../../domain/values/day.ts';
import type { LabelledText } from '../../platform/documents/page-model.ts';
import { printReport } from '../../platform/exports/paper.ts';
import { serveExportable } from '../../platform/exports/serve.ts';
import { fileOf, type Rows } from '../../platform/exports/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Handler, Route } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { letterheadOf } from '../firm/letterhead.ts';

/** A report: one call that shows it, and all of its rows, which go into CSV, XLSX and PDF. */
type Report<E extends Endpoint, C extends Columns> = {
  endpoint: E;
  table: Table<C>;
  /** Of its files: "trial-balance". */
  name: string;
  /** On paper. */
  title: string;
  /** On paper: as at when, or between which days. */
  period: (ctx: Ctx, input: Decoded<E>) => string;
  /** On paper: what it was narrowed to. */
  facts?: (ctx: Ctx, input: Decoded<E>) => Promise<Fact[]> | Fact[];
  reply: Handler<E>;
  rows: (ctx: Ctx, input: Decoded<E>) => Promise<Rows<C>> | Rows<C>;
};

type Fact = LabelledText | undefined;

export const report = <E extends Endpoint, C extends Columns>(definition: Report<E, C>): Report<E, C> => definition;

/** A filter in words; one that is not set says nothing. */
export const fact = (label: string, value: string | undefined): Fact =>
  value === undefined || value === '' ? undefined : { label, value };

export function periodOf(from: Day | undefined, to: Day): string {
  return from === undefined ? `As at ${writtenDay(to)}` : `${writtenDay(from)} to ${writtenDay(to)}`;
}

/** The branches that a report is of, by their names. */
async function branchesOf(ctx: Ctx): Promise<Fact> {
  const branches = await ctx.db
    .selectFrom('branches')
    .select('name')
    .where('id', 'in', ctx.scope)
    .orderBy('name')
    .execute();
  const names = branches.map((branch) => branch.name);
  return { label: names.length === 1 ? 'Branch' : 'Branches', value: names.join(', ') };
}

/** Serves a report under the rights of its call: on a screen, and as CSV, XLSX and PDF. §6, §7. */
export function serveReport<E extends Endpoint, C extends Columns>(
  definition: Report<E, C>,
  { pool, renderer }: Pick<Services, 'pool' | 'renderer'>,
): Route {
  const { endpoint, table, name, title } = definition;
  return serveExportable(endpoint, definition.reply, {
    pool,
    table: async (ctx, input) =>
      fileOf(table, { name, rows: await definition.rows(ctx, input), base: ctx.firm.baseCurrency }),
    paper: async (ctx, input) => {
      const facts = [...((await definition.facts?.(ctx, input)) ?? []), await branchesOf(ctx)];
      const pdf = await printReport(renderer, {
        ...(await letterheadOf(ctx, ctx.branch.id)),
        title,
        period: definition.period(ctx, input),
        day: ctx.today,
        facts: facts.filter((one) => one !== undefined),
        table,
        rows: await definition.rows(ctx, input),
        base: ctx.firm.baseCurrency,
      });
      return { name, pdf };
    },
  });
}
