/** Shapes of classes, clauses and currencies beyond what a picker shows, with the messages of §8. */
import * as z from 'zod/mini';
import { instant, rate, rateOut, recordId, text, versionField } from '../wire.ts';
import { anyText, market, NAME, status, taxRate } from './shapes.ts';

const COMMISSION = 'Commission must be between 0 and 100.';
const BROKERAGE = 'Brokerage must be between 0 and 100.';

const clauseIds = z.array(recordId).check(z.maxLength(200, 'At most 200 clauses.'));

/**
 * What a class gives to the policies placed in it, all of it optional: percentages (null: none, or its class's), and the
 * clauses of each market in the order of the slip.
 */
const classTerms = {
  commission: z.optional(z.nullable(rate(COMMISSION))),
  brokerage: z.optional(z.nullable(rate(BROKERAGE))),
  clauses: z.optional(z.object({ LOCAL: z.optional(clauseIds), LONDON: z.optional(clauseIds) })),
};

const nameField = text({ min: 2, max: 150, message: NAME });
/** The names, wherever they travel. */
export const classNames = z.object({ name1: nameField });
export const subclassNames = z.object({ name1: nameField, name2: nameField });
/** An id as it was read, in the address or the body: one that no record can have finds nothing. */
export const chosenId = z.int('Choose one from the list.');
export const coverTypeName = z.object({ id: chosenId, name: nameField });
/** A status change, wherever its values travel. */
export const statusChange = z.object({ id: chosenId, status });

const version = z.optional(versionField);
export const classBody = z.object({ name1: z.optional(anyText), ...classTerms });
export const subclassBody = z.object({ name1: z.optional(anyText), name2: z.optional(anyText), ...classTerms });
export const coverTypeBody = z.object({
  id: z.optional(recordId),
  name: z.optional(anyText),
  ...classTerms,
  version,
});
export const statusChangeBody = z.optional(z.object({ id: z.optional(recordId), status: z.optional(status), version }));

/**
 * Policies that use a register's entry, in the branches whose policies the caller may see; null for those who may
 * see none. Each count is exact to 10,000 and 10,001 beyond.
 */
export const policyUses = z.nullable(
  z.object({
    /** Drafts and rejected ones: they are edited yet. */
    drafts: z.int(),
    waiting: z.int(),
    /** Approved, and covered today. */
    inForce: z.int(),
    all: z.int(),
  }),
);

const classClause = z.object({
  id: recordId,
  code: z.string(),
  title: z.string(),
  market,
  status,
  /** It comes from the class of this subclass. */
  inherited: z.boolean(),
});

/** A tax or levy that falls on policies of the class: its own, its class's, or every class's. */
const classTax = z.object({
  id: recordId,
  code: z.string(),
  name: z.string(),
  ...taxRate,
  className: z.nullable(z.string()),
});

/** A class or subclass: its own terms, what applies with its class's, and where it is used. */
export const coverTypeRecord = z.object({
  id: recordId,
  name1: z.string(),
  name2: z.nullable(z.string()),
  name: z.string(),
  class_id: z.nullable(recordId),
  status,
  version: z.int(),
  /** Its own; null: none, or its class's. */
  commission: z.nullable(rateOut),
  brokerage: z.nullable(rateOut),
  /** Its own or its class's. */
  commissionApplied: z.nullable(rateOut),
  brokerageApplied: z.nullable(rateOut),
  clauses: z.array(classClause),
  taxes: z.array(classTax),
  subclasses: z.array(
    z.object({
      id: recordId,
      name: z.string(),
      status,
      commission: z.nullable(rateOut),
      brokerage: z.nullable(rateOut),
    }),
  ),
  uses: policyUses,
});

/** One wording of a clause as it was. Who and when are null for what was there from the start. */
const wordingRow = z.object({
  version: z.int(),
  code: z.string(),
  title: z.string(),
  wording: z.string(),
  madeBy: z.nullable(z.string()),
  madeAt: z.nullable(instant),
});

export const clauseRecord = z.object({
  id: recordId,
  code: z.string(),
  title: z.string(),
  wording: z.string(),
  wordingVersion: z.int(),
  market: z.nullable(market),
  class_id: z.nullable(recordId),
  className: z.nullable(z.string()),
  status,
  version: z.int(),
  /** All of them, the newest first. */
  wordings: z.array(wordingRow),
  /** Classes whose policies begin with it. */
  classes: z.array(z.object({ id: recordId, name: z.string(), market })),
  uses: policyUses,
});
