import { priceLines } from '../../../domain/ledger/entries.ts';
import type { Day } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { PostLine } from '../ledger/post.ts';
import { rateOn } from '../ledger/rates.ts';
import type { JournalLine } from './queries.ts';

type Booked = Pick<JournalLine, 'account' | 'partyId' | 'taxId' | 'currency' | 'amount'>;

/** The lines of a manual journal as they are booked: each currency by itself at the rate of the day, so that base balances. §3, M16. */
export async function journalLines(ctx: Ctx, lines: readonly Booked[], day: Day): Promise<PostLine[]> {
  const priced: PostLine[] = [];
  for (const [currency, own] of Map.groupBy(lines, (line) => line.currency)) {
    const rate = await rateOn(ctx, currency, day);
    const unpriced = own.map(({ account, partyId, taxId, amount }) => ({
      account: { code: account },
      partyId: partyId ?? undefined,
      taxId: taxId ?? undefined,
      currency,
      amount,
    }));
    priced.push(...priceLines(unpriced, { currency, base: ctx.firm.baseCurrency, rate }));
  }
  return priced;
}

/** What the debits come to in base at the rates of a day, in minor units. */
export async function baseOfDebits(
  ctx: Ctx,
  lines: readonly { currency: string; amount: bigint }[],
  day: Day,
): Promise<bigint> {
  const debits = lines.filter((line) => line.amount > 0n);
  const plain = debits.map((line) => ({ ...line, account: '', partyId: null, taxId: null }));
  const base = sum((await journalLines(ctx, plain, day)).map((line) => line.base));
  return base > 0n ? base : 1n;
}
