import { BUCKETED } from '../../../../domain/reports/ageing.ts';
import { mediaHook } from '../../../ui/hooks/media.ts';

/** Ages below the one before them, by how many columns there is no room for: the older they are, the longer they stand by themselves. */
const PAIRED = [
  {},
  { d1_30: 'd31_60' },
  { d1_30: 'd31_60', d61_90: 'd91_180' },
  { d1_30: 'd31_60', d61_90: 'd91_180', d181_365: 'over_365' },
] as const;

/** Letters are smaller on paper, where all of them fit. */
const useRoom = mediaHook('print, (min-width: 90rem)');

/** How the ages of a report stand: each in its own column where there is room, else so many of them below another. */
export function useAgeColumns() {
  const room = useRoom();
  return {
    room,
    paired: (wanting: 0 | 1 | 2 | 3) => PAIRED[room ? 0 : wanting],
    alike: BUCKETED,
  };
}
export type AgeColumns = ReturnType<typeof useAgeColumns>;
