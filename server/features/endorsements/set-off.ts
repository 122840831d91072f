import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { exchangeLine } from '../../../domain/ledger/entries.ts';
import { resized } from '../../../domain/endorsements/resizing.ts';
import { oldestFirst } from '../../../domain/ledger/releases.ts';
import { stepOf, type Outstanding, type SettlingStep } from '../../../domain/ledger/settling.ts';
import type { PlacementFigures } from '../../../domain/placements/figures.ts';
import { setAgainst, type SetOffOrder } from '../../../domain/placements/instalments.ts';
import { addDays, type Day } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Posting, PostLine } from '../ledger/post.ts';
import { componentsOf, type AddedPart, type Approving, type Component, type IssuedNote } from './notes.ts';

type Item = Outstanding & {
  id: number;
  noteId: number;
  /** The number of its note. */
  note: string;
  partyId: number;
  account: string;
  receivable: boolean;
  dueOn: Day;
};
type Part = {
  id: number;
  kind: Component['kind'];
  partyId: number | null;
  taxId: number | null;
  /** As resized, less what cannot be collected: as far as a return can take. */
  effective: bigint;
  certified: bigint;
  uncollectable: bigint;
  committed: bigint;
  debitNoteId: number;
  creditNoteId: number | null;
};
/**
 * A debit note to the reinsured, with what it was booked at in base; `origin` is the endorsement that it was issued for, 0 the original,
 * `settled` by anything but returns.
 */
type Note = { id: number; origin: number; settled: bigint; amount: bigint; base: bigint };
/** All that is still open on a policy. */
export type Open = { items: Item[]; notes: Note[]; parts: Part[] };

/**
 * Reads what a return may be set against; to book it, locked in the order of the locks (items, notes, parts), before the
 * endorsement's own notes are made.
 */
export async function readOpen(ctx: Ctx, policyId: number, { lock }: { lock: boolean }): Promise<Open> {
  const { rows: items } = await sql<Item>`
    select i.id, i.note_id as "noteId", n.number as note, i.party_id as "partyId", i.account,
      a.function = 'PREMIUM_RECEIVABLE' as receivable, i.due_on as "dueOn", i.outstanding,
      i.base_outstanding as "baseOutstanding"
    from open_items i join notes n on n.id = i.note_id join ledger_accounts a on a.code = i.account
    where n.policy_id = ${policyId} and n.status = 'ISSUED' and i.branch_id = any(${ctx.scope}::int[])
    order by i.id ${lock ? sql`for update of i` : sql``}`.execute(ctx.db);
  const { rows: locked } = await sql<Note & { lead: boolean }>`
    select n.id, n.kind = 'DN' and n.debit_note_id is null as lead, n.settled - n.set_off as settled, n.amount, n.base_amount as base,
      coalesce((select e.sequence from endorsements e where e.id = n.endorsement_id), 0) as origin
    from notes n where n.policy_id = ${policyId} and n.branch_id = any(${ctx.scope}::int[]) and n.status = 'ISSUED'
    order by n.id ${lock ? sql`for update of n` : sql``}`.execute(ctx.db);
  const notes = locked.filter((note) => note.lead);
  const query = ctx.db
    .selectFrom('note_parts')
    .select([
      'id',
      'kind',
      'party_id as partyId',
      'tax_id as taxId',
      'effective',
      'certified',
      'uncollectable',
      'committed',
      'debit_note_id as debitNoteId',
      'credit_note_id as creditNoteId',
    ])
    .where('debit_note_id', 'in', [0, ...notes.map((note) => note.id)])
    .where('branch_id', 'in', ctx.scope)
    .orderBy('id');
  const parts = await (lock ? query.forUpdate() : query).execute();
  return { items, notes, parts: parts as Part[] };
}

/** A note that gives back: one that is issued, or would be. */
type Returning = Pick<IssuedNote, 'id' | 'party' | 'kind' | 'partyId' | 'amount'>;

