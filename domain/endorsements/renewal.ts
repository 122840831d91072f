import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { atMost, byId, recordId, saved, text } from '../wire.ts';

const base = `${SCA}/underwriting`;
const writes = { method: 'PUT', access: 'policies.create', effect: 'write', params: byId } as const;

export const renewPolicy = endpoint({
  ...writes,
  path: `${base}/renew/{id}`,
  summary: 'Makes the draft of the next period on the terms as they stand; a second time it gives the same draft.',
  reply: saved,
});
export const renewPolicies = endpoint({
  method: 'POST',
  path: `${base}/renew`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Renews several policies at once; one that cannot be renewed says why and does not stop the others.',
  body: z.object({
    ids: z
      .array(recordId, 'Choose policies.')
      .check(z.minLength(1, 'Choose policies.'), z.maxLength(100, 'At most 100 policies at once.')),
  }),
  reply: z.array(
    z.object({
      policy: recordId,
      renewal: z.nullable(z.object({ id: recordId, number: z.string() })),
      problem: z.nullable(z.string()),
    }),
  ),
});
export const notRenewPolicy = endpoint({
  ...writes,
  path: `${base}/notrenewed/{id}`,
  summary: 'Says that a policy is not renewed, and why; an empty reason takes it back.',
  body: z.object({ reason: text(atMost(500)) }),
  reply: saved,
});
export const copyPolicy = endpoint({
  ...writes,
  path: `${base}/copy/{id}`,
  summary: 'Makes a draft on the terms of another policy, whatever its state.',
  reply: saved,
});
