import { type RawBuilder, sql } from 'kysely';
import { NO_CLASS } from '../../../../domain/reports/security-statement.ts';

const CLASS = sql`select coalesce(kc.name, k.name) from policies o join cover_types k on k.id = o.cover_type_id left join cover_types kc on kc.id = k.class_id`;

/** Whether a note `n` is of a class by its name: of its policy or its claim's, or of its history. */
export const noteIsOf = (name: string): RawBuilder<unknown> => sql`coalesce(
  (${CLASS} where o.id = n.policy_id), (${CLASS} join claims l on l.policy_id = o.id where l.id = n.claim_id),
  (select d.class from history_documents d where d.id = n.history_id), '') = ${name === NO_CLASS ? '' : name}`;
