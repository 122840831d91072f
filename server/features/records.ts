import { sql, type Selectable } from 'kysely';
import { AppError, firstOf } from '../../domain/errors.ts';
import type { Permission } from '../../domain/permissions.ts';
import {
  isKind,
  KINDS,
  PAPERED,
  type Kind,
  type KindName,
  type PaperedKind,
  type RecordName,
  type RecordRights,
  type StatusOf,
} from '../../domain/records/kinds.ts';
import type { DB } from '../platform/db/types.ts';
import type { Ctx } from '../platform/http/context.ts';

/** Where the records of each kind are. */
export const TABLES = {
  policy: 'policies',
  endorsement: 'endorsements',
  claim: 'claims',
  movement: 'movements',
  receipt: 'receipts',
  voucher: 'vouchers',
  adjustment: 'adjustments',
  party: 'parties',
  cover_type: 'cover_types',
  clause: 'clauses',
  currency: 'currencies',
} as const satisfies Record<RecordName, keyof DB>;

/** The column of a kind's number. */
export const NUMBER_COLUMNS = {
  policy: 'broker_reference',
  endorsement: 'number',
  claim: 'number',
  movement: 'number',
  receipt: 'number',
  voucher: 'number',
  adjustment: 'number',
} as const satisfies Record<KindName, string>;

/** Kinds whose lists show when a record last changed. */
export const DATED: ReadonlySet<KindName> = new Set(['policy', 'endorsement', 'claim']);

/** Registers belong to the firm: a right held in any branch is enough. */
const REGISTER: RecordRights = {
  view: 'registers.view',
  work: ['registers.create', 'registers.edit'],
  manage: ['registers.edit'],
};

export type RecordRef = { entity: RecordName; id: number };

/** A record that the caller may see, and what else they may do with it. */
export type SeenRecord = RecordRef & {
  branchId: number | null;
  mayWork: boolean;
  mayManage: boolean;
  /** Whether one of the rights is held where the record belongs. */
  holds: (permissions: readonly Permission[]) => boolean;
};

/**
 * The record behind an entity and an id, for callers who may view it; others get NOT_FOUND. With `lock` it does not
 * change until the transaction ends.
 */
export async function seeRecord(ctx: Ctx, { entity, id }: RecordRef, lock = false): Promise<SeenRecord> {
  const rights = isKind(entity) ? KINDS[entity] : REGISTER;
  const branch = isKind(entity) ? sql`t.branch_id` : sql`null::int`;
  const { rows } = await sql<{ branch_id: number | null }>`
    select ${branch} as branch_id from ${sql.table(TABLES[entity])} t where t.id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(ctx.db);
  const row = firstOf(rows);
  const branches = row.branch_id === null ? ctx.scope : ctx.scope.filter((own) => own === row.branch_id);
  const holds = (permissions: readonly Permission[]) =>
    branches.some((one) => permissions.some((permission) => ctx.can(permission, one)));
  if (!holds([rights.view])) throw new AppError('NOT_FOUND');
  return { entity, id, branchId: row.branch_id, mayWork: holds(rights.work), mayManage: holds(rights.manage), holds };
}

/** What a paper can be of. A note's rights are those of its policy. */
export type Papered = PaperedKind | 'note';
export const isPapered = (name: string): name is Papered => name === 'note' || PAPERED.some((kind) => kind === name);
export const paperRights = (of: Papered): Pick<Kind, 'view' | 'issue'> => KINDS[of === 'note' ? 'policy' : of];

/** What every kind's table has, and the steps of a record need. */
const HEAD = ['id', 'branch_id', 'status', 'version', 'hands', 'made_by', 'decided_by', 'decided_at'] as const;

type Row<K extends KindName> = Selectable<DB[(typeof TABLES)[K]]>;
type Head<K extends KindName> = {
  id: number;
  branch_id: number;
  number: Row<K>[(typeof NUMBER_COLUMNS)[K] & keyof Row<K>];
  status: StatusOf<K>;
  version: number;
  hands: number[];
  made_by: number;
  decided_by: number | null;
  decided_at: Date | null;
};

/**
 * Reads one record of the caller's branches: its head, its number and the requested columns; with `lock` it does not
 * change until the transaction ends. A foreign id answers like a missing one.
 */
export async function selectRecord<K extends KindName, const C extends keyof Row<K> & string>(
  ctx: Ctx,
  { kind, columns }: { kind: K; columns: readonly C[] },
  { id, lock }: { id: number; lock: boolean },
) {
  const { rows } = await sql<Head<K> & Pick<Row<K>, C>>`
    select ${sql.ref(NUMBER_COLUMNS[kind])} as number, ${sql.join([...HEAD, ...columns].map((column) => sql.ref(column)))}
    from ${sql.table(TABLES[kind])} where id = ${id} and branch_id = any(${[...ctx.scope]}::int[])
    ${lock ? sql`for update` : sql``}`.execute(ctx.db);
  return firstOf(rows);
}

type Decided = {
  hands: readonly number[];
  made_by: number;
  edited_by: number;
  decided_by: number | null;
  decided_at: Date | null;
  decision_reason: string | null;
  created_at: Date;
};

/** A record that another names, where it names one. */
export const refOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** Who made, last edited and decided a record, by name, as its page shows them. */
export async function peopleOf(ctx: Ctx, record: Decided) {
  const { made_by: maker, edited_by: editor, decided_by: decider, decided_at, decision_reason, created_at } = record;
  const ids = [...record.hands, decider ?? maker];
  const users = await ctx.db.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute();
  const person = (id: number) => ({ id, name: users.find((user) => user.id === id)?.name ?? '' });
  return {
    made_by: person(maker),
    edited_by: person(editor),
    hands: record.hands.map(person),
    decided_by: decider === null ? null : person(decider),
    decided_at,
    decision_reason,
    created_at,
  };
}
