import { NO_POLICY } from '../../../../domain/reports/brokerage.ts';
import type { MonthlyGroup } from '../../../../domain/reports/monthly.ts';
import { classHref, partyHref } from '../../../paths.ts';
import { LongName } from '../../../ui/marks/LongName.tsx';
import { NameLink, UserLink } from '../../../ui/marks/NameLink.tsx';

type Props = { by: MonthlyGroup; row: { id: string; name: string } };

/** What a row of production is of: a producer, a reinsured or a class leads to its page; a market, a type or no policy nowhere. */
export function GroupName({ by, row: { id, name } }: Props) {
  const shown = <LongName>{name}</LongName>;
  if (id !== NO_POLICY && by === 'producer') return <UserLink user={{ id, name: shown }} />;
  if (id !== NO_POLICY && by === 'reinsured') return <NameLink href={partyHref(id)}>{shown}</NameLink>;
  if (id !== NO_POLICY && by === 'class') return <NameLink href={classHref(id)}>{shown}</NameLink>;
  return shown;
}
