import { nameKey } from '../names.ts';
import type { Day } from '../values/day.ts';
import { writtenDay } from '../values/day.ts';
import { showMoney, sum } from '../values/money.ts';
import { plainCode } from '../firm/iban.ts';

export const BANK_FORMATS = ['CSV', 'CAMT053', 'MT940'] as const;
export type BankFormat = (typeof BANK_FORMATS)[number];
export const BANK_FORMAT_LABELS: Record<BankFormat, string> = {
  CSV: 'CSV or XLSX',
  CAMT053: 'CAMT.053',
  MT940: 'MT940',
};

/** A line as its file has it, in minor units of the statement's currency: into the account positive, out of it negative. */
export type StatementLine = {
  /** Where it is in its file: the row of a sheet, else its place among the entries of its statement. */
  row: number;
  day: Day;
  valueDay: Day | null;
  amount: bigint;
  /** The bank's own; empty where it gives none. */
  reference: string;
  /** What the payment order had. */
  endToEnd: string;
  party: string;
  partyAccount: string;
  text: string;
};
export type LineFault = { row: number; message: string };

/** A statement as its file has it; balances are null where the file says none. */
export type ReadStatement = {
  /** The account that it is of; empty where the file names none. */
  account: string;
  currency: string;
  number: string;
  opening: bigint | null;
  closing: bigint | null;
  /** The day of its closing balance, where it says one. */
  closedOn: Day | null;
  lines: StatementLine[];
  faults: LineFault[];
};

/** Our account, and where its statements have come to. */
type OwnAccount = { name: string; number: string; iban: string; currency: string };
export type LastStatement = { closing: bigint; lastDay: Day };

/**
 * By what each line is known again, in the order of the lines: the bank's reference with its amount (a payment and its
 * charge share one), else day, amount, text and its place among equals of the file. M9.
 */
export function knownByOf(lines: readonly StatementLine[]): string[] {
  const equals = new Map<string, number>();
  return lines.map(({ reference, day, amount, text, party }) => {
    if (reference !== '') return `ref|${plainCode(reference)}|${amount}`;
    const alike = `line|${day}|${amount}|${nameKey(`${party} ${text}`)}`;
    const place = (equals.get(alike) ?? 0) + 1;
    equals.set(alike, place);
    return `${alike}|${place}`;
  });
}

/** Lines that bring the bank reference and amount of another line of the same file. M9. */
export function repeatedLines(lines: readonly StatementLine[]): LineFault[] {
  const rows = new Map<string, number>();
  return knownByOf(lines).flatMap((known, index) => {
    const { row, reference } = lines[index] ?? { row: 0, reference: '' };
    const before = rows.get(known);
    rows.set(known, before ?? row);
    if (before === undefined) return [];
    return [{ row, message: `Has the bank reference ${reference} and the amount of line ${before} again.` }];
  });
}

const digitsOf = (text: string) => text.replace(/^0+/, '');

/** Whether the account that a file names is ours: by IBAN or number, behind the bank's code or with its currency too. M9. */
export function isOfAccount(named: string, { iban, number, currency }: OwnAccount): boolean {
  const plain = plainCode(named);
  const written = plain.endsWith(currency) ? plain.slice(0, -currency.length) : plain;
  const own = [plainCode(iban), plainCode(number)].filter((one) => one !== '');
  const behind = (one: string) => one.slice(one.lastIndexOf('/') + 1);
  return [plain, written].some((one) =>
    own.some((mine) => one === mine || behind(one) === mine || digitsOf(behind(one)) === digitsOf(mine)),
  );
}

/** The days of a statement: from its first line to its closing balance. Null where nothing says one. */
export function daysOf({ lines, closedOn }: ReadStatement): { first: Day; last: Day } | null {
  const days = [...lines.map(({ day }) => day), ...(closedOn === null ? [] : [closedOn])].toSorted();
  const [first] = days;
  const last = days.at(-1);
  return first === undefined || last === undefined ? null : { first, last };
}

/**
 * Why a statement cannot be taken, in sentences; none where it can. It is of our account and currency, opening + Σ lines =
 * closing, and it begins where the last one ended. M9.
 */
export function statementRefusals(read: ReadStatement, account: OwnAccount, before: LastStatement | null): string[] {
  const { currency } = account;
  const shown = (amount: bigint) => showMoney({ amount, currency });
  if (read.account !== '' && !isOfAccount(read.account, account))
    return [`This statement is of the account ${read.account}, not of ${account.name}. Choose that account.`];
  if (read.currency !== currency) return [`This statement is in ${read.currency}, but the account is in ${currency}.`];
  const { opening, closing } = read;
  if (opening === null || closing === null)
    return ['Enter the opening and the closing balance, or choose the column that has the balance after each line.'];
  if (daysOf(read) === null) return ['This statement has no lines and no day.'];
  const lines = sum(read.lines.map(({ amount }) => amount));
  const refusals: string[] = [];
  if (read.faults.length === 0 && opening + lines !== closing)
    refusals.push(
      `From ${shown(opening)} its lines lead to ${shown(opening + lines)}, but it ends at ${shown(closing)}. Get the whole statement from the bank.`,
    );
  if (before !== null && before.closing !== opening)
    refusals.push(
      `The last statement ended at ${shown(before.closing)} on ${writtenDay(before.lastDay)}, but this one begins at ${shown(opening)}. Read what lies between first.`,
    );
  return refusals;
}
