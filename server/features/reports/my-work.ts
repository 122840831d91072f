import { sql, type RawBuilder } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import { NOTIFY_WARNING_DAYS } from '../../../domain/slips/notification.ts';
import { KIND_NAMES, KINDS, type KindName, rightsTo } from '../../../domain/records/kinds.ts';
import { MOST_TASKS, type myWork } from '../../../domain/reports/work.ts';
import { rightsOfReceipt } from '../../../domain/receipts/rights.ts';
import { VOUCHER_KINDS, VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Permission } from '../../../domain/permissions.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { planOnce } from '../../platform/http/transaction.ts';
import { declarationIsDue } from '../placements/adjustable.ts';
import { shownColumns, TABLES } from '../records.ts';
import { aloneAt } from '../second-person.ts';
import { notNotifiedYet } from '../slips/not-notified.ts';
import { branchesWith } from '../permitted.ts';

type Work = Reply<typeof myWork>;
type Row = {
  kind: KindName;
  london: boolean;
  reason: Work['data'][number]['reason'];
  id: number;
  number: string;
  branch: string;
  title: string;
  currency: string;
  amount: bigint;
  since: Date;
};

/** One more than are sent: that there are more is said. */
const MOST = MOST_TASKS + 1;
const LONDON = sql`t.market = 'LONDON'`;
const BRANCH = sql`(select b.code from branches b where b.id = t.branch_id) as branch`;

/** Which records `t` of a kind need a right of theirs to be decided. */
const needing = (kind: KindName, right: Permission): RawBuilder<unknown> =>
  kind === 'voucher'
    ? sql`t.kind = any(${VOUCHER_KINDS.filter((one) => VOUCHERS[one].decide === right)}::text[])`
    : kind === 'receipt'
      ? sql`(t.source_id is not null) = any(${[true, false].filter((passed) => rightsOfReceipt(passed).decide === right)}::boolean[])`
      : sql`true`;

