import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { firstOf, notFound } from '../../../domain/errors.ts';
import type { getBankStatement, listBankLines, listBankStatements } from '../../../domain/banks/contract.ts';
import type { BankFormat } from '../../../domain/banks/statement.ts';
import type { StatementStatus } from '../../../domain/banks/states.ts';
import { bankLineTable, statementTable } from '../../../domain/banks/tables.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { writtenDay } from '../../../domain/values/day.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { same } from '../../platform/http/lists.ts';
import { contains, folded, register } from '../registers/page.ts';
import { lastStatement, ourAccount, shownAccount } from './accounts.ts';

/** Rows of the firm's own accounts and of the caller's branches. */
const within = (ctx: Ctx) => sql`(t.branch_id is null or t.branch_id = any(${ctx.scope}::int[]))`;

type StoredStatement = Omit<Values<typeof statementTable>, 'account'> & { account_id: number; account: string };

/** Statements of the caller's accounts. §6 Paged lists. */
export const bankStatements = register({
  table: statementTable,
  name: 'bank-statements',
  title: 'Bank statements',
  definition: {
    from: sql`(select s.*, a.name as account, u.name as read_by_name from bank_statements s
      join bank_accounts a on a.id = s.bank_account_id join users u on u.id = s.read_by) t`,
    columns: sql`t.id, t.version, t.bank_account_id as account_id, t.account, t.currency, t.number, t.first_day, t.last_day,
      t.opening, t.closing, t.lines, t.status, t.format, t.file_name, t.read_by_name as read_by, t.read_at`,
    sorts: { last_day: 'last_day', id: 'id' } satisfies Record<Sortable<typeof statementTable> | 'id', string>,
    defaultSort: 'id,desc',
    search: (text: string) =>
      sql`(${contains(folded(sql`t.account`), text)} or ${contains(folded(sql`t.number`), text)})`,
  },
  within: (ctx) => within(ctx),
  where: (_ctx, { bank, status }: Decoded<typeof listBankStatements>['query']) => [
    same({ bank_account_id: bank, status }),
  ],
  rowOf: ({ account_id: id, account: name, ...row }: StoredStatement) => ({ ...row, account: { id, name } }),
});

/** The lines of one statement, in its order. */
export const bankLines = register({
  table: bankLineTable,
  name: 'bank-lines',
  title: 'Bank lines',
  definition: {
    from: sql`(select l.*, a.currency from bank_lines l join bank_accounts a on a.id = l.bank_account_id) t`,
    columns: sql`t.id, t.position, t.day, t.value_day, t.party, t.text, t.reference, t.end_to_end,
      t.party_account, t.currency, t.amount, t.matched`,
    sorts: { day: 'day', amount: 'amount', position: 'position', id: 'id' } satisfies Record<
      Sortable<typeof bankLineTable> | 'position' | 'id',
      string
    >,
    defaultSort: 'position',
    search: (text: string) =>
      contains(folded(sql`t.party || ' ' || t.text || ' ' || t.reference || ' ' || t.end_to_end`), text),
  },
  within: (ctx, { statement }: Decoded<typeof listBankLines>['query']) =>
    sql`${within(ctx)} and t.statement_id = ${statement}`,
  rowOf: (row: Values<typeof bankLineTable>) => row,
});

/** A statement of the caller's, locked until the commit. Throws NOT_FOUND. */
export async function lockStatement(ctx: Ctx, id: number) {
  const { bank_account_id: account } = await ctx.db
    .selectFrom('bank_statements')
    .select('bank_account_id')
    .where('id', '=', id)
    .where((e) => e.or([e('branch_id', 'is', null), e('branch_id', 'in', ctx.scope)]))
    .executeTakeFirstOrThrow(notFound);
  // The account first, as the reading of a file does.
  await ourAccount(ctx, account, { lock: true });
  return ctx.db
    .selectFrom('bank_statements')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
}

type Kept = { id: number; bank_account_id: number; status: string };

export const LINE_MATCHED = 'One of its lines is matched: take that match back first.';

/** Why a statement cannot be taken back, as a sentence; null where it can. M9. */
export async function keptBecause(ctx: Ctx, statement: Kept): Promise<string | null> {
  if (statement.status !== 'READ') return 'It was taken back already.';
  const last = await lastStatement(ctx, statement.bank_account_id);
  if (last && last.id !== statement.id)
    return `A later one rests on it: take back the statement to ${writtenDay(last.lastDay)} first.`;
  const matched = await ctx.db
    .selectFrom('bank_lines')
    .select('id')
    .where('statement_id', '=', statement.id)
    .where('matched', '=', true)
    .limit(1)
    .executeTakeFirst();
  return matched ? LINE_MATCHED : null;
}

type Stored = Omit<Reply<typeof getBankStatement>, 'account' | 'opening' | 'closing' | 'paid_in' | 'paid_out'> & {
  bank_account_id: number;
  opening: bigint;
  closing: bigint;
  paid_in: bigint;
  paid_out: bigint;
  format: BankFormat;
  status: StatementStatus;
  taken_back_at: Date | null;
};

/** One statement as its page shows it. */
export async function statementRecord(ctx: Ctx, id: number): Promise<Reply<typeof getBankStatement>> {
  const { rows } = await sql<Stored>`
    select t.id, t.version, t.status, t.bank_account_id, t.number, t.format, t.first_day, t.last_day, t.opening, t.closing,
      t.lines, t.file_name, t.read_at, t.taken_back_at, json_build_object('id', u.id, 'name', u.name) as read_by,
      case when b.id is not null then json_build_object('by', json_build_object('id', b.id, 'name', b.name),
        'reason', t.taken_back_reason) end as taken_back,
      (select coalesce(sum(amount) filter (where amount > 0), 0)::bigint from bank_lines where statement_id = t.id) as paid_in,
      (select coalesce(-sum(amount) filter (where amount < 0), 0)::bigint from bank_lines where statement_id = t.id) as paid_out
    from bank_statements t join users u on u.id = t.read_by left join users b on b.id = t.taken_back_by
    where t.id = ${id} and ${within(ctx)}`.execute(ctx.db);
  const { bank_account_id: accountId, taken_back_at: at, taken_back: taken, ...row } = firstOf(rows);
  const account = await ourAccount(ctx, accountId, { lock: false });
  const shown = (amount: bigint) => formatAmount(amount, account.currency);
  return {
    ...row,
    account: shownAccount(account),
    opening: shown(row.opening),
    closing: shown(row.closing),
    paid_in: shown(row.paid_in),
    paid_out: shown(row.paid_out),
    taken_back: taken && at ? { ...taken, at } : null,
    kept_because: await keptBecause(ctx, { id, bank_account_id: accountId, status: row.status }),
  };
}
