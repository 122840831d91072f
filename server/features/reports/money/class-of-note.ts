import { type RawBuilder, sql } from 'kysely';
import { NO_CLASS } from '../../../../domain/reports/security-statement.ts';

/** A class by its name and the classes within it, as an array: known before policies are read, of which there may be none. */
export const coverTypesOf = (name: string): RawBuilder<unknown> => sql`array(
  select k.id from cover_types k left join cover_types c on c.id = k.class_id where coalesce(c.name, k.name) = ${name})`;

/** The policies of a class by its name, and of the classes within it. */
const policiesOf = (name: string): RawBuilder<unknown> =>
  sql`select o.id from policies o where o.cover_type_id = any(${coverTypesOf(name)})`;

/**
 * Whether a note `n` is of a class by its name: of its policy or its claim's, or of its history. The policies are found once by their class, not one by one for
 * each note, of which there may be none.
 */
export function noteIsOf(name: string): RawBuilder<unknown> {
  const ofHistory = sql`n.policy_id is null and n.claim_id is null
    and coalesce((select d.class from history_documents d where d.id = n.history_id), '') = ${name === NO_CLASS ? '' : name}`;
  return name === NO_CLASS
    ? sql`(${ofHistory})`
    : sql`(n.policy_id in (${policiesOf(name)}) or n.claim_id in (select l.id from claims l where l.policy_id in (${policiesOf(name)})) or (${ofHistory}))`;
}
