import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import { partyBalanceTable, partyPolicyTable } from '../../../domain/registers/tables.ts';
import { replyRow, type Values } from '../../../domain/tables/table.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { countUpTo, pageOf, windowOf, type ListInput } from '../../platform/http/lists.ts';
import { inForceOn } from './party-production.ts';
import { lastChange, linesPlaced, orderNow } from '../carriers.ts';
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
 * The policies of a party within branches, in parts of which each comes off its own index in order; of a security also
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
      sql`select ${columns} from policy_lines l
        join policies p on p.id = l.policy_id where l.security_id = ${id} and l.branch_id = ${within} and ${own}`,
      sql`select ${columns} from (
          select distinct e.policy_id from endorsement_lines l join endorsements e on e.id = l.endorsement_id
          where l.security_id = ${id} and l.branch_id = ${within} and e.status = 'APPROVED'
            and not exists (select from policy_lines o where o.policy_id = e.policy_id and o.security_id = l.security_id)) x
        join policies p on p.id = x.policy_id where ${own}`,
    ];
  }
  const named =
    register.kind === 'REINSURED'
      ? sql`p.reinsured_id = ${id}`
      : sql`(p.insured_id = ${id} or p.endorsed_insured_id = ${id})`;
  return [sql`select p.*, last_covered(p) as covered_until from policies p where ${named} and ${own}`];
}

/** What a party has of a policy `t` with its endorsements: a security its line and its premium, none once it left; others the order and the fac premium. */
function hasOf({ register, id }: Pick<Whose, 'register' | 'id'>): RawBuilder<unknown> {
  const policy = sql`t.id`;
  if (register.kind !== 'SECURITY')
    return sql`case when t.endorsement_count = 0 then t.fac else ${orderNow(policy, sql`t.fac`)} end as share, t.current_fac_premium as premium`;
  const first = (column: 'share' | 'share_premium') =>
    sql`coalesce((select l.${sql.ref(column)} from policy_lines l where l.policy_id = t.id and l.security_id = ${id}), 0)`;
  const changed = sql`(select (select coalesce(sum(x.share), 0) from (${linesPlaced(sql`c.lines`)}) x where x.security_id = ${id})
      from (${lastChange(policy, sql`true`)}) c)`;
  return sql`case when t.endorsement_count = 0 then ${first('share')} else coalesce(${changed}, ${first('share')}) end::bigint as share,
    (${first('share_premium')} + coalesce((select sum(l.share_premium) from endorsements e join endorsement_lines l on l.endorsement_id = e.id
      where e.policy_id = t.id and e.status = 'APPROVED' and l.security_id = ${id}), 0))::bigint as premium`;
}

const together = (parts: readonly RawBuilder<unknown>[]) => sql`(${sql.join(parts, sql` union all `)}) t`;

async function policiesPage(ctx: Ctx, whose: Whose, input: ListInput): Promise<UsedIn> {
  const parts = policiesOf(whose);
  const { start, length } = windowOf(input, true);
  const newest = parts.map((part) => sql`(${part} order by p.id desc limit ${start + length})`);
  const { rows } = await sql<Row>`
    select t.id, t.broker_reference as reference, b.code as branch, t.market, t.status, r.name as reinsured, r.id as reinsured_id, i.name as insured, i.id as insured_id,
      c.name as class, t.insurance_start_date, t.cover_end_date as insurance_end_date, t.currency, ${hasOf(whose)}
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
    policies: branches.length === 0 ? null : await policiesPage(ctx, { register, id: params.id, branches }, query),
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
