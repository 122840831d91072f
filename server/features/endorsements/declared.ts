import { invalid } from '../../../domain/errors.ts';
import { returnableOn } from '../../../domain/endorsements/layers.ts';
import type { Ctx } from '../../platform/http/context.ts';
import type { Sound } from './input.ts';

/**
 * An endorsement that a declaration made must bring the policy to what was declared, whatever was typed or approved since.
 * Checked when it is edited, submitted and approved.
 */
export async function assertDeclared(ctx: Ctx, endorsementId: number, sound: Sound): Promise<void> {
  const row = await ctx.db
    .selectFrom('declarations')
    .select('adjusted')
    .where('endorsement_id', '=', endorsementId)
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  if (!row || returnableOn(sound.effect.stack) === row.adjusted) return;
  throw invalid({
    field: 'premium',
    message:
      'The premium no longer follows from the declaration: disable this endorsement and enter the declaration again.',
  });
}
