import { clsx } from 'clsx';
import { INSTALMENT_STATES } from '../../../../domain/endorsements/replan.ts';
import type { paymentSchedule } from '../../../../domain/endorsements/standing.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { daysBetween, parseDay, type Day } from '../../../../domain/values/day.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { showDay } from '../../../ui/marks/format.ts';
import { isNothing } from '../../ledger/wire-amounts.ts';

type Instalment = WireReply<typeof paymentSchedule>['instalments'][number];
type Props = {
  start: string;
  end: string;
  today: Day;
  currency: string;
  /** Absent while they are loaded: there is nearly always one. */
  instalments: readonly Instalment[] | undefined;
};

const STILL = ['PAID', 'TO_COME', 'DUE', 'OVERDUE'] as const;
const isStill = (state: Instalment['state']): state is (typeof STILL)[number] => STILL.some((one) => one === state);

/** A filled mark is settled, an open one is not, a square one is late: it reads without colour. */
const MARKS = {
  PAID: 'rounded-full border-good bg-good',
  TO_COME: 'rounded-full border-mute bg-panel',
  DUE: 'rounded-full border-warn bg-panel',
  OVERDUE: 'border-bad bg-bad',
} as const;

/** The period from left to right with today in it, and each instalment where it falls due, with what is paid of it. */
export function PeriodLine({ start, end, today, currency, instalments }: Props) {
  const shown = (instalments ?? []).filter((one) => isStill(one.state));
  const days = shown.map((one) => one.due_on);
  const from = [start, ...days].toSorted()[0] ?? start;
  const to = [end, ...days].toSorted().at(-1) ?? end;
  const first = parseDay(from);
  const last = parseDay(to);
  if (first === null || last === null || last <= first) return null;
  const whole = daysBetween(first, last);
  const place = (day: string) => {
    const parsed = parseDay(day) ?? first;
    const at = Math.min(whole, Math.max(0, daysBetween(first, parsed)));
    return `${Math.round((at / whole) * 1000) / 10}%`;
  };
  return (
    <Card title="Period and payments">
      <div aria-hidden="true" className="relative mx-1.5 h-7">
        <span className="absolute inset-x-0 top-3 h-1 rounded-full bg-hover" />
        <span
          className="absolute top-3 h-1 rounded-full bg-link/40"
          style={{ left: place(start), width: `calc(${place(today < end ? today : end)} - ${place(start)})` }}
        />
        {today >= first && today <= last && (
          <span className="absolute top-0.5 h-6 w-px bg-fg" style={{ left: place(today) }} />
        )}
        {shown.map((one) => (
          <span
            key={one.id}
            className={clsx('absolute top-2 size-3 -translate-x-1/2 border-2', isStill(one.state) && MARKS[one.state])}
            style={{ left: place(one.due_on) }}
          />
        ))}
      </div>
      <p className="flex justify-between gap-3 text-xs text-mute tabular-nums">
        <span>{showDay(first)}</span>
        <span>{showDay(last)}</span>
      </p>
      {instalments === undefined && (
        <div aria-hidden="true" className="mt-2 border-t border-line pt-2">
          &nbsp;
        </div>
      )}
      {shown.length > 0 && (
        <ul aria-label="Instalments" className="mt-2 grid gap-1 border-t border-line pt-2">
          {shown.map((one) => (
            <li key={one.id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-2">
              <span
                aria-hidden="true"
                className={clsx('size-2.5 translate-y-px border-2', isStill(one.state) && MARKS[one.state])}
              />
              <span className="tabular-nums">
                {showDay(parseDay(one.due_on) ?? first)}{' '}
                <span className={clsx('text-xs whitespace-nowrap', one.state === 'OVERDUE' ? 'text-bad' : 'text-mute')}>
                  {INSTALMENT_STATES[one.state].label.toLowerCase()}
                </span>
              </span>
              <span className="text-right">
                <MoneyText value={one.state === 'PAID' ? one.paid : one.outstanding} currency={currency} />
                {one.state !== 'PAID' && !isNothing(one.paid, currency) && (
                  <span className="block text-xs text-mute">
                    <MoneyText value={one.paid} currency={currency} /> paid
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
