import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { listDocuments } from '../../../../domain/documents/contract.ts';
import { DOCUMENT_LABELS } from '../../../../domain/documents/labels.ts';
import type { Market } from '../../../../domain/placements/figures.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { toastSuccess } from '../../../ui/notices/toast.ts';

const POLICY_DOCUMENTS = ['debit-note', 'credit-note', 'reinsurance-slip', 'cover-note'] as const;
const SLIP_DOCUMENTS = [
  'london-slip',
  'london-reinsurance-slip',
  'reinsurance-slip',
  'debit-note',
  'credit-note',
  'cover-note',
] as const;
export const DOCUMENTS_OF = { LOCAL: POLICY_DOCUMENTS, LONDON: SLIP_DOCUMENTS } as const;
export type PolicyDocument = (typeof SLIP_DOCUMENTS)[number];

export type Made = { id: number; number: string; kind: string };

/** Makes documents of a policy, each kind once. */
export function useMakeDocuments(policyId: number, market: Market = 'LOCAL') {
  const client = useQueryClient();
  const [making, setMaking] = useState<PolicyDocument | 'all' | null>(null);
  const run = async (kinds: readonly PolicyDocument[]): Promise<Made[]> => {
    setMaking(kinds.length === 1 ? (kinds[0] ?? null) : 'all');
    const made: Made[] = [];
    try {
      const { makeDocument } = await import('./make-documents.ts');
      // One after the other: each takes the renderer for itself.
      for (const kind of kinds) made.push(...(await makeDocument(market, kind, String(policyId))));
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
