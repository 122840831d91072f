/** Currencies and their dated rates, entered by hand or from a file. §3 Dates, §6, §8, specification §7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { CURRENCY_STATUSES } from './states.ts';
import {
  amount,
  amountOut,
  byId,
  currencyCode,
  day,
  idText,
  listQuery,
  listReply,
  recordId,
  saved,
  text,
  versionField,
} from '../wire.ts';
import { chosenId, policyUses } from './class-shapes.ts';
import { MOST_RATES_CHARACTERS } from './rates-file.ts';
import { choices, currencyChoice, exchangeRate, lookupQuery, NAME } from './shapes.ts';
import { currencyTable, rateTable } from './tables.ts';

const DAY = 'Choose a day.';
const LIMIT = 'Enter an amount from 0.';
const TAG = 'tag must be activate or disable.';
const currencyTag = z.enum(['activate', 'disable'], TAG);
/** The change of a currency's state, wherever its values travel. */
export const tagChange = z.object({ id: chosenId, tag: currencyTag });

const FILE = 'Choose a file of at most 1 MB.';
// Unchanged, so that its lines keep their numbers.
const ratesText = z.string(FILE).check(z.minLength(1, FILE), z.maxLength(MOST_RATES_CHARACTERS, FILE));

const importedRow = z.object({
  /** Of the file, counted from 1 with its heading. */
  line: z.int(),
  day: z.string(),
  currency: z.string(),
  rate: z.string(),
  outcome: z.enum(['NEW', 'CHANGED', 'SAME', 'ERROR']),
  before: z.nullable(z.string()),
  warnings: z.array(z.string()),
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
});

export const currency = {
  items: endpoint({
    method: 'GET',
    path: `${SCA}/currency/items`,
    access: 'registers.view',
    effect: 'read',
    summary: 'Currencies with their last rate, page by page.',
    query: z.object({ ...listQuery, status: z.optional(z.enum(CURRENCY_STATUSES)) }),
    reply: listReply(currencyTable.row),
  }),
  findAll: endpoint({
    method: 'GET',
    path: `${SCA}/currency/findAll`,
    access: 'signed_in',
    effect: 'read',
    summary: 'Active currencies, the base currency first.',
    query: lookupQuery,
    reply: choices(currencyChoice),
  }),
  one: endpoint({
    method: 'GET',
    path: `${SCA}/currency/{id}`,
    access: 'registers.view',
    effect: 'read',
    summary: 'A currency with its last rate and where it is used.',
    params: byId,
    reply: z.object({
      ...currencyTable.row.shape,
      /** Up to what the firm bears a difference on one note itself. */
      write_off_limit: amountOut,
      uses: policyUses,
    }),
  }),
  setLimit: endpoint({
    method: 'PUT',
    path: `${SCA}/currency/writeofflimit`,
    access: 'firm.manage',
    effect: 'write',
    summary: 'Sets up to what the firm bears a small difference or bank charge on one note in a currency; 0 for none.',
    body: z.object({ id: recordId, amount: amount(LIMIT), version: z.optional(versionField) }),
    reply: saved,
  }),
  save: endpoint({
    method: 'POST',
    path: `${SCA}/currency/save`,
    access: 'registers.create',
    effect: 'write',
    summary: 'Adds a currency; its decimals are those of ISO 4217.',
    body: z.object({ code: currencyCode, name: text({ min: 2, max: 150, message: NAME }) }),
    reply: saved,
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${SCA}/currency/edit`,
    access: 'registers.edit',
    effect: 'write',
    summary: 'Renames a currency; its code and decimals stay.',
    body: z.object({
      id: recordId,
      name: text({ min: 2, max: 150, message: NAME }),
      version: z.optional(versionField),
    }),
    reply: saved,
  }),
  activateDisable: endpoint({
    method: 'PUT',
    path: `${SCA}/currency/activatedisable`,
    access: 'registers.status',
    effect: 'write',
    summary: 'Activates or disables a currency; the base currency stays active.',
    query: z.object({ id: z.optional(idText), tag: z.optional(currencyTag) }),
    body: z.optional(
      z.object({
        id: z.optional(recordId),
        tag: z.optional(currencyTag),
        version: z.optional(versionField),
      }),
    ),
    reply: saved,
  }),
  rates: endpoint({
    method: 'GET',
    path: `${SCA}/currency/rates`,
    access: 'rates.view',
    effect: 'read',
    summary: 'The rates of a currency, page by page, newest first: base units for one unit.',
    query: z.object({
      ...listQuery,
      currency: currencyCode,
      from: z.optional(day(DAY)),
      to: z.optional(day(DAY)),
    }),
    reply: z.object({ ...listReply(rateTable.row).shape, currency: z.string(), base: z.string() }),
  }),
  saveRate: endpoint({
    method: 'PUT',
    path: `${SCA}/currency/rate`,
    access: 'rates.create',
    effect: 'write',
    summary:
      'Enters the rate of a currency for a day, or corrects it. What was posted keeps the rate it was posted at.',
    body: z.object({ currency: currencyCode, day: day(DAY), rate: exchangeRate }),
    reply: z.object({ currency: z.string(), day: z.string(), rate: z.string() }),
  }),
  deleteRate: endpoint({
    method: 'DELETE',
    path: `${SCA}/currency/rate`,
    access: 'rates.create',
    effect: 'write',
    summary: 'Takes back a rate that nothing was booked at.',
    query: z.object({ currency: currencyCode, day: day(DAY) }),
    reply: z.object({ currency: z.string(), day: z.string(), rate: z.string() }),
  }),
  previewRates: endpoint({
    method: 'POST',
    path: `${SCA}/currency/rates/preview`,
    access: 'rates.create',
    effect: 'read',
    summary: 'Reads a CSV of rates (day, currency, rate) and answers what importing it would do, row by row.',
    body: z.object({ text: ratesText }),
    reply: z.object({
      rows: z.array(importedRow),
      counts: z.object({
        new: z.int(),
        changed: z.int(),
        same: z.int(),
        errors: z.int(),
        warnings: z.int(),
      }),
      /** Columns of the file that are not read. */
      ignored: z.array(z.string()),
      /** Identifies this outcome; the import names the one that the user saw. */
      digest: z.string(),
    }),
  }),
  importRates: endpoint({
    method: 'POST',
    path: `${SCA}/currency/rates/import`,
    access: 'rates.create',
    effect: 'write',
    summary: 'Enters all rates of a CSV at once, as its preview said; one with a row in error is refused whole.',
    body: z.object({
      text: ratesText,
      digest: z.string('Look at the preview first.').check(z.regex(/^[0-9a-f]{64}$/, 'Look at the preview first.')),
    }),
    reply: z.object({ new: z.int(), changed: z.int(), same: z.int() }),
  }),
};
