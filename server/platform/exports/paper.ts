import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../domain/errors.ts';
import { currencyIn, headingOf, type Columns, type Table } from '../../../domain/tables/table.ts';
import { showAmount, type CurrencyCode } from '../../../domain/values/money.ts';
import { reportModel } from '../documents/kinds/report.ts';
import type { ReportSection } from '../documents/page-model.ts';
import { isRenderError } from '../documents/render-error.ts';
import type { Renderer } from '../documents/renderer.ts';
import type { Rows } from './table.ts';

/** What the printer lays out within some six seconds and a gigabyte; nobody turns over more. */
const MOST_ROWS = 10_000;
const BATCH = 250;

/** By what is summed apart, and by currency. */
type Sums = Map<string, { currency: CurrencyCode; apart: string | undefined; amounts: Map<string, bigint> }>;
type Head = Omit<Parameters<typeof reportModel>[0], 'rows'>;

type Amount = { name: string; amount: bigint; apart: string | undefined };

function add(sums: Sums, currency: CurrencyCode, { name, amount, apart }: Amount): void {
  const key = [apart ?? '', currency].join(' ');
  const own = sums.get(key) ?? { currency, apart, amounts: new Map<string, bigint>() };
  own.amounts.set(name, (own.amounts.get(name) ?? 0n) + amount);
  sums.set(key, own);
}

/** The rows of a table as they are printed, with a total for each currency and for what is summed apart. Refuses more than a reader can turn over. */
export async function sectionOf<C extends Columns>(
  table: Table<C>,
  rows: Rows<C>,
  { base, timeZone }: { base: CurrencyCode; timeZone?: string },
): Promise<Omit<ReportSection, 'kind'>> {
  const printed: string[][] = [];
  const [own, inBase]: [Sums, Sums] = [new Map(), new Map()];
  const unknown = new Set<string>();
  const dividing = table.paper.find(({ column }) => column.apart);
  for await (const row of rows) {
    if (printed.length === MOST_ROWS) throw new AppError('REPORT_TOO_LONG', { most: '10,000' });
    if (printed.length % BATCH === 0) await setImmediate();
    const apart = dividing?.column.shown(row[dividing.name], base, timeZone);
    printed.push(
      table.paper.map(({ name, column }) => {
        const value: unknown = row[name];
        const currency = currencyIn(column, row, base);
        if (column.total === 'IF_KNOWN' && value === null) unknown.add(name);
        if (column.total && typeof value === 'bigint')
          add(column.inBase ? inBase : own, currency, { name, amount: value, apart });
        return column.shown(value, currency, timeZone);
      }),
    );
  }
  const totalsOf = (sums: Sums, label: string) =>
    [...Map.groupBy(sums.values(), ({ apart }) => apart).values()]
      .flatMap((own) => own.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)))
      .map(({ currency, apart, amounts }) =>
        table.paper.map(({ name }, place) => {
          const total = amounts.get(name);
          if (place === 0) return `${apart ?? label} ${currency}`;
          return total === undefined || unknown.has(name) ? '' : showAmount(total, currency);
        }),
      );
  return {
    columns: table.paper.map(({ column }, place) => ({
      label: headingOf(column, base),
      kind: column.kind,
      ...(column.right && { right: column.right }),
      ...(column.below !== undefined && column.below === table.paper[place - 1]?.name && { below: true as const }),
    })),
    rows: printed,
    totals: [...totalsOf(own, 'Total'), ...totalsOf(inBase, 'All in')],
  };
}

/** A report as PDF, laid out on the printer's own thread. A text that cannot be printed is named in the refusal. §7. */
export async function printReport<C extends Columns>(
  renderer: Renderer,
  {
    table,
    rows,
    base,
    timeZone,
    ...head
  }: Head & {
    table: Table<C>;
    rows: Rows<C>;
    base: CurrencyCode;
    /** Where the firm is: instants are printed in its time. */
    timeZone: string;
  },
): Promise<Uint8Array> {
  const model = reportModel({ ...head, rows: await sectionOf(table, rows, { base, timeZone }) });
  return renderer.render(model).catch((error: unknown) => {
    if (isRenderError(error)) throw new AppError('MALFORMED', { reason: error.message });
    throw error;
  });
}
