/** Parties as pages: the lists of clients and reinsurers, what each part of a party's page shows, and a note. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { NOTE_SERIES } from '../ledger/notes.ts';
import { partyRecord } from '../registers/party-shapes.ts';
import { status } from '../registers/shapes.ts';
import { amountOut, branchListQuery, branchParam, byId, listReply, recordId, ref } from '../wire.ts';
import {
  CLIENT_KINDS,
  clientTable,
  noteEntryTable,
  notePartTable,
  PARTY_KINDS,
  partyNoteTable,
  partyPaperTable,
  positionTable,
  REINSURER_KINDS,
  reinsurerTable,
  SIDES,
} from './tables.ts';

const path = `${SCA}/party`;
const ofList = {
  ...branchListQuery,
  status: z.optional(status),
  country: z.optional(z.string().check(z.maxLength(2, 'Choose from the list.'))),
  /** Those alone with whom something is open. */
  open: z.optional(z.enum(['YES'])),
};
const listed = { method: 'GET', access: 'registers.view', effect: 'read' } as const;

export const listClients = endpoint({
  ...listed,
  path: `${path}/clients`,
  summary: 'Reinsureds and insureds with what is open, overdue, written and in force, in base at booked rates.',
  query: z.object({ ...ofList, kind: z.optional(z.enum(CLIENT_KINDS)) }),
  reply: z.object({ ...listReply(clientTable.row).shape, base_currency: z.string() }),
});
export const listReinsurers = endpoint({
  ...listed,
  path: `${path}/reinsurers`,
  summary: 'Securities of both markets with what is open, overdue, written and in force, in base at booked rates.',
  query: z.object({ ...ofList, kind: z.optional(z.enum(REINSURER_KINDS)) }),
  reply: z.object({ ...listReply(reinsurerTable.row).shape, base_currency: z.string() }),
});

export const oneParty = endpoint({
  ...listed,
  path: `${path}/{id}`,
  summary: 'A party of any register, with its contacts and bank accounts.',
  params: byId,
  reply: z.object({ ...partyRecord.shape, kind: z.enum(PARTY_KINDS), erased: z.boolean() }),
});
export const partyPosition = endpoint({
  ...listed,
  path: `${path}/{id}/position`,
  summary: 'What is open with a party by side, currency and age, as at today; null where the caller may see no side.',
  params: byId,
  query: z.object({ branch: branchParam }),
  reply: z.object({ as_at: z.string(), data: z.nullable(z.array(positionTable.row)) }),
});
export const partyPremium = endpoint({
  ...listed,
  path: `${path}/{id}/premium`,
  summary: 'Fac premium of a party by month of this year and last, in base at booked rates; of a security its lines.',
  params: byId,
  query: z.object({ branch: branchParam }),
  reply: z.object({
    year: z.int(),
    currency: z.string(),
    months: z.nullable(z.array(z.object({ month: z.string(), premium: amountOut, before: amountOut }))),
  }),
});
export const partyNotes = endpoint({
  ...listed,
  path: `${path}/{id}/notes`,
  summary: 'Open notes of a party, the earliest due first.',
  params: byId,
  query: z.object({ ...branchListQuery, side: z.optional(z.enum(SIDES)) }),
  reply: listReply(partyNoteTable.row),
});
export const partyPapers = endpoint({
  ...listed,
  path: `${path}/{id}/papers`,
  access: 'policy_documents.view',
  summary: 'Papers issued to a party, the latest first.',
  params: byId,
  query: z.object(branchListQuery),
  reply: listReply(partyPaperTable.row),
});

/** A note with what it is of, what it is made of, and what was booked on it. */
export const oneNote = endpoint({
  method: 'GET',
  path: `${SCA}/issuednote/{id}`,
  access: 'signed_in',
  effect: 'read',
  summary: 'A debit note, credit note or invoice with its parts and what was booked on it.',
  params: byId,
  reply: z.object({
    id: recordId,
    number: z.string(),
    series: z.enum(NOTE_SERIES),
    purpose: partyNoteTable.columns.purpose.schema,
    status: z.enum(['ISSUED', 'VOID']),
    branch: z.string(),
    party: ref,
    party_kind: z.enum(PARTY_KINDS),
    policy: z.nullable(ref),
    endorsement: z.nullable(ref),
    claim: z.nullable(ref),
    invoice: z.nullable(ref),
    debit_note: z.nullable(ref),
    currency: z.string(),
    amount: amountOut,
    settled: amountOut,
    outstanding: amountOut,
    posted_on: z.string(),
    due_on: z.string(),
    parts: z.array(notePartTable.row),
    /** Null where the caller does not see the ledger. */
    entries: z.nullable(z.array(noteEntryTable.row)),
  }),
});
