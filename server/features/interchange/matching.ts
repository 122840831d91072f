import { BY_HAND } from '../../../domain/placements/terms.ts';
import type { Reply } from '../../../domain/endpoint.ts';
import type { previewPlacement } from '../../../domain/interchange/contract.ts';
import type { PlacementFile, PlacementParty } from '../../../domain/interchange/placement.ts';
import { nameKey } from '../../../domain/names.ts';
import { readCount } from '../../../domain/values/decimal.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { partiesById } from '../placements/queries.ts';
import { similarParties } from '../registers/near-names.ts';
import { PARTY_REGISTERS, type PartyRegister } from '../registers/party-values.ts';

type Preview = Reply<typeof previewPlacement>;
type Register = Preview['parties'][number]['register'];
export type Choices = ReadonlyMap<string, string>;
/** A party that a file names, and the party of the register that it matches. */
export type PartyMatch = {
  place: string;
  register: Register;
  party: PlacementParty;
  match: { id: number; name: string } | null;
  by: Preview['parties'][number]['by'];
};

/** Where a file names parties, and of which register. */
function placesOf(file: PlacementFile): Omit<PartyMatch, 'match' | 'by'>[] {
  return [
    { place: 'reinsured', register: 'REINSURED', party: file.reinsured },
    { place: 'insured', register: 'INSURED', party: file.insured },
    ...file.participations.map((line, index) => ({
      place: `participations[${index}]`,
      register: 'SECURITY' as const,
      party: line.insurer,
    })),
  ];
}

type Known = Awaited<ReturnType<typeof knownParties>>[number];

/** Parties that have one of the names or numbers of a file; one that was merged away answers as what it is now. */
async function knownParties(ctx: Ctx, parties: readonly PlacementParty[]) {
  const keys = parties.map((party) => nameKey(party.name));
  const valuesOf = (pick: (party: PlacementParty) => string) => ['', ...parties.map(pick)].filter((one) => one !== '');
  const registered = valuesOf((party) => party.registration_number.trim());
  const numbered = valuesOf((party) => party.market_number.trim());
  return ctx.db
    .selectFrom('parties as o')
    .innerJoin('parties as p', (on) => on.on((e) => e('p.id', '=', e.fn.coalesce('o.merged_into', 'o.id'))))
    .select(['p.id', 'p.name', 'p.kind', 'p.market', 'o.name_key', 'o.registration_number', 'o.market_number'])
    .where((e) =>
      e.or([
        e('o.name_key', 'in', keys),
        ...(registered.length > 0 ? [e('o.registration_number', 'in', registered)] : []),
        ...(numbered.length > 0 ? [e('o.market_number', 'in', numbered)] : []),
      ]),
    )
    .orderBy('p.id')
    .execute();
}

/** The one of them, or of several the one of the file's market; of two that match equally, none. */
function oneOf(matches: readonly Known[], market: string): Known | null {
  const once = matches.filter((one, index) => matches.findIndex((other) => other.id === one.id) === index);
  if (once.length <= 1) return once[0] ?? null;
  const near = once.filter((one) => one.market === market);
  return near.length === 1 ? (near[0] ?? null) : null;
}

function matchOf(known: readonly Known[], { register, party }: Pick<PartyMatch, 'register' | 'party'>, market: string) {
  const own = known.filter((one) => one.kind === register);
  const named = oneOf(
    own.filter((one) => one.name_key === nameKey(party.name)),
    market,
  );
  if (named) return { match: { id: named.id, name: named.name }, by: 'NAME' as const };
  const [registration, number] = [party.registration_number.trim(), party.market_number.trim()];
  const numbered = oneOf(
    own.filter(
      (one) =>
        (registration !== '' && one.registration_number === registration) ||
        (number !== '' && one.market_number === number),
    ),
    market,
  );
  if (numbered) return { match: { id: numbered.id, name: numbered.name }, by: 'NUMBER' as const };
  return { match: null, by: null };
}

/** A chosen id as a number; text that is no id gives one that no record has. */
const idIn = (choice: string) => (/^\d{1,9}$/.test(choice) ? readCount(choice) : 0);

async function chosenParty(ctx: Ctx, register: Register, id: string) {
  const own = idIn(id);
  const party = (await partiesById(ctx, register, [own])).get(own);
  return party ? { match: { id: party.id, name: party.name }, by: 'CHOICE' as const } : null;
}

