import { open } from 'node:fs/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Decoded } from '../../../../domain/endpoint.ts';
import { entryHead, journalHead, postingText } from '../../../../domain/ledger/hledger.ts';
import type { Day } from '../../../../domain/values/day.ts';
import { exportLedger, journalTable, type JournalLine } from '../../../../domain/ledger/journal.ts';
import { writeCsv } from '../../../platform/exports/csv.ts';
import {
  EXPORT_TYPES,
  daysOfFile,
  deliveryOf,
  sendSpooled,
  spoolFile,
  type Exporting,
  type Spooled,
} from '../../../platform/exports/serve.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { fileOf } from '../../../platform/exports/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { serve, type Route } from '../../../platform/http/mount.ts';
import { assertPeriod } from '../period.ts';
import { refOf } from '../refs.ts';
import { sourceNumber } from './ledger.ts';

type Query = Decoded<typeof exportLedger>['query'];
type Stored = Omit<JournalLine, 'party' | 'tax' | 'bank'> & {
  party_id: number | null;
  party: string | null;
  tax_id: number | null;
  tax: string | null;
  bank_id: number | null;
  bank: string | null;
};

const CHUNK = 64 * 1024;

/** What names the account and sub-ledger of a row `t`: of journal lines and of daily balances alike. */
const NAMES = sql`b.code as branch, t.account, a.name as account_name, a.type, t.party_id, p.name as party, t.tax_id, x.name as tax,
  t.bank_account_id as bank_id, k.name as bank, t.currency`;
const JOINS = sql`join branches b on b.id = t.branch_id join ledger_accounts a on a.code = t.account
  left join parties p on p.id = t.party_id left join taxes x on x.id = t.tax_id left join bank_accounts k on k.id = t.bank_account_id`;

/** One line for each balance that there was before a day. */
const openingRows = (ctx: Ctx, from: string): RawBuilder<Stored> => sql`
  select ${from}::date as day, ${NAMES}, null::int as entry, 'OPENING' as event, 'Opening balances of ' || b.name as narration,
    null::text as record, null::text as note, t.amount, t.base
  from (select branch_id, account, party_id, tax_id, bank_account_id, currency,
      sum(debit - credit)::bigint as amount, sum(base_debit - base_credit)::bigint as base
    from daily_balances where branch_id = any(${ctx.scope}::int[]) and day < ${from}
    group by 1, 2, 3, 4, 5, 6 having sum(debit - credit) <> 0 or sum(base_debit - base_credit) <> 0) t ${JOINS}
  order by t.branch_id, t.account, t.party_id, t.tax_id, t.bank_account_id, t.currency`;

/** The days on which something was booked, each found by the one before it. */
async function daysOf(ctx: Ctx, { from, to }: Query): Promise<Day[]> {
  const next = (after: RawBuilder<unknown>) => sql`(select min(x.day) from unnest(${[...ctx.scope]}::int[]) b (id)
    cross join lateral (select t.day from journal_lines t where t.branch_id = b.id and ${after} order by t.day limit 1) x)`;
  const { rows } = await sql<{ day: Day }>`
    with recursive days (day) as (
      select ${next(from ? sql`t.day >= ${from}::date` : sql`true`)}
      union all select ${next(sql`t.day > days.day`)} from days where days.day is not null)
    select day from days where day <= ${to ?? ctx.today}::date order by day`.execute(ctx.db);
  return rows.map(({ day }) => day);
}

const linesOfDay = (ctx: Ctx, day: Day): RawBuilder<Stored> => sql`
  select t.day, ${NAMES}, t.entry_id as entry, e.event, e.narration, ${sourceNumber} as record, n.number as note,
    t.amount, t.base_amount as base
  from journal_lines t join journal_entries e on e.id = t.entry_id ${JOINS} left join notes n on n.id = t.note_id
  where t.branch_id = any(${ctx.scope}::int[]) and t.day = ${day}::date
  order by t.entry_id, t.id`;

const lineOf = ({ party_id, tax_id, bank_id, ...line }: Stored): JournalLine => ({
  ...line,
  party: refOf(party_id, line.party),
  tax: refOf(tax_id, line.tax),
  bank: refOf(bank_id, line.bank),
});

/**
 * The opening balances and every line in the order of its entries, a batch at a time: read day by day, since the lines of a day are found and put in order at once, where
 * those of all years would first have to be sorted.
 */
async function* journalOf(ctx: Ctx, query: Query): AsyncGenerator<JournalLine> {
  if (query.from !== undefined) for await (const row of rowsOf(ctx.db, openingRows(ctx, query.from))) yield lineOf(row);
  for (const day of await daysOf(ctx, query))
    for await (const row of rowsOf(ctx.db, linesOfDay(ctx, day))) yield lineOf(row);
}

async function headOf(ctx: Ctx, { from, to }: Query): Promise<string> {
  const firm = await ctx.db.selectFrom('firm').select('name').executeTakeFirstOrThrow();
  const branches = await ctx.db
    .selectFrom('branches')
    .select('name')
    .where('id', 'in', ctx.scope)
    .orderBy('id')
    .execute();
  return journalHead({
    firm: firm.name,
    branches: branches.map(({ name }) => name),
    from,
    to: to ?? ctx.today,
    base: ctx.firm.baseCurrency,
  });
}

type Lines = AsyncIterable<JournalLine>;

/** Writes the journal as hledger reads it; memory does not grow with it. */
async function writeJournal(ctx: Ctx, query: Query, { path, lines }: { path: string; lines: Lines }): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let chunk = await headOf(ctx, query);
    let last = '';
    for await (const line of lines) {
      const entry = `${line.branch} ${line.entry}`;
      chunk += `${entry === last ? '' : entryHead(line)}${postingText(line, ctx.firm.baseCurrency)}`;
      last = entry;
      if (chunk.length < CHUNK) continue;
      await file.write(chunk);
      chunk = '';
    }
    await file.write(chunk);
  } finally {
    await file.close();
  }
}

async function writeTable(ctx: Ctx, _query: Query, { path, lines }: { path: string; lines: Lines }): Promise<void> {
  await writeCsv(fileOf(journalTable, { name: 'journal', rows: lines, base: ctx.firm.baseCurrency }), path);
}

const FILES = {
  hledger: { extension: 'journal', type: 'text/plain; charset=utf-8', write: writeJournal },
  csv: { extension: 'csv', type: EXPORT_TYPES.csv, write: writeTable },
} as const;

/** Serves the whole journal of the caller's branches as a file. */
export const serveJournal = ({ pool }: Exporting): Route =>
  serve(
    exportLedger,
    async (ctx, { query }, prepared) => sendSpooled(prepared as Spooled, deliveryOf(ctx, exportLedger, query)),
    async (ctx, { query }) => {
      assertPeriod({ from: query.from, last: query.to ?? ctx.today });
      const { extension, type, write } = FILES[query.format];
      return spoolFile(ctx, pool, {
        extension,
        type,
        days: daysOfFile(ctx, query),
        write: async (reading, path, counted) => {
          await write(reading, query, { path, lines: counted(journalOf(reading, query)) });
          return 'journal';
        },
      });
    },
  );
