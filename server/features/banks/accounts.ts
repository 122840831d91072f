import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import { firstOf } from '../../../domain/errors.ts';
import type { listStatementAccounts } from '../../../domain/banks/contract.ts';
import type { LastStatement } from '../../../domain/banks/statement.ts';
import type { BankPurpose } from '../../../domain/firm/bank-accounts.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { BranchRef, Ctx } from '../../platform/http/context.ts';

/** One of our accounts as its statements work with it. */
export type OurAccount = {
  id: number;
  name: string;
  bank: string;
  number: string;
  iban: string;
  currency: string;
  purpose: BankPurpose;
  branch_id: number | null;
  branch: BranchRef | null;
};

const COLUMNS = sql`a.id, a.name, a.bank, a.number, a.iban, a.currency, a.purpose, a.branch_id,
  case when b.id is not null then json_build_object('id', b.id, 'code', b.code, 'name', b.name) end as branch`;
const FROM = sql`bank_accounts a left join branches b on b.id = a.branch_id`;

/** Accounts of every branch and of the caller's; what stands in for one has no statements. */
const within = (ctx: Ctx) => sql`not a.stands_in and (a.branch_id is null or a.branch_id = any(${ctx.scope}::int[]))`;

/** An account of ours; with `lock` nobody else reads or takes back a statement of it. Throws NOT_FOUND. */
export async function ourAccount(ctx: Ctx, id: number, how: { lock: boolean }): Promise<OurAccount> {
  const lock = how.lock ? sql`for update of a` : sql``;
  const { rows } = await sql<OurAccount>`
    select ${COLUMNS} from ${FROM} where a.id = ${id} and ${within(ctx)} ${lock}`.execute(ctx.db);
  return firstOf(rows);
}

/** What the world sees of it. */
export const shownAccount = ({ id, name, bank, number, currency, purpose, branch }: OurAccount) => ({
  id,
  name,
  bank,
  number,
  currency,
  purpose,
  branch,
});

type Last = LastStatement & { id: number; place: number };

/** Where the statements of an account have come to; null before the first. */
export async function lastStatement(ctx: Ctx, accountId: number): Promise<Last | null> {
  const row = await ctx.db
    .selectFrom('bank_statements')
    .select(['id', 'place', 'closing', 'last_day as lastDay'])
    .where('bank_account_id', '=', accountId)
    .where('status', '=', 'READ')
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Our accounts by purpose, currency and name, active ones and those that have statements. */
export async function statementAccounts(ctx: Ctx): Promise<Reply<typeof listStatementAccounts>> {
  type Row = OurAccount & { active: boolean; last_day: Day | null; closing: bigint | null; statements: number };
  const { rows } = await sql<Row>`
    select ${COLUMNS}, a.status = 'ACTIVE' as active, s.last_day, s.closing, coalesce(s.place, 0) as statements
    from ${FROM} left join lateral (
      select place, last_day, closing from bank_statements
      where bank_account_id = a.id and status = 'READ' order by place desc limit 1) s on true
    where ${within(ctx)} and (a.status = 'ACTIVE' or s.place is not null)
    order by a.purpose, a.currency, lower(a.name), a.id`.execute(ctx.db);
  return rows.map(({ active, last_day, closing, statements, ...account }) => ({
    ...shownAccount(account),
    active,
    last_day,
    balance: closing === null ? null : formatAmount(closing, account.currency),
    statements,
  }));
}
