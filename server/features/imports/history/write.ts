import { sql } from 'kysely';
import type { AccountUses, OtherAccount } from '../../../../domain/imports/history/accounts.ts';
import { AppError } from '../../../../domain/errors.ts';
import { HISTORY_SOURCE } from '../../../../domain/records/kinds.ts';
import type { Day } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { lockBooks } from '../../firm/period-lock.ts';
import { post, type Opening, type Posting, type PostLine } from '../../ledger/post.ts';
import { newParty, PARTY_REGISTERS } from '../../registers/party-values.ts';
import { insertParties } from '../targets/parties.ts';
import { weighHistory } from './stage.ts';
import { takeChart } from './chart.ts';
import { writeNotes, writePaid, writeParts } from './notes.ts';

type Writing = {
  importId: number;
  branchId: number;
  accounts: readonly OtherAccount[];
  uses: AccountUses;
  /** How many of the documents are posted. */
  posted: (documents: number) => Promise<void>;
};

const PARTIES = 500;
/** Documents of one call of the ledger: as many as are worked out without holding up other requests. */
const BATCH = 100;
/** After so many batches plans that were made for small tables are made anew; those of the commit are, too. */
const WEIGHED_AFTER: readonly number[] = [0, 20, 200];

type OtherParty = { code: string; kind: 'cedant' | 'security'; name: string; country: string };

/** Adds the parties that no register has, and finds the others by their names. */
async function writeParties(ctx: Ctx, { importId, branchId }: Writing): Promise<void> {
  const branch = await ctx.db
    .selectFrom('branches')
    .select('country')
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<OtherParty>`
    select code, kind, name, country from h_parties h where not exists (
      select 1 from parties p where p.name_key = h.name_key and p.merged_into is null
        and ((h.kind = 'cedant' and p.kind = 'REINSURED') or (h.kind = 'security' and p.kind = 'SECURITY' and p.market = 'LOCAL')))
    order by line`.execute(ctx.db);
  for (const kind of ['cedant', 'security'] as const) {
    const register = kind === 'cedant' ? PARTY_REGISTERS.reinsured : PARTY_REGISTERS.securities;
    const fresh = rows
      .filter((row) => row.kind === kind)
      .map(({ name, country }, index) => ({
        row: index + 1,
        values: {
          ...newParty(register),
          name,
          country: country === '' ? null : country,
          resident: country === '' || branch.country === null || country === branch.country,
        },
      }));
    for (let at = 0; at < fresh.length; at += PARTIES)
      await insertParties(ctx, register, { fresh: fresh.slice(at, at + PARTIES), importId });
  }
  await sql`
    update h_parties h set party_id = p.id from parties p where p.name_key = h.name_key and p.merged_into is null
      and ((h.kind = 'cedant' and p.kind = 'REINSURED') or (h.kind = 'security' and p.kind = 'SECURITY' and p.market = 'LOCAL'))`.execute(
    ctx.db,
  );
}

/** Every line as it is posted, its documents counted in the order of their days. */
async function orderLines(ctx: Ctx): Promise<void> {
  await sql`
    insert into h_ready
    select dense_rank() over (order by p.day, h.id), p.line, h.id, p.day, coalesce(nullif(h.narration, ''), h.number) as narration,
      p.account, case when p.item <> '' then x.party_id end as party, u.tax, b.id as bank, p.currency, p.amount, p.base, p.due,
      o.note_id as opens, s.note_id as settles
    from h_posted p join history_documents h on h.number = p.number join h_uses u on u.code = p.account
    left join h_parties x on x.code = p.party and p.item <> ''
    left join h_opened o on o.line = p.line
    left join h_opened s on p.settles and (s.item, s.account, s.party, s.currency) = (p.item, p.account, p.party, p.currency)
    left join bank_accounts b on u.function in ('OFFICE_BANK', 'CLIENT_BANK') and b.account = p.account and b.currency = p.currency
      and (b.stands_in or b.number = p.account)`.execute(ctx.db);
}

