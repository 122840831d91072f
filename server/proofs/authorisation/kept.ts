import type { World } from './scene.ts';

/** The same promise for the same words. */
function once<Words extends readonly unknown[], Made>(
  make: (...words: Words) => Promise<Made>,
): (...words: Words) => Promise<Made> {
  const made = new Map<string, Promise<Made>>();
  return (...words) => {
    const key = JSON.stringify(words);
    const one = made.get(key) ?? make(...words);
    made.set(key, one);
    return one;
  };
}

/**
 * One record of each kind, state and maker for all who must be refused: they leave it as it is, so that there is no need to
 * make one for each of them. What somebody may act on is made afresh, and is another record.
 */
export function kept(world: World): World {
  return {
    ...world,
    draft: once(world.draft),
    pending: once(world.pending),
    freshlyApproved: once(world.freshlyApproved),
    slip: once(world.slip),
    endorsement: once(world.endorsement),
    claim: once(world.claim),
    movement: once(world.movement),
    event: once(world.event),
    diary: once(world.diary),
    receipt: once(world.receipt),
    voucher: once(world.voucher),
    drawing: once(world.drawing),
    adjustment: once(world.adjustment),
    newMember: once(world.newMember),
    lending: once(world.lending),
    attachment: once(world.attachment),
    recordNote: once(world.recordNote),
    savedView: once(world.savedView),
  };
}
