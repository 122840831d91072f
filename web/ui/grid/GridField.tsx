import { clsx } from 'clsx';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { Button } from '../buttons/Button.tsx';
import { GridCellInput } from './GridCellInput.tsx';
import { pasteAt } from './grid-paste.ts';
import type { GridFieldProps } from './grid-types.ts';
import { useToday } from '../fields/use-today.ts';
import { focusRing } from '../styles.ts';

function placeOf(target: EventTarget): { row: number; column: number } | null {
  const cell = target instanceof Element ? target.closest('td') : null;
  const line = cell?.parentElement;
  if (!(cell instanceof HTMLTableCellElement) || !(line instanceof HTMLTableRowElement)) return null;
  return { row: line.sectionRowIndex, column: cell.cellIndex };
}

function atEdge(target: EventTarget, side: 'start' | 'end'): boolean {
  if (!(target instanceof HTMLInputElement)) return true;
  const whole = target.selectionStart === 0 && target.selectionEnd === target.value.length;
  return whole || (side === 'start' ? target.selectionEnd === 0 : target.selectionStart === target.value.length);
}

/**
 * Rows entered as in a spreadsheet: Tab and arrows between cells, Enter to the next row (a new one after the last), a
 * paste of many rows at any cell, Ctrl+Backspace takes a row away.
 */
export function GridField<R extends object>(props: GridFieldProps<R>) {
  const {
    label,
    columns,
    rows,
    onChange,
    newRow,
    errors = {},
    name,
    addLabel = 'Add row',
    totals,
    disabled = false,
    fixed = false,
  } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [message, setMessage] = useState('');
  const today = useToday();

  const focusCell = (row: number, column: number) => {
    // A new row exists only after the paint.
    requestAnimationFrame(() => {
      const cell = body.current?.rows[row]?.cells[column];
      cell?.querySelector<HTMLElement>('input,button[role=combobox],button')?.focus();
    });
  };
  const removeRow = (index: number) => {
    onChange(rows.filter((_, at) => at !== index));
    setMessage(`Row ${index + 1} taken away.`);
    focusCell(Math.max(0, Math.min(index, rows.length - 2)), 0);
  };
  const addRow = () => {
    onChange([...rows, newRow()]);
    focusCell(rows.length, 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target);
    if (place === null || disabled || event.altKey) return;
    const { row, column } = place;
    const isPicker = columns[column]?.kind === 'picker';
    if (event.key === 'Backspace' && event.ctrlKey && !fixed) removeRow(row);
    else if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    else if (event.key === 'ArrowDown' && row < rows.length - 1) focusCell(row + 1, column);
    else if (event.key === 'ArrowUp' && row > 0) focusCell(row - 1, column);
    else if (event.key === 'ArrowLeft' && column > 0 && atEdge(event.target, 'start')) focusCell(row, column - 1);
    else if (event.key === 'ArrowRight' && column < columns.length - 1 && atEdge(event.target, 'end'))
      focusCell(row, column + 1);
    else if (event.key === 'Enter' && !isPicker && row === rows.length - 1 && !fixed) addRow();
    else if (event.key === 'Enter' && !isPicker) focusCell(row + 1, column);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    const place = placeOf(event.target);
    // One value is the field's own paste.
    if (place === null || disabled || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    setMessage('Reading what was pasted…');
    const pasted = await pasteAt(text, { rows, columns, newRow, today, ...place });
    onChange(pasted.rows);
    setMessage(
      pasted.unknown.length === 0
        ? `${pasted.rows.length} rows now.`
        : `Not found, choose by hand: ${pasted.unknown.join(', ')}.`,
    );
  };
  return (
    <fieldset className="col-span-full min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="relative overflow-x-auto rounded-lg border border-line bg-panel">
        <table className="w-full border-separate border-spacing-0">
          <caption className="sr-only">{label}. Arrows move between cells, Enter goes to the next row.</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  style={{ minWidth: column.width }}
                  className={clsx(
                    'h-8 border-b border-line px-2.5 text-xs font-medium whitespace-nowrap text-mute',
                    column.align === 'left' || /picker|text|day/.test(column.kind)
                      ? 'text-left'
                      : column.kind === 'check'
                        ? 'text-center'
                        : 'text-right',
                  )}
                >
                  {column.title}
                  {column.currency !== undefined && ` ${column.currency}`}
                </th>
              ))}
              {!fixed && (
                <th scope="col" className="w-9 border-b border-line">
                  <span className="sr-only">Remove</span>
                </th>
              )}
            </tr>
          </thead>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the inputs within */}
          <tbody ref={body} onKeyDownCapture={onKeyDown} onPaste={(event) => void onPaste(event)}>
            {rows.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no identity before they are saved
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column.key} className="border-b border-line p-0 align-top">
                    <GridCellInput
                      {...{ row, column, index, disabled }}
                      id={`${name}.${index}.${column.key}`}
                      error={errors[`${index}.${column.key}`]}
                      onChange={(value) =>
                        onChange(rows.map((old, at) => (at === index ? { ...old, [column.key]: value } : old)))
                      }
                    />
                  </td>
                ))}
                {!fixed && <RemoveCell index={index} disabled={disabled} onRemove={() => removeRow(index)} />}
              </tr>
            ))}
          </tbody>
          {totals !== undefined && <Totals columns={columns} totals={totals} fixed={fixed} />}
        </table>
      </div>
      <div className="mt-1.5 flex items-center justify-between gap-3">
        {!fixed && (
          <Button
            variant="ghost"
            size="sm"
            icon={<Plus size={14} aria-hidden="true" />}
            disabled={disabled}
            onClick={addRow}
          >
            {addLabel}
          </Button>
        )}
        <output className="text-xs text-mute">{message || 'Rows can be pasted from a spreadsheet.'}</output>
      </div>
    </fieldset>
  );
}

type RemoveProps = { index: number; disabled: boolean; onRemove: () => void };

function RemoveCell({ index, disabled, onRemove }: RemoveProps) {
  return (
    <td className="border-b border-line p-0 text-center">
      <button
        type="button"
        aria-label={`Remove row ${index + 1}`}
        disabled={disabled}
        onClick={onRemove}
        className={clsx('grid size-9 place-items-center rounded text-mute hover:text-bad', focusRing)}
      >
        <Trash2 size={14} aria-hidden="true" />
      </button>
    </td>
  );
}

type TotalsProps<R> = Pick<GridFieldProps<R>, 'columns' | 'fixed'> & {
  totals: NonNullable<GridFieldProps<R>['totals']>;
};

function Totals<R>({ columns, totals, fixed }: TotalsProps<R>) {
  return (
    <tfoot aria-live="polite">
      <tr className="bg-hover font-semibold">
        {columns.map((column) => (
          <td key={column.key} className={clsx('h-9 px-2.5', !/picker|text|day|check/.test(column.kind) && 'figures')}>
            {totals[column.key]}
          </td>
        ))}
        {fixed !== true && <td>{'\u00a0'}</td>}
      </tr>
    </tfoot>
  );
}
