import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { focusRing } from '../../../ui/styles.ts';
import { later } from '../../../ui/later/later.tsx';
import type { PolicyRecord } from './policy-values.ts';
import { placementHref } from '../../../paths.ts';

const OnItsTerms = later(async () => (await import('./SinceLastYear.tsx')).OnItsTerms, '.');
const SinceLastYear = later(async () => (await import('./SinceLastYear.tsx')).SinceLastYear);

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
  return (
    <>
      {from !== null && (
        <Notice title="Renewal">
          Renews <PolicyLink policy={from} market={record.market} />
          <OnItsTerms record={record} />
        </Notice>
      )}
      {from !== null && record.status !== 'DISABLED' && <SinceLastYear record={record} />}
      {renewal !== null && (
        <Notice title="Renewed">
          By <PolicyLink policy={renewal} market={record.market} />.
        </Notice>
      )}
      {renewal === null && reason !== null && <Notice title="Not renewed">{reason}</Notice>}
    </>
  );
}
