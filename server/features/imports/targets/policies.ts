import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError, type FieldError } from '../../../../domain/errors.ts';
import { SECURITY_PLACES, type BordereauCommon } from '../../../../domain/imports/bordereau.ts';
import { importTarget } from '../../../../domain/imports/targets.ts';
import { nameKey } from '../../../../domain/names.ts';
import { policyBody } from '../../../../domain/placements/contract.ts';
import { deductionFaults } from '../../../../domain/placements/rules.ts';
import { readCount } from '../../../../domain/values/decimal.ts';
import { formatRate } from '../../../../domain/values/rate.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { assertMayHere } from '../../decisions.ts';
import { insertDrafts, localPart, type Draft } from '../../placements/actions.ts';
import { checkPolicy, type CheckedPolicy, type PolicyInput } from '../../placements/input.ts';
import { rememberingLookups, type Lookups } from '../../placements/lookups.ts';
import { findClasses } from '../../registers/cover-types.ts';
import { newParty, PARTY_REGISTERS } from '../../registers/party-values.ts';
import { partyNames, type Names } from './bordereau-names.ts';
import { readBordereauRow, STAND_IN, type ReadRow, type Register } from './bordereau-row.ts';
import { insertParties } from './parties.ts';
import type { CheckedRow, Importer, ReadyRow, RowFault, RowValues, WriteHow, WrittenRow } from './target.ts';

/** So many rows are checked before others have their turn. */
const AT_ONCE = 25;
/** So many drafts are written by one statement. */
const WRITTEN_AT_ONCE = 100;

