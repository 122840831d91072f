/**
 * npm run bench -- [--runs N] [--seconds S] [--only TEXT]… [--from TEXT] [--reads]: lists, dashboard, reports and pages of records over HTTP on what `npm run seed` made, each
 * beside the leanest SQL for the same answer in the same run; then papers and approvals, unless nothing is to be written. At one client and at sixteen, for no seconds at one alone; what takes a second
 * at one client is not asked for by sixteen. For a quiet machine.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { benchApprovals } from './bench/approvals.ts';
import { callsOf } from './bench/call-list.ts';
import { openOffice } from './bench/office.ts';
import { officeCalls } from './bench/office-calls.ts';
import { benchPapers } from './bench/papers.ts';
import { listCalls } from './bench/list-calls.ts';
import { optionCalls } from './bench/option-calls.ts';
import { PAGED_TABLES, recordCalls } from './bench/record-calls.ts';
import { reportCalls } from './bench/report-calls.ts';
import { searchCalls } from './bench/search-calls.ts';
import { type Measured, measuredWarm } from './bench/clients.ts';
import { quantile, timed } from './bench/figure.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true, default: [''] },
    from: { type: 'string', default: '' },
    reads: { type: 'boolean', default: false },
  },
});
/** Whether a text that was asked for is in a name. */
const isAsked = (name: string): boolean => values.only.some((text) => name.includes(text));
const [runs, seconds] = [Number(values.runs), Number(values.seconds)];
/** What takes seconds alone takes minutes beside fifteen others. */
const PATIENCE_MS = 600_000;

await using ending = new AsyncDisposableStack();
const { owner, one, call, tokenOf, token } = await openOffice(ending);
const sizes = await one<{ policies: bigint; lines: bigint; branches: number[] }>(
  `select (select count(*) from policies) as policies, (select count(*) from journal_lines) as lines, array(select id from branches order by id) as branches`,
);
const at = await one<{
  policy: number;
  slip: number;
  number: string;
  reinsured: number;
  security: number;
  receivable: string;
  bank: number;
  producer: number;
  cover: { id: number; name: string };
}>(
  `select id as policy, (select max(id) from policies where market = 'LONDON' and status = 'APPROVED') as slip, broker_reference as number, reinsured_id as reinsured, (select min(security_id) from policy_lines l where l.policy_id = policies.id) as security,
    (select max(code) from ledger_accounts where is_default and function = 'PREMIUM_RECEIVABLE') as receivable,
    producer_id as producer, (select to_jsonb(x) from (select coalesce(c.id, k.id) as id, coalesce(c.name, k.name) as name
      from cover_types k left join cover_types c on c.id = k.class_id where k.id = cover_type_id) x) as cover,
    (select min(id) from bank_accounts where purpose = 'CLIENT' and not stands_in and currency = (select base_currency from firm)) as bank
  from policies where status = 'APPROVED' and market = 'LOCAL' order by id desc offset 100 limit 1`,
);
/** A commit that waits for the disk, and does nothing else. */
const commits: number[] = [];
for (let run = 0; run < 50; run += 1)
  commits.push(await timed(() => owner.query(`select pg_logical_emit_message(true, 'bench', 'a commit')`)));
const nothing: number[] = [];
for (let run = 0; run < 50; run += 1) nothing.push(await timed(() => owner.query('select 1')));
console.log(
  `${sizes.policies} policies, ${sizes.lines} lines of the ledger, ${sizes.branches.length} branches; ${runs} calls each at one client, ${seconds} s at sixteen.`,
);
const [commit, slowest, query] = [quantile(commits, 0.5), quantile(commits, 0.95), quantile(nothing, 0.5)];
console.log(
  `A commit takes ${commit.toFixed(1)} ms (p95 ${slowest.toFixed(1)}), a query that asks nothing ${query.toFixed(2)} ms; load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors.`,
);

