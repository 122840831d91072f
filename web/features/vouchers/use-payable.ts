import { useState } from 'react';
import { findPoliciesBySecurity, OFFERED_ITEMS } from '../../../domain/vouchers/payables-contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { type Beyond, useFound, withFound } from '../ledger/use-found.ts';
import type { PayableItem } from './paying.ts';

type Of = {
  security: string | null;
  /** Of these policies alone: their ids. */
  policies?: string | undefined;
  /** The ids of what is shown however much comes before it: what a draft pays. */
  named: readonly string[];
};

const idOf = ({ item }: PayableItem) => item;

/**
 * What a security can be paid, earliest due first; where there is very much of it first what is available, what is named, and what was looked
 * for.
 */
export function usePayable({ security, policies, named }: Of) {
  const [search, setSearch] = useState('');
  const query = { security: security ?? '0', ...(policies !== undefined && { policies }) };
  const items = named.slice(0, OFFERED_ITEMS).join(',');
  const offered = useEndpoint(
    findPoliciesBySecurity,
    { query: { ...query, ...(items !== '' && { items }) } },
    { enabled: security !== null },
  );
  // What is due to another security is not to be paid to this one.
  const rows = security === null || offered.isPlaceholderData ? undefined : offered.data;
  const isFull = rows !== undefined && rows.length >= OFFERED_ITEMS;
  const isSought = isFull && search !== '';
  const sought = useEndpoint(
    findPoliciesBySecurity,
    { query: { ...query, searchValue: search } },
    { enabled: isSought },
  );
  const answer = isSought && !sought.isPlaceholderData ? sought.data : undefined;
  const found = useFound(answer, { of: JSON.stringify(query), idOf });
  const beyond: Beyond = {
    onSearch: setSearch,
    now: new Set(answer?.map(({ item }) => item)),
    problem: isSought ? sought.error?.message : undefined,
  };
  return {
    payable: rows && withFound<PayableItem>(rows, found, { idOf, mark: (row) => ({ ...row, isFound: true }) }),
    error: offered.error,
    /** How to find the rest, where there is more than is offered. */
    beyond: isFull ? beyond : undefined,
  };
}
