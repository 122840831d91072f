import { AppError } from '../../../domain/errors.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** The bank may be paying it: a voucher that is in a payment file that counts is not reversed before it is paid. Throws ORDERED. M11. */
export async function assertNotOrdered(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const row = await ctx.db
    .selectFrom('payment_file_vouchers')
    .select('file_id')
    .where('voucher_id', '=', id)
    .where('live', '=', true)
    .executeTakeFirst();
  if (row) throw new AppError('ORDERED', { file: `PAY-${row.file_id}` });
}
