import { type RawBuilder, sql } from 'kysely';
import { NO_CLASS } from '../../../../domain/reports/security-statement.ts';

/** A class by its name and the classes within it, as an array: known before policies are read, of which there may be none. */
const coverTypesOf = (name: string): RawBuilder<unknown> => sql`array(
  select k.id from cover_types k left join cover_types c on c.id = k.class_id where coalesce(c.name, k.name) = ${name})`;

/** Whether a policy `p` is of a class by its name, or of one within it. */
export const policyIsOf = (name: string): RawBuilder<unknown> => sql`p.cover_type_id = any(${coverTypesOf(name)})`;

/** The policies of a class by its name, and of the classes within it. */
const policiesOf = (name: string): RawBuilder<unknown> => sql`select p.id from policies p where ${policyIsOf(name)}`;

/** Whether a note `n` is of a class by what another system said of it, or of none. */
export const noteIsOfHistory = (name: string): RawBuilder<unknown> => sql`n.policy_id is null and n.claim_id is null
  and coalesce((select d.class from history_documents d where d.id = n.history_id), '') = ${name === NO_CLASS ? '' : name}`;

/**
 * Whether a note `n` is of a class by its name: of its policy or its claim's, or of its history. The policies are found once by their class, not one by one for
 * each note, of which there may be none.
 */
export const noteIsOf = (name: string): RawBuilder<unknown> =>
  name === NO_CLASS
    ? noteIsOfHistory(name)
    : sql`(n.policy_id in (${policiesOf(name)}) or n.claim_id in (select l.id from claims l where l.policy_id in (${policiesOf(name)})) or (${noteIsOfHistory(name)}))`;

/**
 * Whether the note with an id is of a class, where the first of many are looked for: each is looked up by its key (offset 0). Its id is known before notes are
 * joined to it: behind row-level security they would all be read.
 */
export const noteWithIdIsOf = (name: string, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`exists (select from (select ${id} as id offset 0) o join notes n on n.id = o.id where ${noteIsOf(name)} offset 0)`;
