import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { can, useSession } from '../../api/session.ts';
import { noteHref, partyHref, paths, atId } from '../../paths.ts';
import { AppLink } from '../buttons/AppLink.tsx';
import { cutText, focusRing } from '../styles.ts';

/** A name that leads to its page, in the colour of the text around it; high enough to be touched beside another. */
export function NameLink({ href, inText = false, children }: { href: string; inText?: boolean; children: ReactNode }) {
  return (
    <AppLink
      href={href}
      className={clsx(
        'max-w-full rounded hover:underline',
        // Among other words it is seen to be a link.
        inText ? 'underline decoration-edge underline-offset-2' : 'inline-flex min-h-6 items-center',
        focusRing,
      )}
    >
      {typeof children === 'string' ? (
        <span
          dir="auto"
          title={children.length > 28 ? children : undefined}
          className={clsx('min-w-0 max-w-56', cutText)}
        >
          {children}
        </span>
      ) : (
        children
      )}
    </AppLink>
  );
}

type Named = { id: number | string; name: string };

/** A party by its name, which leads to its page. */
export function PartyLink({ party, inText = false }: { party: Named; inText?: boolean }) {
  return (
    <NameLink href={partyHref(party.id)} {...{ inText }}>
      <span dir="auto">{party.name}</span>
    </NameLink>
  );
}

/** A note by its number, which leads to its page. */
export function NoteLink({ note }: { note: { id: number; number: string } }) {
  return (
    <NameLink href={noteHref(note.id)}>
      <span className="whitespace-nowrap tabular-nums">{note.number}</span>
    </NameLink>
  );
}

type UserProps = { user: { id: number | string; name: ReactNode }; inText?: boolean };

/** A user by name; for those who may see users it leads to what is known of them. */
export function UserLink({ user, inText = false }: UserProps) {
  const may = can(useSession(), 'users.view');
  const name = <span dir="auto">{user.name}</span>;
  return may ? (
    <NameLink href={atId(paths.userOne, user.id)} {...{ inText }}>
      {name}
    </NameLink>
  ) : (
    name
  );
}
