import { clsx } from 'clsx';
import { GripVertical } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Checkbox, RadioGroup } from '../fields/Choice.tsx';
import { focusRing } from '../styles.ts';
import { movedTo } from '../tables/column-choice.ts';
import type { ColumnChooserProps, Offered } from '../tables/ColumnChooser.tsx';
import type { Density } from '../tables/table-types.ts';

const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'relaxed', label: 'Relaxed' },
];

/** What the chooser of columns offers while it is open. */
export function ColumnChoices({ density, onDensity, onReset, ...choosing }: ColumnChooserProps) {
  return (
    <>
      <ColumnOrder {...choosing} />
      <div className="mt-1 grid gap-2 border-t border-line pt-2">
        <RadioGroup
          inline
          label="Rows"
          options={DENSITIES}
          value={density}
          onChange={(value) => onDensity(value as Density)}
        />
        <Button
          disabledReason={onReset === undefined ? 'The list shows its own columns in their own order.' : undefined}
          onClick={() => onReset?.()}
        >
          Reset columns
        </Button>
      </div>
    </>
  );
}

/** By how many places a key moves a column. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -99, End: 99 };

/** The place in the list over which a pointer is. */
function placeAt(list: HTMLElement | null, y: number): number | undefined {
  const boxes = [...(list?.children ?? [])].map((item) => item.getBoundingClientRect());
  const place = boxes.findIndex((box) => y >= box.top && y < box.bottom);
  return place === -1 ? undefined : place;
}

function ColumnOrder({ columns, hidden, onChoose }: Pick<ColumnChooserProps, 'columns' | 'hidden' | 'onChoose'>) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, say] = useState('');
  // A row that changes its place loses the focus: it is given back.
  const moved = useRef<string | null>(null);
  useLayoutEffect(() => {
    const handles = [...(list.current?.querySelectorAll<HTMLElement>('[data-moves]') ?? [])];
    handles.find((one) => one.dataset['moves'] === moved.current)?.focus();
    moved.current = null;
  });
  const order = columns.map((column) => column.id);
  const [, ...movable] = columns;
  const move = (column: Offered, place: number) => {
    const next = movedTo(order, column.id, place);
    if (next.every((id, index) => id === order[index])) return;
    moved.current = column.id;
    onChoose({ order: next, hidden: [...hidden] });
    say(`${column.title}: ${next.indexOf(column.id)} of ${movable.length}`);
  };
  const byKey = (event: KeyboardEvent, column: Offered) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(column, Math.max(1, order.indexOf(column.id) + step));
  };
  const byPointer = (event: PointerEvent) => {
    const column = movable.find((one) => one.id === dragged);
    const place = column && placeAt(list.current, event.clientY);
    if (column !== undefined && place !== undefined) move(column, place + 1);
  };
  const show = (id: string, on: boolean) =>
    onChoose({ order, hidden: on ? [...hidden].filter((one) => one !== id) : [...hidden, id] });
  return (
    <>
      <ul
        ref={list}
        className="grid gap-0.5"
        onPointerMove={byPointer}
        onPointerUp={() => setDragged(null)}
        onPointerCancel={() => setDragged(null)}
      >
        {movable.map((column) => (
          <li
            key={column.id}
            className={clsx('flex items-start justify-between gap-2 rounded', dragged === column.id && 'bg-hover')}
          >
            <Checkbox label={column.title} checked={!hidden.has(column.id)} onChange={(on) => show(column.id, on)} />
            <button
              type="button"
              aria-label={`Move ${column.title}`}
              title="Drag, or move with the arrow keys"
              className={clsx(
                'grid size-6 shrink-0 cursor-grab touch-none place-items-center rounded text-mute hover:text-fg active:cursor-grabbing',
                focusRing,
              )}
              onKeyDown={(event) => byKey(event, column)}
              data-moves={column.id}
              onPointerDown={(event) => {
                // By the list, which stays where it is while its rows change places.
                list.current?.setPointerCapture(event.pointerId);
                setDragged(column.id);
              }}
            >
              <GripVertical size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <output className="sr-only">{said}</output>
    </>
  );
}
