import type { Decoded } from '../../../domain/endpoint.ts';
import { invalid, type FieldError } from '../../../domain/errors.ts';
import { nameKey } from '../../../domain/names.ts';
import type { PartyEndpoints } from '../../../domain/registers/parties.ts';
import {
  EXPOSURE_LIMIT,
  NOT_RATED,
  partyForm,
  SECURITY_FIELDS,
  securityForm,
} from '../../../domain/registers/party-shapes.ts';
import { formatAmount, parseAmount } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import type * as z from 'zod/mini';
import type { Ctx } from '../../platform/http/context.ts';
import { searchKey } from '../../platform/http/lists.ts';
import { formValues } from './form.ts';

/** One register of parties: its kind, its market when it is of securities, and how its sentences name an entry. */
export type PartyRegister = {
  kind: 'REINSURED' | 'INSURED' | 'SECURITY';
  market: 'LOCAL' | 'LONDON' | null;
  what: string;
  /** Of its list on paper. */
  title: string;
};

/** The registers of parties; securities have one for each market. */
export const PARTY_REGISTERS = {
  reinsured: { kind: 'REINSURED', market: null, what: 'A reinsured', title: 'Reinsureds' },
  insured: { kind: 'INSURED', market: null, what: 'An insured', title: 'Insureds' },
  securities: { kind: 'SECURITY', market: 'LOCAL', what: 'A security', title: 'Securities' },
  securitiesLondon: { kind: 'SECURITY', market: 'LONDON', what: 'A London security', title: 'London securities' },
} as const satisfies Record<string, PartyRegister>;

type Form = z.output<typeof securityForm>;
/** The columns of the party's own row. */
export type PartyValues = Required<{
  [K in Exclude<keyof Form, 'contacts' | 'intermediaries' | 'exposure_limit'>]: Exclude<Form[K], undefined>;
}> & { exposure_limit: bigint | null };
type PartyInput = {
  values: Partial<PartyValues> & { name: string };
  contacts: Contacts;
  intermediaries: Intermediaries;
};
type Contacts = Form['contacts'];
type Intermediaries = Form['intermediaries'];

export const VALUE_COLUMNS = [
  'name',
  'short_name',
  'address',
  'country',
  'resident',
  'email',
  'registration_number',
  'tax_number',
  'rating',
  'rating_agency',
  'rated_on',
  'market_number',
  'line_limit',
  'exposure_limit',
  'exposure_currency',
] as const satisfies readonly (keyof PartyValues)[];

/** A new party of a register before any field is filled. A London security is taken as non-resident. §8. */
export function newParty(register: PartyRegister): Omit<PartyValues, 'name'> {
  return {
    short_name: '',
    address: '',
    country: null,
    resident: register.market !== 'LONDON',
    email: '',
    registration_number: '',
    tax_number: '',
    rating: '',
    rating_agency: '',
    rated_on: null,
    market_number: '',
    line_limit: null,
    exposure_limit: null,
    exposure_currency: null,
  };
}

type Sent = Decoded<PartyEndpoints['save']> | Decoded<PartyEndpoints['edit']>;

function notOfThisKind(register: PartyRegister, body: Readonly<Record<string, unknown>>): FieldError[] {
  if (register.kind === 'SECURITY') return [];
  return SECURITY_FIELDS.filter((field) => body[field] !== undefined).map((field) => ({
    field,
    message: 'Only a security has this.',
  }));
}

/** The most that a security may carry as it is kept: an amount in its currency, or neither. Throws VALIDATION. */
function exposureOf({
  exposure_limit: limit,
  exposure_currency: currency,
}: Pick<Form, 'exposure_limit' | 'exposure_currency'>) {
  if (limit === undefined && currency === undefined) return {};
  if (limit == null) return { exposure_limit: null, exposure_currency: null };
  if (currency == null) throw invalid({ field: 'exposure_currency', message: 'Choose the currency of the limit.' });
  const amount = parseAmount(limit, currency);
  if (typeof amount !== 'bigint' || amount <= 0n) throw invalid({ field: 'exposure_limit', message: EXPOSURE_LIMIT });
  return { exposure_limit: amount, exposure_currency: currency };
}

/** What was sent, in the address or in the body. Throws all bad fields together. §6, §8. */
export function readParty(register: PartyRegister, sent: Sent): PartyInput {
  const { name, address } = sent.query;
  const { version: _version, ...body } = (sent.body ?? {}) as Record<string, unknown>;
  const strange = notOfThisKind(register, body);
  if (strange.length > 0) throw invalid(...strange);
  const form = register.kind === 'SECURITY' ? securityForm : partyForm;
  const { contacts, intermediaries, exposure_limit, exposure_currency, ...rest } = formValues(
    form,
    { name, address },
    body,
  ) as Form;
  const values = { ...rest, ...exposureOf({ exposure_limit, exposure_currency }) };
  const fields = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return { values: fields as PartyInput['values'], contacts, intermediaries };
}

