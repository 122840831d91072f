import { sql, type RawBuilder } from 'kysely';
import { leftText, leftWords } from '../../../domain/closing/left.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import type { listVouchers } from '../../../domain/vouchers/contract.ts';
import type { listReleases } from '../../../domain/vouchers/payables-contract.ts';
import { KEPT_KINDS } from '../../../domain/vouchers/kinds.ts';
import { releaseTable, voucherTable } from '../../../domain/vouchers/table.ts';
import { fact } from '../../platform/exports/facts.ts';
import { EVERY_MATCH, list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { same, type ListDefinition, ofCurrency, type Sorts } from '../../platform/http/lists.ts';
import { leftFilter } from '../left-to-close.ts';
import { refOf } from '../records.ts';

function matching(text: string, most: number): RawBuilder<unknown> {
  return sql`t.id in (select vouchers_matching(${text}, ${most}))`;
}

// What goes to a bank of the firm's own is paid to the firm itself.
const LIST: ListDefinition = {
  table: 'vouchers',
  columns: sql`t.id, t.version, t.status, t.kind, t.number, b.code as branch,
    case when t.kind = any(${[...KEPT_KINDS]}::text[]) then f.name else coalesce(p.name, x.name, a.name, '') end as payee, p.id as payee_id,
    t.currency, t.amount, t.bank_date, t.bank_reference, t.narration, u.name as made_by, t.made_by as made_by_id`,
  joins: sql`join branches b on b.id = t.branch_id join users u on u.id = t.made_by cross join firm f
    left join parties p on p.id = t.payee_id left join taxes x on x.id = t.tax_id left join ledger_accounts a on a.code = t.account`,
  sorts: { id: 'id', bank_date: 'bank_date', amount: ofCurrency('amount') } satisfies Sorts<
    Sortable<typeof voucherTable>
  >,
  defaultSort: 'id,desc',
  matches: {},
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
async function releasedRows(
  ctx: Ctx,
  { query: { policies } }: Decoded<typeof listReleases>,
): Promise<Values<typeof releaseTable>[]> {
  const { rows } = await (policies === undefined ? allReleased(ctx) : releasedOn(ctx, policies)).execute(ctx.db);
  return rows.map(({ payee_id: id, payee_name: name, ...row }) => ({ ...row, payee: refOf(id, name) }));
}

/** The release queue, on a screen and as files. */
export const releases = {
  table: releaseTable,
  name: 'release-queue',
  title: 'Released and on no voucher',
  rows: releasedRows,
  reply: async (ctx: Ctx, input: Decoded<typeof listReleases>): Promise<Reply<typeof listReleases>> => {
    const rows = await releasedRows(ctx, input);
    return rows.map((row) => replyRow(releaseTable, row, ctx.firm.baseCurrency));
  },
};

/** With the names of payees, those with something free alone. */
const named = (payees: RawBuilder<unknown>) => sql<ReleaseRow>`
  select q.*, coalesce(s.name, t.name) as payee_name from ${payees} q
  left join parties s on q.kind not in ('TAX', 'INVOICE_TAX') and s.id = q.payee_id
  left join taxes t on q.kind in ('TAX', 'INVOICE_TAX') and t.id = q.payee_id
  where q.available > 0 order by q.kind desc, payee_name, q.currency, q.payee_id`;

const SUMMED = sql`select kind, coalesce(party_id, tax_id) as payee_id, currency, sum(owed)::bigint as owed,
  sum(released)::bigint as released, sum(committed)::bigint as committed, sum(available)::bigint as available,
  sum(items)::int as items from parts group by kind, party_id, tax_id, currency`;

/** Of some placements: read from the parts of their debit notes themselves. */
const releasedOn = (ctx: Ctx, policies: readonly number[]) => sql<ReleaseRow>`
  with parts as (
    select p.kind, p.party_id, p.tax_id, p.currency, p.effective - p.paid as owed, greatest(p.released - p.paid, 0) as released,
      p.committed - p.paid as committed, r.available, (r.available > 0)::int as items
    from part_releases(array(select n.id from notes n where n.policy_id = any(${[...policies]}::int[])
      and n.branch_id = any(${[...ctx.scope]}::int[]) and n.debit_note_id is null and n.claim_id is null
        and n.status <> 'VOID')) r
    join note_parts p on p.id = r.part_id where p.paid < p.effective)
  ${named(sql`(${SUMMED})`)}`;

/** Of all: kept sums, less what is not free. */
function allReleased(ctx: Ctx) {
  const scope = sql`${[...ctx.scope]}::int[]`;
  const unpaid = sql`p.branch_id = any(${scope}) and p.paid < p.effective`;
  return sql<ReleaseRow>`
    with parts as (
      -- Where nothing is held back for another part, all that is released and on no voucher is free: kept sums, and what is not folded yet.
      select kind, party_id, tax_id, currency, owed, released, committed, available, items from release_sums where branch_id = any(${scope})
      union all
      select kind, party_id, tax_id, currency, owed, released, committed, available, items from release_changes where branch_id = any(${scope})
      union all
      -- Of void notes nothing is.
      select p.kind, p.party_id, p.tax_id, p.currency, p.paid - p.effective, -greatest(p.released - p.paid, 0), p.paid - p.committed,
        -greatest(p.released - p.committed, 0), -(p.released > p.committed)::int
      from notes v join note_parts p on p.debit_note_id = v.id where v.branch_id = any(${scope}) and v.status = 'VOID' and ${unpaid}
      union all
      -- Where something may be held back for another part, that is not free.
      select p.kind, p.party_id, p.tax_id, p.currency, 0, 0, 0, sum(r.available - greatest(p.released - p.committed, 0)),
        sum((r.available > 0)::int - (p.released > p.committed)::int)
      from part_releases(array(select distinct h.debit_note_id from note_parts h
        where h.branch_id = any(${scope}) and (h.due_back > 0 or h.committed > h.released + h.advanced))) r
      join note_parts p on p.id = r.part_id join notes n on n.id = p.debit_note_id
      where ${unpaid} and n.status <> 'VOID' group by 1, 2, 3, 4)
    ${named(sql`(
      ${SUMMED}
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
      from invoice_taxes x where x.branch_id = any(${[...ctx.scope]}::int[]) and x.paid <> x.amount group by 2, 3)`)}`;
}
