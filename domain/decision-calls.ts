/** The calls by which any record goes from draft to decision, and what its checker sees before. §4, §6. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { Kind } from './records/kinds.ts';
import {
  amountOut,
  byId,
  dayParam,
  idText,
  instant,
  optionalText,
  recordId,
  saved,
  text,
  versionField,
  versionText,
} from './wire.ts';

/** Somebody who did something to a record. */
export const person = z.object({ id: recordId, name: z.string() });
/** Who made, last edited and decided a record, and when: on the page of every kind. */
export const people = {
  made_by: person,
  edited_by: person,
  /** Everyone who made, edited or submitted it in any version: none of them decides it. */
  hands: z.array(person),
  decided_by: z.nullable(person),
  decided_at: z.nullable(instant),
  decision_reason: z.nullable(z.string()),
  created_at: instant,
};

/** What will happen when a record is decided: shown to the checker before, and the same that the approval books. */
export const decisionPreview = z.object({
  id: recordId,
  version: z.int(),
  can_decide: z.boolean(),
  why_not: z.nullable(z.string()),
  warnings: z.array(z.string()),
  /** The day on which it is booked, and the first that may be chosen (null: any); absent where it has a day of its own. */
  posting: z.optional(z.object({ day: z.string(), from: z.nullable(z.string()) })),
  notes: z.array(
    z.object({
      kind: z.string(),
      party: z.string(),
      currency: z.string(),
      amount: amountOut,
      due_on: z.nullable(z.string()),
    }),
  ),
  /** Why it is approved for a reason alone; absent where none is needed. */
  reason_needed: z.optional(z.string()),
  journal: z.array(
    z.object({
      account: z.string(),
      account_name: z.string(),
      party: z.nullable(z.string()),
      /** Of an approval that books in two branches: in which. */
      branch: z.optional(z.string()),
      debit: z.nullable(amountOut),
      credit: z.nullable(amountOut),
      currency: z.string(),
    }),
  ),
});

const decisionParams = z.object({
  id: idText,
  a: z.enum(['APPROVED', 'REJECTED'], 'Decide by APPROVED or REJECTED.'),
});
/** The same where the address names the deciding user as well, who is the caller. */
export const ownDecisionParams = z.object({ ...decisionParams.shape, b: z.string() });
export const reasonQuery = z.object({ reason: optionalText(500) });
const decisionQuery = z.object({ ...reasonQuery.shape, version: z.optional(versionText) });
/** The reason for a rejection and the like: their calls also decide what needs none, so that only the form asks for it. */
export const reasonForm = z.object({ reason: text({ min: 1, max: 500, message: 'Write the reason first.' }) });
export const decisionBody = z.optional(
  z.object({
    reason: optionalText(500),
    version: z.optional(versionField),
    /** Of an approval that is booked on a day of its own: an earlier day of an open period; absent: today. §3 Dates. */
    posting_day: dayParam,
  }),
);
/** The same day for a preview: what approving would book on it. */
export const postingQuery = z.object({ posting_day: dayParam });
const versionBody = z.optional(z.object({ version: z.optional(versionField) }));

/** Submit, withdraw, preview, approve or reject, disable, reverse: the same for every kind of record that is decided. */
export function decisionCalls({ path, noun, view, rights, ...kind }: Kind) {
  const { create, decide } = rights ?? kind;
  const step = { method: 'PUT', effect: 'write', params: byId, body: versionBody, reply: saved } as const;
  return {
    submit: endpoint({
      ...step,
      path: `${path}/submit/{id}`,
      access: create,
      summary: `Submits a ${noun} for approval.`,
    }),
    withdraw: endpoint({
      ...step,
      path: `${path}/withdraw/{id}`,
      access: create,
      summary: `Takes one’s own pending ${noun} back to draft.`,
    }),
    preview: endpoint({
      method: 'GET',
      path: `${path}/preview/{id}`,
      access: view,
      effect: 'read',
      summary: `What approving this ${noun} will do, on a posting day where one may be chosen.`,
      params: byId,
      query: postingQuery,
      reply: decisionPreview,
    }),
    approve: endpoint({
      method: 'PUT',
      path: `${path}/approve/{id}/{a}`,
      access: decide,
      effect: 'write',
      summary: `Approves or rejects a pending ${noun} in the version that was seen, named in the body or the query.`,
      params: decisionParams,
      query: decisionQuery,
      body: decisionBody,
      reply: saved,
    }),
    disable: endpoint({
      ...step,
      method: 'DELETE',
      path: `${path}/{id}`,
      access: create,
      summary: `Disables a draft or rejected ${noun}.`,
    }),
    reverse: endpoint({
      method: 'PUT',
      path: `${path}/reverse/{id}`,
      access: 'reversals.decide',
      effect: 'write',
      summary: `Reverses what an approved ${noun} did.`,
      params: byId,
      body: z.object({ reason: text({ min: 3, max: 500, message: 'Say why it is reversed.' }), version: versionField }),
      reply: saved,
    }),
  };
}

export type DecisionCalls = ReturnType<typeof decisionCalls>;
