import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, firstOf } from '../../../domain/errors.ts';
import type { Permission } from '../../../domain/permissions.ts';
import type { oneNote, partyNotes, partyPapers } from '../../../domain/parties/contract.ts';
import { noteEntryTable, notePartTable, partyNoteTable, partyPaperTable } from '../../../domain/parties/tables.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { countUpTo, pageOf, windowOf, type Page } from '../../platform/http/lists.ts';
import { DOCUMENT_LABELS } from '../../../domain/documents/labels.ts';
import { dueNow } from '../ledger/schedules.ts';
import { PAPERED_BY, paperRights } from '../records.ts';
import { reportPage } from '../reports/paging.ts';
import { refOf } from '../reports/refs.ts';
import { sourceNumber } from '../reports/money/ledger.ts';
import { openOf } from './open.ts';
import { kindOf } from './party.ts';
import { eitherId } from '../../platform/db/either-id.ts';

type Row = Values<typeof partyNoteTable>;
type Stored = Omit<Row, 'policy' | 'claim'> & {
  policy_id: number | null;
  policy: string | null;
  claim_id: number | null;
  claim: string | null;
};

const SORTS = { id: 'id', due_on: 'due_on', outstanding: 'outstanding' } satisfies Record<
  Sortable<typeof partyNoteTable>,
  string
>;

/** Open notes of a party: what is owed on them either way. What is owed on a part without a note is shown under the note that it is of. */
export async function notesOf(
  ctx: Ctx,
  { params: { id }, query }: Decoded<typeof partyNotes>,
): Promise<Reply<typeof partyNotes>> {
  await kindOf(ctx, id);
  const ofSide = query.side === undefined ? sql`true` : sql`i.side = ${query.side}`;
  const { page } = await reportPage<Stored>(
    ctx,
    {
      ctes: sql`found as (
        select i.id, i.side, min(i.due_on) as due_on,
          sum(case when i.side = 'TO_US' then i.outstanding else -i.outstanding end)::bigint as outstanding
        -- Worked out once (offset 0), not for the condition and for the group.
        from (select coalesce(i.note_id, (select x.debit_note_id from note_parts x where x.id = i.part_id)) as id, i.side, i.due_on, i.outstanding
          from ${openOf(ctx, sql`select ${id}::int`)} i offset 0) i
        where i.id is not null and ${ofSide} group by 1, 2)`,
      sorts: SORTS,
      defaultSort: 'due_on,asc',
      key: ['id', 'side'],
      // What a note is of is read for the rows of the page alone.
      shown: (rows) => sql`
        select n.id as shown_of, n.number, n.purpose, p.id as policy_id, p.broker_reference as policy, c.id as claim_id, c.number as claim,
          n.invoice_id as invoice, n.currency, n.amount
        from notes n left join claims c on c.id = n.claim_id left join policies p on p.id = ${eitherId('n.policy_id', 'c.policy_id')}
        where n.id = any(array(select id from ${rows}))`,
    },
    query,
  );
  return {
    ...page,
    data: page.data.map(({ policy_id, claim_id, ...row }) =>
      replyRow(
        partyNoteTable,
        { ...row, policy: refOf(policy_id, row.policy), claim: refOf(claim_id, row.claim) },
        ctx.firm.baseCurrency,
      ),
    ),
  };
}

type Paper = Omit<Values<typeof partyPaperTable>, 'record'>;

/** Papers issued to a party: of its notes, receipts and payments, and its statements, each as far as its record may be seen. */
export async function papersOf(
  ctx: Ctx,
  { params: { id }, query }: Decoded<typeof partyPapers>,
): Promise<Page<Reply<typeof partyPapers>['data'][number]>> {
  await kindOf(ctx, id);
  const { start, length } = windowOf(query);
  // Each kind of record has its own right; who may open a paper sees it here.
  const opened = sql.join(
    PAPERED_BY.map((kind) => {
      const branches = ctx.scope.filter((branch) => ctx.can(paperRights(kind).view, branch));
      return sql`(m.record_kind = ${kind} and m.branch_id = any(${branches}::int[]))`;
    }),
    sql` or `,
  );
  const mine = sql`select m.document_id from party_papers m where m.party_id = ${id} and (${opened})`;
  const shown = sql<Paper>`
    select d.id, d.kind, d.number, d.copy, d.note_id as note, d.made_at, u.name as made_by
    from (${mine} order by m.document_id desc limit ${length} offset ${start}) m
    join documents d on d.id = m.document_id join users u on u.id = d.made_by order by d.id desc`;
  const [{ rows }, count] = await Promise.all([shown.execute(ctx.db), countUpTo(ctx.db, mine)]);
  const data = rows.map((row) =>
    replyRow(
      partyPaperTable,
      { ...row, kind: DOCUMENT_LABELS[row.kind] ?? row.kind, record: null },
      ctx.firm.baseCurrency,
    ),
  );
  return pageOf(data, count);
}

