import { sql } from 'kysely';
import * as z from 'zod/mini';
import { importTarget, type ImportTarget } from '../../../../domain/imports/targets.ts';
import { nameKey } from '../../../../domain/names.ts';
import { NOT_RATED, partyForm, securityForm } from '../../../../domain/registers/party-shapes.ts';
import { writeAudits, type AuditEntry } from '../../../platform/audit/audit.ts';
import { jsonRows } from '../../../platform/db/json-rows.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import {
  auditOf,
  auditOfEdit,
  newParty,
  rowOf,
  VALUE_COLUMNS,
  PARTY_REGISTERS,
  type PartyRegister,
  type PartyValues,
} from '../../registers/party-values.ts';
import {
  eachRow,
  percentText,
  yesOrNo,
  type CheckedRow,
  type Importer,
  type ReadyRow,
  type RowFault,
  type RowValues,
  type WrittenRow,
} from './target.ts';

const formOf = ({ kind }: PartyRegister) => (kind === 'SECURITY' ? securityForm : partyForm);

type Countries = ReadonlyMap<string, string>;

/** Countries by the key of their name and by their code. */
async function countriesByName(ctx: Ctx): Promise<Countries> {
  const rows = await ctx.db.selectFrom('countries').select(['code', 'name']).execute();
  return new Map(
    rows.flatMap(({ code, name }) => [[nameKey(name), code] as const, [code.toLowerCase(), code] as const]),
  );
}

/** A row as the body of a party. What a form chooses from a list, a file gives by name or code. */
function travelling(values: RowValues, countries: Countries): { sent: Record<string, unknown>; faults: RowFault[] } {
  const sent: Record<string, unknown> = { ...values };
  const faults: RowFault[] = [];
  const { country, resident, line_limit } = values;
  if (country !== undefined) {
    const code = countries.get(nameKey(country));
    if (code === undefined)
      faults.push({ field: 'country', message: 'Not a country: give its name or two-letter code.' });
    sent['country'] = code ?? null;
  }
  if (resident !== undefined) {
    const answer = yesOrNo(resident);
    if (answer === null) faults.push({ field: 'resident', message: 'Write yes or no.' });
    sent['resident'] = answer ?? true;
  }
  if (line_limit !== undefined) sent['line_limit'] = percentText(line_limit);
  return { sent, faults };
}

function readRow(ctx: Ctx, register: PartyRegister, countries: Countries): (values: RowValues) => CheckedRow {
  const form = formOf(register);
  return (values) => {
    const { sent, faults } = travelling(values, countries);
    const result = z.safeParse(form, sent);
    for (const issue of result.success ? [] : result.error.issues) {
      const field = String(issue.path[0] ?? 'name');
      faults.push({ field, message: issue.message, absent: !(field in values) });
    }
    const { rating_agency, rated_on, rating } = values;
    if (rating === undefined && (rating_agency !== undefined || rated_on !== undefined))
      faults.push({ field: 'rating', message: NOT_RATED });
    if (rated_on !== undefined && rated_on > ctx.today)
      faults.push({ field: 'rated_on', message: 'The day of the rating cannot be in the future.' });
    const label = (values['name'] ?? '').trim();
    return { label, key: label === '' ? null : nameKey(label), record: sent, faults: onceEach(faults) };
  };
}

/** One fault for a field: the first says it. */
const onceEach = (faults: readonly RowFault[]) =>
  faults.filter((fault, index) => faults.findIndex(({ field }) => field === fault.field) === index);

