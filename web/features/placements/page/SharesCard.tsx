import { divideRounded } from '../../../../domain/values/decimal.ts';
import { sum } from '../../../../domain/values/money.ts';
import { formatRate, HUNDRED } from '../../../../domain/values/rate.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { RateText } from '../../../ui/marks/Figures.tsx';
import { showRate } from '../../../ui/marks/format.ts';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';
import { rateOf } from '../form/policy-amounts.ts';
import type { PolicyRecord } from '../form/policy-values.ts';

/** Who carries how much of what is placed, the largest first: their bars make the whole width together. */
export function SharesCard({ record }: { record: PolicyRecord }) {
  const lines = record.securities
    .map((line) => ({ line, share: rateOf(line.share) ?? 0n }))
    .toSorted((a, b) => (a.share === b.share ? 0 : a.share < b.share ? 1 : -1));
  const placed = sum(lines.map(({ share }) => share));
  if (placed === 0n) return null;
  return (
    <Card title="Shares" actions={<span className="text-xs text-mute">of {showRate(placed)}% placed</span>}>
      <ul className="grid gap-2">
        {lines.map(({ line, share }) => (
          <li key={line.security.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
            <span className="min-w-0 truncate">
              <PartyLink party={line.security} />
            </span>
            <span className="figures">
              <RateText value={line.share} />
            </span>
            <span aria-hidden="true" className="col-span-full h-1.5 rounded-full bg-hover">
              <span
                className="block h-full rounded-full bg-link"
                style={{ width: `${formatRate(divideRounded(share * HUNDRED, placed))}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
