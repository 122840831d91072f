import { clsx } from 'clsx';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { cutText, focusRing } from '../../ui/styles.ts';

/** A record that a line of a report names, by its number. */
export function RecordLink({ href, name }: { href: string; name: string }) {
  return (
    <AppLink href={href} className={clsx('rounded whitespace-nowrap text-link hover:underline', focusRing)}>
      {name}
    </AppLink>
  );
}

/** The insured: its column is made for 14rem of it, a telephone's card for all, and it is shown in the room that there is; whole on paper. */
export function InsuredCell({ name, title = name }: { name: string; title?: string }) {
  return (
    <span
      dir="auto"
      title={title}
      data-text={name}
      // What asks for the room has no height, and what is read asks for none.
      className="block min-w-28 before:invisible before:block before:h-0 before:max-w-56 before:overflow-clip before:whitespace-nowrap before:content-[attr(data-text)] max-sm:before:max-w-none print:before:hidden"
    >
      <span className={`block w-0 min-w-full ${cutText} print:w-auto print:whitespace-normal`}>{name}</span>
    </span>
  );
}
