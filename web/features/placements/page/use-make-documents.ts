import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { listDocuments } from '../../../../domain/documents/contract.ts';
import { DOCUMENT_LABELS } from '../../../../domain/documents/labels.ts';
import {
  makeCoverNote,
  makeCreditNotes,
  makeDebitNote,
  makeReinsuranceSlip,
} from '../../../../domain/placements/documents.ts';
import type { Market } from '../../../../domain/placements/figures.ts';
import {
  makeLondonRSlip,
  makeMrcSlip,
  makeSlipCoverNote,
  makeSlipCreditNote,
  makeSlipDebitNote,
  makeSlipReinsuranceSlip,
} from '../../../../domain/slips/contract.ts';
import { call } from '../../../api/client.ts';
import { fetchFile } from '../../../api/download.ts';
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

type Made = { id: number; number: string; kind: string };

async function make(kind: PolicyDocument, id: string): Promise<Made[]> {
  // The same call again gives the same document, so that a second press does no harm.
  if (kind === 'debit-note') return [await call(makeDebitNote, { query: { id } })];
  if (kind === 'credit-note') return call(makeCreditNotes, { query: { id } });
  if (kind === 'reinsurance-slip') return [await call(makeReinsuranceSlip, { query: { id } })];
  return [await call(makeCoverNote, { query: { id } })];
}

const listed = <T>(made: T | T[]): T[] => (Array.isArray(made) ? made : [made]);

async function makeOfSlip(kind: PolicyDocument, id: string): Promise<Made[]> {
  const input = { query: { id } };
  if (kind === 'london-slip') return [await call(makeMrcSlip, input)];
  if (kind === 'london-reinsurance-slip') return listed<Made>(await call(makeLondonRSlip, input));
  if (kind === 'reinsurance-slip') return [await call(makeSlipReinsuranceSlip, input)];
  if (kind === 'debit-note') return [await call(makeSlipDebitNote, input)];
  if (kind === 'credit-note') return listed<Made>(await call(makeSlipCreditNote, input));
  return [await call(makeSlipCoverNote, input)];
}

/**
 * What the call of a kind gives as one file: its document, or all that securities have of their own. To who may only view, a
 * paper that nobody issued is marked so. §6 Document calls.
 */
export function fileOf(kind: PolicyDocument, of: { id: number; market: Market; broker_reference: string }) {
  const input = { query: { id: String(of.id) } };
  const name = { name: `${of.broker_reference.replaceAll('/', '-')}.pdf` };
  const london = of.market === 'LONDON';
  if (kind === 'london-slip') return fetchFile(makeMrcSlip, input, name);
  if (kind === 'london-reinsurance-slip') return fetchFile(makeLondonRSlip, input, name);
  if (kind === 'reinsurance-slip')
    return fetchFile(london ? makeSlipReinsuranceSlip : makeReinsuranceSlip, input, name);
  if (kind === 'debit-note') return fetchFile(london ? makeSlipDebitNote : makeDebitNote, input, name);
  if (kind === 'cover-note') return fetchFile(london ? makeSlipCoverNote : makeCoverNote, input, name);
  return london ? fetchFile(makeSlipCreditNote, input, name) : fetchFile(makeCreditNotes, input, name);
}

/** Makes documents of a policy, each kind once. */
export function useMakeDocuments(policyId: number, market: Market = 'LOCAL') {
  const client = useQueryClient();
  const [making, setMaking] = useState<PolicyDocument | 'all' | null>(null);
  const run = async (kinds: readonly PolicyDocument[]): Promise<Made[]> => {
    setMaking(kinds.length === 1 ? (kinds[0] ?? null) : 'all');
    const made: Made[] = [];
    try {
      // One after the other: each takes the renderer for itself.
      for (const kind of kinds) made.push(...(await (market === 'LONDON' ? makeOfSlip : make)(kind, String(policyId))));
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
