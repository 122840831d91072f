import { sql, type RawBuilder, type Selectable } from 'kysely';
import { AppError, firstOf } from '../../domain/errors.ts';
import type { Permission } from '../../domain/permissions.ts';
import {
  isKind,
  KINDS,
  PAPERED,
  type BookAct,
  type Kind,
  type KindName,
  type PaperedKind,
  type RecordName,
  type RecordRights,
  type SearchedKind,
  type StatusOf,
} from '../../domain/records/kinds.ts';
import type { DB } from '../platform/db/types.ts';
import type { Ctx } from '../platform/http/context.ts';

/** What search needs of a kind: the ids that match a text, as many as `most`, and the reinsured that a hit names. */
type Search = {
  ids: (text: string, most: number) => RawBuilder<unknown>;
  /** Before its party; a hit without one has its amount behind it. */
  reinsured?: RawBuilder<unknown>;
};

/** Where the records of a kind are, and what a row `t` of them is called where kinds are mixed. */
type KindTable = {
  name: keyof DB;
  /** The column of its number. */
  number: string;
  /** Its lists show when a record last changed. */
  dated?: boolean;
  /** The id of the party that it names, `p` in its title. */
  party: RawBuilder<unknown>;
  /** The name of its party, where it says nothing else. */
  title?: RawBuilder<unknown>;
  /** In minor units of its currency. */
  amount: RawBuilder<unknown>;
  search?: Search;
};

/** What the server knows of each kind; those that are searched for say how. */
export const TABLES = {
  policy: {
    name: 'policies',
    number: 'broker_reference',
    dated: true,
    party: sql`t.current_insured_id`,
    amount: sql`t.fac_premium`,
    search: {
      ids: (text, most) => sql`select policies_found(${text}, ${most})`,
      reinsured: sql`(select name from parties where id = t.reinsured_id)`,
    },
  },
  endorsement: {
    name: 'endorsements',
    number: 'number',
    dated: true,
    party: sql`(select current_insured_id from policies where id = t.policy_id)`,
    amount: sql`t.fac_premium`,
    search: {
      ids: (text, most) => sql`select endorsements_matching(${text}, ${most})`,
      reinsured: sql`(select r.name from policies o join parties r on r.id = o.reinsured_id where o.id = t.policy_id)`,
    },
  },
  claim: {
    name: 'claims',
    number: 'number',
    dated: true,
    party: sql`(select current_insured_id from policies where id = t.policy_id)`,
    amount: sql`t.ours_incurred`,
    search: {
      ids: (text, most) => sql`select claims_matching(${text}, ${most})`,
      reinsured: sql`(select r.name from policies o join parties r on r.id = o.reinsured_id where o.id = t.policy_id)`,
    },
  },
  movement: {
    name: 'movements',
    number: 'number',
    party: sql`(select o.current_insured_id from claims c join policies o on o.id = c.policy_id where c.id = t.claim_id)`,
    amount: sql`t.amount`,
  },
  receipt: {
    name: 'receipts',
    number: 'number',
    party: sql`t.payer_id`,
    amount: sql`t.amount`,
    search: { ids: (text, most) => sql`select receipts_matching(${text}, ${most})` },
  },
  voucher: {
    name: 'vouchers',
    number: 'number',
    party: sql`t.payee_id`,
    title: sql`coalesce(p.name, nullif(t.narration, ''), t.kind)`,
    amount: sql`t.amount`,
    search: { ids: (text, most) => sql`select vouchers_matching(${text}, ${most})` },
  },
  adjustment: {
    name: 'adjustments',
    number: 'number',
    party: sql`(select party_id from notes where id = t.note_id)`,
    amount: sql`t.amount`,
    search: { ids: (text, most) => sql`select adjustments_matching(${text}, ${most})` },
  },
  invoice: {
    name: 'invoices',
    number: 'number',
    party: sql`t.party_id`,
    amount: sql`t.amount`,
    search: { ids: (text, most) => sql`select invoices_matching(${text}, ${most})` },
  },
  journal: {
    name: 'manual_journals',
    number: 'number',
    party: sql`null::int`,
    title: sql`t.narration`,
    amount: sql`t.amount`,
    search: { ids: (text, most) => sql`select manual_journals_matching(${text}, ${most})` },
  },
} as const satisfies Record<KindName, KindTable> & Record<SearchedKind, { search: Search }>;

