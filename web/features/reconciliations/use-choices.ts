import { chooseDocument, setReason } from '../../../domain/reconciliations/contract.ts';
import { REASONS } from '../../../domain/reconciliations/bridge.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import type { Reconciliation } from './ReconciliationPage.tsx';

/** What a person decides on a reconciliation: of which document a line is, and why a difference is. */
export function useChoices({ id, version }: Reconciliation) {
  const choose = useWrite(chooseDocument, { onProblem: (problem) => toastProblem('Nothing was chosen', problem) });
  const reason = useWrite(setReason, { onProblem: (problem) => toastProblem('The reason was not set', problem) });
  const params = { id: String(id) };
  return {
    busy: choose.isPending || reason.isPending,
    /** A key of a document; null: none of ours; undefined: as it is matched. */
    choose: (row: number, document: string | null | undefined) =>
      choose.mutate({ params, body: { version, row, ...(document !== undefined && { document }) } }),
    /** A reason; '' takes it away. */
    reason: (key: string, value: string) => {
      const known = REASONS.find((one) => one === value) ?? null;
      reason.mutate({ params, body: { version, key, reason: known } });
    },
  };
}
