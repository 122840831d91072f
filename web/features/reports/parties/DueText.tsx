import { DayText } from '../../../ui/marks/Figures.tsx';

/** When a note is due, and for how long it has been. */
export function DueText({ due_on: due, overdue }: { due_on: string; overdue: number }) {
  return (
    <span className="whitespace-nowrap">
      <DayText value={due} />
      {overdue > 0 && (
        <>
          {' · '}
          {overdue} {overdue === 1 ? 'day' : 'days'}
        </>
      )}
    </span>
  );
}
