import type { PoolClient } from 'pg';
import { KIND_NAMES, type KindName } from '../../../../domain/records/kinds.ts';
import { TABLES } from '../../records.ts';

/** One write as its client saw it; every unanswered one was repeated with its key until it was answered. */
export type ClientWrite = {
  userId: number;
  /** As idempotency keys name it: "POST /api/sca/v1/underwriting/save". */
  endpoint: string;
  key: string;
  entity: KindName;
  /** Whether it makes a new record. */
  creates: boolean;
  /** What was acknowledged; null when it was refused. */
  acknowledged: { id: number; version: number } | null;
};
/** The whole log of the clients that wrote; `after` are the highest ids that were there before them. */
export type ClientLog = {
  writes: readonly ClientWrite[];
  after: Readonly<Partial<Record<ClientWrite['entity'], number>>>;
};

const SEVERAL = 3;

type Kept = { user_id: number; endpoint: string; key: string; id: string | null; version: string | null };

const nameOf = (write: { userId: number; endpoint: string; key: string }) =>
  `${write.userId} ${write.endpoint} ${write.key}`;

async function keysOf(client: PoolClient, log: ClientLog): Promise<Map<string, Kept>> {
  const { rows } = await client.query<Kept>(
    `select user_id, endpoint, key, reply ->> 'id' as id, reply ->> 'version' as version from idempotency_keys where key = any($1)`,
    [log.writes.map((write) => write.key)],
  );
  return new Map(rows.map((row) => [nameOf({ userId: row.user_id, endpoint: row.endpoint, key: row.key }), row]));
}

async function createdFaults(client: PoolClient, log: ClientLog): Promise<string[]> {
  const faults: string[] = [];
  for (const entity of KIND_NAMES) {
    const { name: table } = TABLES[entity];
    const after = log.after[entity];
    if (after === undefined) continue;
    const acknowledged = log.writes.flatMap((write) =>
      write.entity === entity && write.creates && write.acknowledged ? [write.acknowledged.id] : [],
    );
    const { rows } = await client.query<{ id: number }>(`select id from ${table} where id > $1`, [after]);
    const there = new Set(rows.map((row) => row.id));
    const lost = acknowledged.filter((id) => !there.has(id));
    const extra = [...there].filter((id) => !acknowledged.includes(id));
    if (new Set(acknowledged).size !== acknowledged.length) faults.push(`one ${entity} was acknowledged to two keys`);
    if (lost.length > 0) faults.push(`acknowledged and lost: ${entity} ${lost.slice(0, SEVERAL).join(', ')}`);
    if (extra.length > 0) faults.push(`there and never acknowledged: ${entity} ${extra.slice(0, SEVERAL).join(', ')}`);
  }
  return faults;
}

/** What the clients' own log shows acknowledged is there, once; what it shows refused is not. I9. */
export async function clientLogFaults(client: PoolClient, log: ClientLog): Promise<string[]> {
  const kept = await keysOf(client, log);
  const versions = new Map<string, string>();
  const faults = await createdFaults(client, log);
  for (const write of log.writes) {
    const row = kept.get(nameOf(write));
    const reply = write.acknowledged;
    if (reply === null) {
      if (row) faults.push(`${write.endpoint} ${write.key} was refused and its key is kept`);
      continue;
    }
    if (!row) faults.push(`${write.endpoint} ${write.key} was acknowledged and its key is lost`);
    else if (String(row.id) !== String(reply.id) || String(row.version) !== String(reply.version))
      faults.push(
        `${write.endpoint} ${write.key} was acknowledged as ${reply.id} v${reply.version} and kept as ${row.id} v${row.version}`,
      );
    const state = `${write.entity} ${reply.id} v${reply.version}`;
    if (versions.has(state)) faults.push(`${state} was acknowledged to two keys`);
    versions.set(state, write.key);
  }
  for (const entity of KIND_NAMES) {
    const { name: table } = TABLES[entity];
    const latest = new Map<number, number>();
    for (const { entity: kind, acknowledged } of log.writes)
      if (kind === entity && acknowledged)
        latest.set(acknowledged.id, Math.max(acknowledged.version, latest.get(acknowledged.id) ?? 0));
    if (latest.size === 0) continue;
    const { rows } = await client.query<{ id: number; version: number }>(
      `select id, version from ${table} where id = any($1)`,
      [[...latest.keys()]],
    );
    for (const { id, version } of rows) {
      if (version < (latest.get(id) ?? 0))
        faults.push(`${entity} ${id} is at version ${version}, ${latest.get(id)} was acknowledged`);
      if (log.after[entity] !== undefined && version > (latest.get(id) ?? 0))
        faults.push(`${entity} ${id} is at version ${version}, nobody was told more than ${latest.get(id)}`);
    }
  }
  return faults;
}