/** One return note set against others of its party. */
type SetOff<N extends Returning = IssuedNote> = {
  note: N;
  against: { noteId: number; amount: bigint; steps: SettlingStep<Item>[] }[];
};

function grouped<N extends Returning>(note: N, taken: readonly { key: Item; amount: bigint }[]): SetOff<N> {
  const ids = [...new Set(taken.map(({ key }) => key.noteId))].toSorted((a, b) => a - b);
  return {
    note,
    against: ids.map((noteId) => {
      const own = taken.filter(({ key }) => key.noteId === noteId);
      return {
        noteId,
        amount: sum(own.map((one) => one.amount)),
        steps: own.map((one) => stepOf(one.key, one.amount)),
      };
    }),
  };
}

const owed = (items: readonly Item[]) =>
  items.map((item) => ({
    key: item,
    dueOn: item.dueOn,
    outstanding: item.outstanding < 0n ? -item.outstanding : item.outstanding,
  }));

/** How returns are set off: in which order, from the day on which they are booked. */
type How = { order: SetOffOrder; day: Day };

/** The returns of an endorsement: what it moves, the unearned premium of each layer from its date on, and how they are set off. */
type Returns = {
  figures: PlacementFigures;
  unearned: Approving['unearned'];
  remittanceDays: number;
  how: How;
};

/** The reinsured's credit note against what it still owes on this policy, in the order that was chosen. §2. */
function reinsuredSetOff<N extends Returning>(open: Open, issued: readonly N[], how: How): SetOff<N>[] {
  const note = issued.find((one) => one.party === 'REINSURED' && one.kind === 'CN');
  if (!note) return [];
  const items = open.items.filter((item) => item.receivable && item.outstanding > 0n);
  return [grouped(note, setAgainst(owed(items), note.amount, how).taken)];
}

/** What a part gives up; `dueBack` is as much of it as a voucher holds or has paid. */
type Returned = { part: Part; amount: bigint; dueBack: bigint };

const isOf = (component: Component) => (part: Part) =>
  part.kind === component.kind && part.partyId === component.partyId && part.taxId === component.taxId;

/** What parts of one component give up of an amount: first what no voucher holds, then the rest, which is due back. M0. */
function givenUp(parts: readonly Part[], amount: bigint): Returned[] {
  let left = amount;
  const take = (open: bigint) => {
    const taken = open < left ? open : left;
    left -= taken > 0n ? taken : 0n;
    return taken > 0n ? taken : 0n;
  };
  const free = parts.map((part) => take(part.effective - part.committed));
  return parts
    .map((part, index): Returned => {
      const returned = free[index] ?? 0n;
      const dueBack = take(part.effective - returned);
      return { part, amount: returned + dueBack, dueBack };
    })
    .filter((one) => one.amount > 0n);
}

/** A security's debit note against the credit notes whose parts give back what no voucher holds. */
function securitySetOff<N extends Returning>(
  open: Open,
  note: N,
  { returned, how }: { returned: readonly Returned[]; how: How },
): SetOff<N> {
  const own = returned.filter(({ part }) => part.kind === 'SECURITY' && part.partyId === note.partyId);
  const taken = [...Map.groupBy(own, ({ part }) => part.creditNoteId)].flatMap(([creditNote, ofIt]) => {
    const items = open.items.filter((item) => item.noteId === creditNote && item.outstanding < 0n);
    return setAgainst(owed(items), sum(ofIt.map((one) => one.amount - one.dueBack)), how).taken;
  });
  return grouped(note, taken);
}

/** How the returns of an endorsement are set against what is open: notes against notes, and how each part is resized. */
export type SettingOff<N extends Returning = IssuedNote> = {
  setOffs: SetOff<N>[];
  returned: Returned[];
  added: AddedPart[];
};

/** What became of the parts, with the notes that are issued and what of the reinsured's return is set against which note. */
type Resized = Pick<SettingOff, 'returned' | 'added'> & {
  issued: readonly Returning[];
  setOff: ReadonlyMap<number, bigint>;
};

