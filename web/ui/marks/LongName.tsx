import { clsx } from 'clsx';
import { cutText } from '../styles.ts';

type Props = { children: string; narrow?: boolean };

/** A long name leaves room for the figures; the whole of it is in the title, and on paper. */
export function LongName({ children, narrow = false }: Props) {
  return (
    <span
      dir="auto"
      title={children}
      className={clsx(
        'block text-left',
        cutText,
        'print:max-w-none print:whitespace-normal',
        narrow ? 'max-w-26 2xl:max-w-40' : 'max-w-34 xl:max-w-40 min-[90rem]:max-w-48 2xl:max-w-56',
      )}
    >
      {children}
    </span>
  );
}
