/** Declarations of adjustable policies: what was declared makes the endorsement of the difference. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { amount, amountOut, atMost, rateOut, recordId, saved, text } from '../wire.ts';
import { ISSUED_TYPES } from './bases.ts';
import { endorsementEffect } from './contract.ts';

export const declarationBody = z.object({
  policy: recordId,
  /** In the policy's currency: turnover, wages, sums at risk. */
  declared: amount('Enter what was declared.'),
  description: z.optional(z.nullable(text(atMost(2000)))),
});

export const declarationEffect = endpoint({
  method: 'POST',
  path: `${SCA}/endorsement/declaration/effect`,
  access: 'policies.view',
  effect: 'read',
  summary: 'What a declaration of an adjustable policy would come to; nothing is saved.',
  body: declarationBody,
  reply: z.object({
    currency: z.string(),
    basis: z.string(),
    rate: rateOut,
    declared: amountOut,
    by_rate: amountOut,
    minimum_premium: amountOut,
    at_minimum: z.boolean(),
    adjusted: amountOut,
    premium_now: amountOut,
    difference: amountOut,
    endorsementtype: z.enum(ISSUED_TYPES),
    effective_date: z.string(),
    effect: endorsementEffect,
  }),
});
export const saveDeclaration = endpoint({
  method: 'POST',
  path: `${SCA}/endorsement/declaration`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Keeps a declaration of an adjustable policy and drafts the endorsement of the difference.',
  body: declarationBody,
  reply: saved,
});
