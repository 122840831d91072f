import type { Bucket } from '../../../../domain/reports/buckets.ts';
import { addDays, daysBetween, type Day } from '../../../../domain/values/day.ts';
import type { TestApp } from '../../../testing/testApp.ts';
import { zipOf } from '../../../testing/zip.ts';
import { OCTETS, SCA, work } from '../imports.factories.ts';

/** The files of a history by name, as text. */
export type Files = Record<string, string>;
export const archiveOf = (files: Files): Buffer =>
  zipOf(Object.entries(files).map(([name, data]) => ({ name: `books/${name}`, data })));

const FIRST: Day = '2024-01-01';
export const LAST: Day = '2025-12-31';
const DAYS = daysBetween(FIRST, LAST);

const ACCOUNTS = [
  ['1010', 'Office bank', 'asset'],
  ['1020', 'Client bank KES', 'asset'],
  ['1021', 'Client bank USD', 'asset'],
  ['1022', 'Client bank JPY', 'asset'],
  ['1090', 'Unallocated cash', 'asset'],
  ['1200', 'Premium debtors property', 'receivable'],
  ['1201', 'Premium debtors marine', 'receivable'],
  ['2200', 'Securities payable property', 'payable'],
  ['2201', 'Securities payable marine', 'payable'],
  ['2301', 'Premium levy payable', 'liability'],
  ['2310', 'VAT payable', 'liability'],
  ['3000', 'Share capital', 'equity'],
  ['3100', 'Retained earnings', 'equity'],
  ['4000', 'Brokerage property', 'income'],
  ['4001', 'Brokerage marine', 'income'],
  ['4800', 'Exchange gains', 'income'],
  ['4900', 'Interest received', 'income'],
  ['5100', 'Printing', 'expense'],
  ['5800', 'Exchange losses', 'expense'],
] as const;
const BANKS: Record<string, string> = { KES: '1020', USD: '1021', JPY: '1022' };
/** Base, in minor units, of a million minor units. */
const RATES: Record<string, bigint> = { KES: 1_000_000n, USD: 129_500_000n, JPY: 86_000_000n };

type Line = {
  account: string;
  party?: string;
  currency: string;
  amount: bigint;
  base: bigint;
  due?: Day;
  item?: string;
};
type Document = { kind: string; day: Day; due?: Day; currency: string; party: string; lines: Line[] };
type Item = { item: string; account: string; party: string; currency: string; amount: bigint; base: bigint; due: Day };

/** What a history comes to, worked out beside it: debits and credits of accounts, and receivables by age, in base. */
type Key = {
  balances: Map<string, { debit: bigint; credit: bigint }>;
  aged: Map<string, Record<Bucket, bigint>>;
  documents: number;
};

const REACH: readonly [number, Bucket][] = [
  [0, 'not_due'],
  [30, 'd1_30'],
  [60, 'd31_60'],
  [90, 'd61_90'],
  [180, 'd91_180'],
  [365, 'd181_365'],
];
const bucketOf = (late: number): Bucket => REACH.find(([last]) => late <= last)?.[1] ?? 'over_365';

const baseOf = (amount: bigint, currency: string, day: number): bigint => {
  const rate = currency === 'KES' ? 1_000_000n : (RATES[currency] ?? 0n) + BigInt(day) * 10_000n;
  return (amount * rate + 500_000n) / 1_000_000n;
};

