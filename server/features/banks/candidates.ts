import { sql } from 'kysely';
import {
  knownPayer,
  numbersIn,
  recordKey,
  type LineToMatch,
  type MatchedRecord,
  type NoteToMatch,
  type ToMatch,
} from '../../../domain/banks/matching.ts';
import { isOwedToUs, NOTE_SERIES } from '../../../domain/ledger/notes.ts';
import { nameKey } from '../../../domain/names.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { countUpTo } from '../../platform/http/lists.ts';
import type { OurAccount } from './accounts.ts';
import { enteredOn, type Entered } from './entered.ts';

/** A line that nothing is matched with. */
export type OpenLine = LineToMatch & {
  id: number;
  statement: number;
  position: number;
  party: string;
  partyAccount: string;
};

/** All that lines may be, in the branch in which the caller works. */
export type Candidates = Pick<ToMatch, 'notes'> & {
  entered: readonly Entered[];
  /** The parties that each line's name or account is known to be. */
  payersOf: (line: OpenLine) => number[];
  partyName: (id: number) => string;
  purposeOf: (note: number) => string;
  entryOf: (record: MatchedRecord) => Entered | undefined;
  /** Of a voucher: whether it waits to be paid, in which version. */
  toPay: (voucher: number) => number | null;
};

type Known = { known_by: string; party_id: number };

/** Parties by what lines have of them: where they are paid, what was learned, and their name in a register. */
async function payersBy(ctx: Ctx, lines: readonly OpenLine[]): Promise<Map<string, number[]>> {
  const known = [...new Set(lines.flatMap((line) => knownPayer(line)))];
  const accounts = known.flatMap((one) => (one.startsWith('account:') ? [one.slice('account:'.length)] : []));
  const names = [...new Set(lines.map(({ party }) => nameKey(party)).filter((name) => name !== ''))];
  const { rows } = await sql<Known>`
    select known_by, party_id from payer_names where known_by = any(${known}::text[])
    union select 'account:' || a.number, a.party_id from (
      select upper(regexp_replace(account_number, '[^A-Za-z0-9]', '', 'g')) as number, party_id
      from party_bank_accounts where state = 'ACTIVE') a where a.number = any(${accounts}::text[])
    union select 'name:' || name_key, id from parties where name_key = any(${names}::text[]) and merged_into is null`.execute(
    ctx.db,
  );
  const byKnown = Map.groupBy(rows, (row) => row.known_by);
  return new Map([...byKnown].map(([name, some]) => [name, [...new Set(some.map((one) => one.party_id))]]));
}

type NoteRow = Omit<NoteToMatch, 'kind' | 'taxes'> & { purpose: string; party_name: string };

