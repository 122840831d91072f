import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import { isOwedToUs, NOTE_SERIES } from '../../../domain/ledger/notes.ts';
import { settledLines, settleInOrder } from '../../../domain/ledger/settling.ts';
import { formatAmount, showMoney, sum } from '../../../domain/values/money.ts';
import type { voucherOwing } from '../../../domain/vouchers/payables-contract.ts';
import { type VoucherKind, voucherRules } from '../../../domain/vouchers/kinds.ts';
import { assertOwed, type NettedPurpose, overpaidNotice, proposedNets } from '../../../domain/vouchers/netting.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PostLine } from '../ledger/post.ts';
import { settleNotes } from '../receipts/money.ts';
import type { Net, Payable, Voucher } from './queries.ts';
import { eitherId } from '../../platform/db/either-id.ts';

/** What can be set against a voucher: a note that its payee owes, or a part that was paid too much; as much of it as no other voucher carries. */
type Owing = Net & {
  number: string;
  purpose: NettedPurpose;
  policy: number | null;
  reference: string | null;
  insured: string;
  dueOn: string;
};

type Of = {
  kind: VoucherKind;
  payeeId: number | null;
  taxId: number | null;
  currency: string;
  branches: readonly number[];
  /** A voucher that asks: what it carries itself is left to it. */
  except: number | null;
};

const MOST = 200;
const HELD = (
  except: number | null,
) => sql`select sum(k.amount) from voucher_nets k join vouchers v on v.id = k.voucher_id
  where v.status in ('PENDING', 'APPROVED') and v.id is distinct from ${except}::int`;

/** Returns and claim invoices of a security that are open and that it does not deny. M15, C13. */
async function owedBy(ctx: Ctx, { payeeId, currency, branches, except }: Of): Promise<Owing[]> {
  const { rows } = await sql<Owing>`
    select n.id as note, null::int as part, n.number, n.purpose, o.id as policy, o.broker_reference as reference,
      coalesce(i.name, '') as insured, n.due_on as "dueOn",
      (n.amount - n.settled - coalesce((${HELD(except)} and k.note_id = n.id), 0))::bigint as amount
    from notes n left join claims c on c.id = n.claim_id left join policies o on o.id = ${eitherId('n.policy_id', 'c.policy_id')}
    left join parties i on i.id = o.current_insured_id
    left join claim_agreements a on a.movement_id = n.movement_id and a.security_id = n.party_id
    where n.party_id = ${payeeId} and n.branch_id = any(${[...branches]}::int[]) and n.currency = ${currency}
      and n.kind = any(${NOTE_SERIES.filter(isOwedToUs)}::text[]) and n.purpose in ('RETURN', 'CLAIM')
      and n.status = 'ISSUED' and n.settled < n.amount and coalesce(a.answer, '') not in ('DENIED', 'DISPUTED')
    order by n.due_on, n.id limit ${MOST}`.execute(ctx.db);
  return rows;
}

/** Parts of the same tax, or of our brokerage, paid beyond what is released of them now: no more than was paid, as a certificate is not ours. M15. */
async function overpaidOf(ctx: Ctx, { kind, taxId, currency, branches, except }: Of): Promise<Owing[]> {
  const { holds } = voucherRules(kind);
  const overpaid = sql`p.branch_id = any(${[...branches]}::int[]) and p.kind = ${holds} and p.currency = ${currency}
    and p.kind in ('TAX', 'BROKERAGE') and p.paid > p.effective - p.certified and p.tax_id is not distinct from ${taxId}::int`;
  const { rows } = await sql<Owing>`
    select null::int as note, p.id as part, n.number, p.kind as purpose, o.id as policy, o.broker_reference as reference,
      coalesce(i.name, '') as insured, n.due_on as "dueOn",
      (least(r.due_back, p.paid) - coalesce((${HELD(except)} and k.part_id = p.id), 0))::bigint as amount
    from part_releases(array(select p.debit_note_id from note_parts p where ${overpaid})) r
    join note_parts p on p.id = r.part_id join notes n on n.id = p.debit_note_id
    left join policies o on o.id = n.policy_id left join parties i on i.id = o.current_insured_id
    where ${overpaid} and r.due_back > 0 and n.status = 'ISSUED' order by n.due_on, p.id limit ${MOST}`.execute(ctx.db);
  return rows;
}

/** What can be set against a voucher now, oldest due first; what other vouchers carry of it is left out. M15. */
export async function owingOf(ctx: Ctx, of: Of): Promise<Owing[]> {
  const { nets } = voucherRules(of.kind);
  if (nets === null) return [];
  const owing = nets === 'OWED' ? await owedBy(ctx, of) : await overpaidOf(ctx, of);
  return owing.filter((one) => one.amount > 0n);
}

/** The same of a voucher as it is kept. */
const owingTo = (ctx: Ctx, voucher: Voucher) =>
  owingOf(ctx, {
    kind: voucher.kind,
    payeeId: voucher.payee_id,
    taxId: voucher.tax_id,
    currency: voucher.currency,
    branches: [voucher.branch_id],
    except: voucher.id,
  });

