import { getPolicy } from '../../../domain/policies/contract.ts';
import { showDay } from '../../../domain/values/day.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showWireAmount, showWireRate } from '../../ui/read-typed.ts';
import { focusRing } from '../../ui/styles.ts';
import { policyHref } from '../ledger/record-links.ts';
import type { PolicyRecord } from './policy-values.ts';

type Change = { label: string; before: string; after: string };

/** What a renewal has otherwise than the policy that it renews, as that one stands with its endorsements. */
function changesOf(before: PolicyRecord, after: PolicyRecord): Change[] {
  const money = (amount: string) => showWireAmount(amount, after.currency);
  const linesOf = ({ securities }: PolicyRecord) =>
    securities.map((line) => `${line.security.name} ${showWireRate(line.share)}%`).join(', ');
  return [
    { label: 'Sum insured', before: money(before.current.sum_insured), after: money(after.sum_insured) },
    { label: 'Premium, 100%', before: money(before.current.premium), after: money(after.premium) },
    { label: 'Order', before: `${showWireRate(before.fac)}%`, after: `${showWireRate(after.fac)}%` },
    {
      label: 'Commission',
      before: `${showWireRate(before.cedant_commission)}%`,
      after: `${showWireRate(after.cedant_commission)}%`,
    },
    { label: 'Brokerage', before: `${showWireRate(before.brokerage)}%`, after: `${showWireRate(after.brokerage)}%` },
    { label: 'Securities', before: linesOf(before), after: linesOf(after) },
  ].filter((change) => change.before !== change.after);
}

function PolicyLink({ policy }: { policy: { id: number; name: string } }) {
  return (
    <AppLink href={policyHref(policy.id)} className={`rounded text-link underline underline-offset-2 ${focusRing}`}>
      {policy.name}
    </AppLink>
  );
}

/** What a policy renews and by what it is renewed; of a renewal, the changes to last year's terms. */
export function RenewalNotice({ record }: { record: PolicyRecord }) {
  const { renewed_from: from, renewal, not_renewed_reason: reason } = record;
  const before = useEndpoint(
    getPolicy,
    { params: { id: String(from?.id ?? 0) }, query: {} },
    { enabled: from !== null },
  ).data;
  if (from !== null) {
    const changes = before === undefined || before.id !== from.id ? [] : changesOf(before, record);
    return (
      <Notice title="Renewal">
        <p>
          Renews <PolicyLink policy={from} />
          {before?.id === from.id && `, which ends on ${showDay(before.current.insurance_end_date)}`}.
        </p>
        {changes.length > 0 && (
          <ul className="mt-1">
            {changes.map((change) => (
              <li key={change.label}>
                {change.label}: <span className="text-mute">{change.before}</span> → <strong>{change.after}</strong>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    );
  }
  if (renewal !== null)
    return (
      <Notice title="Renewed">
        By <PolicyLink policy={renewal} />.
      </Notice>
    );
  return reason === null ? null : <Notice title="Not renewed">{reason}</Notice>;
}
