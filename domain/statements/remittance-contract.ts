/** Advice to payees of what was paid to them: looked at, then sent together. */
import * as z from 'zod/mini';
import { endpoint, fileReply, SCA } from '../endpoint.ts';
import { amountOut, byId, format, recordId, ref, saved } from '../wire.ts';
import { batchRow } from './tables.ts';

const base = `${SCA}/statements/remittances`;
const CHOOSE = 'Choose vouchers.';
/** Vouchers of which advice is sent at once, and of which it is looked at. */
export const MOST_ADVISED = 500;
const MOST_LOOKED_AT = 200;
const vouchers = (most: number) =>
  z.array(recordId, CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(most, `At most ${most} vouchers at once.`));

export const planRemittances = endpoint({
  method: 'POST',
  path: `${base}/plan`,
  access: 'vouchers.pay',
  effect: 'read',
  summary:
    'The advice that these vouchers would get, one for each payee and bank date, to which addresses; and which get none.',
  body: z.object({ vouchers: vouchers(MOST_ADVISED) }),
  reply: z.object({
    advices: z.array(
      z.object({
        party: ref,
        day: z.string(),
        /** Where it is mailed to; none where no address is known. */
        to: z.array(z.string()),
        vouchers: z.array(z.object({ id: recordId, number: z.string(), currency: z.string(), amount: amountOut })),
      }),
    ),
    left_out: z.array(z.object({ id: recordId, number: z.nullable(z.string()), why: z.string() })),
  }),
});

export const previewRemittances = endpoint({
  method: 'POST',
  path: `${base}/preview`,
  access: 'vouchers.pay',
  effect: 'read',
  summary: 'The advice that these vouchers would get as PDF; nothing is kept.',
  body: z.object({ vouchers: vouchers(MOST_LOOKED_AT) }),
  media: ['application/pdf'],
  reply: fileReply,
});

export const sendRemittances = endpoint({
  method: 'POST',
  path: `${base}/send`,
  access: 'vouchers.pay',
  effect: 'write',
  summary:
    'Makes the advice of these vouchers in the background, and mails it where that is wanted: each voucher once.',
  body: z.object({ vouchers: vouchers(MOST_ADVISED), mail: z.boolean() }),
  reply: saved,
});

export const remittanceBatch = endpoint({
  method: 'GET',
  path: `${base}/{id}`,
  access: 'vouchers.view',
  effect: 'read',
  summary: 'How far advice that is sent together is, and what became of each payee.',
  params: byId,
  query: z.object({ format }),
  reply: batchRow,
});

export const cancelRemittances = endpoint({
  method: 'PUT',
  path: `${base}/cancel/{id}`,
  access: 'vouchers.pay',
  effect: 'write',
  summary: 'Stops advice that is being sent: what is made and mailed stays, the rest is left.',
  params: byId,
  reply: saved,
});
