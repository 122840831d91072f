import { sql } from 'kysely';
import { exchangeLine } from '../../../domain/ledger/entries.ts';
import { oldestFirst } from '../../../domain/ledger/releases.ts';
import { stepOf } from '../../../domain/ledger/settling.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { addSetOff } from '../endorsements/set-off.ts';
import type { Opening, Posting, PostLine } from '../ledger/post.ts';
import type { Approving, Issued } from './booking.ts';

/** A call that is not collected in full: what its security still owes, and what is owed to the reinsured for it. */
type Uncollected = {
  note: number;
  part: number;
  security: number;
  account: string;
  item: number;
  outstanding: bigint;
  base: bigint;
  owed_account: string;
  owed_item: number;
  owed_outstanding: bigint;
  owed_base: bigint;
  free: bigint;
};

/** The invoices of a claim's calls that are not collected yet, oldest due first, locked: items, notes, parts by id. C11. */
async function lockUncollected(ctx: Ctx, claimId: number): Promise<Uncollected[]> {
  const own = sql`n.claim_id = ${claimId} and n.purpose = 'CLAIM' and n.status = 'ISSUED' and n.settled < n.amount
    and m.movement_type in ('CALL', 'FINAL') and not m.ex_gratia and n.branch_id = any(${[...ctx.scope]}::int[])`;
  await sql`select i.id from open_items i where i.id in (
      select i.id from notes n join movements m on m.id = n.movement_id join note_parts p on p.debit_note_id = n.id
      join open_items i on i.note_id = n.id or i.part_id = p.id where ${own}) order by i.id for update`.execute(ctx.db);
  await sql`select n.id from notes n where n.id in (select n.id from notes n join movements m on m.id = n.movement_id where ${own})
    order by n.id for update`.execute(ctx.db);
  await sql`select p.id from note_parts p where p.debit_note_id in (select n.id from notes n join movements m on m.id = n.movement_id where ${own})
    order by p.id for update`.execute(ctx.db);
  const { rows } = await sql<Uncollected>`
    select n.id as note, p.id as part, n.party_id as security, r.account, r.id as item, r.outstanding, r.base_outstanding as base,
      y.account as owed_account, y.id as owed_item, y.outstanding as owed_outstanding, y.base_outstanding as owed_base,
      least(r.outstanding, -y.outstanding, p.effective - p.committed) as free
    from notes n join movements m on m.id = n.movement_id join note_parts p on p.debit_note_id = n.id
    join open_items r on r.note_id = n.id join open_items y on y.part_id = p.id
    where ${own} and r.outstanding > 0 and y.outstanding < 0 order by n.due_on, n.id`.execute(ctx.db);
  return rows.filter((row) => row.free > 0n);
}

/** A part of a salvage note set against what its security still owes: nothing of it is collected or paid out. C11. */
type SetAgainst = { part: number; opening: Opening; invoice: Uncollected; amount: bigint };

const openingOf = (posting: Posting, part: number): Opening => {
  const opening = posting.lines.flatMap((line) => line.opens ?? []).find((one) => one.partId === part);
  if (!opening) throw new Error('A part of a salvage note has no open item.');
  return opening;
};

/** Sets each security's part against its own invoices, oldest due first. */
function setAgainst({ parts }: Issued, posting: Posting, open: readonly Uncollected[]): SetAgainst[] {
  return parts.flatMap(({ securityId, part, amount }) => {
    const claimants = open.filter((one) => one.security === securityId).map((one) => ({ key: one, open: one.free }));
    const opening = openingOf(posting, part);
    return oldestFirst(amount, claimants).parts.map((one) => ({ part, opening, invoice: one.key, amount: one.amount }));
  });
}

type Item = { item: number | Opening; outstanding: bigint; baseOutstanding: bigint; account: string | null };

/** Settles one item by another of the same account and party, which owe each other. */
function contra(partyId: number, [owed, owing]: readonly [Item, Item], amount: bigint): PostLine[] {
  return [owed, owing].map((one): PostLine => {
    const step = stepOf(one, amount);
    const account = one.account ?? owed.account ?? owing.account ?? '';
    return {
      account: { code: account },
      partyId,
      amount: -step.amount,
      base: -step.base,
      settles: [{ item: one.item, amount: step.amount, base: step.base }],
    };
  });
}

