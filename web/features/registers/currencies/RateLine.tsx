import { currency as calls } from '../../../../domain/registers/currencies.ts';
import { daysBetween, type Day } from '../../../../domain/values/day.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { pixels } from '../../../ui/marks/pixels.ts';
import { showDay } from '../../../ui/marks/format.ts';

type Rate = { day: Day; rate: string };

/** So many of the last rates are drawn. */
const MOST = 100;
const [WIDTH, HEIGHT, EDGE] = [480, 96, 6];

const height = ({ rate }: Rate) => pixels(rate);

/** The highest and the lowest of rates, the later where two are equal. */
function extremes(rates: readonly Rate[]): { high: Rate; low: Rate } | null {
  const [last, ...earlier] = rates;
  if (last === undefined) return null;
  return earlier.reduce(
    ({ high, low }, one) => ({
      high: height(one) > height(high) ? one : high,
      low: height(one) < height(low) ? one : low,
    }),
    { high: last, low: last },
  );
}

/** A line of steps, since a rate holds until the next one: the days across, the newest at the right. */
function stepsOf(rates: readonly Rate[], { high, low }: { high: Rate; low: Rate }): string {
  const [first, last] = [rates.at(-1), rates[0]];
  if (first === undefined || last === undefined) return '';
  const days = Math.max(1, daysBetween(first.day, last.day));
  const span = height(high) - height(low) || 1;
  const x = (rate: Rate) => EDGE + (daysBetween(first.day, rate.day) / days) * (WIDTH - 2 * EDGE);
  const y = (rate: Rate) => EDGE + ((height(high) - height(rate)) / span) * (HEIGHT - 2 * EDGE);
  const steps = rates.toReversed().map((rate) => `H${x(rate)}V${y(rate)}`);
  return `M${x(first)},${y(first)}${steps.join('')}`;
}

type Props = { code: string; base: string; days: { from: string; to: string } };

/** How the rate of a currency moved over the days that are looked at: a line, with its highest, lowest and last in words. */
export function RateLine({ code, base, days: { from, to } }: Props) {
  const query = { currency: code, sort: 'day,desc', length: String(MOST), ...(from && { from }), ...(to && { to }) };
  const { data } = useEndpoint(calls.rates, { query });
  const rates = data?.data ?? [];
  const found = extremes(rates);
  const [last, first] = [rates[0], rates.at(-1)];
  if (found === null || last === undefined || first === undefined || rates.length < 2) return null;
  const { high, low } = found;
  const words = [
    ['Last', last],
    ['Highest', high],
    ['Lowest', low],
  ] as const;
  return (
    <figure className="rounded-lg border border-line p-3">
      <figcaption className="mb-2 text-xs text-mute">
        {base} for 1 {code}, {showDay(first.day)} to {showDay(last.day)}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-24 w-full border-b border-line"
      >
        <path
          d={stepsOf(rates, found)}
          fill="none"
          stroke="var(--brand)"
          strokeWidth="1.75"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {words.map(([label, rate]) => (
          <div key={label} className="flex items-baseline gap-2">
            <dt className="text-xs text-mute">{label}</dt>
            <dd className="tabular-nums">{rate.rate}</dd>
            <dd className="text-xs text-mute">{showDay(rate.day)}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
