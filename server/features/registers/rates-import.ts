import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type { currency } from '../../../domain/registers/currencies.ts';
import { isFarOff, readRatesFile, type RateFault, type RatesFileRow } from '../../../domain/registers/rates-file.ts';
import { showDay, type Day } from '../../../domain/values/day.ts';
import { formatExchangeRate, type ExchangeRate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';

type Preview = Reply<typeof currency.previewRates>;
type ImportedRow = Preview['rows'][number];
type Known = { code: string; id: number; active: boolean };
type Dated = { day: Day; rate: ExchangeRate };

async function knownCurrencies(ctx: Ctx, rows: readonly RatesFileRow[], lock: boolean): Promise<Map<string, Known>> {
  const codes = [...new Set(rows.flatMap((row) => row.currency ?? []))];
  if (codes.length === 0) return new Map();
  const query = ctx.db
    .selectFrom('currencies')
    .select(['id', 'code', 'active'])
    .where('code', 'in', codes)
    .orderBy('id');
  const currencies = await (lock ? query.forUpdate() : query).execute();
  return new Map(currencies.map((row) => [row.code, row]));
}

/** The rates kept for the days of the file, and of each currency the last one before them. */
async function standingRates(ctx: Ctx, rows: readonly RatesFileRow[]): Promise<Map<string, Dated[]>> {
  const firstDays = new Map<string, Day>();
  for (const { currency: code, day } of rows) {
    if (code === null || day === null) continue;
    const first = firstDays.get(code);
    if (first === undefined || day < first) firstDays.set(code, day);
  }
  const { rows: rates } = await sql<Dated & { currency: string }>`
    select r.currency, r.day, r.rate from unnest(${[...firstDays.keys()]}::text[], ${[...firstDays.values()]}::date[]) as f (currency, day)
    cross join lateral (
      select * from exchange_rates e where e.currency = f.currency and e.day >= f.day
      union all
      (select * from exchange_rates e where e.currency = f.currency and e.day < f.day order by e.day desc limit 1)) as r
    order by r.currency, r.day`.execute(ctx.db);
  return Map.groupBy(rates, (row) => row.currency);
}

function registerFaults(ctx: Ctx, row: RatesFileRow, known: ReadonlyMap<string, Known>): RateFault[] {
  const faults: RateFault[] = [];
  if (row.day !== null && row.day > ctx.today) faults.push({ column: 'day', message: 'Day cannot be in the future.' });
  if (row.currency === null) return faults;
  const entry = known.get(row.currency);
  if (row.currency === ctx.firm.baseCurrency)
    faults.push({ column: 'currency', message: `${row.currency} is the base currency and needs no rate.` });
  else if (!entry) faults.push({ column: 'currency', message: `${row.currency} is not in the register.` });
  else if (!entry.active)
    faults.push({ column: 'currency', message: `${row.currency} is disabled. Activate it, or leave it out.` });
  return faults;
}

/** For each row the rate before its day, of the file or of the register: the next one is compared with it. */
function previousRates(
  rows: readonly RatesFileRow[],
  standing: ReadonlyMap<string, Dated[]>,
): Map<RatesFileRow, Dated | null> {
  const answer = new Map<RatesFileRow, Dated | null>();
  const readable = rows.filter((row) => row.currency !== null && row.day !== null && row.rate !== null);
  for (const [code, own] of Map.groupBy(readable, (row) => row.currency ?? '')) {
    const inFile = new Set(own.map((row) => row.day));
    const line = [
      ...(standing.get(code) ?? []).filter((one) => !inFile.has(one.day)).map((one) => ({ ...one, row: null })),
      ...own.map((row) => ({ day: row.day ?? '', rate: row.rate ?? 0n, row })),
    ].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
    for (const [index, one] of line.entries()) if (one.row !== null) answer.set(one.row, line[index - 1] ?? null);
  }
  return answer;
}

function outcomeOf(
  row: RatesFileRow,
  file: { faults: readonly RateFault[]; standing: readonly Dated[]; previous: Dated | null },
): ImportedRow {
  const before = file.standing.find((one) => one.day === row.day)?.rate ?? null;
  const rate = row.rate;
  const failed = file.faults.length > 0 || rate === null;
  const isFar = !failed && file.previous !== null && isFarOff(rate, file.previous.rate);
  const percent = isFar
    ? [`20% or more off from ${formatExchangeRate(file.previous?.rate ?? 0n)} on ${showDay(file.previous?.day ?? '')}.`]
    : [];
  return {
    line: row.line,
    day: row.day ?? row.text.day.slice(0, 40),
    currency: row.currency ?? row.text.currency.slice(0, 40),
    rate: rate === null ? row.text.rate.slice(0, 40) : formatExchangeRate(rate),
    outcome: failed ? 'ERROR' : before === null ? 'NEW' : before === rate ? 'SAME' : 'CHANGED',
    before: failed || before === null ? null : formatExchangeRate(before),
    warnings: percent,
    errors: [...file.faults],
  };
}

function readFile(text: string) {
  const file = readRatesFile(text);
  if ('refused' in file) throw invalid({ field: 'text', message: file.refused });
  return file;
}

type Worked = {
  file: ReturnType<typeof readFile>;
  rows: ImportedRow[];
  known: ReadonlyMap<string, Known>;
  digest: string;
};

async function workOut(ctx: Ctx, text: string, lock: boolean): Promise<Worked> {
  const file = readFile(text);
  const known = await knownCurrencies(ctx, file.rows, lock);
  const standing = await standingRates(ctx, file.rows);
  const previous = previousRates(file.rows, standing);
  const rows = file.rows.map((row) =>
    outcomeOf(row, {
      faults: [...row.faults, ...registerFaults(ctx, row, known)],
      standing: standing.get(row.currency ?? '') ?? [],
      previous: previous.get(row) ?? null,
    }),
  );
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  return { file, rows, known, digest };
}

const count = (rows: readonly ImportedRow[], outcome: ImportedRow['outcome']) =>
  rows.filter((row) => row.outcome === outcome).length;

/** What importing a file would do, row by row. Writes nothing. */
export async function previewRates(ctx: Ctx, { text }: { text: string }): Promise<Preview> {
  const { file, rows, digest } = await workOut(ctx, text, false);
  return {
    rows,
    counts: {
      new: count(rows, 'NEW'),
      changed: count(rows, 'CHANGED'),
      same: count(rows, 'SAME'),
      errors: count(rows, 'ERROR'),
      warnings: rows.filter((row) => row.warnings.length > 0).length,
    },
    ignored: file.ignored.map((name) => name.trim().slice(0, 60)).slice(0, 20),
    digest,
  };
}

const MOST_TOLD = 50;

async function auditCurrency(ctx: Ctx, { id, code }: Known, rows: readonly ImportedRow[]): Promise<void> {
  const rates = rows.map(({ day, before, rate }) => ({ day, before, after: rate }));
  await ctx.audit({ entity: 'currency', entityId: id, action: 'rates_imported', facts: { currency: code, rates } });
}

/**
 * Enters every rate of a file in one transaction, as in the preview that the caller saw: refused whole when a row
 * is in error, or when the rates have changed since. Rates that are already kept are left alone.
 */
export async function importRates(
  ctx: Ctx,
  { text, digest }: Decoded<typeof currency.importRates>['body'],
): Promise<Reply<typeof currency.importRates>> {
  const { rows, known, digest: now } = await workOut(ctx, text, true);
  const faults = rows.flatMap((row) =>
    row.errors.map(({ column, message }) => ({ field: `line ${row.line}.${column}`, message })),
  );
  if (faults.length > 0) throw invalid(...faults.slice(0, MOST_TOLD));
  if (now !== digest) throw new AppError('STALE');
  const written = rows.filter((row) => row.outcome !== 'SAME');
  if (written.length > 0)
    await sql`
      insert into exchange_rates (currency, day, rate, entered_by)
      select f.currency, f.day, (f.rate * 10000000000)::bigint, ${ctx.user.id}
      from unnest(${written.map((row) => row.currency)}::text[], ${written.map((row) => row.day)}::date[],
        ${written.map((row) => row.rate)}::numeric[]) as f (currency, day, rate)
      on conflict (currency, day) do update set rate = excluded.rate, entered_by = excluded.entered_by`.execute(ctx.db);
  for (const [code, own] of Map.groupBy(written, (row) => row.currency)) {
    const entry = known.get(code);
    if (entry) await auditCurrency(ctx, entry, own);
  }
  return { new: count(rows, 'NEW'), changed: count(rows, 'CHANGED'), same: count(rows, 'SAME') };
}
