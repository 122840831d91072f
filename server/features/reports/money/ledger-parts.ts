import { type RawBuilder, sql } from 'kysely';
import { type AccountFunction, REVALUED_FUNCTIONS } from '../../../../domain/ledger/accounts.ts';
import { REVALUATIONS, YEAR_ENDS } from '../../../../domain/ledger/entries.ts';
import type { LedgerPart } from '../../../../domain/reports/ledger-parts.ts';
import { KEPT_KINDS } from '../../../../domain/vouchers/kinds.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Condition, every } from '../../../platform/http/lists.ts';
import { codesOf } from '../../firm/chart.ts';
import { eventsIn } from '../../ledger/events.ts';

/** What charges a tax or gives it back. */
export const TAX_CHARGES = eventsIn(['POLICY_APPROVED', 'POLICY_DISABLED', 'ENDORSEMENT_APPROVED', 'INVOICE_APPROVED']);
/** What moves a tax and has a column of its own in its return. */
export const TAX_NAMED = eventsIn(['CERTIFICATE', 'UNCOLLECTABLE', 'VOUCHER_PAID']);

const OWN_EVENT = sql`(select e.event from journal_entries e where e.id = t.entry_id)`;
/** The event of the entry of a line `t`; of a reversal that of what it reverses. */
export const EVENT = sql`(select coalesce(o.event, e.event) from journal_entries e
  left join journal_entries o on o.id = e.reverses_id where e.id = t.entry_id)`;

const TAXES = ['TAXES_PAYABLE'] as const;
const EXCHANGE = ['EXCHANGE_GAIN', 'EXCHANGE_LOSS'] as const;
const CLIENT = ['CLIENT_BANK'] as const;

/** A reversal takes off the side that it reverses; a revaluation moves no money. */
const IS_DEBIT = sql`(t.base_amount > 0) = (select e.reverses_id is null from journal_entries e where e.id = t.entry_id)`;
/** Of a voucher between accounts of ours, or what an adjustment made good from one: nobody paid and nobody was paid. */
const KEPT = sql`(${EVENT} = 'MADE_GOOD' or exists (select 1 from journal_entries e join vouchers v on v.id = e.source_id
  where e.id = t.entry_id and e.source_kind = 'voucher' and v.kind = any(${[...KEPT_KINDS]}::text[])))`;
const NOT_REVALUED = sql`${OWN_EVENT} <> all(${[...REVALUATIONS]}::text[])`;

/** The accounts of a part of the ledger, by their functions, and which of their lines `t` it is; none where that is all of them. */
const PARTS: Record<LedgerPart, readonly [readonly AccountFunction[], RawBuilder<unknown>?]> = {
  TAXES: [TAXES],
  TAX_CHARGED: [TAXES, sql`${EVENT} in ${TAX_CHARGES} and t.amount < 0`],
  TAX_RETURNED: [TAXES, sql`${EVENT} in ${TAX_CHARGES} and t.amount > 0`],
  TAX_NOTED: [TAXES, sql`${EVENT} in ${TAX_CHARGES}`],
  TAX_CERTIFIED: [TAXES, sql`${EVENT} = 'CERTIFICATE'`],
  TAX_UNCOLLECTABLE: [TAXES, sql`${EVENT} = 'UNCOLLECTABLE'`],
  TAX_REMITTED: [TAXES, sql`${EVENT} = 'VOUCHER_PAID'`],
  TAX_OTHER: [TAXES, sql`${EVENT} not in ${TAX_CHARGES} and ${EVENT} not in ${TAX_NAMED}`],
  CLIENT_BANK: [CLIENT],
  CLIENT_IN: [CLIENT, sql`${NOT_REVALUED} and ${IS_DEBIT} and not ${KEPT}`],
  CLIENT_OUT: [CLIENT, sql`${NOT_REVALUED} and not (${IS_DEBIT}) and not ${KEPT}`],
  POSITION: [REVALUED_FUNCTIONS],
  BANKS: [REVALUED_FUNCTIONS, sql`t.bank_account_id is not null`],
  BETWEEN_BRANCHES: [['INTER_BRANCH']],
  REVALUED: [EXCHANGE, sql`${OWN_EVENT} = any(${[...REVALUATIONS]}::text[])`],
  REALISED: [EXCHANGE, sql`${OWN_EVENT} <> all(${[...REVALUATIONS, ...YEAR_ENDS]}::text[])`],
};

/** Which journal lines `t` are of a part of the ledger. Its accounts are read first: a plan for unknown ones walks all lines by their days. */
export async function linesOfPart(ctx: Ctx, part: LedgerPart): Promise<Condition> {
  const [functions, which] = PARTS[part];
  return every([sql`t.account = any(${await codesOf(ctx.db, ...functions)}::text[])`, which]);
}

/** Lines `t` that no closing of a year made. M8. */
export const NO_YEAR_END = sql`${OWN_EVENT} <> all(${[...YEAR_ENDS]}::text[])`;
