import { sql } from 'kysely';
import { CLAIM_STATES, type ClaimStatus } from '../../../domain/claims/states.ts';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import type { Permission } from '../../../domain/permissions.ts';
import { POLICY_STATES, type PolicyStatus } from '../../../domain/placements/states.ts';
import { KINDS, SEARCHED, titleOf } from '../../../domain/records/kinds.ts';
import { RECEIPT_STATES, type ReceiptStatus } from '../../../domain/receipts/states.ts';
import type { searchRecords } from '../../../domain/reports/contract.ts';
import { showAmount } from '../../../domain/values/money.ts';
import { VOUCHER_STATES, type VoucherStatus } from '../../../domain/vouchers/states.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { COUNTED, searchKey } from '../../platform/http/lists.ts';
import { branchesWith } from './permitted.ts';

type Hits = Reply<typeof searchRecords>;

const MOST = 20;

type Reach = { search: string; branches: number[]; most: number };

// The matching functions see the branches of the session. Where a kind may be seen in fewer of them, what they give is
// narrowed afterwards, so that they must give more.
function reachOf(ctx: Ctx, search: string, permission: Permission): Reach | null {
  const branches = branchesWith(ctx, permission);
  if (branches.length === 0) return null;
  return { search, branches, most: branches.length === ctx.scope.length ? MOST : COUNTED + 1 };
}

async function policiesLike(ctx: Ctx, { search, branches, most }: Reach): Promise<Hits> {
  const { rows } = await sql<{ id: number; title: string; reinsured: string; insured: string; status: PolicyStatus }>`
    select t.id, t.broker_reference as title, r.name as reinsured, i.name as insured, t.status
    from policies t join parties r on r.id = t.reinsured_id join parties i on i.id = t.current_insured_id
    where t.id in (select policies_matching(${search}, 'LOCAL', ${most}) union all select policies_matching(${search}, 'LONDON', ${most}))
      and t.branch_id = any(${branches}::int[])
    order by t.id desc limit ${MOST}`.execute(ctx.db);
  return rows.map((row) => ({
    kind: 'policy',
    id: row.id,
    title: row.title,
    detail: `${row.reinsured} · ${row.insured} · ${POLICY_STATES[row.status].label}`,
  }));
}

type Money = { id: number; number: string | null; party: string; currency: string; amount: bigint };

function moneyHit(kind: 'receipt' | 'voucher', row: Money, label: string): Hits[number] {
  const amount = `${row.currency} ${showAmount(row.amount, row.currency, 'digits')}`;
  const title = row.number ?? `${titleOf(KINDS[kind])} ${row.id}`;
  return { kind, id: row.id, title, detail: `${row.party} · ${amount} · ${label}` };
}

async function receiptsLike(ctx: Ctx, { search, branches, most }: Reach): Promise<Hits> {
  const { rows } = await sql<Money & { status: ReceiptStatus }>`
    select t.id, t.number, p.name as party, t.currency, t.amount, t.status
    from receipts t join parties p on p.id = t.payer_id
    where t.id in (select receipts_matching(${search}, ${most})) and t.branch_id = any(${branches}::int[])
    order by t.id desc limit ${MOST}`.execute(ctx.db);
  return rows.map((row) => moneyHit('receipt', row, RECEIPT_STATES[row.status].label));
}

async function vouchersLike(ctx: Ctx, { search, branches, most }: Reach): Promise<Hits> {
  const { rows } = await sql<Money & { status: VoucherStatus }>`
    select t.id, t.number, coalesce(p.name, nullif(t.narration, ''), t.kind) as party, t.currency, t.amount, t.status
    from vouchers t left join parties p on p.id = t.payee_id
    where t.id in (select vouchers_matching(${search}, ${most})) and t.branch_id = any(${branches}::int[])
    order by t.id desc limit ${MOST}`.execute(ctx.db);
  return rows.map((row) => moneyHit('voucher', row, VOUCHER_STATES[row.status].label));
}

async function claimsLike(ctx: Ctx, { search, branches, most }: Reach): Promise<Hits> {
  const { rows } = await sql<{ id: number; title: string; reinsured: string; insured: string; status: ClaimStatus }>`
    select t.id, t.number as title, r.name as reinsured, i.name as insured, t.status
    from claims t join policies o on o.id = t.policy_id join parties r on r.id = o.reinsured_id
      join parties i on i.id = o.current_insured_id
    where t.id in (select claims_matching(${search}, ${most})) and t.branch_id = any(${branches}::int[])
    order by t.id desc limit ${MOST}`.execute(ctx.db);
  return rows.map((row) => ({
    kind: 'claim',
    id: row.id,
    title: row.title,
    detail: `${row.reinsured} · ${row.insured} · ${CLAIM_STATES[row.status].label}`,
  }));
}

const MATCHING: Record<(typeof SEARCHED)[number], (ctx: Ctx, reach: Reach) => Promise<Hits>> = {
  policy: policiesLike,
  claim: claimsLike,
  receipt: receiptsLike,
  voucher: vouchersLike,
};

/** Each kind in turn, so that many policies do not hide the one receipt; then by kind again, as the palette shows them. */
function fairly(lists: readonly Hits[]): Hits {
  const taken = new Set<Hits[number]>();
  for (let index = 0; index < MOST; index += 1) {
    for (const list of lists) {
      const hit = list[index];
      if (hit && taken.size < MOST) taken.add(hit);
    }
  }
  return lists.flatMap((list) => list.filter((hit) => taken.has(hit)));
}

/** Records by number or party for the command palette, newest first, only of kinds that the caller may view. */
export async function searchHits(ctx: Ctx, { query }: Decoded<typeof searchRecords>): Promise<Hits> {
  const text = searchKey(query.searchValue);
  if (text === '') return [];
  const lists: Hits[] = [];
  for (const kind of SEARCHED) {
    const reach = reachOf(ctx, text, KINDS[kind].view);
    lists.push(reach ? await MATCHING[kind](ctx, reach) : []);
  }
  return fairly(lists);
}
