import { clsx } from 'clsx';
import { use } from 'react';
import { dayIn, parseDay } from '../../../domain/values/day.ts';
import { NO_AMOUNT } from '../../../domain/values/money.ts';
import { showWireAmount, showWireRate } from '../fields/read-typed.ts';
import { TimeZone } from '../fields/use-today.ts';
import { showInstant } from './show-instant.ts';
import { showDay } from './format.ts';

type MoneyTextProps = {
  /** Decimal text of the wire. */
  value: string | null | undefined;
  currency: string;
  /** Puts the code before the figure; leave out where the column's head has it. */
  withCurrency?: boolean;
  /** Nothing is an en dash in columns and beside labels. Digits are for sentences, and for a total or a balance that stands alone. */
  zero?: 'dash' | 'digits';
  /** Bad only where it is bad: a negative figure alone is not red. */
  tone?: 'bad' | 'good' | 'mute';
  strong?: boolean;
};

const TONES = { bad: 'text-bad', good: 'text-good', mute: 'text-mute' } as const;

export function MoneyText({
  value,
  currency,
  withCurrency = false,
  zero = 'dash',
  tone,
  strong = false,
}: MoneyTextProps) {
  const text = value === null || value === undefined || value === '' ? '' : showWireAmount(value, currency, zero);
  // Nothing is neither good nor bad.
  const colour = text === NO_AMOUNT ? undefined : tone;
  return (
    <span className={clsx('whitespace-nowrap tabular-nums', colour && TONES[colour], strong && 'font-semibold')}>
      {withCurrency && text !== '' && <span className="text-[0.92em] font-normal text-mute">{currency} </span>}
      {text}
    </span>
  );
}

/** A percentage of the wire, with the decimals that it has. */
export function RateText({ value }: { value: string | null | undefined }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {value === null || value === undefined || value === '' ? '' : `${showWireRate(value)}%`}
    </span>
  );
}

/** A day of the wire, or the firm's day of an instant. */
const dayOf = (value: string, zone: string | null) =>
  value.length > 10 ? dayIn(zone ?? 'UTC', new Date(value)) : parseDay(value);

/** "Nov 20, 2026"; of an instant the day that it was where the firm is. */
export function DayText({ value, none = '' }: { value: string | null | undefined; none?: string }) {
  const zone = use(TimeZone);
  const day = value === null || value === undefined ? null : dayOf(value, zone);
  if (day === null) return <span className="text-mute">{none}</span>;
  return (
    <time dateTime={day} className="whitespace-nowrap tabular-nums">
      {showDay(day)}
    </time>
  );
}

/** An instant of the wire (ISO 8601) in the firm's time: "Nov 20, 2026, 3:12 PM". */
export function InstantText({ value }: { value: string }) {
  const zone = use(TimeZone);
  return (
    <time dateTime={value} className="whitespace-nowrap tabular-nums">
      {showInstant(value, zone)}
    </time>
  );
}
