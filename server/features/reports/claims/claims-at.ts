import { type RawBuilder, sql } from 'kysely';
import {
  type Cumulative,
  noClaim,
  type PartOf,
  partOfSecurity,
  unmovedClaim,
} from '../../../../domain/claims/as-at.ts';
import type { ClaimStage } from '../../../../domain/claims/states.ts';
import type { Day } from '../../../../domain/values/day.ts';
import type { Rate } from '../../../../domain/values/rate.ts';
import { percentOf } from '../../../platform/db/proportion.ts';
import { IS_CHANGE, lastChange, LINES_KEPT, linesPlaced } from '../../carriers.ts';
import type { Ctx } from '../../../platform/http/context.ts';

/** As at the end of which day claims are read, from which day on what moves is shown, and whose part. */
export type ClaimsDay = { asAt: Day; from: Day; security: number | null };

type After = { whole: bigint; incurred: bigint; called: bigint; fees: bigint; ex_gratia: bigint; salvage: bigint };
type Named<P extends string> = { [K in keyof After as `${P}_${K}`]: After[K] | null };
type Part = { called: bigint; called_before: bigint; fees: bigint; ex_gratia: bigint; salvage: bigint };
type PartNamed = { [K in keyof Part as `own_${K}`]: Part[K] };

/** The lines of a claim at the date of loss, side by side. */
type Lines = { bearers: number[] | null; lines: string[] | null };
/** What a claim was by the end of a day, with what it was approved with. */
type Reckoned = Named<'now'> & { currency: string; claim_reserve: bigint; claim_share: Rate };
/** The same of a claim that is named. */
export type ClaimNow = Reckoned & { id: number; number: string; exchange_rate: bigint | null };

/** What a security's part of a claim is worked out from. */
export type ClaimPart = Reckoned & PartNamed & Lines;

/** A claim as `claims_at` gives it. */
export type ClaimAt = ClaimNow &
  Named<'was'> &
  ClaimPart & {
    policy_id: number;
    /** Whether it was approved before the period began. */
    before: boolean;
    stage: ClaimStage;
    collected: bigint;
    paid: bigint;
  };

// The last movement that was approved by a day says what the claim was then: later ones do not change it.
const lastMovement = (name: string, by: RawBuilder<unknown>) => sql`
  left join lateral (select m.* from movements m where m.claim_id = c.id and m.status = 'APPROVED' and m.posted_on ${by}
    order by m.posted_on desc, m.approval desc limit 1) ${sql.ref(name)} on true`;

const AFTER = {
  whole: 'after_incurred',
  incurred: 'after_ours_incurred',
  called: 'after_ours_called',
  fees: 'after_ours_fees',
  ex_gratia: 'after_ours_ex_gratia',
  salvage: 'after_ours_salvage',
} satisfies Record<keyof After, string>;

const afterOf = (name: 'now' | 'was') =>
  sql.join(
    Object.entries(AFTER).map(([as, column]) => sql`${sql.ref(`${name}.${column}`)} as ${sql.ref(`${name}_${as}`)}`),
  );

/** Claim invoices `n`; of one security where it is of one. */
const invoicesOf = ({ security }: Pick<ClaimsDay, 'security'>) =>
  sql`n.purpose = 'CLAIM' and n.status = 'ISSUED' ${security === null ? sql`` : sql`and n.party_id = ${security}`}`;

/** What came in by a day on claim invoices `n` that a condition holds for, less what salvage was set against, which is beside it, and what of it went out: move by move. */
const movesBy = (invoices: RawBuilder<unknown>, asAt: Day) => sql`(
      select n.claim_id, s.amount as collected, 0 as set_off, 0 as paid from notes n join open_items i on i.note_id = n.id
        join settlements s on s.item_id = i.id where ${invoices} and s.day <= ${asAt}
      union all
      select n.claim_id, -o.amount, o.amount, 0 from notes n join note_offsets o on o.note_id = n.id
        where ${invoices} and o.source_kind = 'movement' and o.day <= ${asAt}
      union all
      select n.claim_id, 0, 0, -s.amount from notes n join note_parts x on x.debit_note_id = n.id
        join open_items i on i.part_id = x.id join settlements s on s.item_id = i.id where ${invoices} and s.day <= ${asAt}
      union all
      select n.claim_id, 0, 0, -r.amount from notes n join note_parts x on x.debit_note_id = n.id
        join part_returns r on r.part_id = x.id join movements m on m.id = r.movement_id
        where ${invoices} and m.posted_on <= ${asAt}) moves`;

