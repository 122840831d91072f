import { isDeepStrictEqual } from 'node:util';
import { takesBranches } from '../../domain/call-branches.ts';
import { addDays, type Day } from '../../domain/values/day.ts';
import { historyCalls, historyOf, LAST as LAST_OF_HISTORY } from '../features/imports/history/history.factories.ts';
import { approvedClaim, approvedMovement } from '../features/claims/claims.factories.ts';
import { approvedEndorsement, dividedAmong } from '../features/endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../features/receipts/receipts.factories.ts';
import { DEMO_DOMAIN } from '../features/sample/desk.ts';
import { approvedPolicy, makeBook } from '../testing/factories.ts';
import { openRig, type Rig } from '../testing/rig.ts';
import { openSampleFirm, SHORT_STORY, tellSampleFirm } from '../testing/sample-firm.ts';
import { type Proof, type ProofRun, tally, type Tally } from './proof.ts';
import { amidReads } from './reports/amid.ts';
import { ARITHMETIC } from './reports/arithmetic.ts';
import type { Arithmetic, Span } from './reports/books.ts';
import { passCash, PASSING } from './reports/passed.ts';
import { addressOf, allRows, millionths, minor, type Query, type Row, rowsIn } from './reports/rows.ts';

const STORY = { ...SHORT_STORY, policies: 30, days: 300 };
const HISTORY_SEED = 7;
/** In the short form. */
const SHORT_DAYS = 2;

type Scene = {
  t: Rig;
  counted: Tally;
  who: string;
  branches: { id: number; code: string }[];
  /** Of which a report is read: branches by their code, and all together. */
  read: readonly string[];
};
type Figures = Map<string, Map<string, bigint>>;

/** How a column's figures are read from a reply: amounts in minor units, percentages in millionths. */
type Columns = ReadonlyMap<string, (figure: string) => bigint>;
const KINDS: Readonly<Record<string, (figure: string) => bigint>> = { amount: minor, rate: millionths };

/** The columns of a report that have amounts, and those with percentages that the auditor works out. */
function columnsOf({ report }: Arithmetic, own: Row | undefined): Columns {
  const sent = report.table.sent.filter(({ name, column }) =>
    own === undefined ? column.kind === 'amount' : name in own && column.kind in KINDS,
  );
  return new Map(sent.map(({ name, column }) => [name, KINDS[column.kind] ?? minor]));
}

/** Figures by the key of their rows; of rows with the same key their sum. Those of the auditor are whole numbers already. */
function figuresOf(rows: readonly Row[], columns: Columns, key: (row: Row) => string | null): Figures {
  const figures: Figures = new Map();
  for (const row of rows) {
    const of = key(row);
    if (of === null) continue;
    const own = figures.get(of) ?? new Map<string, bigint>();
    for (const [column, read] of columns) {
      const figure = row[column];
      if (figure != null) own.set(column, (own.get(column) ?? 0n) + read(String(figure)));
    }
    figures.set(of, own);
  }
  return figures;
}

/** Both have the same figures; a row of which all is nothing may be missing. */
function compare({ counted }: Scene, name: string, { theirs, ours }: { theirs: Figures; ours: Figures }): void {
  for (const key of new Set([...theirs.keys(), ...ours.keys()])) {
    const [report, auditor] = [theirs.get(key), ours.get(key)];
    for (const column of (auditor ?? report ?? new Map<string, bigint>()).keys()) {
      const [has, is] = [report?.get(column) ?? 0n, auditor?.get(column) ?? 0n];
      if (has !== 0n || is !== 0n || (report !== undefined && auditor !== undefined))
        counted.check(has === is, () => `${name}: ${column} of ${key} is ${has}, the auditor's arithmetic ${is}`);
    }
  }
}

/**
 * What the auditor works out. It goes through all of the books, of which the planner knows how many rows there are, but not how many a step leaves: one that it takes
 * for a single row is gone through once for each of another's.
 */
async function workedOut(t: Rig, text: string, values: readonly unknown[]): Promise<Row[]> {
  const client = await t.ownerPool.connect();
  try {
    await client.query('set enable_nestloop = off');
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.query('reset enable_nestloop');
    client.release();
  }
}

