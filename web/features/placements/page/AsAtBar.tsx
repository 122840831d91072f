import type { policyStanding } from '../../../../domain/endorsements/standing.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import { parseDay, type Day } from '../../../../domain/values/day.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DayField } from '../../../ui/fields/DayField.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { firmToday } from '../form/firm-day.ts';
import { showDay } from '../../../ui/marks/format.ts';

export type Standing = WireReply<typeof policyStanding>;
type Part = Standing['parts'][number];

/** The day as at which the policy is shown, from the address; null for after all its endorsements. */
export function useAsAt(): [Day | null, (day: string) => void] {
  const [address, change] = useAddress();
  return [parseDay(address['asat'] ?? ''), (day) => change({ asat: day })];
}

/** "E2" of "NBO/FAC/2026/000001/E2". */
export const shortNumber = (number: string): string => number.slice(number.lastIndexOf('/') + 1);

function partsText(parts: readonly Part[]): string {
  const [, ...endorsements] = parts;
  const counting = endorsements.filter((part) => part.standing).map((part) => shortNumber(part.number));
  const later = endorsements
    .filter((part) => !part.standing)
    .map((part) => `${shortNumber(part.number)} from ${showDay(part.effective_date)}`);
  const what = counting.length === 0 ? 'The original alone.' : `The original with ${counting.join(', ')}.`;
  return later.length === 0 ? what : `${what} Not in effect yet: ${later.join(', ')}.`;
}

/** The day as at which figures and lines are shown, and which endorsements they have in them. */
export function AsAtBar({ standing }: { standing: Standing }) {
  const session = useSession();
  const [asat, change] = useAsAt();
  const today = firmToday(session?.user.firm.timeZone ?? 'UTC');
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <DayField
        label="As at"
        name="asat"
        className="w-38 pointer-coarse:w-42"
        value={asat ?? ''}
        onChange={change}
        {...{ today }}
      />
      <Button size="sm" onClick={() => change(today)}>
        Today
      </Button>
      {asat !== null && (
        <Button size="sm" onClick={() => change('')}>
          After all
        </Button>
      )}
      <output className="w-full text-mute">
        {asat === null ? 'After all endorsements. ' : ''}
        {partsText(standing.parts)}
      </output>
    </div>
  );
}
