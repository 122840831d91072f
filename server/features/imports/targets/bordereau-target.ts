import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError, type FieldError } from '../../../../domain/errors.ts';
import { SECURITY_PLACES, type BordereauCommon } from '../../../../domain/imports/bordereau.ts';
import type { ImportTarget } from '../../../../domain/imports/targets.ts';
import { nameKey } from '../../../../domain/names.ts';
import type { Market } from '../../../../domain/placements/figures.ts';
import { deductionFaults } from '../../../../domain/placements/rules.ts';
import { readCount } from '../../../../domain/values/decimal.ts';
import { formatRate } from '../../../../domain/values/rate.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { assertMayHere } from '../../decisions.ts';
import { insertDrafts, type Draft } from '../../placements/actions.ts';
import { rememberingLookups, type Lookups } from '../../placements/lookups.ts';
import { findClasses } from '../../registers/cover-types.ts';
import { newParty, PARTY_REGISTERS } from '../../registers/party-values.ts';
import { partyNames, type Names } from './bordereau-names.ts';
import { STAND_IN, type ReadRow, type Register } from './bordereau-row.ts';
import { insertParties } from './parties.ts';
import type { CheckedRow, Importer, ReadyRow, RowFault, RowValues, WriteHow, WrittenRow } from './target.ts';

/** So many rows are checked before others have their turn. */
const AT_ONCE = 25;
/** So many drafts are written by one statement. */
const WRITTEN_AT_ONCE = 100;

async function registerOf(ctx: Ctx, common: BordereauCommon, market: Market): Promise<Register> {
  const classes = await findClasses(ctx.db, {});
  const terms = await ctx.db
    .selectFrom('payment_terms')
    .select(['code', 'label'])
    .where('enabled', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const names = partyNames(ctx, market);
  // The place of an insured who is added with the row.
  names.byId.set(STAND_IN, {
    id: STAND_IN,
    kind: 'INSURED',
    name: '',
    status: 'ACTIVE',
    resident: true,
    lineLimit: null,
    ratedOn: null,
  });
  await names.loadIds([
    ...(common.reinsured === undefined ? [] : [common.reinsured]),
    ...(common.securities ?? []).map((line) => line.security),
  ]);
  return { common, names, classes: classes.data, terms, today: ctx.today, market };
}

async function loadNames(names: Names, rows: readonly RowValues[]): Promise<void> {
  const named = (kind: 'REINSURED' | 'INSURED' | 'SECURITY', field: string) =>
    rows.flatMap((values) => (values[field] === undefined ? [] : [{ kind, name: values[field] }]));
  await names.loadNames([
    ...named('REINSURED', 'reinsured'),
    ...named('INSURED', 'insured'),
    ...SECURITY_PLACES.flatMap((n) => named('SECURITY', `security_${n}`)),
  ]);
}

/** Of which row of its record a fault is, counted from 0, and at which field of the file. */
type PlacedFault = RowFault & { row?: number };

/** Where the file has what a fault of a placement is about: classes and securities have columns of their own. */
export function inFile({ field, message }: FieldError, { places }: ReadRow): PlacedFault {
  const [name, index = '', part] = field.split('.');
  if (name === 'cover_type') return { field: 'class', message };
  if (name !== 'securities' || part === undefined) return { field, message };
  const place = places[readCount(index)];
  return {
    field: place === undefined ? 'securities' : `${part === 'security' ? 'security' : 'share'}_${place}`,
    message,
  };
}

const onceEach = (faults: readonly RowFault[]) =>
  faults.filter((fault, index) => faults.findIndex(({ field }) => field === fault.field) === index);

/** A record of a file as its form travels, by its rows: what each cannot be read in, and the rest of it. */
type ReadRecord = { row: ReadRow; sent: Sent; faults: readonly (readonly RowFault[])[] };
type Sent = Readonly<Record<string, unknown>> & {
  reinsured: number;
  insured: number;
  securities: { security: number }[];
};
type Answer = { draft: Draft; warnings: readonly string[] } | { faults: readonly FieldError[] };

/** What a market has of its own in a bordereau: how the rows of its records are read, and the check of its form. */
type BordereauMarket = {
  target: ImportTarget & { placements: Market };
  /** Where records have several rows. */
  begins?: Importer['begins'];
  read: (rows: readonly RowValues[], register: Register) => ReadRecord;
  /** The check that saving makes: its schema, then its rules. */
  check: (ctx: Ctx, sent: Sent, look: Lookups) => Promise<Answer>;
  inFile: (fault: FieldError, row: ReadRow) => PlacedFault;
};

/** What a form makes of what was sent, or every fault of it at its field. */
export async function answered<B extends z.ZodMiniType>(
  body: B,
  sent: unknown,
  check: (input: z.output<B>) => Promise<Answer>,
): Promise<Answer> {
  const { data, error } = z.safeDecode(body, sent as z.input<B>);
  if (error) return { faults: error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) };
  try {
    return await check(data);
  } catch (problem) {
    if (problem instanceof AppError && problem.code === 'VALIDATION') return { faults: problem.errors };
    throw problem;
  }
}

