import type { PoolClient } from 'pg';
import { auditDigest, writeAudit } from '../platform/audit/audit.ts';
import { sealAudit, verifyAudit, type ChainHead } from '../platform/audit/sealer.ts';
import { approvedPolicy, makeBook } from '../testing/factories.ts';
import { chanceOf, tally, type Chance, type Proof, type ProofRun, type Tally } from './proof.ts';
import { openRig, type Rig } from '../testing/rig.ts';

/** One tampering in a transaction that is rolled back; it says what it did. */
type Tampering = (db: PoolClient, chance: Chance, size: { rows: number; links: number }) => Promise<string>;

const COLUMNS: Record<string, string> = {
  id: 'id + 1000000',
  at: `at + (case when random() < 0.5 then interval '1 microsecond' else interval '1 day' end)`,
  user_id: 'coalesce(user_id, 0) + 1',
  session_id: 'gen_random_uuid()',
  branch_id: 'case when branch_id is null then 1 end',
  entity: `entity || 'x'`,
  entity_id: 'entity_id + 1',
  action: `'approved' || action`,
  facts: `facts || '{"reason": "none"}'`,
  personal: `coalesce(personal, '{"salt": "s"}') || '{"name": "Somebody Else"}'`,
  digest: `sha256(digest)`,
};
const CHAIN_COLUMNS: Record<string, string> = {
  seq: 'seq + 1000000',
  audit_id: 'audit_id + 1000000',
  hash: 'sha256(hash)',
  sealed_at: `sealed_at - (case when random() < 0.5 then interval '1 microsecond' else interval '1 day' end)`,
};

const ROW = 'at, user_id, session_id, branch_id, entity, entity_id, action, facts, personal, digest';
const change = async (
  db: PoolClient,
  chance: Chance,
  target: { table: string; key: string; columns: Record<string, string>; size: number },
) => {
  const [column, expression] = chance.pick(Object.entries(target.columns));
  const which = 1 + chance.below(target.size);
  await db.query(`update ${target.table} set ${column} = ${expression} where ${target.key} = $1`, [which]);
  return `changed ${column} of ${target.table} ${which}`;
};

async function forgedRow(db: PoolClient, chance: Chance, rows: number): Promise<{ id: bigint; digest: Buffer }> {
  const model = (await db.query('select * from audit_trail where id = $1', [1 + chance.below(rows)])).rows[0];
  const row = { ...model, action: 'approved', at: new Date(model.at.getTime() + 60_000) };
  const { rows: made } = await db.query<{ id: bigint }>(
    `insert into audit_trail (id, at, user_id, session_id, branch_id, entity, entity_id, action, facts, digest)
     values ($9, $1, $2, $3, $4, $5, $6, 'approved', $7, $8) returning id`,
    [
      row.at,
      row.user_id,
      row.session_id,
      row.branch_id,
      row.entity,
      row.entity_id,
      JSON.stringify(row.facts),
      auditDigest(row),
      rows + 1,
    ],
  );
  return { id: made[0]?.id ?? 0n, digest: auditDigest(row) };
}

/** As good a forger as there is: every link from one on is made anew with what the sealer itself would have written. */
async function resealFrom(db: PoolClient, from: number): Promise<void> {
  await db.query('delete from audit_chain where seq >= $1', [from]);
  const asPool = {
    connect: async () => ({
      query: async (text: string, values?: unknown[]) =>
        /^(begin|commit|rollback)$/.test(text) ? undefined : db.query(text, values),
      release: () => undefined,
    }),
  };
  while (await sealAudit(asPool as never)) continue;
}

