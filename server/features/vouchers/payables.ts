import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { invalid } from '../../../domain/errors.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import {
  OFFERED_ITEMS,
  OPEN_NOTES,
  type findPoliciesBySecurity,
  type securitiesAndInvoices,
} from '../../../domain/vouchers/payables-contract.ts';
import { COUNTED } from '../../../domain/tables/counted.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { HISTORY_INSURED } from '../ledger/history.ts';
import { notesNamed } from '../ledger/named-papers.ts';
import { notesByDueDay } from '../ledger/notes-by-due-day.ts';
import { refOf } from '../records.ts';
import { releasesOfNotes, type PartRelease } from '../ledger/releases.ts';
import { dueNow } from '../ledger/schedules.ts';
import { countUpTo, fewIds, pageOf, searchKey, windowOf } from '../../platform/http/lists.ts';

type Item = Reply<typeof findPoliciesBySecurity>[number];
type Row = {
  item: number;
  policy: number | null;
  reference: string | null;
  insured: string;
  credit_note: number;
  credit_number: string;
  debit_note: string;
  currency: string;
  debit_id: number;
  committed: bigint;
  paid: bigint;
  due_on: string;
};

/** Parts of debit notes that are a security's and paid neither in full nor beyond it, as `p`: the words of their index. */
const UNEVEN = sql`p.kind = 'SECURITY' and p.paid <> p.effective`;
const OPEN = sql`${UNEVEN} and p.paid < p.effective`;
/** Those paid beyond it, as `p`: the words of theirs. */
const BEYOND = sql`p.kind = 'SECURITY' and p.paid > p.effective`;
const COLUMNS = sql`p.id as item, o.id as policy, o.broker_reference as reference, coalesce(i.name, ${HISTORY_INSURED}) as insured, cn.id as credit_note,
  cn.number as credit_number, dn.id as debit_id, dn.number as debit_note, p.currency, p.committed, p.paid,
  ${dueNow('cn')} as due_on`;
const JOINS = sql`join notes dn on dn.id = p.debit_note_id and dn.status = 'ISSUED' join notes cn on cn.id = p.credit_note_id
  left join policies o on o.id = dn.policy_id left join parties i on i.id = o.current_insured_id
  left join history_documents h on h.id = dn.history_id`;

const releasesOf = (ctx: Ctx, rows: readonly Row[]) =>
  releasesOfNotes(
    ctx,
    rows.map((row) => row.debit_id),
  );

function shown(row: Row, release: PartRelease): Item {
  const money = (amount: bigint) => formatAmount(amount, row.currency);
  return {
    item: row.item,
    policy: refOf(row.policy, row.reference),
    insured: row.insured,
    credit_note: { id: row.credit_note, number: row.credit_number },
    debit_note: row.debit_note,
    currency: row.currency,
    net: money(release.effective),
    released: money(release.released),
    committed: money(row.committed),
    paid: money(row.paid),
    available: money(release.available),
    held_back: money(release.heldBack),
    due_back: money(release.dueBack),
    due_on: row.due_on,
  };
}

/** What a row of a security is worth showing for: it is owed something, or has something to give back. */
function shownRows(rows: readonly Row[], releases: ReadonlyMap<number, PartRelease>): Item[] {
  return rows.flatMap((row) => {
    const release = releases.get(row.item);
    return release && (release.effective > row.paid || release.dueBack > 0n) ? [shown(row, release)] : [];
  });
}

/** Parts of a security as `p` of which more is released than vouchers hold: the words of their index. */
const AVAILABLE = sql`p.kind = 'SECURITY' and p.released > p.committed`;

/** The notes of which something is available to a security; null where they are very many, the first of which are soon met by their due days. */
const availableNotes = (ctx: Ctx, security: number): Promise<string | null> =>
  fewIds(
    ctx,
    sql`select p.credit_note_id as id from note_parts p where p.party_id = ${security} and p.branch_id = any(${[...ctx.scope]}::int[]) and ${AVAILABLE}`,
  );

type Payables = Decoded<typeof findPoliciesBySecurity>['query'];

