import { leftWords } from '../../../domain/closing/left.ts';
import type { Filter } from '../../ui/tables/FilterChips.tsx';

/** What a list is narrowed to by a check of a month's end: there to be seen and taken off, and set by its link alone. */
export function leftFilters(left: string | undefined): Filter[] {
  if (left === undefined || left === '') return [];
  return [{ key: 'left', label: 'Month’s end', kind: 'option', options: [{ value: left, label: leftWords(left) }] }];
}
