/** What the accounts of another system are for: proposed by their kind and name, confirmed by a person. G1. */
import type { FieldError } from '../../errors.ts';
import {
  ACCOUNT_FUNCTIONS,
  CONTROL_FUNCTIONS,
  FUNCTION_NAMES,
  type AccountFunction,
  type AccountType,
} from '../../ledger/accounts.ts';
import type { AccountKind } from './files.ts';

/** An account as its file has it, with how many lines are on it. */
export type OtherAccount = { code: string; name: string; kind: AccountKind; lines: number };
/** What it is for here; its tax by code where it is of taxes (null: one of its own is made); taken by default or not. */
type AccountUse = { function: AccountFunction | null; tax: string | null; is_default: boolean };
/** Uses by the code of the account. */
export type AccountUses = Readonly<Record<string, AccountUse>>;

export const TYPE_OF_KIND: Record<AccountKind, AccountType> = {
  asset: 'ASSET',
  receivable: 'ASSET',
  payable: 'LIABILITY',
  liability: 'LIABILITY',
  equity: 'EQUITY',
  income: 'INCOME',
  expense: 'EXPENSE',
};

/** What has open items in a history is premium; other items come in by documents of ours. */
const ITEM_FUNCTIONS = { receivable: 'PREMIUM_RECEIVABLE', payable: 'PREMIUM_PAYABLE' } as const;
const hasItems = (kind: AccountKind): kind is keyof typeof ITEM_FUNCTIONS => kind in ITEM_FUNCTIONS;

/** Functions whose lines are all opened and settled items, or pass at no base: not of an account with other lines. */
const WITHOUT_LINES: readonly AccountFunction[] = [...CONTROL_FUNCTIONS, 'EXCHANGE_CLEARING', 'INTER_BRANCH'];

/** The functions that an account may have, in the order in which they are offered. */
export function functionsFor({ kind, lines }: OtherAccount): AccountFunction[] {
  if (hasItems(kind)) return [ITEM_FUNCTIONS[kind]];
  return FUNCTION_NAMES.filter(
    (name) => ACCOUNT_FUNCTIONS[name].type === TYPE_OF_KIND[kind] && (lines === 0 || !WITHOUT_LINES.includes(name)),
  );
}

/** The first words that a name matches say what its account is for. */
const WORDS: readonly [RegExp, AccountFunction][] = [
  [/unallocated|suspense/i, 'UNALLOCATED_CASH'],
  [/(client|trust|premium).*(bank|cash)/i, 'CLIENT_BANK'],
  [/bank charge/i, 'BANK_CHARGES'],
  [/\bbank\b/i, 'OFFICE_BANK'],
  [/exchange clearing/i, 'EXCHANGE_CLEARING'],
  [/(tax|vat).*recover/i, 'TAX_RECOVERABLE'],
  [/inter.?branch/i, 'INTER_BRANCH'],
  [/deferred brokerage/i, 'DEFERRED_BROKERAGE'],
  [/levy|levies|duty|\bvat\b|withholding|tax(es)? payable/i, 'TAXES_PAYABLE'],
  [/retained|equity|capital/i, 'EQUITY'],
  [/exchange (gain|profit)/i, 'EXCHANGE_GAIN'],
  [/exchange loss/i, 'EXCHANGE_LOSS'],
  [/brokerage|commission/i, 'BROKERAGE_INCOME'],
  [/\bfees?\b/i, 'FEE_INCOME'],
  [/write.?off/i, 'WRITE_OFFS'],
];

/** Taxes with which a firm begins, by words of an account's name. */
const TAX_WORDS: readonly [RegExp, string][] = [
  [/withholding/i, 'WHT'],
  [/training/i, 'TRAIN'],
  [/stamp/i, 'STAMP'],
  [/levy/i, 'LEVY'],
];

export const isOfTaxes = (name: AccountFunction | null): boolean =>
  name !== null && ACCOUNT_FUNCTIONS[name].sub === 'TAX';

/** The account of a function that postings take: the one for what is carried forward before others, else the first. */
function defaultAmong(accounts: readonly OtherAccount[]): string | undefined {
  return (accounts.find(({ name }) => /retained/i.test(name)) ?? accounts[0])?.code;
}

/** What accounts are proposed to be for, from their kinds and names; `taxes` are the codes that the firm has. */
export function proposedUses(accounts: readonly OtherAccount[], taxes: readonly string[]): AccountUses {
  const proposed = accounts.map((account) => {
    const may = functionsFor(account);
    const byWords = WORDS.find(([words, name]) => may.includes(name) && words.test(account.name))?.[1] ?? null;
    return { account, use: hasItems(account.kind) ? ITEM_FUNCTIONS[account.kind] : byWords };
  });
  const byFunction = Map.groupBy(proposed, ({ use }) => use);
  const free = [...taxes];
  return Object.fromEntries(
    proposed.map(({ account, use }) => {
      const same = (byFunction.get(use) ?? []).map((one) => one.account);
      const tax = isOfTaxes(use)
        ? TAX_WORDS.find(([words, tax]) => free.includes(tax) && words.test(account.name))?.[1]
        : undefined;
      if (tax !== undefined) free.splice(free.indexOf(tax), 1);
      const is_default = use !== null && defaultAmong(same) === account.code;
      return [account.code, { function: use, tax: tax ?? null, is_default }];
    }),
  );
}

/** What is wrong with uses: one for each account, of a function that it may have, and one default where several share it. */
export function useFaults(
  accounts: readonly OtherAccount[],
  uses: AccountUses,
  taxes: readonly string[],
): FieldError[] {
  const faults = accounts.flatMap((account): FieldError[] => {
    const field = `accounts.${account.code}`;
    const use = uses[account.code];
    if (use === undefined) return [{ field, message: 'Say what this account is for.' }];
    const may = functionsFor(account);
    if (hasItems(account.kind) ? use.function !== may[0] : use.function !== null && !may.includes(use.function))
      return [{ field, message: 'An account of this kind cannot be for that.' }];
    if (use.tax !== null && !(isOfTaxes(use.function) && taxes.includes(use.tax)))
      return [{ field, message: 'Choose one of the taxes.' }];
    return [];
  });
  const codes = new Set(accounts.map(({ code }) => code));
  for (const code of Object.keys(uses))
    if (!codes.has(code)) faults.push({ field: `accounts.${code}`, message: 'Is not in accounts.csv.' });
  const chosen = accounts.flatMap(({ code }) => {
    const use = uses[code];
    return use?.function ? [{ code, ...use }] : [];
  });
  for (const [name, same] of Map.groupBy(chosen, (one) => one.function)) {
    const defaults = same.filter((one) => one.is_default).length;
    const [first] = same;
    if (name !== null && first && defaults !== 1)
      faults.push({
        field: `accounts.${first.code}`,
        message: `Choose one account that ${ACCOUNT_FUNCTIONS[name].name.toLowerCase()} is posted to by default.`,
      });
  }
  const named = chosen.flatMap(({ code, tax }) => (tax === null ? [] : [{ code, tax }]));
  for (const { code, tax } of named)
    if (named.some((other) => other.tax === tax && other.code < code))
      faults.push({ field: `accounts.${code}`, message: `${tax} is another account’s tax already.` });
  return faults;
}
