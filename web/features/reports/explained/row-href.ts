import { isKind } from '../../../../domain/records/kinds.ts';
import { MATTERS } from '../../../../domain/reports/client-money.ts';
import {
  atId,
  bankStatementHref,
  claimHref,
  entryHref,
  invoiceHref,
  movementHref,
  paths,
  policyHref,
  receiptHref,
  recordHref,
  slipHref,
} from '../../../paths.ts';

type Row = Readonly<Record<string, unknown>>;

/** The id of what a row names, however it names it. */
function idIn(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'number' ? value.id : null;
}

const OF_MATTER: ReadonlyMap<unknown, (id: number) => string> = new Map([
  [MATTERS.CLAIM, claimHref],
  [MATTERS.POLICY, policyHref],
  [MATTERS.SLIP, slipHref],
  [MATTERS.INVOICE, invoiceHref],
]);

/** What a row names, the most particular first. */
const OF_RECORD: readonly [string, (id: number) => string][] = [
  ['movement', movementHref],
  ['invoice', invoiceHref],
  ['receipt', receiptHref],
  ['endorsement', (id) => atId(paths.endorsement, id)],
  ['policy', policyHref],
  ['claim', claimHref],
];

/** What made a row's entry. */
export function sourceHref(row: Row): string | undefined {
  const [kind, id] = [row['source_kind'], row['source_id']];
  return typeof kind === 'string' && typeof id === 'number' && isKind(kind) ? recordHref(kind, id) : undefined;
}

/** A record, or the statement of a line, that a row names by its kind. */
function targetHref(target: unknown): string | undefined {
  const id = idIn(target);
  if (id === null || typeof target !== 'object' || target === null || !('kind' in target)) return undefined;
  const { kind } = target;
  if (kind === 'statement') return bankStatementHref(id);
  return typeof kind === 'string' && isKind(kind) ? recordHref(kind, id) : undefined;
}

/** What a row behind a figure opens: its journal entry, for who may see it, or its record. */
export function rowHref(row: Row, { ledger }: { ledger: boolean }): string | undefined {
  const entry = row['entry'];
  if (typeof entry === 'number') return ledger ? entryHref(entry) : sourceHref(row);
  const target = row['target'];
  if (idIn(target) !== null) return targetHref(target);
  const matter = idIn(row['matter']);
  if (matter !== null) return OF_MATTER.get(row['kind'])?.(matter);
  for (const [name, href] of OF_RECORD) {
    const id = idIn(row[name]);
    if (id !== null) return href(id);
  }
  return typeof row['claim'] === 'string' && typeof row['id'] === 'number' ? claimHref(row['id']) : undefined;
}