type Note = Omit<
  Reply<typeof oneNote>,
  | 'party'
  | 'policy'
  | 'endorsement'
  | 'claim'
  | 'invoice'
  | 'debit_note'
  | 'amount'
  | 'settled'
  | 'outstanding'
  | 'parts'
  | 'entries'
> & { branch_id: number; amount: bigint; settled: bigint } & Record<
    'party' | 'policy' | 'endorsement' | 'claim' | 'invoice' | 'debit_note',
    { id: number; name: string } | null
  >;

/** By which right a note is seen: that of what it is of, or of the money of all. */
function rightsOf(note: Note): Permission[] {
  if (note.invoice !== null) return ['invoices.view', 'reports.money'];
  return note.claim === null ? ['policies.view', 'reports.money'] : ['claims.view', 'policies.view', 'reports.money'];
}

const ref = (id: string, name: string) =>
  sql`case when ${sql.ref(id)} is not null then json_build_object('id', ${sql.ref(id)}, 'name', ${sql.ref(name)}) end`;

/** A note with its parts and what was booked on it. One of another branch answers like a missing one. */
export async function noteOf(ctx: Ctx, { params: { id } }: Decoded<typeof oneNote>): Promise<Reply<typeof oneNote>> {
  const { rows } = await sql<Note>`
    select n.id, n.number, n.kind as series, n.purpose, n.status, n.branch_id, b.code as branch, ${ref('y.id', 'y.name')} as party,
      coalesce(y.market, y.kind) as party_kind, ${ref('p.id', 'p.broker_reference')} as policy, ${ref('e.id', 'e.number')} as endorsement,
      ${ref('c.id', 'c.number')} as claim, ${ref('v.id', 'v.number')} as invoice, ${ref('d.id', 'd.number')} as debit_note,
      n.currency, n.amount, n.settled, n.posted_on, ${dueNow('n')} as due_on
    from notes n join branches b on b.id = n.branch_id join parties y on y.id = n.party_id left join claims c on c.id = n.claim_id
    left join policies p on p.id = ${eitherId('n.policy_id', 'c.policy_id')} left join endorsements e on e.id = n.endorsement_id
    left join invoices v on v.id = n.invoice_id left join notes d on d.id = n.debit_note_id
    where n.id = ${id} and n.branch_id = any(${ctx.scope}::int[])`.execute(ctx.db);
  const { branch_id: branch, party, amount, settled, ...note } = firstOf(rows);
  const whole = firstOf(rows);
  if (party === null || !rightsOf(whole).some((right) => ctx.can(right, branch))) throw new AppError('NOT_FOUND');
  const shown = (value: bigint) => formatAmount(value, note.currency);
  return {
    ...note,
    party,
    amount: shown(amount),
    settled: shown(settled),
    outstanding: shown(note.status === 'VOID' ? 0n : amount - settled),
    parts: await partsOf(ctx, id),
    entries: ctx.can('ledger.view', branch) ? await entriesOf(ctx, id) : null,
  };
}

async function partsOf(ctx: Ctx, id: number) {
  const { rows } = await sql<Values<typeof notePartTable>>`
    select x.id, x.kind, ${ref('y.id', 'y.name')} as party, ${ref('n.id', 'n.number')} as credit_note, x.currency, x.effective as amount, x.paid
    from note_parts x left join parties y on y.id = x.party_id left join notes n on n.id = x.credit_note_id
    where x.debit_note_id = ${id} order by x.id`.execute(ctx.db);
  return rows.map((row) => replyRow(notePartTable, row, ctx.firm.baseCurrency));
}

/** What was booked on a note by entry, the earliest first, and the record behind each. */
async function entriesOf(ctx: Ctx, id: number) {
  const { rows } = await sql<Values<typeof noteEntryTable>>`
    select e.id as entry, e.day, e.event, e.source_kind, e.source_id, ${sourceNumber} as number, l.currency, l.amount
    from (select l.entry_id, l.currency, sum(l.amount)::bigint as amount from journal_lines l
      where l.note_id = ${id} and l.branch_id = any(${ctx.scope}::int[]) group by 1, 2) l
    join journal_entries e on e.id = l.entry_id order by e.id, l.currency`.execute(ctx.db);
  return rows.map((row) => replyRow(noteEntryTable, row, ctx.firm.baseCurrency));
}
