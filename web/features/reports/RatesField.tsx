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
export function useRates(): Rates | undefined {
  const [address] = useAddress();
  return address['rates'] === 'closing' ? 'closing' : undefined;
}

const OPTIONS = RATES.map((value) => ({ value, label: RATES_LABELS[value] }));

/** Chooses them. */
export function RatesField() {
  const [, change] = useAddress();
  return (
    <Select
      label="In base at"
      name="rates"
      className="w-36"
      options={OPTIONS}
      value={useRates() ?? 'booked'}
      onChange={(value) => change({ rates: value === 'closing' ? value : undefined }, 'push')}
    />
  );
}

/** The columns of closing rates that say nothing at these. */
export const leftAt = (rates: Rates | undefined): readonly (typeof AT_CLOSING)[number][] =>
  rates === 'closing' ? [] : AT_CLOSING;

type Props = Pick<Parameters<typeof ReportWait>[0], 'error' | 'refetch' | 'above'>;

/** A report that waits, or that cannot be in base at closing rates: which rate is missing, and what to do about it. */
export function RatedWait({ error, refetch, above }: Props) {
  const [, change] = useAddress();
  const session = useSession();
  if (!(error instanceof ApiProblem) || error.code !== 'NO_EXCHANGE_RATE')
    return <ReportWait {...{ error, refetch, above }} />;
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
            <Button onClick={() => change({ rates: undefined }, 'push')}>Show booked rates</Button>
          </div>
        }
      >
        At closing rates every currency that something is open in needs its own.
      </Notice>
    </div>
  );
}
