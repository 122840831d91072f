import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, invalid, type FieldError } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { sum } from '../../../domain/values/money.ts';
import type { savePremiumVoucher, saveVoucher } from '../../../domain/vouchers/contract.ts';
import type { BankPurpose } from '../../../domain/firm/bank-accounts.ts';
import { isOfClaim, isOfTax, VOUCHERS, type VoucherKind } from '../../../domain/vouchers/kinds.ts';
import { paidFrom } from '../../../domain/vouchers/paid-from.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { chosenBank } from '../firm/own-banks.ts';
import { partiesById } from '../placements/queries.ts';
import { currencyFaults } from '../receipts/input.ts';
import { claimTarget, type ClaimTarget, ownMoneyTarget } from './claim-target.ts';
import { checkInto, exchangeDrawingFaults, followingFaults, NO_TRANSFER } from './conversions.ts';
import { checkNets, readSetOff } from './nets-input.ts';
import { partsById, type Item, type Net } from './queries.ts';

type PremiumInput = Decoded<typeof savePremiumVoucher>['body'];
type OtherInput = Decoded<typeof saveVoucher>['body'];

/** A voucher that passed every check: what is written to its row and its items. */
export type CheckedVoucher = {
  columns: {
    kind: VoucherKind;
    payee_id: number | null;
    tax_id: number | null;
    account: string | null;
    override: boolean;
    to_order: string;
    claim_id: number | null;
    note_id: number | null;
    receipt_id: number | null;
    currency: string;
    amount: bigint;
    set_off: bigint;
    bank_date: string;
    bank_account_id: number;
    into_account_id: number | null;
    into_currency: string | null;
    into_amount: bigint | null;
    narration: string;
    search_text: string;
  };
  items: Item[];
  nets: Net[];
};

const CHOOSE = 'Choose one from the list.';

/** The account that a voucher is paid from: the firm's own costs only from its own bank. §3 Client money. */
const bankOf = (ctx: Ctx, input: PremiumInput | OtherInput, of: { purpose: BankPurpose; branchId: number }) =>
  chosenBank(ctx, input.bank_account, { ...of, currency: input.currency });

async function itemFaults(ctx: Ctx, input: PremiumInput, branchId: number) {
  const parts = await partsById(
    ctx,
    input.items.map((item) => item.item),
  );
  const seen = new Set<number>();
  const faults = input.items.flatMap(({ item }, index): FieldError[] => {
    const part = parts.get(item);
    const field = `items.${index}.item`;
    const twice = seen.has(item);
    seen.add(item);
    if (twice) return [{ field, message: 'This item is entered twice.' }];
    const theirs = part?.kind === 'SECURITY' && part.partyId === input.security && part.branchId === branchId;
    if (!theirs || part.noteStatus !== 'ISSUED') return [{ field, message: CHOOSE }];
    return part.currency === input.currency ? [] : [{ field, message: 'Pay in the currency of the credit note.' }];
  });
  return { faults, references: [...new Set([...parts.values()].map((part) => part.reference))] };
}

/** Checks a premium voucher as typed: one security, one currency, one branch. Throws all bad fields together. §8. */
export async function checkPremium(ctx: Ctx, input: PremiumInput, branchId: number): Promise<CheckedVoucher> {
  const faults = await currencyFaults(ctx, input.currency);
  // In a currency that is not in use there is no account to choose.
  const bank = faults.length > 0 ? null : await bankOf(ctx, input, { purpose: VOUCHERS.PREMIUM.from, branchId });
  const security = (await partiesById(ctx, 'SECURITY', [input.security])).get(input.security);
  if (!security) faults.push({ field: 'security', message: CHOOSE });
  const read = input.items.map((item) => readPositive(item.amount, input.currency));
  for (const [index, amount] of read.entries())
    if (typeof amount === 'string') faults.push({ field: `items.${index}.amount`, message: amount });
  const ofItems = await itemFaults(ctx, input, branchId);
  const paying = sum(read.map((amount) => (typeof amount === 'bigint' ? amount : 0n)));
  const netted = await checkNets(ctx, input, { branchId, paying });
  faults.push(...ofItems.faults, ...(bank?.faults ?? []), ...netted.faults);
  if (faults.length > 0 || bank === null) throw invalid(...faults);
  const items = input.items.map(({ item }, index): Item => {
    const amount = read[index];
    return { part: item, amount: typeof amount === 'bigint' ? amount : 0n, advanced: 0n };
  });
  return {
    columns: {
      kind: 'PREMIUM',
      payee_id: input.security,
      tax_id: null,
      account: null,
      override: input.override ?? false,
      to_order: '',
      claim_id: null,
      note_id: null,
      receipt_id: null,
      currency: input.currency,
      amount: paying - netted.amount,
      set_off: netted.amount,
      bank_date: input.bank_date,
      bank_account_id: bank.id,
      ...NO_TRANSFER,
      narration: input.narration ?? '',
      search_text: searchKey([security?.name ?? '', input.narration ?? '', ...ofItems.references].join(' ')),
    },
    items,
    nets: netted.nets,
  };
}

