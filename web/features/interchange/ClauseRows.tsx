import { Badge, type Tone } from '../../ui/marks/Badge.tsx';
import type { Preview } from './use-placement-file.ts';

type Clause = Preview['clauses'][number];

const OUTCOMES: Record<Clause['outcome'], { label: string; tone: Tone; detail: string }> = {
  SAME: { label: 'Same wording', tone: 'good', detail: '' },
  OTHER: {
    label: 'Other wording',
    tone: 'warn',
    detail: 'Ours of this reference says something else. The draft gets our newest wording.',
  },
  UNKNOWN: {
    label: 'Left out',
    tone: 'warn',
    detail: 'Not in the register. Add it there and choose the file again, or go on without it.',
  },
  INACTIVE: { label: 'Left out', tone: 'warn', detail: 'Inactive in the register.' },
};

/** The clauses of a file, and which of them the draft will have. */
export function ClauseRows({ clauses }: { clauses: readonly Clause[] }) {
  return (
    <ul className="divide-y divide-line">
      {clauses.map((clause) => {
        const { label, tone, detail } = OUTCOMES[clause.outcome];
        return (
          <li key={clause.place} className="flex items-start justify-between gap-4 px-4 py-2.5">
            <div className="min-w-0">
              <p className="wrap-anywhere">
                {clause.reference} <span className="text-mute">{clause.title}</span>
              </p>
              {detail !== '' && <p className="text-xs text-mute">{detail}</p>}
            </div>
            <Badge tone={tone}>{label}</Badge>
          </li>
        );
      })}
    </ul>
  );
}
