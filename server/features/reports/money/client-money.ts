import type { Decoded } from '../../../../domain/endpoint.ts';
import {
  clientAccounts as clientAccountsCall,
  clientAccountsTable,
  clientMoney as clientMoneyCall,
  clientMoneyTable,
  MATTERS_OF_LABELS,
  paidAhead as paidAheadCall,
  paidAheadTable,
} from '../../../../domain/reports/client-money.ts';
import { besideOn } from '../../../../domain/reports/beside.ts';
import { emptied, replyRow, type Values } from '../../../../domain/tables/table.ts';
import { type Day, writtenDay } from '../../../../domain/values/day.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { besideOther, leftBeside } from '../../../../domain/reports/laid.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { clientAccountsAt } from '../../ledger/client-accounts.ts';
import { clientMoneyAt, paidAheadAt, toConvertAt } from '../../ledger/client-money.ts';
import { besideFact, fact } from '../../../platform/exports/facts.ts';
import { report } from '../report.ts';
import { firstShown, MOST } from '../first-rows.ts';

const dayOf = (ctx: Ctx, { query }: { query: { asat?: Day | null | undefined } }): Day => query.asat ?? ctx.today;

type Input = Decoded<typeof clientMoneyCall>;
type Held = Values<typeof clientMoneyTable>;
type Own = Omit<Held, 'beside' | 'change'>;

const keyOf = ({ branch, currency }: Own): string => `${branch}/${currency}`;

/** As at a day, beside what was held on another one where that is asked for. */
async function heldRows(ctx: Ctx, input: Input): Promise<Held[]> {
  const beside = besideOn(input.query.beside, dayOf(ctx, input));
  const laid = besideOther<Own>(
    await clientMoneyAt(ctx, dayOf(ctx, input)),
    beside === undefined ? undefined : await clientMoneyAt(ctx, beside),
    { key: keyOf, amount: ({ held }) => held, gone: (row) => emptied(clientMoneyTable, row) },
  );
  return beside === undefined ? laid : laid.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Client money as at any day: held beside what belongs to others. M14. */
export const clientMoney = report({
  endpoint: clientMoneyCall,
  table: clientMoneyTable,
  name: 'client-money',
  title: 'Client money',
  period: (ctx, input) => `As at ${writtenDay(dayOf(ctx, input))}`,
  reply: async (ctx, input: Input) => ({
    as_at: dayOf(ctx, input),
    data: (await heldRows(ctx, input)).map((row) => replyRow(clientMoneyTable, row, ctx.firm.baseCurrency)),
    to_convert: (await toConvertAt(ctx, dayOf(ctx, input))).map((row) => ({
      ...row,
      amount: formatAmount(row.amount, row.currency),
      into_amount: formatAmount(row.into_amount, row.into_currency),
    })),
  }),
  facts: (ctx, input) => {
    const beside = besideOn(input.query.beside, dayOf(ctx, input));
    return [besideFact(beside)];
  },
  leaves: leftBeside,
  rows: heldRows,
});

/** The same by bank account. M14. */
export const clientAccounts = report({
  endpoint: clientAccountsCall,
  table: clientAccountsTable,
  name: 'client-money-accounts',
  title: 'Client money by bank account',
  period: (ctx, input) => `As at ${writtenDay(dayOf(ctx, input))}`,
  reply: async (ctx, input) => ({
    as_at: dayOf(ctx, input),
    data: (await clientAccountsAt(ctx, dayOf(ctx, input))).map((row) =>
      replyRow(clientAccountsTable, row, ctx.firm.baseCurrency),
    ),
  }),
  rows: (ctx, input) => clientAccountsAt(ctx, dayOf(ctx, input)),
});

const aheadOf = (ctx: Ctx, { query }: Decoded<typeof paidAheadCall>, page: { most?: number } = {}) =>
  paidAheadAt(ctx, { day: dayOf(ctx, { query }), currency: query.currency, of: query.of, ...page });

/** The notes and claims that make a shortfall. M14. */
export const paidAhead = report({
  endpoint: paidAheadCall,
  table: paidAheadTable,
  name: 'paid-ahead',
  title: 'Paid ahead of what came in',
  period: (ctx, { query }) => `As at ${writtenDay(dayOf(ctx, { query }))}`,
  facts: (_ctx, { query }) => [fact('Of', query.of && MATTERS_OF_LABELS[query.of])],
  reply: async (ctx, input) => {
    const rows = await aheadOf(ctx, input, { most: MOST + 1 });
    return {
      as_at: dayOf(ctx, input),
      ...(await firstShown(ctx, rows, { table: paidAheadTable, rowOf: (row) => row })),
    };
  },
  rows: (ctx, input) => aheadOf(ctx, input),
});