/** What can be set against a voucher, for its form. M15. */
export async function voucherOwed(
  ctx: Ctx,
  { query }: Decoded<typeof voucherOwing>,
): Promise<Reply<typeof voucherOwing>> {
  const { kind, currency, payee = null } = query;
  const branches = ctx.scope;
  const owing = await owingOf(ctx, { kind, payeeId: payee, taxId: payee, currency, branches, except: null });
  return owing.map(({ note, part, number, purpose, policy, reference, insured, dueOn, amount }) => ({
    item: note ?? part ?? 0,
    note: number,
    purpose,
    policy: policy === null ? null : { id: policy, name: reference ?? '' },
    insured,
    currency,
    due_on: dueOn,
    open: formatAmount(amount, currency),
  }));
}

/** That something was paid too much of the tax or brokerage of a voucher that sets nothing off. M15. */
export async function nothingSetOff(ctx: Ctx, voucher: Voucher): Promise<string[]> {
  if (voucherRules(voucher.kind).nets !== 'OVERPAID' || voucher.set_off > 0n) return [];
  const notice = overpaidNotice(sum((await owingTo(ctx, voucher)).map((one) => one.amount)), voucher.currency);
  return notice === null ? [] : [notice];
}

const isSame = (one: Net) => (other: Net) => other.note === one.note && other.part === one.part;

/** Refuses what is owed no longer, or is on another voucher by now; notes and parts are locked. Throws OVER_NETTED. M15. */
export async function assertStillOwed(ctx: Ctx, voucher: Voucher, nets: readonly Net[]): Promise<void> {
  if (nets.length === 0) return;
  const owing = await owingTo(ctx, voucher);
  const numbers = await numbersOf(ctx, nets);
  assertOwed(
    nets.map((net) => ({
      number: numbers.get(net.note ?? net.part ?? 0) ?? 'the note',
      requested: net.amount,
      open: owing.find(isSame(net))?.amount ?? 0n,
    })),
    voucher.currency,
  );
}

async function numbersOf(ctx: Ctx, nets: readonly Net[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; number: string }>`
    select id, number from notes where id = any(${nets.flatMap((net) => net.note ?? [])}::int[])
    union all select p.id, n.number from note_parts p join notes n on n.id = p.debit_note_id
    where p.id = any(${nets.flatMap((net) => net.part ?? [])}::int[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row.number]));
}

/** What of a tax or brokerage was paid too much is chosen at submission, oldest first, up to what the maker set off. M15. */
export async function chooseNets(ctx: Ctx, voucher: Voucher): Promise<Net[]> {
  if (voucher.set_off === 0n) return [];
  const owing = await owingTo(ctx, voucher);
  const open = sum(owing.map((one) => one.amount));
  if (voucher.set_off > open)
    throw new AppError('OVER_NETTED', {
      open: showMoney({ amount: open, currency: voucher.currency }),
      note: voucher.kind === 'TAX' ? 'what was remitted of this tax' : 'the brokerage that was drawn',
    });
  const chosen = proposedNets(
    voucher.set_off,
    owing.map((one) => ({ key: one, open: one.amount })),
  ).map(({ key, amount }): Net => ({ note: key.note, part: key.part, amount }));
  await writeNets(ctx, { id: voucher.id, branchId: voucher.branch_id }, chosen);
  return chosen;
}

/** Writes what is set against a voucher. */
export async function writeNets(
  ctx: Ctx,
  voucher: { id: number; branchId: number },
  nets: readonly Net[],
): Promise<void> {
  if (nets.length === 0) return;
  await ctx.db
    .insertInto('voucher_nets')
    .values(
      nets.map(({ note, part, amount }) => ({
        branch_id: voucher.branchId,
        voucher_id: voucher.id,
        note_id: note,
        part_id: part,
        amount,
      })),
    )
    .execute();
}

/** Cr what a security owes, at the base that it was booked at: its returns, its claim invoices. M15. */
export function netLines(voucher: Voucher, nets: readonly Net[], items: readonly Payable[]): PostLine[] {
  return nets.flatMap(({ note: noteId, amount }): PostLine[] => {
    if (noteId === null || voucher.payee_id === null) return [];
    const own = items.filter((item) => item.noteId === noteId);
    const { steps, rest } = settleInOrder(own, amount);
    if (rest > 0n) throw new AppError('OVER_NETTED', { open: 'less', note: 'the note' });
    return settledLines(voucher.payee_id, steps).map(({ steps: taken, ...line }) => ({
      ...line,
      noteId,
      settles: taken.map((step) => ({ item: step.item.id, amount: step.amount, base: step.base })),
    }));
  });
}

/** Notes that a voucher carries are settled by its payment, and no longer once it is reversed. M15. */
export async function settleNets(ctx: Ctx, nets: readonly Net[], sign: 1n | -1n): Promise<void> {
  await settleNotes(
    ctx,
    nets.flatMap(({ note, amount }) => (note === null ? [] : [{ noteId: note, amount: amount * sign }])),
  );
}
