import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type Props = {
  /** It takes the room that is left. */
  grow?: boolean;
  children: ReactNode;
};

/**
 * Fields beside one another, over what they ask for: their controls stay on one line, and what is wrong with one of them
 * is written beneath it without moving the others. On paper what was chosen is said by the title and the heads of columns.
 */
export function FieldRow({ grow = false, children }: Props) {
  return (
    <div
      className={clsx(
        grow && 'grow',
        'no-print flex max-w-full min-w-0 flex-wrap items-end gap-2',
        // A switch is as high as a field, so that its words are on their line.
        '[&_label:has([role=switch])]:min-h-8 [&_label:has([role=switch])]:items-center pointer-coarse:[&_label:has([role=switch])]:min-h-9',
        'has-[[data-fault]]:mb-5 max-sm:has-[[data-fault]]:gap-y-8',
        '**:data-fault:absolute **:data-fault:top-full **:data-fault:w-max **:data-fault:max-w-[calc(100vw-2rem)]',
      )}
    >
      {children}
    </div>
  );
}
