import { clsx } from 'clsx';
import type { CallInput } from '../../api/client.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { expiryDays } from '../../../domain/renewals/contract.ts';
import { addMonths, firstOfMonth, lastOfMonth, laterOf, type Day, showMonth } from '../../../domain/values/day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { paths, withQuery } from '../../paths.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { WEEKDAYS, weeksOf } from '../../ui/fields/calendar-days.ts';
import { useToday } from '../../ui/fields/use-today.ts';
import { ErrorState } from '../../ui/notices/States.tsx';
import { Fading } from '../../ui/tables/Fading.tsx';
import { focusRing } from '../../ui/styles.ts';
import { showDay } from '../../ui/marks/format.ts';
import { numberOf, partOf } from './expiry-words.ts';

type Counts = WireReply<typeof expiryDays>[number];

/** At least so many months, and no more than a year of them. */
const [FEWEST, MOST] = [3, 12];

const expire = (count: number) => (count === 1 ? '1 expires' : `${count} expire`);

/** The first days of the months from that of `start` to that of `end`. */
function monthsOf(start: Day, end: Day): Day[] {
  const first = firstOfMonth(start);
  const months = Array.from({ length: MOST }, (_, index) => addMonths(first, index));
  const last = laterOf(addMonths(first, FEWEST - 1), end);
  return months.filter((month) => month <= last);
}

type Props = {
  /** What the list is narrowed to besides its days. */
  filters: Readonly<Record<string, string | undefined>>;
  search: string | undefined;
  startdate: Day;
  enddate: Day;
};

/** What expires on each day, month beside month: a day narrows the list to itself. */
export function ExpiryCalendar({ filters, search, startdate, enddate }: Props) {
  const months = monthsOf(startdate, enddate);
  const query = {
    ...filters,
    searchValue: search,
    startdate: months[0],
    enddate: lastOfMonth(months.at(-1) ?? startdate),
  };
  const { data, error, refetch } = useEndpoint(expiryDays, { query } as CallInput<typeof expiryDays>);
  if (data === undefined && error !== null) return <ErrorState {...{ error }} onRetry={() => void refetch()} />;
  const byDay = data && new Map(data.map((one) => [one.day, one]));
  const most = Math.max(1, ...(data ?? []).map((one) => one.policies));
  return (
    <Fading className="rounded-lg border border-line bg-panel p-4">
      {/* Where there is room for one beside another they fill it; on a telephone they are a strip over the list. */}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the strip scrolls by keyboard, where no day leads on as well
        tabIndex={0}
        aria-busy={data === undefined}
        className="grid gap-x-6 gap-y-4 rounded outline-none focus-visible:ring-2 focus-visible:ring-ring max-sm:snap-x max-sm:snap-mandatory max-sm:auto-cols-[90%] max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:overscroll-x-contain sm:grid-cols-[repeat(auto-fit,minmax(15.5rem,1fr))]"
      >
        {months.map((month) => (
          <Month key={month} {...{ month, byDay, most, filters, search, startdate, enddate }} />
        ))}
      </div>
    </Fading>
  );
}

/** The days with something to count; undefined until they are read. */
type ByDay = ReadonlyMap<string, Counts> | undefined;
type Range = Pick<Props, 'startdate' | 'enddate'>;

const isWithin = (day: Day, { startdate, enddate }: Range) => day >= startdate && day <= enddate;

/** What expires in a month on the days that are asked for, as the list counts it; of a month without such days nothing is said. */
function monthText(byDay: ByDay, month: Day, range: Range): string {
  if (byDay === undefined || month > range.enddate || lastOfMonth(month) < range.startdate) return '\u00a0';
  const own = [...byDay.values()].filter((one) => firstOfMonth(one.day) === month && isWithin(one.day, range));
  const total = own.reduce((sum, one) => sum + one.policies, 0);
  return [total === 0 ? 'nothing expires' : expire(total), ...partOf(month, range)].join(' ');
}

type MonthProps = Props & { month: Day; byDay: ByDay; most: number };

function Month({ month, byDay, most, ...days }: MonthProps) {
  return (
    <table className="h-fit w-full table-fixed snap-start border-separate border-spacing-0.5">
      <caption className="mb-1 text-left">
        <span className="font-semibold">{showMonth(month)}</span>{' '}
        <span className="text-mute">{monthText(byDay, month, days)}</span>
      </caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name} className="h-5 px-1 text-left text-2xs font-medium text-mute">
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, index) => (
          <tr key={week.find((day) => day !== null) ?? index}>
            {week.map((day, column) => (
              <td key={WEEKDAYS[column]} className="p-0">
                {day !== null && <DayCell {...{ day, most, ...days }} counts={byDay?.get(day)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = Props & { day: Day; most: number; counts: Counts | undefined };

/** A day, and beneath it how many expire on it: the more there are, the fuller its bar; what is still to do is told apart. */
function DayCell({ day, most, counts, filters, search, startdate, enddate }: CellProps) {
  const today = useToday();
  const number = numberOf(day);
  const box = clsx(
    'relative grid h-12 content-start max-sm:h-11 rounded border px-1 pt-0.5 tabular-nums',
    isWithin(day, { startdate, enddate }) ? 'text-fg' : 'text-mute',
  );
  const figure = (
    <span className={clsx('text-2xs', day === today && 'font-semibold underline underline-offset-2')}>{number}</span>
  );
  if (counts === undefined) return <span className={clsx(box, 'border-transparent')}>{figure}</span>;
  const { policies, open } = counts;
  const chosen = day === startdate && day === enddate;
  const label = `${showDay(day)}: ${expire(policies)}, ${open === 0 ? 'nothing to do' : `${open} to do`}`;
  return (
    <AppLink
      href={withQuery(paths.renewal, { ...filters, q: search, show: 'calendar', startdate: day, enddate: day })}
      aria-label={label}
      title={label}
      aria-current={chosen ? 'date' : undefined}
      className={clsx(box, 'border-edge hover:bg-hover', chosen && 'bg-link/12', focusRing)}
    >
      {figure}
      <span className="text-center text-xs leading-4 font-semibold">{policies}</span>
      <span aria-hidden="true" className="absolute inset-x-1 bottom-1 flex h-1">
        <span className="rounded-l-full bg-warn" style={{ width: `${(open / most) * 100}%` }} />
        <span className="rounded-r-full bg-good" style={{ width: `${((policies - open) / most) * 100}%` }} />
      </span>
    </AppLink>
  );
}
