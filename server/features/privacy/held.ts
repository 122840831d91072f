import { sql, type RawBuilder } from 'kysely';
import type { Reply } from '../../../domain/endpoint.ts';
import type { exportPerson } from '../../../domain/privacy/contract.ts';
import { auditAction } from '../../../domain/records/audit-actions.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import type { Ctx } from '../../platform/http/context.ts';

type Section = Reply<typeof exportPerson>['sections'][number];
type Row = Readonly<Record<string, unknown>>;

const MOST = 5_000;

type SectionQuery = { title: string; purpose: string; columns: readonly string[]; query: RawBuilder<unknown> };

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value as string | number | bigint | boolean);
}

const actIn = (row: Row): Row => (typeof row['Act'] === 'string' ? { ...row, Act: auditAction(row['Act']) } : row);

// An amount without its currency says nothing: the two share a cell.
function amountIn(row: Row): Row {
  if (typeof row['Amount'] !== 'bigint') return row;
  const currency = cell(row['Currency']);
  return { ...row, Amount: `${currency} ${formatAmount(row['Amount'], currency)}` };
}

async function section(ctx: Ctx, { title, purpose, columns, query }: SectionQuery): Promise<Section> {
  const { rows } = await sql<Row>`select * from (${query}) as held limit ${MOST + 1}`.execute(ctx.db);
  const shown = rows.slice(0, MOST).map(amountIn).map(actIn);
  return {
    title,
    purpose,
    columns: [...columns],
    rows: shown.map((row) => columns.map((column) => cell(row[column]))),
    more: rows.length > MOST,
  };
}

const changesOf = (entity: string, id: number): RawBuilder<unknown> => sql`
  select at as "When", action as "Act", personal - 'salt' as "Values" from audit_trail
  where entity = ${entity} and entity_id = ${id} and personal is not null order by id`;

const CHANGES = { columns: ['When', 'Act', 'Values'], purpose: 'To show who changed what, as an auditor asks.' };

/** What is held on a user, by purpose. */
export async function heldOnUser(ctx: Ctx, id: number): Promise<Section[]> {
  const sections: SectionQuery[] = [
    {
      title: 'Account',
      purpose: 'To sign in, and to show who did what.',
      columns: ['Name', 'Email', 'Status', 'Since', 'Last sign-in', 'Roles'],
      query: sql`
        select u.name as "Name", u.email as "Email", u.status as "Status", u.created_at as "Since", u.last_sign_in as "Last sign-in",
          (select string_agg(r.role || coalesce(' ' || b.code, ''), ', ' order by b.code, r.role)
            from user_roles r left join branches b on b.id = r.branch_id where r.user_id = u.id) as "Roles"
        from users u where u.id = ${id}`,
    },
    {
      title: 'Sessions',
      purpose: 'To end a session that is not theirs.',
      columns: ['Started', 'Last seen', 'Ended', 'Address', 'Browser'],
      query: sql`
        select created_at as "Started", last_seen_at as "Last seen", ended_at as "Ended", address as "Address", agent as "Browser"
        from sessions where user_id = ${id} order by created_at desc`,
    },
    {
      title: 'Second factor',
      purpose: 'To prove that it is them.',
      columns: ['Kind', 'Name', 'Since', 'Last used'],
      query: sql`
        select 'Passkey' as "Kind", name as "Name", created_at as "Since", last_used_at as "Last used" from passkeys where user_id = ${id}
        union all
        select 'Authenticator app', '', created_at, null from totp_secrets where user_id = ${id}`,
    },
    {
      title: 'Acts',
      purpose: 'To show who did what, as the law on books of account asks.',
      columns: ['When', 'Record', 'Id', 'Act'],
      query: sql`
        select at as "When", entity as "Record", entity_id as "Id", action as "Act" from audit_trail
        where user_id = ${id} order by id desc`,
    },
    { title: 'Changes to the account', ...CHANGES, query: changesOf('user', id) },
  ];
  return Promise.all(sections.map((one) => section(ctx, one)));
}

const own = (
  table: 'policies' | 'claims' | 'receipts' | 'vouchers' | 'invoices',
  columns: RawBuilder<unknown>,
  names: RawBuilder<unknown>,
) => sql`select ${columns} from ${sql.table(table)} t where ${names}`;

/** Papers that are made out to a party, or of contracts in which it is named. */
const documentsOf = (id: number): SectionQuery => ({
  title: 'Documents',
  purpose: 'Issued documents are kept as they were issued.',
  columns: ['Kind', 'Number', 'Made'],
  query: sql`
    select d.kind as "Kind", d.number as "Number", d.made_at as "Made" from documents d
    where (d.record_kind = 'policy' and d.record_id in (select p.id from policies p where p.insured_id = ${id} or p.endorsed_insured_id = ${id} or p.reinsured_id = ${id}))
      or (d.record_kind = 'claim' and d.record_id in (select c.id from claims c join policies p on p.id = c.policy_id
        where ${id} in (p.insured_id, p.endorsed_insured_id, p.reinsured_id)))
      or (d.record_kind = 'note' and d.record_id in (select n.id from notes n where n.party_id = ${id}))
      or (d.record_kind = 'receipt' and d.record_id in (select r.id from receipts r where r.payer_id = ${id}))
      or (d.record_kind = 'voucher' and d.record_id in (select v.id from vouchers v where v.payee_id = ${id}))
      or (d.record_kind = 'invoice' and d.record_id in (select i.id from invoices i where i.party_id = ${id}))
    order by d.id`,
});