/** Writes documents one after the other and keeps the key of what they come to. */
function ledgerOf() {
  const documents = ['id,number,kind,date,due_date,currency,rate_micro,party,class,policy_no,insured,status,narration'];
  const lines = [
    'id,document,line_no,date,account,party,currency,amount,base_amount,due_date,open_item,settled_by,narration',
  ];
  const balances: Key['balances'] = new Map(ACCOUNTS.map(([code]) => [code, { debit: 0n, credit: 0n }]));
  let [count, written] = [0, 0];
  const write = (document: Document): string => {
    const { kind, day, due, currency, party } = document;
    count += 1;
    const number = `${kind}-${day.slice(0, 4)}-${String(count).padStart(7, '0')}`;
    const rate = currency === 'KES' ? 1_000_000n : RATES[currency];
    documents.push(
      `${count},${number},${kind},${day},${due ?? ''},${currency},${rate},${party},Property,FAC/${count},"Harbour, ""North"" ${count}",posted,${kind} ${count}`,
    );
    for (const [index, line] of document.lines.entries()) {
      written += 1;
      const item = line.item === 'own' ? number : (line.item ?? '');
      lines.push(
        `${written},${count},${index + 1},${day},${line.account},${line.party ?? ''},${line.currency},${line.amount},${line.base},${line.due ?? ''},${item},,`,
      );
      const balance = balances.get(line.account) ?? { debit: 0n, credit: 0n };
      if (line.base > 0n) balance.debit += line.base;
      else balance.credit -= line.base;
    }
    return number;
  };
  return {
    write,
    files: () => ({ documents: `${documents.join('\n')}\n`, lines: `${lines.join('\n')}\n` }),
    balances,
    count: () => count,
  };
}

/** Whole numbers and picks that are the same for a seed. */
function diceOf(seed: number) {
  let state = seed;
  const whole = (low: number, high: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return low + (state % (high - low + 1));
  };
  return { whole, pick: <T>(choices: readonly [T, ...T[]]): T => choices[whole(0, choices.length - 1)] ?? choices[0] };
}

const totalOf = (lines: readonly Line[]) => lines.reduce((total, line) => total + line.base, 0n);
const exchange = (difference: bigint): Line[] =>
  difference === 0n
    ? []
    : [{ account: difference > 0n ? '5800' : '4800', currency: 'KES', amount: difference, base: difference }];

type Book = ReturnType<typeof ledgerOf> &
  ReturnType<typeof diceOf> & {
    /** Receivables, the oldest first; payables by the item that frees them; payables that may be paid. */
    owed: Item[];
    owing: Map<string, Item[]>;
    payable: Item[];
  };

/** A debit note with two securities on a day counted from the first. */
function debitNote({ whole, pick, write, owed, owing }: Book, at: number): void {
  const currency = pick(['KES', 'KES', 'USD', 'JPY']);
  const [marine, day, party] = [whole(0, 1), addDays(FIRST, at), `C${whole(1, 12)}`];
  const due = addDays(day, whole(10, 90));
  const premium = BigInt(whole(50_000, 4_000_000));
  const [brokerage, levy] = [premium / 10n, premium / 100n];
  const net = premium - brokerage - levy;
  const shares = [(net * 60n) / 100n, net - (net * 60n) / 100n];
  const securities = pick([
    ['S1', 'S2'],
    ['S2', 'S3'],
    ['S3', 'S4'],
  ]);
  const payables = shares.map((share, index) => ({
    account: `220${marine}`,
    party: securities[index] ?? 'S1',
    currency,
    amount: -share,
    base: -baseOf(share, currency, at),
    due: addDays(due, 30),
  }));
  const credits: Line[] = [
    ...payables.map((payable) => ({ ...payable, item: 'own' })),
    { account: `400${marine}`, currency, amount: -brokerage, base: -baseOf(brokerage, currency, at) },
    { account: '2301', currency, amount: -levy, base: -baseOf(levy, currency, at) },
  ];
  const debit = { account: `120${marine}`, party, currency, amount: premium, base: -totalOf(credits), due };
  const item = write({ kind: 'DN', day, due, currency, party, lines: [{ ...debit, item: 'own' }, ...credits] });
  owed.push({ ...debit, item });
  owing.set(
    item,
    payables.map((payable) => ({ ...payable, item })),
  );
}

/** A receipt or a voucher of a part of an item, with the exchange difference to what it was booked at. */
function settle({ write }: Book, at: number, { item, amount }: { item: Item; amount: bigint }): void {
  const carried = amount === item.amount ? item.base : (item.base * amount) / item.amount;
  const value = amount < 0n ? -baseOf(-amount, item.currency, at) : baseOf(amount, item.currency, at);
  const { account, party, currency, due } = item;
  const lines: Line[] = [
    { account: BANKS[currency] ?? '', currency, amount, base: value },
    { account, party, currency, amount: -amount, base: -carried, due, item: item.item },
  ];
  write({
    kind: amount > 0n ? 'RC' : 'PV',
    day: addDays(FIRST, at),
    currency,
    party,
    lines: [...lines, ...exchange(-totalOf(lines))],
  });
  item.amount -= amount;
  item.base -= carried;
}

