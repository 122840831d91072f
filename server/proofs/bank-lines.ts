import { approvedPolicy, makeBook } from '../testing/factories.ts';
import type { Rig } from '../testing/rig.ts';
import { formatAmount, parseAmount, sum } from '../../domain/values/money.ts';
import { mt940, ourBankAccount, readFile } from '../features/banks/banks.factories.ts';
import { voucherCalls } from '../features/vouchers/vouchers.factories.ts';
import type { Tally } from './proof.ts';
import { unsound } from './sound.ts';

const API = '/api/sca/v1';
const CURRENCY = 'KES';
const NUMBER = '44009';
/** As many lines as a file may have, a page of open lines, and confirmed at once. */
const FILE = 20_000;
const PAGE = 100;
const BATCH = 50;
/** A person looks no deeper into a list than this. */
const DEEPEST = 10_000;
const NOTES_OF_EACH = 5;

type Entry = { amount: bigint; text: string; ours?: string };
type Known = Entry & { reason: string };
type Note = { number: string; amount: bigint; tax: bigint };
type Line = { id: number; text: string; proposals: { key: string; reason: string }[] };

const shown = (amount: bigint) => formatAmount(amount, CURRENCY);
const from = (payer: string, text: string) => `/ORDP/${payer}/REMI/${text}/`;
/** How long something took, and how much of it was done in a second. */
const pace = (count: number, began: number) => {
  const seconds = (performance.now() - began) / 1000;
  return `${seconds.toFixed(1)} s, ${Math.round(count / seconds).toLocaleString('en')} a second`;
};

/** Notes of one payer, each of another amount. */
async function notesOf(rig: Rig, payer: number): Promise<{ name: string; notes: Note[] }> {
  const book = await makeBook(rig, ` L${payer}`);
  for (let note = 0; note < NOTES_OF_EACH; note += 1) {
    // No two of them come to what two others do.
    const insured = 500_000_000 + payer * 7_000_003 + 2 ** note * 1_234_567;
    await approvedPolicy(rig, book, { sum_insured: String(insured) });
  }
  const { rows } = await rig.ownerPool.query<Note & { name: string }>(
    `select n.number, n.amount, t.name, (select p.amount from note_parts p where p.debit_note_id = n.id and p.kind = 'TAX') as tax
     from notes n join parties t on t.id = n.party_id where n.party_id = $1 and n.kind = 'DN' order by n.id`,
    [book.reinsured],
  );
  return { name: rows[0]?.name ?? '', notes: rows };
}

/** What a payer pays, and why each line is to be proposed. M10. */
async function paidBy(rig: Rig, payer: number): Promise<Known[]> {
  const { name, notes } = await notesOf(rig, payer);
  const [numbered, equal, first, second, less] = notes;
  if (!numbered || !equal || !first || !second || !less) throw new Error(`${name} has ${notes.length} notes.`);
  return [
    { reason: 'NUMBER', amount: numbered.amount, text: from('Somebody else', numbered.number) },
    { reason: 'PAYER', amount: equal.amount, text: from(name, 'premium') },
    { reason: 'PAYER_SEVERAL', amount: first.amount + second.amount, text: from(name, 'both') },
    { reason: 'PAYER_LESS', amount: less.amount - less.tax, text: from(name, 'less tax') },
  ];
}

/** What nobody knows: neither its payer nor a number of ours. */
const unknown = (place: number): Entry => {
  const amount = BigInt((place % 89_000) + 101);
  return { amount: place % 4 === 0 ? -amount : amount, text: from(`Payer ${place}`, `Item ${place}`) };
};

const entryOf = ({ amount, text, ours }: Entry, place: number) => ({
  amount: amount < 0n ? `-${shown(-amount)}` : shown(amount),
  reference: `R${place}`,
  text,
  ...(ours !== undefined && { ours }),
});

/** The most memory that this process held while it worked. */
async function watched<T>(work: () => Promise<T>): Promise<{ done: T; most: number }> {
  let most = process.memoryUsage.rss();
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  try {
    return { done: await work(), most };
  } finally {
    clearInterval(timer);
  }
}