/**
 * The parties of the register that the parties of a file match: as chosen, else by name, else by registration or market
 * number.
 */
export async function matchParties(ctx: Ctx, file: PlacementFile, choices: Choices): Promise<PartyMatch[]> {
  const places = placesOf(file);
  const known = await knownParties(
    ctx,
    places.map((one) => one.party),
  );
  const matched: PartyMatch[] = [];
  for (const one of places) {
    const chosen = choices.get(one.place);
    const choice = chosen === undefined ? null : await chosenParty(ctx, one.register, chosen);
    matched.push({ ...one, ...(choice ?? matchOf(known, one, file.market)) });
  }
  return matched;
}

const REGISTERS: Record<Register, readonly PartyRegister[]> = {
  REINSURED: [PARTY_REGISTERS.reinsured],
  INSURED: [PARTY_REGISTERS.insured],
  SECURITY: [PARTY_REGISTERS.securities, PARTY_REGISTERS.securitiesLondon],
};

/** Who may be meant by a name that is not in the register, for those who may look into it. */
export async function nearOf(ctx: Ctx, { register, party }: PartyMatch): Promise<Preview['parties'][number]['near']> {
  if (!ctx.can('registers.view', ctx.branch.id)) return [];
  const near = [];
  for (const own of REGISTERS[register])
    near.push(...(await similarParties(ctx, own, { params: {}, query: { name: party.name }, body: undefined })));
  return near.map(({ id, name, place, status }) => ({ id, name, place, active: status === 'ACTIVE' }));
}

/** The class of a file in our register: as chosen, else by its name under that of its class. */
export async function matchClass(
  ctx: Ctx,
  file: PlacementFile,
  choices: Choices,
): Promise<{ id: number; name: string } | null> {
  const { class: name, subclass } = file.class_of_business;
  const chosen = choices.get('class_of_business');
  let query = ctx.db
    .selectFrom('cover_types as t')
    .leftJoin('cover_types as c', 'c.id', 't.class_id')
    .select(['t.id', 't.name', 'c.name as class']);
  if (chosen !== undefined) query = query.where('t.id', '=', idIn(chosen));
  else if (subclass === null) query = query.where('t.class_id', 'is', null).where('t.name_key', '=', nameKey(name));
  else query = query.where('c.name_key', '=', nameKey(name)).where('t.name_key', '=', nameKey(subclass));
  const row = await query.executeTakeFirst();
  return row ? { id: row.id, name: row.class === null ? row.name : `${row.class} · ${row.name}` } : null;
}

/** Whether the firm offers payment terms of this code; dates and amounts by hand always. */
export async function offersTerms(ctx: Ctx, code: string): Promise<boolean> {
  if (code === BY_HAND) return true;
  const row = await ctx.db
    .selectFrom('payment_terms')
    .select('id')
    .where('code', '=', code)
    .where('enabled', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

export type ClauseMatch = Preview['clauses'][number] & { id: number | null };

/** The clauses of a file by their references: in the very wording if we have had it, else in our newest. */
export async function matchClauses(ctx: Ctx, file: PlacementFile): Promise<ClauseMatch[]> {
  if (file.clauses.length === 0) return [];
  const codes = file.clauses.map((one) => one.reference.trim().toLowerCase());
  const rows = await ctx.db
    .selectFrom('clauses as c')
    .innerJoin('clause_wordings as w', 'w.clause_id', 'c.id')
    .select(['c.id', 'c.code', 'c.status', 'c.wording_version as newest', 'w.version', 'w.wording'])
    .where((e) => e(e.fn<string>('lower', ['c.code']), 'in', codes))
    .orderBy('w.version', 'desc')
    .execute();
  return file.clauses.map((one, index) => {
    const own = rows.filter((row) => row.code.toLowerCase() === one.reference.trim().toLowerCase());
    const same = own.find((row) => row.wording.trim() === one.wording.trim());
    const [match] = own;
    const clause = { place: `clauses[${index}]`, reference: one.reference, title: one.title };
    if (match === undefined) return { ...clause, outcome: 'UNKNOWN', wording_version: null, id: null };
    if (match.status !== 'ACTIVE') return { ...clause, outcome: 'INACTIVE', wording_version: null, id: null };
    return {
      ...clause,
      outcome: same ? 'SAME' : 'OTHER',
      wording_version: same?.version ?? match.newest,
      id: match.id,
    };
  });
}
