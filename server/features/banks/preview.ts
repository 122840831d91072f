import type { Reply } from '../../../domain/endpoint.ts';
import { SHOWN_LINES, type previewBankStatement, type SheetChoices } from '../../../domain/banks/contract.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { addSamples } from '../imports/columns.ts';
import { ourAccount, shownAccount } from './accounts.ts';
import { isReady, workOut, type StatementUpload, type Worked } from './work-out.ts';

type Preview = Reply<typeof previewBankStatement>;

/** What came in and what went out, as amounts of the wire; what went out without its sign. */
function movedOf(amounts: readonly bigint[], currency: string) {
  const paidIn = sum(amounts.filter((amount) => amount > 0n));
  return {
    paid_in: formatAmount(paidIn, currency),
    paid_out: formatAmount(paidIn - sum(amounts), currency),
  };
}

function shownStatement(
  { read, days, refusals, faults }: Worked['statements'][number],
  currency: string,
): Preview['statements'][number] {
  const shown = (amount: bigint | null) => (amount === null ? null : formatAmount(amount, currency));
  return {
    number: read.number,
    first_day: days?.first ?? null,
    last_day: days?.last ?? null,
    opening: shown(read.opening),
    closing: shown(read.closing),
    ...movedOf(
      read.lines.map(({ amount }) => amount),
      currency,
    ),
    count: read.lines.length,
    refusals,
    faults: faults.slice(0, SHOWN_LINES),
    fault_count: faults.length,
    lines: read.lines.slice(0, SHOWN_LINES).map(({ row, day, amount, party, text, reference }) => ({
      row,
      day,
      amount: formatAmount(amount, currency),
      party,
      text,
      reference,
    })),
  };
}

function shownSheet({ sheet, reading }: Worked): Preview['sheet'] {
  if (sheet === null || reading === null) return null;
  const columns = sheet.columns.map((heading) => ({ heading, samples: [] }));
  addSamples(columns, sheet.rows);
  return {
    columns,
    matching: reading.matching,
    day_order: reading.dayOrder,
    remembered: reading.remembered,
    asks_balances: reading.matching['balance'] === undefined,
  };
}

/** What a file holds for an account and what is wrong with it; nothing is kept. */
export async function previewOf(
  ctx: Ctx,
  { account: id, sheet = {} }: { account: number; sheet?: SheetChoices | undefined },
  upload: StatementUpload,
): Promise<Preview> {
  const account = await ourAccount(ctx, id, { lock: false });
  const worked = await workOut(ctx, account, { upload, choices: sheet });
  const { before } = worked;
  return {
    format: worked.format,
    account: shownAccount(account),
    statements: worked.statements.map((one) => shownStatement(one, account.currency)),
    sheet: shownSheet(worked),
    read_before: before && { statement: before.id, by: before.by, at: before.at },
    ready: isReady(worked),
  };
}
