import { sql, type RawBuilder } from 'kysely';
import type { clientAccountsTable } from '../../../domain/reports/client-money.ts';
import type { Values } from '../../../domain/tables/table.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';
import { cheaperFrom, type From, inHandAt, looseUntil, pendingMoves } from './client-money.ts';

type Row = Values<typeof clientAccountsTable>;
type Sums = Omit<Row, 'bank' | 'required' | 'result' | 'other' | 'elsewhere'> & {
  bank_id: number;
  bank_name: string;
  paid_elsewhere: bigint;
};

const heldIn = (ctx: Ctx, day: Day): RawBuilder<unknown> => sql`
  select branch_id, currency, bank_account_id as bank_id, debit - credit as held from daily_balances
  where branch_id = any(${[...ctx.scope]}::int[]) and account = any(${accountsOf('CLIENT_BANK')}) and day <= ${day}`;

const least = (a: bigint, b: bigint) => (a < b ? a : b);

function rowOf({ paid_elsewhere: paid, bank_id: id, bank_name: name, ...sums }: Sums): Row {
  const required = sums.unallocated + sums.premiums + sums.claims + sums.transferred;
  const result = sums.held + sums.between_branches - required - sums.fees;
  const other = result - sums.short - sums.charges - sums.exchanged;
  // What was transferred here covers first what was paid here for others.
  const covered = sums.transferred > 0n ? sums.transferred : 0n;
  return { ...sums, bank: { id, name }, required, result, other, elsewhere: least(paid + covered, 0n) };
}

/** Client money by branch, currency and bank account as at a day, by what each entry moved. M14. */
export async function clientAccountsAt(ctx: Ctx, day: Day, way?: From): Promise<Row[]> {
  const from = way ?? (await cheaperFrom(ctx, day));
  const { rows } = await sql<Sums>`
    with ${pendingMoves(ctx)}, ${inHandAt(ctx, { day, byAccount: true, from })}, ${looseUntil(ctx, day)},
    moved as (
      select branch_id, currency, bank_id, 0::bigint as held, 0::bigint as unallocated, 0::bigint as charges, 0::bigint as exchanged,
        0::bigint as transferred, 0::bigint as between_branches, premiums, claims, fees, short, elsewhere from in_hand
      union all select branch_id, currency, bank_id, 0, unallocated, charges, exchanged, transferred, between_branches, 0, 0, 0, 0, 0 from loose
      union all select branch_id, currency, bank_id, held, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from (${heldIn(ctx, day)}) h),
    -- What moved no account in its currency is of the one that its money is proposed for, as in proposedBank.
    parts as (
      select m.*, case when m.bank_id > 0 then m.bank_id else d.bank_id end as account from moved m
      left join proposed d on m.bank_id = 0 and d.branch_id = m.branch_id and d.currency = m.currency)
    select b.code as branch, p.currency, k.id as bank_id, k.name as bank_name, k.account as ledger_account, sum(p.held)::bigint as held, sum(p.unallocated)::bigint as unallocated,
      sum(p.premiums)::bigint as premiums, sum(p.claims)::bigint as claims, sum(p.transferred)::bigint as transferred,
      sum(p.fees)::bigint as fees, sum(p.short)::bigint as short, sum(p.charges)::bigint as charges, sum(p.exchanged)::bigint as exchanged,
      sum(p.between_branches)::bigint as between_branches, sum(p.elsewhere)::bigint as paid_elsewhere
    from parts p join branches b on b.id = p.branch_id join bank_accounts k on k.id = p.account
    group by b.code, p.currency, k.id order by b.code, p.currency, k.name, k.id`.execute(ctx.db);
  return rows
    .map(rowOf)
    .filter((row) =>
      [
        row.held,
        row.required,
        row.fees,
        row.short,
        row.charges,
        row.exchanged,
        row.transferred,
        row.between_branches,
      ].some((amount) => amount !== 0n),
    );
}
