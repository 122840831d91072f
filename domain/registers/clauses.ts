/** Clauses and their wordings. A policy keeps the version that it was written with. §6, §8, specification §7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { byId, idText, listReply, saved } from '../wire.ts';
import { clauseRecord, statusChangeBody } from './class-shapes.ts';
import { choices, clauseEdit, clauseForm, lookupQuery, market, registerList, status } from './shapes.ts';
import { clauseTable } from './tables.ts';

export const clause = {
  items: endpoint({
    method: 'GET',
    path: `${SCA}/clause/items`,
    access: 'registers.view',
    effect: 'read',
    summary: 'Clauses, page by page.',
    query: z.object({ ...registerList, market: z.optional(market) }),
    reply: listReply(clauseTable.row),
  }),
  findAll: endpoint({
    method: 'GET',
    path: `${SCA}/clause/findAll`,
    access: 'signed_in',
    effect: 'read',
    summary: 'The first 500 clauses by code, for pickers; a market leaves out those of the other alone.',
    query: z.object({ ...lookupQuery.shape, market: z.optional(market) }),
    reply: choices(clauseTable.row),
  }),
  one: endpoint({
    method: 'GET',
    path: `${SCA}/clause/{id}`,
    access: 'registers.view',
    effect: 'read',
    summary: 'A clause with every wording that it had, and where it is used.',
    params: byId,
    reply: clauseRecord,
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
    summary: 'Edits a clause; a changed code, title or wording is a new version, and policies keep theirs.',
    body: clauseEdit,
    reply: saved,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${SCA}/clause/update`,
    access: 'registers.status',
    effect: 'write',
    summary: 'Makes a clause active or inactive.',
    query: z.object({ id: z.optional(idText), status: z.optional(status) }),
    body: statusChangeBody,
    reply: saved,
  }),
};
