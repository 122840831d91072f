import { AT_CLOSING, RATES, RATES_LABELS, type Rates } from '../../../domain/reports/closing-rates.ts';
import { ApiProblem } from '../../api/client.ts';
import { can, useSession } from '../../api/session.ts';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { useAddress } from '../../ui/hooks/use-address.ts';
import { sectionHref } from '../../paths.ts';
import { Notice } from '../../ui/notices/Notice.tsx';
import { ReportWait } from './ReportWait.tsx';

/** At which rates a report is in base, as the address has it; booked ones are not said there. */
export function useRates(): Exclude<Rates, 'booked'> | undefined {
  const [address] = useAddress();
  return address['rates'] === 'closing' ? 'closing' : undefined;
}

const OPTIONS = RATES.map((value) => ({ value, label: RATES_LABELS[value] }));
const OF_UNBOOKED = OPTIONS.map((one) => (one.value === 'booked' ? { ...one, label: 'Not shown' } : one));

/** Chooses them; where a figure is booked nowhere, as a reserve is, closing rates or none. */
export function RatesField({ unbooked = false }: { unbooked?: boolean }) {
  const [, change] = useAddress();
  return (
    <Select
      label="In base at"
      name="rates"
      className="w-36"
      options={unbooked ? OF_UNBOOKED : OPTIONS}
      value={useRates() ?? 'booked'}
      onChange={(value) => change({ rates: value === 'closing' ? value : undefined }, 'push')}
    />
  );
}

/** The columns of closing rates that say nothing at these. */
export const leftAt = (rates: Rates | undefined): readonly (typeof AT_CLOSING)[number][] =>
  rates === 'closing' ? [] : AT_CLOSING;

type Props = Pick<Parameters<typeof ReportWait>[0], 'error' | 'refetch' | 'above' | 'fault'> & { unbooked?: boolean };

/** A report that waits, or that cannot be in base at closing rates: which rate is missing, and what to do about it. */
export function RatedWait({ error, refetch, above, fault, unbooked = false }: Props) {
  const [, change] = useAddress();
  const session = useSession();
  if (!(error instanceof ApiProblem) || error.code !== 'NO_EXCHANGE_RATE')
    return <ReportWait {...{ error, refetch, above, fault }} />;
  return (
    <div role="alert">
      <Notice
        tone="warn"
        title={error.message}
        action={
          <div className="flex flex-wrap justify-end gap-2">
            {can(session, 'rates.view') && (
              <LinkButton href={sectionHref('currencies')}>Currencies and rates</LinkButton>
            )}
            <Button onClick={() => change({ rates: undefined }, 'push')}>
              {unbooked ? 'Leave out the base' : 'Show booked rates'}
            </Button>
          </div>
        }
      >
        At closing rates every currency that something is {unbooked ? 'incurred' : 'open'} in needs its own.
      </Notice>
    </div>
  );
}
