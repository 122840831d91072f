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
import type { Made, PolicyDocument } from './use-make-documents.ts';

async function makeOfPolicy(kind: PolicyDocument, id: string): Promise<Made[]> {
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

/** Makes a document of a policy of a market. */
export function makeDocument(market: Market, kind: PolicyDocument, id: string): Promise<Made[]> {
  return (market === 'LONDON' ? makeOfSlip : makeOfPolicy)(kind, id);
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
