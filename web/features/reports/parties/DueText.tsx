import { DayText } from '../../../ui/marks/Figures.tsx';
import { daysLate } from '../../../ui/marks/lateness.ts';

/** When a note is due, and for how long it has been. */
export function DueText({ due_on: due, overdue }: { due_on: string; overdue: number }) {
  return (
    <span className="whitespace-nowrap">
      <DayText value={due} />
      {overdue > 0 && (
        <>
          {' · '}
          {daysLate(overdue)}
        </>
      )}
    </span>
  );
}
