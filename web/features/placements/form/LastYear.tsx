import { lastYear } from '../../../../domain/renewals/contract.ts';
import type { Change } from '../../../../domain/reports/changes.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { FromTo } from '../../../ui/marks/FromTo.tsx';
import { ChangeList } from '../../system/ChangeList.tsx';
import type { UnderwritingInfo } from './form-parts.ts';
import type { PolicyRecord, PolicyValues } from './policy-values.ts';
import { changesSince, type LastYear, savedNow, typedNow } from '../page/renewal-changes.ts';
import type { SlipValues } from './slip-values.ts';

type Renewing = Pick<PolicyRecord, 'id' | 'renewed_from'>;

/** The terms that a renewal started from; undefined of what renews nothing, and until they are there. */
function useLastYear(record: Renewing | undefined): LastYear | undefined {
  const renews = record !== undefined && record.renewed_from !== null;
  const { data } = useEndpoint(lastYear, { params: { id: String(record?.id ?? 0) } }, { enabled: renews });
  return renews && data?.policy.id === record.renewed_from?.id ? data : undefined;
}

/** What is typed in the form of a renewal otherwise than last year's terms; null of what renews nothing. */
export function useTypedChanges(
  record: Renewing | undefined,
  values: PolicyValues | SlipValues,
  info: UnderwritingInfo,
): Change[] | null {
  const last = useLastYear(record);
  return last === undefined ? null : changesSince(last, typedNow(values, info));
}

const NONE = 'Nothing but the period: the terms are last year’s.';

/** What a renewal has otherwise than last year's terms, on its page and before its checker. */
export function ChangesCard({ changes }: { changes: readonly Change[] | null }) {
  if (changes === null) return null;
  return (
    <Card flush title="Changed from last year">
      {changes.length === 0 ? (
        <p className="px-4 py-2 text-mute">{NONE}</p>
      ) : (
        <ChangeList changes={changes} caption="What changed from last year" />
      )}
    </Card>
  );
}

/** The same beside the form, where there is little room: last year's value under each field's name, then this year's. */
export function ChangesBeside({ changes }: { changes: readonly Change[] | null }) {
  if (changes === null) return null;
  return (
    <Card title="Changed from last year">
      {changes.length === 0 ? (
        <p className="text-mute">{NONE}</p>
      ) : (
        <dl className="relative grid max-h-72 gap-2 overflow-y-auto">
          {changes.map(({ field, label, before, after }) => (
            <div key={field}>
              <dt className="text-xs text-mute">{label}</dt>
              <dd dir="auto" className="wrap-anywhere">
                <FromTo
                  from={<span className="text-mute">{before ?? '–'}</span>}
                  to={<span className="font-medium">{after ?? '–'}</span>}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

/** Premium and claims of the risk over five years at most, beside the form of its renewal. C16. */
export function LossRecordBeside({ record }: { record: Renewing | undefined }) {
  const last = useLastYear(record);
  if (last === undefined) return null;
  const { currency, years, premium, claims, incurred, ex_gratia: exGratia, loss_ratio: ratio } = last.loss_record;
  return (
    <Card title={years === 1 ? 'Claims of last year' : `Claims of ${years} years`}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1">
        <dt className="text-mute">Premium, ours</dt>
        <dd className="text-right">
          <MoneyText withCurrency value={premium} currency={currency} />
        </dd>
        <dt className="text-mute">{claims === 1 ? '1 claim, incurred' : `${claims} claims, incurred`}</dt>
        <dd className="text-right">
          <MoneyText value={incurred} currency={currency} />
        </dd>
        <dt className="text-mute">Ex gratia</dt>
        <dd className="text-right">
          <MoneyText value={exGratia} currency={currency} />
        </dd>
        <dt className="text-mute">Loss ratio with ex gratia</dt>
        <dd className="text-right tabular-nums">{ratio === null ? '–' : `${ratio}%`}</dd>
      </dl>
    </Card>
  );
}

/** What a renewal has otherwise as it is saved; null of what renews nothing. */
export function useSavedChanges(record: PolicyRecord): Change[] | null {
  const last = useLastYear(record);
  return last === undefined ? null : changesSince(last, savedNow(record));
}

/** The same before its checker. */
export function SavedChanges({ record }: { record: PolicyRecord }) {
  return <ChangesCard changes={useSavedChanges(record)} />;
}
