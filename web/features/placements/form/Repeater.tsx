import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../ui/buttons/Button.tsx';
import type { Form } from '../../../ui/forms/use-contract-form.ts';

type Props<R> = {
  /** "Subjectivity": one of them. */
  noun: string;
  rows: readonly R[];
  /** The same as forms of their own. */
  forms: readonly Form<R>[];
  onChange: (rows: R[]) => void;
  newRow: () => R;
  children: (row: Form<R>) => ReactNode;
};

/** Entries of several fields under each other, each to be added and taken away. */
export function Repeater<R>({ noun, rows, forms, onChange, newRow, children }: Props<R>) {
  return (
    <div className="col-span-full grid gap-3">
      {forms.map((row, index) => (
        <fieldset key={row.at} className="relative rounded-lg border border-line bg-panel px-3.5 pt-3 pb-3.5">
          <legend className="sr-only">{`${noun} ${index + 1}`}</legend>
          <div className="mb-2 flex items-center justify-between">
            <p className="text-xs font-medium text-mute">{`${noun} ${index + 1}`}</p>
            <IconButton
              variant="ghost"
              label={`Remove ${noun.toLowerCase()} ${index + 1}`}
              icon={<Trash2 size={14} aria-hidden="true" />}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            />
          </div>
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">{children(row)}</div>
        </fieldset>
      ))}
      <div>
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() => onChange([...rows, newRow()])}
        >
          {`Add ${noun.toLowerCase()}`}
        </Button>
      </div>
    </div>
  );
}
