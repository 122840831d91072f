import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { AppError, notFound } from '../../../domain/errors.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import { partyTable, securityTable } from '../../../domain/registers/tables.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { assertVersion } from './form.ts';
import { orDuplicate } from '../../platform/db/constraints.ts';
import { contains, inStatus, register, registerChoices, statusFilter, type RegisterDefinition } from './page.ts';
import {
  assertPartyStands,
  auditOf,
  auditOfEdit,
  auditOfPeople,
  newParty,
  readParty,
  rowOf,
  VALUE_COLUMNS,
  writePeople,
  type PartyRegister,
  type PartyValues,
} from './party-values.ts';

const PARTIES: RegisterDefinition = {
  from: sql`parties t`,
  columns: sql`t.id, t.name, t.short_name, t.address, t.country, nullif(t.country_name, '') as "countryName", t.resident,
    t.email, t.registration_number, t.tax_number, t.market, t.rating, t.rating_agency, t.rated_on, t.market_number,
    t.line_limit, t.status, t.version`,
  sorts: {
    name: 'name_key',
    short_name: 'short_name',
    address: 'address',
    country: 'country_name',
    rating: 'rating',
    status: 'status',
    id: 'id',
  } satisfies Record<Sortable<typeof partyTable>, string>,
  defaultSort: 'name',
  search: (text) => contains(sql`t.search_text`, text),
  constant: 'market',
};
const CHOICES: RegisterDefinition = {
  ...PARTIES,
  columns: sql`t.id, t.name, t.short_name, t.address, t.market, t.resident, t.rating, t.rated_on, t.line_limit, t.status`,
};

function of({ kind, market }: PartyRegister): RawBuilder<unknown> {
  // `= null` is never true, and `is not distinct from` uses no index.
  const own = market === null ? sql`t.market is null` : sql`t.market = ${market}`;
  return sql`t.kind = ${kind} and ${own} and t.merged_into is null`;
}

/** One register of parties. */
export const partiesOf = (own: PartyRegister) =>
  register({
    table: own.kind === 'SECURITY' ? securityTable : partyTable,
    name: own.what.replace(/^An? /, '').toLowerCase().replaceAll(' ', '-'),
    title: own.title,
    definition: PARTIES,
    within: () => of(own),
    where: (_ctx, query: Decoded<PartyEndpoints['items']>['query']) => [inStatus(query.status)],
    rowOf: (row: Values<typeof partyTable>) => row,
  });

/** `securities/findAll` gives both markets, as one register; a market narrows it. */
export async function findParties(
  ctx: Ctx,
  register: PartyRegister,
  query: Decoded<PartyEndpoints['findAll']>['query'],
): Promise<Reply<PartyEndpoints['findAll']>> {
  const both = register.market === 'LOCAL' && query.market === undefined;
  const market = query.market === undefined ? undefined : sql`t.market = ${query.market}`;
  const within = register.market === 'LOCAL' ? sql`t.kind = 'SECURITY' and t.merged_into is null` : of(register);
  // An id finds any party: a form names the one it holds, whatever has become of that.
  const one = query.id === undefined ? undefined : sql`t.id = ${query.id}`;
  return registerChoices(ctx.db, both ? { ...CHOICES, constant: undefined } : CHOICES, {
    searchValue: query.searchValue,
    where: one ? [one, sql`t.kind = ${register.kind}`] : [within, market, statusFilter(query.status)],
  });
}

/** Adds a party to its register. §8. */
export async function saveParty(
  ctx: Ctx,
  register: PartyRegister,
  input: Decoded<PartyEndpoints['save']>,
): Promise<Reply<PartyEndpoints['save']>> {
  const party = readParty(register, input);
  const values: PartyValues = { ...newParty(register), ...party.values };
  await assertPartyStands(ctx, values);
  const row = await orDuplicate(
    ctx.db
      .insertInto('parties')
      .values({ ...rowOf(values), kind: register.kind, market: register.market, made_by: ctx.user.id })
      .returning(['id', 'version', 'status'])
      .executeTakeFirstOrThrow(),
    { what: `${register.what} with this name` },
  );
  await writePeople(ctx, row.id, party);
  const { facts, personal } = auditOf(values);
  await ctx.audit({
    entity: 'party',
    entityId: row.id,
    action: 'added',
    facts: { kind: register.kind, market: register.market, after: facts },
    personal: { ...personal, ...auditOfPeople(party) },
  });
  return row;
}

/** A party of a register, locked; one that was merged away is not changed any more. Throws NOT_FOUND, MERGED. */
export async function lockParty(ctx: Ctx, register: PartyRegister, id: number) {
  const row = await ctx.db
    .selectFrom('parties')
    .select(['id', 'status', 'version', 'merged_into', ...VALUE_COLUMNS])
    .where('id', '=', id)
    .where('kind', '=', register.kind)
    .where('market', 'is not distinct from', register.market)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  if (row.merged_into !== null) {
    const into = await ctx.db.selectFrom('parties').select('name').where('id', '=', row.merged_into).executeTakeFirst();
    throw new AppError('MERGED', { name: row.name, into: into?.name ?? '' });
  }
  return row;
}

/** Edits a party; what is not sent stays. */
export async function editParty(
  ctx: Ctx,
  register: PartyRegister,
  input: Decoded<PartyEndpoints['edit']>,
): Promise<Reply<PartyEndpoints['edit']>> {
  const party = readParty(register, input);
  const { id, version, status, merged_into: _none, ...before } = await lockParty(ctx, register, input.query.id);
  assertVersion({ version }, input.body?.version);
  const values: PartyValues = { ...before, ...party.values };
  await assertPartyStands(ctx, values);
  await orDuplicate(
    ctx.db
      .updateTable('parties')
      .set({ ...rowOf(values), version: version + 1 })
      .where('id', '=', id)
      .execute(),
    { what: `${register.what} with this name` },
  );
  const people = await writePeople(ctx, id, party);
  const { facts, personal } = auditOfEdit(before, values);
  const names = { ...personal, ...auditOfPeople(party, people) };
  await ctx.audit({ entity: 'party', entityId: id, action: 'edited', facts, personal: names });
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
    action: 'status_changed',
    facts: { before: before.status, after: status },
  });
  return { id: before.id, version, status };
}
