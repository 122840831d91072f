import { sql, type RawBuilder } from 'kysely';
import type { AccountFunction } from '../../../../domain/ledger/accounts.ts';
import type { Day } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { accountsOf } from '../../firm/chart.ts';

/** What settled items after the end of a day, as a common table expression `later`. */
export const settledLater = (ctx: Ctx, day: Day): RawBuilder<unknown> => sql`
    later as (
      select item_id, sum(amount)::bigint as amount, sum(base_amount)::bigint as base_amount from settlements
      where branch_id = any(${ctx.scope}::int[]) and day > ${day}::date group by item_id)`;

type OpenAt = {
  day: Day;
  functions: readonly AccountFunction[];
  party?: number | readonly number[] | null;
  /** A currency whose items are left out. */
  except?: string;
  /** Which items `i` alone: of those that are open now, and of those that were settled since. */
  which?: { open: RawBuilder<unknown>; settled: RawBuilder<unknown> } | undefined;
  /** Further columns of the item `i`. */
  also?: RawBuilder<unknown>;
};

/**
 * Two common table expressions that end in `open_at`: items of accounts with some functions as they were at the end of
 * a day, signed as in the ledger. What is outstanding now, with the settlements after that day undone and items opened
 * after it left out; so a figure of today costs what is open today, and an earlier one what has been settled since. §7
 * Ageing.
 */
export function openAt(ctx: Ctx, { day, functions, party, except, which, also }: OpenAt): RawBuilder<unknown> {
  const columns = sql`i.id, a.function, i.party_id, i.currency, i.note_id, i.receipt_id, i.part_id, i.opened_on, i.due_on, i.amount, i.base_amount,
    i.outstanding + coalesce(l.amount, 0) as open, i.base_outstanding + coalesce(l.base_amount, 0) as base_open${also ? sql`, ${also}` : sql``}`;
  const items = sql`i.branch_id = any(${ctx.scope}::int[]) and i.account = any(${accountsOf(...functions)}) and i.opened_on <= ${day}::date
    ${party === undefined || party === null ? sql`` : sql`and i.party_id = any(${typeof party === 'number' ? [party] : [...party]}::int[])`}
    ${except === undefined ? sql`` : sql`and i.currency = any(array(select code from currencies where code <> ${except}))`}`;
  return sql`${settledLater(ctx, day)},
    open_at as (
      select ${columns} from open_items i join ledger_accounts a on a.code = i.account left join later l on l.item_id = i.id where i.outstanding <> 0 and ${items} ${which ? sql`and ${which.open}` : sql``}
      union all
      select ${columns} from later l join open_items i on i.id = l.item_id join ledger_accounts a on a.code = i.account where i.outstanding = 0 and ${items} ${which ? sql`and ${which.settled}` : sql``})`;
}

/** Whose items they are, and the other day that they are looked at beside. */
type OpenBeside = OpenAt & { beside: Day | undefined };

/** The same as `open_at` of the day and of the other one together, those of the other one known by `beside`. */
export const openBeside = (ctx: Ctx, { beside, ...own }: OpenBeside): RawBuilder<unknown> =>
  beside === undefined
    ? openAt(ctx, own)
    : sql`
    open_at as (
      (with ${openAt(ctx, own)} select *, false as beside from open_at)
      union all
      (with ${openAt(ctx, { ...own, day: beside })} select *, true from open_at))`;

/** What an amount of such items `o` is on the day itself, what it was on the other one, and whether there is nothing of them on the day. */
export const onDays = ({ beside }: Pick<OpenBeside, 'beside'>) =>
  beside === undefined
    ? { own: (amount: RawBuilder<unknown>) => amount, other: () => sql`null::bigint`, isGone: sql`false` }
    : {
        own: (amount: RawBuilder<unknown>) => sql`(case when o.beside then 0 else ${amount} end)`,
        other: (amount: RawBuilder<unknown>) => sql`coalesce(sum(${amount}) filter (where o.beside), 0)::bigint`,
        isGone: sql`bool_and(o.beside)`,
      };
