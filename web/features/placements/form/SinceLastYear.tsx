import { ChangesCard, useSavedChanges } from './LastYear.tsx';
import type { PolicyRecord } from './policy-values.ts';

/** The end of the sentence that says what a policy renews. */
export function OnItsTerms({ record }: { record: PolicyRecord }) {
  return useSavedChanges(record)?.length === 0 ? ' on its terms: nothing but the period is changed.' : '.';
}

/** What a renewal has otherwise than the policy that it renews, where there is something. */
export function SinceLastYear({ record }: { record: PolicyRecord }) {
  const changes = useSavedChanges(record);
  return changes !== null && changes.length > 0 && <ChangesCard changes={changes} />;
}
