import { type RawBuilder, sql } from 'kysely';

/** What a change of securities `e` put in place, as its endorsement keeps it. */
export const LINES_KEPT = sql`e.applied -> 'placement' -> 'lines'`;

/** Changes of securities among approved endorsements `e`. */
export const IS_CHANGE = sql`e.status = 'APPROVED' and e.endorsement_type = 'SEC'`;

/**
 * The `lines` that the last change of securities of a policy put in place, of those that count; no row where there was none. §2 SEC: none begins before one that
 * was approved before it, so the one approved last carries. What is kept of parties has the same by periods, in SQL (`carried`).
 */
export const lastChange = (policy: RawBuilder<unknown>, counts: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${LINES_KEPT} as lines from endorsements e where e.policy_id = ${policy} and ${IS_CHANGE} and ${counts} order by e.approval desc limit 1`;

/** The order of a policy after all of its changes, in millionths of a percent: that of the last change of securities, or its own. */
export const orderNow = (policy: RawBuilder<unknown>, own: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((
  select (e.applied -> 'placement' ->> 'fac')::bigint from endorsements e where e.policy_id = ${policy} and ${IS_CHANGE} order by e.approval desc limit 1), ${own})`;

/** Such lines as rows: `security_id`, of one that was merged since the one that it became, its `share` and its `place`. */
export const linesPlaced = (lines: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(y.merged_into, y.id) as security_id, x.share, x.place
  from rows from (jsonb_to_recordset(${lines}) as ("securityId" integer, share bigint)) with ordinality as x (security, share, place)
  join parties y on y.id = x.security`;

/** Who carries a policy after all of its changes, as such lines: those of the last change, or the policy's own. `scope`: any of the branches that are read. */
export const carriersNow = (policy: RawBuilder<unknown>, scope: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with anew as (${lastChange(policy, sql`e.branch_id = ${scope}`)})
  select l.security_id, l.share from anew cross join lateral (${linesPlaced(sql`anew.lines`)}) l
  union all
  select l.security_id, l.share from policy_lines l
  where l.policy_id = ${policy} and l.branch_id = ${scope} and not exists (select from anew)`;
