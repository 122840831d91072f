import { clsx } from 'clsx';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { AppLink, useGo } from '../buttons/AppLink.tsx';
import { showWireAmount } from '../fields/read-typed.ts';
import { focusRing } from '../styles.ts';
import { areaUnder, bands, linear, smoothLine, shortTick } from './chart-scales.ts';
import { pixels } from './pixels.ts';
import { showPlain } from './format.ts';

type ChartSeries = {
  key: string;
  label: string;
  color: 'brand' | 'good' | 'warn' | 'bad' | 'info' | 'mute' | 'past';
  /** Of bars: another series of which this is a part. It stands in front of it, and what is not of it is hatched. */
  partOf?: string;
};
/** One position: its label, a decimal text of the wire per series, and the list that it counts. */
type ChartPoint = { label: string; values: Readonly<Record<string, string>>; href?: string };

type ChartProps = {
  kind: 'area' | 'bar';
  /** The question and its period: "Premium by month, 2026". */
  title: string;
  /** "KES"; amounts are shown with its decimals. */
  currency: string;
  data: readonly ChartPoint[];
  series: readonly ChartSeries[];
  height?: number;
  /** As high as its card, and never lower than `height`. */
  fill?: boolean;
  action?: ReactNode;
};

const TICKS = 4;
const MARGIN = { left: 44, right: 12, top: 8, bottom: 24 };
// Strokes differ besides their colours.
const DASHES = ['none', '5 3', '2 3'] as const;

function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, tall }, setSize] = useState({ width: 560, tall: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setSize({ width: Math.max(240, entry?.contentRect.width ?? 560), tall: entry?.contentRect.height ?? 0 }),
    );
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, width, tall };
}

function scales(data: readonly ChartPoint[], series: readonly ChartSeries[], size: { width: number; height: number }) {
  const values = data.flatMap((point) => series.map((one) => pixels(point.values[one.key])));
  const labels = data.map((point) => point.label);
  const across: [number, number] = [MARGIN.left, size.width - MARGIN.right];
  const y = linear([Math.min(0, ...values), Math.max(1, ...values)], [size.height - MARGIN.bottom, MARGIN.top], TICKS);
  const band = bands(labels, across, { inner: 0.25, outer: 0.25 });
  const points = bands(labels, across, { inner: 1, outer: 0.35 });
  return {
    y,
    band,
    x: (label: string, kind: ChartProps['kind']) =>
      kind === 'bar' ? band.at(label) + band.width / 2 : points.at(label),
  };
}

/** Area or bars: read by arrow keys, with its table behind it; a point can lead to the list that it counts. */
export function Chart({ kind, title, currency, data, series, height: least = 240, fill = false, action }: ChartProps) {
  const { box, width, tall } = useSize();
  const height = fill ? Math.max(least, tall) : least;
  const [at, setAt] = useState<number | null>(null);
  const [asTable, setAsTable] = useState(false);
  const go = useGo();
  const id = useId();
  const { x } = scales(data, series, { width, height });
  const centre = (index: number) => x(data[index]?.label ?? '', kind);

  const point = at === null ? undefined : data[at];
  const open = (index: number | null) => {
    const href = index === null ? undefined : data[index]?.href;
    if (href !== undefined) go(href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (event.key === 'Escape') setAt(null);
    if (event.key === 'Enter') open(at);
    if (step === 0) return;
    event.preventDefault();
    setAt((now) =>
      Math.min(data.length - 1, Math.max(0, now === null ? (step > 0 ? 0 : data.length - 1) : now + step)),
    );
  };
  const nearest = (clientX: number) => {
    const offset = clientX - (box.current?.getBoundingClientRect().left ?? 0);
    return data.reduce(
      (best, _, index) => (Math.abs(centre(index) - offset) < Math.abs(centre(best) - offset) ? index : best),
      0,
    );
  };
  return (
    <figure aria-labelledby={id} className={clsx('relative min-w-0', fill && 'flex h-full flex-col')}>
      <figcaption className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span id={id} className="font-semibold">
          {title} <span className="font-normal text-mute">({currency})</span>
        </span>
        <span className="flex flex-wrap items-center gap-2 text-xs text-mute">
          <button
            type="button"
            onClick={() => setAsTable(!asTable)}
            className={clsx('no-print min-h-6 rounded px-1 hover:text-fg', focusRing)}
          >
            {asTable ? 'Chart' : 'Table'}
          </button>
          {action}
        </span>
        {/* Names of marks are apart from what is pressed. */}
        {series.length > 1 && (
          <span className="flex basis-full flex-wrap items-center gap-x-3 text-xs text-mute">
            {series.map((one, index) => (
              <Legend key={one.key} {...{ kind, series }} at={index} />
            ))}
          </span>
        )}
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys read the points aloud */}
      <div
        ref={box}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows move the cursor
        tabIndex={asTable ? -1 : 0}
        aria-label={`${title}: chart, arrow keys read its points${data.some(({ href }) => href !== undefined) ? ', Enter opens one' : ''}`}
        hidden={asTable}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const index = nearest(event.clientX);
          const { nativeEvent: press } = event;
          // A mouse has been shown its point; a finger is shown it first.
          if (index !== at && press instanceof PointerEvent && press.pointerType === 'touch') setAt(index);
          else open(index);
        }}
        onBlur={() => setAt(null)}
        onPointerLeave={() => setAt(null)}
        onPointerMove={(event) => setAt(nearest(event.clientX))}
        style={fill ? { minHeight: least } : { height }}
        className={clsx(
          'relative overflow-hidden rounded',
          fill && 'grow',
          point?.href !== undefined && 'cursor-pointer',
          focusRing,
        )}
      >
        <Plot {...{ kind, data, series, width, height, at }} />
      </div>
      {point !== undefined && !asTable && at !== null && (
        <output
          className="pointer-events-none absolute top-9 z-10 rounded-md border border-line bg-panel px-2.5 py-1.5 text-xs shadow-md"
          style={{ left: Math.max(0, Math.min(width - 190, centre(at) + 10)) }}
        >
          <span className="block font-semibold">{point.label}</span>
          {series.map((one) => (
            <span key={one.key} className="flex justify-between gap-4">
              <span className="text-mute">{one.label}</span>
              <span className="tabular-nums">{showWireAmount(point.values[one.key] ?? '0', currency, 'dash')}</span>
            </span>
          ))}
        </output>
      )}
      <ChartTable {...{ title, currency, data, series, fill }} height={least} visible={asTable} />
    </figure>
  );
}

