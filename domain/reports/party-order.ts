/** In which order the parties of a report come: by their names, or by one of its figures. */
import * as z from 'zod/mini';

type Order<F extends string> = { by: F | 'party'; descending: boolean };

/** The order that a text says: "total,desc"; undefined where it says none of the report's. */
export function orderOf<F extends string>(text: string | undefined, figures: readonly F[]): Order<F> | undefined {
  const [name, direction, ...rest] = (text ?? '').split(',');
  const by = name === 'party' ? name : figures.find((one) => one === name);
  if (by === undefined || rest.length > 0 || (direction !== 'asc' && direction !== 'desc')) return undefined;
  return { by, descending: direction === 'desc' };
}

/** As a call takes it; by name where it is left out. */
export const orderParam = (figures: readonly string[]) =>
  z.optional(
    z
      .string()
      .check(z.refine((text) => orderOf(text, figures) !== undefined, 'This report cannot be ordered like that.')),
  );

/** How a screen shows them until somebody chooses otherwise. */
export const LARGEST_FIRST = 'total,desc';
/** By their names, from A. */
export const BY_NAME = 'party,asc';
