/** The check of a placement as entered: the same on the form and on the server. §2, §8. */
import type { FieldError } from '../errors.ts';
import type { Day } from '../values/day.ts';
import { amountFault, parseAmount, type CurrencyCode } from '../values/money.ts';
import type { Rate } from '../values/rate.ts';
import { adjustmentFaults } from './adjustment.ts';
import { enteredFaults, sumFaults, type KeyedInstalment, type Warranty } from './instalments.ts';
import { placementFigures, premiumFromRate, type Market, type PlacementFigures } from './figures.ts';
import { taxesAt, type PlacedTax } from './tax-place.ts';
import { fieldWarnings, policyFaults, policyWarnings, standingWarnings, type PolicyDraft } from './rules.ts';
import { SHARE } from '../wire.ts';

/** The body of a save; null or "" where a form has nothing yet. */
export type PlacementBody = {
  reinsured: number | null;
  insured: number | null;
  cover_type: number | null;
  risk_country?: string | null | undefined;
  dateoffered: Day;
  insurance_start_date: Day;
  insurance_end_date: Day;
  currency: CurrencyCode;
  sum_insured: string;
  rate?: Rate | null | undefined;
  premium?: string | null | undefined;
  adjustment_basis?: string | null | undefined;
  adjustment_rate?: Rate | null | undefined;
  minimum_premium?: string | null | undefined;
  fac: Rate | null;
  cedant_commission: Rate | null;
  brokerage: Rate | null;
  excess_amount?: string | null | undefined;
  payment_terms?: string | undefined;
  instalments?: readonly { due_on: Day; amount: string }[] | null | undefined;
  warranty?: Warranty | null | undefined;
  securities: readonly {
    security: number | null;
    /** Written, of a local policy. */
    offer?: Rate | null | undefined;
    share: Rate | null;
    commission?: Rate | null | undefined;
    brokerage?: Rate | null | undefined;
    /** The day on which a local line was accepted. */
    written_on?: Day | null | undefined;
  }[];
};

/** A party as a register has it, with what the firm has approved of a security. */
export type RegisteredParty = {
  name: string;
  status: string;
  resident: boolean;
  lineLimit?: Rate | null;
  ratedOn?: Day | null;
};

/** What a placement names, as the registers have it; absent where they do not. */
export type Registers = {
  today: Day;
  reinsured: RegisteredParty | undefined;
  insured: RegisteredParty | undefined;
  securities: ReadonlyMap<number, RegisteredParty>;
  /** `held`: the placement has this class already, and keeps it though it became inactive. */
  cover: { name: string; status: string; classIds: readonly number[]; held: boolean } | undefined;
  currencyIsActive: boolean;
  termsAreOffered: boolean;
  clauseFaults: readonly FieldError[];
  /** In which it is placed; the country is that of a risk that names none. */
  branch: { id: number; country: string | null };
  countryIsKnown: boolean;
  /** Those in force on the first day of cover. */
  taxes: readonly PlacedTax[];
};

/** The market of a placement, and what is wrong with what is that market's own or could not be read at all. */
export type MarketCheck = { market: Market; faults: readonly FieldError[] };

/** A placement as read: what is written to its row and lines, once there is no fault. Amounts in minor units. */
export type PlacementReading = {
  draft: PolicyDraft;
  riskCountry: string | null;
  excessAmount: bigint | null;
  minimumPremium: bigint | null;
  figures: PlacementFigures;
  faults: FieldError[];
  warnings: string[];
  /** Those of them that belong to a field. */
  fieldWarnings: FieldError[];
};

const CHOOSE = 'Choose one from the list.';

type Amounts = {
  sumInsured: bigint | null;
  premium: bigint | null;
  minimum: bigint | null;
  excess: bigint | null;
  instalments: KeyedInstalment[];
};

