import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, invalid } from '../../../domain/errors.ts';
import { nameKey } from '../../../domain/names.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import { partyForm, securityForm } from '../../../domain/registers/shapes.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { assertVersion, formValues, orDuplicate } from './form.ts';
import {
  contains,
  registerChoices,
  registerPage,
  registerRows,
  statusFilter,
  type RegisterDefinition,
  type RegisterRequest,
} from './page.ts';
import { exportTable, type ExportTable } from '../../platform/exports/table.ts';

/** One register of parties: its kind, its market when it is of securities, and how its sentences name an entry. */
export type PartyRegister = {
  kind: 'REINSURED' | 'INSURED' | 'SECURITY';
  market: 'LOCAL' | 'LONDON' | null;
  what: string;
};

const PARTIES: RegisterDefinition = {
  from: sql`(select p.*, c.name as "countryName" from parties p left join countries c on c.code = p.country) t`,
  columns: sql`t.id, t.name, t.address, t.country, t."countryName", t.resident, t.email, t.market, t.status, t.version`,
  sorts: { name: 'name_key', address: 'address', country: 'countryName', status: 'status', id: 'id' },
  defaultSort: 'name',
  search: (text) => contains(sql`t.search_text`, text),
  constant: 'market',
};
const CHOICES: RegisterDefinition = {
  ...PARTIES,
  from: sql`parties t`,
  columns: sql`t.id, t.name, t.address, t.market, t.resident, t.status`,
};

function of({ kind, market }: PartyRegister): RawBuilder<unknown> {
  // `= null` is never true, and `is not distinct from` uses no index.
  return market === null ? sql`t.kind = ${kind} and t.market is null` : sql`t.kind = ${kind} and t.market = ${market}`;
}

export async function listParties(
  ctx: Ctx,
  register: PartyRegister,
  query: Decoded<PartyEndpoints['items']>['query'],
): Promise<Reply<PartyEndpoints['items']>> {
  return registerPage(ctx.db, PARTIES, asked(register, query));
}

type Query = Decoded<PartyEndpoints['items']>['query'];
type PartyRow = Reply<PartyEndpoints['items']>['data'][number];

function asked(register: PartyRegister, query: Query): RegisterRequest {
  return {
    input: query,
    within: of(register),
    where: [query.status === undefined ? undefined : sql`t.status = ${query.status}`],
  };
}

/** The register as a table to export. */
export function partyExport(ctx: Ctx, register: PartyRegister, query: Query): ExportTable {
  const text = (name: string, cell: (row: PartyRow) => string | null) => ({ name, kind: 'text' as const, cell });
  return exportTable({
    name: register.what.replace(/^An? /, '').toLowerCase().replaceAll(' ', '-'),
    rows: registerRows<PartyRow>(ctx.db, PARTIES, asked(register, query)),
    columns: [
      text('Name', (row) => row.name),
      text('Address', (row) => row.address),
      text('Country', (row) => row.countryName),
      text('Resident', (row) => (row.resident ? 'Yes' : 'No')),
      text('Email', (row) => row.email),
      text('Status', (row) => row.status),
    ],
  });
}

/** `securities/findAll` gives both markets, as one register; a market narrows it. */
export async function findParties(
  ctx: Ctx,
  register: PartyRegister,
  query: Decoded<PartyEndpoints['findAll']>['query'],
): Promise<Reply<PartyEndpoints['findAll']>> {
  const both = register.market === 'LOCAL' && query.market === undefined;
  const market = query.market === undefined ? undefined : sql`t.market = ${query.market}`;
  const within = register.market === 'LOCAL' ? sql`t.kind = 'SECURITY'` : of(register);
  return registerChoices(ctx.db, both ? { ...CHOICES, constant: undefined } : CHOICES, {
    searchValue: query.searchValue,
    where: [within, market, statusFilter(query.status)],
  });
}

type Values = {
  name: string;
  address?: string | undefined;
  country?: string | null | undefined;
  resident?: boolean | undefined;
  email?: string | undefined;
};

function valuesOf(register: PartyRegister, sent: { query: Partial<Values>; body: object | undefined }): Values {
  const { id: _id, ...query } = sent.query as Partial<Values> & { id?: number };
  const { version: _version, ...body } = (sent.body ?? {}) as { version?: number };
  return register.kind === 'SECURITY' ? formValues(securityForm, query, body) : formValues(partyForm, query, body);
}

