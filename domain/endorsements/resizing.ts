import { allocate } from '../values/decimal.ts';
import { sum } from '../values/money.ts';

/** A debit note of the stack: its layer's unearned premium, and what of the reinsured's return is set against it. */
type StackNote<N> = { key: N; weight: bigint; setOff: bigint };
/** What one component gets or gives up on a note, an amount above nothing; `note` is null for the endorsement's own. */
type Resize<N> = { component: number; note: N | null; amount: bigint };
export type Resizing<N> = { added: Resize<N>[]; taken: Resize<N>[] };

/** Σ weighted shares of an amount, each rounded down; the last that weighs anything takes the rest. */
function byWeight(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  const last = weights.findLastIndex((weight) => weight > 0n);
  const parts = weights.map((weight) => (amount * weight) / whole);
  return parts.with(last, amount - sum(parts.filter((_, index) => index !== last)));
}

const least = (...amounts: readonly bigint[]) => amounts.reduce((a, b) => (b < a ? b : a));

// Takes an amount off components in proportion to what they still give up, none beyond its room; gives what it took of each.
function takenOf(amount: bigint, left: readonly bigint[], room: readonly bigint[]): bigint[] {
  const fair = allocate(least(amount, sum(left)), left).map((part, index) => least(part, room[index] ?? 0n));
  let rest = least(amount, sum(left)) - sum(fair);
  return fair.map((part, index) => {
    const more = least(rest, (left[index] ?? 0n) - part, (room[index] ?? 0n) - part);
    rest -= more;
    return part + more;
  });
}

/**
 * On which debit notes the components of an endorsement (signed, minor units) are resized, so that on each note what its
 * parts come to follows what its reinsured still owes: an addition goes to the endorsement's own note, a return to the notes
 * that it is set against and then to the oldest, and what only changes hands to each note of the stack by its layer's
 * unearned share, the last taking the rest. `room` is what a component has on a note. §2 SEC, M0.
 */
export function resized<N>(
  components: readonly bigint[],
  notes: readonly StackNote<N>[],
  room: (component: number, note: N) => bigint,
): Resizing<N> {
  const { added, taken }: Resizing<N> = { added: [], taken: [] };
  const up = components.map((amount) => (amount > 0n ? amount : 0n));
  const down = components.map((amount) => (amount < 0n ? -amount : 0n));
  const add = (note: N | null, amount: bigint) => {
    for (const [component, part] of allocate(amount, up).entries()) {
      if (part === 0n) continue;
      added.push({ component, note, amount: part });
      up[component] = (up[component] ?? 0n) - part;
    }
  };
  const takenOn = (note: N, component: number) =>
    sum(taken.filter((one) => one.note === note && one.component === component).map((one) => one.amount));
  const take = (note: N, amount: bigint): bigint => {
    const rooms = down.map((_, component) => room(component, note) - takenOn(note, component));
    const parts = takenOf(amount, down, rooms);
    for (const [component, part] of parts.entries()) {
      if (part === 0n) continue;
      taken.push({ component, note, amount: part });
      down[component] = (down[component] ?? 0n) - part;
    }
    return sum(parts);
  };
  const difference = sum(components);
  if (difference > 0n) add(null, difference);
  for (const note of notes) take(note.key, note.setOff);
  const moved = byWeight(
    sum(up),
    notes.map((note) => note.weight),
  );
  for (const [index, note] of notes.entries()) add(note.key, take(note.key, moved[index] ?? 0n));
  for (const note of notes) add(note.key, least(take(note.key, sum(down)), sum(up)));
  add(notes[0]?.key ?? null, sum(up));
  return { added, taken };
}