/** The amounts in minor units, null where none was entered; a figure that the currency has no decimals for is a fault. */
function readAmounts(body: PlacementBody): { amounts: Amounts; faults: FieldError[] } {
  const { currency } = body;
  const faults: FieldError[] = [];
  const read = (field: string, text: string | null | undefined): bigint | null => {
    const amount = parseAmount(text ?? '', currency);
    if (typeof amount === 'bigint') return amount;
    if (amount === 'TOO_MANY_DECIMALS') faults.push({ field, message: amountFault(amount, currency) });
    return null;
  };
  const sumInsured = read('sum_insured', body.sum_insured);
  const keyed = read('premium', body.premium);
  const minimum = read('minimum_premium', body.minimum_premium);
  const excess = read('excess_amount', body.excess_amount);
  const instalments = (body.instalments ?? []).map(({ due_on: dueOn, amount }, index) => ({
    dueOn,
    amount: read(`instalments.${index}.amount`, amount) ?? 0n,
  }));
  const rate = body.rate ?? null;
  const byRate = rate === null || sumInsured === null ? null : premiumFromRate(sumInsured, rate);
  return { amounts: { sumInsured, premium: keyed ?? byRate, minimum, excess, instalments }, faults };
}

/** What is not there yet, in the order of the form. */
function missing(body: PlacementBody, { sumInsured, premium }: Amounts, isUnread: boolean): FieldError[] {
  const required: [field: string, isThere: boolean, message: string][] = [
    ['reinsured', body.reinsured !== null, 'Choose the reinsured.'],
    ['insured', body.insured !== null, 'Choose the insured.'],
    ['cover_type', body.cover_type !== null, 'Choose the class.'],
    ['dateoffered', body.dateoffered !== '', 'Enter the date on which it was offered.'],
    ['insurance_start_date', body.insurance_start_date !== '', 'Enter the first day of cover.'],
    ['insurance_end_date', body.insurance_end_date !== '', 'Enter the last day of cover.'],
    ['sum_insured', sumInsured !== null, 'Enter the sum insured.'],
    // An amount that could not be read may be the one that the premium follows from.
    ['premium', premium !== null || isUnread, 'Enter the premium or the rate.'],
    ['fac', body.fac !== null, 'Enter the fac share.'],
    ['cedant_commission', body.cedant_commission !== null, 'Enter the cedant commission.'],
    ['brokerage', body.brokerage !== null, 'Enter the brokerage.'],
    ...body.securities.flatMap((line, index): [string, boolean, string][] => [
      [`securities.${index}.security`, line.security !== null, 'Choose the security.'],
      [`securities.${index}.share`, line.share !== null, SHARE],
    ]),
  ];
  return required.filter(([, isThere]) => !isThere).map(([field, , message]) => ({ field, message }));
}

function partyFault(field: string, party: RegisteredParty | undefined): FieldError[] {
  if (party === undefined) return [{ field, message: CHOOSE }];
  return party.status === 'ACTIVE' ? [] : [{ field, message: `${party.name} is inactive.` }];
}

function registerFaults(body: PlacementBody, registers: Registers): FieldError[] {
  const { cover } = registers;
  return [
    ...partyFault('reinsured', registers.reinsured),
    ...partyFault('insured', registers.insured),
    ...body.securities.flatMap(({ security }, index) =>
      partyFault(`securities.${index}.security`, registers.securities.get(security ?? 0)),
    ),
    ...(registers.currencyIsActive ? [] : [{ field: 'currency', message: 'Choose an active currency.' }]),
    ...(registers.termsAreOffered
      ? []
      : [{ field: 'payment_terms', message: 'The firm does not offer these terms. Choose others.' }]),
    ...(registers.countryIsKnown ? [] : [{ field: 'risk_country', message: 'Choose a country.' }]),
    ...registers.clauseFaults,
    ...(cover && cover.status !== 'ACTIVE' && !cover.held
      ? [{ field: 'cover_type', message: `${cover.name} is inactive.` }]
      : []),
    ...(cover ? [] : [{ field: 'cover_type', message: CHOOSE }]),
  ];
}