type Reading = {
  rig: Rig;
  account: number;
  entries: readonly Entry[];
  check: Tally['check'];
  log: (line: string) => void;
};

async function readAll({ rig, account, entries, check, log }: Reading): Promise<void> {
  let opening = 0n;
  const began = performance.now();
  const idle = process.memoryUsage.rss();
  let most = idle;
  for (let start = 0; start < entries.length; start += FILE) {
    const part = entries.slice(start, start + FILE);
    const closing = opening + sum(part.map(({ amount }) => amount));
    const file = mt940({
      account: NUMBER,
      opening: shown(opening),
      closing: shown(closing),
      entries: part.map((entry, index) => entryOf(entry, start + index)),
    });
    const { done, most: held } = await watched(() => readFile(rig, file, { account }));
    check(done.status === 200, () => `a statement was refused: ${JSON.stringify(done.body).slice(0, 300)}`);
    most = Math.max(most, held);
    opening = closing;
    log(`read ${(start + part.length).toLocaleString('en')} of ${entries.length.toLocaleString('en')} lines`);
  }
  const mb = (bytes: number) => Math.round(bytes / 1_048_576);
  log(`reading: ${pace(entries.length, began)}; ${mb(most)} MB at most, ${mb(idle)} MB before`);
  // The same file again counts for nothing.
  const again = mt940({
    account: NUMBER,
    opening: shown(opening),
    closing: shown(opening + (entries[0]?.amount ?? 0n)),
    entries: entries.slice(0, 1).map(entryOf),
  });
  check((await readFile(rig, again, { account })).status === 400, 'a line counted twice');
}

/** Opens the lines page by page, as far as a list goes. */
async function lookThrough({ rig, account, entries, check, log }: Reading): Promise<Line[]> {
  const lines: Line[] = [];
  const began = performance.now();
  const end = Math.min(entries.length, DEEPEST);
  for (let start = 0; start < end; start += PAGE) {
    const reply = await rig.call('accountant.nbo', `GET ${API}/bankmatch/open`, {
      query: { account, start, length: PAGE },
    });
    check(
      reply.status === 200 && reply.body.data.length === Math.min(PAGE, entries.length - start),
      () => `page ${start}: ${reply.status}`,
    );
    lines.push(...(reply.body.data as Line[]));
  }
  const reasons = Map.groupBy(
    lines.flatMap(({ proposals }) => proposals),
    ({ reason }) => reason,
  );
  const counts = [...reasons].map(([reason, some]) => `${some.length} ${reason}`).join(', ');
  log(
    `proposing: ${lines.length.toLocaleString('en')} lines in pages of ${PAGE}, ${pace(lines.length, began)}: ${counts}`,
  );
  return lines;
}

async function confirmAll({ rig, account, check, log }: Reading, lines: readonly Line[]): Promise<void> {
  const began = performance.now();
  for (let start = 0; start < lines.length; start += BATCH) {
    const items = lines.slice(start, start + BATCH).map(({ id, proposals }) => ({
      line: id,
      key: proposals[0]?.key ?? '',
      certificate: proposals[0]?.reason === 'PAYER_LESS' ? `WHT/${id}` : '',
    }));
    const reply = await rig.call('accountant.nbo', `PUT ${API}/bankmatch/confirm`, { body: { account, items } });
    check(reply.status === 200, () => `not confirmed: ${JSON.stringify(reply.body).slice(0, 300)}`);
  }
  log(`confirming: ${lines.length} lines in ${pace(lines.length, began)}`);
  const approving = performance.now();
  const { rows } = await rig.ownerPool.query<{ id: number; version: number }>(
    `select r.id, r.version from receipts r join bank_matches m on m.receipt_id = r.id where r.status = 'PENDING' order by r.id`,
  );
  for (let start = 0; start < rows.length; start += BATCH) {
    const body = { receipts: rows.slice(start, start + BATCH) };
    const reply = await rig.call('manager.nbo', `PUT ${API}/bankmatch/approve`, { body });
    check(reply.status === 200, () => `not approved: ${JSON.stringify(reply.body).slice(0, 300)}`);
  }
  log(`approving: ${rows.length} receipts in ${pace(rows.length, approving)}`);
}