type Target = {
  tax: { id: number; name: string } | null;
  account: string | null;
  claim?: ClaimTarget | undefined;
  payee: { id: number; name: string } | null;
  note?: number | null;
  receipt?: number | null;
  receiptType?: string;
  faults: FieldError[];
};

async function taxTarget(ctx: Ctx, id: number | null): Promise<Target> {
  const tax =
    id === null
      ? undefined
      : await ctx.db.selectFrom('taxes').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
  return {
    tax: tax ?? null,
    account: null,
    payee: null,
    faults: tax ? [] : [{ field: 'tax', message: 'Choose a tax.' }],
  };
}

// Exchange differences are booked by settlements alone, never keyed as an expense.
async function expenseTarget(ctx: Ctx, input: OtherInput): Promise<Target> {
  const faults: FieldError[] = [];
  const account = await ctx.db
    .selectFrom('ledger_accounts')
    .select('code')
    .where('code', '=', input.account ?? '')
    .where('type', '=', 'EXPENSE')
    .where('status', '=', 'ACTIVE')
    .where('sub_kind', '=', 'NONE')
    .where((e) => e.or([e('function', 'is', null), e('function', '!=', 'EXCHANGE_LOSS')]))
    .executeTakeFirst();
  if (!account) faults.push({ field: 'account', message: 'Choose an expense account.' });
  const payee =
    typeof input.payee === 'number'
      ? await ctx.db.selectFrom('parties').select(['id', 'name']).where('id', '=', input.payee).executeTakeFirst()
      : undefined;
  if (typeof input.payee === 'number' && !payee) faults.push({ field: 'payee', message: CHOOSE });
  return { tax: null, account: account?.code ?? null, payee: payee ?? null, faults };
}

const NO_TARGET = { tax: null, account: null, payee: null } as const;

/** The note that a making good is for, where it names one: of this branch and currency. What was made good is drawn back of a void one, too. */
async function noteTarget(ctx: Ctx, input: OtherInput, branchId: number): Promise<Target> {
  const id = input.note ?? null;
  if (id === null) return { ...NO_TARGET, faults: [] };
  const statuses = input.kind === 'DRAW_BACK' ? ['ISSUED', 'VOID'] : ['ISSUED'];
  const note = await ctx.db
    .selectFrom('notes')
    .select('id')
    .where('id', '=', id)
    .where('branch_id', '=', branchId)
    .where('currency', '=', input.currency)
    .where('status', 'in', statuses)
    .executeTakeFirst();
  return { ...NO_TARGET, note: id, faults: note ? [] : [{ field: 'note', message: CHOOSE }] };
}

/** The credit note of a return that is refunded, and its reinsured. M17. */
async function returnTarget(ctx: Ctx, input: OtherInput, branchId: number): Promise<Target> {
  const note = await ctx.db
    .selectFrom('notes as n')
    .innerJoin('parties as p', 'p.id', 'n.party_id')
    .select(['n.id', 'p.id as party', 'p.name'])
    .where('n.id', '=', input.note ?? 0)
    .where('n.branch_id', '=', branchId)
    .where('n.branch_id', 'in', ctx.scope)
    .where('n.currency', '=', input.currency)
    .where('n.kind', '=', 'CN')
    .where('n.purpose', '=', 'RETURN')
    .where('n.status', '=', 'ISSUED')
    .where('n.endorsement_id', 'is not', null)
    .whereRef('n.settled', '<', 'n.amount')
    .executeTakeFirst();
  if (!note)
    return { ...NO_TARGET, faults: [{ field: 'note', message: 'Choose a credit note that is not refunded yet.' }] };
  return { ...NO_TARGET, payee: { id: note.party, name: note.name }, note: note.id, faults: [] };
}