/** When a day began where the firm is. */
const beganOn = (ctx: Ctx, day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone ${ctx.firm.timeZone}`;

type Filter = {
  reason: Row['reason'];
  status: string;
  branches: readonly number[];
  since: 'submitted_at' | 'decided_at';
  whose: RawBuilder<unknown>;
};

async function waiting(ctx: Ctx, kind: KindName, filter: Filter): Promise<Row[]> {
  if (filter.branches.length === 0) return [];
  const { name, party } = TABLES[kind];
  const london = kind === 'policy' ? LONDON : sql`false`;
  const number = sql`coalesce(t.${sql.ref(TABLES[kind].number)}, '#' || t.id)`;
  const since = sql`coalesce(t.${sql.ref(filter.since)}, t.created_at)`;
  const { rows } = await sql<Row>`
    select ${kind} as kind, ${london} as london, ${filter.reason} as reason, t.id, ${number} as number, ${BRANCH}, ${shownColumns(kind)}, ${since} as since
    from ${sql.table(name)} t left join parties p on p.id = ${party}
    where t.branch_id = any(${filter.branches}::int[]) and t.status = ${sql.lit(filter.status)} and ${filter.whose}
    order by ${since}, t.id limit ${MOST}`.execute(ctx.db);
  return rows;
}

/** Slips whose signed lines are to be notified: 30 days from inception, and shown here from the 25th. */
async function toNotify(ctx: Ctx): Promise<Row[]> {
  const branches = branchesWith(ctx, 'policies.create');
  if (branches.length === 0) return [];
  const { rows } = await sql<Row>`
    select 'policy' as kind, true as london, 'NOTIFY' as reason, t.id, t.broker_reference as number, ${BRANCH}, ${shownColumns('policy')},
      ${beganOn(ctx, sql`t.insurance_start_date + ${NOTIFY_WARNING_DAYS}::int`)} as since
    from policies t join slips s on s.policy_id = t.id join parties p on p.id = t.current_insured_id
    where s.branch_id = any(${branches}::int[]) and ${notNotifiedYet('t', 's')} and t.insurance_start_date <= ${ctx.today}::date - ${NOTIFY_WARNING_DAYS}::int
    order by t.insurance_start_date, t.id limit ${MOST}`.execute(ctx.db);
  return rows;
}

/** Adjustable policies that have run out and of which nothing was declared; waiting since the day after. */
async function declarationsDue(ctx: Ctx, branches: readonly number[]): Promise<Row[]> {
  if (branches.length === 0) return [];
  const { rows } = await sql<Row>`
    select 'policy' as kind, ${LONDON} as london, 'DECLARE' as reason, t.id, t.broker_reference as number, ${BRANCH}, p.name as title, t.currency,
      t.current_fac_premium as amount, ${beganOn(ctx, sql`t.cover_end_date + 1`)} as since
    from policies t join parties p on p.id = t.current_insured_id
    where t.branch_id = any(${branches}::int[]) and ${declarationIsDue(ctx, 't')}
    order by t.cover_end_date, t.id limit ${MOST}`.execute(ctx.db);
  return rows;
}

/** What the diary of claims has for the caller by today: each claim once, with what was due first. */
async function diaryDue(ctx: Ctx): Promise<Row[]> {
  const branches = branchesWith(ctx, 'claims.view');
  if (branches.length === 0) return [];
  const { rows } = await sql<Row>`
    select 'claim' as kind, false as london, 'DIARY' as reason, t.id, t.number, ${BRANCH}, (array_agg(d.text order by d.due_on, d.id))[1] as title, t.currency, t.ours_incurred as amount,
      ${beganOn(ctx, sql`min(d.due_on)`)} as since
    from claim_diary d join claims t on t.id = d.claim_id
    where d.branch_id = any(${branches}::int[]) and d.user_id = ${ctx.user.id} and d.done_at is null and d.due_on <= ${ctx.today}
    group by t.id order by 10, t.id limit ${MOST}`.execute(ctx.db);
  return rows;
}

/** What waits for the caller, each kind oldest first: to approve, sent back to them, to pay. Their own work is not theirs to decide. */
export async function workOf(ctx: Ctx): Promise<Work> {
  const me = ctx.user.id;
  await planOnce(ctx.db);
  const alone = await aloneAt(ctx);
  const aloneIn = (right: Permission) => ctx.scope.filter((branchId) => alone({ right, branchId }));
  const mayDecide = (hands: RawBuilder<unknown>, right: Permission) =>
    sql`(${me} = any (${hands})) is not true or t.branch_id = any (${aloneIn(right)}::int[])`;
  /** Records of a kind that are decided by one of its rights, where the caller holds it. */
  const decides = (kind: KindName, right: Permission) => sql`t.branch_id = any(${branchesWith(ctx, right)}::int[])
    and ${needing(kind, right)} and (${mayDecide(sql`t.hands`, right)})`;
  const toPay = { reason: 'PAY', status: 'APPROVED', since: 'decided_at' } as const;
  const payable = sql`(${mayDecide(sql`array[t.decided_by]`, 'vouchers.pay')})`;
  // All leave together: none asks for what another gives.
  const found = await Promise.all([
    ...KIND_NAMES.flatMap((kind) => [
      waiting(ctx, kind, {
        reason: 'APPROVE',
        status: 'PENDING',
        branches: branchesWith(ctx, ...rightsTo('decide', KINDS[kind])),
        since: 'submitted_at',
        whose: sql`(${sql.join(
          rightsTo('decide', KINDS[kind]).map((right) => decides(kind, right)),
          sql` or `,
        )})`,
      }),
      waiting(ctx, kind, {
        reason: 'REJECTED',
        status: 'REJECTED',
        branches: branchesWith(ctx, KINDS[kind].view),
        since: 'decided_at',
        whose: sql`t.made_by = ${me}`,
      }),
    ]),
    waiting(ctx, 'voucher', { ...toPay, whose: payable, branches: branchesWith(ctx, 'vouchers.pay') }),
    toNotify(ctx),
    declarationsDue(ctx, branchesWith(ctx, 'policies.create')),
    diaryDue(ctx),
  ]);
  const data = found
    .flatMap((rows) => rows.slice(0, MOST_TASKS))
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
    .map((row) => ({ ...row, amount: formatAmount(row.amount, row.currency) }));
  return { data, more: [...new Set(found.flatMap((rows) => rows.slice(MOST_TASKS).map(({ reason }) => reason)))] };
}
