import { sql } from 'kysely';
import type { FieldError } from '../../../domain/errors.ts';
import type { KeyedInstalment } from '../../../domain/placements/instalments.ts';
import {
  followingPlan,
  notDueYet,
  planFaults,
  replanned,
  type Replanned,
  type StandingInstalment,
} from '../../../domain/endorsements/replan.ts';
import { allocate } from '../../../domain/values/decimal.ts';
import { showDay } from '../../../domain/values/day.ts';
import { amountFault, parseAmount, showMoney, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Policy } from '../placements/queries.ts';
import type { EndorsementInput } from './input.ts';
import type { Endorsement } from './queries.ts';
import { readOpen } from './set-off.ts';

type Item = StandingInstalment<number> & {
  noteId: number;
  /** 1 for what is owed to us, −1 for what we owe. */
  sign: bigint;
  sequence: number;
  base: bigint;
  baseOutstanding: bigint;
};
type Plan = KeyedInstalment[];

/** The original's notes with their instalments, the reinsured's debit note first. An endorsement's notes keep their own days. */
async function originalItems(ctx: Ctx, policyId: number): Promise<Item[][]> {
  const { rows } = await sql<Omit<Item, 'sign'> & { credit: boolean }>`
    select i.id as key, i.note_id as "noteId", i.due_on as "dueOn", abs(i.amount)::bigint as amount, abs(i.outstanding)::bigint as outstanding,
      i.sequence, i.base_amount as base, i.base_outstanding as "baseOutstanding", n.debit_note_id is not null as credit
    from open_items i join notes n on n.id = i.note_id
    where n.policy_id = ${policyId} and n.endorsement_id is null and n.status = 'ISSUED' and i.branch_id = any(${ctx.scope}::int[])
    order by n.id, i.due_on, i.sequence`.execute(ctx.db);
  const items = rows.map(({ credit, ...row }): Item => ({ ...row, sign: credit ? -1n : 1n }));
  const notes = [...new Set(items.map((item) => item.noteId))];
  return notes.map((noteId) => items.filter((item) => item.noteId === noteId));
}

function readPlan(input: EndorsementInput, currency: string): { plan: Plan; faults: FieldError[] } {
  const faults: FieldError[] = [];
  const plan = (input.instalments ?? []).map(({ due_on: dueOn, amount }, index) => {
    const value = parseAmount(amount, currency);
    if (typeof value === 'bigint') return { dueOn, amount: value };
    faults.push({ field: `instalments.${index}.amount`, message: amountFault(value, currency) });
    return { dueOn, amount: 0n };
  });
  return { plan, faults };
}

/** What is wrong with the payment dates that an endorsement sets, as the notes are today. §2 Terms and due dates. */
export async function instalmentFaults(ctx: Ctx, policy: Policy, input: EndorsementInput): Promise<FieldError[]> {
  if (input.instalments === null || input.instalments === undefined) return [];
  if (input.endorsementtype !== 'NIL')
    return [{ field: 'instalments', message: 'Change payment dates by an endorsement without premium.' }];
  const { plan, faults } = readPlan(input, policy.currency);
  if (faults.length > 0) return faults;
  const [lead = []] = await originalItems(ctx, policy.id);
  return planFaults(plan, { standing: lead, today: ctx.today, currency: policy.currency });
}

type Moved = { noteId: number; before: readonly Item[]; after: readonly Replanned<number>[] };

/** The original's notes as the plan leaves them: the debit note by the plan, the credit notes behind it. */
function movedNotes(
  notes: readonly (readonly Item[])[],
  facts: { plan: Plan; policy: Policy; today: string },
): Moved[] {
  const [lead = [], ...credits] = notes;
  const due = new Set(notDueYet(lead, facts.today).map((item) => item.key));
  const after = replanned(lead, { moved: due, plan: facts.plan });
  const followed = credits.map((items) => {
    const { remittance_days: remittanceDays } = facts.policy;
    const behind = followingPlan(facts.plan, { standing: items, today: facts.today, remittanceDays });
    return { noteId: items[0]?.noteId ?? 0, before: items, after: replanned(items, behind) };
  });
  return [{ noteId: lead[0]?.noteId ?? 0, before: lead, after }, ...followed];
}

