import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { leftText, leftWords } from '../../../domain/closing/left.ts';
import { isOwedToUs, NOTE_SERIES } from '../../../domain/ledger/notes.ts';
import {
  type findForeignNotes,
  type findOpenNotes,
  type listReceipts,
  OFFERED_NOTES,
} from '../../../domain/receipts/contract.ts';
import { openNoteTable, receiptTable } from '../../../domain/receipts/table.ts';
import { formatExchangeRate } from '../../../domain/values/rate.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import { fact } from '../../platform/exports/facts.ts';
import { EVERY_MATCH, list } from '../../platform/exports/list.ts';
import { leftFilter } from '../left-to-close.ts';
import { HISTORY_INSURED, HISTORY_OF_NOTE } from '../ledger/history.ts';
import { notesNamed } from '../ledger/named-papers.ts';
import { notesByDueDay } from '../ledger/notes-by-due-day.ts';
import { ratesOn } from '../ledger/rates.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { same, type ListDefinition, ofCurrency, type Sorts } from '../../platform/http/lists.ts';
import { refOf } from '../records.ts';
import { eitherId } from '../../platform/db/either-id.ts';

function matching(text: string, most: number): RawBuilder<unknown> {
  return sql`t.id in (select receipts_matching(${text}, ${most}))`;
}

const RECEIPTS: ListDefinition = {
  table: 'receipts',
  columns: sql`t.id, t.version, t.status, t.number as "receiptNumber", b.code as branch, t.bank_date as "dateOfIssue",
    p.name as reinsured, t.payer_id, t.receipt_type as "receiptType", t.currency, t.amount as "receiptAmount", t.allocated, t.refunded, t.passed_on, t.source_number as source, t.bank_reference, u.name as made_by, t.made_by as made_by_id`,
  joins: sql`join branches b on b.id = t.branch_id join parties p on p.id = t.payer_id join users u on u.id = t.made_by`,
  sorts: { id: 'id', dateOfIssue: 'bank_date', receiptAmount: ofCurrency('amount') } satisfies Sorts<
    Sortable<typeof receiptTable>
  >,
  defaultSort: 'id,desc',
  matches: {},
};

/** Receipts of the caller's branches. §6 Paged lists. */
export const receipts = list({
  table: receiptTable,
  name: 'receipts',
  title: 'Receipts',
  definition: () => RECEIPTS,
  facts: (_ctx, { left }: Decoded<typeof listReceipts>['query']) => [
    fact('Month’s end', left && leftWords(leftText(left))),
  ],
  where: (_ctx, { status, reinsured, currency, left }: Decoded<typeof listReceipts>['query']) => [
    same({ status, payer_id: reinsured, currency }),
    leftFilter(left),
  ],
  search: (text) => matching(text, EVERY_MATCH),
  rowOf: (row: Values<typeof receiptTable>) => row,
});

type OpenNote = Omit<Values<typeof openNoteTable>, 'policy'> & { policy: number | null; reference: string | null };

type WhichNotes = {
  payer: number;
  currency: { is: string } | { not: string };
  searchValue?: string | undefined;
  /** Those that are given whatever else is looked for, while they are open. */
  ids?: readonly number[] | undefined;
};

/** Open debit notes of a payer, by the due day of what is still open: so many as are offered of those that are looked for, and those that are named by their ids. */
async function openNotesWhere(ctx: Ctx, { payer: party, currency, searchValue, ids = [] }: WhichNotes) {
  const sought = await notesNamed(ctx, searchValue);
  const open = sql`exists (select from notes n where n.id = i.note_id and n.kind = any(${NOTE_SERIES.filter(isOwedToUs)}::text[])
    and n.status = 'ISSUED' and n.settled < n.amount)`;
  const among = (notes: readonly number[]) => sql`i.note_id = any(${[...notes]}::int[]) and ${open}`;
  const of = sought === null ? open : among(sought);
  const firstOf = (which: RawBuilder<unknown>, most: number) =>
    notesByDueDay(ctx, { party, side: 'TO_US', currency, of: which, most });
  const named = ids.length === 0 ? sql`` : sql`union (${firstOf(among(ids), ids.length)})`;
  const { rows } = await sql<OpenNote>`
    with first as materialized ((${firstOf(of, OFFERED_NOTES)}) ${named})
    select n.id, n.number, n.purpose, p.id as policy, p.broker_reference as reference, coalesce(i.name, ${HISTORY_INSURED}) as insured, i.id as insured_id, n.currency, n.amount,
      n.amount - n.settled as outstanding, f.due_on
    from first f join notes n on n.id = f.note_id left join claims c on c.id = n.claim_id left join policies p on p.id = ${eitherId('n.policy_id', 'c.policy_id')}
      left join parties i on i.id = p.current_insured_id ${HISTORY_OF_NOTE}
    order by f.due_on, n.id`.execute(ctx.db);
  return rows.map(({ policy: id, reference: name, ...row }) =>
    replyRow(openNoteTable, { ...row, policy: refOf(id, name) }, ctx.firm.baseCurrency),
  );
}

/** Open debit notes of a payer in a currency. */
export async function openNotes(
  ctx: Ctx,
  { query }: Decoded<typeof findOpenNotes>,
): Promise<Reply<typeof findOpenNotes>> {
  const { reinsured: payer, currency, searchValue, notes: ids } = query;
  return openNotesWhere(ctx, { payer, currency: { is: currency }, searchValue, ids });
}

/** Those in other currencies, which are chosen by hand, with the rates of the day at which they are proposed. M5. */
export async function foreignNotes(
  ctx: Ctx,
  { query }: Decoded<typeof findForeignNotes>,
): Promise<Reply<typeof findForeignNotes>> {
  const notes = await openNotesWhere(ctx, { payer: query.reinsured, currency: { not: query.currency } });
  const currencies = notes.length === 0 ? [] : [query.currency, ...notes.map((note) => note.currency)];
  const rates = await ratesOn(ctx, currencies, query.day ?? ctx.today);
  return {
    notes,
    rates: [...rates].map(([currency, rate]) => ({ currency, rate: rate === null ? null : formatExchangeRate(rate) })),
  };
}
