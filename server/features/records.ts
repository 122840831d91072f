import { sql } from 'kysely';
import { AppError } from '../../domain/errors.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { Ctx } from '../platform/http/context.ts';

/** A kind of record that others hang on: where it stands and what is needed to see it and to work on it. */
type RecordEntity = {
  table: 'policies' | 'endorsements' | 'receipts' | 'vouchers' | 'parties' | 'clauses';
  /** A record of the firm has no branch: a right held in any branch is enough. */
  of: 'branch' | 'firm';
  view: Permission;
  /** One of these lets somebody add to it. */
  work: readonly Permission[];
  /** One of these lets somebody take away what another added. */
  manage: readonly Permission[];
};

/** What notes and files may hang on; a further kind is a line here and in the list of its contract. */
export const RECORD_ENTITIES = {
  policy: {
    table: 'policies',
    of: 'branch',
    view: 'policies.view',
    work: ['policies.create', 'policies.decide'],
    manage: ['policies.decide'],
  },
  endorsement: {
    table: 'endorsements',
    of: 'branch',
    view: 'policies.view',
    work: ['policies.create', 'policies.decide'],
    manage: ['policies.decide'],
  },
  receipt: {
    table: 'receipts',
    of: 'branch',
    view: 'receipts.view',
    work: ['receipts.create', 'receipts.decide'],
    manage: ['reversals.decide'],
  },
  voucher: {
    table: 'vouchers',
    of: 'branch',
    view: 'vouchers.view',
    work: ['vouchers.create', 'vouchers.decide', 'vouchers.pay'],
    manage: ['vouchers.decide'],
  },
  party: {
    table: 'parties',
    of: 'firm',
    view: 'registers.view',
    work: ['registers.create', 'registers.edit'],
    manage: ['registers.edit'],
  },
  clause: {
    table: 'clauses',
    of: 'firm',
    view: 'registers.view',
    work: ['registers.create', 'registers.edit'],
    manage: ['registers.edit'],
  },
} as const satisfies Record<string, RecordEntity>;

export type RecordEntityName = keyof typeof RECORD_ENTITIES;
export type RecordRef = { entity: RecordEntityName; id: number };

/** A record that the caller may see, and what they may do beside it. */
export type SeenRecord = RecordRef & {
  branchId: number | null;
  mayWork: boolean;
  mayManage: boolean;
  /** Whether one of the rights is held where the record belongs. */
  holds: (permissions: readonly Permission[]) => boolean;
};

/**
 * The record behind an entity and an id, for whoever may view it; to others it is not there. With `lock` it stays as it is
 * until the transaction ends.
 */
export async function seeRecord(ctx: Ctx, { entity, id }: RecordRef, lock = false): Promise<SeenRecord> {
  const kind: RecordEntity = RECORD_ENTITIES[entity];
  const branch = kind.of === 'branch' ? sql`t.branch_id` : sql`null::int`;
  const { rows } = await sql<{ branch_id: number | null }>`
    select ${branch} as branch_id from ${sql.table(kind.table)} t where t.id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(ctx.db);
  const row = rows[0];
  if (!row) throw new AppError('NOT_FOUND');
  const branches = row.branch_id === null ? ctx.scope : ctx.scope.filter((own) => own === row.branch_id);
  const holds = (permissions: readonly Permission[]) =>
    branches.some((one) => permissions.some((permission) => ctx.can(permission, one)));
  if (!holds([kind.view])) throw new AppError('NOT_FOUND');
  return { entity, id, branchId: row.branch_id, mayWork: holds(kind.work), mayManage: holds(kind.manage), holds };
}
