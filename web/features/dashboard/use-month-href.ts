import { earlierOf, lastOfMonth, parseDay } from '../../../domain/values/day.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { can, useSession } from '../../api/session.ts';
import { paths, withQuery } from '../../paths.ts';

/** Where the production of a month ("2026-03") that has come is, in base as it is on the dashboard. */
export function useMonthHref(): (month: string) => { href?: string } {
  const may = can(useSession(), 'reports.production');
  const today = useFirmToday();
  return (month) => {
    const first = parseDay(`${month}-01`);
    if (!may || first === null || first > today) return {};
    return { href: withQuery(paths.monthlyReport, { date: earlierOf(lastOfMonth(first), today), money: 'base' }) };
  };
}