/** Resizes the parts in step with the notes that the reinsured's return is set against. §2 SEC, M0. */
function resizedParts(
  { figures, unearned }: Returns,
  open: Open,
  { issued, setOff }: Pick<Resized, 'issued' | 'setOff'>,
): Pick<SettingOff, 'returned' | 'added'> {
  const components = componentsOf(figures);
  const partsOn = (component: Component, noteId: number) =>
    open.parts.filter((part) => part.debitNoteId === noteId && isOf(component)(part));
  const { added, taken } = resized(
    components.map((component) => component.amount),
    open.notes.map(({ id, origin }) => ({
      key: id,
      weight: unearned.get(origin) ?? 0n,
      setOff: setOff.get(id) ?? 0n,
    })),
    (index, noteId) => {
      const component = components[index];
      return component ? sum(partsOn(component, noteId).map((part) => part.effective)) : 0n;
    },
  );
  const own = issued.find((note) => note.party === 'REINSURED' && note.kind === 'DN');
  const merged = Map.groupBy(taken, (one) => `${one.component}/${one.note}`);
  return {
    returned: [...merged.values()].flatMap((rows) => {
      const [first] = rows;
      const component = first && components[first.component];
      if (!component || first.note === null) return [];
      return givenUp(partsOn(component, first.note), sum(rows.map((one) => one.amount)));
    }),
    added: [...Map.groupBy(added, (one) => `${one.component}/${one.note}`).values()].flatMap((rows) => {
      const [first] = rows;
      const component = first && components[first.component];
      const debitNoteId = first?.note ?? own?.id;
      if (!component || debitNoteId === undefined) return [];
      return [{ ...component, debitNoteId, amount: sum(rows.map((one) => one.amount)) }];
    }),
  };
}

/**
 * What of the reinsured's return is set against nothing is refunded out of the notes whose parts it lessened: as far as these
 * fell by more than is set against them. M17.
 */
function refunded({ issued, setOff, returned, added }: Resized, notes: readonly Note[]): AddedPart[] {
  const note = issued.find((one) => one.party === 'REINSURED' && one.kind === 'CN');
  if (!note) return [];
  const left = note.amount - sum([...setOff.values()]);
  const fell = notes.map(({ id }) => ({
    key: id,
    open:
      sum(returned.filter(({ part }) => part.debitNoteId === id).map((one) => one.amount)) -
      sum(added.filter((part) => part.debitNoteId === id).map((part) => part.amount)) -
      (setOff.get(id) ?? 0n),
  }));
  return oldestFirst(left, fell).parts.map(({ key: debitNoteId, amount }) => ({
    kind: 'REFUND' as const,
    partyId: note.partyId,
    taxId: null,
    amount,
    debitNoteId,
  }));
}

/** What was given up of a note was divided over its parts as they are: they are resized once it is taken back. M3. */
export function assertNothingLost({ parts }: Open, { booking }: Approving): void {
  const givesUp = componentsOf(booking.figures).some((component) => component.amount < 0n);
  if (givesUp && parts.some((part) => part.uncollectable > 0n)) throw new AppError('LOSS_FIRST');
}

/** Works out the set-off of an endorsement's returns. §2 Pay as paid: a return set off lessens a note, it is no money. */
export function settingOff<N extends Returning>(returns: Returns, open: Open, issued: readonly N[]): SettingOff<N> {
  const { how, remittanceDays } = returns;
  const reinsured = reinsuredSetOff(open, issued, how);
  const setOff = new Map(reinsured.flatMap(({ against }) => against.map((one) => [one.noteId, one.amount] as const)));
  const { returned, added } = resizedParts(returns, open, { issued, setOff });
  // A credit note's instalments are their remittance days behind the debit note's.
  const behind = { ...how, day: addDays(how.day, remittanceDays) };
  const securities = issued
    .filter((note) => note.party === 'SECURITY' && note.kind === 'DN')
    .map((note) => securitySetOff(open, note, { returned, how: behind }));
  const setOffs = [...reinsured, ...securities].filter((one) => one.against.length > 0);
  const refunds = refunded({ issued, setOff, returned, added }, open.notes);
  return { setOffs, returned, added: [...added, ...refunds] };
}