const ONE_PERCENT = 1_000_000n;

/** What to look at in a placement that can be saved. */
export function warningsOf({ input, checked }: Draft): string[] {
  const { draft, figures, warnings } = checked;
  const placed = formatRate(figures.placed, 4);
  const order = formatRate(draft.fac, 4);
  return [
    ...warnings,
    ...(figures.placed < draft.fac
      ? [`Securities total ${placed}% but ${order}% is placed: the draft cannot be submitted so.`]
      : []),
    ...deductionFaults(figures).map(({ message }) => message),
    ...(draft.fac < ONE_PERCENT ? [`What is ceded is ${formatRate(draft.fac)}%, less than one percent.`] : []),
    ...(input.cedant_policy_number ? [] : ['Without a policy number nothing tells whether it is here already.']),
  ];
}

type Keyed = {
  reinsured: number;
  insurance_start_date?: string;
  insurance_end_date?: string;
  cedant_policy_number?: string;
};

/** Reinsured, period and the cedant's policy number: two of them are one policy. */
function keyOf(record: Readonly<Record<string, unknown>>): string | null {
  const {
    reinsured,
    insurance_start_date: start,
    insurance_end_date: end,
    cedant_policy_number: number,
  } = record as Keyed;
  if (reinsured === STAND_IN || start === undefined || end === undefined || (number ?? '') === '') return null;
  return [reinsured, start, end, nameKey(number ?? '')].join('|');
}

/** Checks one record of a file: its first row has all of it, the others what cannot be read in them. */
async function readOne(
  ctx: Ctx,
  rows: readonly RowValues[],
  { of, register, look }: { of: BordereauMarket; register: Register; look: Lookups },
): Promise<CheckedRow[]> {
  const { row, sent, faults: unread } = of.read(rows, register);
  const answer = await of.check(ctx, sent, look);
  // An unknown class is one fault, at its own field.
  const noClass = row.faults.some(({ field }) => field === 'class' || field === 'subclass');
  const ofForm = ('faults' in answer ? answer.faults : [])
    // What a row of it does not say is one fault, at that row.
    .filter(({ field }) => !(noClass && field === 'cover_type') && !unread.flat().some((one) => one.field === field))
    .map((fault) => of.inFile(fault, row));
  const faultsOf = (index: number) =>
    onceEach([
      ...(unread[index] ?? []),
      ...(index === 0 ? row.faults : []),
      ...ofForm.filter((fault) => (fault.row ?? 0) === index).map(({ field, message }) => ({ field, message })),
    ]);
  const parts = rows.slice(1).map((values, index): CheckedRow => ({
    label: values['section'] ?? '',
    key: null,
    record: {},
    faults: faultsOf(index + 1),
    part: true,
  }));
  const [first = {}] = rows;
  const label = [first['cedant_policy_number'], first['insured']].filter(Boolean).join(' · ');
  const record = { ...sent, ...(row.unknown !== null && { new_insured: row.unknown }) };
  const faults = faultsOf(0);
  const isRead = row.faults.length === 0 && unread.every((own) => own.length === 0);
  const key = isRead ? keyOf(sent) : null;
  const checked = { label, key, record, faults, ...(row.unknown !== null && { insured: row.unknown.name }) };
  if ('faults' in answer || faults.length > 0) return [checked, ...parts];
  const { draft, figures } = answer.draft.checked;
  const money = {
    currency: draft.currency,
    sumInsured: draft.sumInsured,
    premium: draft.premium,
    facPremium: figures.facPremium,
  };
  return [{ ...checked, money, warnings: answer.warnings }, ...parts];
}

type Existing = { id: number; reinsured: number; start: string; end: string; number: string };

/** Policies of the branch that are there already, by the key of a row; disabled ones are not. */
async function existingPolicies(
  ctx: Ctx,
  market: Market,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const parts = keys.map((key) => key.split('|'));
  if (parts.length === 0) return new Map();
  const { rows } = await sql<Existing>`
    select id, reinsured_id as reinsured, insurance_start_date as start, insurance_end_date as end,
      cedant_policy_number as number
    from policies
    where branch_id = ${ctx.branch.id} and market = ${market} and status <> 'DISABLED' and cedant_policy_number <> ''
      and reinsured_id = any(${[...new Set(parts.map(([reinsured]) => reinsured))]}::int[])
      and insurance_start_date = any(${[...new Set(parts.map(([, start]) => start))]}::date[])
    order by id desc`.execute(ctx.db);
  return new Map(
    rows.map(({ id, reinsured, start, end, number }) => [[reinsured, start, end, nameKey(number)].join('|'), id]),
  );
}

type NewInsured = { name: string; address: string };