type PlotProps = Pick<ChartProps, 'kind' | 'data' | 'series'> & { width: number; height: number; at: number | null };

const isHatched = ({ key }: ChartSeries, all: readonly ChartSeries[]) => all.some(({ partOf }) => partOf === key);

/** The patterns of the bars that have a part in front of them, by the key of each. */
function Hatches({ series, id }: Pick<ChartProps, 'series'> & { id: string }) {
  return (
    <defs>
      {series
        .filter((one) => isHatched(one, series))
        .map(({ key, color }) => (
          <pattern
            key={key}
            id={`${id}${key}`}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="5" height="5" fill={`var(--${color})`} opacity=".2" />
            <rect width="1.5" height="5" fill={`var(--${color})`} />
          </pattern>
        ))}
    </defs>
  );
}

function Plot({ kind, data, series, width, height, at }: PlotProps) {
  const id = useId();
  const { y, band, x } = scales(data, series, { width, height });
  const centre = (index: number) => x(data[index]?.label ?? '', kind);
  // Labels that would touch each other are left out evenly; the table has them all.
  const widest = Math.max(4, ...data.map((point) => point.label.length)) * 6.5 + 8;
  const every = Math.max(1, Math.ceil((data.length * widest) / (width - MARGIN.left - MARGIN.right)));
  const zero = y.at(0);
  const columns = series.filter(({ partOf }) => partOf === undefined).map(({ key }) => key);
  const empty = data.every((entry) => series.every((one) => pixels(entry.values[one.key]) === 0));
  return (
    <svg width={width} height={height} aria-hidden="true" className="absolute inset-0">
      {empty && (
        <text x={width / 2} y={height / 2 - MARGIN.bottom} textAnchor="middle" fontSize="13" fill="var(--mute)">
          Nothing yet
        </text>
      )}
      {/* Of nothing there is no scale, but the line from which it would rise. */}
      {y.ticks
        .filter((tick) => !empty || tick === 0)
        .map((tick) => (
          <g key={tick}>
            <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y.at(tick)} y2={y.at(tick)} stroke="var(--line)" />
            <text x={MARGIN.left - 8} y={y.at(tick)} dy=".32em" textAnchor="end" fontSize="11" fill="var(--mute)">
              {showPlain(shortTick(tick))}
            </text>
          </g>
        ))}
      {data.map((one, index) =>
        index % every === 0 ? (
          <text key={one.label} x={centre(index)} y={height - 6} textAnchor="middle" fontSize="11" fill="var(--mute)">
            {one.label}
          </text>
        ) : null,
      )}
      {kind === 'area' && at !== null && (
        <line
          x1={centre(at)}
          x2={centre(at)}
          y1={MARGIN.top}
          y2={height - MARGIN.bottom}
          stroke="var(--mute)"
          strokeDasharray="3 3"
        />
      )}
      <Hatches {...{ series, id }} />
      {series.map((one, order) => {
        const color = `var(--${one.color})`;
        const heightAt = (entry: ChartPoint) => y.at(pixels(entry.values[one.key]));
        if (kind === 'bar') {
          const thick = band.width / columns.length;
          const place = columns.indexOf(one.partOf ?? one.key);
          return data.map((entry, index) => (
            <rect
              key={entry.label}
              x={band.at(entry.label) + place * thick}
              width={Math.max(1, thick - 2)}
              y={Math.min(zero, heightAt(entry))}
              // What is little is seen; what is nothing, as a month to come, has no mark.
              height={pixels(entry.values[one.key]) === 0 ? 0 : Math.max(1, Math.abs(zero - heightAt(entry)))}
              rx="2"
              fill={isHatched(one, series) ? `url(#${id}${one.key})` : color}
              opacity={at === null || at === index ? 1 : 0.45}
            />
          ));
        }
        const through = data.map((entry) => [x(entry.label, kind), heightAt(entry)] as const);
        return (
          <g key={one.key}>
            <path d={areaUnder(through, zero)} fill={color} opacity=".08" />
            <path
              d={smoothLine(through)}
              fill="none"
              stroke={color}
              strokeWidth="1.75"
              strokeDasharray={DASHES[order % 3]}
            />
            {at !== null && data[at] !== undefined && (
              <circle cx={centre(at)} cy={heightAt(data[at])} r="3.5" fill={color} />
            )}
          </g>
        );
      })}
    </svg>
  );
}

