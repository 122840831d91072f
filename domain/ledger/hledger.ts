/** The journal as plain text that hledger reads, so that anyone can check our trial balance with another program. */
import { showDay, type Day } from '../values/day.ts';
import { formatAmount, type CurrencyCode } from '../values/money.ts';
import type { AccountType } from './accounts.ts';
import { eventLabel } from './entries.ts';
import type { JournalLine } from './journal.ts';

/** The names by which hledger knows what kind of account one is. */
const TYPE_NAMES: Record<AccountType, string> = {
  ASSET: 'assets',
  LIABILITY: 'liabilities',
  EQUITY: 'equity',
  INCOME: 'income',
  EXPENSE: 'expenses',
};

/** Signs that mean something in a journal: a comment, a level of an account, a payee, a date in a comment. */
const PLAIN: Readonly<Record<string, string>> = { ';': ',', ':': '.', '|': '/', '[': '(', ']': ')' };

/** A text of a user as a part of one line: no text can end its line, its account, or begin a comment, a tag or a date. */
function inLine(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replaceAll(/[;:|[\]]/g, (sign) => PLAIN[sign] ?? '')
    .trim();
}

/** The same as the value of a tag, which ends at a comma. */
const tag = (name: string, value: string) => `${name}:${inLine(value).replaceAll(',', ' ')}`;

type Span = { firm: string; branches: readonly string[]; from: Day | undefined; to: Day; base: CurrencyCode };

/** The first lines of a journal: whose it is, of which branches and days, and how its amounts are written. */
export function journalHead({ firm, branches, from, to, base }: Span): string {
  const days = from === undefined ? `to ${showDay(to)}` : `${showDay(from)} to ${showDay(to)}`;
  return [
    `; Journal of ${inLine(firm)}, ${branches.map(inLine).join(' and ')}, ${days}. Base currency ${base}.`,
    `; In base: hledger balance --cost. Per currency: hledger balance not:tag:base-only.`,
    'decimal-mark .',
    '',
  ].join('\n');
}

/** The first line of an entry: its day, number and narration; its event, branch and record as tags. */
export function entryHead(line: JournalLine): string {
  const { day, entry, event, narration, branch, record } = line;
  const tags = [tag('event', event), tag('branch', branch), ...(record === null ? [] : [tag('record', record)])];
  const words = inLine(narration) || inLine(eventLabel(event));
  return `\n${day} (${entry === null ? 'opening' : String(entry)}) ${words}  ; ${tags.join(', ')}\n`;
}

function accountOf({ type, account, account_name: name, party, tax, bank }: JournalLine): string {
  const sub = party ?? tax ?? bank;
  const level = sub === null ? '' : `:${`${inLine(sub.name)} #${sub.id}`.trim()}`;
  return `${TYPE_NAMES[type]}:${inLine(`${account} ${name}`)}${level}`;
}

/** What an amount costs in base where both have one sign; a difference in base alone is a posting of its own. */
function costOf({ amount, base, currency }: JournalLine, firmBase: CurrencyCode): bigint {
  if (currency === firmBase) return amount;
  return amount > 0n === base > 0n && base !== 0n && amount !== 0n ? base : 0n;
}

/**
 * The postings of a journal line: its amount, at its base amount in all where its currency is another, and what is in
 * base alone (exchange differences, revaluation) as a posting in base that names the currency in a tag. G3, M7.
 */
export function postingText(line: JournalLine, firmBase: CurrencyCode): string {
  const { amount, base, currency, party, note } = line;
  const account = accountOf(line);
  const tags = [...(party === null ? [] : [tag('party', party.name)]), ...(note === null ? [] : [tag('note', note)])];
  const cost = costOf(line, firmBase);
  const posting = (figures: string, more: readonly string[]) => {
    const all = [...tags, ...more];
    return `    ${account}  ${figures}${all.length === 0 ? '' : `  ; ${all.join(', ')}`}\n`;
  };
  const figures = `${currency} ${formatAmount(amount, currency)}`;
  const priced =
    currency === firmBase ? figures : `${figures} @@ ${firmBase} ${formatAmount(cost < 0n ? -cost : cost, firmBase)}`;
  return [
    amount === 0n ? '' : posting(priced, []),
    base === cost ? '' : posting(`${firmBase} ${formatAmount(base - cost, firmBase)}`, [tag('base-only', currency)]),
  ].join('');
}