/** A call that reads nothing and asks for no session: what any answer over HTTP takes, of the server and of the client beside it. */
const health = await measuredWarm(
  async () => {
    await call({ method: 'GET', path: '/api/health' });
    return true;
  },
  { runs: 50, seconds },
);
console.log(
  `A call that reads nothing takes ${health.median.toFixed(2)} ms; sixteen clients make ${aSecond(health)} a second. "with a call" is beside the bound and such a call.`,
);

/** How fast the machine is, without our code: statements in turn that ask nothing, each awaited, by sixteen clients. */
const STATEMENTS = 30;
const yardstick = await measuredWarm(
  async () => {
    const client = await owner.connect();
    try {
      for (let nth = 0; nth < STATEMENTS; nth += 1)
        await client.query({ name: 'nothing', text: 'select $1::int', values: [nth] });
    } finally {
      client.release();
    }
    return true;
  },
  { runs: 50, seconds },
);
console.log(
  `${STATEMENTS} named statements that ask nothing, one after the other, take ${yardstick.median.toFixed(1)} ms; sixteen clients make ${aSecond(yardstick)} such rounds a second.`,
);

const ms = (value: number) => value.toFixed(1).padStart(8);
const times = (value: number) => `${value.toFixed(1).padStart(7)} ×`;
function aSecond({ perSecond }: Measured): string {
  return perSecond === null ? '–' : perSecond.toFixed(0);
}
/** At sixteen clients, where they asked for both. */
function many(http: Measured, bound: Measured): string {
  if (seconds === 0) return '';
  const made = [http, bound].map((one) => aSecond(one).padStart(8)).join('');
  if (http.perSecond === null || bound.perSecond === null || health.perSecond === null) return made;
  const most = 1 / (1 / bound.perSecond + 1 / health.perSecond);
  return `${made}${times(bound.perSecond / http.perSecond)}${times(most / http.perSecond)}`;
}
const row = (name: string, http: Measured, bound: Measured) => {
  const alone = times(http.median / bound.median) + times(http.median / (bound.median + health.median));
  console.log(`${name.padEnd(58)}${ms(http.median)}${ms(http.p95)}${ms(bound.median)}${alone}${many(http, bound)}`);
};
const atSixteen = seconds === 0 ? '' : '    16/s   bound   ratio with call';
console.log(`${''.padEnd(58)}  median     p95   bound   ratio with call${atSixteen}`);
const today = new Date().toISOString().slice(0, 10);
const newest = new Map<string, number>();
for (const table of PAGED_TABLES) {
  const { rows } = await owner.query<{ id: bigint | number | null }>(`select max(id) as id from ${table}`);
  if (rows[0]?.id != null) newest.set(table, Number(rows[0].id));
}
const calls = [
  ...listCalls(),
  ...callsOf({ ...at, today }),
  ...reportCalls({ ...at, today }),
  ...optionCalls({ ...at, today }),
  ...searchCalls({ ...at, today }),
  ...recordCalls(newest, at),
  ...officeCalls({ ...at, today }),
];
const first = calls.findIndex((one) => one.name.includes(values.from));
if (first < 0) throw new Error(`No call's name has ${values.from}.`);
for (const { name, path, bound } of calls.slice(first).filter((one) => isAsked(one.name))) {
  const request = async () => {
    const got = await call({ method: 'GET', path, token }, PATIENCE_MS);
    if (got.status !== 200) throw new Error(`${name}: ${got.status} ${JSON.stringify(got.body)}`);
    return true;
  };
  const answered = async () => {
    await owner.query({ name, text: bound, ...(bound.includes('$1') && { values: [sizes.branches] }) });
    return true;
  };
  row(name, await measuredWarm(request, { runs, seconds }), await measuredWarm(answered, { runs, seconds }));
}
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
// What follows writes.
if (values.reads) process.exit();
const office = { owner, call, tokenOf };
if (isAsked('a paper'))
  for (const { name, http, bound } of await benchPapers(office, { runs, seconds })) row(name, http, bound);
const APPROVAL = 'an approval of three securities';
if (isAsked(APPROVAL)) {
  const { http, bound } = await benchApprovals(office, { runs: runs * 5, seconds });
  row(APPROVAL, http, bound);
}