async function existingParties(
  ctx: Ctx,
  { kind, market }: PartyRegister,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; name_key: string }>`
    select id, name_key from parties
    where kind = ${kind} and coalesce(market, '') = ${market ?? ''} and name_key = any(${[...keys]}::text[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, name_key }) => [name_key, id]));
}

/** What was sent of a party, decoded field by field: a row that updates need not have all of them. */
function decoded(register: PartyRegister, record: ReadyRow['record']): Partial<PartyValues> {
  const shape: Record<string, z.ZodMiniType> = formOf(register).shape;
  const values = Object.entries(record).flatMap(([field, value]) => {
    const schema = shape[field];
    return schema && (VALUE_COLUMNS as readonly string[]).includes(field)
      ? [[field, z.parse(schema, value)] as const]
      : [];
  });
  return Object.fromEntries(values) as Partial<PartyValues>;
}

type Fresh = { row: number; values: PartyValues };

const COLUMNS = sql`name text, short_name text, address text, country text, resident boolean, email text,
  registration_number text, tax_number text, rating text, rating_agency text, rated_on date, market_number text,
  line_limit bigint, exposure_limit bigint, exposure_currency text, name_key text, search_text text`;
const NAMES = sql.raw([...VALUE_COLUMNS, 'name_key', 'search_text'].join(', '));

/** Adds parties in the caller’s transaction, each with its row in the trail; a party that exists already is skipped. */
export async function insertParties(
  ctx: Ctx,
  register: PartyRegister,
  { fresh, importId }: { fresh: readonly Fresh[]; importId: number },
): Promise<WrittenRow[]> {
  if (fresh.length === 0) return [];
  const { kind, market } = register;
  const { rows } = await sql<{ id: number; name_key: string }>`
    insert into parties (kind, market, made_by, ${NAMES})
    select ${kind}, ${market}::text, ${ctx.user.id}::int, ${NAMES}
    from json_to_recordset(${jsonRows(fresh.map(({ values }) => rowOf(values)))}) as r (${COLUMNS})
    on conflict do nothing returning id, name_key`.execute(ctx.db);
  const ids = new Map(rows.map(({ id, name_key }) => [name_key, id]));
  const entries: AuditEntry[] = [];
  const written = fresh.map(({ row, values }): WrittenRow => {
    const id = ids.get(nameKey(values.name));
    // Somebody added it since the rows were checked.
    if (id === undefined) return { row, outcome: 'skipped', id: null };
    const { facts, personal } = auditOf(values);
    entries.push({
      entity: 'party',
      entityId: id,
      action: 'added',
      facts: { kind, market, after: facts, import: importId },
      personal,
    });
    return { row, outcome: 'written', id };
  });
  await writeAudits(ctx.db, actorOf(ctx), entries);
  return written;
}

const actorOf = (ctx: Ctx) => ({ userId: ctx.user.id, sessionId: ctx.sessionId, at: ctx.now });

type Change = { row: number; id: number; values: Partial<PartyValues> };

async function updateParties(ctx: Ctx, changes: readonly Change[], importId: number): Promise<WrittenRow[]> {
  if (changes.length === 0) return [];
  const before = await ctx.db
    .selectFrom('parties')
    .select(['id', 'version', 'merged_into', ...VALUE_COLUMNS])
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const byId = new Map(before.map((party) => [party.id, party]));
  const updates: object[] = [];
  const entries: AuditEntry[] = [];
  const written = changes.map(({ row, id, values }): WrittenRow => {
    const party = byId.get(id);
    if (!party || party.merged_into !== null) return { row, outcome: 'skipped', id };
    const { id: _id, version: _version, merged_into: _merged, ...was } = party;
    const is: PartyValues = { ...was, ...values };
    if (VALUE_COLUMNS.every((field) => was[field] === is[field])) return { row, outcome: 'skipped', id };
    updates.push({ id, ...rowOf(is) });
    const { facts, personal } = auditOfEdit(was, is);
    entries.push({ entity: 'party', entityId: id, action: 'edited', facts: { ...facts, import: importId }, personal });
    return { row, outcome: 'updated', id };
  });
  const set = sql.raw([...VALUE_COLUMNS, 'name_key', 'search_text'].map((name) => `${name} = r.${name}`).join(', '));
  if (updates.length > 0)
    await sql`update parties p set ${set}, version = p.version + 1
      from json_to_recordset(${jsonRows(updates)}) as r (id int, ${COLUMNS}) where p.id = r.id`.execute(ctx.db);
  await writeAudits(ctx.db, actorOf(ctx), entries);
  return written;
}

function partyImporter(target: ImportTarget | undefined, register: PartyRegister): Importer {
  if (!target) throw new Error('A register of parties has no target.');
  return {
    target,
    keyField: 'name',
    reader: async (ctx) => eachRow(readRow(ctx, register, await countriesByName(ctx))),
    existing: (ctx, keys) => existingParties(ctx, register, keys),
    write: async (ctx, rows, { update, importId }) => {
      const known = await existingParties(
        ctx,
        register,
        rows.map(({ record }) => nameKey(String(record['name'] ?? ''))),
      );
      const fresh: Fresh[] = [];
      const changes: Change[] = [];
      const skipped: WrittenRow[] = [];
      for (const { row, record, exists } of rows) {
        const party = decoded(register, record);
        const name = party.name ?? '';
        const id = known.get(nameKey(name)) ?? exists;
        if (id === null) fresh.push({ row, values: { ...newParty(register), ...party, name } });
        else if (update) changes.push({ row, id, values: party });
        else skipped.push({ row, outcome: 'skipped', id });
      }
      return [
        ...skipped,
        ...(await insertParties(ctx, register, { fresh, importId })),
        ...(await updateParties(ctx, changes, importId)),
      ];
    },
  };
}

export const PARTY_IMPORTERS: readonly Importer[] = [
  partyImporter(importTarget('reinsureds'), PARTY_REGISTERS.reinsured),
  partyImporter(importTarget('insureds'), PARTY_REGISTERS.insured),
  partyImporter(importTarget('securities'), PARTY_REGISTERS.securities),
  partyImporter(importTarget('london'), PARTY_REGISTERS.securitiesLondon),
];