/** A report as at some days and of some branches beside what the auditor makes of the books. */
async function check(
  scene: Scene,
  one: Arithmetic,
  { span, branch, id }: { span: Span; branch: string; id: string },
): Promise<void> {
  const { t, counted, who, branches } = scene;
  const together = branch === 'ALL' && takesBranches(one.report.call);
  const query: Query = { ...one.query(span, id), ...(together ? { branches: 'ALL' } : { branch }) };
  const name = `${addressOf(one.report)} ${JSON.stringify(query)}`;
  const scope = branches.filter(({ code }) => branch === 'ALL' || code === branch).map(({ id }) => id);
  const own = await workedOut(t, one.sql, [scope, span.first, span.last, ...(one.each === undefined ? [] : [id])]);
  const columns = columnsOf(one, own[0]);
  const whole: Columns = new Map([...columns.keys()].map((name) => [name, BigInt]));
  const ours = figuresOf(own, whole, (row) => String(row['key']));
  const { status, body } = await t.call(who, addressOf(one.report), { query });
  // What lies in another branch alone is not there.
  if (status === 404 && own.length === 0) return;
  if (own.some((row) => row['unrated'] === true)) {
    const isRefused = status === 409 && body.code === 'NO_EXCHANGE_RATE';
    return void counted.check(isRefused, () => `${name}: ${status}, though a currency has no rate`);
  }
  if (!counted.check(status === 200, () => `${name}: ${status} ${JSON.stringify(body).slice(0, 200)}`)) return;
  const { rows: at = 'data' } = one.report;
  const rows = at === 'data' ? await allRows(t, addressOf(one.report), { who, query }) : rowsIn(body, at);
  const keyOf = (row: Row) => one.key(row)?.join(' ') ?? null;
  if (one.totalled === true)
    compare(scene, `${name}, its totals`, { ours, theirs: figuresOf(rowsIn(body, 'totals'), columns, keyOf) });
  if (typeof rows !== 'string') compare(scene, name, { ours, theirs: figuresOf(rows, columns, keyOf) });
  else if (one.totalled === true) return;
  else if (own[0] === undefined || !('currency' in own[0])) counted.check(false, `${name} ${rows}`);
  const totals = rowsIn(body, 'totals');
  if (one.report.rows === 'totals' || totals.length === 0 || own[0] === undefined || !('currency' in own[0])) return;
  const summed = (of: Columns): Columns =>
    new Map([...of].filter(([name]) => totals[0] !== undefined && name in totals[0]));
  const byCurrency = (row: Row) => String(row['currency']);
  compare(scene, `${name}, its totals`, {
    ours: figuresOf(own, summed(whole), byCurrency),
    theirs: figuresOf(totals, summed(columns), byCurrency),
  });
}

/** What a report is asked for one after the other: nothing, where it is asked once. */
async function idsOf({ t }: Scene, { each }: Arithmetic): Promise<string[]> {
  if (each === undefined) return [''];
  return (await t.ownerPool.query<{ id: string }>(each)).rows.map(({ id }) => id);
}

/**
 * Days on which a figure turns: before a policy is cancelled, when a note falls due, when money is allocated, and the last of
 * a month. Of each the latest ones.
 */
async function turningDays({ t }: Scene, last: Day, most: number): Promise<Day[]> {
  const { rows } = await t.ownerPool.query<{ day: Day }>(
    `select day::text from (
       (select 1 as place, posted_on - 1 as day from endorsements where endorsement_type like 'CANCEL%' and posted_on <= $1::date order by posted_on desc limit $2)
       union (select 2, due_on from open_items where due_on < $1::date and outstanding <> 0 order by due_on desc limit $2)
       union (select 3, day from settlements where day < $1::date order by day desc limit $2)
       union (select 4, (date_trunc('month', $1::date) - interval '1 day')::date)) x
     group by day order by min(place), day desc`,
    [last, most],
  );
  return [last, ...rows.map(({ day }) => day)];
}

/** Every report of which the auditor has an arithmetic, as at several days, of each branch and of all. */
async function checkAll(scene: Scene, days: readonly Day[]): Promise<void> {
  for (const one of ARITHMETIC)
    for (const id of await idsOf(scene, one))
      for (const last of days)
        for (const branch of scene.read)
          await check(scene, one, { span: { first: addDays(last, -75), last }, branch, id });
}

/** Each day; in the short form every third. */
const someOf = ({ short }: Pick<ProofRun, 'short'>, days: readonly Day[]): readonly Day[] =>
  short ? days.filter((_, place) => place % 3 === 0) : days;

/** Reading a firm's reports: the short form those of its first branch, and of all together; those alone where all is of one branch. */
async function sceneOf(
  t: Rig,
  counted: Tally,
  { who = 'root', short, alone = false }: { who?: string; short: boolean; alone?: boolean },
): Promise<Scene> {
  const { rows: branches } = await t.ownerPool.query<{ id: number; code: string }>(
    'select id, code from branches order by id',
  );
  const codes = branches.map(({ code }) => code);
  return { t, counted, who, branches, read: [...codes.slice(0, alone ? 0 : short ? 1 : undefined), 'ALL'] };
}

