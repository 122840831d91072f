import { currentSession, type SessionUserReply } from '../../domain/accounts/session.ts';
import { ALL_BRANCHES, takesBranches } from '../../domain/call-branches.ts';
import { EXPLAINED } from '../../domain/explained/reports.ts';
import { accessText, letsIn, type Permission } from '../../domain/permissions.ts';
import { type Behind, branchesBehind, type Explained, rightsOf, UNEXPLAINED } from '../../domain/tables/behind.ts';
import { addDays } from '../../domain/values/day.ts';
import { allRoutes } from '../app.ts';
import { DEMO_DOMAIN } from '../features/sample/desk.ts';
import type { Rig } from '../testing/rig.ts';
import { openSampleFirm, SHORT_STORY, tellSampleFirm } from '../testing/sample-firm.ts';
import type { Services } from '../services.ts';
import { director, twofold } from './authorisation/people.ts';
import { type Chance, chanceOf, type Proof, type ProofRun, tally, type Tally } from './proof.ts';
import { addressOf, allRows, minor, type Query, type Request, type Row, rowsIn } from './reports/rows.ts';

const STORY = { ...SHORT_STORY, policies: 60, days: 480 };
/** Requests of each report in the short form; the long one makes all of them. */
const REQUESTS = 8;
/** Each so many of them reads several branches together. */
const TOGETHER = 3;

type Cell = { who: string; report: Explained; column: string; query: Query; row: Row; behind: Behind };
/** `readers` are those who read all branches together with other rights in each, as their sessions say. */
type Scene = {
  t: Rig;
  counted: Tally;
  chance: Chance;
  run: ProofRun;
  readers: ReadonlyMap<string, SessionUserReply>;
};

const ROOT = `root@${DEMO_DOMAIN}`;

/** A manager in one branch and a cashier in the other, and others with another role in each. */
async function readersIn(t: Rig): Promise<Scene['readers']> {
  const people = [await director(t, DEMO_DOMAIN), ...(await twofold(t, DEMO_DOMAIN)).map(({ who }) => who)];
  const readers = new Map<string, SessionUserReply>();
  for (const name of [ROOT, ...people.map((one) => `${one.name}@${DEMO_DOMAIN}`)])
    readers.set(name, (await t.call(name, addressOf({ call: currentSession }))).body.user);
  return readers;
}

/** Who may read a report in some branch. */
const readersOf = ({ readers }: Scene, report: Explained): string[] =>
  [...readers].flatMap(([who, { permissionsByBranch }]) => {
    const sees = (held: readonly Permission[]) =>
      rightsOf(report).every((right) => letsIn(right, (one) => held.includes(one)));
    return who !== ROOT && Object.values(permissionsByBranch).some(sees) ? [who] : [];
  });

/** Reports without amounts, or whose file is another thing than their rows. */
const WITHOUT_AMOUNTS: ReadonlySet<string> = new Set([
  '/api/sca/v1/audit/access',
  '/api/sca/v1/ledger/export',
  '/api/sca/v1/statements/items',
  '/api/sca/v1/statements/batch/{id}',
]);

type Ids = {
  reinsured: string[];
  securities: string[];
  policies: string[];
  accounts: string[];
  banks: string[];
  claims: string[];
};

async function idsIn({ t }: Scene): Promise<Ids> {
  const column = async (statement: string) =>
    (await t.ownerPool.query<{ id: string }>(statement)).rows.map((row) => row.id);
  return {
    reinsured: await column(`select id::text from parties where kind = 'REINSURED' order by id`),
    securities: await column(`select id::text from parties where kind = 'SECURITY' order by id`),
    policies: await column(`select id::text from policies where posted_on is not null order by id`),
    accounts: await column(`select distinct account as id from journal_lines order by 1`),
    claims: await column(`select id::text from claims where approved_on is not null order by id`),
    banks: await column(`select id::text from bank_accounts order by id`),
  };
}

type Values = Readonly<Record<string, readonly string[]>>;