/** Where the acts on the books as a whole are. */
export const ACT_TABLES = { revaluation: 'revaluations', year_closing: 'year_closings' } as const satisfies Record<
  BookAct,
  keyof DB
>;

const tableOf = (kind: KindName): KindTable => TABLES[kind];

/** Whether lists of a kind show when a record last changed. */
export const isDated = (kind: KindName): boolean => tableOf(kind).dated ?? false;

/** A row `t` of a kind with its party `p`: what it is called, and its amount. */
export function shownColumns(kind: KindName): RawBuilder<unknown> {
  const { title = sql`p.name`, amount } = tableOf(kind);
  return sql`${title} as title, t.currency, ${amount} as amount`;
}

/** How a kind is searched. */
export const searchOf = (kind: SearchedKind): Search => TABLES[kind].search;

const REGISTER_TABLES = {
  party: 'parties',
  cover_type: 'cover_types',
  clause: 'clauses',
  currency: 'currencies',
} as const satisfies Record<Exclude<RecordName, KindName>, keyof DB>;

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
  const table = isKind(entity) ? TABLES[entity].name : REGISTER_TABLES[entity];
  const branch = isKind(entity) ? sql`t.branch_id` : sql`null::int`;
  const { rows } = await sql<{ branch_id: number | null }>`
    select ${branch} as branch_id from ${sql.table(table)} t where t.id = ${id}
    ${lock ? sql`for update` : sql``}`.execute(ctx.db);
  const row = firstOf(rows);
  const branches = row.branch_id === null ? ctx.scope : ctx.scope.filter((own) => own === row.branch_id);
  const holds = (permissions: readonly Permission[]) =>
    branches.some((one) => permissions.some((permission) => ctx.can(permission, one)));
  if (!holds([rights.view])) throw new AppError('NOT_FOUND');
  return { entity, id, branchId: row.branch_id, mayWork: holds(rights.work), mayManage: holds(rights.manage), holds };
}

/**
 * What a paper can be of. A note's rights are those of its policy; a statement is of an account and a remittance advice of
 * payments to a payee, which are no records.
 */
const OF_NO_RECORD = {
  statement: { view: 'reports.money', issue: ['policy_documents.generate'] },
  remittance: { view: 'vouchers.view', issue: ['vouchers.pay'] },
} as const satisfies Record<string, Pick<Kind, 'view' | 'issue'>>;
export type Papered = PaperedKind | 'note' | keyof typeof OF_NO_RECORD;
const isOfNoRecord = (name: string): name is keyof typeof OF_NO_RECORD => Object.hasOwn(OF_NO_RECORD, name);
export const PAPERED_BY: readonly Papered[] = [...PAPERED, 'note', 'statement', 'remittance'];
export const isPapered = (name: string): name is Papered => PAPERED_BY.some((one) => one === name);
export const paperRights = (of: Papered): Pick<Kind, 'view' | 'issue'> =>
  isOfNoRecord(of) ? OF_NO_RECORD[of] : KINDS[of === 'note' ? 'policy' : of];

/** What every kind's table has, and the steps of a record need. */
const HEAD = ['id', 'branch_id', 'status', 'version', 'hands', 'made_by', 'decided_by', 'decided_at'] as const;

type Row<K extends KindName> = Selectable<DB[(typeof TABLES)[K]['name']]>;
type Head<K extends KindName> = {
  id: number;
  branch_id: number;
  number: Row<K>[(typeof TABLES)[K]['number'] & keyof Row<K>];
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
    select ${sql.ref(TABLES[kind].number)} as number, ${sql.join([...HEAD, ...columns].map((column) => sql.ref(column)))}
    from ${sql.table(TABLES[kind].name)} where id = ${id} and branch_id = any(${[...ctx.scope]}::int[])
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