async function ofSampleFirm(run: ProofRun, counted: Tally): Promise<void> {
  const t = await (run.short ? openSampleFirm(run.server) : tellSampleFirm(run.server, STORY));
  try {
    const scene = await sceneOf(t, counted, { who: `root@${DEMO_DOMAIN}`, short: run.short });
    const days = await turningDays(scene, STORY.last, run.short ? 1 : 2);
    await checkAll(scene, run.short ? days.slice(0, SHORT_DAYS) : days);
  } finally {
    await t.close();
  }
}

async function ofHistory(run: ProofRun, counted: Tally): Promise<void> {
  const t = await openRig(run.server);
  try {
    const { found, confirm } = historyCalls(() => t);
    const { files, key } = historyOf(HISTORY_SEED, run.rounds);
    const { status } = await confirm(await found(files));
    counted.check(status === 200, `a history of ${key.documents} documents: ${status}`);
    t.clock.set(`${LAST_OF_HISTORY}T08:00:00Z`);
    // All of it is of one branch; each query of the auditor reads all of its lines.
    const scene = await sceneOf(t, counted, { short: true, alone: run.short });
    await checkAll(scene, run.short ? [LAST_OF_HISTORY] : [LAST_OF_HISTORY, addDays(LAST_OF_HISTORY, -200)]);
    run.log(`a history of ${key.documents} documents`);
  } finally {
    await t.close();
  }
}

/** When cover in these books turns: lines change, an addition begins after they did, a security merges, an extension is booked after the end, and the longer cover is over. */
const TURNS = [
  '2026-04-09',
  '2026-04-10',
  '2026-09-30',
  '2026-11-10',
  '2027-02-28',
  '2027-03-05',
  '2027-03-08',
  '2027-03-31',
  '2027-04-01',
];

/** Books in which lines were changed, one of their securities became another, and cover was extended after its end. */
async function ofChangedCover(run: ProofRun, counted: Tally): Promise<void> {
  const t = await openRig(run.server);
  const at = (day: Day) => t.clock.set(`${day}T08:00:00Z`);
  try {
    const book = await makeBook(t);
    const other = await makeBook(t, ' Two');
    const [extended, changed] = [await approvedPolicy(t, book), await approvedPolicy(t, book)];
    at('2026-04-10');
    await approvedEndorsement(t, changed, {
      ...dividedAmong([book.a, '40'], [other.b, '20']),
      effective_date: '2026-04-10',
    });
    // Lines change before what was added begins, and once more with the order.
    const added = await approvedPolicy(t, book);
    await approvedEndorsement(t, added);
    for (const [effective_date, fac, share] of [
      ['2026-05-15', '60', '35'],
      ['2026-08-01', '50', '25'],
    ] as const)
      await approvedEndorsement(t, added, { ...dividedAmong([book.a, share], [other.b, '25']), effective_date, fac });
    at('2026-11-10');
    const merged = await t.call('root', 'PUT /api/sca/v1/securities/merge', {
      body: { loser: { id: other.b, version: 1 }, survivor: { id: other.c, version: 1 } },
    });
    counted.check(merged.status === 200, `a merge: ${merged.status} ${JSON.stringify(merged.body)}`);
    at('2027-03-08');
    const longer = { sum_insured: null, effective_date: '2027-03-01', insurance_end_date: '2027-03-31' };
    await approvedEndorsement(t, extended, { endorsementtype: 'EXT', ...longer });
    at('2027-04-10');
    await checkAll(await sceneOf(t, counted, { short: true, alone: run.short }), someOf(run, TURNS));
    run.log('books of changed cover');
  } finally {
    await t.close();
  }
}

/** One risk after the other as it was renewed: longer, for more, for a part of a year, in another currency. */
const RENEWED: readonly Record<string, unknown>[] = [
  {},
  { insurance_start_date: '2027-03-01', insurance_end_date: '2028-02-29', rate: '0.2875' },
  { insurance_start_date: '2028-03-01', insurance_end_date: '2028-12-15', rate: '0.19', sum_insured: '610000000.00' },
  { insurance_start_date: '2028-12-16', insurance_end_date: '2029-12-15', rate: '0.21' },
  { insurance_start_date: '2029-12-16', insurance_end_date: '2030-12-15', currency: 'USD', rate: '0.2' },
  { insurance_start_date: '2030-12-16', insurance_end_date: '2031-12-15', currency: 'USD', rate: '0.22' },
];

