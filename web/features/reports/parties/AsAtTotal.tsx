import { clsx } from 'clsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { useRates } from '../RatesField.tsx';
import { showDay } from '../../../ui/marks/format.ts';

type Rate = { currency: string; rate: string; day: string };
type Reply = { base_total: string; base_currency: string; rates: readonly Rate[] };
/** What is added up of notes: what else an account has is beside them. */
export const OF_NOTES = 'of notes in all';
type Props = { asAt: string; reply: Reply | undefined; of?: string };

/** "1 EUR = KES 141.2, 1 USD = KES 129.5 of Nov 20, 2026": closing rates with their days, those of one day together. */
const ratesWords = (rates: readonly Rate[], base: string): string =>
  [...Map.groupBy(rates, ({ day }) => day)]
    .map(([day, ofDay]) => {
      const words = ofDay.map(({ currency, rate }) => `1 ${currency} = ${base} ${rate}`);
      return `${words.join(', ')} of ${showDay(day)}`;
    })
    .join('; ');

/** What a report comes to in base, and at which rates. */
export function BaseTotal({ reply, of = 'in all' }: { reply: Reply; of?: string | undefined }) {
  const closing = useRates() === 'closing';
  const { base_currency: base } = reply;
  return (
    <>
      <MoneyText withCurrency zero="digits" value={reply.base_total} currency={base} /> {of}, at{' '}
      {closing ? 'closing' : 'booked'} rates
      {closing && reply.rates.length > 0 && `: ${ratesWords(reply.rates, base)}`}
    </>
  );
}

/** As many letters as a total of some hundred millions has, and the rates of four currencies. */
const UNKNOWN: Reply = {
  base_total: '100000000.00',
  base_currency: 'KES',
  rates: ['EUR', 'GBP', 'UGX', 'USD'].map((currency) => ({ currency, rate: '100.25', day: '2026-10-20' })),
};

/** Under the title of a report: as at when, and what it all comes to in base, for which room is kept until that is known. */
export function AsAtTotal({ asAt, reply, of }: Props) {
  return (
    <>
      As at {showDay(asAt)}
      <span aria-hidden={reply === undefined} className={clsx(reply === undefined && 'invisible')}>
        {' · '}
        <BaseTotal reply={reply ?? UNKNOWN} of={of} />
      </span>
    </>
  );
}
