import { sql } from 'kysely';
import { fact } from '../../../platform/exports/facts.ts';
import type { Condition } from '../../../platform/http/lists.ts';

type Asked = { open?: 'only' | undefined };

/** A common table expression of a statement of open notes, which ends in `still_open`, behind `openAt`. */
export const STILL_OPEN = sql`still_open as materialized (select note_id from open_at where note_id is not null group by 1 having sum(open) <> 0)`;

/** A note `n` of which something is open, where those alone are asked for. */
export const isStillOpen = ({ open }: Asked): Condition =>
  open === 'only' ? sql`n.id in (select note_id from still_open)` : undefined;

/** What a paper says of it. */
export const openFact = ({ open }: Asked) => fact('Notes', open && 'of which something is open');
