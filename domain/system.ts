import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const answer = z.object({ status: z.enum(['ok', 'unavailable']) });

export const health = endpoint({
  method: 'GET',
  path: '/api/health',
  access: 'public',
  effect: 'read',
  summary: 'The process is alive.',
  reply: answer,
});
export const readiness = endpoint({
  method: 'GET',
  path: '/api/ready',
  access: 'public',
  effect: 'read',
  summary: 'The process and its database can serve.',
  reply: answer,
});
