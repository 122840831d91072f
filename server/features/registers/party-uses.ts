import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import { partyBalanceTable, partyPolicyTable } from '../../../domain/registers/tables.ts';
import { replyRow, type Values } from '../../../domain/tables/table.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { countUpTo, pageOf, windowOf, type ListInput } from '../../platform/http/lists.ts';
import { inForceOn } from './party-production.ts';
import { branchesWith } from '../permitted.ts';
import { partyHead } from './party-record.ts';
import type { PartyRegister } from './party-values.ts';

type Uses = Reply<PartyEndpoints['uses']>;
type UsedIn = NonNullable<Uses['policies']>;
type Row = Values<typeof partyPolicyTable>;
type Balance = Values<typeof partyBalanceTable>;

type Whose = {
  register: PartyRegister;
  id: number;
  branches: readonly number[];
  /** Which of its policies `p`; all unless it says. */
  which?: RawBuilder<unknown>;
};

/**
 * The policies of a party within branches with its line or the whole order, in parts of which each comes off its own index in order; of a security also
 * those that it took over.
 */
function policiesOf({ register, id, branches, which = sql`true` }: Whose): RawBuilder<unknown>[] {
  const within = sql`any(${branches}::int[])`;
  const own = sql`p.branch_id = ${within} and ${which}`;
  if (register.kind === 'SECURITY') {
    // To the last day that it carries the risk: who left it has nothing in force, who comes to it will have.
    const columns = sql`p.*, case when p.endorsement_count = 0 then last_covered(p)
      else (select max(c.ends_on) from carried(p, 0) c where c.party_id = ${id}) end as covered_until`;
    return [
      sql`select ${columns}, l.share as part, l.share_premium as part_premium from policy_lines l
        join policies p on p.id = l.policy_id where l.security_id = ${id} and l.branch_id = ${within} and ${own}`,
      sql`select ${columns}, x.part, x.part_premium from (
          select e.policy_id, (array_agg(l.share order by e.approval desc))[1] as part, sum(l.share_premium)::bigint as part_premium
          from endorsement_lines l join endorsements e on e.id = l.endorsement_id
          where l.security_id = ${id} and l.branch_id = ${within} and e.status = 'APPROVED'
            and not exists (select from policy_lines o where o.policy_id = e.policy_id and o.security_id = l.security_id)
          group by 1) x
        join policies p on p.id = x.policy_id where ${own}`,
    ];
  }
  const named =
    register.kind === 'REINSURED'
      ? sql`p.reinsured_id = ${id}`
      : sql`(p.insured_id = ${id} or p.endorsed_insured_id = ${id})`;
  return [
    sql`select p.*, last_covered(p) as covered_until, p.fac as part, p.fac_premium as part_premium from policies p where ${named} and ${own}`,
  ];
}

const together = (parts: readonly RawBuilder<unknown>[]) => sql`(${sql.join(parts, sql` union all `)}) t`;

async function policiesPage(ctx: Ctx, parts: readonly RawBuilder<unknown>[], input: ListInput): Promise<UsedIn> {
  const { start, length } = windowOf(input, true);
  const newest = parts.map((part) => sql`(${part} order by p.id desc limit ${start + length})`);
  const { rows } = await sql<Row>`
    select t.id, t.broker_reference as reference, b.code as branch, t.market, t.status, r.name as reinsured, r.id as reinsured_id, i.name as insured, i.id as insured_id,
      c.name as class, t.insurance_start_date, t.insurance_end_date, t.currency, t.part as share, t.part_premium as premium
    from ${together(newest)} join branches b on b.id = t.branch_id join parties r on r.id = t.reinsured_id
    join parties i on i.id = t.current_insured_id join cover_types c on c.id = t.cover_type_id
    order by t.id desc limit ${length} offset ${start}`.execute(ctx.db);
  const data = rows.map((row) => replyRow(partyPolicyTable, row, ctx.firm.baseCurrency));
  return pageOf(data, await countUpTo(ctx.db, sql`select 1 from ${together(parts)}`));
}