async function keepItems(ctx: Ctx, { before, after, noteId }: Moved, endorsementId: number): Promise<void> {
  const [first] = before;
  if (!first) return;
  const known = new Map(before.map((item) => [item.key, item]));
  const touched = after.filter((one) => {
    const own = one.key === null ? undefined : known.get(one.key);
    return !own || own.dueOn !== one.dueOn || own.amount !== one.amount || own.outstanding !== one.outstanding;
  });
  if (touched.length === 0) return;
  // What the touched items gave up in base is spread over what they hold now, so that the note's base stays.
  const released = sum(touched.map((one) => (one.key === null ? 0n : (known.get(one.key)?.baseOutstanding ?? 0n))));
  const bases = allocate(
    released,
    touched.map((one) => one.outstanding),
  );
  const rows = touched.map((one, index) => {
    const own = one.key === null ? undefined : known.get(one.key);
    const open = bases[index] ?? 0n;
    return { ...one, own, base: (own ? own.base - own.baseOutstanding : 0n) + open, open };
  });
  for (const { own, dueOn, amount, outstanding, base, open } of rows) {
    if (!own) continue;
    await ctx.db
      .updateTable('open_items')
      .set({
        due_on: dueOn,
        amount: amount * own.sign,
        outstanding: outstanding * own.sign,
        base_amount: base,
        base_outstanding: open,
        settled_on: outstanding === 0n ? ctx.today : null,
        changed_by: endorsementId,
      })
      .where('id', '=', own.key)
      .execute();
  }
  const more = rows.filter((row) => row.own === undefined);
  const next = Math.max(...before.map((item) => item.sequence));
  for (const [index, row] of more.entries())
    await sql`
      insert into open_items (branch_id, account, party_id, currency, entry_id, note_id, sequence, opened_on, due_on, amount, base_amount,
        outstanding, base_outstanding, changed_by)
      select branch_id, account, party_id, currency, entry_id, note_id, ${next + 1 + index}, opened_on, ${row.dueOn}::date,
        ${row.amount * first.sign}::bigint, ${row.base}::bigint, ${row.outstanding * first.sign}::bigint, ${row.open}::bigint, ${endorsementId}
      from open_items where id = ${first.key}`.execute(ctx.db);
  await sql`update notes set due_on = (select min(due_on) from open_items where note_id = ${noteId} and amount <> 0) where id = ${noteId}`.execute(
    ctx.db,
  );
}

const openOf = (rows: readonly { dueOn: string; outstanding: bigint }[]) =>
  rows
    .filter((row) => row.outstanding > 0n)
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
    .map((row) => ({ due_on: row.dueOn, open: String(row.outstanding) }));

type Approved = { policy: Policy; endorsement: Endorsement; input: EndorsementInput };

/**
 * Puts the instalments that are not due yet on the endorsement's days and lets the credit notes follow; every other figure
 * stays. Returns what changed, for the audit trail: nothing where the endorsement sets no dates. §2 Terms and due dates.
 */
export async function rewritePlan(
  ctx: Ctx,
  { policy, endorsement, input }: Approved,
): Promise<Record<string, unknown>> {
  if (input.instalments === null || input.instalments === undefined) return {};
  await readOpen(ctx, policy.id, { lock: true });
  const { plan } = readPlan(input, policy.currency);
  const moved = movedNotes(await originalItems(ctx, policy.id), { plan, policy, today: ctx.today });
  const kept = moved.map(({ noteId, before, after }) => ({
    note_id: noteId,
    before: openOf(before),
    after: openOf(after),
  }));
  for (const one of moved) await keepItems(ctx, one, endorsement.id);
  await ctx.db
    .insertInto('plan_changes')
    .values(
      kept.map((one) => ({
        branch_id: policy.branch_id,
        endorsement_id: endorsement.id,
        note_id: one.note_id,
        day: ctx.today,
        before: JSON.stringify(one.before),
        after: JSON.stringify(one.after),
      })),
    )
    .execute();
  return { instalments: kept };
}

/** What approving today will do to the instalments, in words, before it does. §4. */
export async function planWords(ctx: Ctx, policy: Policy, input: EndorsementInput): Promise<string[]> {
  if (input.instalments === null || input.instalments === undefined) return [];
  const { plan } = readPlan(input, policy.currency);
  const [lead = []] = await originalItems(ctx, policy.id);
  const planText = (rows: readonly { dueOn: string; amount: bigint }[]) =>
    rows
      .map((row) => `${showMoney({ amount: row.amount, currency: policy.currency })} on ${showDay(row.dueOn)}`)
      .join(', ');
  const now = notDueYet(lead, ctx.today).map((item) => ({ dueOn: item.dueOn, amount: item.outstanding }));
  return [
    `Instalments now: ${planText(now)}.`,
    `Instalments then: ${planText(plan)}.`,
    'The credit notes follow. What is due already stays due.',
  ];
}
