/** The shapes in which values travel: ids, days, amounts, percentages, lists. §6 Conventions of the calls. */
import * as z from 'zod/mini';
import { ofKind } from './fields.ts';
import { formatRate, parseRate, type Rate } from './values/rate.ts';
import { groupDigits, MOST_DIGITS, parseScaled, pow10, TOO_MANY_DIGITS } from './values/decimal.ts';
import { parseDay, type Day } from './values/day.ts';
import { NO_FIGURE } from './values/money.ts';

const NUL = '\u0000';

/** Text with its bounds and the message shown; surrounding spaces do not count, a NUL byte is refused. */
/* @__NO_SIDE_EFFECTS__ */
export function text(bounds: { min?: number; max: number; message: string }) {
  return z.string(bounds.message).check(
    z.trim(),
    z.minLength(bounds.min ?? 0, bounds.message),
    z.maxLength(bounds.max, bounds.message),
    z.refine((value) => !value.includes(NUL), bounds.message),
  );
}

/** The limit of a text whose field says no more of it than that. */
export const atMost = (max: number) => ({ max, message: `At most ${groupDigits(String(max))} characters.` });

/** The limits of a text that must be there, and the message for one outside them. */
export const lengths = (label: string, min: number, max: number) => ({
  min,
  max,
  message: `${label} must be ${min} to ${groupDigits(String(max))} characters.`,
});

/** A text that may be left out. */
/* @__NO_SIDE_EFFECTS__ */
export const optionalText = (max: number) => z.optional(text(atMost(max)));

const MAX_ID = 2_147_483_647;

/** The id of a record in a body or a reply. */
export const recordId = ofKind(
  z
    .int('Choose one from the list.')
    .check(z.minimum(1, 'Choose one from the list.'), z.maximum(MAX_ID, 'Choose one from the list.')),
  'record',
);

/** A record that another names: a party, a class, a user. */
export const ref = z.object({ id: recordId, name: z.string() });
/** The same of a branch. */
export const branchRef = z.object({ id: recordId, code: z.string(), name: z.string() });

/** The id of a record in an address, where everything is text. An id that no record can have answers like a missing one. */
export const idText = z.codec(z.string().check(z.regex(/^\d{1,10}$/, 'Not an id.')), z.number(), {
  decode: (value) => {
    const id = Number(value);
    return id <= MAX_ID ? id : 0;
  },
  encode: String,
});

/** Ids of records in an address, separated by commas, at most so many; empty where there is none. */
/* @__NO_SIDE_EFFECTS__ */
export const idsUpTo = (most: number) =>
  z.codec(
    z.string().check(z.regex(new RegExp(`^(\\d{1,10}(,\\d{1,10}){0,${most - 1}})?$`), 'Not ids.')),
    z.array(z.number()),
    {
      decode: (value) => value.split(',').flatMap((one) => (one === '' ? [] : [z.decode(idText, one)])),
      encode: (ids) => ids.join(','),
    },
  );
export const idsText = idsUpTo(100);
/** Rows of a list that are selected: its file has these alone. */
export const selectedIds = { ids: z.optional(idsUpTo(200)) };

/** The record that an address names. */
export const byId = z.object({ id: idText });

/* @__NO_SIDE_EFFECTS__ */
export function wholeText(bounds: { min: number; max: number; message: string }) {
  return z.codec(
    z
      .string()
      .check(
        z.refine(
          (value) => /^\d{1,9}$/.test(value) && Number(value) >= bounds.min && Number(value) <= bounds.max,
          bounds.message,
        ),
      ),
    z.number(),
    { decode: Number, encode: String },
  );
}

/** A required business day; one that cannot be parsed gives the field's message. */
/* @__NO_SIDE_EFFECTS__ */
export function day(message: string) {
  return ofKind(z.string(message).check(z.refine((value) => parseDay(value) !== null, message)), 'day');
}

/* @__NO_SIDE_EFFECTS__ */
const dayOf = (text: z.ZodMiniString<string>) =>
  z.optional(
    ofKind(
      z.codec(text, z.optional(z.string()), {
        decode: (value): Day | undefined => parseDay(value) ?? undefined,
        encode: (value) => value ?? '',
      }),
      'day',
    ),
  );
const NOT_A_DAY = 'Enter a day.';

/** A day by which a list or a report is narrowed; an empty one is none, one that cannot be parsed is refused. */
export const dayParam = dayOf(
  z.string(NOT_A_DAY).check(z.refine((value) => value.trim() === '' || parseDay(value) !== null, NOT_A_DAY)),
);

/** A day that the specification names and a call can do without; one that cannot be parsed is none (specification §5). */
export const dayOrNone = dayOf(z.string());

/** An optional business day; a text that cannot be parsed is null (specification §5). */
export const optionalDay = ofKind(
  z.codec(z.nullish(z.string()), z.nullable(z.string()), {
    decode: (value): Day | null => (value === null || value === undefined ? null : parseDay(value)),
    encode: (value) => value,
  }),
  'day',
);

const LARGEST = pow10(MOST_DIGITS + 6);

/** What is wrong with what was sent as an amount: of nothing the field's own message. */
function sentAmountFault(text: string, message: string): string | null {
  const scaled = parseScaled(text, 6);
  if (typeof scaled === 'bigint') return scaled >= LARGEST || scaled <= -LARGEST ? TOO_MANY_DIGITS : null;
  if (/^-?\d{16,}(\.\d*)?$/.test(text)) return TOO_MANY_DIGITS;
  if (scaled === 'TOO_MANY_DECIMALS') return 'Amounts have fewer decimals.';
  return text === '' ? message : NO_FIGURE;
}

