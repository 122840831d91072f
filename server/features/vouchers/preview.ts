import type { Reply } from '../../../domain/endpoint.ts';
import type { Day } from '../../../domain/values/day.ts';
import { AppError } from '../../../domain/errors.ts';
import { mayIn } from '../../../domain/states.ts';
import { earlierOf } from '../../../domain/values/day.ts';
import type { previewVoucher } from '../../../domain/vouchers/contract.ts';
import { sum } from '../../../domain/values/money.ts';
import { advanceNotice, assertReleased, dueBackNotice, noAccountNotice } from '../../../domain/vouchers/rules.ts';
import { VOUCHER_STATES } from '../../../domain/vouchers/states.ts';
import { isSetOff } from '../../../domain/vouchers/kinds.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { bookedOn, decisionHead, whyNot } from '../decisions.ts';
import { exchangeWarnings, journalPreview } from '../ledger/preview.ts';
import { assertSecondPerson } from '../second-person.ts';
import { paymentLines } from './booking.ts';
import { assertFeesLie } from './fees.ts';
import { aheadOf, lacksAccount } from './holding.ts';
import { costWarnings } from './conversions.ts';
import { payingOf, VOUCHER_STEPS } from './money.ts';
import { assertStillOwed, nothingSetOff } from './nets.ts';
import { setOffLines } from './set-off.ts';
import {
  dueBackFrom,
  itemsOf,
  loadRequested,
  netsOf,
  type Net,
  payeeAccount,
  payeeName,
  readVoucher,
  type RequestedItem,
  type Voucher,
} from './queries.ts';

type Preview = Reply<typeof previewVoucher>;

const holds = (voucher: Voucher) => voucher.status === 'PENDING' || voucher.status === 'APPROVED';

/** Whether the caller can take the next step: an approved voucher is paid, any other is decided. */
async function nextStep(ctx: Ctx, voucher: Voucher) {
  const head = await decisionHead(ctx, VOUCHER_STEPS, voucher);
  if (voucher.status !== 'APPROVED') return head;
  const reason = await whyNot(async () => {
    if (!ctx.can('vouchers.pay', voucher.branch_id)) throw new AppError('FORBIDDEN');
    await assertSecondPerson(ctx, payingOf(voucher));
  });
  return { ...head, can_decide: reason === null, why_not: reason };
}

/** The refusal that the money would meet now, as a warning. */
async function moneyWarnings(
  ctx: Ctx,
  voucher: Voucher,
  { requested, nets }: { requested: readonly RequestedItem[]; nets: readonly Net[] },
): Promise<string[]> {
  const payee = { name: await payeeName(ctx, voucher), currency: voucher.currency };
  const refusals = [
    await whyNot(() => assertReleased(requested, payee)),
    await whyNot(() => assertStillOwed(ctx, voucher, nets)),
    holds(voucher) ? await whyNot(() => assertFeesLie(ctx, voucher, { lock: false })) : null,
  ];
  return refusals.filter((refusal) => refusal !== null);
}

/** Why the next step needs a reason. Why it goes to a payee with money to give back is said with the approval alone. */
function reasonNeeded(
  { status }: Voucher,
  { noAccount, ...others }: { dueBack: string | null; advance: string | null; noAccount: string | null },
) {
  const notices =
    status === 'PENDING' ? [others.dueBack, others.advance, noAccount] : status === 'APPROVED' ? [noAccount] : [];
  const needed = notices.filter((notice) => notice !== null);
  return needed.length > 0 && { reason_needed: needed.join(' ') };
}

/** What paying this voucher will do: its journal at the rate of its bank date, or of today while that is to come. §4. */
export async function voucherPreview(ctx: Ctx, id: number, chosen: Day | undefined): Promise<Preview> {
  const voucher = await readVoucher(ctx, id);
  // It has a day of its own: another is refused.
  await bookedOn(ctx, VOUCHER_STEPS, { record: voucher, chosen });
  const done = !holds(voucher) && !mayIn(VOUCHER_STATES, voucher.status, 'submit');
  const head = { ...(await nextStep(ctx, voucher)), notes: [] };
  if (done) return { ...head, warnings: [], journal: [] };
  const nets = await netsOf(ctx, voucher.id);
  const loaded = await loadRequested(ctx, await itemsOf(ctx, voucher.id), {
    lock: false,
    pay: true,
    holder: holds(voucher) ? voucher.id : null,
    nets,
  });
  const locked = { ...loaded, nets };
  const day = earlierOf(voucher.bank_date, ctx.today);
  const account = await payeeAccount(ctx, voucher);
  const changed = account?.notice ? [account.notice] : [];
  const warnings = await moneyWarnings(ctx, voucher, locked);
  if (warnings.length > 0) return { ...head, warnings: [...changed, ...warnings], journal: [] };
  const payee = { name: await payeeName(ctx, voucher), currency: voucher.currency };
  const dueBack = dueBackNotice(await dueBackFrom(ctx, voucher), payee);
  const ahead = voucher.override ? locked.requested.map((one) => one.advanced) : [];
  const advance = advanceNotice(sum(ahead), await aheadOf(ctx, voucher));
  const noAccount = noAccountNotice(!(await lacksAccount(ctx, voucher)), payee);
  const lines =
    isSetOff({ kind: voucher.kind, note: voucher.note_id }) && locked.requested.length > 0
      ? await setOffLines(ctx, voucher, { ...locked, lock: false })
      : await paymentLines(ctx, voucher, { ...locked, day });
  const shown = lines.filter((line) => line.amount !== 0n);
  return {
    ...head,
    ...reasonNeeded(voucher, { dueBack, advance, noAccount }),
    warnings: [
      ...(dueBack === null ? [] : [dueBack]),
      ...(advance === null ? [] : [advance]),
      ...(await nothingSetOff(ctx, voucher)),
      ...changed,
      ...(await costWarnings(ctx, voucher, day)),
      ...exchangeWarnings(lines, ctx.firm.baseCurrency),
    ],
    journal: await journalPreview(ctx, shown, voucher.currency),
  };
}
