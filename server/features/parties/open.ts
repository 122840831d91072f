import { type RawBuilder, sql } from 'kysely';
import type { AccountFunction } from '../../../domain/ledger/accounts.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { accountsOf } from '../firm/chart.ts';
import { branchesWith } from '../reports/permitted.ts';

/** What a party owes us, less its cash that is not allocated. */
const TO_US = [
  'PREMIUM_RECEIVABLE',
  'CLAIMS_RECOVERABLE',
  'INVOICES_RECEIVABLE',
  'UNALLOCATED_CASH',
] as const satisfies readonly AccountFunction[];
/** What we owe a party. */
const BY_US = ['PREMIUM_PAYABLE', 'CLAIMS_PAYABLE'] as const satisfies readonly AccountFunction[];

export const toUs = () => accountsOf(...TO_US);
export const byUs = () => accountsOf(...BY_US);

/** The branches in which the caller sees what is owed to us, and by us. §5. */
export const sidesOf = (ctx: Ctx) => ({
  toUs: branchesWith(ctx, 'reports.money', 'reports.receivables_ageing'),
  byUs: branchesWith(ctx, 'reports.money'),
});

/** Open items of parties that the caller sees, by the index that has them; `parties` is a query of their ids. */
export const openOf = (ctx: Ctx, parties: RawBuilder<unknown>): RawBuilder<unknown> => {
  const sides = sidesOf(ctx);
  return sql`(
    select i.*, 'TO_US' as side from open_items i
    where i.branch_id = any(${sides.toUs}::int[]) and i.account = any(${toUs()}) and i.party_id = any(array(${parties})) and i.outstanding <> 0
    union all
    select i.*, 'BY_US' from open_items i
    where i.branch_id = any(${sides.byUs}::int[]) and i.account = any(${byUs()}) and i.party_id = any(array(${parties})) and i.outstanding <> 0)`;
};