type LegendProps = Pick<ChartProps, 'series' | 'kind'> & { at: number };

/** A bar of a series or a piece of its line, beside its name. */
function Legend({ series, kind, at }: LegendProps) {
  const id = useId();
  const one = series[at];
  if (one === undefined) return null;
  const color = `var(--${one.color})`;
  const hatched = isHatched(one, series);
  return (
    <span className="flex items-center gap-1.5">
      <svg width="14" height="10" aria-hidden="true">
        {hatched && <Hatches {...{ series, id }} />}
        {kind === 'bar' ? (
          <rect x="4" width="6" height="10" rx="1.5" fill={hatched ? `url(#${id}${one.key})` : color} />
        ) : (
          <line x1="0" x2="14" y1="5" y2="5" stroke={color} strokeWidth="2" strokeDasharray={DASHES[at % 3]} />
        )}
      </svg>
      {one.label}
    </span>
  );
}

type TableProps = Pick<ChartProps, 'title' | 'currency' | 'data' | 'series'> & {
  visible: boolean;
  fill: boolean;
  height: number;
};

/** The figures of a chart, in its place: as high as it is, and the rest scrolls within. */
function ChartTable({ visible, fill, height, ...props }: TableProps) {
  if (!visible)
    return (
      <div className="sr-only">
        <Figures {...props} linked={false} />
      </div>
    );
  return (
    <section
      aria-label={`${props.title}: table`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      style={fill ? { minHeight: height } : { height }}
      className={clsx('print-open relative overflow-y-auto rounded', fill && 'h-0 grow', focusRing)}
    >
      <Figures {...props} linked />
    </section>
  );
}

type FiguresProps = Pick<ChartProps, 'title' | 'currency' | 'data' | 'series'> & {
  /** Hidden from sight they stay out of the tab order: the visible table has the links. */
  linked: boolean;
};

const headOfTable = 'sticky top-0 bg-panel pb-1 font-medium';

function Figures({ title, currency, data, series, linked }: FiguresProps) {
  return (
    <table className="w-full">
      <caption className="sr-only">{`${title} (${currency})`}</caption>
      <thead>
        <tr className="text-xs text-mute">
          <th scope="col" className={clsx(headOfTable, 'text-left')}>
            Period
          </th>
          {series.map((one) => (
            <th key={one.key} scope="col" className={clsx(headOfTable, 'pl-3 text-right')}>
              {one.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map((one) => (
          <tr key={one.label}>
            <th scope="row" className="py-1 text-left font-normal">
              {one.href === undefined || !linked ? (
                one.label
              ) : (
                <AppLink href={one.href} className="text-link underline underline-offset-2">
                  {one.label}
                </AppLink>
              )}
            </th>
            {series.map((column) => (
              <td key={column.key} className="figures py-1 pl-3">
                {showWireAmount(one.values[column.key] ?? '0', currency, 'dash')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
