import { sql, type RawBuilder } from 'kysely';
import { bareNumber, DAYS_TOGETHER, type EnteredToMatch } from '../../../domain/banks/matching.ts';
import { addDays, type Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { MATCHED_AS } from '../line-matches.ts';
import { setsOff } from '../vouchers/set-off.ts';
import type { OurAccount } from './accounts.ts';

/** Such a record as the books have it. */
export type Entered = EnteredToMatch & { party_name: string | null; status: string; version: number };

type Line = { amount: bigint; day: Day; reference: string };
type Wanted = {
  lines: readonly Line[];
  /** The parties that the lines are known to come from. */
  payers: readonly number[];
  /** Receipts that a person chose for one line together. */
  receipts: readonly number[];
};

/** What receipts, vouchers and what was made good moved on an account, each way, by record `t`. */
const movedOf = (kind: 'voucher' | 'adjustment', account: number) => sql`lateral (
  select e.reverses_id is not null as returned, sum(l.amount)::bigint as amount
  from journal_entries e join journal_lines l on l.entry_id = e.id
  where e.source_kind = ${kind} and e.source_id = t.id and l.bank_account_id = ${account} group by 1) moved`;

/** Receipts near the lines that may be parts of one of them: of its payer, under its reference, or chosen. */
function together({ lines, payers, receipts }: Wanted): RawBuilder<unknown> {
  const days = lines.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return sql`false`;
  const references = lines.map(({ reference }) => bareNumber(reference)).filter((one) => one !== '');
  return sql`t.id = any(${[...receipts]}::int[])
    or (t.bank_date between ${addDays(first, -DAYS_TOGETHER)} and ${addDays(last, DAYS_TOGETHER)} and (t.payer_id = any(${[...payers]}::int[])
      or regexp_replace(upper(t.bank_reference), '[^A-Z0-9]', '', 'g') = any(${references}::text[])))`;
}

/** Receipts, vouchers and what was made good that move one of the lines' amounts on the account, or a part of it, either way, and that no line of it is matched with. */
export async function enteredOn(ctx: Ctx, account: OurAccount, wanted: Wanted): Promise<Entered[]> {
  const amounts = wanted.lines.map(({ amount }) => amount);
  const into = amounts.filter((amount) => amount > 0n);
  const sizes = amounts.map((amount) => (amount < 0n ? -amount : amount));
  const inBranch = sql`t.branch_id = ${ctx.branch.id} and t.branch_id = any(${[...ctx.scope]}::int[])`;
  const matched = (kind: keyof typeof MATCHED_AS, returned: RawBuilder<unknown>) =>
    sql`exists (select 1 from bank_matches m where m.${sql.ref(MATCHED_AS[kind])} = t.id and m.bank_account_id = ${account.id} and m.live and m.returned = ${returned})`;
  const [there, back, moved] = [sql`false`, sql`true`, sql`moved.returned`];
  // What was reversed may never have been at the bank, unless a line says that it came back.
  const doubtful = (kind: keyof typeof MATCHED_AS, returned: RawBuilder<unknown>) =>
    sql`t.status = 'REVERSED' and not ${returned} and not ${matched(kind, back)}`;
  const { rows } = await sql<Entered>`
    select 'receipt' as kind, t.id, false as returned, t.number, t.payer_id as party, p.name as party_name, t.amount, t.bank_reference as reference,
      t.bank_date as day, t.status, t.version, ${doubtful('receipt', there)} as doubtful
    from receipts t join parties p on p.id = t.payer_id
    where ${inBranch} and (t.amount = any(${into}::bigint[]) or ${together(wanted)}) and t.bank_account_id = ${account.id}
      and t.status in ('DRAFT', 'PENDING', 'APPROVED', 'REVERSED') and not ${matched('receipt', there)}
    union all
    select 'receipt', t.id, true, t.number, t.payer_id, p.name, -t.amount, t.bank_reference, t.bank_date, t.status, t.version, false
    from receipts t join parties p on p.id = t.payer_id
    where ${inBranch} and t.amount = any(${sizes}::bigint[]) and t.bank_account_id = ${account.id} and t.status = 'REVERSED'
      and not ${matched('receipt', back)}
    union all
    select 'voucher', t.id, false, t.number, t.payee_id, p.name, -t.amount, t.bank_reference, t.bank_date, t.status, t.version, false
    from vouchers t left join parties p on p.id = t.payee_id
    where ${inBranch} and t.amount = any(${sizes}::bigint[]) and t.bank_account_id = ${account.id} and t.status = 'APPROVED'
      and not ${setsOff('t')} and not ${matched('voucher', there)}
    union all
    select 'voucher', t.id, moved.returned, t.number, t.payee_id, p.name, moved.amount, t.bank_reference, t.bank_date, t.status, t.version,
      ${doubtful('voucher', moved)}
    from vouchers t left join parties p on p.id = t.payee_id cross join ${movedOf('voucher', account.id)}
    where ${inBranch} and (t.amount = any(${sizes}::bigint[]) or t.into_amount = any(${sizes}::bigint[])) and t.status in ('PAID', 'REVERSED')
      and moved.amount <> 0 and not ${matched('voucher', moved)}
    union all
    select 'adjustment', t.id, moved.returned, t.number, null, null, moved.amount, '', t.day, t.status, t.version, ${doubtful('adjustment', moved)}
    from adjustments t cross join ${movedOf('adjustment', account.id)}
    where ${inBranch} and t.amount = any(${sizes}::bigint[]) and t.status in ('APPROVED', 'REVERSED')
      and moved.amount <> 0 and not ${matched('adjustment', moved)}
    order by 1, 2, 3`.execute(ctx.db);
  return rows;
}
