import { sql, type RawBuilder } from 'kysely';
import { CONTROL_FUNCTIONS } from '../../../domain/ledger/accounts.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';

/** The accounts that notes are open in: what a security gives back is in that of its own. G3, G9. */
const NOTED = accountsOf(...CONTROL_FUNCTIONS);

type Which = {
  party: number;
  /** Owed to us, or by us. */
  side: 'TO_US' | 'BY_US';
  /** Those in this currency, or in all others; in any unless it says. */
  currency?: { is: string } | { not: string } | undefined;
  /** What else holds of the note `i.note_id`. */
  of: RawBuilder<unknown>;
  most: number;
};

/**
 * The first open notes of a party in the order of what is due of them, as a query of `note_id` and `due_on`: the day of the first instalment that is still open. Each
 * branch and account is walked by its due days, where a note counts at that instalment, until there are as many: what is open beyond is not read. M0.
 */
export function notesByDueDay(ctx: Ctx, { party, side, currency, of, most }: Which): RawBuilder<unknown> {
  const open = (item: 'i' | 'e') => sql`${sql.ref(`${item}.outstanding`)} ${side === 'TO_US' ? sql`> 0` : sql`< 0`}`;
  const within =
    currency === undefined
      ? sql`true`
      : 'is' in currency
        ? sql`i.currency = ${currency.is}`
        : sql`i.currency <> ${currency.not}`;
  return sql`
    select w.note_id, w.due_on
    from unnest(${[...ctx.scope]}::int[]) b (id) cross join unnest(${NOTED}) a (code) cross join lateral (
      select i.note_id, i.due_on from open_items i
      where i.branch_id = b.id and i.account = a.code and i.party_id = ${party} and i.outstanding <> 0 and ${open('i')} and i.note_id is not null
        and ${within} and not exists (select from open_items e where e.note_id = i.note_id and ${open('e')} and (e.due_on, e.id) < (i.due_on, i.id)) and ${of}
      order by i.due_on, i.note_id limit ${most}) w
    order by w.due_on, w.note_id limit ${most}`;
}
