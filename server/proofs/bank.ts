import { setTimeout } from 'node:timers/promises';
import { decideIn, versionAt } from '../testing/decide-record.ts';
import { approvedPolicy, makeBook, type Book } from '../testing/factories.ts';
import { openRig, type Rig } from '../testing/rig.ts';
import { parseAmount, sum } from '../../domain/values/money.ts';
import { mt940, ourBankAccount, readFile } from '../features/banks/banks.factories.ts';
import { debitNoteOf, exampleReceipt, RECEIVABLE } from '../features/receipts/receipts.factories.ts';
import { voucherCalls } from '../features/vouchers/vouchers.factories.ts';
import { chanceOf, tally, type Chance, type Proof, type Tally } from './proof.ts';
import { unsound } from './sound.ts';
import type { TestDatabaseServer } from '../testing/databases.ts';
import { proveLines } from './bank-lines.ts';
import { tryControls } from './mutants.ts';
import { BANK_CONTROLS } from './mutants/bank-controls.ts';

const API = '/api/sca/v1';
const WRITERS = 4;
const READERS = 6;
const POLICIES = 3;
/** Writers begin with so many acts, and then do one for each so many reads: a firm's money moves less often than it is looked at. */
const FIRST_ACTS = 40;
const READS_OF_AN_ACT = 40;
const A_MOMENT_MS = 5;
/** A firm's books hold so many reads' worth of writing; then another firm begins. */
const READS_OF_A_FIRM = 1_500;
const LANES_APART = 16;

type Bank = {
  rig: Rig;
  book: Book;
  account: number;
  notes: number[];
  check: Tally['check'];
  /** How often each act of money was done, and each report read. */
  acts: Map<string, number>;
  reads: Map<string, number>;
};
type Row = Record<string, string>;

const add = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
const minor = (text: string | null | undefined, currency = 'KES'): bigint => {
  const amount = parseAmount(text ?? '0', currency);
  if (typeof amount !== 'bigint') throw new Error(`${text} is no amount of ${currency}.`);
  return amount;
};
const total = (rows: readonly Row[], column: string) => sum(rows.map((row) => minor(row[column], row['currency'])));

/** An act that money may be at any time; what the rules refuse meanwhile is refused with 4xx. */
type Act = (bank: Bank, chance: Chance) => Promise<string | null>;

/** A receipt for one of the notes, or on account, approved by another; some are reversed again. */
const receive: Act = async ({ rig, book, account, notes }, chance) => {
  const receiptAmount = `${1 + chance.below(900)}.${chance.below(10)}${chance.below(10)}`;
  const onAccount = chance.below(4) === 0;
  const body = exampleReceipt(book, {
    receiptAmount,
    bank_account: account,
    receiptType: onAccount ? 'ON_ACCOUNT' : 'PREMIUM',
    allocations: onAccount ? [] : [{ note: chance.pick(notes), amount: receiptAmount }],
  });
  const saved = await rig.call('accountant.nbo', `POST ${RECEIVABLE}/save`, { body });
  if (saved.status !== 200) return null;
  const { id } = saved.body;
  await rig.call('accountant.nbo', `PUT ${RECEIVABLE}/submit/${id}`);
  const approved = await decideIn(rig)('manager.nbo', `PUT ${RECEIVABLE}/approve/${id}/APPROVED`);
  if (approved.status !== 200) return null;
  if (chance.below(3) > 0) return 'received';
  const version = await versionAt(rig, `${RECEIVABLE}/approve/${id}/APPROVED`);
  const reversed = await rig.call('manager.nbo', `PUT ${RECEIVABLE}/reverse/${id}`, {
    body: { reason: 'Keyed twice', version },
  });
  return reversed.status === 200 ? 'received and reversed' : 'received';
};

/** What is released to a security, or a part of it, paid. */
const pay: Act = async ({ rig, book, account }, chance) => {
  const { payable, savePremium, through } = voucherCalls(() => rig);
  const security = chance.pick([book.a, book.b, book.c]);
  const [item] = await payable(security);
  const available = minor(item?.available);
  if (available < 100n) return null;
  const saved = await savePremium(security, `${1 + chance.below(20)}.00`, { bank_account: account });
  if (saved.status !== 200) return null;
  const paid = await through(saved).catch(() => null);
  return paid?.status === 200 ? 'paid' : null;
};

const ACTS: readonly Act[] = [receive, receive, receive, pay];

/** A report with what must hold within one answer of it, whatever is booked meanwhile. */
type Look = {
  path: (bank: Bank) => string;
  fault: (body: { data: Row[]; parts: Row[]; totals: never } & Row) => string | null;
};

function balanced({ data, totals }: { data: Row[]; totals: Row }): string | null {
  for (const row of data) {
    const { currency = '', opening, debit, credit, closing } = row;
    const led = minor(opening, currency) + minor(debit, currency) - minor(credit, currency);
    if (led !== minor(closing, currency)) return `${row['account']} closes at ${closing}`;
  }
  for (const [currency, rows] of Map.groupBy(data, (row) => row['currency'] ?? ''))
    if (total(rows, 'closing') !== 0n) return `${currency} closes at ${total(rows, 'closing')}`;
  const base = sum(data.map((row) => minor(row['base_closing'])));
  return base === 0n && minor(totals['base_closing']) === 0n ? null : `base closes at ${base}`;
}

function addsUp({ data, totals }: { data: Row[]; totals: Row[] }, columns: readonly string[]): string | null {
  for (const found of totals) {
    const rows = data.filter(({ currency }) => currency === found['currency']);
    for (const column of columns)
      if (total(rows, column) !== minor(found[column], found['currency']))
        return `${column} is ${found[column]}, its rows come to ${total(rows, column)}`;
  }
  return null;
}

