import type * as z from 'zod/mini';
import type { decisionPreview } from '../../../domain/decision-calls.ts';
import type { LedgerLine } from '../../../domain/ledger/entries.ts';
import { formatAmount, showMoney } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { codeOf, readChart } from '../firm/chart.ts';
import type { PostLine } from './post.ts';

/** Journal lines as a checker reads them: accounts and parties by name. */
export async function journalPreview(
  ctx: Ctx,
  lines: readonly (PostLine & { branch?: string | undefined })[],
  currency: string,
): Promise<z.output<typeof decisionPreview>['journal']> {
  const partyIds = [...new Set(lines.flatMap((line) => line.partyId ?? []))];
  const [accounts, chart, parties, taxes] = await Promise.all([
    ctx.db.selectFrom('ledger_accounts').select(['code', 'name']).execute(),
    readChart(ctx.db),
    partyIds.length === 0
      ? []
      : ctx.db.selectFrom('parties').select(['id', 'name']).where('id', 'in', partyIds).execute(),
    ctx.db.selectFrom('taxes').select(['id', 'name']).execute(),
  ]);
  const coded = lines.map((line) => ({
    ...line,
    code: codeOf(chart, line.account, line.taxId),
    in: line.currency ?? currency,
  }));
  return coded.map((line) => ({
    account: line.code,
    account_name: accounts.find((account) => account.code === line.code)?.name ?? '',
    party:
      (parties.find((party) => party.id === line.partyId) ?? taxes.find((tax) => tax.id === line.taxId))?.name ?? null,
    ...(line.branch !== undefined && { branch: line.branch }),
    debit: line.amount > 0n ? formatAmount(line.amount, line.in) : null,
    credit: line.amount < 0n ? formatAmount(-line.amount, line.in) : null,
    currency: line.in,
  }));
}

/** A base difference has no amount in the currency of its entry: it is shown in words. */
export function exchangeWarnings(lines: readonly LedgerLine[], base: string): string[] {
  return lines
    .filter((line) => line.amount === 0n)
    .map(({ base: amount }) => {
      const [word, plain] = amount < 0n ? ['gain', -amount] : ['loss', amount];
      return `An exchange ${word} of ${showMoney({ amount: plain, currency: base })} is booked with it.`;
    });
}