/** Adds the insureds that rows name and that are still not in the register. Throws FORBIDDEN. */
async function addInsureds(
  ctx: Ctx,
  rows: readonly ReadyRow[],
  { names, importId, market }: { names: Names; importId: number; market: Market },
) {
  const keys = rows.flatMap(({ row, record }) =>
    record['new_insured'] === undefined ? [] : [{ row, ...(record['new_insured'] as NewInsured) }],
  );
  await names.loadNames(keys.map(({ name }) => ({ kind: 'INSURED', name })));
  const absent = keys.filter(({ name }) => !names.find('INSURED', name));
  if (absent.length === 0) return names;
  assertMayHere(ctx, 'registers.create');
  // As the first row that names it writes it.
  const fresh = new Map(absent.toReversed().map((one) => [nameKey(one.name), one] as const));
  const made = [...fresh.values()].map(({ row, name, address }) => ({
    row,
    values: { ...newParty(PARTY_REGISTERS.insured), name: name.trim(), address: address.trim() },
  }));
  await insertParties(ctx, PARTY_REGISTERS.insured, { fresh: made, importId });
  const again = partyNames(ctx, market);
  await again.loadNames(keys.map(({ name }) => ({ kind: 'INSURED', name })));
  return again;
}

function sentOf({ record }: ReadyRow, names: Names): Sent {
  const { new_insured: unknown, ...sent } = record as Sent & { new_insured?: NewInsured };
  return unknown === undefined ? sent : { ...sent, insured: names.find('INSURED', unknown.name)?.id ?? STAND_IN };
}

const idsIn = ({ reinsured, insured, securities }: Sent): number[] => [
  reinsured,
  insured,
  ...securities.map((line) => line.security),
];

async function writeDrafts(
  ctx: Ctx,
  rows: readonly ReadyRow[],
  { of, importId }: WriteHow & { of: BordereauMarket },
): Promise<WrittenRow[]> {
  assertMayHere(ctx, 'policies.create');
  const market = of.target.placements;
  const known = await existingPolicies(
    ctx,
    market,
    rows.flatMap(({ record }) => keyOf(record) ?? []),
  );
  const written: WrittenRow[] = [];
  const left = rows.filter(({ row, record }) => {
    const id = known.get(keyOf(record) ?? '');
    if (id !== undefined) written.push({ row, outcome: 'skipped', id });
    return id === undefined;
  });
  const names = await addInsureds(ctx, left, { names: partyNames(ctx, market), importId, market });
  const sent = left.map((one) => ({ row: one.row, sent: sentOf(one, names) }));
  await names.loadIds(sent.flatMap((one) => idsIn(one.sent)));
  const look = rememberingLookups(ctx, names.byId);
  const drafts: (Draft & { row: number })[] = [];
  for (const [index, one] of sent.entries()) {
    const answer = await of.check(ctx, one.sent, look);
    if ('faults' in answer) {
      // Something that it names was changed since it was checked.
      const message = answer.faults.map((fault) => fault.message).join(' ');
      written.push({ row: one.row, outcome: 'error', id: null, message });
    } else drafts.push({ row: one.row, ...answer.draft });
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  for (let at = 0; at < drafts.length; at += WRITTEN_AT_ONCE) {
    const batch = drafts.slice(at, at + WRITTEN_AT_ONCE);
    const made = await insertDrafts(ctx, batch, { market, facts: { import: importId } });
    for (const [index, { row }] of batch.entries())
      written.push({ row, outcome: 'written', id: made[index]?.id ?? null });
  }
  return written;
}

/** The rows of each record, one record after the other. */
function recordsOf(rows: readonly RowValues[], begins: Importer['begins']): RowValues[][] {
  const first = begins?.(rows) ?? rows.map(() => true);
  return rows.reduce<RowValues[][]>((records, values, index) => {
    const record = records.at(-1);
    if (first[index] === true || record === undefined) records.push([values]);
    else record.push(values);
    return records;
  }, []);
}

/**
 * Placements of a bordereau, checked and saved as the form's of their market are: drafts, each with its own reference, for
 * its maker to submit.
 */
export function bordereauImporter(of: BordereauMarket): Importer {
  return {
    target: of.target,
    keyField: 'cedant_policy_number',
    ...(of.begins && { begins: of.begins }),
    reader: async (ctx, common) => {
      const register = await registerOf(ctx, common, of.target.placements);
      const look = rememberingLookups(ctx, register.names.byId);
      return async (rows) => {
        await loadNames(register.names, rows);
        const checked: CheckedRow[] = [];
        for (const [index, record] of recordsOf(rows, of.begins).entries()) {
          checked.push(...(await readOne(ctx, record, { of, register, look })));
          if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
        }
        return checked;
      };
    },
    existing: (ctx, keys) => existingPolicies(ctx, of.target.placements, keys),
    write: (ctx, rows, how) => writeDrafts(ctx, rows, { ...how, of }),
  };
}
