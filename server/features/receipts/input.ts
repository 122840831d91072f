import { sql } from 'kysely';
import type { Decoded } from '../../../domain/endpoint.ts';
import { invalid, type FieldError } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { oldestFirst } from '../../../domain/ledger/releases.ts';
import { isOwedToUs, NOTE_SERIES } from '../../../domain/ledger/notes.ts';
import type { editReceipt, saveReceipt } from '../../../domain/receipts/contract.ts';
import { readParts, type Allocating } from '../../../domain/receipts/parts.ts';
import {
  allocationFaults,
  assertAllocatable,
  isAllocatedAtOnce,
  mayTakeFor,
  methodFaults,
  purposeOf,
  receiptFaults,
} from '../../../domain/receipts/rules.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { chosenBank } from '../firm/own-banks.ts';
import { matchFaults } from '../line-matches.ts';
import { ratesOn } from '../ledger/rates.ts';
import { partiesById } from '../placements/queries.ts';
import { hasTwin, notesById, type NoteToSettle } from './queries.ts';
import { eitherId } from '../../platform/db/either-id.ts';

export type ReceiptInput = Decoded<typeof saveReceipt>['body'] | Decoded<typeof editReceipt>['body'];

/** A receipt that passed every check: what is written to its row and its proposals. */
export type CheckedReceipt = {
  amount: bigint;
  bankAccountId: number;
  proposals: Allocating[];
  searchText: string;
  warnings: string[];
};

/** A currency that is not in use. */
export async function currencyFaults(ctx: Ctx, code: string): Promise<FieldError[]> {
  const currency = await ctx.db.selectFrom('currencies').select('active').where('code', '=', code).executeTakeFirst();
  return currency?.active ? [] : [{ field: 'currency', message: 'Choose an active currency.' }];
}

type Parts = NonNullable<ReceiptInput['allocations']>;

/** Parts of an allocation as typed, with their notes and what is wrong with the amounts; a note in another currency at the rates of a day. M5. */
export async function partsOf(ctx: Ctx, parts: Parts, { currency, day }: { currency: string; day: Day }) {
  const notes = await notesById(
    ctx,
    parts.map((part) => part.note),
  );
  const others = [...notes.values()].map((note) => note.currency).filter((one) => one !== currency);
  const rates = await ratesOn(ctx, others.length === 0 ? [] : [currency, ...others], day);
  return { notes, ...readParts(parts, { currency, rates }, notes) };
}

type Cash = { payerId: number; branchId: number; currency: string; receiptType: string; amount: bigint; day: Day };

/** A policy or a claim named instead of notes: its open debit notes are proposed, oldest first, as far as the money goes. */
async function notesOfReference(ctx: Ctx, reference: string, cash: Cash): Promise<Allocating[]> {
  const open = await ctx.db
    .selectFrom('notes as n')
    .leftJoin('claims as c', 'c.id', 'n.claim_id')
    .innerJoin('policies as p', (on) => on.on(sql<boolean>`p.id = ${eitherId('n.policy_id', 'c.policy_id')}`))
    .select(['n.id', 'n.amount', 'n.settled'])
    .where((e) => e.or([e('p.broker_reference', '=', reference), e('c.number', '=', reference)]))
    .where('n.party_id', '=', cash.payerId)
    .where('n.branch_id', '=', cash.branchId)
    .where('n.currency', '=', cash.currency)
    .where('n.kind', 'in', NOTE_SERIES.filter(isOwedToUs))
    .where('n.status', '=', 'ISSUED')
    .whereRef('n.settled', '<', 'n.amount')
    .orderBy('n.due_on')
    .orderBy('n.id')
    .execute();
  const claimants = open.map((note) => ({ key: note.id, open: note.amount - note.settled }));
  return oldestFirst(cash.amount, claimants).parts.map(({ key, amount }) => ({
    note: key,
    amount,
    noteAmount: amount,
  }));
}