type Stored = Required<{ [K in keyof Values]: Exclude<Values[K], undefined> }>;

function rowOf(values: Stored): Stored & { name_key: string; search_text: string } {
  return {
    ...values,
    name_key: nameKey(values.name),
    search_text: searchKey(`${values.name} ${values.address} ${values.email}`),
  };
}

async function assertCountry(ctx: Ctx, code: string | null): Promise<void> {
  if (code === null) return;
  const country = await ctx.db.selectFrom('countries').select('code').where('code', '=', code).executeTakeFirst();
  if (!country) throw invalid({ field: 'country', message: 'Choose a country.' });
}

// Some parties are people: what names them can be erased from the trail, which keeps the digests.
function auditOf(values: Stored): { facts: Record<string, unknown>; personal: Record<string, string> } {
  const { name, address, email, ...facts } = values;
  return { facts, personal: { name, address, email } };
}

const duplicate = ({ what }: PartyRegister) =>
  ({ constraint: 'parties_name_once', what: `${what} with this name`, field: 'name' }) as const;

/** Adds a party to its register. A London security is taken as non-resident unless it is said to be resident. §8. */
export async function saveParty(
  ctx: Ctx,
  register: PartyRegister,
  input: Decoded<PartyEndpoints['save']>,
): Promise<Reply<PartyEndpoints['save']>> {
  const given = valuesOf(register, input);
  const values: Stored = {
    name: given.name,
    address: given.address ?? '',
    country: given.country ?? null,
    resident: given.resident ?? register.market !== 'LONDON',
    email: given.email ?? '',
  };
  await assertCountry(ctx, values.country);
  const row = await orDuplicate(
    ctx.db
      .insertInto('parties')
      .values({ ...rowOf(values), kind: register.kind, market: register.market, made_by: ctx.user.id })
      .returning(['id', 'version', 'status'])
      .executeTakeFirstOrThrow(),
    duplicate(register),
  );
  const { facts, personal } = auditOf(values);
  await ctx.audit({
    entity: 'party',
    entityId: row.id,
    action: 'create',
    facts: { kind: register.kind, market: register.market, after: facts },
    personal,
  });
  return row;
}

async function lockParty(ctx: Ctx, register: PartyRegister, id: number) {
  const row = await ctx.db
    .selectFrom('parties')
    .select(['id', 'name', 'address', 'country', 'resident', 'email', 'status', 'version'])
    .where('id', '=', id)
    .where('kind', '=', register.kind)
    .where('market', 'is not distinct from', register.market)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Edits a party; what is not sent stays. */
export async function editParty(
  ctx: Ctx,
  register: PartyRegister,
  input: Decoded<PartyEndpoints['edit']>,
): Promise<Reply<PartyEndpoints['edit']>> {
  const given = valuesOf(register, input);
  const { id, version, status, ...before } = await lockParty(ctx, register, input.query.id);
  assertVersion({ version }, input.body?.version);
  const values: Stored = {
    name: given.name,
    address: given.address ?? before.address,
    country: given.country === undefined ? before.country : given.country,
    resident: given.resident ?? before.resident,
    email: given.email ?? before.email,
  };
  await assertCountry(ctx, values.country);
  await orDuplicate(
    ctx.db
      .updateTable('parties')
      .set({ ...rowOf(values), version: version + 1 })
      .where('id', '=', id)
      .execute(),
    duplicate(register),
  );
  const [was, is] = [auditOf(before), auditOf(values)];
  await ctx.audit({
    entity: 'party',
    entityId: id,
    action: 'edit',
    facts: { before: was.facts, after: is.facts },
    personal: {
      ...is.personal,
      ...Object.fromEntries(Object.entries(was.personal).map(([field, value]) => [`before.${field}`, value])),
    },
  });
  return { id, version: version + 1, status };
}

export async function updateParty(
  ctx: Ctx,
  register: PartyRegister,
  input: Decoded<PartyEndpoints['update']>,
): Promise<Reply<PartyEndpoints['update']>> {
  const before = await lockParty(ctx, register, input.query.id);
  assertVersion(before, input.body?.version);
  const { status } = input.query;
  const version = before.version + 1;
  await ctx.db.updateTable('parties').set({ status, version }).where('id', '=', before.id).execute();
  await ctx.audit({
    entity: 'party',
    entityId: before.id,
    action: 'status',
    facts: { before: before.status, after: status },
  });
  return { id: before.id, version, status };
}
