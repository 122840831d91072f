import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import { firstOf, notFound } from '../../../domain/errors.ts';
import { outcomeOf } from '../../../domain/statements/tables.ts';
import type { Day } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import type { getVoucher } from '../../../domain/vouchers/contract.ts';
import type { NettedPurpose } from '../../../domain/vouchers/netting.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { HISTORY_INSURED } from '../ledger/history.ts';
import { peopleOf, refOf } from '../records.ts';
import { feesOf } from './fees.ts';
import { taxesOf } from './invoice-taxes.ts';
import { payeeAccount } from './queries.ts';
import { eitherId } from '../../platform/db/either-id.ts';

type VoucherRecord = Reply<typeof getVoucher>;

async function headOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('vouchers as v')
    .innerJoin('branches as b', 'b.id', 'v.branch_id')
    .leftJoin('parties as p', 'p.id', 'v.payee_id')
    .leftJoin('taxes as t', 't.id', 'v.tax_id')
    .leftJoin('claims as c', 'c.id', 'v.claim_id')
    .leftJoin('ledger_accounts as a', 'a.code', 'v.account')
    .innerJoin('bank_accounts as k', 'k.id', 'v.bank_account_id')
    .leftJoin('bank_accounts as i', 'i.id', 'v.into_account_id')
    .leftJoin('notes as n', 'n.id', 'v.note_id')
    .leftJoin('receipts as r', 'r.id', 'v.receipt_id')
    .leftJoin('users as y', 'y.id', 'v.paid_by')
    .selectAll('v')
    .select([
      'b.code as branch_code',
      'b.name as branch_name',
      'p.name as payee_name',
      't.name as tax_name',
      'c.number as claim_number',
      'a.name as account_name',
      'n.number as note_number',
      'r.number as receipt_number',
      sql<number | null>`a.code::int`.as('account_code'),
      'k.name as bank_name',
      'k.bank as own_bank',
      'k.purpose as own_purpose',
      sql<string>`case when k.stands_in then '' else k.number end`.as('own_number'),
      'i.name as into_name',
      'i.bank as into_bank',
      sql<string>`case when i.stands_in then '' else i.number end`.as('into_number'),
      'y.name as payer',
      sql<boolean>`exists (select 1 from payment_file_vouchers x join payment_files o on o.id = x.file_id
        where x.voucher_id = v.id and x.live and o.status = 'READY')`.as('ordered'),
    ])
    .where('v.id', '=', id)
    .where('v.branch_id', 'in', ctx.scope)
    .executeTakeFirstOrThrow(notFound);
}

/** What a voucher pays, in minor units of its currency. */
export async function voucherItems(ctx: Ctx, id: number) {
  const [taxes, fees, parts] = await Promise.all([taxesOf(ctx, id), feesOf(ctx, id), partsPaid(ctx, id)]);
  const ofInvoices = [...taxes, ...fees];
  // A tax of our invoices is of no policy, nor is a fee.
  return [
    ...parts,
    ...ofInvoices.map(({ party, party_id, note, ...one }) => ({
      ...one,
      note,
      debit_note: note,
      policy: null,
      reference: null,
      insured: party,
      insured_id: party_id,
      cedant: '',
      advanced: 0n,
    })),
  ];
}

function partsPaid(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('voucher_items as x')
    .innerJoin('note_parts as p', 'p.id', 'x.part_id')
    .innerJoin('notes as dn', 'dn.id', 'p.debit_note_id')
    .leftJoin('notes as cn', 'cn.id', 'p.credit_note_id')
    .leftJoin('claims as m', 'm.id', 'dn.claim_id')
    .leftJoin('policies as o', (on) => on.on(sql<boolean>`o.id = ${eitherId('dn.policy_id', 'm.policy_id')}`))
    .leftJoin('parties as i', 'i.id', 'o.current_insured_id')
    .leftJoin('history_documents as h', 'h.id', 'dn.history_id')
    .innerJoin('parties as r', (on) => on.on(sql<boolean>`r.id = ${eitherId('o.reinsured_id', 'dn.party_id')}`))
    .select((e) => [
      'p.id as item',
      'o.id as policy',
      'o.broker_reference as reference',
      sql<string>`coalesce(i.name, ${HISTORY_INSURED})`.as('insured'),
      'i.id as insured_id',
      'r.name as cedant',
      'dn.number as debit_note',
      e.fn.coalesce('cn.number', 'dn.number').as('note'),
      e.fn.coalesce('cn.id', 'dn.id').as('note_id'),
      'x.amount',
      'x.advanced',
    ])
    .where('x.voucher_id', '=', id)
    .where('x.branch_id', 'in', ctx.scope)
    .orderBy('x.id')
    .execute();
}

/** What is set against a voucher, with the note that it is of. M15. */
export async function voucherNets(ctx: Ctx, id: number) {
  const { rows } = await sql<{
    item: number;
    note: string;
    note_id: number;
    purpose: NettedPurpose;
    policy: number | null;
    reference: string | null;
    insured: string;
    insured_id: number | null;
    amount: bigint;
  }>`
    select coalesce(k.note_id, k.part_id) as item, n.number as note, n.id as note_id, coalesce(p.kind, n.purpose) as purpose, o.id as policy,
      o.broker_reference as reference, coalesce(i.name, '') as insured, i.id as insured_id, k.amount
    from voucher_nets k left join note_parts p on p.id = k.part_id join notes n on n.id = ${eitherId('k.note_id', 'p.debit_note_id')}
    left join claims c on c.id = n.claim_id left join policies o on o.id = ${eitherId('n.policy_id', 'c.policy_id')}
    left join parties i on i.id = o.current_insured_id
    where k.voucher_id = ${id} and k.branch_id = any(${[...ctx.scope]}::int[]) order by k.id`.execute(ctx.db);
  return rows;
}

