export type Sums = Map<string, bigint>;
export const add = (sums: Sums, key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount);
export const minor = (text: string) => BigInt(text.replace('.', ''));
const POSTING =
  /^ {4}(\w+):(\S+) [^:;]*?(?::([^:;]*#\d+))? {2}([A-Z]{3}) (-?[\d.]+)(?: @@ ([A-Z]{3}) ([\d.]+))?(?: {2}; (.*))?$/;

/** Reads a journal knowing nothing of how it was written: per account and currency, per account in base, its entries. */
export function readJournal(text: string) {
  const amounts: Sums = new Map();
  const bases: Sums = new Map();
  const entries: { head: string; base: bigint }[] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith(';') || line === 'decimal-mark .') continue;
    if (/^\d{4}-\d\d-\d\d \((?:\d+|opening)\) \S/.test(line)) {
      entries.push({ head: line, base: 0n });
      continue;
    }
    const [, , account, , currency = '', digits = '', , cost, tags = ''] = POSTING.exec(line) ?? [];
    const entry = entries.at(-1);
    if (account === undefined || !entry) throw new Error(`Not a posting: ${line}`);
    const amount = minor(digits);
    const base = cost === undefined ? amount : amount < 0n ? -minor(cost) : minor(cost);
    entry.base += base;
    add(bases, account, base);
    if (!tags.includes('base-only:')) add(amounts, `${account} ${currency}`, amount);
  }
  return { amounts, bases, entries };
}

type TrialRow = { account: string; currency: string; closing: string; base_closing: string };

/** The same of the rows of a trial balance. */
export function trialSums(rows: readonly TrialRow[]) {
  const amounts: Sums = new Map();
  const bases: Sums = new Map();
  for (const row of rows) {
    add(amounts, `${row.account} ${row.currency}`, minor(row.closing));
    add(bases, row.account, minor(row.base_closing));
  }
  return { amounts, bases };
}

/** What is not nothing, in order. */
export const closing = (sums: Sums) =>
  [...sums].filter(([, sum]) => sum !== 0n).toSorted(([a], [b]) => (a < b ? -1 : 1));