/** The first open credit notes of a security by what is due of them, as parts with how soon they are wanted: what is available comes before what is not. */
function openPartsOf(ctx: Ctx, { security, currency }: Payables, available: string | null): RawBuilder<unknown> {
  const first = (part: RawBuilder<unknown>, note: RawBuilder<unknown> = sql`true`) =>
    notesByDueDay(ctx, {
      party: security,
      side: 'BY_US',
      currency: currency === undefined ? undefined : { is: currency },
      of: sql`${note} and exists (select from note_parts p join notes dn on dn.id = p.debit_note_id and dn.status = 'ISSUED' where p.credit_note_id = i.note_id and ${part})`,
      most: OFFERED_ITEMS,
    });
  const some = available === null ? undefined : sql`i.note_id = any(${available}::int[])`;
  return sql`
    select p.id, f.rank from (
      (select note_id, 1 as rank from (${first(sql`${OPEN} and ${AVAILABLE}`, some)}) a)
      union all (select note_id, 2 from (${first(OPEN)}) o)) f
    join note_parts p on p.credit_note_id = f.note_id and ${OPEN}`;
}

/** Open parts of a security in the notes that are looked for, or of policies. */
function partsWithin(ctx: Ctx, { security, policies }: Payables, notes: readonly number[] | null): RawBuilder<unknown> {
  const among = sql`any(${[...(notes ?? [])]}::int[])`;
  return sql`
    select p.id, 1 as rank from note_parts p join notes dn on dn.id = p.debit_note_id
    where p.party_id = ${security} and p.branch_id = any(${[...ctx.scope]}::int[]) and ${OPEN}
      and ${notes === null ? sql`true` : sql`(p.credit_note_id = ${among} or p.debit_note_id = ${among})`}
      and ${policies === undefined ? sql`true` : sql`dn.policy_id = any(${[...policies]}::int[])`}`;
}

/**
 * What one security is still owed or has to give back, by the due day of what is open, with what can be paid now: the parts of its first open credit notes, those of which
 * something is available before the others, and those that are paid beyond what they come to; or of what is looked for. What is named by its ids is given besides. M0.
 */
export async function payableItems(
  ctx: Ctx,
  { query }: Decoded<typeof findPoliciesBySecurity>,
): Promise<Reply<typeof findPoliciesBySecurity>> {
  const { security, currency, searchValue, policies, items = [] } = query;
  const within = currency === undefined ? sql`true` : sql`p.currency = ${currency}`;
  const notes = await notesNamed(ctx, searchValue);
  const isNarrow = notes !== null || policies !== undefined;
  const open = isNarrow ? partsWithin(ctx, query, notes) : openPartsOf(ctx, query, await availableNotes(ctx, security));
  const own = sql`p.party_id = ${security} and p.branch_id = any(${[...ctx.scope]}::int[])`;
  const beyond = isNarrow ? sql`` : sql`union all select p.id, 0 from note_parts p where ${own} and ${BEYOND}`;
  const offered = OFFERED_ITEMS + items.length;
  const wanted = async (most: number): Promise<readonly Row[]> =>
    (
      await sql<Row>`
        with wanted as materialized (
          select id, min(rank) as rank from (
            ${open} ${beyond}
            union all select p.id, 0 from note_parts p where p.id = any(${[...items]}::int[]) and ${own} and ${UNEVEN}) w group by id)
        select ${COLUMNS} from wanted w join note_parts p on p.id = w.id and ${within} ${JOINS}
        order by w.rank, due_on, p.id limit ${most}`.execute(ctx.db)
    ).rows;
  for (let most = offered; ; most *= 2) {
    const rows = await wanted(most);
    const worth = shownRows(rows, await releasesOf(ctx, rows));
    // Of what is open some may have nothing to be paid or given back: what comes after it takes its place.
    if (worth.length < offered && rows.length === most) continue;
    return worth
      .slice(0, offered)
      .toSorted((one, other) => one.due_on.localeCompare(other.due_on) || one.item - other.item);
  }
}

type Query = Decoded<typeof securitiesAndInvoices>['query'];
type Security = { id: number; name: string; market: 'LOCAL' | 'LONDON' };

