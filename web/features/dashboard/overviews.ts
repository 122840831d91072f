import {
  brokerageOverview,
  dueToReinsurersOverview,
  dueToUsOverview,
  premiumOverview,
} from '../../../domain/reports/contract.ts';
import { paths } from '../../paths.ts';
import type { Sections } from './sections.ts';

/** The four figures of the dashboard: each is a list with totals and a trend. */
export const POLICY_OVERVIEWS = {
  premium: {
    endpoint: premiumOverview,
    label: 'Premium',
    period: 'this year',
    title: 'Premium this year',
  },
  brokerage: {
    endpoint: brokerageOverview,
    label: 'Brokerage',
    period: 'this year',
    title: 'Brokerage this year',
  },
} as const;
export const NOTE_OVERVIEWS = {
  'due-to-us': {
    endpoint: dueToUsOverview,
    label: 'Due to us',
    period: 'today',
    title: 'Due to us',
  },
  'due-to-reinsurers': {
    endpoint: dueToReinsurersOverview,
    label: 'Due to reinsurers',
    period: 'today',
    title: 'Due to reinsurers',
  },
} as const;
export const OVERVIEWS = { ...POLICY_OVERVIEWS, ...NOTE_OVERVIEWS } as const;
export type OverviewName = keyof typeof OVERVIEWS;

const SECTION: Record<OverviewName, Exclude<keyof Sections, 'desks'>> = {
  premium: 'premium',
  brokerage: 'brokerage',
  'due-to-us': 'dueToUs',
  'due-to-reinsurers': 'dueToReinsurers',
};

export function isShown(name: OverviewName, sections: Sections): boolean {
  return sections[SECTION[name]];
}

export function overviewHref(name: OverviewName): string {
  return paths.overview.replace('$overview', name);
}