async function registerOf(ctx: Ctx, common: BordereauCommon): Promise<Register> {
  const classes = await findClasses(ctx.db, {});
  const terms = await ctx.db
    .selectFrom('payment_terms')
    .select(['code', 'label'])
    .where('enabled', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const names = partyNames(ctx);
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
  return { common, names, classes: classes.data, terms, today: ctx.today };
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

/** Where the file has what a fault is about: classes and securities have columns of their own. */
function inFile({ field, message }: FieldError, { places }: ReadRow): RowFault {
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

type Checked = { input: PolicyInput; checked: CheckedPolicy } | { faults: readonly FieldError[] };

/** The check of a policy that is saved: its schema, then its rules. */
async function checkSent(ctx: Ctx, sent: unknown, look: Lookups): Promise<Checked> {
  const { data, error } = z.safeDecode(policyBody, sent as z.input<typeof policyBody>);
  if (data === undefined)
    return { faults: error.issues.map(({ path, message }) => ({ field: path.join('.'), message })) };
  try {
    return { input: data, checked: await checkPolicy(ctx, data, { market: 'LOCAL', reference: '', faults: [], look }) };
  } catch (problem) {
    if (problem instanceof AppError && problem.code === 'VALIDATION') return { faults: problem.errors };
    throw problem;
  }
}

const ONE_PERCENT = 1_000_000n;

function warningsOf({ input, checked }: Extract<Checked, { input: PolicyInput }>): string[] {
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

type Sent = {
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
  } = record as Sent;
  if (reinsured === STAND_IN || start === undefined || end === undefined || (number ?? '') === '') return null;
  return [reinsured, start, end, nameKey(number ?? '')].join('|');
}

async function readOne(
  ctx: Ctx,
  values: RowValues,
  lookups: { register: Register; look: Lookups },
): Promise<CheckedRow> {
  const { register, look } = lookups;
  const row = readBordereauRow(values, register);
  const answer = await checkSent(ctx, row.sent, look);
  // An unknown class is one fault, at its own field.
  const noClass = row.faults.some(({ field }) => field === 'class' || field === 'subclass');
  const ofForm = ('faults' in answer ? answer.faults : [])
    .filter(({ field }) => !(noClass && field === 'cover_type'))
    .map((fault) => inFile(fault, row));
  const label = [values['cedant_policy_number'], values['insured']].filter(Boolean).join(' · ');
  const record = { ...row.sent, ...(row.unknown !== null && { new_insured: row.unknown }) };
  const key = row.faults.length > 0 ? null : keyOf(row.sent);
  const checked = { label, key, record, ...(row.unknown !== null && { insured: row.unknown.name }) };
  if ('faults' in answer || row.faults.length > 0) return { ...checked, faults: onceEach([...row.faults, ...ofForm]) };
  const { draft, figures } = answer.checked;
  const money = {
    currency: draft.currency,
    sumInsured: draft.sumInsured,
    premium: draft.premium,
    facPremium: figures.facPremium,
  };
  return { ...checked, faults: [], money, warnings: warningsOf(answer) };
}

type Existing = { id: number; reinsured: number; start: string; end: string; number: string };

/** Policies of the branch that are there already, by the key of a row; disabled ones are not. */
async function existingPolicies(ctx: Ctx, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const parts = keys.map((key) => key.split('|'));
  if (parts.length === 0) return new Map();
  const { rows } = await sql<Existing>`
    select id, reinsured_id as reinsured, insurance_start_date as start, insurance_end_date as end,
      cedant_policy_number as number
    from policies
    where branch_id = ${ctx.branch.id} and market = 'LOCAL' and status <> 'DISABLED' and cedant_policy_number <> ''
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
  { names, importId }: { names: Names; importId: number },
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
  const again = partyNames(ctx);
  await again.loadNames(keys.map(({ name }) => ({ kind: 'INSURED', name })));
  return again;
}

function sentOf({ record }: ReadyRow, names: Names): Readonly<Record<string, unknown>> {
  const { new_insured: unknown, ...sent } = record as { new_insured?: NewInsured };
  return unknown === undefined ? sent : { ...sent, insured: names.find('INSURED', unknown.name)?.id };
}

const idsIn = (sent: Readonly<Record<string, unknown>>): number[] => {
  const { reinsured, insured, securities } = sent as {
    reinsured: number;
    insured: number;
    securities: { security: number }[];
  };
  return [reinsured, insured, ...securities.map((line) => line.security)];
};

async function writePolicies(ctx: Ctx, rows: readonly ReadyRow[], { importId }: WriteHow): Promise<WrittenRow[]> {
  assertMayHere(ctx, 'policies.create');
  const known = await existingPolicies(
    ctx,
    rows.flatMap(({ record }) => keyOf(record) ?? []),
  );
  const written: WrittenRow[] = [];
  const left = rows.filter(({ row, record }) => {
    const id = known.get(keyOf(record) ?? '');
    if (id !== undefined) written.push({ row, outcome: 'skipped', id });
    return id === undefined;
  });
  const names = await addInsureds(ctx, left, { names: partyNames(ctx), importId });
  const sent = left.map((one) => ({ row: one.row, sent: sentOf(one, names) }));
  await names.loadIds(sent.flatMap((one) => idsIn(one.sent)));
  const look = rememberingLookups(ctx, names.byId);
  const drafts: (Draft & { row: number })[] = [];
  for (const [index, one] of sent.entries()) {
    const answer = await checkSent(ctx, one.sent, look);
    if ('faults' in answer) {
      // Something that it names was changed since it was checked.
      const message = answer.faults.map((fault) => fault.message).join(' ');
      written.push({ row: one.row, outcome: 'error', id: null, message });
    } else drafts.push({ row: one.row, ...answer, part: localPart(answer.input) });
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
  }
  for (let at = 0; at < drafts.length; at += WRITTEN_AT_ONCE) {
    const batch = drafts.slice(at, at + WRITTEN_AT_ONCE);
    const made = await insertDrafts(ctx, batch, { market: 'LOCAL', facts: { import: importId } });
    for (const [index, { row }] of batch.entries())
      written.push({ row, outcome: 'written', id: made[index]?.id ?? null });
  }
  return written;
}

const target = importTarget('policies');
if (!target) throw new Error('Policies have no target.');

/** Policies of a bordereau, checked and saved as the form's are: drafts, each with its own reference, for its maker to submit. */
export const POLICY_IMPORTER: Importer = {
  target,
  keyField: 'cedant_policy_number',
  reader: async (ctx, common) => {
    const register = await registerOf(ctx, common);
    const look = rememberingLookups(ctx, register.names.byId);
    return async (rows) => {
      await loadNames(register.names, rows);
      const checked: CheckedRow[] = [];
      for (const values of rows) {
        checked.push(await readOne(ctx, values, { register, look }));
        if (checked.length % AT_ONCE === 0) await setImmediate();
      }
      return checked;
    };
  },
  existing: existingPolicies,
  write: writePolicies,
};