/** What parameters of a report may be, by what its path has in it. */
const ofReports = (ids: Ids): Readonly<Record<string, Values>> => ({
  '/underwriting/ss': { param: ids.policies },
  '/underwriting/brokerage': { by: ['', 'producer', 'class'], beside: ['', 'last_year'] },
  '/taxes/return': { beside: ['', 'last_year'] },
  '/securities/insolvency': { param: ids.securities },
  '/underwriting/s3': { param: ['ALL', ...ids.securities] },
  '/paymentvoucher/': { param: ['ALL', ...ids.securities] },
  '/monthlyreport': {
    by: ['', 'class', 'reinsured', 'market', 'type', 'producer'],
    money: ['', 'base'],
    beside: ['', 'last_year', 'budget'],
  },
  '/exposure': { by: ['', 'country', 'class', 'reinsured', 'security'] },
  '/underwritingreport': { by: ['', 'class', 'reinsured', 'security', 'year'], from: [''], to: [''] },
  '/trialbalance': { detail: ['', 'sub'], year_end: ['', '', 'without'] },
  '/ledger/account': { account: ids.accounts, currency: ['KES', 'USD'] },
  '/ledgeraccount/': { account: ids.accounts },
  '/ledger/openitems': { side: ['RECEIVABLE', 'PAYABLE'] },
  '/reconciliation': { bank: ids.banks, branch: ['ALL'] },
  '/claim/steps': { claim: ids.claims },
  '/revaluation/preview': { month: ['2026-02', '2026-01', '2025-12'] },
  '/year/preview': { year: ['2025', '2026'] },
  '/statements/accounts': { side: ['REINSURED', 'SECURITY'] },
});

/** What each parameter of a report may be; what is not named is left out. */
function valuesOf(ids: Ids, { call }: Explained, last: string): Values {
  const days = [last, addDays(last, -17), addDays(last, -62), addDays(last, -121)];
  const own = Object.entries(ofReports(ids)).flatMap(([path, values]) =>
    call.path.includes(path) ? Object.entries(values) : [],
  );
  return {
    branch: ['NBO', 'LON', ''],
    asat: [...days, ''],
    date: days,
    beside: ['', days[2] ?? '', days[1] ?? '', addDays(last, -200), 'month_end', 'last_year'],
    rates: ['', 'closing'],
    released: ['', 'true'],
    open: ['', 'only'],
    from: ['', addDays(last, -140), addDays(last, -93), addDays(last, -62), addDays(last, -31)],
    to: [...days, ''],
    param: ['ALL', ...ids.reinsured],
    ...Object.fromEntries(own),
  };
}

/** Some requests of a report: its parameters drawn together; of one branch by root, or of several together. */
function requestsOf(scene: Scene, ids: Ids, report: Explained): Request[] {
  const { chance, run } = scene;
  const readers = readersOf(scene, report);
  const values = valuesOf(ids, report, STORY.last);
  const taken = Object.keys(report.call.query?.shape ?? {});
  return Array.from({ length: run.short ? REQUESTS : REQUESTS * 6 }, (_, nth) => {
    const query: Query = {};
    for (const name of taken) {
      const of = values[name];
      const value = of === undefined || of.length === 0 ? '' : chance.pick(of);
      if (value !== '') query[name] = value;
    }
    if (query['from'] !== undefined && query['from'] > (query['to'] ?? query['asat'] ?? STORY.last))
      delete query['from'];
    if (!takesBranches(report.call) || nth % TOGETHER !== 0) return { who: ROOT, query };
    delete query['branch'];
    // The director, who sees most, whatever is drawn.
    const reader = nth === 0 ? readers[0] : chance.pick(readers);
    const who = nth % (2 * TOGETHER) === 0 ? reader : ROOT;
    return { who: who ?? ROOT, query: { ...query, branches: ALL_BRANCHES } };
  });
}

/** The branches that go with a figure's link, as the browser makes it: null where it makes none. */
function branchesOf({ readers }: Scene, { who, report, query, behind }: Omit<Cell, 'column' | 'row'>): Query | null {
  const reader = readers.get(who);
  const { branches: together } = query;
  if (together === undefined || reader === undefined) return {};
  const branches = branchesBehind(behind, { report, reader, branches: together });
  return branches === null ? null : { branches };
}

/** The same, where these are some of the reader's alone. */
function narrowing(scene: Scene, cell: Cell): Query {
  const own = branchesOf(scene, cell);
  return own === null || own['branches'] === ALL_BRANCHES ? {} : own;
}

/** The cells of a report that are not nothing, by column, each with what is behind it. */
async function cellsOf(scene: Scene, ids: Ids, report: Explained): Promise<Map<string, Cell[]>> {
  const { t, counted } = scene;
  const cells = new Map<string, Cell[]>();
  const amounts = report.table.sent.filter(({ column }) => column.kind === 'amount');
  const known = new Set(amounts.map(({ name }) => name));
  for (const { who, query } of requestsOf(scene, ids, report)) {
    const { status, body } = await t.call(who, addressOf(report), { query });
    if (status !== 200) {
      // An account whose other branches this reader does not see is reconciled by somebody else.
      const isAnothers = who !== ROOT && body.code === 'NOT_WHOLE';
      counted.check(
        status === 404 || isAnothers,
        `${addressOf(report)} ${JSON.stringify(query)}: ${status} ${JSON.stringify(body).slice(0, 200)}`,
      );
      continue;
    }
    for (const row of rowsIn(body, report.rows))
      for (const column of known) {
        const value = row[column];
        if (typeof value !== 'string' || minor(value) === 0n) continue;
        const figure = report.figure(column, row, { query, today: STORY.last });
        if (figure === undefined)
          counted.check(false, `${addressOf(report)}: ${column} says nothing of what is behind it`);
        else if (typeof figure === 'string')
          counted.check(Object.hasOwn(UNEXPLAINED, figure), `${addressOf(report)}: ${column} has no reason ${figure}`);
        else if (branchesOf(scene, { who, report, query, behind: figure }) !== null)
          cells.set(column, [...(cells.get(column) ?? []), { who, report, column, query, row, behind: figure }]);
      }
  }
  return cells;
}

