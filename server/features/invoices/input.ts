import type { Decoded } from '../../../domain/endpoint.ts';
import { invalid, type FieldError } from '../../../domain/errors.ts';
import type { saveInvoice } from '../../../domain/invoices/contract.ts';
import {
  creditFaults,
  dueFaults,
  isByParty,
  isForInvoices,
  isSubAccountOf,
  readLines,
  type LineAccountOf,
} from '../../../domain/invoices/rules.ts';
import { rateOfLine } from '../../../domain/invoices/taxes.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Rate } from '../../../domain/values/rate.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { partiesById } from '../placements/queries.ts';
import { currencyFaults } from '../receipts/input.ts';
import { creditedInvoice } from './queries.ts';
import { ratesOfInvoice, ratesOn } from './taxes.ts';

type InvoiceInput = Decoded<typeof saveInvoice>['body'];
/** What an invoice names of the registers, typed or copied. */
type Naming = {
  party: number;
  currency: string;
  lines: readonly Pick<InvoiceInput['lines'][number], 'account' | 'sub_account'>[];
};

const CHOOSE = 'Choose one from the list.';

type Registers = {
  accounts: ReadonlyMap<string, LineAccountOf>;
  parties: Awaited<ReturnType<typeof partiesById>>;
  kinds: ReadonlyMap<number, string>;
};

/** What the invoice names of the registers. */
async function registersOf(ctx: Ctx, input: Naming): Promise<Registers> {
  const accounts = await ctx.db
    .selectFrom('ledger_accounts')
    .select(['code', 'type', 'sub_kind', 'status', 'function'])
    .where('type', '=', 'INCOME')
    .execute();
  const ids = [input.party, ...input.lines.flatMap((line) => line.sub_account ?? [])];
  const kinds = await ctx.db.selectFrom('parties').select(['id', 'kind']).where('id', 'in', ids).execute();
  return {
    accounts: new Map(accounts.map(({ code, ...account }) => [code, account])),
    parties: await partiesById(ctx, null, ids),
    kinds: new Map(kinds.map(({ id, kind }) => [id, kind])),
  };
}

/** What is wrong with what a line names: its account, its sub-ledger account. */
function lineFaults(line: Naming['lines'][number], at: string, { accounts, kinds }: Registers): FieldError[] {
  const account = accounts.get(line.account);
  const sub = line.sub_account ?? null;
  const faults: FieldError[] = [];
  if (account === undefined || !isForInvoices(account))
    faults.push({ field: `${at}.account`, message: 'Choose an income account.' });
  else if (isByParty(account) && (sub === null || !isSubAccountOf(account, kinds.get(sub) ?? '')))
    faults.push({ field: `${at}.sub_account`, message: 'Choose the sub-ledger account.' });
  else if (!isByParty(account) && sub !== null)
    faults.push({ field: `${at}.sub_account`, message: 'This account has no sub-ledger accounts.' });
  return faults;
}

/** The party of an invoice, and what is wrong with what it names: its party and currency, and of each line its accounts. §8. */
export async function readNames(ctx: Ctx, naming: Naming) {
  const registers = await registersOf(ctx, naming);
  const party = registers.parties.get(naming.party);
  return {
    party,
    head: [...(await currencyFaults(ctx, naming.currency)), ...(party ? [] : [{ field: 'party', message: CHOOSE }])],
    lines: naming.lines.flatMap((line, index) => lineFaults(line, `lines.${index}`, registers)),
  };
}

/** The rates that taxes may have on an invoice as at a day, or on a credit of one. */
async function ratesFor(
  ctx: Ctx,
  { party, currency, credits }: { party: number; currency: string; credits: number | null },
  at: { day: Day; branchId: number },
): Promise<Map<number, Rate[]>> {
  return credits === null ? ratesOn(ctx, { party, currency }, at) : ratesOfInvoice(ctx, credits);
}

/** A party that is not active is sent no invoice. §4 registers. */
export function inactiveFaults({ name, status }: { name: string; status: string }): FieldError[] {
  if (status === 'ACTIVE') return [];
  return [{ field: 'party', message: `${name} is not active. Choose another party, or have it made active first.` }];
}

/** Checks an invoice or credit as typed. Throws all bad fields together; gives the columns of its row and its lines. §8. */
export async function checkInvoice(ctx: Ctx, input: InvoiceInput, branchId: number) {
  const { kind, party, currency, terms = '', due_on: dueOn, reference = '', narration = '' } = input;
  const credits = input.credits ?? null;
  const names = await readNames(ctx, input);
  const named = names.party;
  const invoice = credits === null ? null : await creditedInvoice(ctx, credits, branchId);
  // Where it names no invoice that can be credited, taxes have no message.
  const astray = credits !== null && (invoice === null || invoice.status !== 'APPROVED' || invoice.isCredit);
  const at = { day: ctx.today, branchId };
  const rates = await ratesFor(ctx, { party, currency, credits }, at);
  const taxed = input.lines.map(({ quantity, price, tax = null, tax_rate: typedRate = null }, index) => {
    const { rate, fault } = rateOfLine({ tax, rate: typedRate }, rates, { day: at.day, isCredit: credits !== null });
    const faults = fault === null || astray ? [] : [{ field: `lines.${index}.${fault.field}`, message: fault.message }];
    return { line: { quantity, price, rate }, faults };
  });
  const read = readLines(
    taxed.map(({ line }) => line),
    currency,
  );
  const { lines, figures } = read;
  const ofLines = [...read.faults, ...taxed.flatMap(({ faults: own }) => own)];
  const faults: FieldError[] = [
    ...names.head,
    ...dueFaults({ terms, dueOn }, { isCredit: credits !== null, today: ctx.today }),
    ...ofLines,
    ...names.lines,
  ];
  if (credits !== null && ofLines.length === 0)
    faults.push(...creditFaults({ kind, party, currency, total: figures.total }, invoice));
  // What was invoiced to a party can be credited whatever became of it.
  if (credits === null && named) faults.push(...inactiveFaults(named));
  if (faults.length > 0) throw invalid(...faults);
  const words = [
    named?.name ?? '',
    invoice?.number ?? '',
    reference,
    narration,
    ...input.lines.map((one) => one.description),
  ];
  return {
    columns: {
      kind,
      party_id: party,
      credits_id: credits,
      currency,
      net: figures.net,
      tax: figures.tax,
      payment_terms: terms,
      due_on: dueOn,
      reference,
      narration,
      search_text: searchKey(words.join(' ')),
    },
    lines: input.lines.map((line, index) => ({
      position: index + 1,
      description: line.description,
      account: line.account,
      sub_party_id: line.sub_account ?? null,
      quantity: lines[index]?.quantity ?? 0n,
      price: lines[index]?.price ?? 0n,
      net: lines[index]?.net ?? 0n,
      tax_id: line.tax ?? null,
      tax_rate: lines[index]?.rate ?? null,
      tax: lines[index]?.tax ?? 0n,
    })),
  };
}
