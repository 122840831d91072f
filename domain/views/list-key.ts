import { type Endpoint, SCA } from '../endpoint.ts';

/** By which a view knows its list or report: the address of the call that gives its rows, "underwriting/items". */
export const listKey = ({ path }: Pick<Endpoint, 'path'>): string => path.slice(SCA.length + 1);
