import { cumulativeMetricsAdmin, cumulativeMetricsUser } from '../../../domain/reports/metrics.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

/** Production by month, this year and last: of all branches for root, of the branch for others; requested once. */
export function useMetrics({ allBranches, enabled = true }: { allBranches: boolean; enabled?: boolean }) {
  const admin = useEndpoint(cumulativeMetricsAdmin, { query: {} }, { enabled: enabled && allBranches });
  const user = useEndpoint(cumulativeMetricsUser, { query: {} }, { enabled: enabled && !allBranches });
  return allBranches ? admin : user;
}