/** The same of one claim `c`, added up. */
const moneyBy = ({ asAt, security }: ClaimsDay) => sql`cross join lateral (
    select coalesce(sum(collected), 0) as collected, coalesce(sum(set_off), 0) as set_off, coalesce(sum(paid), 0) as paid
    from ${movesBy(sql`n.claim_id = c.id and ${invoicesOf({ security })}`, asAt)}) money`;

const SERIES = {
  called: sql`m.movement_type in ('CALL', 'FINAL') and not m.ex_gratia`,
  fees: sql`m.movement_type = 'FEE'`,
  ex_gratia: sql`m.ex_gratia`,
  salvage: sql`m.movement_type = 'SALVAGE'`,
};

/** A security's part of a claim `c`: what its movements asked of it. */
const partBy = ({ asAt, from, security }: ClaimsDay) => {
  const until = (series: RawBuilder<unknown>, by: RawBuilder<unknown>) =>
    sql`coalesce(sum(x.amount) filter (where ${series} and m.posted_on ${by}), 0)::bigint`;
  const now = sql`<= ${asAt}`;
  return sql`cross join lateral (select ${until(SERIES.called, now)} as own_called,
      ${until(SERIES.called, sql`< ${from}`)} as own_called_before, ${until(SERIES.fees, now)} as own_fees,
      ${until(SERIES.ex_gratia, now)} as own_ex_gratia, ${until(SERIES.salvage, now)} as own_salvage
    from movements m join movement_parts x on x.movement_id = m.id
    where m.claim_id = c.id and m.status = 'APPROVED' and x.security_id = ${security}) own`;
};

/**
 * The lines at the date of loss of a claim `c`, as `linesOn` has them: those of the policy, or of the last change of
 * securities in effect by then. One that was merged since is the one that stayed.
 */
const linesBy = ({ asAt }: Pick<ClaimsDay, 'asAt'>) => sql`
  left join lateral (${lastChange(sql`c.policy_id`, sql`e.posted_on <= ${asAt} and e.effective_date <= c.loss_date`)}) sec on true
  left join lateral (select array_agg(line.security order by line.place) as bearers,
      array_agg(line.share::text order by line.place) as lines from (
    select l.security_id as security, l.share, l.position as place from policy_lines l
    where l.policy_id = c.policy_id and sec.lines is null
    union all
    select * from (${linesPlaced(sql`sec.lines`)}) x) line) borne on true`;

/** All that was called of a claim: indemnity, fees, ex gratia. */
const ASKED = sql`(coalesce(now.after_ours_called, 0) + coalesce(now.after_ours_fees, 0) + coalesce(now.after_ours_ex_gratia, 0))`;
/** What of it is to be collected and paid. C11. */
const DUE = sql`(${ASKED} - coalesce(money.set_off, 0))`;

/** As `stageOf` has it. §4. */
const STAGE = sql`case when shut.movement_type = 'CLOSE' then 'CLOSED' when ${ASKED} = 0 then 'NOTIFIED'
  when coalesce(money.paid, 0) >= ${DUE} then 'SETTLED' when coalesce(money.collected, 0) >= ${DUE} then 'COLLECTED'
  when money.collected > 0 then 'PART_COLLECTED' else 'CALLED' end`;

/** Claims `c` of the caller's branches that were approved by the end of a day. One that was disabled since is in the register of the days before. */
export const knownBy = (ctx: Ctx, { asAt }: Pick<ClaimsDay, 'asAt'>): RawBuilder<unknown> =>
  sql`c.branch_id = any(${[...ctx.scope]}::int[]) and c.approved_on <= ${asAt} and (c.disabled_on is null or c.disabled_on > ${asAt})`;

/**
 * A common table expression `claims_at`: of those claims the ones whose ids a table of rows has, each with what it was then. They are chosen first (`offset 0`):
 * joins beyond `join_collapse_limit` are made in the order in which they are written, and what a claim came to would be worked out for all of them.
 */
