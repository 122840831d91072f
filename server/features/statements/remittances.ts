import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import type {
  planRemittances,
  previewRemittances,
  sendRemittances,
} from '../../../domain/statements/remittance-contract.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { whyNotAdvised } from '../../../domain/vouchers/remittance.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { FileReply, PrepareCtx } from '../../platform/http/mount.ts';
import { assertMayHere } from '../decisions.ts';
import { addressesOf } from '../documents/addresses.ts';
import { type Printing, printUnissued } from '../documents/store.ts';
import { letterheadOf } from '../firm/letterhead.ts';
import { keepBatch } from './batches.ts';
import { type Advice, advicePlan } from './remittance-letter.ts';
import { type Payment, paymentsById } from './remittance-payments.ts';

type Saved = Reply<typeof sendRemittances>;

/** Each of the vouchers, once. A foreign id answers like a missing one. Throws NOT_FOUND. */
async function chosen(ctx: Ctx, ids: readonly number[]): Promise<Payment[]> {
  const own = [...new Set(ids)];
  const payments = await paymentsById(ctx, own);
  if (payments.length < own.length) throw new AppError('NOT_FOUND');
  return payments;
}

/** One advice for each payee and bank date, in the order of the payments. */
function advicesOf(payments: readonly Payment[]): Advice[] {
  const groups = Map.groupBy(payments, ({ payee, day }) => `${payee}/${day}`);
  return [...groups.values()].flatMap((own): Advice[] => {
    const [first] = own;
    return first === undefined || first.payee === null
      ? []
      : [{ id: 0, party: first.payee, day: first.day, payments: own }];
  });
}

const isAdvised = (payment: Payment) => whyNotAdvised(payment) === null;

/** To whom advice of vouchers would go, and of which there is none and why. */
export async function plannedAdvice(
  ctx: Ctx,
  { body }: Decoded<typeof planRemittances>,
): Promise<Reply<typeof planRemittances>> {
  const payments = await chosen(ctx, body.vouchers);
  const advices = advicesOf(payments.filter(isAdvised));
  const parties = advices.map(({ party }) => party);
  const known = Map.groupBy(
    await addressesOf(ctx, 'payment-voucher', sql`select unnest(${parties}::int[])`),
    ({ id }) => id,
  );
  return {
    advices: advices.map(({ party, day, payments: own }) => ({
      party: { id: party, name: own[0]?.payee_name ?? '' },
      day,
      to: (known.get(party) ?? []).map(({ email }) => email),
      vouchers: own.map(({ id, number, currency, amount }) => ({
        id,
        number,
        currency,
        amount: formatAmount(amount, currency),
      })),
    })),
    left_out: payments.flatMap((payment) => {
      const why = whyNotAdvised(payment);
      return why === null ? [] : [{ id: payment.id, number: payment.number === '' ? null : payment.number, why }];
    }),
  };
}

/** Refuses vouchers of which no advice is sent. Throws VALIDATION. */
function assertAdvisable(ids: readonly number[], payments: readonly Payment[]): void {
  const faults = payments.flatMap((payment) => {
    const why = whyNotAdvised(payment);
    const message = payment.number === '' ? why : `${payment.number}: ${why}`;
    return why === null || message === null ? [] : [{ field: `vouchers.${ids.indexOf(payment.id)}`, message }];
  });
  if (faults.length > 0) throw invalid(...faults);
}

/**
 * Keeps an advice for each payee and bank date of the vouchers, and has them made in the background. Each voucher is advised
 * once of a day, which the schema holds. Throws VALIDATION, ADVISED.
 */
export async function startRemittances(ctx: Ctx, { body }: Decoded<typeof sendRemittances>): Promise<Saved> {
  assertMayHere(ctx, 'vouchers.pay');
  const payments = await chosen(ctx, body.vouchers);
  assertAdvisable(body.vouchers, payments);
  const advices = advicesOf(payments);
  const saved = await keepBatch(ctx, {
    kind: 'REMITTANCE',
    side: 'PAYEE',
    asAt: ctx.today,
    mail: body.mail,
    parties: advices.map(({ party }) => party),
    days: advices.map(({ day }) => day),
    reason: '',
  });
  const items = await ctx.db
    .selectFrom('statement_items')
    .select(['id', 'party_id', 'day'])
    .where('batch_id', '=', saved.id)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  const itemOf = new Map(items.map((item) => [`${item.party_id}/${item.day}`, item.id]));
  await ctx.db
    .insertInto('remittance_lines')
    .values(
      payments.map(({ id, payee, day }) => ({
        advice_id: itemOf.get(`${payee}/${day}`) ?? 0,
        branch_id: ctx.branch.id,
        voucher_id: id,
        day,
      })),
    )
    .execute();
  return saved;
}

const MOST_PAPERS = 20;

/** Prints advice as it would leave now, before the transaction; nothing of it is kept. */
export function printAdvice(services: Printing) {
  return async (ctx: PrepareCtx, { body }: Decoded<typeof previewRemittances>): Promise<Uint8Array> => {
    const papers = await ctx.read(async (reading) => {
      assertMayHere(reading, 'vouchers.pay');
      const payments = await chosen(reading, body.vouchers);
      const advices = advicesOf(payments.filter(isAdvised)).slice(0, MOST_PAPERS);
      if (advices.length === 0) assertAdvisable(body.vouchers, payments);
      const head = await letterheadOf(reading, reading.branch.id);
      const plans = [];
      for (const advice of advices) plans.push({ head, plan: await advicePlan(reading, advice) });
      return plans;
    });
    return printUnissued(services, papers);
  };
}

export async function advicePreview(prepared: unknown): Promise<FileReply> {
  const bytes = prepared as Uint8Array;
  return { file: { name: 'remittance-advice.pdf', type: 'application/pdf', bytes, inline: true, delivery: null } };
}
