import type { paymentSchedule } from '../../../../domain/endorsements/standing.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { FIGURES } from '../../../../domain/placements/fields.ts';
import { POLICY_STATES } from '../../../../domain/placements/states.ts';
import { sum } from '../../../../domain/values/money.ts';
import type { Tone } from '../../../ui/marks/Badge.tsx';
import type { Glance } from '../../../ui/layout/RecordPage.tsx';
import { badgeOf } from '../../ledger/status.ts';
import { amountOf } from '../form/policy-amounts.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { coverBadge, lessOf, paymentBadge } from './policy-words.ts';
import { placementHref } from '../../../paths.ts';
import { showAmount, showDay } from '../../../ui/marks/format.ts';

/** Status; for an approved policy whether it covers today and whether it is paid. */
export function statusesOf(record: PolicyRecord): { label: string; tone: Tone }[] {
  const status = badgeOf(POLICY_STATES[record.status]);
  const { cover, payment } = record;
  if (cover === null) return [status];
  return [status, coverBadge(cover), ...(payment === null ? [] : [paymentBadge(payment)])];
}

type Schedule = WireReply<typeof paymentSchedule>;

/** Of what is outstanding, what is late and since when, else what is due next and when. */
export function dueNote({ instalments, currency }: Schedule): { text: string; tone?: 'bad' } {
  const open = instalments
    .filter(({ outstanding }) => (amountOf(outstanding, currency) ?? 0n) > 0n)
    .toSorted((a, b) => (a.due_on < b.due_on ? -1 : a.due_on > b.due_on ? 1 : 0));
  const late = open.filter(({ state }) => state === 'OVERDUE');
  // Where it is the whole, the figure above says how much.
  const amount = (rows: Schedule['instalments']) =>
    rows.length === open.length
      ? ''
      : `${showAmount(sum(rows.map((row) => amountOf(row.outstanding, currency) ?? 0n)), currency)} `;
  const [oldest] = late;
  if (oldest !== undefined) return { text: `${amount(late)}overdue since ${showDay(oldest.due_on)}`, tone: 'bad' };
  const [next] = open;
  if (next === undefined) return { text: 'Nothing is due' };
  return { text: `${amount([next])}due ${showDay(next.due_on)}` };
}

/** The money at a glance; each figure leads to what it is made of. */
export function glanceOf(record: PolicyRecord, schedule?: Schedule): Glance[] {
  // With its endorsements: what is covered and owed now, not what was first approved.
  const { currency, current: figures } = record;
  const tab = (name: string) => `${placementHref(record)}?tab=${name}`;
  return [
    { label: 'Sum insured', value: figures.sum_insured, currency, href: tab('slip') },
    { label: FIGURES.fac_premium.label, value: figures.fac_premium, currency, href: tab('figures') },
    { label: FIGURES.debit_note.label, value: figures.debit_note, currency, href: tab('money') },
    { label: FIGURES.brokerage.label, value: figures.brokerage, currency, href: tab('figures') },
    ...(record.status === 'APPROVED'
      ? [
          {
            label: 'Outstanding',
            value: lessOf(figures.debit_note, record.received, currency),
            currency,
            href: tab('money'),
            note: schedule === undefined ? { text: '\u00a0' } : dueNote(schedule),
          },
        ]
      : []),
  ];
}