type Proposed = { proposals: Allocating[]; notes: Map<number, NoteToSettle>; faults: FieldError[] };

async function proposalsFrom(ctx: Ctx, input: ReceiptInput, cash: Cash): Promise<Proposed> {
  const { allocations: typed, notes: chosen, faults } = await partsOf(ctx, input.allocations ?? [], cash);
  const reference = (input.brokerRef ?? '').toUpperCase();
  // What is open under the reference of a policy or a claim is clients' money, and no fee.
  const isOfClients = isAllocatedAtOnce(cash.receiptType) && mayTakeFor(cash.receiptType, 'PREMIUM');
  const named = typed.length === 0 && reference !== '' && isOfClients;
  const proposals = named ? await notesOfReference(ctx, reference, cash) : typed;
  const ids = proposals.map((proposal) => proposal.note);
  const notes = named ? await notesById(ctx, ids) : chosen;
  faults.push(...allocationFaults(cash, proposals, notes));
  // A receipt keeps no reference of its own: it is that of the notes which it settles.
  const known = [...notes.values()].some((note) => note.reference === reference);
  if (reference !== '' && !known && cash.amount > 0n)
    faults.push({ field: 'brokerRef', message: 'Nothing is open under this reference for this reinsured.' });
  return { proposals, notes, faults };
}

/** Checks a receipt as typed. Throws all bad fields together (§8), then OVER_ALLOCATED and RECEIPT_SPENT. */
export async function checkReceipt(
  ctx: Ctx,
  input: ReceiptInput,
  record: { id: number | null; branchId: number },
): Promise<CheckedReceipt> {
  const faults = await currencyFaults(ctx, input.currency);
  const purpose = purposeOf(input.receiptType);
  const banking = { purpose, currency: input.currency, branchId: record.branchId };
  // In a currency that is not in use there is no account to choose.
  const bank = faults.length > 0 ? null : await chosenBank(ctx, input.bank_account, banking);
  faults.push(...(bank?.faults ?? []));
  const read = readPositive(input.receiptAmount, input.currency);
  if (typeof read === 'string') faults.push({ field: 'receiptAmount', message: read });
  const amount = typeof read === 'bigint' ? read : 0n;
  const payer = (await partiesById(ctx, null, [input.reinsured])).get(input.reinsured);
  if (!payer) faults.push({ field: 'reinsured', message: 'Choose one from the list.' });
  const cash = {
    payerId: input.reinsured,
    currency: input.currency,
    receiptType: input.receiptType,
    amount,
    day: input.dateOfIssue,
  };
  const proposed = await proposalsFrom(ctx, input, { ...cash, branchId: record.branchId });
  const draft = { bankDate: input.dateOfIssue, allocations: proposed.proposals, receiptType: input.receiptType };
  const { method = 'BANK_TRANSFER', receiptType } = input;
  faults.push(...proposed.faults, ...receiptFaults(draft, ctx.today), ...methodFaults({ method, receiptType }));
  if (record.id !== null && bank !== null && typeof read === 'bigint') {
    const said = { receiptAmount: read, currency: input.currency, bank_account: bank.id };
    faults.push(...(await matchFaults(ctx, record.id, said)));
  }
  if (faults.length > 0 || bank === null) throw invalid(...faults);
  assertAllocatable({ left: amount, currency: input.currency }, proposed.proposals, proposed.notes);
  const bankReference = input.bank_reference ?? '';
  const references = [...new Set([...proposed.notes.values()].map((note) => note.reference))];
  const words = [payer?.name ?? '', bankReference, input.narrationRef ?? '', ...references];
  const twin = await hasTwin(ctx, { ...cash, id: record.id, bankReference });
  return {
    amount,
    bankAccountId: bank.id,
    proposals: proposed.proposals,
    searchText: searchKey(words.join(' ')),
    warnings: twin ? [TWIN_WARNING] : [],
  };
}

export const TWIN_WARNING = 'A receipt with this bank reference already exists.';