type Left = Map<Opening, { outstanding: bigint; baseOutstanding: bigint }>;

// Several invoices take from one opening, and several parts from that of the salvage note: each takes from what is left.
function take(left: Left, opening: Opening, amount: bigint): Item {
  const now = left.get(opening) ?? { outstanding: opening.amount, baseOutstanding: opening.base };
  const step = stepOf(now, amount);
  left.set(opening, { outstanding: now.outstanding - step.amount, baseOutstanding: now.baseOutstanding - step.base });
  return { item: opening, ...now, account: null };
}

function setOffLines({ ground }: Approving, posting: Posting, set: readonly SetAgainst[]): PostLine[] {
  const { id: reinsured } = ground.atLoss.placement.reinsured;
  const note = posting.lines.flatMap((line) => line.opens ?? []).find((one) => one.noteId !== undefined);
  if (!note) throw new Error('A salvage note has no open item.');
  const left: Left = new Map();
  const lines = set.flatMap(({ opening, invoice, amount }) => {
    const owing = {
      item: invoice.item,
      outstanding: invoice.outstanding,
      baseOutstanding: invoice.base,
      account: invoice.account,
    };
    const owed = {
      item: invoice.owed_item,
      outstanding: invoice.owed_outstanding,
      baseOutstanding: invoice.owed_base,
      account: invoice.owed_account,
    };
    return [
      ...contra(invoice.security, [owing, take(left, opening, amount)], amount),
      ...contra(reinsured, [owed, take(left, note, amount)], amount),
    ];
  });
  return [...lines, ...exchangeLine(lines)];
}

/** What of a salvage is set against invoices that are not collected yet: the posting, to be made with the movement's own. */
export async function salvageSetOff(ctx: Ctx, approving: Approving, issued: Issued & { posting: Posting }) {
  const open = await lockUncollected(ctx, approving.ground.claim.id);
  const set = setAgainst(issued, issued.posting, open);
  if (set.length === 0) return { set, postings: [] };
  const { movement } = approving;
  const posting: Posting = {
    ...issued.posting,
    event: 'SALVAGE_SET_OFF',
    narration: `${movement.number} set against what is not collected`,
    lines: setOffLines(approving, issued.posting, set),
  };
  return { set, postings: [posting] };
}

const totals = (set: readonly SetAgainst[], key: (one: SetAgainst) => number) =>
  [...Map.groupBy(set, key)].map(([id, own]) => ({ id, amount: own.reduce((all, one) => all + one.amount, 0n) }));

/** Keeps what was set off: the notes that it settled and what each part gave back. */
export async function keepSalvageSetOff(
  ctx: Ctx,
  { ground, movement, booking }: Approving,
  { set, note, entryId }: { set: readonly SetAgainst[]; note: number; entryId: number },
): Promise<void> {
  const { branch_id: branchId } = ground.claim;
  const invoices = totals(set, (one) => one.invoice.note);
  const steps = invoices.map(({ id, amount }) => ({ noteId: id, amount }));
  await addSetOff(ctx, [...steps, ...steps.map(({ amount }) => ({ noteId: note, amount }))]);
  await ctx.db
    .insertInto('note_offsets')
    .values(
      invoices.map(({ id, amount }) => ({
        branch_id: branchId,
        source_kind: 'movement',
        source_id: movement.id,
        return_note_id: note,
        note_id: id,
        entry_id: entryId,
        amount,
        day: booking.day,
      })),
    )
    .execute();
  const returned = [...totals(set, (one) => one.part), ...totals(set, (one) => one.invoice.part)];
  await sql`
    update note_parts p set returned = p.returned + s.amount
    from unnest(${returned.map((one) => one.id)}::int[], ${returned.map((one) => one.amount)}::bigint[]) as s (part, amount)
    where p.id = s.part`.execute(ctx.db);
  await ctx.db
    .insertInto('part_returns')
    .values(returned.map(({ id, amount }) => ({ branch_id: branchId, movement_id: movement.id, part_id: id, amount })))
    .execute();
}