/** Books in which a risk was renewed again and again, with claims in its currency and another, an ex gratia payment and an endorsement. */
async function ofRenewals(run: ProofRun, counted: Tally): Promise<void> {
  const t = await openRig(run.server);
  try {
    const book = await makeBook(t);
    const rate = { currency: 'USD', day: '2026-03-02', rate: '129.5' };
    await t.call('accountant.nbo', 'PUT /api/sca/v1/currency/rate', { body: rate });
    const policies: number[] = [];
    for (const changes of RENEWED) {
      const policy = await approvedPolicy(t, book, changes);
      await t.ownerPool.query('update policies set renewed_from_id = $1 where id = $2', [policies.at(-1), policy]);
      policies.push(policy);
    }
    const [first = 0, second = 0] = policies;
    await approvedEndorsement(t, first, { endorsementtype: 'AP', sum_insured: '600000000' });
    await approvedEndorsement(t, first, { endorsementtype: 'AP', sum_insured: null, premium: '40000' });
    await approvedEndorsement(t, first, { endorsementtype: 'RP', sum_insured: '550000000' });
    const claim = await approvedClaim(t, book, { policy: first, claimreserve: '1500000.00' });
    await approvedMovement(t, claim, { amount: '400000.00' });
    await approvedMovement(t, claim, { amount: '100000.00', ex_gratia: true, agreed: [book.a] });
    t.clock.set('2027-05-10T08:00:00Z');
    const day = { data_loss_date: '2027-05-01', notified_on: '2027-05-04' };
    await approvedClaim(t, book, { policy: second, claimreserve: '750000.00', ...day });
    const foreign = { currency: 'USD', exchange_rate: '129.5', claimreserve: '2345.67' };
    await approvedClaim(t, book, { policy: second, ...foreign, ...day });
    const scene = await sceneOf(t, counted, { short: true, alone: run.short });
    const ends = RENEWED.map(({ insurance_end_date: end = '2027-02-28' }) => String(end));
    await checkAll(scene, someOf(run, ends));
    run.log('books of renewals');
  } finally {
    await t.close();
  }
}

/** Books in which one branch uses cash that another received: of each branch, and of both together. */
async function ofPassedCash(run: ProofRun, counted: Tally): Promise<void> {
  const t = await openRig(run.server);
  try {
    await passCash(t);
    // The short form on the day on which most of it is between the branches.
    await checkAll(await sceneOf(t, counted, { short: false }), run.short ? PASSING.slice(1, 2) : PASSING);
    run.log('books of cash of another branch');
  } finally {
    await t.close();
  }
}

/** In the middle of each report a policy is approved and its premium received: the answer is that of the moment at which it began. */
async function amidWrites(run: ProofRun, counted: Tally): Promise<void> {
  const t = await openRig(run.server);
  try {
    const amid = amidReads(t.pool);
    const book = await makeBook(t);
    const write = async () => {
      const note = await debitNoteOf(t, await approvedPolicy(t, book));
      await approvedReceipt(t, exampleReceipt(book, { allocations: [{ note: note.id, amount: '281250.00' }] }));
    };
    await write();
    const scene = await sceneOf(t, counted, run);
    const span = { first: '2026-01-01', last: '2026-03-02' };
    let [written, other] = [0, 0];
    for (const one of ARITHMETIC) {
      const [id = ''] = await idsOf(scene, one);
      const address = addressOf(one.report);
      const read = () => t.call(scene.who, address, { query: { ...one.query(span, id), branch: 'NBO' } });
      const before = await read();
      const { reply, acted } = await amid(read, write);
      counted.check(
        reply.status === 200 && isDeepStrictEqual(reply.body, before.body),
        () =>
          `${address} ${JSON.stringify(one.query(span, id))} with a write in its middle is not of the moment at which it began`,
      );
      written += acted ? 1 : 0;
      other += acted && !isDeepStrictEqual((await read()).body, before.body) ? 1 : 0;
    }
    // Of what asks several questions; the others cannot be of two moments.
    counted.check(
      other >= ARITHMETIC.length / 2,
      `${other} of ${ARITHMETIC.length} reports saw a write in their middle`,
    );
    run.log(`${written} reports with a write in their middle, of which ${other} have other figures after it`);
    await checkAll(scene, [span.last]);
  } finally {
    await t.close();
  }
}

/**
 * Each report beside the auditor's own arithmetic: on the sample firm, on the books of a generated history, where cover changed, where it was renewed
 * and where cash is used in another branch, as at several days, by branch and of all; and with a write in its middle each answer is of the moment at which it began.
 */
export const proveReports: Proof = async (run) => {
  const counted = tally();
  await ofSampleFirm(run, counted);
  await ofHistory(run, counted);
  await ofChangedCover(run, counted);
  await ofRenewals(run, counted);
  await ofPassedCash(run, counted);
  await amidWrites(run, counted);
  run.log(`${ARITHMETIC.length} reports`);
  return counted.result();
};
