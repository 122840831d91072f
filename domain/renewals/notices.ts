import * as z from 'zod/mini';
import { SENDING_STATUSES } from '../documents/sending.ts';
import { endpoint, SCA } from '../endpoint.ts';
import { byId, instant } from '../wire.ts';

/** A notice that went to the reinsured: when, by whom and to which addresses. */
export const notice = z.object({
  at: instant,
  by: z.string(),
  to: z.array(z.string()),
  status: z.enum(SENDING_STATUSES),
});

const base = `${SCA}/underwriting/renewals`;
export const policyNotices = endpoint({
  method: 'GET',
  path: `${base}/notices/{id}`,
  access: 'policies.view',
  effect: 'read',
  summary: 'The renewal notices that named a policy: to whom, when, and whether they left.',
  params: byId,
  reply: z.array(notice),
});
