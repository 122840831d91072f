import { listEndorsements } from '../../../../domain/endorsements/list.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';

/** The endorsements of a policy, in their order. */
export function useEndorsements(policyId: number) {
  return useEndpoint(listEndorsements, { query: { policy: String(policyId) } });
}