function partyMoney(id: number): SectionQuery[] {
  return [
    {
      title: 'Policies',
      purpose: 'The contracts in which they are named.',
      columns: ['Reference', 'As', 'From', 'To', 'Status'],
      query: own(
        'policies',
        sql`t.broker_reference as "Reference", case when ${id} in (t.insured_id, t.endorsed_insured_id) then 'Insured' when t.reinsured_id = ${id} then 'Reinsured' else 'Security' end as "As",
          t.insurance_start_date as "From", t.insurance_end_date as "To", t.status as "Status"`,
        sql`t.insured_id = ${id} or t.endorsed_insured_id = ${id} or t.reinsured_id = ${id} or t.id in (select policy_id from policy_lines where security_id = ${id}) order by t.id`,
      ),
    },
    {
      title: 'Claims',
      purpose: 'The losses under contracts in which they are named, and what securities bear of them.',
      columns: ['Number', 'Date of loss', 'Claimant', 'What happened', 'Amount', 'Status'],
      query: own(
        'claims',
        sql`t.number as "Number", t.loss_date as "Date of loss", t.claimant as "Claimant", t.description as "What happened",
          t.incurred as "Amount", t.currency as "Currency", t.status as "Status"`,
        sql`t.policy_id in (select p.id from policies p where ${id} in (p.insured_id, p.endorsed_insured_id, p.reinsured_id))
          or t.id in (select l.claim_id from claim_lines l where l.security_id = ${id}) order by t.id`,
      ),
    },
    {
      title: 'Receipts',
      purpose: 'Books of account.',
      columns: ['Number', 'Day', 'Amount', 'Status'],
      query: own(
        'receipts',
        sql`t.number as "Number", t.bank_date as "Day", t.amount as "Amount", t.currency as "Currency", t.status as "Status"`,
        sql`t.payer_id = ${id} order by t.id`,
      ),
    },
    {
      title: 'Payments',
      purpose: 'Books of account.',
      columns: ['Number', 'Day', 'Amount', 'Status'],
      query: own(
        'vouchers',
        sql`t.number as "Number", t.bank_date as "Day", t.amount as "Amount", t.currency as "Currency", t.status as "Status"`,
        sql`t.payee_id = ${id} order by t.id`,
      ),
    },
    {
      title: 'Invoices',
      purpose: 'Books of account.',
      columns: ['Number', 'Day', 'Amount', 'Status'],
      query: own(
        'invoices',
        sql`t.number as "Number", t.posted_on as "Day", t.amount as "Amount", t.currency as "Currency", t.status as "Status"`,
        sql`t.party_id = ${id} order by t.id`,
      ),
    },
    documentsOf(id),
  ];
}

/** What is held on a party that is a person, by purpose. */
export async function heldOnParty(ctx: Ctx, id: number): Promise<Section[]> {
  const sections: SectionQuery[] = [
    {
      title: 'Register entry',
      purpose: 'To place their risk, and to write to and pay them.',
      columns: ['Name', 'Short name', 'Address', 'Country', 'Email', 'Registration', 'Tax number', 'Status', 'Since'],
      query: sql`
        select name as "Name", short_name as "Short name", address as "Address", country_name as "Country", email as "Email",
          registration_number as "Registration", tax_number as "Tax number", status as "Status", created_at as "Since"
        from parties where id = ${id}`,
    },
    {
      title: 'Contacts and intermediaries',
      purpose: 'To whom documents go.',
      columns: ['Name', 'Role', 'Email', 'Phone'],
      query: sql`
        select name as "Name", role as "Role", email as "Email", phone as "Phone" from party_contacts where party_id = ${id}
        union all
        select name, reference, email, '' from party_intermediaries where party_id = ${id}`,
    },
    {
      title: 'Bank accounts',
      purpose: 'To pay them.',
      columns: ['Bank', 'Branch', 'Account name', 'Account number', 'Currency', 'State'],
      query: sql`
        select bank as "Bank", branch as "Branch", account_name as "Account name", account_number as "Account number",
          currency as "Currency", state as "State" from party_bank_accounts where party_id = ${id} order by id`,
    },
    ...partyMoney(id),
    { title: 'Changes to the entry', ...CHANGES, query: changesOf('party', id) },
  ];
  return Promise.all(sections.map((one) => section(ctx, one)));
}

const NAMED = {
  contact: { table: 'party_contacts', role: sql`t.role`, phone: sql`t.phone` },
  intermediary: { table: 'party_intermediaries', role: sql`t.reference`, phone: sql`''` },
} as const;

/** What is held on somebody whom a party names. */
export async function heldOnNamed(ctx: Ctx, kind: keyof typeof NAMED, id: number): Promise<Section[]> {
  const { table, role, phone } = NAMED[kind];
  return [
    await section(ctx, {
      title: kind === 'contact' ? 'Contact' : 'Intermediary',
      purpose: 'To whom documents go, or through whom a security is reached.',
      columns: ['Of', 'Name', 'Role', 'Email', 'Phone'],
      query: sql`
        select p.name as "Of", t.name as "Name", ${role} as "Role", t.email as "Email", ${phone} as "Phone"
        from ${sql.table(table)} t join parties p on p.id = t.party_id where t.id = ${id}`,
    }),
  ];
}