export function claimsAt(ctx: Ctx, day: ClaimsDay, among: RawBuilder<unknown>): RawBuilder<unknown> {
  const { asAt, from } = day;
  return sql`claims_at as (
    select c.id, c.number, c.branch_id, c.policy_id, c.event_id, c.cedant_claim_number, c.loss_date, c.notified_on, c.currency,
      c.exchange_rate, c.claim_reserve, c.claim_share, c.approved_on < ${from} as before, ${afterOf('now')}, ${afterOf('was')},
      own.*, ${STAGE} as stage, money.collected::bigint as collected, money.paid::bigint as paid, borne.bearers, borne.lines
    from (select c.* from claims c where ${knownBy(ctx, day)} and c.id in (select id from ${among}) offset 0) c
    ${lastMovement('now', sql`<= ${asAt}`)} ${lastMovement('was', sql`< ${from}`)}
    left join lateral (select m.movement_type from movements m where m.claim_id = c.id and m.status = 'APPROVED'
      and m.posted_on <= ${asAt} and m.movement_type in ('CLOSE', 'REOPEN')
      order by m.posted_on desc, m.approval desc limit 1) shut on true
    ${moneyBy(day)} ${partBy(day)} ${linesBy(day)})`;
}

/** What a claim `c` was by the end of a day: the columns of `ClaimNow` that are worked out, and what they are joined from. */
export const claimNow = (asAt: Day): Record<'columns' | 'joins', RawBuilder<unknown>> => ({
  columns: afterOf('now'),
  joins: lastMovement('now', sql`<= ${asAt}`),
});

/** What ours of a claim `c` came to, joined to `allNow` or one's, as `cumulativeNow` has it: of one that has not moved, its reserve. */
export const OURS_NOW: Record<'incurred' | 'called' | 'fees' | 'ex_gratia' | 'salvage', RawBuilder<bigint>> = {
  incurred: sql`coalesce(now.after_ours_incurred, ${percentOf(sql`c.claim_reserve`, sql`c.claim_share`)})`,
  called: sql`coalesce(now.after_ours_called, 0)`,
  fees: sql`coalesce(now.after_ours_fees, 0)`,
  ex_gratia: sql`coalesce(now.after_ours_ex_gratia, 0)`,
  salvage: sql`coalesce(now.after_ours_salvage, 0)`,
};

/** The same with its lines at the date of loss. */
export const claimNowWithLines = (asAt: Day): ReturnType<typeof claimNow> => {
  const { columns, joins } = claimNow(asAt);
  return { columns: sql`${columns}, borne.bearers, borne.lines`, joins: sql`${joins} ${linesBy({ asAt })}` };
};

/**
 * What came in on claim invoices, and what of it went out, for all claims at once: `money`. Today's is kept with each note and part; that of
 * an earlier day is read off the settlements.
 */
function moneyOfAll(ctx: Ctx, { asAt, security }: ClaimsDay): RawBuilder<unknown> {
  const invoices = sql`n.branch_id = any(${[...ctx.scope]}::int[]) and ${invoicesOf({ security })}`;
  if (asAt >= ctx.today)
    return sql`(select n.claim_id, sum(n.settled - n.set_off) as collected, sum(n.set_off) as set_off, sum(x.paid) as paid
      from notes n join note_parts x on x.debit_note_id = n.id where ${invoices} group by 1)`;
  return sql`(select claim_id, sum(collected) as collected, sum(set_off) as set_off, sum(paid) as paid from ${movesBy(invoices, asAt)} group by 1)`;
}

/** The last movement of each claim of the caller's branches by the end of a day, found at once: of all, or of some of them. */
export const allNow = (ctx: Ctx, asAt: Day, which = sql``): RawBuilder<unknown> => sql`(
  select distinct on (m.claim_id) m.* from movements m
  where m.branch_id = any(${[...ctx.scope]}::int[]) and m.status = 'APPROVED' and m.posted_on <= ${asAt} ${which}
  order by m.claim_id, m.posted_on desc, m.approval desc)`;

/** A common table expression `staged`: those claims with the stage of each, worked out for all of them at once. §4. */
export function stagesAt(ctx: Ctx, day: ClaimsDay): RawBuilder<unknown> {
  return sql`staged as (
    select c.id, ${STAGE} as stage from claims c
    left join ${allNow(ctx, day.asAt)} now on now.claim_id = c.id
    left join ${allNow(ctx, day.asAt, sql`and m.movement_type in ('CLOSE', 'REOPEN')`)} shut on shut.claim_id = c.id
    left join ${moneyOfAll(ctx, day)} money on money.claim_id = c.id
    where ${knownBy(ctx, day)})`;
}

