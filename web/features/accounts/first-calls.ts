import type * as contract from '../../../domain/accounts/contract.ts';
import type * as documents from '../../../domain/documents/contract.ts';
import type { Endpoint, WireReply } from '../../../domain/endpoint.ts';

/**
 * The calls before the sign-in without their schemas: zod weighs 9 kB, and the first screen needs only where to send.
 * The types are the contract's own literals, so that a path or method that differs from it does not compile.
 */
export function slim<E extends Endpoint>(address: Pick<E, 'method' | 'path' | 'access' | 'effect'>): E {
  return address as E;
}

export const authenticate = slim<typeof contract.authenticate>({
  method: 'POST',
  path: '/api/sca/v1/auth/authenticate',
  access: 'public',
  effect: 'write',
});

export type SignedIn = Exclude<WireReply<typeof contract.authenticate>, { second_factor: unknown }>;
export type SecondFactorAsked = Extract<
  WireReply<typeof contract.authenticate>,
  { second_factor: unknown }
>['second_factor'];

export const register = slim<typeof contract.register>({
  method: 'POST',
  path: '/api/sca/v1/auth/register',
  access: 'public',
  effect: 'write',
});

export const installation = slim<typeof contract.installation>({
  method: 'GET',
  path: '/api/sca/v1/auth/installation',
  access: 'public',
  effect: 'read',
});

export const recoverPassword = slim<typeof contract.recoverPassword>({
  method: 'POST',
  path: '/api/sca/v1/auth/recoverpassword',
  access: 'public',
  effect: 'write',
});

export const resetPassword = slim<typeof contract.resetPassword>({
  method: 'POST',
  path: '/api/sca/v1/auth/resetpassword',
  access: 'public',
  effect: 'write',
});

export const verifyDocument = slim<typeof documents.verifyDocument>({
  method: 'GET',
  path: '/api/sca/v1/document/verify/{code}',
  access: 'public',
  effect: 'read',
});
