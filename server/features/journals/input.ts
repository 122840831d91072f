import type { Decoded } from '../../../domain/endpoint.ts';
import { AppError, invalid, type FieldError } from '../../../domain/errors.ts';
import type { saveManualJournal } from '../../../domain/journals/contract.ts';
import {
  balanceFaults,
  dayFaults,
  isBetweenBranches,
  isForJournals,
  isPartyOf,
  type JournalAccount,
  readLines,
  subOf,
} from '../../../domain/journals/rules.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { baseOfDebits } from './booking.ts';

type Input = Decoded<typeof saveManualJournal>['body'];
type Line = Input['lines'][number];

type Registers = {
  accounts: ReadonlyMap<string, JournalAccount & { name: string }>;
  kinds: ReadonlyMap<number, string>;
  taxes: ReadonlySet<number>;
  currencies: ReadonlySet<string>;
};

/** What a journal names of the registers. */
async function registersOf(ctx: Ctx, { lines }: Input): Promise<Registers> {
  const ids = [0, ...lines.flatMap((line) => line.sub_account ?? [])];
  const accounts = await ctx.db
    .selectFrom('ledger_accounts')
    .select(['code', 'name', 'sub_kind', 'status', 'function'])
    .execute();
  const parties = await ctx.db
    .selectFrom('parties')
    .select(['id', 'kind'])
    .where('id', 'in', ids)
    .where('merged_into', 'is', null)
    .execute();
  const taxes = await ctx.db.selectFrom('taxes').select('id').execute();
  const currencies = await ctx.db.selectFrom('currencies').select('code').where('active', '=', true).execute();
  return {
    accounts: new Map(accounts.map(({ code, ...account }) => [code, account])),
    kinds: new Map(parties.map(({ id, kind }) => [id, kind])),
    taxes: new Set(taxes.map(({ id }) => id)),
    currencies: new Set(currencies.map(({ code }) => code)),
  };
}

/** The sub-ledger account of a line: a party or a tax, of an account that is kept by one. */
function isSub(account: JournalAccount, id: number, { kinds, taxes }: Registers): boolean {
  return subOf(account) === 'TAX' ? taxes.has(id) : isPartyOf(account, kinds.get(id) ?? '');
}

/** What is wrong with what a line names. M16. */
function namedFaults(line: Line, at: string, registers: Registers): FieldError[] {
  const account = registers.accounts.get(line.account);
  const sub = line.sub_account ?? null;
  const faults: FieldError[] = [];
  if (!registers.currencies.has(line.currency))
    faults.push({ field: `${at}.currency`, message: 'Choose an active currency.' });
  if (account === undefined || !isForJournals(account))
    faults.push({ field: `${at}.account`, message: 'Choose an account that is not kept by documents or banks.' });
  else if (subOf(account) === null && sub !== null)
    faults.push({ field: `${at}.sub_account`, message: 'This account has no sub-ledger accounts.' });
  else if (subOf(account) !== null && (sub === null || !isSub(account, sub, registers)))
    faults.push({ field: `${at}.sub_account`, message: 'Choose the sub-ledger account.' });
  return faults;
}

/** Between branches root alone books. Throws FORBIDDEN. M16. */
export function assertMayDivide(ctx: Ctx, accounts: readonly JournalAccount[]): void {
  if (!ctx.user.isRoot && accounts.some(isBetweenBranches)) throw new AppError('FORBIDDEN');
}

/** Checks a manual journal as typed. Throws all bad fields together; gives the columns of its row and its lines. §8, M16. */
export async function checkJournal(ctx: Ctx, input: Input) {
  const { day, narration, reference = '' } = input;
  const registers = await registersOf(ctx, input);
  const typed = input.lines.map(({ currency, debit = '', credit = '' }) => ({ currency, debit, credit }));
  const { amounts, faults: ofLines } = readLines(typed);
  const lines = input.lines.map((line, index) => ({ ...line, amount: amounts[index] ?? 0n }));
  const faults: FieldError[] = [
    ...dayFaults(day, ctx.today),
    ...ofLines,
    ...input.lines.flatMap((line, index) => namedFaults(line, `lines.${index}`, registers)),
    ...(ofLines.length > 0 ? [] : balanceFaults(lines)),
  ];
  if (faults.length > 0) throw invalid(...faults);
  assertMayDivide(
    ctx,
    input.lines.flatMap((line) => registers.accounts.get(line.account) ?? []),
  );
  const words = [narration, reference, ...input.lines.map((line) => registers.accounts.get(line.account)?.name ?? '')];
  return {
    columns: {
      day,
      narration,
      reference,
      currency: ctx.firm.baseCurrency,
      amount: await baseOfDebits(ctx, lines, day),
      search_text: searchKey([...new Set(words)].join(' ')),
    },
    lines: lines.map((line, index) => {
      const account = registers.accounts.get(line.account);
      const ofTax = account !== undefined && subOf(account) === 'TAX';
      const sub = line.sub_account ?? null;
      return {
        position: index + 1,
        account: line.account,
        party_id: ofTax ? null : sub,
        tax_id: ofTax ? sub : null,
        currency: line.currency,
        amount: line.amount,
      };
    }),
  };
}
