import { COVERS, COVER_LABELS, POLICY_STATES, POLICY_STATUSES } from '../../../../domain/placements/states.ts';
import { underwritingInfo } from '../../../../domain/registers/aggregates.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import type { Filter } from '../../../ui/tables/FilterChips.tsx';
import type { Search } from '../../../ui/fields/use-search.ts';
import type { PolicyRow } from '../page/policy-words.ts';

// They come with the first letter that is typed.
const findColleague: Search = async (...typed) => (await import('../../../api/colleagues.ts')).findColleague(...typed);
const findReinsured: Search = async (...typed) => (await import('../form/party-search.ts')).findReinsured(...typed);

export const FILTERS = ['status', 'reinsured', 'producer', 'currency', 'cover', 'from', 'to', 'import'] as const;

/** A list can also be narrowed to what came of one bordereau; it is offered where it is so. */
export function importFilter({ import: imported = '' }: Readonly<Record<string, string>>): Filter[] {
  const options = [{ value: imported, label: `import ${imported}` }];
  return imported === '' ? [] : [{ key: 'import', label: 'Bordereau', kind: 'option', options }];
}

/** The filters of either market's list. */
export function useFilters(rows: readonly Pick<PolicyRow, 'reinsured' | 'producer'>[] | undefined): Filter[] {
  const info = useEndpoint(underwritingInfo, {}, { staleTime: 300_000 });
  return [
    {
      key: 'status',
      label: 'Status',
      kind: 'option',
      options: POLICY_STATUSES.map((status) => ({ value: status, label: POLICY_STATES[status].label })),
    },
    {
      key: 'cover',
      label: 'Cover',
      kind: 'option',
      options: COVERS.map((cover) => ({ value: cover, label: COVER_LABELS[cover] })),
    },
    // The address has the id alone; every row that it leaves has the name.
    { key: 'reinsured', label: 'Reinsured', kind: 'record', search: findReinsured, shown: rows?.[0]?.reinsured },
    { key: 'producer', label: 'Producer', kind: 'record', search: findColleague, shown: rows?.[0]?.producer },
    {
      key: 'currency',
      label: 'Currency',
      kind: 'option',
      options: (info.data?.currencies ?? []).map((one) => ({ value: one.code, label: `${one.code} · ${one.name}` })),
    },
    { key: 'from', label: 'Starts from', kind: 'day' },
    { key: 'to', label: 'Starts to', kind: 'day' },
  ];
}
