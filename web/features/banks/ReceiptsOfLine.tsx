import { clsx } from 'clsx';
import { listReceiptsOfLine } from '../../../domain/banks/match-contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Checkbox } from '../../ui/fields/Choice.tsx';
import { showWireAmount } from '../../ui/fields/read-typed.ts';
import { showDay } from '../../ui/marks/format.ts';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { sumOf } from '../ledger/wire-amounts.ts';
import type { OpenLine } from './OpenLineRow.tsx';

type Props = {
  account: number;
  line: OpenLine;
  chosen: readonly string[];
  /** With the key of what is chosen, empty where it does not come to the line. */
  onChosen: (chosen: readonly string[], key: string) => void;
};

/** Receipts that were banked together as one line, put together by hand: they are confirmed once they come to it. */
export function ReceiptsOfLine({ account, line, chosen, onChosen }: Props) {
  const { currency } = line;
  const query = useEndpoint(listReceiptsOfLine, { query: { account: String(account), line: String(line.id) } });
  const { data } = query;
  if (data === undefined)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton className="h-12" />
    );
  if (data.length === 0)
    return <p className="text-mute">No receipt within a month of this day is smaller than the line and open.</p>;
  const totalOf = (keys: readonly string[]) =>
    sumOf(
      data.filter(({ key }) => keys.includes(key)).map(({ amount }) => amount),
      currency,
    );
  const choose = (keys: readonly string[]) => onChosen(keys, totalOf(keys) === line.amount ? keys.join('+') : '');
  const total = totalOf(chosen);
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 text-xs font-medium text-mute">Receipts banked together</legend>
      {data.map(({ key, number, party, day, reference, amount, status }) => (
        <Checkbox
          key={key}
          label={`${party.name}: ${number} ${showWireAmount(amount, currency)}`}
          hint={[showDay(day), reference, status].filter((part) => part !== '').join(' · ')}
          checked={chosen.includes(key)}
          onChange={(on) => choose(on ? [...chosen, key] : chosen.filter((one) => one !== key))}
        />
      ))}
      <output className={clsx('sticky bottom-0 bg-panel py-1', total === line.amount ? 'font-medium' : 'text-mute')}>
        {`${showWireAmount(total, currency)} of ${showWireAmount(line.amount, currency)}`}
      </output>
    </fieldset>
  );
}
