import { showDay } from '../../../../domain/values/day.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';

type Props = { asAt: string; reply: { base_total: string; base_currency: string } | undefined; of?: string };

/** Under the title of a report: as at when, and what it all comes to in base once that is known. */
export function AsAtTotal({ asAt, reply, of = 'in all' }: Props) {
  if (reply === undefined) return `As at ${showDay(asAt)}`;
  return (
    <>
      As at {showDay(asAt)} ·{' '}
      <MoneyText withCurrency zero="digits" value={reply.base_total} currency={reply.base_currency} /> {of}, at booked
      rates
    </>
  );
}
