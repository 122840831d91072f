import {
  brokerageOverview,
  dueToReinsurersOverview,
  dueToUsOverview,
  premiumOverview,
} from '../../../domain/reports/contract.ts';
import { paths } from '../../paths.ts';
import type { Sections } from './sections.ts';

/** The four figures of the dashboard: each is a list with totals and a trend. Who sees it, and where the answer to all four has it. */
export const POLICY_OVERVIEWS = {
  premium: {
    endpoint: premiumOverview,
    section: 'premium',
    figure: 'premium',
    label: 'Premium',
    period: 'this year',
    title: 'Premium this year',
  },
  brokerage: {
    endpoint: brokerageOverview,
    section: 'brokerage',
    figure: 'brokerage',
    label: 'Brokerage',
    period: 'this year',
    title: 'Brokerage this year',
  },
} as const;
export const NOTE_OVERVIEWS = {
  'due-to-us': {
    endpoint: dueToUsOverview,
    section: 'dueToUs',
    figure: 'due_to_us',
    label: 'Due to us',
    period: 'today',
    title: 'Due to us',
  },
  'due-to-reinsurers': {
    endpoint: dueToReinsurersOverview,
    section: 'dueToReinsurers',
    figure: 'due_to_reinsurers',
    label: 'Due to reinsurers',
    period: 'today',
    title: 'Due to reinsurers',
  },
} as const;
export const OVERVIEWS = { ...POLICY_OVERVIEWS, ...NOTE_OVERVIEWS } as const;
export type OverviewName = keyof typeof OVERVIEWS;

export function isShown(name: OverviewName, sections: Sections): boolean {
  return sections[OVERVIEWS[name].section];
}

export function overviewHref(name: OverviewName): string {
  return paths.overview.replace('$overview', name);
}
