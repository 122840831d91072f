import { sql } from 'kysely';
import type { LedgerEvent, LedgerLine } from '../../../domain/ledger/entries.ts';
import type { EntrySource } from '../../../domain/records/kinds.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { nextIds } from '../../platform/db/next-ids.ts';
import { send } from '../../platform/db/pool.ts';
import { assertPeriodsOpen } from '../firm/period-lock.ts';
import { codeOf, readChart } from '../firm/chart.ts';

/** An open item that a line brings: signed like its line, in the line's currency. */
export type Opening = {
  noteId?: number | undefined;
  receiptId?: number | undefined;
  /** The part of a note whose payee it is owed to, where no credit note says so. */
  partId?: number | undefined;
  sequence: number;
  dueOn: Day;
  amount: bigint;
  base: bigint;
};
/**
 * A step of an open item towards zero (or back, when a settlement is reversed), with the item's sign. The item by its id,
 * or the very opening that another line of the same call brings and that has no id yet.
 */
export type Settling = { item: number | Opening; amount: bigint; base: bigint };

export type PostLine = LedgerLine & {
  /** The line’s own currency where it is not the posting’s: an entry may pass once in each of several. G3. */
  currency?: string;
  noteId?: number | undefined;
  opens?: readonly Opening[];
  settles?: readonly Settling[];
};

/** One journal entry to be: in one branch, on one day; its lines in its currency, or each in its own. §3, G3. */
export type Posting = {
  branchId: number;
  day: Day;
  event: LedgerEvent;
  sourceKind: EntrySource;
  sourceId: number;
  narration: string;
  currency: string;
  reversesId?: number;
  lines: readonly PostLine[];
};

async function insertEntries(ctx: Ctx, postings: readonly Posting[], ids: readonly number[]): Promise<void> {
  const rows = postings.map((posting, index) => ({
    id: ids[index],
    branch_id: posting.branchId,
    day: posting.day,
    event: posting.event,
    source_kind: posting.sourceKind,
    source_id: posting.sourceId,
    narration: posting.narration,
    reverses_id: posting.reversesId,
  }));
  await send(
    ctx.db,
    sql`
    insert into journal_entries (id, branch_id, day, event, source_kind, source_id, narration, reverses_id, made_by, made_at) overriding system value
    select id, branch_id, day, event, source_kind, source_id, narration, reverses_id, ${ctx.user.id}, ${ctx.now}
    from json_to_recordset(${jsonRows(rows)}) as r (id int, branch_id int, day date, event text, source_kind text, source_id int, narration text,
      reverses_id int)`,
  );
}

/** A line where it goes: its entry, and the account and currency that it names or takes over. */
type Placed = { posting: Posting; entryId: number; line: PostLine; account: string; currency: string };

// As one parameter: a history posts hundreds of lines at once.
async function insertLines(ctx: Ctx, placed: readonly Placed[]): Promise<void> {
  const rows = placed.map(({ posting, entryId, line, account, currency }) => ({
    entry_id: entryId,
    branch_id: posting.branchId,
    day: posting.day,
    account,
    party_id: line.partyId,
    tax_id: line.taxId,
    bank_account_id: line.bankAccountId,
    currency,
    amount: line.amount,
    base_amount: line.base,
    note_id: line.noteId,
  }));
  await send(
    ctx.db,
    sql`
    insert into journal_lines (entry_id, branch_id, day, account, party_id, tax_id, bank_account_id, currency, amount, base_amount, note_id)
    select entry_id, branch_id, day, account, party_id, tax_id, bank_account_id, currency, amount, base_amount, note_id
    from json_to_recordset(${jsonRows(rows)}) as r (entry_id int, branch_id int, day date, account text, party_id int, tax_id int,
      bank_account_id int, currency text, amount bigint, base_amount bigint, note_id int)`,
  );
}

/** Inserts what the lines open and says the id that each opening got, where a line of the same call settles one. */
async function openItems(ctx: Ctx, placed: readonly Placed[]): Promise<Map<Opening, number>> {
  const openings = placed.flatMap(({ posting, entryId, line, account, currency }) =>
    (line.opens ?? []).map((opening) => {
      if (line.partyId === undefined) throw new Error('An open item needs a party.');
      const row = {
        branch_id: posting.branchId,
        account,
        party_id: line.partyId,
        currency,
        entry_id: entryId,
        note_id: opening.noteId,
        receipt_id: opening.receiptId,
        part_id: opening.partId,
        sequence: opening.sequence,
        opened_on: posting.day,
        due_on: opening.dueOn,
        amount: opening.amount,
        base_amount: opening.base,
      };
      return { opening, row };
    }),
  );
  if (openings.length === 0) return new Map();
  const inserting = sql`
    insert into open_items (branch_id, account, party_id, currency, entry_id, note_id, receipt_id, part_id, sequence, opened_on, due_on, amount,
      base_amount, outstanding, base_outstanding)
    select branch_id, account, party_id, currency, entry_id, note_id, receipt_id, part_id, sequence, opened_on, due_on, amount, base_amount, amount, base_amount
    from json_to_recordset(${jsonRows(openings.map(({ row }) => row))}) as r (branch_id int, account text, party_id int, currency text, entry_id int,
      note_id int, receipt_id int, part_id int, sequence int, opened_on date, due_on date, amount bigint, base_amount bigint)`;
  const settled = placed.some(({ line }) => line.settles?.some(({ item }) => typeof item !== 'number'));
  if (!settled) {
    await send(ctx.db, inserting);
    return new Map();
  }
  const { rows: ids } = await sql<{ id: number }>`${inserting} returning id`.execute(ctx.db);
  return new Map(openings.map(({ opening }, index) => [opening, ids[index]?.id ?? 0]));
}

