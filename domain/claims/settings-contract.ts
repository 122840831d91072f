/** What the firm sets for claims: days to pay, thresholds of agreement, from which loss securities are advised. C13, C14, C18. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { KINDS } from '../records/kinds.ts';
import { amount, amountOut, currencyCode, day, recordId, ref, saved, versionField } from '../wire.ts';
import { LOSS_KINDS } from './states.ts';

const base = `${KINDS.claim.path}/settings`;
const DAYS = 'Days must be from 1 to 365.';

export const claimSettings = endpoint({
  method: 'GET',
  path: base,
  access: 'claims.view',
  effect: 'read',
  summary: 'What the firm sets for claims.',
  reply: z.object({
    version: z.int(),
    /** Days after its approval in which a call is due. C14. */
    claim_days: z.int(),
    /** From which amount both leads of a slip agree a claim, since when; the market's until the firm dates its own. C13. */
    thresholds: z.array(
      z.object({
        loss_kind: z.enum(LOSS_KINDS),
        valid_from: z.nullable(z.string()),
        currency: z.string(),
        amount: amountOut,
      }),
    ),
    /** From which loss of a class, in base, the securities are advised of it. C18. */
    base_currency: z.string(),
    large_losses: z.array(z.object({ cover_type: ref, version: z.int(), amount: amountOut })),
  }),
});
export const editClaimDays = endpoint({
  method: 'PUT',
  path: base,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Sets the days in which calls are due.',
  body: z.object({ version: versionField, claim_days: z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(365, DAYS)) }),
  reply: z.object({ version: z.int(), claim_days: z.int() }),
});
export const addThreshold = endpoint({
  method: 'POST',
  path: `${base}/threshold`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Sets from which amount both leads of a slip agree a claim, from a day on.',
  body: z.object({
    loss_kind: z.enum(LOSS_KINDS, 'Choose whose loss it is.'),
    valid_from: day('Enter the day from which it holds.'),
    currency: currencyCode,
    amount: amount('Amount must be more than 0.'),
  }),
  reply: z.object({ id: recordId }),
});
export const editLargeLoss = endpoint({
  method: 'PUT',
  path: `${base}/largeloss`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Sets from which loss of a class the securities are advised of it; null: of none.',
  body: z.object({
    cover_type: recordId,
    version: versionField,
    amount: z.nullable(amount('Amount must be more than 0.')),
  }),
  reply: saved,
});