/** What is refunded: of a receipt its unallocated cash to its payer, else a credit note of a return. M17. */
async function refundTarget(ctx: Ctx, input: OtherInput, branchId: number): Promise<Target> {
  if (typeof input.note === 'number' && typeof input.receipt !== 'number') return returnTarget(ctx, input, branchId);
  const receipt = await ctx.db
    .selectFrom('receipts as r')
    .innerJoin('parties as p', 'p.id', 'r.payer_id')
    .select(['r.id', 'r.receipt_type', 'p.id as payer', 'p.name'])
    .where('r.id', '=', input.receipt ?? 0)
    .where('r.branch_id', '=', branchId)
    .where('r.branch_id', 'in', ctx.scope)
    .where('r.currency', '=', input.currency)
    .where('r.status', '=', 'APPROVED')
    .executeTakeFirst();
  if (!receipt) return { ...NO_TARGET, faults: [{ field: 'receipt', message: 'Choose an approved receipt.' }] };
  return {
    ...NO_TARGET,
    payee: { id: receipt.payer, name: receipt.name },
    receipt: receipt.id,
    receiptType: receipt.receipt_type,
    faults: [],
  };
}

async function targetOf(ctx: Ctx, input: OtherInput, branchId: number): Promise<Target> {
  if (isOfTax(input.kind)) return taxTarget(ctx, input.tax ?? null);
  if (input.kind === 'EXPENSE') return expenseTarget(ctx, input);
  if (isOfClaim(input.kind)) return claimTarget(ctx, input, branchId);
  const ofNote = input.kind === 'DRAW_BACK' && typeof input.note === 'number' && typeof input.claim !== 'number';
  if (ofNote) return noteTarget(ctx, input, branchId);
  if (input.kind === 'DRAW_BACK' || (input.kind === 'MAKE_GOOD' && typeof input.claim === 'number'))
    return ownMoneyTarget(ctx, input, branchId);
  if (input.kind === 'MAKE_GOOD') return noteTarget(ctx, input, branchId);
  if (input.kind === 'REFUND') return refundTarget(ctx, input, branchId);
  return { ...NO_TARGET, faults: [] };
}

/** What a manager may let be paid ahead: a claim, or the refund of a return. C6, M17. */
const mayGoAhead = ({ kind, receipt }: OtherInput) =>
  kind === 'CLAIM' || (kind === 'REFUND' && typeof receipt !== 'number');

/** In which branch a voucher is, and which one drafted it. */
type Within = { branchId: number; follows: number | null };

/** Checks any other voucher as typed, by the right of its kind. Throws FORBIDDEN, then all bad fields together. */
export async function checkOther(ctx: Ctx, input: OtherInput, of: Within): Promise<CheckedVoucher> {
  const { branchId } = of;
  if (!ctx.can(VOUCHERS[input.kind].create, branchId)) throw new AppError('FORBIDDEN');
  const faults = await currencyFaults(ctx, input.currency);
  // In a currency that is not in use there is no account to choose.
  const isInUse = faults.length === 0;
  const amount = readPositive(input.amount, input.currency);
  if (typeof amount === 'string') faults.push({ field: 'amount', message: amount });
  const setOff = readSetOff(input);
  const target = await targetOf(ctx, input, branchId);
  const purpose = paidFrom(input.kind, target.receiptType ?? null);
  const bank = isInUse ? await bankOf(ctx, input, { purpose, branchId }) : null;
  const into = await checkInto(ctx, input, { from: bank?.id ?? null, branchId, leaves: amount });
  faults.push(...target.faults, ...(bank?.faults ?? []), ...setOff.faults, ...into.faults);
  faults.push(...(await exchangeDrawingFaults(ctx, input, { follows: of.follows, amount })));
  faults.push(...(await followingFaults(ctx, input, { follows: of.follows, amount })));
  if (faults.length > 0 || typeof amount === 'string' || bank === null) throw invalid(...faults);
  const words = [
    target.claim?.number ?? '',
    target.tax?.name ?? '',
    target.payee?.name ?? '',
    input.to_order ?? '',
    target.account ?? '',
    input.narration ?? '',
  ];
  return {
    columns: {
      kind: input.kind,
      payee_id: target.payee?.id ?? null,
      tax_id: target.tax?.id ?? null,
      account: target.account,
      override: mayGoAhead(input) && (input.override ?? false),
      to_order: input.kind === 'CLAIM' ? (input.to_order ?? '') : '',
      claim_id: target.claim?.id ?? null,
      note_id: target.note ?? null,
      receipt_id: target.receipt ?? null,
      currency: input.currency,
      amount,
      set_off: setOff.amount,
      bank_date: input.bank_date,
      bank_account_id: bank.id,
      ...into.columns,
      narration: input.narration ?? '',
      search_text: searchKey(words.join(' ')),
    },
    items: [],
    nets: [],
  };
}
