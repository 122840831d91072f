import { sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { AppError } from '../../../../domain/errors.ts';
import { auditAction, GIVEN_OUT } from '../../../../domain/records/audit-actions.ts';
import { isKind, type KindName } from '../../../../domain/records/kinds.ts';
import type { recordHistory } from '../../../../domain/reports/history.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { Permission } from '../../../../domain/permissions.ts';
import { seeRecord } from '../../records.ts';
import { branchesWith } from '../../permitted.ts';

type History = Reply<typeof recordHistory>;
/** More than a person reads; the whole trail is the auditor's. */
const MOST = 500;

type Entity = Decoded<typeof recordHistory>['query']['entity'];

/** What is in a branch and no record that is decided: its table, and the right to see it. */
const OF_BRANCH = {
  invoice_schedule: { table: 'invoice_schedules', access: 'invoices.view' },
  budget: { table: 'budgets', access: 'reports.production' },
} as const satisfies Partial<Record<Entity, { table: string; access: Permission }>>;

/** What the firm as a whole owns: callers who may see it see what happened to it, names and addresses with it. */
const FIRM_WIDE: Readonly<Record<Exclude<Entity, KindName | keyof typeof OF_BRANCH>, Permission>> = {
  party: 'registers.view',
  cover_type: 'registers.view',
  clause: 'registers.view',
  currency: 'registers.view',
  tax: 'registers.view',
  ledger_account: 'registers.view',
  branch: 'registers.view',
  firm: 'firm.manage',
  role: 'users.view',
};

const isOfBranch = (entity: Entity): entity is keyof typeof OF_BRANCH => Object.hasOwn(OF_BRANCH, entity);
const isOfFirm = (entity: Entity): entity is keyof typeof FIRM_WIDE => Object.hasOwn(FIRM_WIDE, entity);

async function seeInBranch(ctx: Ctx, { table, access }: { table: string; access: Permission }, id: number) {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where id = ${id} and branch_id = any(${[...branchesWith(ctx, access)]}::int[])`.execute(
    ctx.db,
  );
  if (rows.length === 0) throw new AppError('NOT_FOUND');
}

/** Whether the caller may know that the record is there. The trail itself hides no branch from an id that is guessed. */
async function assertMaySee(ctx: Ctx, { entity, id }: Decoded<typeof recordHistory>['query']): Promise<void> {
  if (isKind(entity)) await seeRecord(ctx, { entity, id });
  else if (isOfBranch(entity)) await seeInBranch(ctx, OF_BRANCH[entity], id);
  else if (branchesWith(ctx, FIRM_WIDE[entity]).length === 0) throw new AppError('NOT_FOUND');
}

// The personal values of an edit carry their former ones as `before.<field>`: both are shown where the facts' own
// values are.
export function withPersonal(
  facts: Record<string, unknown>,
  personal: Record<string, unknown>,
): Record<string, unknown> {
  const fields = Object.entries(personal).filter(([field]) => field !== 'salt');
  const part = (name: 'before' | 'after', entries: [string, unknown][]) => {
    const known = facts[name];
    const values = { ...(typeof known === 'object' && known !== null && known), ...Object.fromEntries(entries) };
    return Object.keys(values).length === 0 ? {} : { [name]: values };
  };
  const before = fields.flatMap(([field, value]): [string, unknown][] =>
    field.startsWith('before.') ? [[field.slice('before.'.length), value]] : [],
  );
  const after = fields.filter(([field]) => !field.startsWith('before.'));
  return { ...facts, ...part('before', before), ...part('after', after) };
}

/**
 * Rows of the trail of what belongs to a record: its files, its notes, what securities answered to a movement, its renewal notices and reminders, a party's statements,
 * a voucher's advice, its documents and to whom they were sent.
 */
function hanging({ entity, id }: Decoded<typeof recordHistory>['query']) {
  return sql`
    (a.entity = 'attachment' and a.entity_id = any(array(
      select x.id from attachments x where x.entity = ${entity} and x.entity_id = ${id})))
    or (a.entity = 'record_note' and a.entity_id = any(array(
      select x.id from record_notes x where x.entity = ${entity} and x.entity_id = ${id})))
    or (a.entity = 'claim_agreement' and ${entity} = 'movement' and a.entity_id = any(array(
      select x.id from claim_agreements x where x.movement_id = ${id})))
    or (a.entity = 'renewal_notice' and ${entity} = 'policy' and a.entity_id = any(array(
      select x.notice_id from renewal_notice_policies x where x.policy_id = ${id})))
    or (a.entity = 'statement' and ${entity} = 'party' and a.entity_id = any(array(
      select x.id from statement_items x where x.party_id = ${id})))
    or (a.entity = 'statement' and ${entity} = 'policy' and a.entity_id = any(array(
      select x.letter_id from reminder_lines x join notes n on n.id = x.note_id where n.policy_id = ${id})))
    or (a.entity = 'statement' and ${entity} = 'voucher' and a.entity_id = any(array(
      select x.advice_id from remittance_lines x where x.voucher_id = ${id})))
    or (a.entity = 'document' and a.entity_id = any(array(
      select d.id from documents d where d.record_kind = ${entity} and d.record_id = ${id}
      union all
      select d.id from documents d join notes n on n.id = d.note_id
      where d.record_kind = 'note' and ${entity} = 'policy' and n.policy_id = ${id})))`;
}

/**
 * What happened to a record, newest first, for callers who may view the record; others get NOT_FOUND. Of what is in a
 * branch the personal values stay out; of the firm's registers they are what the reader sees in the register anyway.
 */
export async function historyOf(ctx: Ctx, { query }: Decoded<typeof recordHistory>): Promise<History> {
  await assertMaySee(ctx, query);
  const open = isOfFirm(query.entity);
  const { rows } = await sql<History[number] & { personal: Record<string, unknown> | null }>`
    select a.id::text as id, a.at, coalesce(u.name, 'System') as by, u.id as by_id, a.action, a.personal,
      a.facts - 'personal' || case when l.id is null then '{}' else jsonb_build_object('lent_by', l.name) end
        || case when s.id is null then '{}' else jsonb_build_object('answered_by', s.name) end as facts
    from audit_trail a left join users u on u.id = a.user_id left join users l on l.id = (a.facts ->> 'lent_by')::int
    left join claim_agreements g on a.entity = 'claim_agreement' and g.id = a.entity_id left join parties s on s.id = g.security_id
    where ((a.entity = ${query.entity} and a.entity_id = ${query.id}) or ${hanging(query)})
      and a.action <> all(${[...GIVEN_OUT]}::text[]) order by a.id desc limit ${MOST}`.execute(ctx.db);
  return rows.map(({ personal, action, ...row }) => ({
    ...row,
    action: auditAction(action),
    facts: open && personal !== null ? withPersonal(row.facts, personal) : row.facts,
  }));
}