/** The next document: more debit notes than money, and securities paid once their note is. */
function nextDocument(book: Book, at: number): void {
  const act = book.whole(0, 9);
  const [open] = book.owed;
  const [due] = book.payable;
  if (act >= 8 && due) {
    settle(book, at, { item: due, amount: due.amount });
    book.payable.shift();
  } else if (act >= 5 && act < 8 && open) {
    const partly = book.whole(0, 3) === 0 && open.amount > 10n;
    settle(book, at, { item: open, amount: partly ? open.amount / 3n : open.amount });
    if (open.amount !== 0n) return;
    book.owed.shift();
    book.payable.push(...(book.owing.get(open.item) ?? []));
  } else debitNote(book, at);
}

function agedOf(owed: readonly Item[]): Key['aged'] {
  const aged: Key['aged'] = new Map();
  for (const { party, due, base } of owed) {
    const none = { not_due: 0n, d1_30: 0n, d31_60: 0n, d61_90: 0n, d91_180: 0n, d181_365: 0n, over_365: 0n };
    const row = aged.get(party) ?? none;
    row[bucketOf(daysBetween(due, LAST))] += base;
    aged.set(party, row);
  }
  return aged;
}

const counted = <T>(count: number, of: (number: number) => T) =>
  Array.from({ length: count }, (_, index) => of(index + 1));
const PARTIES = [
  ...counted(12, (n) => `${n},C${n},cedant,Cedant ${n} Insurance,KES,KE`),
  ...counted(4, (n) => `${n + 20},S${n},security,Security ${n} Re,KES,${n === 4 ? 'GB' : 'KE'}`),
];

/** A firm's books from another system in the format of its files, with the answer key: the same for a seed. */
export function historyOf(seed: number, size: number): { files: Files; key: Key } {
  const ledger = ledgerOf();
  const book: Book = { ...ledger, ...diceOf(seed), owed: [], owing: new Map(), payable: [] };
  const capital = { currency: 'KES', amount: 25_000_000n, base: 25_000_000n };
  ledger.write({
    kind: 'JV',
    day: FIRST,
    currency: 'KES',
    party: '',
    lines: [
      { ...capital, account: '1010' },
      { ...capital, account: '3000', amount: -capital.amount, base: -capital.base },
    ],
  });
  while (ledger.count() < size) nextDocument(book, Math.min(DAYS, Math.floor((ledger.count() * DAYS) / size)));
  const accounts = ACCOUNTS.map(([code, name, type]) => `${code},${name},${type},Assets`);
  const { documents, lines } = ledger.files();
  return {
    files: {
      'accounts.csv': `code,name,type,group\n${accounts.join('\n')}\n`,
      'parties.csv': `id,code,kind,name,currency,country\n${PARTIES.join('\n')}\n`,
      'documents.csv': documents,
      'lines.csv': lines,
    },
    key: { balances: ledger.balances, aged: agedOf(book.owed), documents: ledger.count() },
  };
}

/** The calls of a history as root makes them, of the application that `t` says. */
export function historyCalls(t: () => TestApp) {
  const send = (bytes: Uint8Array, who = 'root') =>
    t().call(who, `POST ${SCA}/import/history/upload`, {
      query: { name: 'books.zip', branch: 1 },
      body: Buffer.from(bytes),
      headers: OCTETS,
    });
  const current = async () => (await t().call('root', `GET ${SCA}/import/history`)).body;
  /** Sends the files and has them checked. */
  const found = async (files: Files) => {
    const sent = await send(archiveOf(files));
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
    await work(t());
    return (await current()).latest;
  };
  const confirm = async ({ id, version }: { id: number; version: number }) => {
    const reply = await t().call('root', `PUT ${SCA}/import/history/confirm/${id}`, { body: { version } });
    await work(t());
    return reply;
  };
  return { send, current, found, confirm };
}