/** What is open with a party, per account and currency; account by account, so that the key of the balances finds it. */
async function balancesOf(ctx: Ctx, id: number, branches: readonly number[]): Promise<NonNullable<Uses['balances']>> {
  const { rows } = await sql<Balance>`
    select a.code as account, a.name as account_name, d.currency, sum(d.debit - d.credit)::bigint as balance
    from ledger_accounts a cross join unnest(${branches}::int[]) as b (id)
    join daily_balances d on d.branch_id = b.id and d.account = a.code and d.party_id = ${id}
    group by 1, 2, 3 having sum(d.debit - d.credit) <> 0 order by 1, 3`.execute(ctx.db);
  return rows.map((row) => replyRow(partyBalanceTable, row, ctx.firm.baseCurrency));
}

async function balancesSeen(ctx: Ctx, id: number): Promise<Uses['balances']> {
  const branches = branchesWith(ctx, 'ledger.view', 'reports.money');
  return branches.length === 0 ? null : balancesOf(ctx, id, branches);
}

/**
 * Where a party is used, in the branches and as far as the caller may see it: each part asks for its own right, and what is
 * outside is neither shown nor counted. A part that the product gains (claims) is a field more here. §5.
 */
export async function partyUses(
  ctx: Ctx,
  register: PartyRegister,
  { params, query }: Decoded<PartyEndpoints['uses']>,
): Promise<Uses> {
  await partyHead(ctx, register, params.id);
  const branches = branchesWith(ctx, 'policies.view');
  return {
    policies:
      branches.length === 0 ? null : await policiesPage(ctx, policiesOf({ register, id: params.id, branches }), query),
    balances: await balancesSeen(ctx, params.id),
  };
}

/**
 * Which policies `p` are not in force with a party on a day, and may be later, each by its own index: those that begin then, and of a security those that it comes to by
 * a change of securities.
 */
function mayCome(register: PartyRegister, id: number, day: Day): RawBuilder<unknown>[] {
  const begins = sql`p.insurance_start_date > ${day}::date`;
  if (register.kind !== 'SECURITY') return [begins];
  return [
    begins,
    sql`p.insurance_start_date <= ${day}::date
      and p.id in (select policy_id from endorsements where endorsement_type = 'SEC' and status = 'APPROVED' and effective_date > ${day}::date)
      and not exists (select from carried(p, 0) c where c.party_id = ${id} and ${day}::date between c.starts_on and c.ends_on)`,
  ];
}

/** What making a party inactive touches: what is begun with it, what runs, and what is owed. §4 registers, §8. */
export async function partyEffects(
  ctx: Ctx,
  register: PartyRegister,
  { params: { id } }: Decoded<PartyEndpoints['effects']>,
): Promise<Reply<PartyEndpoints['effects']>> {
  await partyHead(ctx, register, id);
  const branches = branchesWith(ctx, 'policies.view');
  const payers = branchesWith(ctx, 'vouchers.view');
  const found = (which: RawBuilder<unknown>) => together(policiesOf({ register, id, branches, which }));
  const force = inForceOn({ parties: sql`select ${id}::int`, branches }, ctx.today);
  const coming = mayCome(register, id, ctx.today).map(
    (which) =>
      sql`(select count(*) from ${found(sql`p.status = 'APPROVED' and ${which}`)} where t.covered_until >= ${ctx.today})`,
  );
  // What is in force is kept; what is not decided and what comes later is little.
  const { rows } = await sql<{ drafts: number; pending: number; in_force: number }>`
    select count(*) filter (where t.status in ('DRAFT', 'REJECTED'))::int as drafts,
      count(*) filter (where t.status = 'PENDING')::int as pending,
      (coalesce((select sum(k.in_force) from (${force}) k), 0) + ${sql.join(coming, sql` + `)})::int as in_force
    from ${found(sql`p.status in ('DRAFT', 'REJECTED', 'PENDING')`)}`.execute(ctx.db);
  const vouchers = await sql<{ count: number }>`
    select count(*)::int as count from vouchers v
    where v.payee_id = ${id} and v.branch_id = any(${payers}::int[]) and v.status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED')`.execute(
    ctx.db,
  );
  const counts = rows[0] ?? { drafts: 0, pending: 0, in_force: 0 };
  const hidden = { drafts: null, pending: null, in_force: null };
  return {
    ...(branches.length === 0 ? hidden : counts),
    vouchers: payers.length === 0 ? null : (vouchers.rows[0]?.count ?? 0),
    balances: await balancesSeen(ctx, id),
  };
}