/** Opens what is behind a cell and adds it up. */
async function open(scene: Scene, cell: Cell): Promise<void> {
  const { who, report, column, query, row, behind } = cell;
  const name = () =>
    `${who} ${addressOf(report)} ${JSON.stringify(query)} ${column} of ${JSON.stringify(row).slice(0, 160)} → ${addressOf(behind.source)} ${JSON.stringify(behind.query)}`;
  const rows = await allRows(scene.t, addressOf(behind.source), {
    who,
    query: { ...behind.query, ...branchesOf(scene, cell) },
  });
  if (typeof rows === 'string') return void scene.counted.check(false, () => `${name()}: ${rows}`);
  const amounts = rows.map((one) => one[behind.column]).filter((one) => typeof one === 'string');
  const added = amounts.reduce((sum, one) => sum + minor(one), 0n);
  const sum = behind.turned ? -added : added;
  const figure = minor(String(row[column]));
  scene.counted.check(sum === figure, () => `${name()}: ${rows.length} rows add up to ${sum}, not ${figure}`);
  scene.counted.check(
    behind.source.table.screen.some((one) => one.name === behind.column),
    () => `${addressOf(behind.source)}: ${behind.column} adds up to figures and is on no screen`,
  );
  const inBase = behind.source.table.columns[behind.column]?.inBase === true;
  const currency = row['currency'];
  if (!inBase && typeof currency === 'string')
    scene.counted.check(
      rows.every((one) => one['currency'] === currency),
      () => `${name()}: rows of another currency`,
    );
}

/** Each report that can be taken away as a file says what is behind its figures, or has none. */
function everyReport({ counted }: Scene): void {
  const paths = new Set(EXPLAINED.map(({ call }) => call.path));
  for (const { endpoint } of allRoutes({} as Services)) {
    const isReport =
      endpoint.method === 'GET' &&
      /^reports\.|^dashboard\.view|^ledger\.view/.test(accessText(endpoint.access)) &&
      endpoint.query?.shape['format'] !== undefined;
    if (isReport && !WITHOUT_AMOUNTS.has(endpoint.path))
      counted.check(paths.has(endpoint.path), `${endpoint.path} does not say what is behind its figures`);
  }
}

/**
 * On the sample firm: reports as at several days, by branch and filter; cells of all of their columns, drawn at random, are
 * opened through the real calls, and the rows add up to them to the minor unit.
 */
export const proveExplained: Proof = async (run) => {
  const counted = tally();
  const t = await (run.short ? openSampleFirm(run.server) : tellSampleFirm(run.server, STORY));
  try {
    const scene: Scene = { t, counted, chance: chanceOf(run.seed), run, readers: await readersIn(t) };
    everyReport(scene);
    const ids = await idsIn(scene);
    const columns: Cell[][] = [];
    const empty: string[] = [];
    for (const report of EXPLAINED.filter(({ call }) => !call.path.includes('{'))) {
      const cells = await cellsOf(scene, ids, report);
      // By the filters and the branches that narrow to them, so that each is drawn.
      const narrowedBy = (cell: Cell) => ({ ...cell.behind.query, ...narrowing(scene, cell) });
      for (const [, of] of cells)
        columns.push(...Map.groupBy(of, (cell) => Object.keys(narrowedBy(cell)).toSorted().join(' ')).values());
      const amounts = report.table.sent.filter(({ column }) => column.kind === 'amount');
      empty.push(...amounts.filter(({ name }) => !cells.has(name)).map(({ name }) => `${report.call.path} ${name}`));
    }
    for (let round = 0; round < run.rounds; round += 1) {
      const one = columns[round % columns.length];
      if (one) await open(scene, scene.chance.pick(one));
    }
    run.log(`${EXPLAINED.length} reports, ${columns.length} ways to rows behind figures, ${run.rounds} cells opened`);
    run.log(`not opened: ${empty.join(', ')}`);
  } finally {
    await t.close();
  }
  return counted.result();
};
