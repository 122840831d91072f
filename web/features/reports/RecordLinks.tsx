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

type InsuredProps = {
  name: string;
  title?: string;
  /** It leads to its page: a link takes no more room than it asks for. */
  linked?: boolean;
};

/** A name that is cut where its column, which is made for a part of it, has no more room; whole on paper. */
export function InsuredCell({ name, title = name, linked = false }: InsuredProps) {
  return (
    <span
      dir="auto"
      title={title}
      data-text={name}
      className={clsx(
        // What asks for the room has no height, and what is read asks for none.
        'block min-w-0 before:invisible before:block before:h-0 before:overflow-clip before:content-[attr(data-text)]',
        linked ? 'before:max-w-56' : 'before:max-w-40',
      )}
    >
      <span className={`block w-0 min-w-full ${cutText} print:whitespace-normal`}>{name}</span>
    </span>
  );
}
