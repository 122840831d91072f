import { exportPolicy, exportSlip } from '../../../../domain/interchange/contract.ts';
import { fetchFile, saveFile } from '../../../api/download.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import type { PolicyRecord } from '../form/policy-values.ts';

/** The record as a file for another system, with its endorsements. */
export async function downloadPlacement({ id, market }: Pick<PolicyRecord, 'id' | 'market'>): Promise<void> {
  try {
    const endpoint = market === 'LONDON' ? exportSlip : exportPolicy;
    const query = { id: String(id) };
    saveFile(await fetchFile(endpoint, { query }, { accept: 'application/json', name: 'placement.json' }));
  } catch (error) {
    toastProblem('Download failed', error);
  }
}
