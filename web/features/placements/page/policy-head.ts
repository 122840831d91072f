import { FIGURES } from '../../../../domain/placements/fields.ts';
import { POLICY_STATES } from '../../../../domain/placements/states.ts';
import type { Tone } from '../../../ui/marks/Badge.tsx';
import type { Glance } from '../../../ui/layout/RecordPage.tsx';
import { badgeOf } from '../../ledger/status.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { coverBadge, lessOf, paymentBadge, paymentOf } from './policy-words.ts';
import { placementHref } from '../../../paths.ts';

/** Status; for an approved policy whether it covers today and whether it is paid. */
export function statusesOf(record: PolicyRecord): { label: string; tone: Tone }[] {
  const status = badgeOf(POLICY_STATES[record.status]);
  const { cover } = record;
  if (cover === null) return [status];
  return [status, coverBadge(cover), paymentBadge(paymentOf(record))];
}

/** The money at a glance; each figure leads to what it is made of. */
export function glanceOf(record: PolicyRecord): Glance[] {
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
          },
        ]
      : []),
  ];
}
