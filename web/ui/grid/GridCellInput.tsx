import { clsx } from 'clsx';
import type { ControlProps } from '../fields/Field.tsx';
import type { GridCell, GridColumn } from './grid-types.ts';
import { parseDay } from '../../../domain/values/day.ts';
import { PickerControl } from '../fields/Picker.tsx';
import { readTypedDay } from '../fields/read-day.ts';
import { readTypedRate } from '../../../domain/values/typed.ts';
import { readAmount } from '../marks/format.ts';
import { showWireAmount, showWireRate } from '../fields/read-typed.ts';
import { useToday } from '../fields/use-today.ts';
import { useDraft } from '../fields/use-draft.ts';
import type { Found } from '../fields/use-search.ts';
import { showDay } from '../marks/format.ts';

type Props<R> = {
  id: string;
  row: R;
  column: GridColumn<R>;
  index: number;
  error: string | undefined;
  disabled: boolean;
  onChange: (value: GridCell) => void;
};

const cell =
  'h-9 w-full rounded-none border-0 bg-transparent px-2.5 shadow-none outline-none focus-visible:ring-2 focus-visible:ring-ring ' +
  'focus-visible:ring-inset aria-invalid:bg-bad/6 disabled:text-mute';

/** One cell: its input by the column's kind, named by column and row, with its message under it. */
export function GridCellInput<R>({ id, row, column, index, error, disabled, onChange }: Props<R>) {
  if (column.kind === 'shown')
    return (
      <div
        className={clsx('h-9 px-2.5 leading-9', column.align === 'left' ? 'whitespace-nowrap' : 'figures text-mute')}
      >
        {column.show?.(row, index)}
      </div>
    );
  const locked = column.lockedReason?.(row);
  const label = `${column.title}, row ${index + 1}`;
  const aria: ControlProps = {
    id,
    name: id,
    disabled: disabled || locked !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-required': undefined,
  };
  const value = row[column.key] as GridCell;
  return (
    <div title={locked}>
      {column.kind === 'picker' ? (
        <>
          <span id={`${id}-label`} className="sr-only">
            {label}
          </span>
          <PickerControl
            {...{ aria, label, onChange }}
            value={value as Found | null}
            search={column.search ?? (async () => [])}
            {...(column.onCreate === undefined ? {} : { onCreate: column.onCreate })}
            {...(column.noun === undefined ? {} : { noun: column.noun })}
            className={cell}
          />
        </>
      ) : column.kind === 'check' ? (
        <div className="grid h-9 place-items-center">
          <input
            {...aria}
            type="checkbox"
            aria-label={label}
            checked={value === 'yes'}
            onChange={(event) => onChange(event.target.checked ? 'yes' : '')}
            className="size-4 accent-(--color-brand)"
          />
        </div>
      ) : (
        <TypedCell
          {...{ aria, label, onChange }}
          kind={column.kind}
          currency={column.currency ?? ''}
          value={typeof value === 'string' ? value : ''}
        />
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="px-2.5 pb-1 text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

type TypedProps = {
  aria: ControlProps;
  label: string;
  kind: 'rate' | 'money' | 'text' | 'day';
  currency: string;
  value: string;
  onChange: (value: string) => void;
};

const same = (text: string) => text;

function TypedCell({ aria, label, kind, currency, value, onChange }: TypedProps) {
  const today = useToday();
  const forms = {
    rate: { read: readTypedRate, show: showWireRate },
    money: {
      read: (text: string) => readAmount(text, currency),
      show: (wire: string) => showWireAmount(wire, currency),
    },
    text: { read: same, show: same },
    day: {
      read: (text: string) => readTypedDay(text, today),
      show: (day: string) => (parseDay(day) === null ? day : showDay(day)),
    },
  };
  const draft = useDraft(value, onChange, forms[kind]);
  return (
    <input
      {...aria}
      {...draft.mark}
      aria-label={label}
      aria-invalid={draft.unreadable || aria['aria-invalid']}
      value={draft.text}
      autoComplete="off"
      inputMode={kind === 'text' || kind === 'day' ? 'text' : 'decimal'}
      onFocus={(event) => event.target.select()}
      onChange={(event) => draft.type(event.target.value)}
      onBlur={draft.leave}
      className={clsx(cell, kind !== 'text' && kind !== 'day' && 'figures')}
    />
  );
}