/** Checks a party as it will be after the change. */
export async function assertPartyStands(ctx: Ctx, values: PartyValues): Promise<void> {
  const faults: FieldError[] = [];
  if (values.rating === '' && (values.rating_agency !== '' || values.rated_on !== null))
    faults.push({ field: 'rating', message: NOT_RATED });
  if (values.rated_on !== null && values.rated_on > ctx.today)
    faults.push({ field: 'rated_on', message: 'The day of the rating cannot be in the future.' });
  if (values.country !== null) {
    const known = ctx.db.selectFrom('countries').select('code').where('code', '=', values.country);
    if (!(await known.executeTakeFirst())) faults.push({ field: 'country', message: 'Choose a country.' });
  }
  if (values.exposure_currency !== null) {
    const known = ctx.db.selectFrom('currencies').select('code').where('code', '=', values.exposure_currency);
    if (!(await known.executeTakeFirst())) faults.push({ field: 'exposure_currency', message: 'Choose a currency.' });
  }
  if (faults.length > 0) throw invalid(...faults);
}

/** The row of a party: its values, the key of its name and what a search finds it by. */
export function rowOf(values: PartyValues): PartyValues & { name_key: string; search_text: string } {
  const { name, short_name, address, email, registration_number, tax_number, market_number } = values;
  const words = [name, short_name, address, email, registration_number, tax_number, market_number];
  return { ...values, name_key: nameKey(name), search_text: searchKey(words.join(' ')) };
}

/** People of a party as a sentence of the trail: who they are, and where they are written to. */
const inWords = (people: readonly { name: string; email: string }[]) =>
  people.map(({ name, email }) => (email === '' ? name : `${name} <${email}>`)).join(', ');

type People = { contacts: string; intermediaries: string };

async function peopleOf(ctx: Ctx, party: number): Promise<People> {
  const of = (table: 'party_contacts' | 'party_intermediaries') =>
    ctx.db.selectFrom(table).select(['name', 'email']).where('party_id', '=', party).orderBy('position').execute();
  return {
    contacts: inWords(await of('party_contacts')),
    intermediaries: inWords(await of('party_intermediaries')),
  };
}

/** Replaces the contacts and intermediaries that were sent; what was not sent stays. Says what they were. */
export async function writePeople(ctx: Ctx, party: number, { contacts, intermediaries }: PartyInput): Promise<People> {
  const before = await peopleOf(ctx, party);
  if (contacts !== undefined) {
    await ctx.db.deleteFrom('party_contacts').where('party_id', '=', party).execute();
    const rows = contacts.map((one, index) => ({ ...one, party_id: party, position: index + 1 }));
    if (rows.length > 0) await ctx.db.insertInto('party_contacts').values(rows).execute();
  }
  if (intermediaries !== undefined) {
    await ctx.db.deleteFrom('party_intermediaries').where('party_id', '=', party).execute();
    const rows = intermediaries.map((one, index) => ({ ...one, party_id: party, position: index + 1 }));
    if (rows.length > 0) await ctx.db.insertInto('party_intermediaries').values(rows).execute();
  }
  return before;
}

type Audited = { facts: Record<string, unknown>; personal: Record<string, string> };

/** Some parties are people: what names them can be erased from the trail, which keeps the digests. */
export function auditOf(values: PartyValues): Audited {
  const { name, short_name, address, email, registration_number, tax_number, line_limit, ...others } = values;
  const { exposure_limit: limit, exposure_currency: currency, ...rest } = others;
  const facts = {
    ...rest,
    line_limit: line_limit === null ? null : `${formatRate(line_limit)}%`,
    exposure_limit: limit === null || currency === null ? null : `${currency} ${formatAmount(limit, currency)}`,
  };
  return { facts, personal: { name, short_name, address, email, registration_number, tax_number } };
}

/** What the trail keeps of the people in the request, with what they were before. */
export function auditOfPeople({ contacts, intermediaries }: PartyInput, before?: People): Record<string, string> {
  const is = {
    ...(contacts && { contacts: inWords(contacts) }),
    ...(intermediaries && { intermediaries: inWords(intermediaries) }),
  };
  const was = Object.keys(is).map((field) => [`before.${field}`, before?.[field as keyof People] ?? '']);
  return { ...is, ...(before && (Object.fromEntries(was) as Record<string, string>)) };
}

/** An edit as the trail keeps it: the values before and after, those that name someone apart. */
export function auditOfEdit(before: PartyValues, after: PartyValues): Audited {
  const [was, is] = [auditOf(before), auditOf(after)];
  return {
    facts: { before: was.facts, after: is.facts },
    personal: {
      ...is.personal,
      ...Object.fromEntries(Object.entries(was.personal).map(([field, value]) => [`before.${field}`, value])),
    },
  };
}