/** Where a transfer goes; null for any other voucher. M6. */
function intoOf(head: Awaited<ReturnType<typeof headOf>>): VoucherRecord['into'] {
  const { into_account_id: id, into_currency: currency, into_amount: amount, into_name: name, into_bank: bank } = head;
  if (id === null || currency === null || amount === null || name === null) return null;
  const account = { id, name, bank: bank ?? '', number: head.into_number };
  return { account, currency, amount: formatAmount(amount, currency) };
}

/** The last advice of a voucher that was sent or is being sent, else why the last one was not. */
async function adviceOf(ctx: Ctx, id: number): Promise<VoucherRecord['advice']> {
  const { rows } = await sql<{
    batch: number;
    day: Day;
    paper: number | null;
    number: string | null;
    problem: string | null;
    mail: string | null;
  }>`
    select i.batch_id as batch, l.day, d.id as paper, d.number, coalesce(i.problem, case when s.status = 'FAILED' then s.message end) as problem,
      s.status as mail
    from remittance_lines l join statement_items i on i.id = l.advice_id left join documents d on d.id = i.document_id
      left join statement_mails m on m.item_id = i.id left join document_sendings s on s.id = m.sending_id
    where l.voucher_id = ${id} and l.branch_id = any(${[...ctx.scope]}::int[]) and (l.live or i.problem is not null)
    order by l.advice_id desc limit 1`.execute(ctx.db);
  const [row] = rows;
  if (row === undefined) return null;
  const { batch, day, paper, number, problem } = row;
  return {
    batch,
    day,
    outcome: outcomeOf(row),
    paper: paper === null ? null : { id: paper, number: number ?? '' },
    problem: problem ?? '',
  };
}

/** Whether a paid voucher cannot be reversed, since of a part less counts as paid than it paid: `paid_within_committed`. M15. */
async function isTakenBack(ctx: Ctx, { id, status }: { id: number; status: string }): Promise<boolean> {
  if (status !== 'PAID') return false;
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select 1 from voucher_items x join note_parts p on p.id = x.part_id
      where x.voucher_id = ${id} and x.branch_id = any(${[...ctx.scope]}::int[])
        and (p.paid < x.amount or p.advanced - x.advanced > p.committed - x.amount)) as taken`.execute(ctx.db);
  return firstOf(rows).taken;
}

/** One voucher as its page shows it. */
export async function voucherRecord(ctx: Ctx, id: number): Promise<VoucherRecord> {
  const [head, items, nets, advice] = await Promise.all([
    headOf(ctx, id),
    voucherItems(ctx, id),
    voucherNets(ctx, id),
    adviceOf(ctx, id),
  ]);
  const [people, account, takenBack] = await Promise.all([
    peopleOf(ctx, head),
    payeeAccount(ctx, head),
    isTakenBack(ctx, head),
  ]);
  return {
    id: head.id,
    version: head.version,
    status: head.status as VoucherRecord['status'],
    kind: head.kind as VoucherRecord['kind'],
    number: head.number,
    branch: { id: head.branch_id, code: head.branch_code, name: head.branch_name },
    payee: refOf(head.payee_id, head.payee_name),
    payee_account: account,
    tax: refOf(head.tax_id, head.tax_name),
    account: refOf(head.account_code, head.account_name),
    override: head.override,
    advanced: formatAmount(sum(items.map((item) => item.advanced)), head.currency),
    claim: refOf(head.claim_id, head.claim_number),
    to_order: head.to_order,
    note: refOf(head.note_id, head.note_number),
    receipt: refOf(head.receipt_id, head.receipt_number),
    currency: head.currency,
    amount: formatAmount(head.amount, head.currency),
    set_off: formatAmount(head.set_off, head.currency),
    bank_date: head.bank_date,
    bank_account: {
      id: head.bank_account_id,
      name: head.bank_name,
      bank: head.own_bank,
      number: head.own_number,
      purpose: head.own_purpose as VoucherRecord['bank_account']['purpose'],
    },
    into: intoOf(head),
    bank_reference: head.bank_reference,
    narration: head.narration,
    items: items.map(
      ({ policy, reference, amount, advanced: _advanced, cedant: _cedant, debit_note: _debitNote, ...row }) => ({
        ...row,
        policy: refOf(policy, reference),
        amount: formatAmount(amount, head.currency),
      }),
    ),
    nets: nets.map(({ policy, reference, amount, ...row }) => ({
      ...row,
      policy: refOf(policy, reference),
      amount: formatAmount(amount, head.currency),
    })),
    ...people,
    paid_by: refOf(head.paid_by, head.payer),
    paid_at: head.paid_at,
    pay_reason: head.pay_reason,
    taken_back: takenBack,
    ordered: head.ordered,
    advice,
  };
}
