import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { ChangesCard, useSavedChanges } from './LastYear.tsx';
import type { PolicyRecord } from './policy-values.ts';
import { placementHref } from '../../../paths.ts';

type LinkProps = { policy: { id: number; name: string }; market: PolicyRecord['market'] };

function PolicyLink({ policy, market }: LinkProps) {
  return (
    <AppLink
      href={placementHref({ id: policy.id, market })}
      className={`rounded text-link underline underline-offset-2 ${focusRing}`}
    >
      {policy.name}
    </AppLink>
  );
}

/** What a policy renews and by what it is renewed, or why it is not. */
export function RenewalNotice({ record }: { record: PolicyRecord }) {
  const { renewed_from: from, renewal, not_renewed_reason: reason } = record;
  const changes = useSavedChanges(record);
  return (
    <>
      {from !== null && (
        <Notice title="Renewal">
          Renews <PolicyLink policy={from} market={record.market} />
          {changes?.length === 0 ? ' on its terms: nothing but the period is changed.' : '.'}
        </Notice>
      )}
      {record.status !== 'DISABLED' && changes !== null && changes.length > 0 && <ChangesCard changes={changes} />}
      {renewal !== null && (
        <Notice title="Renewed">
          By <PolicyLink policy={renewal} market={record.market} />.
        </Notice>
      )}
      {renewal === null && reason !== null && <Notice title="Not renewed">{reason}</Notice>}
    </>
  );
}
