import { clsx } from 'clsx';
import { Check } from 'lucide-react';

const STEPS = [
  { key: 'choose', label: 'Choose file' },
  { key: 'check', label: 'Match and check' },
  { key: 'import', label: 'Import' },
  { key: 'done', label: 'Report' },
] as const;
export type StepKey = (typeof STEPS)[number]['key'];

/** Where one is on the way from the file to the report. */
export function Steps({ at }: { at: StepKey }) {
  const place = STEPS.findIndex(({ key }) => key === at);
  return (
    <ol aria-label="Steps" className="no-print flex flex-wrap gap-x-3 gap-y-1 text-xs sm:gap-x-5">
      {STEPS.map(({ key, label }, index) => {
        const past = index < place || at === 'done';
        return (
          <li
            key={key}
            aria-current={index === place ? 'step' : undefined}
            className={clsx('flex items-center gap-1.5', index === place ? 'font-medium text-fg' : 'text-mute')}
          >
            <span
              aria-hidden="true"
              className={clsx(
                'grid size-5 place-items-center rounded-full border tabular-nums',
                past
                  ? 'border-brand bg-brand text-brandfg'
                  : index === place
                    ? 'border-brand text-link'
                    : 'border-edge',
              )}
            >
              {past ? <Check size={12} strokeWidth={3} /> : index + 1}
            </span>
            {label}
          </li>
        );
      })}
    </ol>
  );
}
