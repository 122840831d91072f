import type { KindName } from '../../../domain/records/kinds.ts';
import { paths } from '../../paths.ts';

/** An address with its id: `atId(paths.receipt, 12)` → "/receivables/12". */
export function atId(path: string, id: number | string): string {
  return path.replace('$id', String(id));
}

/** An address with parameters; empty ones are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | null | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

export const policyHref = (id: number) => `${paths.underwriting}/${id}`;
export const slipHref = (id: number) => atId(paths.slip, id);
/** The page of a policy in its own market. */
export const placementHref = ({ id, market }: { id: number; market: 'LOCAL' | 'LONDON' }) =>
  market === 'LONDON' ? slipHref(id) : policyHref(id);
export const receiptHref = (id: number) => atId(paths.receipt, id);
export const voucherHref = (id: number) => atId(paths.voucher, id);
export const entryHref = (id: number) => atId(paths.ledgerEntry, id);

const PAGES: Record<KindName, string> = {
  policy: paths.policy,
  endorsement: paths.endorsement,
  receipt: paths.receipt,
  voucher: paths.voucher,
};

/** The page of the record that made an entry or waits for someone. */
export const recordHref = (kind: KindName, id: number): string => atId(PAGES[kind], id);
