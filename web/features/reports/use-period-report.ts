import type { Endpoint } from '../../../domain/endpoint.ts';
import { ApiProblem, type CallInput } from '../../api/client.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

type Options = {
  /** Why the days of the address are no period. */
  fault: string | undefined;
  enabled?: boolean;
};

/**
 * The report of a period. While its days are no period it has no figures, not even those of the period before: the
 * field of its first day says why, as does the server where it refuses that day.
 */
export function usePeriodReport<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: Options) {
  const { fault, enabled = true } = options;
  const asked = fault === undefined;
  const { data, error, refetch, isPlaceholderData } = useEndpoint(endpoint, input, { enabled: enabled && asked });
  const refused = error instanceof ApiProblem ? error.errors.find(({ field }) => field === 'from') : undefined;
  return {
    data: asked ? data : undefined,
    waiting: asked && isPlaceholderData,
    error,
    refetch,
    fault: fault ?? refused?.message,
  };
}