function draftOf(
  body: PlacementBody,
  { sumInsured, premium, instalments }: Amounts,
  { registers: { securities, today }, market }: { registers: Registers; market: Market },
): PolicyDraft {
  const { payment_terms: terms, warranty = null } = body;
  return {
    payment: terms === undefined ? undefined : { terms, instalments, warranty, noteDay: today },
    currency: body.currency,
    dateOffered: body.dateoffered,
    start: body.insurance_start_date,
    end: body.insurance_end_date,
    sumInsured: sumInsured ?? 0n,
    rate: body.rate ?? null,
    premium: premium ?? 0n,
    fac: body.fac ?? 0n,
    lines: body.securities.map(({ security, share, offer }, index) => {
      const party = securities.get(security ?? 0);
      return {
        // Lines without a security yet are not the same one twice.
        securityId: security ?? -1 - index,
        share: share ?? 0n,
        // A slip's written lines may exceed its order: they are signed down to it.
        written: market === 'LOCAL' ? offer : null,
        standing: party && { name: party.name, lineLimit: party.lineLimit ?? null, ratedOn: party.ratedOn ?? null },
      };
    }),
  };
}

// A signed line is worked out, never entered: one of nothing is a security that has not written yet.
const isEntered = (market: Market) => (fault: FieldError) =>
  market === 'LOCAL' || !/^securities\.\d+\.share$/.test(fault.field);

const ACCEPTED = 'A line cannot be accepted in the future.';

function acceptanceFaults({ securities }: PlacementBody, today: Day): FieldError[] {
  return securities.flatMap(({ written_on: day }, index) =>
    typeof day === 'string' && day > today ? [{ field: `securities.${index}.written_on`, message: ACCEPTED }] : [],
  );
}

/** Faults that a field does not have before. */
function further(known: readonly FieldError[], faults: readonly FieldError[]): FieldError[] {
  const fields = new Set(known.map((fault) => fault.field));
  return [...known, ...faults.filter((fault) => !fields.has(fault.field))];
}

/** Reads a placement as entered: its figures so far, every bad field with the message of §8, and what is worth a look. */
export function readPlacement(body: PlacementBody, registers: Registers, part: MarketCheck): PlacementReading {
  const { amounts, faults: unread } = readAmounts(body);
  const draft = draftOf(body, amounts, { registers, market: part.market });
  const { start, end, premium, fac } = draft;
  const riskCountry = body.risk_country ?? registers.branch.country;
  const isDated = start !== '' && end !== '';
  const figures = placementFigures({
    premium,
    fac,
    commission: body.cedant_commission ?? 0n,
    brokerage: body.brokerage ?? 0n,
    market: part.market,
    classIds: registers.cover?.classIds ?? [],
    lines: body.securities.map(({ security, commission, brokerage }, index) => ({
      securityId: draft.lines[index]?.securityId ?? 0,
      resident: registers.securities.get(security ?? 0)?.resident ?? true,
      share: draft.lines[index]?.share ?? 0n,
      commission: commission ?? null,
      brokerage: brokerage ?? null,
    })),
    taxes: taxesAt(registers.taxes, { branchId: registers.branch.id, country: riskCountry, currency: body.currency }),
  });
  const adjustment = {
    basis: body.adjustment_basis ?? null,
    rate: body.adjustment_rate ?? null,
    minimum: amounts.minimum,
  };
  const entered = further([...unread, ...part.faults], missing(body, amounts, unread.length > 0));
  const registered = further(entered, registerFaults(body, registers));
  const accepted = [
    ...acceptanceFaults(body, registers.today),
    ...(draft.payment ? enteredFaults(draft.payment, draft.currency) : []),
  ];
  // A draft may wait for its last line; it is not submitted so.
  const unequal = draft.payment ? sumFaults(draft.payment, { total: figures.debitNote, currency: draft.currency }) : [];
  const dated = isDated ? draft : { ...draft, start: '', end: '' };
  const ruled = policyFaults(dated, registers.today).filter(isEntered(part.market));
  return {
    draft,
    riskCountry,
    excessAmount: amounts.excess,
    minimumPremium: amounts.minimum,
    figures,
    faults: further(registered, [...ruled, ...accepted, ...adjustmentFaults(adjustment, draft)]),
    warnings: [...(isDated ? policyWarnings(draft) : standingWarnings(draft)), ...unequal.map((one) => one.message)],
    fieldWarnings: [...fieldWarnings(draft), ...unequal],
  };
}
