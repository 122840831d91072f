import { clsx } from 'clsx';
import { cutText } from '../styles.ts';

/** Longer ones may be cut. */
const FITS = 28;

/** A text of a table: its column is made for 14rem of it at most, and where the column has more room it is shown in it. */
export function CellText({ children }: { children: string }) {
  if (children.length <= FITS) {
    return (
      <span dir="auto" className={clsx('block max-w-56', cutText)}>
        {children}
      </span>
    );
  }
  return (
    <span
      dir="auto"
      title={children}
      data-text={children}
      // What asks for the room has no height, and what is read asks for none.
      className="block min-w-0 before:invisible before:block before:h-0 before:max-w-56 before:overflow-clip before:content-[attr(data-text)]"
    >
      <span className={clsx('block w-0 min-w-full print:whitespace-normal', cutText)}>{children}</span>
    </span>
  );
}
