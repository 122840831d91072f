/** Classes and subclasses: what a policy is placed in and what it begins with. §6, §8, specification §7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { byId, idText, listReply, saved } from '../wire.ts';
import { classBody, coverTypeBody, coverTypeRecord, statusChangeBody, subclassBody } from './class-shapes.ts';
import { anyText, choices, classChoice, lookupQuery, registerList, status } from './shapes.ts';
import { coverTypeTable } from './tables.ts';

/** The names may travel in the address, as the specification sends them, or in the body with the other fields. */
export const coverType = {
  items: endpoint({
    method: 'GET',
    path: `${SCA}/covertype/items`,
    access: 'registers.view',
    effect: 'read',
    summary: 'Classes and subclasses, page by page.',
    query: z.object(registerList),
    reply: listReply(coverTypeTable.row),
  }),
  findAll: endpoint({
    method: 'GET',
    path: `${SCA}/covertype/findAll`,
    access: 'signed_in',
    effect: 'read',
    summary: 'Classes with their subclasses, and what policies begin with in each.',
    query: lookupQuery,
    reply: choices(classChoice),
  }),
  one: endpoint({
    method: 'GET',
    path: `${SCA}/covertype/{id}`,
    access: 'registers.view',
    effect: 'read',
    summary: 'A class or subclass with its terms, clauses, taxes and uses.',
    params: byId,
    reply: coverTypeRecord,
  }),
  saveClass: endpoint({
    method: 'PUT',
    path: `${SCA}/covertype/saveclass`,
    access: 'registers.create',
    effect: 'write',
    summary: 'Adds a class.',
    query: z.object({ name1: z.optional(anyText) }),
    body: z.optional(classBody),
    reply: saved,
  }),
  save: endpoint({
    method: 'PUT',
    path: `${SCA}/covertype/save`,
    access: 'registers.create',
    effect: 'write',
    summary: 'Adds a subclass name2 to the class name1, which is made when it is new.',
    query: z.object({ name1: z.optional(anyText), name2: z.optional(anyText) }),
    body: z.optional(subclassBody),
    reply: saved,
  }),
  edit: endpoint({
    method: 'PUT',
    path: `${SCA}/covertype/edit`,
    access: 'registers.edit',
    effect: 'write',
    summary: 'Edits a class or a subclass; terms that are not sent stay.',
    query: z.object({ id: z.optional(idText), name: z.optional(anyText) }),
    body: z.optional(coverTypeBody),
    reply: saved,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${SCA}/covertype/update`,
    access: 'registers.status',
    effect: 'write',
    summary: 'Makes a class or a subclass active or inactive.',
    query: z.object({ id: z.optional(idText), status: z.optional(status) }),
    body: statusChangeBody,
    reply: saved,
  }),
};
