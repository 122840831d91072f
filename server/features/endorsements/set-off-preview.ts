import type { Reply } from '../../../domain/endpoint.ts';
import type { effectOfEndorsement } from '../../../domain/endorsements/contract.ts';
import { notesOf } from '../../../domain/endorsements/endorsements.ts';
import { unearnedByOrigin } from '../../../domain/endorsements/layers.ts';
import { SET_OFF_LABELS, type SetOffOrder } from '../../../domain/placements/instalments.ts';
import { showDay, type Day } from '../../../domain/values/day.ts';
import { formatAmount, showMoney, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Policy } from '../placements/queries.ts';
import type { Checked, EndorsementInput } from './input.ts';
import { namesOf } from './queries.ts';
import { readOpen, settingOff } from './set-off.ts';

type SetOff = Reply<typeof effectOfEndorsement>['set_off'];
/** An endorsement that was read, and the day on which it would be booked. */
type Previewed = { checked: Pick<Checked, 'effect' | 'ground'>; input: EndorsementInput; day: Day };

/** The order in which a return is set against what is owed: as entered, else the last instalment first. §2. */
export const setOffOrder = ({ set_off: order }: Pick<EndorsementInput, 'set_off'>): SetOffOrder => order ?? 'LAST';

/**
 * What approving would set off, by the very rule that books it: the reinsured's return, or, where it gets none (a change of
 * securities), what the securities give back. Null where nothing is given back.
 */
async function returned(ctx: Ctx, policy: Policy, { checked, input, day }: Previewed) {
  const { effect, ground } = checked;
  if (effect === null) return null;
  const notes = notesOf(effect.figures).map((note) => ({
    ...note,
    id: 0,
    partyId: note.securityId ?? policy.reinsured_id,
  }));
  const givesBack = notes.filter((note) => (note.party === 'REINSURED') === (note.kind === 'CN'));
  const to = givesBack.some((note) => note.party === 'REINSURED') ? 'REINSURED' : 'SECURITY';
  const own = givesBack.filter((note) => note.party === to);
  if (own.length === 0) return null;
  const { setOffs } = settingOff(
    {
      figures: effect.figures,
      unearned: unearnedByOrigin(ground.stack, input.effective_date),
      remittanceDays: policy.remittance_days,
      how: { order: setOffOrder(input), day },
    },
    await readOpen(ctx, policy.id, { lock: false }),
    notes,
  );
  const rows = setOffs
    .filter(({ note }) => note.party === to)
    .flatMap(({ against }) => against.flatMap((one) => one.steps))
    .map(({ item, amount }) => ({ ...item, amount: amount < 0n ? -amount : amount }))
    .toSorted((a, b) => a.partyId - b.partyId || (a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : a.id - b.id));
  return { to, rows, left: sum(own.map((note) => note.amount)) - sum(rows.map((row) => row.amount)) } as const;
}

/** Against which instalments a return would be set when it is booked on a day; null where nothing is given back. */
export async function setOffOf(ctx: Ctx, policy: Policy, previewed: Previewed): Promise<SetOff> {
  const set = await returned(ctx, policy, previewed);
  if (set === null) return null;
  const names = await namesOf(ctx, [...new Set(set.rows.map((row) => row.partyId))]);
  const money = (amount: bigint) => formatAmount(amount, policy.currency);
  return {
    to: set.to,
    instalments: set.rows.map(({ note, partyId, dueOn, amount }) => ({
      note,
      party: names.get(partyId) ?? '',
      due_on: dueOn,
      amount: money(amount),
    })),
    refund: money(set.left),
  };
}

/** The same in words for who approves it, where another order than the usual one was chosen. */
export async function setOffWords(ctx: Ctx, policy: Policy, previewed: Previewed): Promise<string[]> {
  const order = setOffOrder(previewed.input);
  if (order === 'LAST') return [];
  const set = await returned(ctx, policy, previewed);
  const each = (set?.rows ?? []).map(({ dueOn, amount, note }) => {
    const of = set?.to === 'SECURITY' ? `${note}, ${showDay(dueOn)}` : showDay(dueOn);
    return `${showMoney({ amount, currency: policy.currency })} of ${of}`;
  });
  return each.length === 0 ? [] : [`Set against ${SET_OFF_LABELS[order].toLowerCase()}: ${each.join(', ')}.`];
}
