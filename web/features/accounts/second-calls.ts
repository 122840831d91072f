import type * as contract from '../../../domain/accounts/contract.ts';
import { slim } from './first-calls.ts';

/** The second step of a sign-in without its schema, as in first-calls.ts; it comes with the screen that needs it. */
export const authenticateSecond = slim<typeof contract.authenticateSecond>({
  method: 'POST',
  path: '/api/sca/v1/auth/secondfactor',
  access: 'public',
  effect: 'write',
});
