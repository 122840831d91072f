import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Popup } from '../buttons/Popup.tsx';
import { later } from '../later/later.tsx';
import type { ColumnChoice } from './column-choice.ts';
import type { Density } from './table-types.ts';

export type Offered = { id: string; title: string };
export type ColumnChooserProps = {
  /** All of them in the order in which they stand. */
  columns: readonly Offered[];
  hidden: ReadonlySet<string>;
  onChoose: (choice: ColumnChoice) => void;
  /** Back to the columns of the list; absent where it shows them so. */
  onReset?: () => void;
  density: Density;
  onDensity: (density: Density) => void;
};

const ColumnChoices = later(async () => (await import('../later/ColumnChoices.tsx')).ColumnChoices);

/** Which columns are shown, in which order, and how tall the rows are. The first column always stays, and stays first. */
export function ColumnChooser(props: ColumnChooserProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popup
      {...{ open }}
      onOpenChange={setOpen}
      label="Columns"
      align="end"
      className="flex max-h-(--available-height) w-64 flex-col gap-1 overflow-y-auto p-3"
      trigger={
        <Button icon={<Columns3 size={14} aria-hidden="true" />} aria-label="Columns">
          <span className="max-lg:hidden">Columns</span>
        </Button>
      }
    >
      <ColumnChoices {...props} />
    </Popup>
  );
}