async function settleItems(ctx: Ctx, placed: readonly Placed[], opened: ReadonlyMap<Opening, number>): Promise<void> {
  const steps = placed.flatMap(({ posting, entryId, line }) =>
    (line.settles ?? []).map(({ item, amount, base }) => {
      const itemId = typeof item === 'number' ? item : opened.get(item);
      if (itemId === undefined) throw new Error('A settlement names an opening of no line.');
      return { itemId, amount, base, branchId: posting.branchId, entryId, day: posting.day };
    }),
  );
  if (steps.length === 0) return;
  await send(
    ctx.db,
    ctx.db.insertInto('settlements').values(
      steps.map((step) => ({
        branch_id: step.branchId,
        item_id: step.itemId,
        entry_id: step.entryId,
        day: step.day,
        amount: step.amount,
        base_amount: step.base,
      })),
    ),
  );
  // The items were locked by id by the action; the schema's check refuses a step beyond zero.
  await send(
    ctx.db,
    sql`
    update open_items i set
      outstanding = i.outstanding - s.amount,
      base_outstanding = i.base_outstanding - s.base,
      settled_on = case when i.outstanding = s.amount then s.day end,
      settled_from = case when s.first < i.opened_on then least(s.first, i.settled_from) else i.settled_from end
    from (
      select item, sum(amount)::bigint as amount, sum(base)::bigint as base, max(day) as day, min(day) as first
      from unnest(${steps.map((s) => s.itemId)}::int[], ${steps.map((s) => s.amount)}::bigint[], ${steps.map((s) => s.base)}::bigint[], ${steps.map((s) => s.day)}::date[])
        as step (item, amount, base, day) group by item) s
    where i.id = s.item`,
  );
}

type BalanceKey = {
  branch: number;
  account: string;
  party: number;
  tax: number;
  bank: number;
  currency: string;
  day: Day;
};
type Balance = BalanceKey & { debit: bigint; credit: bigint; baseDebit: bigint; baseCredit: bigint };

function balancesOf(placed: readonly Placed[]): Balance[] {
  const balances = new Map<string, Balance>();
  for (const { posting, line, account, currency } of placed) {
    const key: BalanceKey = {
      branch: posting.branchId,
      account,
      party: line.partyId ?? 0,
      tax: line.taxId ?? 0,
      bank: line.bankAccountId ?? 0,
      currency,
      day: posting.day,
    };
    const text = Object.values(key).join('|');
    const balance = balances.get(text) ?? { ...key, debit: 0n, credit: 0n, baseDebit: 0n, baseCredit: 0n };
    if (line.amount > 0n) balance.debit += line.amount;
    else balance.credit -= line.amount;
    if (line.base > 0n) balance.baseDebit += line.base;
    else balance.baseCredit -= line.base;
    balances.set(text, balance);
  }
  return [...balances.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, balance]) => balance);
}

// Always by key, and last before the commit: two postings then wait for each other and never for ever.
async function addToBalances(ctx: Ctx, placed: readonly Placed[]): Promise<void> {
  const balances = balancesOf(placed);
  const column = <K extends keyof Balance>(name: K) => balances.map((balance) => balance[name]);
  await send(
    ctx.db,
    sql`
    insert into daily_balances as b (branch_id, account, party_id, tax_id, bank_account_id, currency, day, debit, credit, base_debit, base_credit)
    select * from unnest(${column('branch')}::int[], ${column('account')}::text[], ${column('party')}::int[], ${column('tax')}::int[],
      ${column('bank')}::int[], ${column('currency')}::text[], ${column('day')}::date[], ${column('debit')}::bigint[], ${column('credit')}::bigint[],
      ${column('baseDebit')}::bigint[], ${column('baseCredit')}::bigint[])
    on conflict (branch_id, account, party_id, tax_id, bank_account_id, currency, day) do update set
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
      base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit`,
  );
}

/** What entries need before they are written: months that stay open, the chart, ids. */
type Ground = { chart: Awaited<ReturnType<typeof readChart>>; ids: readonly number[] };

/** Prepares `post`, for an action that takes numbers in between: their counters are then not held while this is waited for. Throws PERIOD_CLOSED. */
export async function groundFor(ctx: Ctx, days: readonly Day[]): Promise<Ground> {
  const [, chart, ids] = await Promise.all([
    assertPeriodsOpen(ctx, days),
    readChart(ctx.db),
    nextIds(ctx.db, 'journal_entries_id_seq', days.length),
  ]);
  return { chart, ids };
}

/**
 * Writes journal entries: the only way into the ledger. Lines in minor units, debit positive; each entry must sum to
 * zero in each currency and in base (the database refuses one that does not). Opens and settles items and keeps the daily
 * balances in the same transaction, without waiting for the answers. Call it once, last in an action. Throws PERIOD_CLOSED. Returns the entries' ids. §3.
 */
export async function post(ctx: Ctx, postings: readonly Posting[], ground?: Ground): Promise<readonly number[]> {
  if (postings.length === 0) return [];
  const { chart, ids } =
    ground ??
    (await groundFor(
      ctx,
      postings.map((posting) => posting.day),
    ));
  await insertEntries(ctx, postings, ids);
  const placed = postings.flatMap((posting, index) =>
    posting.lines.map((line): Placed => ({
      posting,
      entryId: ids[index] ?? 0,
      line,
      account: codeOf(chart, line.account, line.taxId),
      currency: line.currency ?? posting.currency,
    })),
  );
  await insertLines(ctx, placed);
  const opened = await openItems(ctx, placed);
  await settleItems(ctx, placed, opened);
  await addToBalances(ctx, placed);
  return ids;
}
