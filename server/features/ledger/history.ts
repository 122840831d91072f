import { sql } from 'kysely';

/** The document of a history behind a note `n`. */
export const HISTORY_OF_NOTE = sql`left join history_documents h on h.id = n.history_id`;
/** What such a document `h` says of its policy and insured; empty where there is none. */
export const HISTORY_INSURED = sql<string>`concat_ws(' · ', nullif(h.policy_number, ''), nullif(h.insured, ''))`;
