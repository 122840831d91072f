import type { Reply } from '../../../domain/endpoint.ts';
import type { effectOfEndorsement } from '../../../domain/endorsements/contract.ts';
import type { PlacementFigures } from '../../../domain/placements/figures.ts';
import { SET_OFF_LABELS, setAgainst, type SetOffOrder } from '../../../domain/placements/instalments.ts';
import { showDay, type Day } from '../../../domain/values/day.ts';
import { formatAmount, showMoney } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Policy } from '../placements/queries.ts';
import type { EndorsementInput } from './input.ts';

type SetOff = Reply<typeof effectOfEndorsement>['set_off'];

/** The order in which a return is set against what is owed: as entered, else the last instalment first. §2. */
export const setOffOrder = ({ set_off: order }: Pick<EndorsementInput, 'set_off'>): SetOffOrder => order ?? 'LAST';

async function taken(
  ctx: Ctx,
  policy: Policy,
  { amount, order, day }: { amount: bigint; order: SetOffOrder; day: Day },
) {
  const items = await ctx.db
    .selectFrom('open_items as i')
    .innerJoin('notes as n', 'n.id', 'i.note_id')
    .select(['i.id', 'n.number', 'i.due_on as dueOn', 'i.outstanding'])
    .where('n.policy_id', '=', policy.id)
    .where('n.kind', '=', 'DN')
    .where('n.debit_note_id', 'is', null)
    .where('n.status', '=', 'ISSUED')
    .where('i.branch_id', 'in', ctx.scope)
    .where('i.outstanding', '>', 0n)
    .orderBy('i.id')
    .execute();
  const owed = items.map((item) => ({ key: item, dueOn: item.dueOn, outstanding: item.outstanding }));
  return setAgainst(owed, amount, { order, day });
}

/** Against which instalments the reinsured's return would be set when it is booked on a day; null where it gives none back. */
export async function setOffOf(
  ctx: Ctx,
  policy: Policy,
  { figures, input, day }: { figures: PlacementFigures; input: EndorsementInput; day: Day },
): Promise<SetOff> {
  if (figures.debitNote >= 0n) return null;
  const set = await taken(ctx, policy, { amount: -figures.debitNote, order: setOffOrder(input), day });
  const money = (amount: bigint) => formatAmount(amount, policy.currency);
  return {
    instalments: set.taken.map(({ key, amount }) => ({ note: key.number, due_on: key.dueOn, amount: money(amount) })),
    refund: money(set.refund),
  };
}

/** The same in words for who approves it, where another order than the usual one was chosen. */
export async function setOffWords(
  ctx: Ctx,
  policy: Policy,
  of: { figures: PlacementFigures; input: EndorsementInput; day: Day },
): Promise<string[]> {
  const order = setOffOrder(of.input);
  if (order === 'LAST' || of.figures.debitNote >= 0n) return [];
  const set = await taken(ctx, policy, { amount: -of.figures.debitNote, order, day: of.day });
  const each = set.taken.map(
    ({ key, amount }) => `${showMoney({ amount, currency: policy.currency })} of ${showDay(key.dueOn)}`,
  );
  return each.length === 0 ? [] : [`Set against ${SET_OFF_LABELS[order].toLowerCase()}: ${each.join(', ')}.`];
}