const LOOKS: Readonly<Record<string, Look>> = {
  'trial balance': { path: () => `${API}/trialbalance/items?length=500`, fault: balanced },
  'trial balance by sub-ledger': { path: () => `${API}/trialbalance/items?length=500&detail=sub`, fault: balanced },
  statement: {
    path: ({ book }) => `${API}/facultativereportitem?param=${book.reinsured}`,
    fault: (body) => addsUp(body, ['amount', 'paid', 'balance']),
  },
  ageing: {
    path: () => `${API}/receivable/ageingoverviewreport`,
    fault: (body) => addsUp(body, ['not_due', 'd1_30', 'unallocated', 'total']),
  },
  outstanding: {
    path: () => `${API}/receivable/facultativereport`,
    fault: (body) => addsUp(body, ['amount', 'paid', 'balance', 'owed']),
  },
  'bank reconciliation': {
    path: ({ account }) => `${API}/bankstatement/reconciliation?bank=${account}`,
    fault: ({ parts, statement }) => {
      // Of this account the bank says one line of 500.00, which is matched with nothing.
      if (minor(statement) !== 50_000n) return `the statement comes to ${statement}`;
      const led = total(
        parts.filter((part) => part['section'] !== 'STATEMENT'),
        'amount',
      );
      return led === 50_000n ? null : `its parts lead to ${led}`;
    },
  },
};

async function readOne(bank: Bank, what: string): Promise<void> {
  const look = LOOKS[what];
  if (!look) throw new Error(`There is no ${what}.`);
  const reply = await bank.rig.call('accountant.nbo', `GET ${look.path(bank)}`);
  const fault = reply.status === 200 ? look.fault(reply.body) : `${reply.status} ${JSON.stringify(reply.body)}`;
  bank.check(fault === null, () => `${what}: ${fault}`);
  add(bank.reads, what);
}

async function openBank(rig: Rig, check: Tally['check']): Promise<Bank> {
  const book = await makeBook(rig);
  const account = await ourBankAccount(rig, { number: '44001' });
  const notes: number[] = [];
  for (let policy = 0; policy < POLICIES; policy += 1)
    notes.push((await debitNoteOf(rig, await approvedPolicy(rig, book))).id);
  const text = mt940({ account: '44001', opening: '0.00', closing: '500.00', entries: [{ amount: '500.00' }] });
  const read = await readFile(rig, text, { account });
  if (read.status !== 200) throw new Error(JSON.stringify(read.body));
  return { rig, book, account, notes, check, acts: new Map(), reads: new Map() };
}

const since = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;
const shown = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([what, count]) => `${count} ${what}`).join(', ');

type Firm = { server: TestDatabaseServer; seed: number; reads: number; check: Tally['check'] };

/** One firm's books from their first entry on: some write at random while others read. */
async function oneFirm({ server, seed, reads, check }: Firm, counts: Pick<Bank, 'acts' | 'reads'>): Promise<void> {
  const rig = await openRig(server);
  try {
    const bank: Bank = { ...(await openBank(rig, check)), ...counts };
    let left = reads;
    let reading = true;
    let begun = 0;
    const write = async (lane: number) => {
      const chance = chanceOf(seed + lane);
      while (reading) {
        if (begun > FIRST_ACTS + (reads - left) / READS_OF_AN_ACT) {
          await setTimeout(A_MOMENT_MS);
          continue;
        }
        begun += 1;
        const done = await chance.pick(ACTS)(bank, chance);
        if (done !== null) add(bank.acts, done);
      }
    };
    const read = async (lane: number) => {
      const chance = chanceOf(seed - lane);
      while (left > 0) {
        left -= 1;
        await readOne(bank, chance.pick(Object.keys(LOOKS)));
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, lane) => write(lane));
    await Promise.all(Array.from({ length: READERS }, (_, lane) => read(lane)));
    reading = false;
    await Promise.all(writers);
    for (const finding of await unsound(rig.ownerPool)) check(false, `${finding.id}: ${finding.detail}`);
  } finally {
    await rig.close();
  }
}

/**
 * Clients receive, reverse, allocate and pay at random while others read: each answer of a trial balance, a statement, an
 * ageing and a bank reconciliation must add up within itself, and the books must be sound in the end. Then statements of as
 * many lines are read and matched.
 */
export const proveBank: Proof = async (run) => {
  const { server, rounds, seed, short, log } = run;
  const { check, result } = tally();
  const counts = { acts: new Map<string, number>(), reads: new Map<string, number>() };
  const began = performance.now();
  for (let done = 0; done < rounds; done += READS_OF_A_FIRM) {
    const reads = Math.min(READS_OF_A_FIRM, rounds - done);
    await oneFirm({ server, seed: seed + done * LANES_APART, reads, check }, counts);
    if (!short) log(`${(done + reads).toLocaleString('en')} reads, ${result().failures.length} wrong, ${since(began)}`);
  }
  check((counts.acts.get('received') ?? 0) > 0, 'nothing was received');
  check((counts.acts.get('paid') ?? 0) > 0, 'nothing was paid');
  log(`money: ${shown(counts.acts)}`);
  log(`read: ${shown(counts.reads)}, ${since(began)}`);
  const rig = await openRig(server);
  try {
    await proveLines(rig, rounds, { check, log: short ? () => undefined : log });
  } finally {
    await rig.close();
  }
  if (!short) log(`controls: ${await tryControls(run, BANK_CONTROLS, check)}`);
  return result();
};