/** The bank's statement and the ledger lead to one another, whatever lines are open. M9. */
async function reconcile({ rig, account, entries, check, log }: Reading): Promise<void> {
  const began = performance.now();
  const { body } = await rig.call('accountant.nbo', `GET ${API}/bankstatement/reconciliation`, {
    query: { bank: account },
  });
  const minor = (text: string) => {
    const amount = parseAmount(text, CURRENCY);
    return typeof amount === 'bigint' ? amount : 0n;
  };
  const parts = body.parts as { section: string; items: number; amount: string }[];
  const rows = parts.filter(({ section }) => section !== 'STATEMENT');
  const statement = sum(entries.map(({ amount }) => amount));
  check(minor(body.statement) === statement, () => `the statement comes to ${body.statement}, not ${shown(statement)}`);
  check(sum(rows.map(({ amount }) => minor(amount))) === statement, 'the parts do not lead to the statement');
  const items = rows.reduce((count, one) => count + one.items, 0);
  log(`reconciling: ${items.toLocaleString('en')} items in ${pace(items, began)}`);
}

/** A transfer that was approved and that the bank's line pays, known by its number. */
async function transfer(rig: Rig, account: number, into: number): Promise<Known> {
  const { saveOther, submit, decide } = voucherCalls(() => rig);
  const transferred = { kind: 'CLIENT_TRANSFER', amount: '123456.00', bank_account: account, into_account: into };
  const { id } = (await saveOther(transferred)).body;
  await submit(id);
  await decide(id);
  const { rows } = await rig.ownerPool.query<{ number: string }>('select number from vouchers where id = $1', [id]);
  const ours = rows[0]?.number ?? '';
  return { reason: 'END_TO_END', amount: -12_345_600n, text: from('Our own', 'transfer'), ours };
}

/**
 * Statements of so many lines: read, looked through, matched, approved and reconciled. Each line that is something is proposed by
 * its reason and no other line is, a line counts once, and the books are sound.
 */
export async function proveLines(
  rig: Rig,
  lines: number,
  { check, log }: Pick<Reading, 'check' | 'log'>,
): Promise<void> {
  const account = await ourBankAccount(rig, { name: 'Clients lines', number: NUMBER, is_default: false });
  const into = await ourBankAccount(rig, { name: 'Deposit lines', number: `${NUMBER}1`, is_default: false });
  const payers = Math.max(1, Math.min(20, Math.floor(lines / 200)));
  const known: Known[] = [await transfer(rig, account, into)];
  for (let payer = 0; payer < payers; payer += 1) known.push(...(await paidBy(rig, payer)));
  const apart = Math.floor(Math.min(lines, DEEPEST) / known.length);
  const entries = Array.from({ length: lines }, (_, place): Entry => {
    const own = place % apart === 0 ? known[place / apart] : undefined;
    return own ?? unknown(place);
  });
  const reading: Reading = { rig, account, entries, check, log };
  await readAll(reading);
  const looked = await lookThrough(reading);
  const proposed = looked.filter(({ proposals }) => proposals.length > 0);
  const expected = known.map(({ reason }) => reason);
  const reasons = proposed.map(({ proposals }) => proposals.map(({ reason }) => reason).join());
  check(reasons.join(' ') === expected.join(' '), () => `proposed ${reasons.join(' ')}, not ${expected.join(' ')}`);
  // What pays a voucher is a payer's act; an accountant holds that right, too.
  await confirmAll(reading, proposed);
  await reconcile(reading);
  const auditing = performance.now();
  for (const finding of await unsound(rig.ownerPool)) check(false, `lines, ${finding.id}: ${finding.detail}`);
  log(`auditing: ${((performance.now() - auditing) / 1000).toFixed(1)} s`);
}
