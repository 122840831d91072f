import { Popover } from '@base-ui/react/popover';
import { clsx } from 'clsx';
import { Columns3 } from 'lucide-react';
import { Button } from '../buttons/Button.tsx';
import { Checkbox, RadioGroup } from '../fields/Choice.tsx';
import { popup } from '../styles.ts';
import type { Density } from './table-types.ts';

type Props = {
  columns: readonly { id: string; title: string }[];
  hidden: ReadonlySet<string>;
  onHidden: (hidden: ReadonlySet<string>) => void;
  density: Density;
  onDensity: (density: Density) => void;
};

const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'relaxed', label: 'Relaxed' },
];

/** Which columns are shown, and how tall the rows are. The first column always stays. */
export function ColumnChooser({ columns, hidden, onHidden, density, onDensity }: Props) {
  return (
    <Popover.Root>
      <Popover.Trigger
        render={
          <Button icon={<Columns3 size={14} aria-hidden="true" />} aria-label="Columns">
            <span className="max-lg:hidden">Columns</span>
          </Button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="end" className="z-50">
          <Popover.Popup
            aria-label="Columns"
            className={clsx(popup, 'flex max-h-(--available-height) w-56 flex-col gap-1 overflow-y-auto p-3')}
          >
            {columns.slice(1).map((column) => (
              <Checkbox
                key={column.id}
                label={column.title}
                checked={!hidden.has(column.id)}
                onChange={(on) => {
                  const next = new Set(hidden);
                  if (on) next.delete(column.id);
                  else next.add(column.id);
                  onHidden(next);
                }}
              />
            ))}
            <div className="mt-1 border-t border-line pt-2">
              <RadioGroup
                inline
                label="Rows"
                options={DENSITIES}
                value={density}
                onChange={(value) => onDensity(value as Density)}
              />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
