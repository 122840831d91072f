/** The fields of the registers with the messages of §8; one form for the browser and the server. */
import * as z from 'zod/mini';
import { ACCOUNT_TYPES, FUNCTION_NAMES, SUB_KINDS } from '../ledger/accounts.ts';
import { amountOut, idText, lengths, listQuery, rateOut, recordId, text, versionField } from '../wire.ts';
import { ofKind } from '../fields.ts';
import { formatExchangeRate, parseExchangeRate } from '../values/rate.ts';
import { REGISTER_STATUSES } from './states.ts';

export const NAME = 'Name must be 2 to 150 characters.';
export const ADDRESS = 'Address must be 3 to 250 characters.';
const STATUS = 'Status must be ACTIVE or INACTIVE.';

export const name = text({ min: 2, max: 150, message: NAME });
export const status = z.enum(REGISTER_STATUSES, STATUS);
export const markets = ['LOCAL', 'LONDON'] as const;
export const MARKET_LABELS: Record<(typeof markets)[number], string> = { LOCAL: 'Local', LONDON: 'London' };
export const market = z.enum(markets, 'Market must be LOCAL or LONDON.');

/** Every list of choices stops here; beyond it one searches. */
export const LOOKUP_CAP = 500;

/** Values that the specification sends in the address; the same may come in the body, and then not in both. */
export const anyText = z.string().check(z.maxLength(2000, 'This is too long.'));

export const version = z.optional(versionField);

export const registerList = { ...listQuery, status: z.optional(status) };
/** Active ones alone unless ALL is requested; 500 at most, so in a long register users search. */
export const lookupQuery = z.object({
  searchValue: listQuery.searchValue,
  status: z.optional(z.enum(['ACTIVE', 'INACTIVE', 'ALL'], 'Status must be ACTIVE, INACTIVE or ALL.')),
});
export const statusQuery = z.object({ id: idText, status });
export const statusBody = z.optional(z.object({ version }));

const WORDING = 'Wording must be 2 to 50,000 characters.';

const classFields = {
  code: text(lengths('Code', 2, 30)),
  title: text(lengths('Title', 2, 150)),
  // Without one, papers name the clause by number and title.
  wording: text({ max: 50_000, message: WORDING }).check(z.refine((value) => value.length !== 1, WORDING)),
  /** Absent or null: for both markets. */
  market: z.optional(z.nullable(market)),
  class_id: z.optional(z.nullable(recordId)),
};
export const clauseForm = z.object(classFields);
export const clauseEdit = z.object({ id: recordId, ...classFields, version });

const coverChoice = {
  id: recordId,
  name: z.string(),
  status,
  /** What its policies begin with: its own terms alone, a subclass's without its class's. Active clauses only. */
  commission: z.nullable(rateOut),
  brokerage: z.nullable(rateOut),
  clauses: z.object({ LOCAL: z.array(recordId), LONDON: z.array(recordId) }),
};
export const classChoice = z.object({ ...coverChoice, subclasses: z.array(z.object(coverChoice)) });

export const currencyChoice = z.object({
  id: recordId,
  code: z.string(),
  name: z.string(),
  exponent: z.int(),
  base: z.boolean(),
  status: z.enum(['ACTIVE', 'DISABLED']),
});

/** What a rate is a percentage of: amounts of a placement, or the lines of our own invoices. */
export const TAX_BASES = ['GROSS', 'NET_OF_COMMISSION', 'BROKERAGE', 'COMMISSION', 'INVOICE'] as const;
export const BORNE_BY = ['SECURITY', 'REINSURED', 'BROKER'] as const;
export const APPLIES_TO = ['ALL', 'RESIDENT', 'NON_RESIDENT'] as const;

/** A dated rule of a tax, as lists show it. */
export const taxRate = {
  /** Percentage; null of a flat amount. */
  rate: z.nullable(z.string()),
  basis: z.enum(TAX_BASES),
  flat: z.nullable(amountOut),
  minimum: z.nullable(amountOut),
  currency: z.nullable(z.string()),
  borne_by: z.enum(BORNE_BY),
  applies_to: z.enum(APPLIES_TO),
  market: z.nullable(market),
  class_id: z.nullable(recordId),
  branch_id: z.nullable(recordId),
  country: z.nullable(z.string()),
  effective_from: z.string(),
  effective_to: z.nullable(z.string()),
  enabled: z.boolean(),
};

export const taxChoice = z.object({
  id: recordId,
  code: z.string(),
  name: z.string(),
  rates: z.array(z.object({ id: recordId, ...taxRate })),
});

export const ledgerAccountChoice = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(ACCOUNT_TYPES),
  sub_kind: z.enum(SUB_KINDS),
  /** What postings take it for; null: nothing by themselves. */
  function: z.nullable(z.enum(FUNCTION_NAMES)),
  status,
});

export const branchChoice = z.object({
  id: recordId,
  code: z.string(),
  name: z.string(),
  /** That of its risks, unless a policy says another. */
  country: z.nullable(z.string()),
  status,
});

/** A list of choices, capped; `more` says that there are others to search for. */
export function choices<T extends z.ZodMiniType>(choice: T) {
  return z.object({ data: z.array(choice), more: z.boolean() });
}

export const RATE = 'Rate must be more than 0, with at most 10 decimals.';
const LARGEST_RATE = 10n ** 18n;

/** An exchange rate, base units for one unit: decimal text or a number on the wire, a bigint scaled by 10^10 inside. */
export const exchangeRate = ofKind(
  z.codec(z.union([z.string(), z.number()], RATE), z.bigint(), {
    decode: (value, payload) => {
      const scaled = parseExchangeRate(String(value));
      if (typeof scaled !== 'bigint' || scaled <= 0n || scaled > LARGEST_RATE) {
        payload.issues.push({ code: 'custom', input: value, message: RATE });
        return z.NEVER;
      }
      return scaled;
    },
    encode: (value) => formatExchangeRate(value),
  }),
  'rate',
);
