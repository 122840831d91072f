/**
 * npm run bench:calls -- [--runs N] [--seconds S] [--only TEXT]: what people open all day, over HTTP on what `npm run seed` made, each beside the leanest SQL
 * for the same answer in the same run; then approvals. At one client and at sixteen. For a quiet machine.
 */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { readConfig } from '../server/config.ts';
import { openDatabase, openPool } from '../server/platform/db/pool.ts';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { httpClient } from '../server/proofs/http-client.ts';
import { endOf, startInstance } from '../server/proofs/instances.ts';
import { tokenBook } from '../server/testing/rig.ts';
import { benchApprovals } from './bench/approvals.ts';
import { callsOf } from './bench/call-list.ts';
import { measured, type Measured } from './bench/clients.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});
const [runs, seconds] = [Number(values.runs), Number(values.seconds)];
const { dataDir } = readConfig(process.env);
const log = () => undefined;

await using ending = new AsyncDisposableStack();
// Where its database will be: the server starts it again.
const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, log });
await stop();
const instance = await startInstance({ SLIPWAY_DATA: dataDir });
ending.defer(async () => {
  instance.child.kill('SIGTERM');
  await endOf(instance);
});
const owner = openPool({ url: ownerUrl, max: 16 });
ending.defer(() => owner.end());
const tokens = tokenBook(openDatabase(owner), () => new Date());
const client = httpClient(() => instance.url, 16);
ending.defer(async () => client.close());

const one = async <R extends pg.QueryResultRow>(text: string): Promise<R> => {
  const { rows } = await owner.query<R>(text);
  const [row] = rows;
  if (!row)
    throw new Error('There is nothing to measure on: fill the installation with `npm run seed -- --policies N` first.');
  return row;
};
const sizes = await one<{ policies: bigint; lines: bigint; branches: number[] }>(
  `select (select count(*) from policies) as policies, (select count(*) from journal_lines) as lines, array(select id from branches order by id) as branches`,
);
const at = await one<{ policy: number; reinsured: number; security: number }>(
  `select id as policy, reinsured_id as reinsured, (select min(security_id) from policy_lines l where l.policy_id = policies.id) as security from policies where status = 'APPROVED' order by id desc offset 100 limit 1`,
);
const { email } = await one<{ email: string }>(
  `select u.email from users u join user_roles r on r.user_id = u.id where r.role = 'ROLE_ROOT' order by u.id limit 1`,
);
const token = await tokens.tokenOf(email);
const { rows: flush } = await owner.query<{ ms: number }>(
  `select extract(epoch from clock_timestamp() - now())::float8 * 1000 as ms`,
);
console.log(
  `${sizes.policies} policies, ${sizes.lines} lines of the ledger, ${sizes.branches.length} branches; ${runs} calls each at one client, ${seconds} s at sixteen.`,
);
console.log(`a query that asks nothing: ${flush[0]?.ms.toFixed(2)} ms`);

const ms = (value: number) => value.toFixed(1).padStart(8);
const row = (name: string, http: Measured, bound: Measured) =>
  console.log(
    `${name.padEnd(46)}${ms(http.median)}${ms(http.p95)}${ms(bound.median)}${(http.median / bound.median).toFixed(1).padStart(7)} ×${http.perSecond.toFixed(0).padStart(8)}${bound.perSecond.toFixed(0).padStart(8)}${(bound.perSecond / http.perSecond).toFixed(1).padStart(7)} ×`,
  );
console.log(`${''.padEnd(46)}  median     p95   bound  ratio      16/s   bound  ratio`);
for (const { name, path, bound } of callsOf({ ...at, today: new Date().toISOString().slice(0, 10) }).filter((one) =>
  one.name.includes(values.only),
)) {
  const asked = async () => {
    const got = await client.call({ method: 'GET', path, token });
    if (got.status !== 200) throw new Error(`${name}: ${got.status} ${JSON.stringify(got.body)}`);
    return true;
  };
  const answered = async () => {
    await owner.query({ name, text: bound, ...(bound.includes('$1') && { values: [sizes.branches] }) });
    return true;
  };
  row(name, await measured(asked, { runs, seconds }), await measured(answered, { runs, seconds }));
}
const APPROVAL = 'an approval of three securities';
if (!APPROVAL.includes(values.only)) process.exit();
const approvals = await benchApprovals(
  { owner, call: client.call, tokenOf: tokens.tokenOf },
  { runs: runs * 5, seconds },
);
row(APPROVAL, approvals.http, approvals.bound);
