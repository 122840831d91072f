import type { FieldError } from '../../../domain/errors.ts';

type Part = { name: string; descending: boolean };

/** Reads `field,asc|desc;…`; null where a name is none of these, or a direction none. */
export function readSort(sort: string, names: readonly string[]): Part[] | null {
  const parts = sort.split(';').map((part) => {
    const [name = '', direction = 'asc', ...rest] = part.split(',').map((piece) => piece.trim());
    const known = names.includes(name) && rest.length === 0 && (direction === 'asc' || direction === 'desc');
    return known ? { name, descending: direction === 'desc' } : null;
  });
  const read = parts.filter((part) => part !== null);
  return read.length === parts.length ? read : null;
}

/** What is wrong with an order that could not be read. */
export const notSorted = (names: readonly string[]): FieldError => ({
  field: 'sort',
  message: `Sort by one of: ${names.join(', ')}; each asc or desc.`,
});
