/** Classes, clauses, currencies and their rates: the registers of the firm. §6, §8, specification §7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { currencyCode, day, idText, listQuery, listReply, saved, text } from '../wire.ts';
import {
  branchChoice,
  choices,
  clauseEdit,
  clauseForm,
  clauseRow,
  coverTypeRow,
  classChoice,
  currencyChoice,
  currencyRow,
  exchangeRate,
  ledgerAccountChoice,
  lookupQuery,
  market,
  NAME,
  registerList,
  statusBody,
  statusQuery,
  taxChoice,
} from './shapes.ts';

export const coverType = {
  items: endpoint({
    method: 'GET',
    path: `${SCA}/covertype/items`,
    access: 'registers.view',
    effect: 'read',
    summary: 'Classes and subclasses, page by page.',
    query: z.object(registerList),
    reply: listReply(coverTypeRow),
  }),
  findAll: endpoint({
    method: 'GET',
    path: `${SCA}/covertype/findAll`,
    access: 'signed_in',
    effect: 'read',
    summary: 'Classes with their subclasses.',
    query: lookupQuery,
    reply: choices(classChoice),
  }),
  saveClass: endpoint({
    method: 'PUT',
    path: `${SCA}/covertype/saveclass`,
    access: 'registers.create',
    effect: 'write',
    summary: 'Adds a class.',
    query: z.object({ name1: text({ min: 2, max: 150, message: NAME }) }),
    reply: saved,
  }),
  save: endpoint({
    method: 'PUT',
    path: `${SCA}/covertype/save`,
    access: 'registers.create',
    effect: 'write',
    summary: 'Adds a subclass name2 to the class name1, which is made when it is new.',
    query: z.object({
      name1: text({ min: 2, max: 150, message: NAME }),
      name2: text({ min: 2, max: 150, message: NAME }),
    }),
    reply: saved,
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${SCA}/covertype/edit`,
    access: 'registers.edit',
    effect: 'write',
    summary: 'Renames a class or a subclass.',
    query: z.object({ id: idText, name: text({ min: 2, max: 150, message: NAME }) }),
    body: statusBody,
    reply: saved,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${SCA}/covertype/update`,
    access: 'registers.status',
    effect: 'write',
    summary: 'Makes a class or a subclass active or inactive.',
    query: statusQuery,
    body: statusBody,
    reply: saved,
  }),
};

export const clause = {
  items: endpoint({
    method: 'GET',
    path: `${SCA}/clause/items`,
    access: 'registers.view',
    effect: 'read',
    summary: 'Clauses, page by page.',
    query: z.object({ ...registerList, market: z.optional(market) }),
    reply: listReply(clauseRow),
  }),
  findAll: endpoint({
    method: 'GET',
    path: `${SCA}/clause/findAll`,
    access: 'signed_in',
    effect: 'read',
    summary: 'The first 500 clauses by code, for pickers; a market leaves out those of the other alone.',
    query: z.object({ ...lookupQuery.shape, market: z.optional(market) }),
    reply: choices(clauseRow),
  }),
  one: endpoint({
    method: 'GET',
    path: `${SCA}/clause/{id}`,
    access: 'registers.view',
    effect: 'read',
    summary: 'A clause with its wording.',
    params: z.object({ id: idText }),
    reply: z.object({ ...clauseRow.shape, wording: z.string(), wordingVersion: z.int() }),
  }),
  save: endpoint({
    method: 'POST',
    path: `${SCA}/clause/save`,
    access: 'registers.create',
    effect: 'write',
    summary: 'Adds a clause.',
    body: clauseForm,
    reply: saved,
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${SCA}/clause/edit`,
    access: 'registers.edit',
    effect: 'write',
    summary: 'Edits a clause; a changed wording is a new version of it.',
    body: clauseEdit,
    reply: saved,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${SCA}/clause/update`,
    access: 'registers.status',
    effect: 'write',
    summary: 'Makes a clause active or inactive.',
    query: statusQuery,
    body: statusBody,
    reply: saved,
  }),
};

export const currency = {
  items: endpoint({
    method: 'GET',
    path: `${SCA}/currency/items`,
    access: 'registers.view',
    effect: 'read',
    summary: 'Currencies with their last rate, page by page.',
    query: z.object({ ...listQuery, status: z.optional(z.enum(['ACTIVE', 'DISABLED'])) }),
    reply: listReply(currencyRow),
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
  save: endpoint({
    method: 'POST',
    path: `${SCA}/currency/save`,
    access: 'registers.create',
    effect: 'write',
    summary: 'Adds a currency; its decimals are those of ISO 4217.',
    body: z.object({ code: currencyCode, name: text({ min: 2, max: 150, message: NAME }) }),
    reply: saved,
  }),
  activateDisable: endpoint({
    method: 'PUT',
    path: `${SCA}/currency/activatedisable`,
    access: 'registers.status',
    effect: 'write',
    summary: 'Activates or disables a currency; the base currency stays active.',
    query: z.object({ id: idText, tag: z.enum(['activate', 'disable'], 'tag must be activate or disable.') }),
    body: statusBody,
    reply: saved,
  }),
  rates: endpoint({
    method: 'GET',
    path: `${SCA}/currency/rates`,
    access: 'rates.view',
    effect: 'read',
    summary: 'The last 500 rates of a currency, newest first: base units for one unit.',
    query: z.object({ currency: currencyCode }),
    reply: z.object({
      currency: z.string(),
      base: z.string(),
      data: z.array(z.object({ day: z.string(), rate: z.string(), enteredBy: z.nullable(z.string()) })),
    }),
  }),
  saveRate: endpoint({
    method: 'PUT',
    path: `${SCA}/currency/rate`,
    access: 'rates.create',
    effect: 'write',
    summary:
      'Enters the rate of a currency for a day, or corrects it. What was posted keeps the rate it was posted at.',
    body: z.object({
      currency: currencyCode,
      day: day('Choose a day.'),
      rate: exchangeRate,
    }),
    reply: z.object({ currency: z.string(), day: z.string(), rate: z.string() }),
  }),
};

function lookup<const P extends string, T extends z.ZodMiniType>(path: P, summary: string, choice: T) {
  return endpoint({
    method: 'GET',
    path: `${SCA}/${path}`,
    access: 'signed_in',
    effect: 'read',
    summary,
    reply: choices(choice),
  });
}

export const countries = lookup(
  'countryjurisdiction/findAll',
  'Countries and jurisdictions.',
  z.object({ code: z.string(), name: z.string() }),
);
export const branches = lookup('branch/findAll', 'Branches of the firm.', branchChoice);
export const taxes = lookup('tax/findAll', 'Taxes and levies with their dated rates.', taxChoice);
export const ledgerAccounts = lookup('ledgeraccount/findAll', 'Ledger accounts.', ledgerAccountChoice);
