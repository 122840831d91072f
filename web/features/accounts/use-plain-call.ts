import { useState } from 'react';
import { ApiProblem } from '../../api/client.ts';

type State = { busy: boolean; problem: string | null; errors: Readonly<Record<string, string>> };
const IDLE: State = { busy: false, problem: null, errors: {} };

/** One call of a plain form: that it is under way, its refusal, and the messages of its fields. */
export function usePlainCall() {
  const [state, setState] = useState(IDLE);
  const run = async (work: () => Promise<void>) => {
    setState({ ...IDLE, busy: true });
    try {
      await work();
      setState(IDLE);
    } catch (error) {
      const problem =
        error instanceof ApiProblem
          ? error
          : new ApiProblem({ status: 500, title: 'Something went wrong. Try again.' });
      const errors = Object.fromEntries(problem.errors.map((one) => [one.field, one.message]));
      setState({ busy: false, problem: problem.message, errors });
    }
  };
  return { ...state, run };
}