const TAMPERINGS: readonly Tampering[] = [
  (db, chance, { rows }) => change(db, chance, { table: 'audit_trail', key: 'id', columns: COLUMNS, size: rows }),
  (db, chance, { links }) =>
    change(db, chance, { table: 'audit_chain', key: 'seq', columns: CHAIN_COLUMNS, size: links }),
  async (db, chance, { rows }) => {
    const which = 1 + chance.below(rows);
    await db.query('delete from audit_trail where id = $1', [which]);
    return `deleted row ${which}`;
  },
  async (db, chance, { links }) => {
    const which = 1 + chance.below(links);
    await db.query(
      'with gone as (delete from audit_chain where seq = $1 returning audit_id) delete from audit_trail where id in (select audit_id from gone)',
      [which],
    );
    await db.query('update audit_chain set seq = seq - 1 where seq > $1', [which]);
    return `deleted row and link ${which} and renumbered`;
  },
  async (db, chance, { rows }) => {
    const a = 1 + chance.below(rows);
    const b = 1 + ((a + chance.below(rows - 1)) % rows);
    const columns = ROW.split(', ')
      .map((name) => `${name} = o.${name}`)
      .join(', ');
    await db.query(
      `update audit_trail t set ${columns} from audit_trail o where (t.id = $1 and o.id = $2) or (t.id = $2 and o.id = $1)`,
      [a, b],
    );
    return `swapped rows ${a} and ${b}`;
  },
  async (db, chance, { rows }) => {
    const a = 1 + chance.below(rows - 1);
    await db.query('update audit_trail set id = 2 * $1::bigint + 1 - id where id in ($1::bigint, $1::bigint + 1)', [a]);
    return `swapped the ids of ${a} and ${a + 1}`;
  },
  async (db, chance, { links }) => {
    const a = 1 + chance.below(links - 1);
    await db.query('update audit_chain set seq = 2 * $1::bigint + 1 - seq where seq in ($1::bigint, $1::bigint + 1)', [
      a,
    ]);
    return `swapped links ${a} and ${a + 1}`;
  },
  async (db, chance, { links }) => {
    const which = 1 + chance.below(links);
    await db.query('insert into audit_chain select * from audit_chain where seq = $1', [which]);
    return `repeated link ${which}`;
  },
  async (db, chance, { rows }) => `inserted row ${(await forgedRow(db, chance, rows)).id} with a right digest`,
  async (db, chance, { rows, links }) => {
    const { id } = await forgedRow(db, chance, rows);
    await resealFrom(db, links + 1);
    return `inserted row ${id} and sealed it`;
  },
  async (db, chance, { links }) => {
    const count = 1 + chance.below(links);
    await db.query(
      'with gone as (delete from audit_chain where seq > $1 returning audit_id) delete from audit_trail where id in (select audit_id from gone)',
      [links - count],
    );
    return `cut the last ${count} rows and links`;
  },
  async (db, chance, { links }) => {
    const count = 1 + chance.below(links);
    await db.query('delete from audit_chain where seq > $1', [links - count]);
    return `deleted the last ${count} links`;
  },
  async (db, chance, { rows }) => {
    const which = 1 + chance.below(rows);
    const { rows: kept } = await db.query('select * from audit_trail where id = $1', [which]);
    const digest = auditDigest({ ...kept[0], user_id: 2 });
    await db.query('update audit_trail set user_id = 2, digest = $2 where id = $1', [
      which,
      kept[0].user_id === 2 ? auditDigest({ ...kept[0], user_id: 3 }) : digest,
    ]);
    if (kept[0].user_id === 2) await db.query('update audit_trail set user_id = 3 where id = $1', [which]);
    const { rows: link } = await db.query<{ seq: bigint }>('select seq from audit_chain where audit_id = $1', [which]);
    await resealFrom(db, Number(link[0]?.seq ?? 1n));
    return `gave row ${which} to another user with a right digest and sealed all after it anew`;
  },
];

async function layTrail(rig: Rig, policies: number): Promise<ChainHead> {
  const book = await makeBook(rig);
  let head: ChainHead | null = null;
  for (let n = 0; n < policies; n += 1) {
    await approvedPolicy(rig, book);
    const personal = { name: `Person ${n}`, email: `person${n}@slipway.test` };
    await writeAudit(
      rig.ownerDatabase,
      { userId: null, sessionId: null, at: rig.clock.now() },
      { entity: 'user', entityId: 1, action: 'registered', personal },
    );
    head = (await sealAudit(rig.ownerPool)) ?? head;
  }
  if (!head) throw new Error('Nothing was sealed.');
  return head;
}

// What a forger who owns the database does first.
const DISARM = `
  alter table audit_trail disable trigger user; alter table audit_chain disable trigger user;
  alter table audit_chain drop constraint audit_chain_audit_id_fkey, drop constraint audit_chain_audit_id_key, drop constraint audit_chain_pkey;
  alter table audit_trail alter column id drop identity, drop constraint audit_trail_user_id_fkey, drop constraint audit_trail_branch_id_fkey, drop constraint audit_trail_pkey;`;

/** Few are read at once, so that what is changed lies on either side of where that ends. */
const LINKS = 7;

type Trial = { run: ProofRun; head: ChainHead; size: { rows: number; links: number }; counted: Tally };

async function tamperOften(rig: Rig, { run, head, size, counted }: Trial): Promise<void> {
  const chance = chanceOf(run.seed);
  const client = await rig.ownerPool.connect();
  try {
    for (let round = 0; round < run.rounds; round += 1) {
      const tamper = TAMPERINGS[round % TAMPERINGS.length];
      if (!tamper) break;
      await client.query('begin');
      const what = await tamper(client, chance, size);
      const verdict = await verifyAudit(client, head, LINKS);
      counted.check(verdict !== null, () => `not found: ${what}`);
      await client.query('rollback');
    }
  } finally {
    client.release(true);
  }
}

/** Random tamperings by the owner with every guard off: given the head that was logged, each must be found. */
export const proveAudit: Proof = async (run) => {
  const counted = tally();
  const rig = await openRig(run.server);
  try {
    const head = await layTrail(rig, run.short ? 10 : 40);
    counted.check((await verifyAudit(rig.ownerPool, head, LINKS)) === null, 'the untouched trail is not whole');
    await rig.ownerPool.query(DISARM);
    const { rows } = await rig.ownerPool.query<{ rows: bigint; links: bigint }>(
      'select (select count(*) from audit_trail) as rows, (select count(*) from audit_chain) as links',
    );
    const size = { rows: Number(rows[0]?.rows ?? 0n), links: Number(rows[0]?.links ?? 0n) };
    await tamperOften(rig, { run, head, size, counted });
    counted.check(
      (await verifyAudit(rig.ownerPool, head, LINKS)) === null,
      'the trail is not whole when every tampering is undone',
    );
    run.log(`${run.rounds} tamperings of ${TAMPERINGS.length} kinds on ${size.rows} rows`);
    return counted.result();
  } finally {
    await rig.close();
  }
};
