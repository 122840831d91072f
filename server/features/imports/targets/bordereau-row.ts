import * as z from 'zod/mini';
import { SECURITY_PLACES, type BordereauCommon } from '../../../../domain/imports/bordereau.ts';
import { nameKey } from '../../../../domain/names.ts';
import type { Market } from '../../../../domain/placements/figures.ts';
import { classTerms } from '../../../../domain/placements/class-terms.ts';
import { partyForm } from '../../../../domain/registers/party-shapes.ts';
import type { coverType } from '../../../../domain/registers/classes.ts';
import type { Reply } from '../../../../domain/endpoint.ts';
import { allocate } from '../../../../domain/values/decimal.ts';
import { sum } from '../../../../domain/values/money.ts';
import { formatRate, HUNDRED, parseRate, percentOf, type Rate } from '../../../../domain/values/rate.ts';
import { readSheetAmount, readTypedRate } from '../../../../domain/values/typed.ts';
import { readWrittenDay } from '../../../../domain/values/written-day.ts';
import type { Names, PartyKind } from './bordereau-names.ts';
import type { RowFault, RowValues } from './target.ts';

/** What rows of a bordereau are read by. */
export type Register = {
  common: BordereauCommon;
  names: Names;
  classes: Reply<typeof coverType.findAll>['data'];
  /** The payment terms that the firm offers. */
  terms: readonly { code: string; label: string }[];
  today: string;
  market: Market;
};

/** The id in place of an insured who is added when the row is written. */
export const STAND_IN = 2_147_483_647;

/** Reads one row: what it says, by which registers, and what cannot be read. */
export type Reader = { values: RowValues; register: Register; faults: RowFault[] };

const missing = (what: string) => `${what} is missing: match its column, or say it in common for all rows.`;

function party({ values, register, faults }: Reader, kind: PartyKind, field: string): number | undefined {
  const name = values[field];
  if (name === undefined) return undefined;
  const match = register.names.find(kind, name);
  if (match) return match.id;
  faults.push({ field, message: `There is no ${kind === 'REINSURED' ? 'reinsured' : 'security'} of this name.` });
  return STAND_IN;
}

function insuredOf({ values, register: { common, names }, faults }: Reader): {
  id: number;
  /** Not in the register: its name and address. */
  unknown: { name: string; address: string } | null;
} {
  const name = values['insured'] ?? '';
  const party = name === '' ? undefined : names.find('INSURED', name);
  if (party) return { id: party.id, unknown: null };
  if (name === '') faults.push({ field: 'insured', message: 'Enter the insured.' });
  else if (common.add_insureds !== true)
    faults.push({ field: 'insured', message: 'No insured of this name is in the register.' });
  const unknown = { name, address: values['insured_address'] ?? common.insured_address ?? '' };
  if (name !== '' && common.add_insureds === true) {
    const { error } = z.safeDecode(partyForm, unknown);
    for (const { path, message } of error?.issues ?? [])
      faults.push({ field: path[0] === 'name' ? 'insured' : 'insured_address', message });
  }
  return { id: STAND_IN, unknown: name === '' ? null : unknown };
}

/** A class or subclass by its name, or by both: "Fire", "Industrial fire", "Fire / Industrial fire". */
function coverOf({ values, register: { common, classes }, faults }: Reader): number | undefined {
  const named = values['class'];
  const [first = '', second = ''] = (named ?? '').split(/\s+[/·>–-]\s+/);
  const sub = values['subclass'] ?? second;
  if (named === undefined && sub === '') {
    if (common.cover_type === undefined) faults.push({ field: 'class', message: missing('The class') });
    return common.cover_type;
  }
  const [group, inner] = [nameKey(first), nameKey(sub)];
  const of = classes.filter((one) => group === '' || nameKey(one.name) === group);
  const key = inner === '' ? group : inner;
  const subs = (inner === '' ? classes : of)
    .flatMap((one) => one.subclasses)
    .filter((one) => nameKey(one.name) === key);
  const [whole] = inner === '' && group !== '' ? of : [];
  const [match, ...others] = whole ? [whole] : subs;
  if (match && others.length === 0) return match.id;
  const message = match
    ? 'More than one subclass has this name: give its class as well.'
    : 'There is no active class or subclass of this name.';
  faults.push({ field: inner === '' || values['subclass'] === undefined ? 'class' : 'subclass', message });
  return STAND_IN;
}

