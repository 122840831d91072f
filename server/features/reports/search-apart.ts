import { sql } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import { isOwedToUs } from '../../../domain/ledger/notes.ts';
import { isKind, KINDS, RECORDS, titleOf, type RecordName } from '../../../domain/records/kinds.ts';
import { REGISTER_STATES } from '../../../domain/registers/states.ts';
import type { searchRecords } from '../../../domain/reports/search.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { COUNTED } from '../../../domain/tables/counted.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { dueNow } from '../ledger/schedules.ts';
import { contains } from '../registers/page.ts';
import { branchesWith } from '../permitted.ts';

type Hits = Reply<typeof searchRecords>;

const PARTY_NOUNS: Readonly<Record<string, string>> = {
  REINSURED: 'Reinsured',
  INSURED: 'Insured',
  LOCAL: 'Local security',
  LONDON: 'London security',
};

type Party = { id: number; name: string; kind: string; country: string; status: 'ACTIVE' | 'INACTIVE' };

/** Parties by name, short name or number; those whose name begins so come first. */
export async function partyHits(ctx: Ctx, text: string, most: number): Promise<Hits> {
  if (branchesWith(ctx, 'registers.view').length === 0) return [];
  const { rows } = await sql<Party>`
    select t.id, t.name, coalesce(t.market, t.kind) as kind, t.country_name as country, t.status
    from parties t where t.merged_into is null and ${contains(sql`t.search_text`, text)}
    order by not starts_with(t.search_text, ${text}), t.status, t.name_key, t.id limit ${most}`.execute(ctx.db);
  return rows.map((row) => ({
    kind: 'party',
    id: row.id,
    title: row.name,
    detail: [PARTY_NOUNS[row.kind] ?? row.kind, row.country].filter(Boolean).join(' · '),
    state: row.status === 'ACTIVE' ? '' : REGISTER_STATES[row.status].label,
    currency: null,
    amount: null,
    branch: null,
    of: null,
  }));
}

type Note = {
  id: number;
  number: string;
  kind: string;
  party: string;
  currency: string;
  open: bigint;
  amount: bigint;
  status: string;
  due_on: string;
};

/** What of a note is open says its state. */
function stateOf(ctx: Ctx, { status, open, due_on }: Note): string {
  if (status === 'VOID') return 'Void';
  if (open === 0n) return 'Settled';
  return due_on < ctx.today ? 'Overdue' : 'Open';
}

/** Notes by how their number begins or ends, for who sees what they are of; those of invoices are found as the invoices. */
export async function noteHits(ctx: Ctx, text: string, most: number): Promise<Hits> {
  const rights = {
    claim: branchesWith(ctx, 'claims.view', 'policies.view', 'reports.money'),
    policy: branchesWith(ctx, 'policies.view', 'reports.money'),
  };
  if (Object.values(rights).every((branches) => branches.length === 0)) return [];
  const narrowed = Object.values(rights).some((branches) => branches.length < ctx.scope.length);
  const { rows } = await sql<Note>`
    select n.id, n.number, n.kind, p.name as party, n.currency, n.amount, n.amount - n.settled as open, n.status, ${dueNow('n')} as due_on
    from notes n join parties p on p.id = n.party_id
    where n.id = any(array(select notes_matching(${text}, ${narrowed ? COUNTED + 1 : most})))
      and n.invoice_id is null
      and n.branch_id = any(case when n.claim_id is not null then ${rights.claim}::int[] else ${rights.policy}::int[] end)
    order by n.id desc limit ${most}`.execute(ctx.db);
  return rows.map((row) => ({
    kind: 'note',
    id: row.id,
    title: row.number,
    detail: `${row.party}${isOwedToUs(row.kind) ? '' : ' · owed by us'}`,
    state: stateOf(ctx, row),
    currency: row.currency,
    amount: formatAmount(row.status === 'ISSUED' && row.open !== 0n ? row.open : row.amount, row.currency),
    branch: null,
    of: null,
  }));
}

const REGISTER_NOUNS: Readonly<Record<Exclude<RecordName, keyof typeof KINDS>, string>> = {
  party: 'Party',
  cover_type: 'Class',
  clause: 'Clause',
  currency: 'Currency',
};
const nounOf = (entity: RecordName) => (isKind(entity) ? titleOf(KINDS[entity]) : REGISTER_NOUNS[entity]);

type File = { id: number; name: string; entity: RecordName; entity_id: number };

/** Files by name, for who may view the record that they hang on. */
export async function fileHits(ctx: Ctx, text: string, most: number): Promise<Hits> {
  const seen = RECORDS.map((entity) => {
    const branches = branchesWith(ctx, isKind(entity) ? KINDS[entity].view : 'registers.view');
    const where = isKind(entity)
      ? sql`t.branch_id = any(${branches}::int[])`
      : branches.length > 0
        ? sql`true`
        : sql`false`;
    return sql`(t.entity = ${entity} and ${where})`;
  });
  const { rows } = await sql<File>`
    select t.id, t.name, t.entity, t.entity_id from attachments t
    where t.id = any(array(select attachments_matching(${text}, ${COUNTED + 1}))) and (${sql.join(seen, sql` or `)})
    order by t.id desc limit ${most}`.execute(ctx.db);
  return rows.map((row) => ({
    kind: 'file',
    id: row.id,
    title: row.name,
    detail: `${nounOf(row.entity)} ${row.entity_id}`,
    state: '',
    currency: null,
    amount: null,
    branch: null,
    of: { entity: row.entity, id: row.entity_id },
  }));
}
