import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { PlacementRail } from '../../records/PlacementRail.tsx';
import { rateOf } from '../form/policy-amounts.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { isNothing } from '../../ledger/wire-amounts.ts';
import { dueNote } from './policy-head.ts';
import { useSchedule } from './PolicyPictures.tsx';
import { lessOf } from './policy-words.ts';
import { showRate } from '../../../ui/marks/format.ts';
import { PartyLink } from '../../../ui/marks/NameLink.tsx';

/** Who made, who decided, what waits. */
export function PolicyRail({ record }: { record: PolicyRecord }) {
  return <PlacementRail record={record} waits={{ draft: toPlace(record), approved: <Owed record={record} /> }} />;
}

function toPlace({ fac, figures }: PolicyRecord): string {
  const open = (rateOf(fac) ?? 0n) - (rateOf(figures.placed) ?? 0n);
  return open > 0n ? `${showRate(open)}% of the order is still to be placed.` : 'Submission: it is fully placed.';
}

/** What the reinsured owes, with what of it is late or due when, as above the tabs. */
function Owed({ record }: { record: PolicyRecord }) {
  const schedule = useSchedule(record);
  const { currency, current, received, reinsured } = record;
  const open = lessOf(current.debit_note, received, currency);
  if (isNothing(open, currency)) return 'Nothing outstanding';
  return (
    <>
      <MoneyText withCurrency value={open} currency={currency} /> from <PartyLink inText party={reinsured} />
      {schedule === undefined ? (
        // Its room, so that nothing moves when it comes.
        <span aria-hidden="true" className="invisible">
          , overdue since Nov 20, 2026
        </span>
      ) : (
        `, ${dueNote(schedule).text}`
      )}
      .
    </>
  );
}