function setOffLines({ note, against }: SetOff): PostLine[] {
  const [opening] = note.opens;
  if (!opening) throw new Error('A return note opens nothing.');
  const { account, partyId } = note.line;
  const step = stepOf(
    { outstanding: opening.amount, baseOutstanding: opening.base },
    sum(against.map((one) => one.amount)),
  );
  return [
    {
      account,
      partyId,
      noteId: note.id,
      amount: -step.amount,
      base: -step.base,
      settles: [{ item: opening, amount: step.amount, base: step.base }],
    },
    ...against.map(({ noteId, steps }) => ({
      account,
      partyId,
      noteId,
      amount: -sum(steps.map((one) => one.amount)),
      base: -sum(steps.map((one) => one.base)),
      settles: steps.map((one) => ({ item: one.item.id, amount: one.amount, base: one.base })),
    })),
  ];
}

/** The entry of the set-off: within one account and party, with the exchange difference of the two rates. §3. */
export function setOffPosting({ policy, endorsement }: Approving, { setOffs }: SettingOff, day: Day): Posting[] {
  if (setOffs.length === 0) return [];
  const lines = setOffs.flatMap(setOffLines);
  return [
    {
      branchId: policy.branch_id,
      day,
      event: 'RETURN_SET_OFF',
      sourceKind: 'endorsement',
      sourceId: endorsement.id,
      narration: `${endorsement.number} set against premium`,
      currency: policy.currency,
      lines: [...lines, ...exchangeLine(lines)],
    },
  ];
}

/** Notes that settled one another, each by so much. The notes are locked. */
export async function addSetOff(ctx: Ctx, steps: readonly { noteId: number; amount: bigint }[]): Promise<void> {
  await sql`
    update notes n set settled = n.settled + s.amount, set_off = n.set_off + s.amount
    from (select note, sum(amount)::bigint as amount from unnest(${steps.map((one) => one.noteId)}::int[],
      ${steps.map((one) => one.amount)}::bigint[]) as part (note, amount) group by note) s
    where n.id = s.note`.execute(ctx.db);
}

/** Keeps what was set off: the notes that it settled, what each part gave back, and by which entry. */
export async function keepSetOff(
  ctx: Ctx,
  { policy, endorsement, booking }: Approving,
  { setOffs, returned, entryId }: Omit<SettingOff, 'added'> & { entryId: number | undefined },
): Promise<void> {
  const common = { branch_id: policy.branch_id, endorsement_id: endorsement.id };
  if (returned.length > 0) {
    await sql`
      update note_parts p set returned = p.returned + s.amount - s.due_back, due_back = p.due_back + s.due_back
      from unnest(${returned.map((one) => one.part.id)}::int[], ${returned.map((one) => one.amount)}::bigint[],
        ${returned.map((one) => one.dueBack)}::bigint[]) as s (part, amount, due_back)
      where p.id = s.part`.execute(ctx.db);
    const rows = returned.map(({ part, amount, dueBack }) => ({
      ...common,
      part_id: part.id,
      amount,
      due_back: dueBack,
    }));
    await ctx.db.insertInto('part_returns').values(rows).execute();
  }
  if (setOffs.length === 0 || entryId === undefined) return;
  const pairs = setOffs.flatMap(({ note, against }) => against.map((one) => ({ note, ...one })));
  await addSetOff(ctx, [
    ...pairs.map(({ noteId, amount }) => ({ noteId, amount })),
    ...pairs.map(({ note, amount }) => ({ noteId: note.id, amount })),
  ]);
  await ctx.db
    .insertInto('note_offsets')
    .values(
      pairs.map(({ note, noteId, amount }) => ({
        branch_id: policy.branch_id,
        source_kind: 'endorsement',
        source_id: endorsement.id,
        return_note_id: note.id,
        note_id: noteId,
        entry_id: entryId,
        amount,
        day: booking.day,
      })),
    )
    .execute();
}
