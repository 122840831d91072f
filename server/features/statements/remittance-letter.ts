import { sql } from 'kysely';
import { AppError, notFound } from '../../../domain/errors.ts';
import { type Day, yearOf } from '../../../domain/values/day.ts';
import { money, sum } from '../../../domain/values/money.ts';
import { VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { NETTED_LABELS, type NettedPurpose } from '../../../domain/vouchers/netting.ts';
import { whyNotAdvised } from '../../../domain/vouchers/remittance.ts';
import { maskedNumber } from '../../../domain/vouchers/rules.ts';
import { remittanceModel, type RemittanceInput } from '../../platform/documents/kinds/remittance.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { addressesOf } from '../documents/addresses.ts';
import type { DocumentPlan } from '../documents/store.ts';
import { HISTORY_INSURED } from '../ledger/history.ts';
import { addressLines } from '../papers/placements.ts';
import { type Payment, paymentsById } from './remittance-payments.ts';
import { eitherId } from '../../platform/db/either-id.ts';

type Currency = RemittanceInput['currencies'][number];

/** An advice to be: to whom, and of which payments of which day. Its id is 0 while it is only looked at. */
export type Advice = { id: number; party: number; day: Day; payments: readonly Payment[] };

type PaidNote = {
  voucher: number;
  note: string;
  policy: string;
  insured: string;
  gross: bigint | null;
  deductions: bigint | null;
  net: bigint;
  paid: bigint;
};

/** The notes that vouchers pay. Where a note is what its line left of a premium, it has that and the deductions too. */
async function notesPaid(ctx: Ctx, vouchers: readonly number[]): Promise<PaidNote[]> {
  const { rows } = await sql<PaidNote>`
    select x.voucher_id as voucher, coalesce(cn.number, dn.number) as note, coalesce(o.broker_reference, '') as policy,
      coalesce(i.name, ${HISTORY_INSURED}) as insured, l.gross, l.deductions, coalesce(cn.amount, dn.amount) as net, sum(x.amount)::bigint as paid
    from voucher_items x join note_parts p on p.id = x.part_id join notes dn on dn.id = p.debit_note_id
      left join notes cn on cn.id = p.credit_note_id left join claims m on m.id = dn.claim_id
      left join policies o on o.id = ${eitherId('dn.policy_id', 'm.policy_id')} left join parties i on i.id = o.current_insured_id
      left join history_documents h on h.id = dn.history_id
      left join lateral (
        select s.share_premium as gross, s.deductions, s.net_payable from policy_lines s
        where cn.endorsement_id is null and s.policy_id = cn.policy_id and s.security_id = cn.party_id
        union all
        select e.share_premium, e.deductions, e.net_payable from endorsement_lines e
        where e.endorsement_id = cn.endorsement_id and e.security_id = cn.party_id) l on l.net_payable = cn.amount
    where x.voucher_id = any(${[...vouchers]}::int[]) and x.branch_id = any(${[...ctx.scope]}::int[])
    group by 1, 2, 3, 4, 5, 6, 7 order by min(x.id)`.execute(ctx.db);
  return rows;
}

type Owed = { voucher: number; note: string; purpose: NettedPurpose; policy: string; insured: string; amount: bigint };

async function setOffOf(ctx: Ctx, vouchers: readonly number[]): Promise<Owed[]> {
  const { rows } = await sql<Owed>`
    select k.voucher_id as voucher, n.number as note, coalesce(p.kind, n.purpose) as purpose,
      coalesce(o.broker_reference, '') as policy, coalesce(i.name, '') as insured, k.amount
    from voucher_nets k left join note_parts p on p.id = k.part_id join notes n on n.id = ${eitherId('k.note_id', 'p.debit_note_id')}
      left join claims c on c.id = n.claim_id left join policies o on o.id = ${eitherId('n.policy_id', 'c.policy_id')}
      left join parties i on i.id = o.current_insured_id
    where k.voucher_id = any(${[...vouchers]}::int[]) and k.branch_id = any(${[...ctx.scope]}::int[]) order by k.id`.execute(
    ctx.db,
  );
  return rows;
}

/** The account that payments of a party in a currency went to: the one in use when the first of them was made. */
async function accountOf(ctx: Ctx, party: number, payments: readonly Payment[]): Promise<{ account?: string }> {
  const [first] = payments;
  const { rows } = await sql<{ bank: string; number: string }>`
    select bank, account_number as number from party_bank_accounts
    where party_id = ${party} and currency = ${first?.currency ?? ''} and state in ('ACTIVE', 'REPLACED')
      and decided_at <= ${first?.paid_at ?? ctx.now} and (ended_at is null or ended_at > ${first?.paid_at ?? ctx.now})
    order by id desc limit 1`.execute(ctx.db);
  const [row] = rows;
  return row ? { account: [maskedNumber(row.number), row.bank].filter(Boolean).join(', ') } : {};
}

/** A voucher that pays no note has itself as what is paid. */
const asNote = ({ id, kind, receipt, narration, amount }: Payment): PaidNote => ({
  voucher: id,
  note: receipt ?? VOUCHERS[kind].label,
  policy: '',
  insured: receipt === null ? narration : VOUCHERS[kind].label,
  gross: null,
  deductions: null,
  net: amount,
  paid: amount,
});

async function currenciesOf(ctx: Ctx, { party, payments }: Advice): Promise<Currency[]> {
  const ids = payments.map((one) => one.id);
  const notes = Map.groupBy(await notesPaid(ctx, ids), (note) => note.voucher);
  const setOff = await setOffOf(ctx, ids);
  const byCurrency = Map.groupBy(payments, (one) => one.currency);
  const currencies = [...byCurrency.keys()].toSorted().map(async (currency): Promise<Currency> => {
    const own = byCurrency.get(currency) ?? [];
    return {
      currency,
      ...(await accountOf(ctx, party, own)),
      payments: own.map(({ number, bank_reference: reference, amount }) => ({ voucher: number, reference, amount })),
      notes: own
        .flatMap((payment) => notes.get(payment.id) ?? [asNote(payment)])
        .map(({ note, policy, insured, gross, deductions, net, paid }) => ({
          note,
          policy,
          insured,
          ...(gross !== null && deductions !== null && { figures: { gross, deductions, net } }),
          paid,
        })),
      setOff: setOff
        .filter(({ voucher }) => own.some((one) => one.id === voucher))
        .map(({ voucher: _voucher, purpose, ...one }) => ({ ...one, what: NETTED_LABELS[purpose] })),
    };
  });
  return Promise.all(currencies);
}

/** The paper of an advice, from what was paid. */
export async function advicePlan(ctx: Ctx, advice: Advice): Promise<DocumentPlan> {
  const { id, party: partyId, day, payments } = advice;
  const party = await ctx.db
    .selectFrom('parties')
    .select(['name', 'address'])
    .where('id', '=', partyId)
    .executeTakeFirstOrThrow(notFound);
  const currencies = await currenciesOf(ctx, advice);
  const [only, more] = currencies;
  return {
    kind: 'remittance-advice',
    recordKind: 'remittance',
    recordId: id,
    issue: 1,
    branchId: ctx.branch.id,
    number:
      id === 0 ? 'with its sending' : `RA/${ctx.branch.code}/${yearOf(ctx.today)}/${id.toString().padStart(6, '0')}`,
    partyName: party.name,
    total: only && !more ? money(sum(only.payments.map((one) => one.amount)), only.currency) : null,
    day: ctx.today,
    model: (common) =>
      remittanceModel({
        ...common,
        party: { name: party.name, addressLines: addressLines(party.address) },
        paidOn: day,
        ordered: payments.some((one) => one.status !== 'PAID'),
        currencies,
      }),
  };
}

const REVERSED =
  'Nothing was sent: the payment was reversed, is paid on another day, or is in no payment file any more.';
const ERASED = 'Nothing was sent: what named this payee was erased.';
const NO_ADDRESS =
  'Nothing was sent: no address takes its payment advice. Enter one with the party’s contacts and send it again.';

/** An item of a batch of advice. */
type Ordered = { id: number; party: number; day: Day | null; mail: boolean };

/** The payments of an advice that are not reversed on its day. */
async function standing(ctx: Ctx, { id, day }: Ordered): Promise<Payment[]> {
  const lines = await ctx.db
    .selectFrom('remittance_lines')
    .select('voucher_id')
    .where('advice_id', '=', id)
    .where('live', '=', true)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  const payments = await paymentsById(
    ctx,
    lines.map((line) => line.voucher_id),
  );
  return payments.filter((one) => one.day === day && whyNotAdvised({ ...one, advised: false }) === null);
}

type Now = { plan: DocumentPlan; payments: readonly Payment[] } | { nothing: string };

/** What an advice says as it leaves; or why there is none. */
export async function adviceNow(ctx: Ctx, item: Ordered): Promise<Now> {
  const { id, party, day, mail } = item;
  const { erased_at: erased } = await ctx.db
    .selectFrom('parties')
    .select('erased_at')
    .where('id', '=', party)
    .executeTakeFirstOrThrow(notFound);
  if (erased !== null) return { nothing: ERASED };
  const payments = await standing(ctx, item);
  if (payments.length === 0 || day === null) return { nothing: REVERSED };
  if (mail && (await addressesOf(ctx, 'payment-voucher', sql`select ${party}::int`)).length === 0)
    return { nothing: NO_ADDRESS };
  return { plan: await advicePlan(ctx, { id, party, day, payments }), payments };
}

/** Keeps of which vouchers an advice was sent; they are as it was printed, else it is printed again. Throws STALE. */
export async function keepAdvice(ctx: Ctx, item: Ordered, printed: readonly Payment[]): Promise<void> {
  const ids = printed.map((one) => one.id);
  await sql`select id from vouchers where id = any(${ids}::int[]) order by id for share`.execute(ctx.db);
  const now = new Map((await standing(ctx, item)).map((one) => [one.id, one.status]));
  if (now.size !== printed.length || printed.some((one) => now.get(one.id) !== one.status)) throw new AppError('STALE');
  await ctx.db
    .updateTable('remittance_lines')
    .set({ sent_on: ctx.today })
    .where('advice_id', '=', item.id)
    .where('voucher_id', 'in', ids)
    .where('branch_id', 'in', ctx.scope)
    .execute();
  await ctx.db
    .updateTable('remittance_lines')
    .set({ live: false })
    .where('advice_id', '=', item.id)
    .where('sent_on', 'is', null)
    .where('branch_id', 'in', ctx.scope)
    .execute();
}