/**
 * An amount in a request: decimal text, or a number that a caller wrote as one; `message` where there is none. Its currency is
 * a field of its own.
 */
/* @__NO_SIDE_EFFECTS__ */
export function amount(message: string) {
  const codec = z.codec(z.union([z.string(), z.number()], message), z.string(), {
    decode: (value, payload) => {
      const plain = String(value).trim();
      const fault = sentAmountFault(plain, message);
      if (fault === null) return plain;
      payload.issues.push({ code: 'custom', input: value, message: fault });
      return z.NEVER;
    },
    encode: (value) => value,
  });
  return ofKind(codec, 'amount');
}

/** An amount as it travels out, with its currency's own decimals. */
export const amountOut = z.string();

/** A percentage: decimal text or a number on the wire, a scaled bigint inside. */
/* @__NO_SIDE_EFFECTS__ */
export function rate(message: string, bounds: { min?: Rate; max?: Rate } = {}) {
  const codec = z.codec(z.union([z.string(), z.number()], message), z.bigint(), {
    decode: (value, payload) => {
      const scaled = parseRate(String(value));
      const low = bounds.min ?? 0n;
      const high = bounds.max ?? 100_000_000n;
      if (typeof scaled !== 'bigint' || scaled < low || scaled > high) {
        payload.issues.push({ code: 'custom', input: value, message });
        return z.NEVER;
      }
      return scaled;
    },
    encode: (value) => formatRate(value),
  });
  return ofKind(codec, 'rate');
}

/** The message for a share that is none. */
export const SHARE = 'Share must be between 0 and 100.';

/** A percentage in a reply. */
export const rateOut = z.codec(z.string(), z.bigint(), {
  decode: (value) => {
    const scaled = parseRate(value);
    return typeof scaled === 'bigint' ? scaled : 0n;
  },
  encode: (value) => formatRate(value),
});

export const currencyCode = z.string('Choose a currency.').check(z.regex(/^[A-Z]{3}$/, 'Choose a currency.'));

const COUNTRY = 'Choose a country.';
/** A country of the register (ISO 3166); null: none. */
export const countryCode = z.nullable(z.string(COUNTRY).check(z.regex(/^[A-Z]{2}$/, COUNTRY)));

/** An instant in a reply. */
export const instant = z.codec(z.string(), z.date(), {
  decode: (value) => new Date(value),
  encode: (value) => value.toISOString(),
});

/** `branch` absent or ALL means the session's branch (root: all); otherwise a branch's code or id. */
export const branchParam = z.optional(z.string().check(z.maxLength(20, 'Not a branch.')));

/** As which file everything that a list or a report shows is sent, instead of its reply. §6, §7. */
export const format = z.optional(z.enum(['csv', 'xlsx', 'pdf'], 'format must be csv, xlsx or pdf.'));
/** The same of what is no page to read: rows to mend and send again, a paper as data. */
export const dataFormat = z.optional(z.enum(['csv', 'xlsx'], 'format must be csv or xlsx.'));

/** What a list is searched for. */
export const searchValue = z.optional(text({ max: 100, message: 'Search for at most 100 characters.' }));

/** A value of several parts as JSON in an address, at most so many characters of it. */
/* @__NO_SIDE_EFFECTS__ */
export function jsonText<S extends z.ZodMiniType>(schema: S, { max, message }: { max: number; message: string }) {
  return z.codec(z.string().check(z.maxLength(max, message)), schema, {
    decode: (value, payload) => {
      try {
        return JSON.parse(value) as z.input<S>;
      } catch {
        payload.issues.push({ code: 'custom', input: value, message: 'Not JSON.' });
        return z.NEVER;
      }
    },
    encode: (value) => JSON.stringify(value),
  });
}

export const MOST_ROWS = 500;
const length = z.optional(wholeText({ min: 1, max: MOST_ROWS, message: `length must be from 1 to ${MOST_ROWS}.` }));
/** How many of each of its lists come. */
export const lengthQuery = { length };

/** The parameters of a paged list. §6. */
export const listQuery = {
  start: z.optional(wholeText({ min: 0, max: 999_999_999, message: 'start must be a whole number from 0.' })),
  length,
  searchValue,
  sort: z.optional(z.string().check(z.maxLength(200, 'sort is too long.'))),
  format,
};

export const branchListQuery = {
  ...listQuery,
  branch: branchParam,
  role: z.optional(z.string().check(z.maxLength(40, 'Not a role.'))),
};

/** The reply of a paged list: `recordsFiltered` is exact to 10,000 and beyond it 10,001 with `more`. */
/* @__NO_SIDE_EFFECTS__ */
export function listReply<T extends z.ZodMiniType>(row: T) {
  return z.object({
    recordsTotal: z.number(),
    recordsFiltered: z.number(),
    more: z.optional(z.boolean()),
    data: z.array(row),
  });
}

/** The rows of a report that shows the first of them: `more` says that there are others; totals and a file have all. */
/* @__NO_SIDE_EFFECTS__ */
export const firstRows = <T extends z.ZodMiniType>(row: T) => ({
  data: z.array(row),
  more: z.optional(z.boolean()),
});

/** What a write answers: the record, its version and its status. */
export const saved = z.object({
  id: recordId,
  version: z.int(),
  status: z.string(),
  number: z.optional(z.nullable(z.string())),
});

/** The same in an address. */
export const versionText = z.codec(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Send the version that you read.')),
  z.number(),
  { decode: Number, encode: String },
);
export const versionField = z
  .int('Send the version that you read.')
  .check(z.minimum(1, 'Send the version that you read.'));

/** A record in the version that was read: what a change of it is sent with. */
export const identified = { id: recordId, version: versionField };
