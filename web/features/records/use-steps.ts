import type { DecisionCalls } from '../../../domain/decision-calls.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/notices/toast.ts';

/** A record with the next step to take. */
type Stepping = { id: number; version: number };
type Calls = Pick<DecisionCalls, 'submit' | 'withdraw'>;

export const stepInput = ({ id, version }: Stepping) => ({ params: { id: String(id) }, body: { version } });

/** Submits records of one kind and takes them back, and says so: "Policy submitted". The server decides again. */
export function useSteps(calls: Calls, title: string) {
  const submit = useWrite(calls.submit, {
    onSuccess: (reply) => toastSuccess(`${title} submitted`, `${reply.number ?? ''} waits for approval.`),
    onProblem: (problem) => toastProblem(`${title} not submitted`, problem),
  });
  const withdraw = useWrite(calls.withdraw, {
    onSuccess: (reply) => toastSuccess(`${title} withdrawn`, `${reply.number ?? ''} is a draft again.`),
    onProblem: (problem) => toastProblem(`${title} not withdrawn`, problem),
  });
  return {
    submit: (record: Stepping) => submit.mutate(stepInput(record)),
    submitting: submit.isPending,
    withdraw: (record: Stepping) => withdraw.mutate(stepInput(record)),
  };
}