/** The open parts of one security in one branch, oldest note first: as many as are wanted come straight off their index. */
function openParts(query: Query, columns: RawBuilder<unknown>, most: number): RawBuilder<unknown> {
  const currency = query.currency === undefined ? sql`` : sql`and p.currency = ${query.currency}`;
  return sql`select ${columns} from note_parts p ${JOINS}
    where p.party_id = s.id and p.branch_id = b.id and ${OPEN} ${currency} order by p.id limit ${most}`;
}

/**
 * Securities to whom something is still owed: one open part of each is looked up, so that the cost is that of the
 * register and not of what is open.
 */
function owedSecurities(ctx: Ctx, query: Query): RawBuilder<unknown> {
  const text = searchKey(query.searchValue ?? '');
  const search = text === '' ? sql`` : sql`and s.id in (select parties_matching(${text}, 'SECURITY', ${COUNTED + 1}))`;
  return sql`
    select s.id, s.name, s.market, s.name_key from parties s where s.kind = 'SECURITY' ${search} and exists (
      select 1 from unnest(${[...ctx.scope]}::int[]) as b (id) cross join lateral (${openParts(query, sql`p.id`, 1)}) as one)`;
}

type OpenInvoice = {
  security: number;
  id: number;
  number: string;
  currency: string;
  due_on: string;
  outstanding: bigint;
};

/** What securities still owe on claims, the earliest due first: what a payment to them could be set against. M15. */
async function openInvoices(ctx: Ctx, securities: readonly number[], query: Query): Promise<OpenInvoice[]> {
  const currency = query.currency === undefined ? sql`` : sql`and n.currency = ${query.currency}`;
  const { rows } = await sql<OpenInvoice>`
    select s.id as security, near.* from unnest(${securities}::int[]) as s (id) cross join lateral (
      select n.id, n.number, n.currency, n.due_on, n.amount - n.settled as outstanding from notes n
      where n.party_id = s.id and n.branch_id = any(${[...ctx.scope]}::int[]) and n.purpose = 'CLAIM' and n.status = 'ISSUED'
        and n.settled < n.amount ${currency} order by n.due_on, n.id limit ${OPEN_NOTES}) near`.execute(ctx.db);
  return rows;
}

/** Securities by name with their open credit notes and claim invoices, oldest first, for the form of a payment. §6. */
export async function owedTo(
  ctx: Ctx,
  { query }: Decoded<typeof securitiesAndInvoices>,
): Promise<Reply<typeof securitiesAndInvoices>> {
  const { start, length } = windowOf(query, true);
  if (start > COUNTED) throw invalid({ field: 'start', message: 'Search to go beyond the first 10,000 rows.' });
  const owed = owedSecurities(ctx, query);
  const page = await sql<Security>`
    select s.id, s.name, s.market from (${owed}) s order by s.name_key, s.id limit ${length} offset ${start}`.execute(
    ctx.db,
  );
  const notes = await sql<Row & { security: number }>`
    select s.id as security, near.* from unnest(${page.rows.map((row) => row.id)}::int[]) as s (id) cross join lateral (
      select each.* from unnest(${[...ctx.scope]}::int[]) as b (id)
        cross join lateral (${openParts(query, COLUMNS, OPEN_NOTES + 1)}) as each
      order by each.item limit ${OPEN_NOTES + 1}) as near
    order by s.id, near.item`.execute(ctx.db);
  const releases = await releasesOf(ctx, notes.rows);
  const owing = await openInvoices(
    ctx,
    page.rows.map((row) => row.id),
    query,
  );
  const data = page.rows.map(({ market, ...security }) => {
    const own = notes.rows.filter((row) => row.security === security.id);
    return {
      security,
      market,
      credit_notes: shownRows(own.slice(0, OPEN_NOTES), releases),
      ...(own.length > OPEN_NOTES && { more_notes: true }),
      invoices: owing
        .filter((one) => one.security === security.id)
        .map(({ security: _of, outstanding, ...one }) => ({
          ...one,
          outstanding: formatAmount(outstanding, one.currency),
        })),
    };
  });
  return pageOf(data, await countUpTo(ctx.db, sql`select 1 from (${owed}) s`));
}
