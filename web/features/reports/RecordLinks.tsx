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

/** The insured, cut where it is long; whole on paper. */
export function InsuredCell({ name, title = name }: { name: string; title?: string }) {
  return (
    <span
      dir="auto"
      title={title}
      className={`block max-w-40 min-w-28 ${cutText} print:max-w-none print:whitespace-normal`}
    >
      {name}
    </span>
  );
}
