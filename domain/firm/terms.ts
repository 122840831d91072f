/** The payment terms that the firm offers. §2 Terms and due dates. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { isPaymentTerms } from '../placements/terms.ts';
import { lengths, recordId, saved, text, versionField } from '../wire.ts';

const CODE = 'Enter LUMP_1 to LUMP_365, or INSTALMENTS_2, _3, _4, _6 or _12.';

const label = text(lengths('Name', 2, 80));
export const termsForm = z.object({
  code: z.string(CODE).check(z.trim(), z.refine(isPaymentTerms, CODE)),
  label,
});
export const termsEdit = z.object({
  id: recordId,
  label,
  enabled: z.boolean('Choose whether it is offered.'),
  version: versionField,
});

export const termsRow = z.object({
  id: recordId,
  code: z.string(),
  label: z.string(),
  enabled: z.boolean(),
  position: z.int(),
  /** Policies of the caller's branches that have them. */
  uses: z.int(),
  version: z.int(),
});

export const termsItems = endpoint({
  method: 'GET',
  path: `${SCA}/paymentterms/items`,
  access: 'registers.view',
  effect: 'read',
  summary: 'Payment terms in the order in which they are offered.',
  reply: z.object({ data: z.array(termsRow) }),
});
export const saveTerms = endpoint({
  method: 'POST',
  path: `${SCA}/paymentterms/save`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Adds payment terms at the end of the list.',
  body: termsForm,
  reply: saved,
});
export const editTerms = endpoint({
  method: 'PUT',
  path: `${SCA}/paymentterms/edit`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Renames payment terms, offers them or not. Policies that have them keep them.',
  body: termsEdit,
  reply: saved,
});
export const orderTerms = endpoint({
  method: 'PUT',
  path: `${SCA}/paymentterms/order`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Puts the payment terms in an order: all ids, first to last.',
  body: z.object({ ids: z.array(recordId).check(z.maxLength(400, 'At most 400.')) }),
  reply: z.object({ ids: z.array(recordId) }),
});
