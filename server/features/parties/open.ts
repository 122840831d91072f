import { type RawBuilder, sql } from 'kysely';
import type { AccountFunction } from '../../../domain/ledger/accounts.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';
import { branchesWith } from '../permitted.ts';

/** What a party owes us, less its cash that is not allocated. */
const TO_US = [
  'PREMIUM_RECEIVABLE',
  'CLAIMS_RECOVERABLE',
  'INVOICES_RECEIVABLE',
  'UNALLOCATED_CASH',
] as const satisfies readonly AccountFunction[];
/** What we owe a party. */
const BY_US = ['PREMIUM_PAYABLE', 'CLAIMS_PAYABLE'] as const satisfies readonly AccountFunction[];

const toUs = () => accountsOf(...TO_US);
const byUs = () => accountsOf(...BY_US);

/** The branches in which the caller sees what is owed to us, and by us. §5. */
export const sidesOf = (ctx: Ctx) => ({
  toUs: branchesWith(ctx, 'reports.money', 'reports.receivables_ageing'),
  byUs: branchesWith(ctx, 'reports.money'),
});

/** Open items of parties that the caller sees, by the index that has them; `parties` is a query of their ids. */
export const openOf = (ctx: Ctx, parties: RawBuilder<unknown>): RawBuilder<unknown> => {
  const sides = sidesOf(ctx);
  return sql`(
    select i.*, 'TO_US' as side from open_items i
    where i.branch_id = any(${sides.toUs}::int[]) and i.account = any(${toUs()}) and i.party_id = any(array(${parties})) and i.outstanding <> 0
    union all
    select i.*, 'BY_US' from open_items i
    where i.branch_id = any(${sides.byUs}::int[]) and i.account = any(${byUs()}) and i.party_id = any(array(${parties})) and i.outstanding <> 0)`;
};

type Part = { side: 'TO_US' | 'BY_US'; branches: readonly number[]; accounts: RawBuilder<unknown> };

/**
 * What is open with parties that the caller sees, by side, currency, account and due day, debits and credits apart, from the sums that are kept: a row may
 * come in parts. Of every party where none are named.
 */
export const openSumsOf = (ctx: Ctx, parties?: RawBuilder<unknown>): RawBuilder<unknown> => {
  const sides = sidesOf(ctx);
  const of = parties === undefined ? sql`` : sql`and s.party_id = any(array(${parties}))`;
  const rows = (table: 'open_sums' | 'open_changes', { side, branches, accounts }: Part) => sql`
    select ${side}::text as side, s.party_id, s.currency, s.account, s.due_on, s.debit, s.amount, s.base_amount from ${sql.table(table)} s
    where s.branch_id = any(${[...branches]}::int[]) and s.account = any(${accounts}) ${of}`;
  const parts: Part[] = [
    { side: 'TO_US', branches: sides.toUs, accounts: toUs() },
    { side: 'BY_US', branches: sides.byUs, accounts: byUs() },
  ];
  return sql`(${sql.join(
    parts.flatMap((part) => [rows('open_sums', part), rows('open_changes', part)]),
    sql` union all `,
  )})`;
};

/** What each of them owes us and is owed, in base, and what of it is overdue: a query. */
export const openByParty = (ctx: Ctx, parties?: RawBuilder<unknown>): RawBuilder<unknown> => {
  const cash = accountsOf('UNALLOCATED_CASH');
  return sql`
  select o.party_id, coalesce(sum(o.base_amount) filter (where o.side = 'TO_US'), 0)::bigint as to_us,
    coalesce(sum(o.base_amount) filter (where o.side = 'TO_US' and o.due_on < ${ctx.today}::date and o.account <> all (${cash})), 0)::bigint as overdue,
    coalesce(-sum(o.base_amount) filter (where o.side = 'BY_US'), 0)::bigint as by_us
  from ${openSumsOf(ctx, parties)} o group by 1`;
};