/** Open notes of payers and those whose numbers a text names, less what receipts that wait propose to settle. */
async function notesFor(
  ctx: Ctx,
  { currency, purpose }: OurAccount,
  wanted: { payers: readonly number[]; numbers: readonly string[] },
): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.number, n.party_id as party, p.name as party_name, n.purpose,
      n.amount - n.settled - coalesce((select sum(x.note_amount)::bigint from receipt_proposals x join receipts r on r.id = x.receipt_id
        where x.note_id = n.id and r.status in ('DRAFT', 'PENDING')), 0) as outstanding,
      greatest(0, c.write_off_limit - (select coalesce(sum(a.amount), 0)::bigint from adjustments a where a.note_id = n.id
        and a.kind in ('WRITE_OFF', 'BANK_CHARGE') and a.status in ('DRAFT', 'PENDING', 'APPROVED'))) as bearable
    from notes n join parties p on p.id = n.party_id join currencies c on c.code = n.currency
    where n.branch_id = ${ctx.branch.id} and n.branch_id = any(${[...ctx.scope]}::int[]) and n.currency = ${currency}
      and n.status = 'ISSUED' and n.settled < n.amount and n.kind = any(${NOTE_SERIES.filter(isOwedToUs)}::text[])
      and (n.purpose = 'FEE') = ${purpose === 'OFFICE'}
      and (n.party_id = any(${[...wanted.payers]}::int[])
        or upper(regexp_replace(n.number, '[^A-Za-z0-9]', '', 'g')) = any(${[...wanted.numbers]}::text[]))
    order by n.due_on, n.id limit 5000`.execute(ctx.db);
  return rows.filter(({ outstanding }) => outstanding > 0n);
}

/** What a certificate can still pay of the taxes of notes. M1. */
async function taxesOf(ctx: Ctx, notes: readonly number[]) {
  const { rows } = await sql<{ note: number; tax: number; amount: bigint }>`
    select p.debit_note_id as note, p.tax_id as tax,
      sum(p.effective - p.certified - (p.committed - case when p.due_back = 0 then 0 else came_back(p.id) end))::bigint as amount
    from note_parts p where p.debit_note_id = any(${[...notes]}::int[]) and p.kind = 'TAX' and p.tax_id is not null
      and p.branch_id = any(${[...ctx.scope]}::int[])
    group by 1, 2 having sum(p.effective - p.certified - p.committed) > 0`.execute(ctx.db);
  return Map.groupBy(rows, (row) => row.note);
}

/** All that lines of an account may be, with receipts that a person chose for one of them together. M10. */
export async function candidatesFor(
  ctx: Ctx,
  account: OurAccount,
  { lines, receipts = [] }: { lines: readonly OpenLine[]; receipts?: readonly number[] },
): Promise<Candidates> {
  const known = await payersBy(ctx, lines);
  const payersOf = (line: OpenLine) => [...new Set(knownPayer(line).flatMap((one) => known.get(one) ?? []))];
  const incoming = lines.filter(({ amount }) => amount > 0n);
  const payers = [...new Set(incoming.flatMap(payersOf))];
  const notes = await notesFor(ctx, account, {
    payers,
    numbers: [...new Set(incoming.flatMap(({ text, endToEnd }) => numbersIn(`${text} ${endToEnd}`)))],
  });
  const taxes = await taxesOf(
    ctx,
    notes.map(({ id }) => id),
  );
  const entered = await enteredOn(ctx, account, { lines, payers, receipts });
  const names = new Map([...notes, ...entered].map(({ party, party_name: name }) => [party, name ?? '']));
  const byKey = new Map(entered.map((one) => [recordKey(one), one]));
  const purposes = new Map(notes.map(({ id, purpose }) => [id, purpose]));
  const waiting = new Map(
    entered.flatMap((one) => (one.kind === 'voucher' && one.status === 'APPROVED' ? [[one.id, one.version]] : [])),
  );
  return {
    notes: notes.map(({ purpose: _purpose, party_name: _name, ...note }) => ({
      ...note,
      kind: 'note',
      taxes: (taxes.get(note.id) ?? []).map(({ tax, amount }) => ({ tax, amount })),
    })),
    entered,
    payersOf,
    entryOf: (record) => byKey.get(recordKey(record)),
    partyName: (id) => names.get(id) ?? '',
    purposeOf: (note) => purposes.get(note) ?? '',
    toPay: (voucher) => waiting.get(voucher) ?? null,
  };
}

type LineRow = Omit<OpenLine, 'endToEnd' | 'partyAccount'> & { end_to_end: string; party_account: string };
const asOpenLine = ({ end_to_end: endToEnd, party_account: partyAccount, ...row }: LineRow): OpenLine => ({
  ...row,
  endToEnd,
  partyAccount,
});
const LINE = sql`l.id, l.statement_id as statement, l.position, l.day, l.amount, l.text, l.reference, l.party, l.end_to_end, l.party_account`;

const openOn = (accountId: number) => sql`l.bank_account_id = ${accountId} and l.live and not l.matched`;

/** Where a page of open lines begins: at a place among all, or after a line that was read. */
type Page = { start: number; length: number } | { after: Pick<OpenLine, 'day' | 'id'>; length: number };

/** Lines of an account that nothing is matched with, oldest first. */
export async function openLines(ctx: Ctx, accountId: number, page: Page): Promise<OpenLine[]> {
  const after = 'after' in page ? sql`and (l.day, l.id) > (${page.after.day}::date, ${page.after.id})` : sql``;
  const { rows } = await sql<LineRow>`
    select ${LINE} from bank_lines l where ${openOn(accountId)} ${after}
    order by l.day, l.id limit ${page.length} offset ${'start' in page ? page.start : 0}`.execute(ctx.db);
  return rows.map(asOpenLine);
}

/** How many there are, to 10,001. */
export const countOpenLines = (ctx: Ctx, accountId: number): Promise<number> =>
  countUpTo(ctx.db, sql`select 1 from bank_lines l where ${openOn(accountId)}`);

/** An open line of an account; undefined where there is none. */
export async function lineOf(ctx: Ctx, accountId: number, id: number): Promise<OpenLine | undefined> {
  const { rows } = await sql<LineRow>`
    select ${LINE} from bank_lines l where ${openOn(accountId)} and l.id = ${id}`.execute(ctx.db);
  return rows.map(asOpenLine)[0];
}

/** Open lines of an account by their ids, locked in their order until the commit. */
export async function lockOpenLines(
  ctx: Ctx,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, OpenLine>> {
  const { rows } = await sql<LineRow>`
    select ${LINE} from bank_lines l where ${openOn(accountId)}
      and l.id = any(${[...ids]}::int[]) order by l.id for update`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, asOpenLine(row)]));
}
