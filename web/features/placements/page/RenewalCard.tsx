import type { WireReply } from '../../../../domain/endpoint.ts';
import { policyNotices } from '../../../../domain/renewals/notices.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { InstantText } from '../../../ui/marks/Figures.tsx';
import { focusRing } from '../../../ui/styles.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { placementHref } from '../../../paths.ts';

type RenewalNotice = WireReply<typeof policyNotices>[number];
const VERBS: Record<RenewalNotice['status'], string> = {
  SENT: 'Sent to',
  QUEUED: 'Being sent to',
  FAILED: 'Not sent to',
};

/** How far the renewal of an approved policy is, and who was notified that it expires. */
export function RenewalCard({ record }: { record: PolicyRecord }) {
  const inForce = record.status === 'APPROVED' && record.current.cancelled_from === null;
  const { data } = useEndpoint(policyNotices, { params: { id: String(record.id) } }, { enabled: inForce });
  if (!inForce) return null;
  const { renewal, not_renewed_reason: reason } = record;
  return (
    <Card title="Renewal">
      {renewal !== null ? (
        <p>
          By{' '}
          <AppLink
            href={placementHref({ id: renewal.id, market: record.market })}
            className={`rounded text-link tabular-nums underline underline-offset-2 ${focusRing}`}
          >
            {renewal.name}
          </AppLink>
        </p>
      ) : (
        <p dir="auto">{reason === null ? 'Open' : `Not renewed: ${reason}`}</p>
      )}
      {data !== undefined && data.length > 0 && (
        <ul aria-label="Renewal notices" className="mt-2 grid gap-1 text-xs text-mute">
          {data.map((one) => (
            <li key={one.at} className="wrap-anywhere">
              <span className={one.status === 'FAILED' ? 'text-bad' : undefined}>
                Notice. {VERBS[one.status]} {one.to.join(', ')} on <InstantText value={one.at} />
              </span>{' '}
              by {one.by}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
