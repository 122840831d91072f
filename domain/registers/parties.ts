/** The four registers of parties: reinsureds, insureds, and the securities of two markets. §6, §8, specification §7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { idText, listReply, saved } from '../wire.ts';
import {
  anyText,
  choices,
  lookupQuery,
  market,
  partyBody,
  partyChoice,
  partyRow,
  registerList,
  statusBody,
  statusQuery,
  version,
} from './shapes.ts';

/**
 * The calls of one register of parties. The specification sends the values in the address with an empty body; a body
 * with the same names is taken as well.
 */
function partyEndpoints<const P extends string, const N extends string>(path: P, noun: N) {
  return {
    items: endpoint({
      method: 'GET',
      path: `${SCA}/${path}/items`,
      access: 'registers.view',
      effect: 'read',
      summary: `The ${noun} register, page by page.`,
      query: z.object(registerList),
      reply: listReply(partyRow),
    }),
    findAll: endpoint({
      method: 'GET',
      path: `${SCA}/${path}/findAll`,
      access: 'signed_in',
      effect: 'read',
      summary: `The first 500 of the ${noun} register by name, for pickers; searchValue narrows them.`,
      query: z.object({ ...lookupQuery.shape, market: z.optional(market) }),
      reply: choices(partyChoice),
    }),
    save: endpoint({
      method: 'POST',
      path: `${SCA}/${path}/save`,
      access: 'registers.create',
      effect: 'write',
      summary: `Adds to the ${noun} register.`,
      query: z.object({ name: z.optional(anyText), address: z.optional(anyText) }),
      body: z.optional(z.strictObject(partyBody)),
      reply: saved,
    }),
    edit: endpoint({
      method: 'PUT',
      path: `${SCA}/${path}/edit`,
      access: 'registers.edit',
      effect: 'write',
      summary: `Edits an entry of the ${noun} register.`,
      query: z.object({ id: idText, name: z.optional(anyText), address: z.optional(anyText) }),
      body: z.optional(z.strictObject({ ...partyBody, version })),
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
