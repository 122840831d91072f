import { sql } from 'kysely';
import * as z from 'zod/mini';
import {
  proposedUses,
  useFaults,
  type AccountUses,
  type OtherAccount,
} from '../../../../domain/imports/history/accounts.ts';
import { historyFindings, type HistoryFindings } from '../../../../domain/imports/history/contract.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { checkHistory } from './checks.ts';
import type { HistorySource } from './source.ts';
import { noFaults, stageHistory } from './stage.ts';

/** The codes and names of the taxes that an account may be of. */
export const taxesOfFirm = (ctx: Ctx) =>
  ctx.db.selectFrom('taxes').select(['code', 'name']).where('status', '=', 'ACTIVE').orderBy('code').execute();

async function accountsIn(ctx: Ctx): Promise<OtherAccount[]> {
  const { rows } = await sql<OtherAccount>`
    select a.code, min(a.name) as name, min(a.type) as kind, coalesce(max(l.lines), 0)::int as lines from h_accounts a
    left join (select account, count(*) as lines from h_lines group by 1) l on l.account = a.code group by 1 order by 1`.execute(
    ctx.db,
  );
  return rows;
}

type Reading = { source: HistorySource; goOn: () => Promise<void>; uses?: AccountUses | undefined };

/**
 * Stages the files in this transaction and checks them, with accounts for what they were said to be for, or as proposed.
 * Without faults, `h_posted` holds the lines as they are posted.
 */
export async function findHistory(ctx: Ctx, { source, goOn, uses: chosen }: Reading): Promise<HistoryFindings> {
  const faults = noFaults();
  // As long as it takes: what is worked on are tables that nobody else sees.
  await sql`set local statement_timeout = 0`.execute(ctx.db);
  const counts = await stageHistory(ctx.db, { source, faults, goOn });
  const accounts = await accountsIn(ctx);
  const taxes = (await taxesOfFirm(ctx)).map(({ code }) => code);
  // Other files than those for which it was said have other accounts.
  const known = chosen !== undefined && useFaults(accounts, chosen, taxes).length === 0;
  const uses = known ? chosen : proposedUses(accounts, taxes);
  if (faults.count === 0) await checkHistory(ctx, uses, faults);
  await goOn();
  return {
    accounts,
    uses,
    counts: {
      accounts: counts['accounts.csv'],
      parties: counts['parties.csv'],
      documents: counts['documents.csv'],
      lines: counts['lines.csv'],
    },
    faults: faults.list,
    fault_count: faults.count,
  };
}

/** What an import keeps of its files; null until they were read. */
export async function keptFindings(ctx: Ctx, importId: number): Promise<HistoryFindings | null> {
  const row = await ctx.db.selectFrom('imports').select('history').where('id', '=', importId).executeTakeFirst();
  return row === undefined || row.history === null ? null : z.parse(historyFindings, row.history);
}
