import { sql, type RawBuilder } from 'kysely';
import { leftText, leftWords } from '../../../domain/closing/left.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import type { listReleases, listVouchers } from '../../../domain/vouchers/contract.ts';
import { VOUCHER_KINDS, VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { releaseTable, voucherTable } from '../../../domain/vouchers/table.ts';
import { fact } from '../../platform/exports/facts.ts';
import { EVERY_MATCH, list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { COUNTED, same, type ListDefinition } from '../../platform/http/lists.ts';
import { leftFilter } from '../left-to-close.ts';
import { refOf } from '../records.ts';

function matching(text: string, most: number): RawBuilder<unknown> {
  return sql`t.id in (select vouchers_matching(${text}, ${most}))`;
}

// What goes to a bank of the firm's own is paid to the firm itself.
const OWN_BANKS = VOUCHER_KINDS.filter((kind) => VOUCHERS[kind].into !== null);
const LIST: ListDefinition = {
  table: 'vouchers',
  columns: sql`t.id, t.version, t.status, t.kind, t.number, b.code as branch,
    case when t.kind = any(${OWN_BANKS}) then f.name else coalesce(p.name, x.name, a.name, '') end as payee, p.id as payee_id,
    t.currency, t.amount, t.bank_date, t.bank_reference, t.narration, u.name as made_by`,
  joins: sql`join branches b on b.id = t.branch_id join users u on u.id = t.made_by cross join firm f
    left join parties p on p.id = t.payee_id left join taxes x on x.id = t.tax_id left join ledger_accounts a on a.code = t.account`,
  sorts: { id: 'id', bank_date: 'bank_date', amount: 'amount' } satisfies Record<Sortable<typeof voucherTable>, string>,
  defaultSort: 'id,desc',
  matches: (text) => sql`vouchers_matching(${text}, ${COUNTED + 1})`,
};

/** Vouchers of the caller's branches. §6 Paged lists. */
export const vouchers = list({
  table: voucherTable,
  name: 'vouchers',
  title: 'Vouchers',
  definition: () => LIST,
  facts: (_ctx, { left }: Decoded<typeof listVouchers>['query']) => [
    fact('Month’s end', left && leftWords(leftText(left))),
  ],
  where: (_ctx, { status, kind, currency, left }: Decoded<typeof listVouchers>['query']) => [
    same({ status, kind, currency }),
    leftFilter(left),
  ],
  search: (text) => matching(text, EVERY_MATCH),
  rowOf: (row: Values<typeof voucherTable>) => row,
});

type ReleaseRow = Omit<Values<typeof releaseTable>, 'payee'> & { payee_id: number | null; payee_name: string | null };

/**
 * The release queue: per payee and currency, over parts that are not paid in full, what is owed, released and committed
 * beyond what was paid, and what is free for a voucher. Payees with nothing free are not in it. §2 Pay as paid.
 */
export async function releaseQueue(
  ctx: Ctx,
  _input: Decoded<typeof listReleases>,
): Promise<Reply<typeof listReleases>> {
  const { rows } = await sql<ReleaseRow>`
    with held_back as (
      select part_id, available from part_releases(array(select distinct p.debit_note_id from note_parts p
        where p.branch_id = any(${[...ctx.scope]}::int[]) and (p.due_back > 0 or p.committed > p.released + p.advanced))))
    select q.*, coalesce(s.name, t.name) as payee_name from (
      select p.kind, coalesce(p.party_id, p.tax_id) as payee_id, p.currency, sum(p.effective - p.paid)::bigint as owed,
        sum(greatest(p.released - p.paid, 0))::bigint as released, sum(p.committed - p.paid)::bigint as committed,
        sum(a.available)::bigint as available, (count(*) filter (where a.available > 0))::int as items
      from note_parts p left join held_back h on h.part_id = p.id
      -- Where nothing can be held back for another part, all that is released and on no voucher is free.
      cross join lateral (select coalesce(h.available, greatest(p.released - p.committed, 0)) as available) a
      where p.branch_id = any(${[...ctx.scope]}::int[]) and p.paid < p.effective
        and not exists (select from notes v where v.id = p.debit_note_id and v.branch_id = any(${[...ctx.scope]}::int[]) and v.status = 'VOID')
      group by p.kind, p.party_id, p.tax_id, p.currency
      union all
      -- Our own fees that were paid into client accounts.
      select 'FEE_DRAWING', null, n.currency, sum(n.fee_received - n.fee_drawn)::bigint, sum(n.fee_received - n.fee_drawn)::bigint,
        sum(n.fee_committed - n.fee_drawn)::bigint, sum(greatest(n.fee_received - n.fee_committed, 0))::bigint,
        (count(*) filter (where n.fee_received > n.fee_committed))::int
      from notes n where n.branch_id = any(${[...ctx.scope]}::int[]) and n.fee_received > n.fee_drawn group by 3
      union all
      -- Taxes of our own invoices, less what credits and reversals take off them.
      select 'INVOICE_TAX', x.tax_id, x.currency, sum(x.amount - x.paid)::bigint, sum(x.amount - x.paid)::bigint, sum(x.committed - x.paid)::bigint,
        sum(x.amount - x.committed)::bigint, (count(*) filter (where x.committed <> x.amount))::int
      from invoice_taxes x where x.branch_id = any(${[...ctx.scope]}::int[]) and x.paid <> x.amount group by 2, 3) q
    left join parties s on q.kind not in ('TAX', 'INVOICE_TAX') and s.id = q.payee_id
    left join taxes t on q.kind in ('TAX', 'INVOICE_TAX') and t.id = q.payee_id
    where q.available > 0 order by q.kind desc, payee_name, q.currency, q.payee_id`.execute(ctx.db);
  return rows.map(({ payee_id: id, payee_name: name, ...row }) =>
    replyRow(releaseTable, { ...row, payee: refOf(id, name) }, ctx.firm.baseCurrency),
  );
}
