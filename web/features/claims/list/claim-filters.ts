import { CLAIM_STAGES, CLAIM_STATES, CLAIM_STATUSES, STAGE_LABELS } from '../../../../domain/claims/states.ts';
import type { Filter } from '../../../ui/tables/FilterChips.tsx';
import { searchReinsureds, searchSecurities, useAccounting, usePartyOf } from '../../ledger/use-lookups.ts';
import type { ClaimRow } from './claim-columns.tsx';
import { searchClaimPolicies, searchClasses, searchColleagues, searchEvents } from '../claim-lookups.ts';

export const CLAIM_FILTERS = [
  'status',
  'stage',
  'cover_type',
  'reinsured',
  'security',
  'event',
  'handler',
  'policy',
  'currency',
  'age',
  'size',
  'from',
  'to',
] as const;

const STATUS = CLAIM_STATUSES.map((value) => ({ value, label: CLAIM_STATES[value].label }));
const STAGE = CLAIM_STAGES.map((value) => ({ value, label: STAGE_LABELS[value] }));
const AGE = ['30', '60', '90', '180', '365'].map((value) => ({ value, label: `${value} days or more` }));
const SIZE = [
  { value: '100000', label: '100,000 or more' },
  { value: '1000000', label: '1,000,000 or more' },
  { value: '10000000', label: '10,000,000 or more' },
  { value: '100000000', label: '100,000,000 or more' },
];

type Named = Pick<ClaimRow, 'reinsured' | 'event' | 'handler' | 'policy'>;

/** The filters of the list; the address has ids alone, and every row that a filter leaves has the name. */
export function useClaimFilters(first: Named | undefined, security: string | undefined): Filter[] {
  const { currencies } = useAccounting();
  const named = usePartyOf('security', security === '' ? undefined : security);
  return [
    { key: 'stage', label: 'Stage', kind: 'option', options: STAGE },
    { key: 'status', label: 'Status', kind: 'option', options: STATUS },
    { key: 'reinsured', label: 'Reinsured', kind: 'record', search: searchReinsureds, shown: first?.reinsured },
    { key: 'security', label: 'Security', kind: 'record', search: searchSecurities, shown: named?.label },
    { key: 'cover_type', label: 'Class', kind: 'record', search: searchClasses },
    { key: 'event', label: 'Event', kind: 'record', search: searchEvents, shown: first?.event ?? undefined },
    { key: 'handler', label: 'Handler', kind: 'record', search: searchColleagues, shown: first?.handler ?? undefined },
    { key: 'policy', label: 'Policy', kind: 'record', search: searchClaimPolicies, shown: first?.policy.name },
    { key: 'currency', label: 'Currency', kind: 'option', options: currencies },
    { key: 'size', label: 'Incurred', kind: 'option', options: SIZE },
    { key: 'age', label: 'Notified', kind: 'option', options: AGE },
    { key: 'from', label: 'Loss from', kind: 'day' },
    { key: 'to', label: 'Loss to', kind: 'day' },
  ];
}
