import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { DOCUMENT_LABELS, listDocuments } from '../../../domain/documents/contract.ts';
import {
  makeCoverNote,
  makeCreditNotes,
  makeDebitNote,
  makeReinsuranceSlip,
} from '../../../domain/policies/contract.ts';
import { call } from '../../api/client.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { toastSuccess } from '../../ui/toast.ts';

export const POLICY_DOCUMENTS = ['debit-note', 'credit-note', 'reinsurance-slip', 'cover-note'] as const;
export type PolicyDocument = (typeof POLICY_DOCUMENTS)[number];

type Made = { id: number; number: string; kind: string };

async function make(kind: PolicyDocument, id: string): Promise<Made[]> {
  // The same call again gives the same document, so that a second press does no harm.
  if (kind === 'debit-note') return [await call(makeDebitNote, { query: { id } })];
  if (kind === 'credit-note') return call(makeCreditNotes, { query: { id } });
  if (kind === 'reinsurance-slip') return [await call(makeReinsuranceSlip, { query: { id } })];
  return [await call(makeCoverNote, { query: { id } })];
}

/** Makes documents of a policy, each kind once. */
export function useMakeDocuments(policyId: number) {
  const client = useQueryClient();
  const [making, setMaking] = useState<PolicyDocument | 'all' | null>(null);
  const run = async (kinds: readonly PolicyDocument[]): Promise<Made[]> => {
    setMaking(kinds.length === 1 ? (kinds[0] ?? null) : 'all');
    const made: Made[] = [];
    try {
      // One after the other: each takes the renderer for itself.
      for (const kind of kinds) made.push(...(await make(kind, String(policyId))));
      const [first] = made;
      if (first !== undefined) {
        toastSuccess(
          made.length === 1 ? `${DOCUMENT_LABELS[first.kind] ?? 'Document'} made` : `${made.length} documents made`,
          made.length === 1 ? first.number : '',
        );
      }
    } catch (error) {
      toastProblem('Document not made', error);
    } finally {
      setMaking(null);
      await client.invalidateQueries({ queryKey: [listDocuments.path] });
    }
    return made;
  };
  return { making, run };
}

export type DocumentMaker = ReturnType<typeof useMakeDocuments>;