/**
 * A common table expression `borne_by`: of those claims the ones that a security was asked for, or would be by its line at the date of loss, as
 * `linesBy` has it.
 */
export const borneBy = (ctx: Ctx, { asAt }: ClaimsDay, security: number): RawBuilder<unknown> => sql`
  changed as materialized (
    select distinct on (c.id) c.id, ${LINES_KEPT} as lines
    from endorsements e join claims c on c.policy_id = e.policy_id and e.effective_date <= c.loss_date
    where e.branch_id = any(${[...ctx.scope]}::int[]) and ${IS_CHANGE} and e.posted_on <= ${asAt}
    order by c.id, e.approval desc),
  borne_by as (
    select m.claim_id as id from movement_parts x join movements m on m.id = x.movement_id where x.security_id = ${security}
    union
    select c.id from claims c join policy_lines l on l.policy_id = c.policy_id
    where ${knownBy(ctx, { asAt })} and l.security_id = ${security} and c.id not in (select id from changed)
    union
    select b.id from changed b cross join lateral (${linesPlaced(sql`b.lines`)}) x where x.security_id = ${security})`;

/** One security's part of a claim `c` by the end of a day: the columns of `ClaimPart`, and what they are joined from. */
export const claimPart = (day: ClaimsDay): ReturnType<typeof claimNow> => {
  const { columns, joins } = claimNowWithLines(day.asAt);
  return {
    columns: sql`c.currency, c.claim_reserve, c.claim_share, ${columns}, own.*`,
    joins: sql`${joins} ${partBy(day)}`,
  };
};

function cumulative(
  { claim_reserve: reserve, claim_share: share }: Pick<ClaimNow, 'claim_reserve' | 'claim_share'>,
  after: { [K in keyof After]: After[K] | null },
): Cumulative {
  if (after.whole === null) return unmovedClaim(reserve, share);
  return {
    incurredWhole: after.whole,
    incurred: after.incurred ?? 0n,
    called: after.called ?? 0n,
    fees: after.fees ?? 0n,
    exGratia: after.ex_gratia ?? 0n,
    salvage: after.salvage ?? 0n,
  };
}

/** What a claim came to by the end of the day. */
export const cumulativeNow = (row: Reckoned): Cumulative =>
  cumulative(row, {
    whole: row.now_whole,
    incurred: row.now_incurred,
    called: row.now_called,
    fees: row.now_fees,
    ex_gratia: row.now_ex_gratia,
    salvage: row.now_salvage,
  });

const cumulativeBefore = (row: ClaimAt): Cumulative =>
  cumulative(row, {
    whole: row.was_whole,
    incurred: row.was_incurred,
    called: row.was_called,
    fees: row.was_fees,
    ex_gratia: row.was_ex_gratia,
    salvage: row.was_salvage,
  });

/** The lines at the date of loss of a claim. C1. */
export const linesAtLoss = ({ bearers, lines }: Lines) =>
  (bearers ?? []).map((securityId, index) => ({ securityId, line: BigInt(lines?.[index] ?? '0') }));

const partOf = (row: ClaimPart): PartOf => ({
  called: row.own_called,
  fees: row.own_fees,
  exGratia: row.own_ex_gratia,
  salvage: row.own_salvage,
});

/** What one security's part of a claim came to by the day. */
export const partNow = (row: ClaimPart, securityId: number): Cumulative =>
  partOfSecurity(cumulativeNow(row), partOf(row), { securityId, lines: linesAtLoss(row) });

/** What a claim came to by the day, and by the day before the period; of one security its part. */
export function cumulativeOf(row: ClaimAt, security: number | null): { now: Cumulative; was: Cumulative } {
  const was = row.before ? cumulativeBefore(row) : noClaim;
  if (security === null) return { now: cumulativeNow(row), was };
  const before = { ...partOf(row), called: row.own_called_before };
  return {
    now: partNow(row, security),
    was: partOfSecurity(was, before, { securityId: security, lines: linesAtLoss(row) }),
  };
}
