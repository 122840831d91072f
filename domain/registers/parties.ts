/** The four registers of parties: reinsureds, insureds, and the securities of two markets. §6, §8, specification §7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { atMost, byId, idText, listReply, optionalText, saved, text, versionField } from '../wire.ts';
import {
  bankAccountForm,
  mergeBody,
  mergePreview,
  mergeQuery,
  nearParty,
  partyBody,
  partyChoice,
  partyEffects,
  partyRecord,
  partyUses,
  partyUsesQuery,
} from './party-shapes.ts';
import { anyText, choices, lookupQuery, market, registerList, statusBody, statusQuery, version } from './shapes.ts';
import { partyTable } from './tables.ts';

const accountId = z.object({ id: idText, account: idText });

/** The calls about one entry of a register, by its id. */
function recordEndpoints<const P extends string, const N extends string>(path: P, noun: N) {
  return {
    one: endpoint({
      method: 'GET',
      path: `${SCA}/${path}/{id}`,
      access: 'registers.view',
      effect: 'read',
      summary: `One entry of the ${noun} register with its contacts and bank accounts.`,
      params: byId,
      reply: partyRecord,
    }),
    uses: endpoint({
      method: 'GET',
      path: `${SCA}/${path}/{id}/uses`,
      access: 'registers.view',
      effect: 'read',
      summary: `Where an entry of the ${noun} register is used, in the branches and as far as the caller may see it: policies page by page, balances per account and currency.`,
      params: byId,
      query: partyUsesQuery,
      reply: partyUses,
    }),
    effects: endpoint({
      method: 'GET',
      path: `${SCA}/${path}/{id}/effects`,
      access: 'registers.view',
      effect: 'read',
      summary: `What making an entry of the ${noun} register inactive affects.`,
      params: byId,
      reply: partyEffects,
    }),
    similar: endpoint({
      method: 'GET',
      path: `${SCA}/${path}/similar`,
      access: 'registers.view',
      effect: 'read',
      summary: `At most five of the ${noun} register whose name is near to this one.`,
      query: z.object({ name: text(atMost(150)), except: z.optional(idText) }),
      reply: z.array(nearParty),
    }),
    mergePreview: endpoint({
      method: 'GET',
      path: `${SCA}/${path}/{id}/merge`,
      access: 'registers.merge',
      effect: 'read',
      summary: `What merging an entry of the ${noun} register into another would move, in every branch.`,
      params: byId,
      query: mergeQuery,
      reply: mergePreview,
    }),
    merge: endpoint({
      method: 'PUT',
      path: `${SCA}/${path}/merge`,
      access: 'registers.merge',
      effect: 'write',
      summary: `Merges one entry of the ${noun} register into another: whatever named the first names the second.`,
      body: mergeBody,
      reply: saved,
    }),
  };
}

/** A change of where a party is paid is proposed by one person and confirmed by another. */
function bankEndpoints<const P extends string>(path: P) {
  return {
    proposeAccount: endpoint({
      method: 'POST',
      path: `${SCA}/${path}/{id}/bankaccount`,
      access: 'registers.create',
      effect: 'write',
      summary: 'Proposes the account to which a party is paid in one currency; another person confirms it.',
      params: byId,
      body: bankAccountForm,
      reply: saved,
    }),
    decideAccount: endpoint({
      method: 'PUT',
      path: `${SCA}/${path}/{id}/bankaccount/{account}/decide`,
      access: 'registers.edit',
      effect: 'write',
      summary: 'Confirms or refuses a proposed account; its proposer cannot. The one before it is replaced.',
      params: accountId,
      body: z.object({
        decision: z.enum(['ACTIVE', 'REFUSED'], 'Confirm or refuse it.'),
        reason: optionalText(500),
        version: versionField,
      }),
      reply: saved,
    }),
    withdrawAccount: endpoint({
      method: 'PUT',
      path: `${SCA}/${path}/{id}/bankaccount/{account}/withdraw`,
      access: 'registers.create',
      effect: 'write',
      summary: 'Takes back an account that one has proposed.',
      params: accountId,
      body: z.object({ version: versionField }),
      reply: saved,
    }),
  };
}

/**
 * The calls of one register of parties. The specification sends the values in the address with an empty body; a body
 * with the same names is taken as well.
 */
function partyEndpoints<const P extends string, const N extends string>(path: P, noun: N) {
  return {
    ...recordEndpoints(path, noun),
    ...bankEndpoints(path),
    items: endpoint({
      method: 'GET',
      path: `${SCA}/${path}/items`,
      access: 'registers.view',
      effect: 'read',
      summary: `The ${noun} register, page by page.`,
      query: z.object(registerList),
      reply: listReply(partyTable.row),
    }),
    findAll: endpoint({
      method: 'GET',
      path: `${SCA}/${path}/findAll`,
      access: 'signed_in',
      effect: 'read',
      summary: `The first 500 of the ${noun} register by name, for pickers; searchValue narrows them, id gives one.`,
      query: z.object({ ...lookupQuery.shape, market: z.optional(market), id: z.optional(idText) }),
      reply: choices(partyChoice),
    }),
    save: endpoint({
      method: 'POST',
      path: `${SCA}/${path}/save`,
      access: 'registers.create',
      effect: 'write',
      summary: `Adds to the ${noun} register.`,
      query: z.object({ name: z.optional(anyText), address: z.optional(anyText) }),
      body: z.optional(z.object(partyBody)),
      reply: saved,
    }),
    edit: endpoint({
      method: 'PUT',
      path: `${SCA}/${path}/edit`,
      access: 'registers.edit',
      effect: 'write',
      summary: `Edits an entry of the ${noun} register.`,
      query: z.object({ id: idText, name: z.optional(anyText), address: z.optional(anyText) }),
      body: z.optional(z.object({ ...partyBody, version })),
      reply: saved,
    }),
    update: endpoint({
      method: 'PUT',
      path: `${SCA}/${path}/update`,
      access: 'registers.status',
      effect: 'write',
      summary: `Makes an entry of the ${noun} register active or inactive.`,
      query: statusQuery,
      body: statusBody,
      reply: saved,
    }),
  };
}

export const reinsured = partyEndpoints('reinsured', 'reinsured');
/** `insurancecompany` in the calls is the register of insureds. */
export const insured = partyEndpoints('insurancecompany', 'insured');
export const securities = partyEndpoints('securities', 'securities');
export const securitiesLondon = partyEndpoints('securitieslondon', 'London securities');
export type PartyEndpoints = ReturnType<typeof partyEndpoints<string, string>>;
