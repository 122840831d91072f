import { useState } from 'react';
import { findOpenNotes, OFFERED_NOTES } from '../../../domain/receipts/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { type Beyond, useFound, withFound } from '../ledger/use-found.ts';
import type { OpenNote } from './allocating.ts';

type Of = {
  payer: string | null;
  currency: string;
  /** The code of the branch whose notes they are, where it is not the page's. */
  branch?: string | undefined;
  /** The ids of notes that are shown however many come before them: of those of a draft, or that the page is opened for. */
  named?: readonly string[];
};

const idOf = ({ id }: OpenNote) => id;

/** The open notes of a payer, oldest due first; where there are very many the first, those that are named, and those that were looked for. */
export function useOpenNotes({ payer, currency, branch, named = [] }: Of, enabled: boolean) {
  const [search, setSearch] = useState('');
  const query = { reinsured: payer ?? '0', currency, branch };
  const notes = named.slice(0, OFFERED_NOTES).join(',');
  const offered = useEndpoint(findOpenNotes, { query: { ...query, ...(notes !== '' && { notes }) } }, { enabled });
  // The last payer's notes stay in the query until the new ones come: they are not to be shown under another name.
  const rows = offered.isPlaceholderData ? undefined : offered.data;
  const isFull = rows !== undefined && rows.length >= OFFERED_NOTES;
  const isSought = enabled && isFull && search !== '';
  const sought = useEndpoint(findOpenNotes, { query: { ...query, searchValue: search } }, { enabled: isSought });
  const answer = isSought && !sought.isPlaceholderData ? sought.data : undefined;
  const found = useFound(answer, { of: JSON.stringify(query), idOf });
  const beyond: Beyond = {
    onSearch: setSearch,
    now: new Set(answer?.map(({ id }) => id)),
    problem: isSought ? sought.error?.message : undefined,
  };
  return {
    notes: rows && withFound<OpenNote>(rows, found, { idOf }),
    error: offered.error,
    refetch: offered.refetch,
    /** How to find others, where there are more than are offered. */
    beyond: isFull ? beyond : undefined,
  };
}