type Ready = {
  history: number;
  day: Day;
  narration: string;
  account: string;
  party: number | null;
  tax: number | null;
  bank: number | null;
  currency: string;
  amount: bigint;
  base: bigint;
  due: Day | null;
  opens: number | null;
  settles: number | null;
  item: number | null;
};

function postingsOf(branchId: number, rows: readonly Ready[]): Posting[] {
  const opened = new Map<number, Opening>();
  const lineOf = (row: Ready): PostLine => {
    const { account, party, tax, bank, currency, amount, base, due, opens, settles, item } = row;
    const opening = opens !== null && due !== null ? { noteId: opens, sequence: 1, dueOn: due, amount, base } : null;
    if (opening) opened.set(opening.noteId, opening);
    const settled = settles === null ? undefined : (item ?? opened.get(settles));
    if (settles !== null && settled === undefined)
      throw new Error(`A line settles note ${settles} before it is opened.`);
    return {
      account: { code: account },
      partyId: party ?? undefined,
      taxId: tax ?? undefined,
      bankAccountId: bank ?? undefined,
      noteId: opens ?? settles ?? undefined,
      currency,
      amount,
      base,
      ...(opening && { opens: [opening] }),
      ...(settled !== undefined && { settles: [{ item: settled, amount: -amount, base: -base }] }),
    };
  };
  return [...Map.groupBy(rows, (row) => row.history).values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    const { day, history, narration, currency } = first;
    const source = { event: 'HISTORY', sourceKind: HISTORY_SOURCE, sourceId: history } as const;
    return [{ branchId, day, narration, currency, ...source, lines: lines.map(lineOf) }];
  });
}

async function postAll(ctx: Ctx, { branchId, posted }: Writing): Promise<void> {
  // A batch touches a few rows of tables that grow: they are looked up, never walked through.
  await sql`select set_config(name, 'off', true) from unnest('{enable_seqscan,enable_hashjoin,enable_mergejoin}'::text[]) as name`.execute(
    ctx.db,
  );
  for (let [from, batch] = [0, 0]; ; from += BATCH, batch += 1) {
    const { rows } = await sql<Ready>`
      select r.history, r.day, r.narration, r.account, r.party, r.tax, r.bank, r.currency, r.amount, r.base, r.due, r.opens, r.settles, i.id as item
      from h_ready r left join open_items i on i.note_id = r.settles
      where r.place > ${from} and r.place <= ${from + BATCH} order by r.place, r.line`.execute(ctx.db);
    if (rows.length === 0) break;
    await post(ctx, postingsOf(branchId, rows));
    if (WEIGHED_AFTER.includes(batch)) await weighHistory(ctx.db, 'entries');
    await posted(from + BATCH);
  }
  // Reports are read at once, and their plans go by what the books have now.
  await weighHistory(ctx.db, 'books');
}

/**
 * Posts a history that was staged and checked in this transaction: chart, parties, notes with their parts, and an entry for
 * each document. Nobody else posts until it is done. Throws BOOKS_BEGUN.
 */
export async function writeHistory(ctx: Ctx, writing: Writing): Promise<void> {
  await lockBooks(ctx.db);
  await assertBooksEmpty(ctx);
  await takeChart(ctx, writing);
  await writeParties(ctx, writing);
  await sql`update currencies set active = true, version = version + 1 where not active and code in (select currency from h_posted)`.execute(
    ctx.db,
  );
  await writeNotes(ctx, writing);
  await writeParts(ctx, writing);
  await writePaid(ctx, writing);
  await orderLines(ctx);
  await postAll(ctx, writing);
}

/** A history begins the books: nothing may have been posted before it. Throws BOOKS_BEGUN. */
export async function assertBooksEmpty(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ begun: boolean }>`select books_begun() as begun`.execute(ctx.db);
  if (rows[0]?.begun !== false) throw new AppError('BOOKS_BEGUN');
}