function dayOf({ values, register: { common, today }, faults }: Reader, field: string): string | undefined {
  const text = values[field];
  if (text === undefined) return undefined;
  // A day may come with an hour, which says nothing of a policy.
  const plain = text.replace(/[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?Z?$/, '');
  const day = readWrittenDay(plain, today, common.day_order);
  if (day === null) faults.push({ field, message: `“${text.slice(0, 40)}” is not a date: write it as 2026-03-31.` });
  return day ?? undefined;
}

const CALLED: Readonly<Record<string, string>> = {
  KSH: 'KES',
  KSHS: 'KES',
  TSH: 'TZS',
  TSHS: 'TZS',
  USH: 'UGX',
  USHS: 'UGX',
  US$: 'USD',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
};
const currencyNamed = (text: string) => CALLED[text] ?? text;

/** The currency of a row: its column, else the code in the cell of the sum insured, else that of all rows. */
export function currencyOf({ values, register: { common }, faults }: Reader): string | undefined {
  const column = values['currency'];
  if (column !== undefined) return currencyNamed(column.trim().toUpperCase().replace(/\.$/, ''));
  const [, before, after] =
    /^([A-Z]{3})[\s\d]|[\s\d]([A-Z]{3})$/.exec((values['sum_insured'] ?? '').toUpperCase()) ?? [];
  const code = before ?? after;
  if (code !== undefined && Intl.supportedValuesOf('currency').includes(code)) return code;
  if (common.currency === undefined) faults.push({ field: 'currency', message: missing('The currency') });
  return common.currency;
}

export function amountOf({ values, faults }: Reader, field: string, currency: string | undefined): string | undefined {
  const text = values[field];
  if (text === undefined) return undefined;
  const { amount, fault } = readSheetAmount(text, currency);
  if (fault !== null) faults.push({ field, message: fault });
  return amount ?? undefined;
}

/** A percentage, or a rate per mille with its sign; what cannot be read becomes a fault, and `instead` is checked. */
export function rateOf({ values, faults }: Reader, field: string, instead: string): string | undefined {
  const text = values[field];
  if (text === undefined) return undefined;
  const mille = /\s*(‰|per mille|o\/oo|0\/00)$/i.exec(text);
  const percent = readTypedRate(mille ? text.slice(0, mille.index) : text);
  const scaled = percent === null ? null : parseRate(percent);
  if (typeof scaled === 'bigint' && (!mille || scaled % 10n === 0n)) return formatRate(mille ? scaled / 10n : scaled);
  faults.push({ field, message: `“${text.slice(0, 40)}” is not a percentage.` });
  return instead;
}

/** Payment terms by their code, by what the firm calls them, by days or by a number of instalments. */
function termsOf({ values, register: { common, terms }, faults }: Reader): string | undefined {
  const text = values['payment_terms'];
  if (text === undefined) return common.payment_terms ?? terms[0]?.code;
  const known = terms.find(({ code, label }) => code === text.toUpperCase() || nameKey(label) === nameKey(text));
  const [, days] = /^(\d{1,3})\s*(?:days?)?$/i.exec(text) ?? [];
  const [, parts] = /^(\d{1,2})\s*instal?l?ments?$/i.exec(text) ?? [];
  const code = known?.code ?? (days ? `LUMP_${days}` : parts ? `INSTALMENTS_${parts}` : undefined);
  if (code === undefined)
    faults.push({ field: 'payment_terms', message: 'The firm has no payment terms of this name.' });
  return code ?? terms[0]?.code;
}

type Line = { security: number; share: Rate; commission?: string | null; brokerage?: string | null };

function linesIn(reader: Reader): { lines: Line[]; places: number[] } {
  const places = SECURITY_PLACES.filter(
    (n) => reader.values[`security_${n}`] !== undefined || reader.values[`share_${n}`] !== undefined,
  );
  const lines = places.map((n): Line => {
    const security = party(reader, 'SECURITY', `security_${n}`);
    if (security === undefined) reader.faults.push({ field: `security_${n}`, message: 'Enter the security.' });
    const share = rateOf(reader, `share_${n}`, '0');
    if (share === undefined) reader.faults.push({ field: `share_${n}`, message: 'Share must be between 0 and 100.' });
    const scaled = parseRate(share ?? '0');
    return { security: security ?? STAND_IN, share: typeof scaled === 'bigint' ? scaled : 0n };
  });
  return { lines, places };
}

/** Lines in percent of what is ceded, as percent of the whole: they add up to the same part of it, to the last decimal. */
export function linesOfWhole(fac: Rate, lines: readonly Rate[]): Rate[] {
  const total = sum(lines);
  if (total <= 0n || lines.some((line) => line < 0n)) return [...lines];
  return allocate(total === HUNDRED ? fac : percentOf(fac, total), lines);
}

function securitiesOf(reader: Reader, fac: string | undefined) {
  const { common } = reader.register;
  const own = linesIn(reader);
  const lines: Line[] =
    own.places.length > 0
      ? own.lines
      : (common.securities ?? []).map(({ commission, brokerage, ...line }) => ({
          ...line,
          commission: commission == null ? null : formatRate(commission),
          brokerage: brokerage == null ? null : formatRate(brokerage),
        }));
  const order = parseRate(fac ?? '');
  const shares = lines.map(({ share }) => share);
  const whole = common.line_basis === 'CEDED' && typeof order === 'bigint' ? linesOfWhole(order, shares) : shares;
  const securities = lines.map((line, index) => ({ ...line, share: formatRate(whole[index] ?? 0n) }));
  return { securities, places: own.places };
}

const percent = (rate: Rate | undefined) => (rate === undefined ? undefined : formatRate(rate));

/**
 * Reads a row as the form of a policy travels: what it says itself, else what all rows have in common, else what its class
 * gives. `places` are the fields of the file that name each security, none where all rows have them in common.
 */
export function readBordereauRow(values: RowValues, register: Register) {
  const { common, classes, today } = register;
  const reader: Reader = { values, register, faults: [] };
  const { faults } = reader;
  const reinsured = party(reader, 'REINSURED', 'reinsured') ?? common.reinsured;
  if (reinsured === undefined) faults.push({ field: 'reinsured', message: missing('The reinsured') });
  const insured = insuredOf(reader);
  const cover = coverOf(reader);
  const terms = classTerms(classes, cover ?? 0, register.market);
  const currency = currencyOf(reader);
  const fac = rateOf(reader, 'fac', '100') ?? percent(common.fac);
  const commission = rateOf(reader, 'cedant_commission', '0') ?? percent(common.cedant_commission) ?? terms.commission;
  const brokerage = rateOf(reader, 'brokerage', '0') ?? percent(common.brokerage) ?? terms.brokerage;
  if (fac === undefined) faults.push({ field: 'fac', message: missing('What is ceded') });
  if (commission === null) faults.push({ field: 'cedant_commission', message: missing('The commission') });
  if (brokerage === null) faults.push({ field: 'brokerage', message: missing('The brokerage') });
  const start = dayOf(reader, 'insurance_start_date');
  const end = dayOf(reader, 'insurance_end_date');
  const { securities, places } = securitiesOf(reader, fac);
  const sent = {
    cedant_policy_number: values['cedant_policy_number'],
    interest: values['interest'],
    excess: values['excess'],
    territory: values['territory'] ?? common.territory ?? '',
    reinsured: reinsured ?? STAND_IN,
    insured: insured.id,
    cover_type: cover ?? STAND_IN,
    dateoffered: dayOf(reader, 'dateoffered') ?? common.dateoffered ?? today,
    insurance_start_date: start,
    insurance_end_date: end,
    currency,
    sum_insured: amountOf(reader, 'sum_insured', currency),
    rate: rateOf(reader, 'rate', '0') ?? null,
    premium: amountOf(reader, 'premium', currency) ?? null,
    excess_amount: amountOf(reader, 'excess_amount', currency) ?? null,
    fac: fac ?? '100',
    cedant_commission: commission ?? '0',
    brokerage: brokerage ?? '0',
    payment_terms: termsOf(reader),
    remittance_days: common.remittance_days,
    clauses: terms.clauses,
    securities,
  };
  return { sent, faults, unknown: insured.unknown, places };
}
export type ReadRow = ReturnType<typeof readBordereauRow>;
