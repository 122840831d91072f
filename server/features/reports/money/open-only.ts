import { type RawBuilder, sql } from 'kysely';
import { fact } from '../../../platform/exports/facts.ts';
import type { Condition } from '../../../platform/http/lists.ts';

type Asked = { open?: 'only' | undefined };

const OPEN_NOTES = sql`select note_id from open_at where note_id is not null group by 1 having sum(open) <> 0`;

/** A common table expression `still_open` behind `openAt`, of a statement of open notes; beside another day, whose `openAt` is `then`, of those that were open on either. */
export const stillOpen = (then?: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  still_open as materialized (${OPEN_NOTES} ${then ? sql`union (with ${then} ${OPEN_NOTES})` : sql``})`;

/** A note `n` of which something is open, where those alone are asked for. */
export const isStillOpen = ({ open }: Asked): Condition =>
  open === 'only' ? sql`n.id in (select note_id from still_open)` : undefined;

/** What a paper says of it. */
export const openFact = ({ open }: Asked) => fact('Notes', open && 'of which something is open');
