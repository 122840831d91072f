import { later } from '../../../ui/later/later.tsx';

const PlacementActs = later(async () => (await import('./PlacementActs.tsx')).PlacementActs);

/** For the bar of a selection. */
export const placementActs = (ids: readonly number[]) => <PlacementActs {...{ ids }} />;
